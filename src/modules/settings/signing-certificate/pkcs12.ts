import {
  createDecipheriv,
  createHmac,
  createPrivateKey,
  hash,
  type KeyObject,
  pbkdf2,
  timingSafeEqual,
  X509Certificate,
} from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type ContentInfo, EncryptedContentInfo } from '@peculiar/asn1-cms'
import { AuthenticatedSafe, CertBag, type MacData, PFX, SafeContents } from '@peculiar/asn1-pfx'
import { EncryptedPrivateKeyInfo } from '@peculiar/asn1-pkcs8'
import { AsnConvert } from '@peculiar/asn1-schema'
import type { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { type BaseBlock, Constructed, fromBER, Integer, Null, OctetString, Sequence } from 'asn1js'
import { openRc2 } from './rc2.ts'

/** Opens PKCS#12 files (RFC 7292) of new and older systems. */

/** `costly`: opening would take too long; `unsupported`: encrypted by a method that is not implemented here. */
export type Pkcs12Fault = 'shape' | 'password' | 'costly' | 'unsupported'

export class Pkcs12Error extends Error {
  readonly fault: Pkcs12Fault
  constructor(fault: Pkcs12Fault) {
    super(fault)
    this.fault = fault
  }
}

export interface Pkcs12 {
  keys: KeyObject[]
  certificates: X509Certificate[]
}

/** Limit for all derivations of a file together. Common files need some thousands, the most careful ones 600,000. */
const MOST_ITERATIONS = 2_000_000
const MOST_SAFES = 10
const MOST_BAGS = 50
/** About a millisecond of hashing. Then other requests get their turn. */
const ITERATIONS_AT_ONCE = 1000

const DATA = '1.2.840.113549.1.7.1'
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6'
const BAGS = '1.2.840.113549.1.12.10.1.'
const [KEY_BAG, SHROUDED_KEY_BAG, CERT_BAG] = [`${BAGS}1`, `${BAGS}2`, `${BAGS}3`]
const X509 = '1.2.840.113549.1.9.22.1'

const HASHES: Readonly<Record<string, { name: string; bytes: number; block: number }>> = {
  '1.3.14.3.2.26': { name: 'sha1', bytes: 20, block: 64 },
  '2.16.840.1.101.3.4.2.1': { name: 'sha256', bytes: 32, block: 64 },
  '2.16.840.1.101.3.4.2.2': { name: 'sha384', bytes: 48, block: 128 },
  '2.16.840.1.101.3.4.2.3': { name: 'sha512', bytes: 64, block: 128 },
}
const SHA1 = HASHES['1.3.14.3.2.26']!

const PBES2 = '1.2.840.113549.1.5.13'
const PBKDF2 = '1.2.840.113549.1.5.12'
const PRFS: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}
const CIPHERS: Readonly<Record<string, { name: string; bytes: number }>> = {
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', bytes: 24 },
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', bytes: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', bytes: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', bytes: 32 },
}
/** Ciphers of older systems, by key size. */
const OLD: Readonly<Record<string, { cipher: 'des' | 'rc2'; bytes: number }>> = {
  '1.2.840.113549.1.12.1.3': { cipher: 'des', bytes: 24 },
  '1.2.840.113549.1.12.1.4': { cipher: 'des', bytes: 16 },
  '1.2.840.113549.1.12.1.5': { cipher: 'rc2', bytes: 16 },
  '1.2.840.113549.1.12.1.6': { cipher: 'rc2', bytes: 5 },
}
const [FOR_KEY, FOR_IV, FOR_MAC] = [1, 2, 3] as const

/** One opening: the password in both encodings, and the remaining iterations. */
interface Opening {
  /** Used by PBES2. */
  utf8: Buffer
  /** UTF-16 with a final zero, for all other methods. */
  utf16: Buffer
  iterationsLeft: number
}

export async function openPkcs12(file: Buffer, password: string): Promise<Pkcs12> {
  const { authSafe, macData } = readAs(() => AsnConvert.parse(file, PFX))
  if (authSafe.contentType !== DATA) throw new Pkcs12Error('unsupported')
  const opening: Opening = {
    utf8: Buffer.from(password),
    utf16: Buffer.from(`${password}\0`, 'utf16le').swap16(),
    iterationsLeft: MOST_ITERATIONS,
  }
  const held = readAs(() => octetsOf(fromBER(authSafe.content).result))
  const isProven = macData.macSalt.buffer.byteLength > 0
  if (isProven) await checkMac(opening, macData, held)
  const safes = readAs(() => [...AsnConvert.parse(held, AuthenticatedSafe)])
  if (safes.length > MOST_SAFES) throw new Pkcs12Error('costly')
  const found: Pkcs12 = { keys: [], certificates: [] }
  for (const safe of safes) await readBags(opening, found, await contentOf(opening, safe))
  return found
}

