import { ContentInfo, type IssuerAndSerialNumber, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp'
import {
  AlgorithmIdentifier,
  type Certificate,
  ExtendedKeyUsage,
  id_ce_extKeyUsage,
  id_ce_subjectKeyIdentifier,
  SubjectKeyIdentifier,
} from '@peculiar/asn1-x509'
import { type BaseBlock, Constructed, fromBER, Integer, OctetString as Octets, Sequence } from 'asn1js'
import { type Bytes, hex, sha256 } from './bytes.ts'
import { type Head, signedBytes } from './entry.ts'

/**
 * Time-stamps of RFC 3161 over the SHA-256 of a head's canonical form, for Node and for browsers. What is checked is the
 * token by itself: whom to believe is for who looks at it, so the name and the fingerprint of the signer are answered too.
 */

/**
 * Why a stamp does not count: `shape` it is none, `imprint` it stamps something else, `nonce` it answers another
 * question, `signature` it was changed or signed with another key, `purpose` its signer's certificate is not for stamps,
 * `certificate` it is missing, was out of its time or is not the one that was signed for, `time` it is older than what it
 * stamps, `algorithm` this machine cannot check it.
 */
export type StampFault =
  | 'shape'
  | 'imprint'
  | 'nonce'
  | 'signature'
  | 'purpose'
  | 'certificate'
  | 'time'
  | 'algorithm'

export type StampResult =
  | {
      valid: true
      /** When the authority says that it was, in ISO 8601. */
      at: string
      /** As its certificate names it. */
      authority: string
      /** SHA-256 of the signer's certificate. */
      fingerprint: string
    }
  | { valid: false; fault: StampFault }

const SHA256 = '2.16.840.1.101.3.4.2.1'
const ID_TST_INFO = '1.2.840.113549.1.9.16.1.4'
const ID_SIGNED_DATA = '1.2.840.113549.1.7.2'
const ID_TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const ATTRIBUTES = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

const HASHES: Readonly<Record<string, string>> = {
  [SHA256]: 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}
const RSA = '1.2.840.113549.1.1.1'
const RSA_WITH: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
}
const ECDSA_WITH: Readonly<Record<string, string>> = {
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
}
const CURVES: Readonly<Record<string, { namedCurve: string; bytes: number }>> = {
  '1.2.840.10045.3.1.7': { namedCurve: 'P-256', bytes: 32 },
  '1.3.132.0.34': { namedCurve: 'P-384', bytes: 48 },
  '1.3.132.0.35': { namedCurve: 'P-521', bytes: 66 },
}

/** Two clocks never agree. */
const TOLERANCE_MS = 10 * 60_000

const CONTEXT = 3

class Wrong extends Error {
  readonly fault: StampFault
  constructor(fault: StampFault) {
    super(fault)
    this.fault = fault
  }
}

/** What an authority stamps. */
export function imprintOf(head: Head): Promise<Bytes> {
  return sha256(signedBytes(head))
}

export function newNonce(): Bytes {
  const nonce = globalThis.crypto.getRandomValues(new Uint8Array(16))
  // A positive number without a zero in front, as DER writes it.
  nonce[0] = (nonce[0]! & 0x7f) | 0x40
  return nonce
}

/** The question, asking for the signer's certificate along with the stamp. */
export async function stampQuery(head: Head, nonce: Bytes): Promise<Bytes> {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
    hashedMessage: new OctetString(await imprintOf(head)),
  })
  const query = new TimeStampReq({ messageImprint, nonce: nonce.buffer, certReq: true })
  return new Uint8Array(AsnConvert.serialize(query))
}

/** The token in an authority's reply; undefined when it gave none. */
export function tokenOf(reply: Bytes): Bytes | undefined {
  try {
    const { status, timeStampToken } = AsnConvert.parse(reply, TimeStampResp)
    const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods
    return isGranted && timeStampToken ? new Uint8Array(AsnConvert.serialize(timeStampToken)) : undefined
  } catch {
    return undefined
  }
}

/** The certificates that a token carries, in DER. */
export function certificatesOf(token: Bytes): Bytes[] {
  const all = (opened(token).signed.certificates ?? []).flatMap(({ certificate }) => certificate ?? [])
  return all.map((one) => new Uint8Array(AsnConvert.serialize(one)))
}

export async function verifyStamp(token: Bytes, head: Head, nonce?: Bytes): Promise<StampResult> {
  try {
    return await checked(token, head, nonce)
  } catch (error) {
    return { valid: false, fault: error instanceof Wrong ? error.fault : 'shape' }
  }
}

