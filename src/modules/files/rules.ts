/** What an upload is, told by its bytes and not by its name: evidence is served again under this type. */

export const LARGEST_BYTES = 20 * 1024 * 1024

/** How many bytes the judgement needs. */
export const HEAD_BYTES = 4096

const ascii = (text: string) => Buffer.from(text, 'latin1')

/** First bytes of the formats that evidence comes in. */
const SIGNATURES: readonly { type: string; at?: number; bytes: Buffer }[] = [
  { type: 'application/pdf', bytes: ascii('%PDF-') },
  { type: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { type: 'image/gif', bytes: ascii('GIF8') },
  { type: 'image/webp', at: 8, bytes: ascii('WEBP') },
  { type: 'image/tiff', bytes: Buffer.from([0x49, 0x49, 0x2a, 0x00]) },
  { type: 'audio/mpeg', bytes: ascii('ID3') },
  { type: 'video/mp4', at: 4, bytes: ascii('ftyp') },
  { type: 'application/zip', bytes: Buffer.from([0x50, 0x4b, 0x03, 0x04]) },
  { type: 'application/pkcs7-signature', bytes: Buffer.from([0x30, 0x82]) },
]

/** Office documents are ZIP files; their names tell which, once the bytes have said ZIP. */
const OFFICE: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
}

/** Text is served as text whatever it claims: markup must never run. */
const TEXT: Record<string, string> = { csv: 'text/csv', json: 'application/json', eml: 'message/rfc822' }

/** Undefined for what is none of the accepted formats. */
export function typeOf(head: Buffer, name: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const known = SIGNATURES.find(({ at = 0, bytes }) => head.subarray(at, at + bytes.length).equals(bytes))
  if (known?.type === 'application/zip') return OFFICE[extension] ?? known.type
  if (known) return known.type
  return isText(head) ? (TEXT[extension] ?? 'text/plain') : undefined
}

function isText(head: Buffer): boolean {
  if (head.length === 0 || head.includes(0)) return false
  try {
    // A head cut short may end inside a character: as part of a stream, that one is left open.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length === HEAD_BYTES })
    return true
  } catch {
    return false
  }
}

/** A name for people, without paths or control characters. */
export function tidyName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1)!
  const clean = last
    .replace(/[\p{Cc}"<>|?*:]/gu, '')
    .trim()
    .slice(0, 200)
  return clean || 'archivo'
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
