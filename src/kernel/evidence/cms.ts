import type { IssuerAndSerialNumber, SignedData, SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  type Certificate,
  id_ce_subjectKeyIdentifier,
  type Name,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
} from '@peculiar/asn1-x509'
import { type BaseBlock, Constructed, fromBER, Integer, OctetString as Octets, Sequence } from 'asn1js'
import { type Bytes, hex } from './bytes.ts'

/** Code shared by time-stamps and PDF signatures (RFC 5652), for Node and for browsers. */

/**
 * `shape`: no signature at all. `signature`: changed, or signed with another key. `certificate`: missing, or not the signed
 * one. `algorithm`: this machine cannot check it. The other faults occur only in stamps.
 */
export type CmsFault =
  | 'shape'
  | 'imprint'
  | 'nonce'
  | 'signature'
  | 'purpose'
  | 'certificate'
  | 'time'
  | 'algorithm'

export class CmsError extends Error {
  readonly fault: CmsFault
  constructor(fault: CmsFault) {
    super(fault)
    this.fault = fault
  }
}

export const ID_SIGNED_DATA = '1.2.840.113549.1.7.2'
export const ATTRIBUTES = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimeStamp: '1.2.840.113549.1.9.16.2.14',
} as const
export const SHA256 = '2.16.840.1.101.3.4.2.1'