async function checked(token: Bytes, head: Head, nonce: Bytes | undefined): Promise<StampResult> {
  const { signed, content, info } = opened(token)
  await checkImprint(info, head)
  if (nonce && (!info.nonce || hexOf(info.nonce) !== hex(nonce))) throw new Wrong('nonce')
  if (signed.signerInfos.length !== 1) throw new Wrong('shape')
  const signer = signed.signerInfos[0]!
  const certificate = certificateOf(signed, signer)
  const der = new Uint8Array(AsnConvert.serialize(certificate))
  checkPurpose(certificate)
  await checkSignature(signer, certificate, content, signedAttributesOf(token))
  await checkSignedFor(signer, der)
  checkTime(info.genTime, certificate, head)
  return {
    valid: true,
    at: info.genTime.toISOString(),
    authority: nameOf(certificate),
    fingerprint: hex(await sha256(der)),
  }
}

function opened(token: Bytes) {
  const outer = AsnConvert.parse(token, ContentInfo)
  if (outer.contentType !== ID_SIGNED_DATA) throw new Wrong('shape')
  const signed = AsnConvert.parse(outer.content, SignedData)
  const { eContentType, eContent } = signed.encapContentInfo
  const held = eContent?.single?.buffer
  if (eContentType !== ID_TST_INFO || !held) throw new Wrong('shape')
  return { signed, content: new Uint8Array(held) as Bytes, info: AsnConvert.parse(held, TSTInfo) }
}

async function checkImprint({ messageImprint }: TSTInfo, head: Head): Promise<void> {
  const { hashAlgorithm, hashedMessage } = messageImprint
  const isSame = hexOf(hashedMessage.buffer) === hex(await imprintOf(head))
  if (hashAlgorithm.algorithm !== SHA256 || !isSame) throw new Wrong('imprint')
}

function certificateOf({ certificates }: SignedData, { sid }: SignerInfo): Certificate {
  const all = (certificates ?? []).flatMap(({ certificate }) => certificate ?? [])
  const found = all.find((one) =>
    sid.issuerAndSerialNumber
      ? isNamed(one, sid.issuerAndSerialNumber)
      : sid.subjectKeyIdentifier && hexOf(sid.subjectKeyIdentifier.buffer) === keyIdOf(one),
  )
  if (!found) throw new Wrong('certificate')
  return found
}

function isNamed({ tbsCertificate }: Certificate, { issuer, serialNumber }: IssuerAndSerialNumber): boolean {
  const der = (name: typeof issuer) => hexOf(AsnConvert.serialize(name))
  return (
    hexOf(tbsCertificate.serialNumber) === hexOf(serialNumber) && der(tbsCertificate.issuer) === der(issuer)
  )
}

function keyIdOf(certificate: Certificate): string | undefined {
  const value = extensionOf(certificate, id_ce_subjectKeyIdentifier)?.extnValue
  return value && hexOf(AsnConvert.parse(value, SubjectKeyIdentifier).buffer)
}

function extensionOf({ tbsCertificate }: Certificate, id: string) {
  return tbsCertificate.extensions?.find(({ extnID }) => extnID === id)
}

/** RFC 3161, 2.3: for stamps and for nothing else, and critical. */
function checkPurpose(certificate: Certificate): void {
  const use = extensionOf(certificate, id_ce_extKeyUsage)
  const purposes = use ? [...AsnConvert.parse(use.extnValue, ExtendedKeyUsage)] : []
  if (!use?.critical || purposes.length !== 1 || purposes[0] !== ID_TIME_STAMPING) throw new Wrong('purpose')
}

async function checkSignature(
  signer: SignerInfo,
  certificate: Certificate,
  content: Bytes,
  attributes: Bytes,
): Promise<void> {
  const hash = HASHES[signer.digestAlgorithm.algorithm]
  if (!hash) throw new Wrong('algorithm')
  const digest = await globalThis.crypto.subtle.digest(hash, content)
  const noted = attributeOf(signer, ATTRIBUTES.messageDigest)
  const type = attributeOf(signer, ATTRIBUTES.contentType)
  if (!noted || !type) throw new Wrong('shape')
  if (hexOf(AsnConvert.parse(noted, OctetString).buffer) !== hexOf(digest)) throw new Wrong('signature')
  if (!(await isSigned(signer, certificate, attributes, hash))) throw new Wrong('signature')
}

/** The bytes as they stand in the token; RFC 5652, 5.4: signed as a SET, though there under a tag of its own. */
function signedAttributesOf(token: Bytes): Bytes {
  const [, outer] = childrenOf(fromBER(token).result)
  const [signed] = childrenOf(outer)
  const [signer] = childrenOf(childrenOf(signed).at(-1))
  const attributes = childrenOf(signer)[3]
  const { tagClass, tagNumber } = attributes?.idBlock ?? {}
  if (!attributes || tagClass !== CONTEXT || tagNumber !== 0) throw new Wrong('shape')
  const bytes = new Uint8Array(attributes.valueBeforeDecodeView)
  bytes[0] = 0x31
  return bytes
}

