import { ContentInfo, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import type { Certificate } from '@peculiar/asn1-x509'
import { fromBER } from 'asn1js'
import { type Bytes, hex, sha256 } from './bytes.ts'
import {
  ATTRIBUTES,
  attributeOf,
  CmsError,
  certificateOf,
  checkSignedFor,
  derOf,
  HASHES,
  hexOf,
  ID_SIGNED_DATA,
  isSigned,
  nameOf,
  oidOf,
  signedAttributesOf,
  subjectOf,
} from './cms.ts'
import { type StampResult, verifyStampOf } from './stamp.ts'

/**
 * Signatures inside a PDF file (ISO 32000, 12.8; PAdES, ETSI EN 319 142-1), for Node and for browsers. The result is what
 * the file itself shows: whom the certificate names and who issued it. The reader decides whether to trust the issuer.
 */

/**
 * Why a signature does not count. `range`: its range is unsound. `shape`: no signature at all. `digest`: the file was
 * changed. `signature`: changed, or made with another key. `certificate`: missing, or not the signed one. `algorithm`: this
 * machine cannot check it.
 */
export type PdfSignatureFault = 'range' | 'shape' | 'digest' | 'signature' | 'certificate' | 'algorithm'

export interface PdfSigner {
  /** The name in the certificate. */
  subject: string
  issuer: string
  /** Hexadecimal. */
  serial: string
  /** ISO 8601, like `notAfter`. */
  notBefore: string
  notAfter: string
  /** SHA-256 of the certificate. */
  fingerprint: string
}

export interface PdfSignature {
  valid: boolean
  fault: PdfSignatureFault | null
  /** Every byte of the file is signed, except the signature itself. */
  coversFile: boolean
  /** The signature's format: `ETSI.CAdES.detached` is PAdES. */
  format: string | null
  signer: PdfSigner | null
  /** The time that the signer claims, in ISO 8601. */
  claimedAt: string | null
  /** A time-stamp authority's statement about the signature; null without one. */
  stamp: StampResult | null
  /** The certificate was valid at the time of signing, by the stamp or else by the signer's claim. */
  inTime: boolean | null
}

export interface PdfSignatures {
  isPdf: boolean
  /** In file order. */
  signatures: PdfSignature[]
  /** The file has more signatures than were checked. */
  more: boolean
  /** All signatures found are valid, and the last one covers the whole file. */
  intact: boolean
}

const MOST_SIGNATURES = 20
/** The most hexadecimal digits of one signature, which takes some kilobytes with its chain and its stamp. */
const MOST_DIGITS = 512 * 1024
/** How much of the signature's dictionary is read, on each side of it. */
const NEAR = 4096
const ID_DATA = '1.2.840.113549.1.7.1'
const PADES = 'ETSI.CAdES.detached'

const RANGE = /^\s{0,20}\[\s{0,20}(\d{1,10})\s{1,20}(\d{1,10})\s{1,20}(\d{1,10})\s{1,20}(\d{1,10})\s{0,20}\]/

interface Place {
  /** The position of `/ByteRange`. */
  at: number
  range: [number, number, number, number]
}

export async function verifyPdfSignatures(file: Uint8Array): Promise<PdfSignatures> {
  const bytes = file as Bytes
  const { places, more } = placesOf(bytes)
  const signatures: PdfSignature[] = []
  for (const place of places) signatures.push(await verified(bytes, place))
  const intact =
    !more && signatures.length > 0 && signatures.every(({ valid }) => valid) && signatures.at(-1)!.coversFile
  return { isPdf: indexOf(bytes, '%PDF-', 0, 1024) >= 0, signatures, more, intact }
}

function placesOf(bytes: Bytes): { places: Place[]; more: boolean } {
  const places: Place[] = []
  const name = '/ByteRange'
  for (let at = indexOf(bytes, name, 0); at >= 0; at = indexOf(bytes, name, at + name.length)) {
    const after = at + name.length
    const found = RANGE.exec(latin1(bytes, after, after + 160))
    if (!found) continue
    if (places.length === MOST_SIGNATURES) return { places, more: true }
    const [, a, b, c, d] = found.map(Number) as [number, number, number, number, number]
    places.push({ at, range: [a, b, c, d] })
  }
  return { places, more: false }
}

async function verified(bytes: Bytes, place: Place): Promise<PdfSignature> {
  const [, before, after, rest] = place.range
  const result: PdfSignature = {
    valid: false,
    fault: null,
    coversFile: false,
    format: null,
    signer: null,
    claimedAt: null,
    stamp: null,
    inTime: null,
  }
  try {
    const digits = digitsOf(bytes, place)
    const words = dictionaryOf(bytes, before, after)
    result.coversFile = after + rest === bytes.length
    result.format = /\/SubFilter\s{0,20}\/([\w.]{1,60})/.exec(words)?.[1] ?? null
    result.claimedAt = claimedIn(words)
    await checkCms(result, cmsOf(digits), signedBytesOf(bytes, place))
    result.valid = true
  } catch (error) {
    result.fault = error instanceof Refused ? error.fault : faultOf(error)
  }
  return result
}

class Refused extends Error {
  readonly fault: PdfSignatureFault
  constructor(fault: PdfSignatureFault) {
    super(fault)
    this.fault = fault
  }
}

function faultOf(error: unknown): PdfSignatureFault {
  if (!(error instanceof CmsError)) return 'shape'
  const { fault } = error
  return fault === 'signature' || fault === 'certificate' || fault === 'algorithm' ? fault : 'shape'
}

/**
 * The digits between the two parts. They must be exactly the value of `/Contents` in the dictionary that names the parts:
 * anything more would be unsigned bytes.
 */
function digitsOf(bytes: Bytes, { at, range: [start, before, after, rest] }: Place): string {
  const isOrdered = start === 0 && before > 0 && after > before + 2 && after + rest <= bytes.length
  if (!isOrdered || after - before > MOST_DIGITS || (at >= before && at < after)) throw new Refused('range')
  if (bytes[before] !== 0x3c || bytes[after - 1] !== 0x3e) throw new Refused('range')
  if (!/\/Contents\s{0,20}$/.test(latin1(bytes, before - 40, before))) throw new Refused('range')
  const [from, to] = at < before ? [at, before] : [after, at]
  if (to - from > NEAR || /endobj|stream/.test(latin1(bytes, from, to))) throw new Refused('range')
  const digits = latin1(bytes, before + 1, after - 1)
  if (!/^(?:[0-9A-Fa-f]{2})+$/.test(digits)) throw new Refused('range')
  return digits
}

/** The dictionary of the signature without its value. */
function dictionaryOf(bytes: Bytes, before: number, after: number): string {
  const head = latin1(bytes, before - NEAR, before)
  const tail = latin1(bytes, after, after + NEAR)
  const end = tail.indexOf('endobj')
  return `${head.slice(head.lastIndexOf(' obj') + 1)} ${end < 0 ? tail : tail.slice(0, end)}`
}

const MOMENT = /\/M\s{0,20}\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/

function claimedIn(words: string): string | null {
  const [found, year, month, day, hour, minute, second, sign, hours = '00', minutes = '00'] =
    MOMENT.exec(words) ?? []
  if (!found) return null
  const zone = sign ? `${sign}${hours}:${minutes}` : 'Z'
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** Zeros pad the value. */
function cmsOf(digits: string): Bytes {
  const padded = new Uint8Array(digits.length / 2)
  for (let at = 0; at < padded.length; at++)
    padded[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16)
  const { offset } = fromBER(padded)
  if (offset <= 0 || padded.subarray(offset).some((byte) => byte !== 0)) throw new Refused('shape')
  return padded.slice(0, offset)
}

function signedBytesOf(bytes: Bytes, { range: [, before, after, rest] }: Place): Bytes {
  const signed = new Uint8Array(before + rest)
  signed.set(bytes.subarray(0, before))
  signed.set(bytes.subarray(after, after + rest), before)
  return signed
}

async function checkCms(result: PdfSignature, cms: Bytes, data: Bytes): Promise<void> {
  const outer = AsnConvert.parse(cms, ContentInfo)
  if (outer.contentType !== ID_SIGNED_DATA) throw new Refused('shape')
  const signed = AsnConvert.parse(outer.content, SignedData)
  const { eContentType, eContent } = signed.encapContentInfo
  if (eContentType !== ID_DATA || eContent || signed.signerInfos.length !== 1) throw new Refused('shape')
  const signer = signed.signerInfos[0]!
  const certificate = certificateOf(signed, signer)
  const der = derOf(cms, signed, certificate)
  result.signer = await signerOf(certificate, der)

  const hash = HASHES[signer.digestAlgorithm.algorithm]
  if (!hash) throw new Refused('algorithm')
  const noted = attributeOf(signer, ATTRIBUTES.messageDigest)
  const type = attributeOf(signer, ATTRIBUTES.contentType)
  if (!noted || !type || oidOf(type) !== ID_DATA) throw new Refused('shape')
  const digest = await globalThis.crypto.subtle.digest(hash, data)
  if (hexOf(AsnConvert.parse(noted, OctetString).buffer) !== hexOf(digest)) throw new Refused('digest')
  if (!(await isSigned(signer, certificate, signedAttributesOf(cms), hash))) throw new Refused('signature')
  const isNamed = [ATTRIBUTES.signingCertificateV2, ATTRIBUTES.signingCertificate].some((type) =>
    attributeOf(signer, type),
  )
  if (isNamed || result.format === PADES) await checkSignedFor(signer, der)

  result.stamp = await stampOf(signer)
  const at = result.stamp?.valid ? result.stamp.at : result.claimedAt
  const { notBefore, notAfter } = result.signer
  result.inTime = at === null ? null : notBefore <= at && at <= notAfter
}

async function signerOf(certificate: Certificate, der: Bytes): Promise<PdfSigner> {
  const { issuer, serialNumber, validity } = certificate.tbsCertificate
  return {
    subject: nameOf(certificate),
    issuer: subjectOf(issuer),
    serial: hexOf(serialNumber),
    notBefore: validity.notBefore.getTime().toISOString(),
    notAfter: validity.notAfter.getTime().toISOString(),
    fingerprint: hex(await sha256(der)),
  }
}

/** ETSI EN 319 122-1, 5.3: the stamp covers the value of the signature. */
async function stampOf({ unsignedAttrs, signature }: SignerInfo): Promise<StampResult | null> {
  const token = unsignedAttrs?.find(({ attrType }) => attrType === ATTRIBUTES.signatureTimeStamp)
    ?.attrValues[0]
  if (!token) return null
  return verifyStampOf(new Uint8Array(token), await sha256(new Uint8Array(signature.buffer)))
}

/** Decodes each byte as one character. */
function latin1(bytes: Bytes, from: number, to: number): string {
  let text = ''
  const part = bytes.subarray(Math.max(from, 0), Math.max(to, 0))
  for (let at = 0; at < part.length; at += 8192) text += String.fromCharCode(...part.subarray(at, at + 8192))
  return text
}

function indexOf(bytes: Bytes, text: string, from: number, until = bytes.length): number {
  const first = text.charCodeAt(0)
  for (let at = bytes.indexOf(first, from); at >= 0 && at < until; at = bytes.indexOf(first, at + 1)) {
    let same = 1
    while (same < text.length && bytes[at + same] === text.charCodeAt(same)) same += 1
    if (same === text.length) return at
  }
  return -1
}