/** Any error of the parser means that the file is malformed. */
function readAs<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Pkcs12Error ? error : new Pkcs12Error('shape')
  }
}

async function checkMac(
  opening: Opening,
  { mac, macSalt, iterations }: MacData,
  held: Buffer,
): Promise<void> {
  const how = HASHES[mac.digestAlgorithm.algorithm]
  if (!how) throw new Pkcs12Error('unsupported')
  const salt = Buffer.from(macSalt.buffer)
  const key = await derived(opening, how, FOR_MAC, salt, iterations, how.bytes)
  const expected = Buffer.from(mac.digest.buffer)
  const actual = createHmac(how.name, key).update(held).digest()
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual))
    throw new Pkcs12Error('password')
}

async function contentOf(opening: Opening, { contentType, content }: ContentInfo): Promise<Buffer> {
  if (contentType === DATA) return readAs(() => octetsOf(fromBER(content).result))
  if (contentType !== ENCRYPTED_DATA) throw new Pkcs12Error('unsupported')
  const info = readAs(() => encryptedIn(content))
  const { value, constructedValue = [] } = info.encryptedContent ?? {}
  const parts = (value ? [value] : constructedValue).map(({ buffer }) => Buffer.from(buffer))
  return uncovered(opening, info.contentEncryptionAlgorithm, Buffer.concat(parts))
}

/** RFC 5652, 8: the second element, after the version. */
function encryptedIn(content: ArrayBuffer): EncryptedContentInfo {
  const part = childrenOf(fromBER(content).result)[1]
  if (!part) throw new Pkcs12Error('shape')
  return AsnConvert.parse(part.toBER(), EncryptedContentInfo)
}

async function readBags(opening: Opening, found: Pkcs12, content: Buffer): Promise<void> {
  const bags = readAs(() => [...AsnConvert.parse(content, SafeContents)])
  if (bags.length + found.certificates.length + found.keys.length > MOST_BAGS) throw new Pkcs12Error('costly')
  for (const { bagId, bagValue } of bags) {
    if (bagId === KEY_BAG) found.keys.push(keyOf(Buffer.from(bagValue)))
    if (bagId === SHROUDED_KEY_BAG) {
      const { encryptionAlgorithm, encryptedData } = readAs(() =>
        AsnConvert.parse(bagValue, EncryptedPrivateKeyInfo),
      )
      found.keys.push(keyOf(await uncovered(opening, encryptionAlgorithm, Buffer.from(encryptedData.buffer))))
    }
    if (bagId === CERT_BAG) {
      const { certId, certValue } = readAs(() => AsnConvert.parse(bagValue, CertBag))
      if (certId !== X509) continue
      found.certificates.push(readAs(() => new X509Certificate(octetsOf(fromBER(certValue).result))))
    }
  }
}

