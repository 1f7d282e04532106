import { ContentInfo, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp'
import {
  AlgorithmIdentifier,
  type Certificate,
  ExtendedKeyUsage,
  id_ce_extKeyUsage,
} from '@peculiar/asn1-x509'
import { type Bytes, hex, sha256 } from './bytes.ts'
import {
  ATTRIBUTES,
  attributeOf,
  CmsError,
  type CmsFault,
  certificateOf,
  checkSignedFor,
  derOf,
  extensionOf,
  HASHES,
  hexOf,
  ID_SIGNED_DATA,
  isSigned,
  nameOf,
  oidOf,
  SHA256,
  signedAttributesOf,
} from './cms.ts'
import { type Head, signedBytes } from './entry.ts'

/**
 * Time-stamps of RFC 3161 over the SHA-256 of a head's canonical form, for Node and for browsers. Only the token itself is
 * checked. The reader decides whom to trust, so the result includes the signer's name and fingerprint.
 */

/**
 * Why a stamp does not count. `shape`: no stamp at all. `imprint`: it stamps something else. `nonce`: it answers another
 * query. `signature`: changed, or signed with another key. `purpose`: the certificate is not for stamps. `certificate`:
 * missing, expired or not the signed one. `time`: older than the stamped data. `algorithm`: this machine cannot check it.
 */
export type StampFault = CmsFault

export type StampResult =
  | {
      valid: true
      /** The time that the authority states, in ISO 8601. */
      at: string
      /** The name in its certificate. */
      authority: string
      /** SHA-256 of the signer's certificate. */
      fingerprint: string
    }
  | { valid: false; fault: StampFault }

const ID_TST_INFO = '1.2.840.113549.1.9.16.1.4'
const ID_TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** Two clocks never agree. */
const TOLERANCE_MS = 10 * 60_000

/** The hash that an authority stamps. */
export function imprintOf(head: Head): Promise<Bytes> {
  return sha256(signedBytes(head))
}

export function newNonce(): Bytes {
  const nonce = globalThis.crypto.getRandomValues(new Uint8Array(16))
  // A positive number without a leading zero, as DER requires.
  nonce[0] = (nonce[0]! & 0x7f) | 0x40
  return nonce
}

/** A query about a SHA-256 that also asks for the signer's certificate. */
export function stampQuery(imprint: Bytes, nonce: Bytes): Bytes {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
    hashedMessage: new OctetString(imprint),
  })
  const query = new TimeStampReq({ messageImprint, nonce: nonce.buffer, certReq: true })
  return new Uint8Array(AsnConvert.serialize(query))
}

/** The token in an authority's reply; undefined if it granted none. */
export function tokenOf(reply: Bytes): Bytes | undefined {
  try {
    const { status, timeStampToken } = AsnConvert.parse(reply, TimeStampResp)
    const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods
    return isGranted && timeStampToken ? new Uint8Array(AsnConvert.serialize(timeStampToken)) : undefined
  } catch {
    return undefined
  }
}

export async function verifyStamp(token: Bytes, head: Head, nonce?: Bytes): Promise<StampResult> {
  return verifyStampOf(token, await imprintOf(head), { madeAt: head.at, ...(nonce && { nonce }) })
}

interface Expected {
  nonce?: Bytes
  /** When the stamped data was made, in ISO 8601, if known. */
  madeAt?: string
}

/** Verifies a stamp of any data, by its SHA-256. */
export async function verifyStampOf(
  token: Bytes,
  imprint: Bytes,
  expected: Expected = {},
): Promise<StampResult> {
  try {
    return await checked(token, imprint, expected)
  } catch (error) {
    return { valid: false, fault: error instanceof CmsError ? error.fault : 'shape' }
  }
}

async function checked(token: Bytes, imprint: Bytes, { nonce, madeAt }: Expected): Promise<StampResult> {
  const { signed, content, info } = opened(token)
  checkImprint(info, imprint)
  if (nonce && (!info.nonce || hexOf(info.nonce) !== hex(nonce))) throw new CmsError('nonce')
  if (signed.signerInfos.length !== 1) throw new CmsError('shape')
  const signer = signed.signerInfos[0]!
  const certificate = certificateOf(signed, signer)
  const der = derOf(token, signed, certificate)
  checkPurpose(certificate)
  await checkSignature(signer, certificate, content, signedAttributesOf(token))
  await checkSignedFor(signer, der)
  checkTime(info.genTime, certificate, madeAt)
  return {
    valid: true,
    at: info.genTime.toISOString(),
    authority: nameOf(certificate),
    fingerprint: hex(await sha256(der)),
  }
}

function opened(token: Bytes) {
  const outer = AsnConvert.parse(token, ContentInfo)
  if (outer.contentType !== ID_SIGNED_DATA) throw new CmsError('shape')
  const signed = AsnConvert.parse(outer.content, SignedData)
  const { eContentType, eContent } = signed.encapContentInfo
  const held = eContent?.single?.buffer
  if (eContentType !== ID_TST_INFO || !held) throw new CmsError('shape')
  return { signed, content: new Uint8Array(held) as Bytes, info: AsnConvert.parse(held, TSTInfo) }
}

function checkImprint({ messageImprint }: TSTInfo, imprint: Bytes): void {
  const { hashAlgorithm, hashedMessage } = messageImprint
  const isSame = hexOf(hashedMessage.buffer) === hex(imprint)
  if (hashAlgorithm.algorithm !== SHA256 || !isSame) throw new CmsError('imprint')
}

/** RFC 3161, 2.3: the certificate is for stamps only, and marks that as critical. */
function checkPurpose(certificate: Certificate): void {
  const use = extensionOf(certificate, id_ce_extKeyUsage)
  const purposes = use ? [...AsnConvert.parse(use.extnValue, ExtendedKeyUsage)] : []
  if (!use?.critical || purposes.length !== 1 || purposes[0] !== ID_TIME_STAMPING)
    throw new CmsError('purpose')
}

async function checkSignature(
  signer: SignerInfo,
  certificate: Certificate,
  content: Bytes,
  attributes: Bytes,
): Promise<void> {
  const hash = HASHES[signer.digestAlgorithm.algorithm]
  if (!hash) throw new CmsError('algorithm')
  const digest = await globalThis.crypto.subtle.digest(hash, content)
  const noted = attributeOf(signer, ATTRIBUTES.messageDigest)
  const type = attributeOf(signer, ATTRIBUTES.contentType)
  if (!noted || !type || oidOf(type) !== ID_TST_INFO) throw new CmsError('shape')
  if (hexOf(AsnConvert.parse(noted, OctetString).buffer) !== hexOf(digest)) throw new CmsError('signature')
  if (!(await isSigned(signer, certificate, attributes, hash))) throw new CmsError('signature')
}

function checkTime(at: Date, { tbsCertificate }: Certificate, madeAt: string | undefined): void {
  const { notBefore, notAfter } = tbsCertificate.validity
  if (at < notBefore.getTime() || at > notAfter.getTime()) throw new CmsError('certificate')
  if (madeAt !== undefined && at.getTime() < Date.parse(madeAt) - TOLERANCE_MS) throw new CmsError('time')
}
