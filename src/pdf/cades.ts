import { hash, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { ATTRIBUTES, ID_SIGNED_DATA, SHA256 } from '#kernel/evidence/cms.ts'

/**
 * CAdES signatures, baseline B-B and B-T (ETSI EN 319 122-1), detached from the signed data. Written byte by byte, so the
 * certificates are included exactly as issued.
 */

export interface SigningKey {
  key: KeyObject
  /** In DER: the signer's certificate first, then its issuers'. */
  certificates: readonly Buffer[]
}

/** A stamp over these 32 bytes; undefined if none is available. */
export type Stamp = (imprint: Buffer) => Promise<Uint8Array | undefined>

const ID_DATA = '1.2.840.113549.1.7.1'
const ALGORITHMS: Readonly<Record<string, Buffer>> = {
  rsa: algorithm('1.2.840.113549.1.1.11', Buffer.from([0x05, 0x00])),
  ec: algorithm('1.2.840.10045.4.3.2'),
}

/** Runs the arithmetic of the key in the thread pool. */
const signed = promisify(sign)

/** `digest` is the SHA-256 of the signed data. */
export async function cadesSignature(
  { key, certificates }: SigningKey,
  digest: Buffer,
  stamp?: Stamp,
): Promise<Buffer> {
  const own = certificates[0]!
  const attributes = attributesOf(digest, own)
  // RFC 5652, 5.4: signed as a SET, but written under another tag.
  const value = await signed('sha256', der(0x31, ...attributes), key)
  const token = await stamp?.(hash('sha256', value, 'buffer'))
  const signer = der(
    0x30,
    integer(1),
    der(0x30, ...nameAndNumberOf(own)),
    algorithm(SHA256),
    der(0xa0, ...attributes),
    ALGORITHMS[key.asymmetricKeyType ?? ''] ?? unknownKey(),
    der(0x04, value),
    ...(token ? [der(0xa1, attribute(ATTRIBUTES.signatureTimeStamp, token))] : []),
  )
  const data = der(
    0x30,
    integer(1),
    der(0x31, algorithm(SHA256)),
    der(0x30, oid(ID_DATA)),
    der(0xa0, ...sorted(certificates)),
    der(0x31, signer),
  )
  return der(0x30, oid(ID_SIGNED_DATA), der(0xa0, data))
}

/** Without the time of signing: ETSI EN 319 142-1, 6.3, requires it in the PDF's dictionary alone. */
function attributesOf(digest: Buffer, certificate: Buffer): Buffer[] {
  const named = der(0x30, der(0x30, der(0x30, der(0x04, hash('sha256', certificate, 'buffer')))))
  return sorted([
    attribute(ATTRIBUTES.contentType, oid(ID_DATA)),
    attribute(ATTRIBUTES.messageDigest, der(0x04, digest)),
    attribute(ATTRIBUTES.signingCertificateV2, named),
  ])
}

function attribute(type: string, value: Uint8Array): Buffer {
  return der(0x30, oid(type), der(0x31, value))
}

function algorithm(id: string, parameters?: Buffer): Buffer {
  return der(0x30, oid(id), ...(parameters ? [parameters] : []))
}

/** The issuer's name and the serial number, with the certificate's exact bytes. */
function nameAndNumberOf(certificate: Buffer): [Buffer, Buffer] {
  const fields = partsOf(partsOf(certificate)[0]!)
  // The version comes first, except in version 1 certificates, which omit it.
  const first = fields[0]![0] === 0xa0 ? 1 : 0
  return [fields[first + 2]!, fields[first]!]
}

/** The values inside a constructed value, each with its tag. */
function partsOf(value: Buffer): Buffer[] {
  const parts: Buffer[] = []
  const { start, end } = spanOf(value, 0)
  for (let at = start; at < end; ) {
    const { end: next } = spanOf(value, at)
    parts.push(value.subarray(at, next))
    at = next
  }
  return parts
}

function spanOf(bytes: Buffer, at: number): { start: number; end: number } {
  const length = bytes[at + 1]!
  if (length < 0x80) return { start: at + 2, end: at + 2 + length }
  const digits = length & 0x7f
  const start = at + 2 + digits
  return { start, end: start + bytes.readUIntBE(at + 2, digits) }
}

/** DER orders the members of a SET OF by their bytes. */
function sorted(parts: readonly Buffer[]): Buffer[] {
  return parts.toSorted(Buffer.compare)
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(length)]), ...parts])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const digits: number[] = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) digits.unshift(left % 256)
  return [0x80 + digits.length, ...digits]
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]))
}

function oid(text: string): Buffer {
  const [first, second, ...rest] = text.split('.').map(Number)
  const bytes = [first! * 40 + second!, ...rest].flatMap((number) => {
    const digits = [number % 128]
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left % 128) + 128)
    return digits
  })
  return der(0x06, Buffer.from(bytes))
}

function unknownKey(): never {
  throw new Error('only RSA and elliptic keys sign')
}