function keyOf(der: Buffer): KeyObject {
  return readAs(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
}

async function uncovered(opening: Opening, how: AlgorithmIdentifier, sealed: Buffer): Promise<Buffer> {
  const parameters = readAs(() => childrenOf(fromBER(how.parameters ?? new ArrayBuffer(0)).result))
  if (how.algorithm === PBES2) return openedWithPbes2(opening, parameters, sealed)
  const old = OLD[how.algorithm]
  if (!old) throw new Pkcs12Error('unsupported')
  const [salt, iterations] = readAs(() => [octetsOf(parameters[0]), numberOf(parameters[1])] as const)
  const key = await derived(opening, SHA1, FOR_KEY, salt, iterations, old.bytes)
  const iv = await derived(opening, SHA1, FOR_IV, salt, iterations, 8)
  if (old.cipher === 'rc2') return unpadded(openRc2(key, old.bytes * 8, iv, sealed))
  return decrypted(
    'des-ede3-cbc',
    key.length === 16 ? Buffer.concat([key, key.subarray(0, 8)]) : key,
    iv,
    sealed,
  )
}

/** RFC 8018, 6.2. */
async function openedWithPbes2(
  opening: Opening,
  [derivation, scheme]: readonly BaseBlock[],
  sealed: Buffer,
): Promise<Buffer> {
  const [kdf, kdfParameters] = childrenOf(derivation)
  const [cipherId, iv] = childrenOf(scheme)
  const cipher = CIPHERS[wordOf(cipherId)]
  const [salt, iterations, ...more] = childrenOf(kdfParameters)
  const prfId = more.find((one) => one instanceof Sequence)
  const prf = prfId ? PRFS[wordOf(childrenOf(prfId)[0])] : 'sha1'
  if (wordOf(kdf) !== PBKDF2 || !cipher || !prf) throw new Pkcs12Error('unsupported')
  const times = readAs(() => numberOf(iterations))
  spend(opening, times)
  const key = await promisify(pbkdf2)(
    opening.utf8,
    readAs(() => octetsOf(salt)),
    times,
    cipher.bytes,
    prf,
  )
  return decrypted(
    cipher.name,
    key,
    readAs(() => octetsOf(iv)),
    sealed,
  )
}

function decrypted(name: string, key: Buffer, iv: Buffer, sealed: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(name, key, iv)
    return Buffer.concat([decipher.update(sealed), decipher.final()])
  } catch {
    throw new Pkcs12Error('password')
  }
}

function unpadded(clear: Buffer): Buffer {
  const length = clear.at(-1) ?? 0
  const isPadded = length >= 1 && length <= 8 && clear.subarray(-length).every((byte) => byte === length)
  if (!isPadded || clear.length % 8 !== 0) throw new Pkcs12Error('password')
  return clear.subarray(0, -length)
}

/** Checks before the work is done: a file may ask for billions of iterations. */
function spend(opening: Opening, iterations: number): void {
  if (!(iterations >= 1)) throw new Pkcs12Error('shape')
  opening.iterationsLeft -= iterations
  if (opening.iterationsLeft < 0) throw new Pkcs12Error('costly')
}

/** RFC 7292, appendix B.2. */
async function derived(
  opening: Opening,
  { name, bytes, block }: (typeof HASHES)[string],
  use: number,
  salt: Buffer,
  iterations: number,
  length: number,
): Promise<Buffer> {
  const rounds = Math.ceil(length / bytes)
  spend(opening, iterations * rounds)
  const input = Buffer.concat([filled(salt, block), filled(opening.utf16, block)])
  const diversifier = Buffer.alloc(block, use)
  const made: Buffer[] = []
  for (let round = 0; round < rounds; round += 1) {
    let one = hash(name, Buffer.concat([diversifier, input]), 'buffer')
    for (let turn = 1; turn < iterations; turn += 1) {
      one = hash(name, one, 'buffer')
      if (turn % ITERATIONS_AT_ONCE === 0) await setImmediate()
    }
    made.push(one)
    addTo(input, filled(one, block), block)
  }
  return Buffer.concat(made).subarray(0, length)
}

/** Repeats the bytes to fill whole blocks. */
function filled(bytes: Buffer, block: number): Buffer {
  const length = Math.ceil(bytes.length / block) * block
  return length === 0 ? Buffer.alloc(0) : Buffer.alloc(length, bytes)
}

/** Adds the block plus one to every block of the input, as numbers. */
function addTo(input: Buffer, added: Buffer, block: number): void {
  for (let start = 0; start < input.length; start += block) {
    let carry = 1
    for (let at = block - 1; at >= 0; at -= 1) {
      carry += input[start + at]! + added[at]!
      input[start + at] = carry & 0xff
      carry >>= 8
    }
  }
}

function childrenOf(node: BaseBlock | undefined): readonly BaseBlock[] {
  return node instanceof Constructed ? (node.valueBlock.value as BaseBlock[]) : []
}

/** BER may split the bytes into several parts. */
function octetsOf(node: BaseBlock | undefined): Buffer {
  if (!(node instanceof OctetString)) throw new Pkcs12Error('shape')
  return Buffer.from(node.getValue())
}

function numberOf(node: BaseBlock | undefined): number {
  if (!(node instanceof Integer)) throw new Pkcs12Error('shape')
  const { valueHexView } = node.valueBlock
  return valueHexView.length > 6
    ? Number.POSITIVE_INFINITY
    : Number(`0x${Buffer.from(valueHexView).toString('hex') || '0'}`)
}

function wordOf(node: BaseBlock | undefined): string {
  return node && !(node instanceof Null) ? String(node.valueBlock) : ''
}
