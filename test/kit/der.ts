import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Certificates and time stamps written byte by byte, so that tests can make invalid ones. */

export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const length = content.length
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

export const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts)
export const octets = (...parts: readonly Uint8Array[]) => der(0x04, ...parts)
export const NULL = Buffer.from([0x05, 0x00])

export function integer(value: number | Uint8Array): Buffer {
  if (typeof value !== 'number') return der(0x02, value)
  const digits = Buffer.alloc(4)
  digits.writeInt32BE(value)
  let from = 0
  while (from < 3 && digits[from] === 0 && digits[from + 1]! < 0x80) from += 1
  return der(0x02, digits.subarray(from))
}

export function oid(text: string): Buffer {
  const [first, second, ...rest] = text.split('.').map(Number)
  const bytes = [first! * 40 + second!, ...rest].flatMap((number) => {
    const digits = [number & 0x7f]
    for (let left = number >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80)
    return digits
  })
  return der(0x06, Buffer.from(bytes))
}

const COMMON_NAME = '2.5.4.3'
const ORGANISATION = '2.5.4.10'

export function nameOf({ common, organisation }: { common?: string; organisation?: string }): Buffer {
  const part = (type: string, text: string | undefined) =>
    text === undefined ? [] : [set(sequence(oid(type), der(0x0c, Buffer.from(text))))]
  return sequence(...part(ORGANISATION, organisation), ...part(COMMON_NAME, common))
}

const time = (at: string) => der(0x18, Buffer.from(`${at.slice(0, 19).replaceAll(/[-T:]/g, '')}Z`))

export interface Signer {
  key: KeyObject
  certificate: Buffer
  issuer: Buffer
  serial: Buffer
}

export interface Certified {
  common?: string
  organisation?: string
  issuer?: string
  serial?: number
  notBefore?: string
  notAfter?: string
  /** Encoded extensions of the certificate. */
  extensions?: readonly Buffer[]
  key?: KeyObject
}

export type Curve = 'P-256' | 'P-384' | 'P-521'

export const newKey = (curve: Curve = 'P-256') => generateKeyPairSync('ec', { namedCurve: curve })

export const ECDSA_SHA256 = '1.2.840.10045.4.3.2'
const KEY_USAGE = '2.5.29.37'
const STAMPING = '1.3.6.1.5.5.7.3.8'

/** The key purpose «time stamping». `critical` is true, absent, or explicitly false. */
export function keyPurposes(
  purposes: readonly string[] = [STAMPING],
  critical: boolean | 'false' = true,
): Buffer {
  const flag = critical === false ? [] : [der(0x01, Buffer.from([critical === true ? 0xff : 0x00]))]
  return sequence(oid(KEY_USAGE), ...flag, octets(sequence(...purposes.map(oid))))
}

/** The subject key identifier. */
export const keyIdentifier = (id: Buffer) => sequence(oid('2.5.29.14'), octets(octets(id)))

/** Another extension with an explicit default flag. DER forbids that, but BER allows it and some authorities do so. */
export const oddExtension = () =>
  sequence(oid('2.5.29.15'), der(0x01, Buffer.from([0x00])), octets(der(0x03, Buffer.from([0x06, 0xc0]))))

export function certify({
  common = 'Ana Soto',
  organisation,
  issuer: by = 'Certificadora de prueba',
  serial: number = 0x4a01,
  notBefore = '2026-01-01T00:00:00Z',
  notAfter = '2028-01-01T00:00:00Z',
  extensions = [],
  key,
}: Certified = {}): Signer {
  const pair = newKey()
  const own = key ?? pair.privateKey
  const spki = (key ? createPublicKey(key) : pair.publicKey).export({ type: 'spki', format: 'der' })
  const [issuer, serial] = [nameOf({ common: by }), integer(number)]
  const tbs = sequence(
    der(0xa0, integer(2)),
    serial,
    sequence(oid(ECDSA_SHA256)),
    issuer,
    sequence(time(notBefore), time(notAfter)),
    nameOf({ common, ...(organisation !== undefined && { organisation }) }),
    spki,
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  )
  const signature = sign('sha256', tbs, pair.privateKey)
  const certificate = sequence(tbs, sequence(oid(ECDSA_SHA256)), der(0x03, Buffer.from([0]), signature))
  return { key: own, certificate, issuer, serial }
}

export const SHA256 = '2.16.840.1.101.3.4.2.1'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

export interface Stamping {
  imprint: Uint8Array
  at?: string
  nonce?: Uint8Array
  /** Hash algorithm of the imprint. */
  imprintHash?: string
  signer: Signer
  /** Certificates in the token. By default the signer's own. */
  certificates?: readonly Buffer[]
  /** Certificate that the signed attributes name. `null` leaves it out. */
  named?: Buffer | null
  /** Identifies the signer instead of the issuer and the serial number. */
  keyId?: Buffer
  /** Hash in the signed attributes. By default the right one. */
  digest?: Buffer
  contentType?: string
  innerType?: string
  algorithm?: Buffer
  digestAlgorithm?: string
  hash?: string
  /** Number of signers. */
  signers?: number
  attributes?: readonly Buffer[]
  /** The signed content is outside, as for a PDF. */
  detached?: boolean
}

export const attribute = (type: string, ...values: readonly Uint8Array[]) =>
  sequence(oid(type), set(...values))

/** A time-stamp token of RFC 3161. */
export function stampToken({
  imprint,
  at = '2026-12-01T12:00:00Z',
  nonce,
  imprintHash = SHA256,
  signer,
  certificates = [signer.certificate],
  named = signer.certificate,
  keyId,
  digest,
  contentType = SIGNED_DATA,
  innerType = TST_INFO,
  algorithm = sequence(oid(ECDSA_SHA256)),
  digestAlgorithm = SHA256,
  hash = 'sha256',
  signers = 1,
  attributes: more = [],
  detached = false,
}: Stamping): Buffer {
  const info = sequence(
    integer(1),
    oid('1.2.3.4.1'),
    sequence(sequence(oid(imprintHash), NULL), octets(imprint)),
    integer(7),
    time(at),
    ...(nonce ? [integer(nonce)] : []),
  )
  const attributes = [
    attribute('1.2.840.113549.1.9.3', oid(innerType)),
    attribute('1.2.840.113549.1.9.4', octets(digest ?? createHash(hash).update(info).digest())),
    ...(named
      ? [attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(sha256(named))))))]
      : []),
    ...more,
  ]
  const value = sign(hash, set(...attributes), signer.key)
  const info1 = sequence(
    integer(keyId ? 3 : 1),
    keyId ? der(0x80, keyId) : sequence(signer.issuer, signer.serial),
    sequence(oid(digestAlgorithm)),
    der(0xa0, ...attributes),
    algorithm,
    octets(value),
  )
  const data = sequence(
    integer(3),
    set(sequence(oid(digestAlgorithm))),
    sequence(oid(innerType), ...(detached ? [] : [der(0xa0, octets(info))])),
    ...(certificates.length > 0 ? [der(0xa0, ...certificates)] : []),
    set(...Array.from({ length: signers }, () => info1)),
  )
  return sequence(oid(contentType), der(0xa0, data))
}

/** A reply of an authority. */
export const stampReply = (status: number, token?: Uint8Array) =>
  sequence(sequence(integer(status)), ...(token ? [token] : []))