export const HASHES: Readonly<Record<string, string>> = {
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

const RSA_PSS = '1.2.840.113549.1.1.10'
const CONTEXT = 3

export function certificateOf({ certificates }: SignedData, { sid }: SignerInfo): Certificate {
  const all = (certificates ?? []).flatMap(({ certificate }) => certificate ?? [])
  const found = all.find((one) =>
    sid.issuerAndSerialNumber
      ? isNamed(one, sid.issuerAndSerialNumber)
      : sid.subjectKeyIdentifier && hexOf(sid.subjectKeyIdentifier.buffer) === keyIdOf(one),
  )
  if (!found) throw new CmsError('certificate')
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

export function extensionOf({ tbsCertificate }: Certificate, id: string) {
  return tbsCertificate.extensions?.find(({ extnID }) => extnID === id)
}

/** The certificates in a signature, as their exact DER bytes. */
export function certificatesIn(token: Bytes): Bytes[] {
  const [, outer] = childrenOf(fromBER(token).result)
  const held = childrenOf(childrenOf(outer)[0]).find(
    ({ idBlock }) => idBlock.tagClass === CONTEXT && idBlock.tagNumber === 0,
  )
  return childrenOf(held)
    .filter((one) => one instanceof Sequence)
    .map((one) => new Uint8Array(one.valueBeforeDecodeView))
}

/** The certificate's bytes as the signature holds them: encoding it again might give other bytes. */
export function derOf(token: Bytes, { certificates }: SignedData, certificate: Certificate): Bytes {
  const all = (certificates ?? []).flatMap((one) => one.certificate ?? [])
  const found = certificatesIn(token)[all.indexOf(certificate)]
  if (!found) throw new CmsError('certificate')
  return found
}

/** The exact bytes in the token. RFC 5652, 5.4: they are signed as a SET, although the token tags them differently. */
export function signedAttributesOf(token: Bytes): Bytes {
  const [, outer] = childrenOf(fromBER(token).result)
  const [signed] = childrenOf(outer)
  const [signer] = childrenOf(childrenOf(signed).at(-1))
  const attributes = childrenOf(signer)[3]
  const { tagClass, tagNumber } = attributes?.idBlock ?? {}
  if (!attributes || tagClass !== CONTEXT || tagNumber !== 0) throw new CmsError('shape')
  const bytes = new Uint8Array(attributes.valueBeforeDecodeView)
  bytes[0] = 0x31
  return bytes
}

export async function isSigned(
  { signatureAlgorithm: { algorithm, parameters }, signature }: SignerInfo,
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
  if (algorithm === RSA_PSS) {
    const { pssHash, saltLength } = pssOf(parameters)
    const plain = new AlgorithmIdentifier({ algorithm: RSA, parameters: null })
    const { subjectPublicKey } = spki
    const info = AsnConvert.serialize(new SubjectPublicKeyInfo({ algorithm: plain, subjectPublicKey }))
    const key = await subtle.importKey('spki', info, { name: 'RSA-PSS', hash: pssHash }, false, ['verify'])
    return subtle.verify({ name: 'RSA-PSS', saltLength }, key, signature.buffer, data)
  }
  const curve = spki.algorithm.parameters && CURVES[oidOf(spki.algorithm.parameters)]
  const withHash = ECDSA_WITH[algorithm]
  if (!curve || !withHash) throw new CmsError('algorithm')
  const { namedCurve, bytes } = curve
  const key = await subtle.importKey('spki', der, { name: 'ECDSA', namedCurve }, false, ['verify'])
  return subtle.verify({ name: 'ECDSA', hash: withHash }, key, rawOf(signature.buffer, bytes), data)
}

/** RFC 4055, 3.1: without a hash the default is SHA-1, which no longer counts. */
function pssOf(parameters: ArrayBuffer | null | undefined): { pssHash: string; saltLength: number } {
  const fields = parameters ? childrenOf(fromBER(parameters).result) : []
  const field = (tag: number) =>
    childrenOf(fields.find(({ idBlock }) => idBlock.tagClass === CONTEXT && idBlock.tagNumber === tag))[0]
  const pssHash = HASHES[String(childrenOf(field(0))[0]?.valueBlock)]
  const salt = field(2)
  const saltLength = salt instanceof Integer ? salt.valueBlock.valueDec : 20
  if (!pssHash || saltLength > 512) throw new CmsError('algorithm')
  return { pssHash, saltLength }
}

export function oidOf(parameters: ArrayBuffer): string {
  const { result } = fromBER(parameters)
  return String((result.valueBlock as { toString(): string }).toString())
}

/** The two numbers of an ECDSA signature, each as long as the curve's. */
function rawOf(der: ArrayBuffer, bytes: number): Bytes {
  const { result } = fromBER(der)
  if (!(result instanceof Sequence)) throw new CmsError('signature')
  const raw = new Uint8Array(2 * bytes)
  for (const [at, number] of result.valueBlock.value.slice(0, 2).entries()) {
    if (!(number instanceof Integer)) throw new CmsError('signature')
    const digits = number.valueBlock.valueHexView.slice(-bytes)
    raw.set(digits, (at + 1) * bytes - digits.length)
  }
  return raw
}

/** RFC 3161, 2.4.1, and RFC 5816: the signed attributes name the certificate, so no other can replace it. */
export async function checkSignedFor(signer: SignerInfo, certificate: Bytes): Promise<void> {
  const v2 = attributeOf(signer, ATTRIBUTES.signingCertificateV2)
  const v1 = attributeOf(signer, ATTRIBUTES.signingCertificate)
  const held = v2 ?? v1
  const first = held && childrenOf(childrenOf(childrenOf(fromBER(held).result)[0])[0])
  if (!first) throw new CmsError('certificate')
  const [before, digest] = first[0] instanceof Octets ? [undefined, first[0]] : first
  const named =
    before instanceof Sequence ? HASHES[String(before.valueBlock.value[0]?.valueBlock)] : 'SHA-256'
  const hash = v2 ? named : 'SHA-1'
  if (!hash || !(digest instanceof Octets)) throw new CmsError('certificate')
  const expected = await globalThis.crypto.subtle.digest(hash, certificate)
  if (hex(digest.valueBlock.valueHexView) !== hexOf(expected)) throw new CmsError('certificate')
}

/** The children of a sequence, set or explicit tag. */
export function childrenOf(node: BaseBlock | undefined): readonly BaseBlock[] {
  return node instanceof Constructed ? (node.valueBlock.value as BaseBlock[]) : []
}

export function attributeOf({ signedAttrs }: SignerInfo, type: string): ArrayBuffer | undefined {
  return signedAttrs?.find(({ attrType }) => attrType === type)?.attrValues[0]
}

const [COMMON_NAME, ORGANISATION] = ['2.5.4.3', '2.5.4.10'] as const

export function nameOf({ tbsCertificate: { subject } }: Certificate): string {
  return subjectOf(subject)
}

export function subjectOf(subject: Name): string {
  const parts = [...subject].flatMap((set) => [...set])
  const said = (type: string) => parts.find((part) => part.type === type)?.value.toString()
  // The two names of a company are often equal.
  const names = new Set([said(COMMON_NAME), said(ORGANISATION)])
  return [...names].filter(Boolean).join(', ') || 'sin nombre'
}

export function hexOf(bytes: ArrayBuffer): string {
  return hex(new Uint8Array(bytes))
}
