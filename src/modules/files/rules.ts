/** The type of an upload, from its bytes and not from its name: evidence is served again under this type. */

export const LARGEST_BYTES = 20 * 1024 * 1024

/** How many bytes `typeOf` needs. */
export const HEAD_BYTES = 4096

const ascii = (text: string) => Buffer.from(text, 'latin1')
const hex = (text: string) => Buffer.from(text, 'hex')

const ZIP = 'application/zip'
const COMPOUND = 'application/x-ole-storage'
/** A container format. Its ninth byte begins the name of the content. */
const RIFF = ascii('RIFF')

/** First bytes of the accepted formats. The first matching row counts. */
const SIGNATURES: readonly { type: string; within?: Buffer; at?: number; bytes: Buffer }[] = [
  { type: 'application/pdf', bytes: ascii('%PDF-') },
  { type: 'image/png', bytes: hex('89504e470d0a1a0a') },
  { type: 'image/jpeg', bytes: hex('ffd8ff') },
  { type: 'image/gif', bytes: ascii('GIF8') },
  { type: 'image/webp', within: RIFF, at: 8, bytes: ascii('WEBP') },
  { type: 'image/tiff', bytes: hex('49492a00') },
  { type: 'image/tiff', bytes: hex('4d4d002a') },
  { type: 'image/heic', at: 4, bytes: ascii('ftyphei') },
  { type: 'image/heic', at: 4, bytes: ascii('ftypmif1') },
  { type: 'audio/mp4', at: 4, bytes: ascii('ftypM4A') },
  { type: 'video/mp4', at: 4, bytes: ascii('ftyp') },
  { type: 'video/webm', bytes: hex('1a45dfa3') },
  { type: 'audio/mpeg', bytes: ascii('ID3') },
  { type: 'audio/mpeg', bytes: hex('fffb') },
  { type: 'audio/mpeg', bytes: hex('fff3') },
  { type: 'audio/ogg', bytes: ascii('OggS') },
  { type: 'audio/wav', within: RIFF, at: 8, bytes: ascii('WAVE') },
  { type: ZIP, bytes: hex('504b0304') },
  { type: COMPOUND, bytes: hex('d0cf11e0a1b11ae1') },
  { type: 'application/pkcs7-signature', bytes: hex('3082') },
]

/** Office documents are containers: once the bytes show the container, the extension tells which one. */
const CONTAINED: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  [ZIP]: new Map([
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['odt', 'application/vnd.oasis.opendocument.text'],
    ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ]),
  [COMPOUND]: new Map([
    ['doc', 'application/msword'],
    ['xls', 'application/vnd.ms-excel'],
    ['ppt', 'application/vnd.ms-powerpoint'],
    ['msg', 'application/vnd.ms-outlook'],
  ]),
}

/** Text is always served as plain text: markup must never run. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['eml', 'message/rfc822'],
])

/** Undefined if it is none of the accepted formats. */
export function typeOf(head: Buffer, name: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const has = (bytes: Buffer, at: number) => head.subarray(at, at + bytes.length).equals(bytes)
  const known = SIGNATURES.find(
    ({ within, at = 0, bytes }) => has(bytes, at) && (within === undefined || has(within, 0)),
  )
  if (known) return CONTAINED[known.type]?.get(extension) ?? known.type
  return isText(head) ? (TEXTS.get(extension) ?? 'text/plain') : undefined
}

/** UTF-8, UTF-16 with a byte order mark, or one of the older encodings that spreadsheets and the tax office still write. */
function isText(head: Buffer): boolean {
  if (head.length === 0) return false
  if (UTF16_MARKS.some((mark) => head.subarray(0, 2).equals(mark))) return true
  return !head.includes(0) && (isUtf8(head) || head.every(isSign))
}

const UTF16_MARKS = [hex('fffe'), hex('feff')]

function isUtf8(head: Buffer): boolean {
  try {
    // The head may end inside a character. As part of a stream, that character is not an error.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length === HEAD_BYTES })
    return true
  } catch {
    return false
  }
}

/** In encodings with one byte per character: a letter, or a space or line break. */
function isSign(byte: number): boolean {
  return byte >= 0x20 ? byte !== 0x7f : byte >= 0x09 && byte <= 0x0d
}

const LONGEST_NAME = 200

/** A name for people, without paths, control characters, or marks that turn the reading direction («cod.exe» as «exe.doc»). */
export function tidyName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1)!
  const clean = last
    .toWellFormed()
    .replace(/[\p{Cc}"<>|?*:\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  return [...clean].slice(0, LONGEST_NAME).join('') || 'archivo'
}

/** RFC 6266: a plain name for old clients, the true one for the rest. */
export function attachment(name: string): string {
  const plain =
    name
      .normalize('NFD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%]/g, '_') || 'archivo'
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}