async function isSigned(
  { signatureAlgorithm: { algorithm }, signature }: SignerInfo,
  certificate: Certificate,
  data: Bytes,
  hash: string,
): Promise<boolean> {
  const { subjectPublicKeyInfo: spki } = certificate.tbsCertificate
  const { subtle } = globalThis.crypto
  const rsa = algorithm === RSA ? hash : RSA_WITH[algorithm]
  const der = AsnConvert.serialize(spki)
  if (rsa) {
    const how = { name: 'RSASSA-PKCS1-v1_5', hash: rsa }
    const key = await subtle.importKey('spki', der, how, false, ['verify'])
    return subtle.verify(how, key, signature.buffer, data)
  }
  const curve = spki.algorithm.parameters && CURVES[oidOf(spki.algorithm.parameters)]
  const withHash = ECDSA_WITH[algorithm]
  if (!curve || !withHash) throw new Wrong('algorithm')
  const { namedCurve, bytes } = curve
  const key = await subtle.importKey('spki', der, { name: 'ECDSA', namedCurve }, false, ['verify'])
  return subtle.verify({ name: 'ECDSA', hash: withHash }, key, rawOf(signature.buffer, bytes), data)
}

function oidOf(parameters: ArrayBuffer): string {
  const { result } = fromBER(parameters)
  return String((result.valueBlock as { toString(): string }).toString())
}

/** The two numbers of an ECDSA signature, each as long as the curve's. */
function rawOf(der: ArrayBuffer, bytes: number): Bytes {
  const { result } = fromBER(der)
  if (!(result instanceof Sequence)) throw new Wrong('signature')
  const raw = new Uint8Array(2 * bytes)
  for (const [at, number] of result.valueBlock.value.slice(0, 2).entries()) {
    if (!(number instanceof Integer)) throw new Wrong('signature')
    const digits = number.valueBlock.valueHexView.slice(-bytes)
    raw.set(digits, (at + 1) * bytes - digits.length)
  }
  return raw
}

/** RFC 3161, 2.4.1, and RFC 5816: what was signed names the certificate, so that no other can be put in its place. */
async function checkSignedFor(signer: SignerInfo, certificate: Bytes): Promise<void> {
  const v2 = attributeOf(signer, ATTRIBUTES.signingCertificateV2)
  const v1 = attributeOf(signer, ATTRIBUTES.signingCertificate)
  const held = v2 ?? v1
  const first = held && childrenOf(childrenOf(childrenOf(fromBER(held).result)[0])[0])
  if (!first) throw new Wrong('certificate')
  const [before, digest] = first[0] instanceof Octets ? [undefined, first[0]] : first
  const named =
    before instanceof Sequence ? HASHES[String(before.valueBlock.value[0]?.valueBlock)] : 'SHA-256'
  const hash = v2 ? named : 'SHA-1'
  if (!hash || !(digest instanceof Octets)) throw new Wrong('certificate')
  const expected = await globalThis.crypto.subtle.digest(hash, certificate)
  if (hex(digest.valueBlock.valueHexView) !== hexOf(expected)) throw new Wrong('certificate')
}

/** Of sequences, sets and tags around something. */
function childrenOf(node: BaseBlock | undefined): readonly BaseBlock[] {
  return node instanceof Constructed ? (node.valueBlock.value as BaseBlock[]) : []
}

function checkTime(at: Date, { tbsCertificate }: Certificate, head: Head): void {
  const { notBefore, notAfter } = tbsCertificate.validity
  if (at < notBefore.getTime() || at > notAfter.getTime()) throw new Wrong('certificate')
  if (at.getTime() < Date.parse(head.at) - TOLERANCE_MS) throw new Wrong('time')
}

function attributeOf({ signedAttrs }: SignerInfo, type: string): ArrayBuffer | undefined {
  return signedAttrs?.find(({ attrType }) => attrType === type)?.attrValues[0]
}

const [COMMON_NAME, ORGANISATION] = ['2.5.4.3', '2.5.4.10'] as const

function nameOf({ tbsCertificate: { subject } }: Certificate): string {
  const parts = [...subject].flatMap((set) => [...set])
  const said = (type: string) => parts.find((part) => part.type === type)?.value.toString()
  const [name, organisation] = [said(COMMON_NAME), said(ORGANISATION)]
  return [name, organisation].filter(Boolean).join(', ') || 'sin nombre'
}

function hexOf(bytes: ArrayBuffer): string {
  return hex(new Uint8Array(bytes))
}
