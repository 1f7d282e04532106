import { createHash } from 'node:crypto'
import { cadesSignature, type SigningKey, type Stamp } from './cades.ts'

/**
 * Signs a PDF of our own renderer: PAdES B-B, or B-T with a stamp (ETSI EN 319 142-1). The drawn bytes stay unchanged; the
 * signature and its invisible field are appended (ISO 32000, 7.5.6).
 */

export interface Signing {
  /** The signer. */
  name: string
  reason: string
  location: string
  at: Date
}

/** A signature with its attributes, without certificates and stamp. */
const OWN_BYTES = 2048
/** Authorities send their whole chain with a stamp. */
const STAMP_BYTES = 16 * 1024
const DIGITS = 10

export async function signedPdf(
  pdf: Buffer,
  signing: Signing,
  key: SigningKey,
  stamp?: Stamp,
): Promise<Buffer> {
  const plain = key.certificates.reduce((sum, one) => sum + one.length, OWN_BYTES)
  const length = plain + (stamp ? STAMP_BYTES : 0)
  const { file, gap } = withPlace(pdf, signing, length)
  const digest = createHash('sha256')
    .update(file.subarray(0, gap.start))
    .update(file.subarray(gap.end))
    .digest()
  const fitting: Stamp | undefined =
    stamp &&
    (async (imprint) => {
      const token = await stamp(imprint)
      return token && token.length <= STAMP_BYTES ? token : undefined
    })
  const signature = await cadesSignature(key, digest, fitting)
  if (signature.length > length) throw new Error('the signature is longer than its place')
  file.write(signature.toString('hex'), gap.start + 1, 'latin1')
  return file
}

interface Gap {
  start: number
  end: number
}

/** The complete file except for the signature's value. */
function withPlace(pdf: Buffer, signing: Signing, length: number): { file: Buffer; gap: Gap } {
  const { root, size, rest, offsets, startXref } = trailerOf(pdf)
  const catalog = objectAt(pdf, offsets, root)
  const page = firstPage(pdf, offsets, catalog)
  const pageWords = objectAt(pdf, offsets, page)
  const [signatureId, fieldId] = [size, size + 1]

  const contents = `<${'0'.repeat(length * 2)}>`
  const places = `[0 ${Array.from({ length: 3 }, () => ' '.repeat(DIGITS)).join(' ')}]`
  const objects: [number, string][] = [
    [root, adding(catalog, `/AcroForm << /Fields [${fieldId} 0 R] /SigFlags 3 >>`)],
    [page, withAnnotation(pageWords, fieldId)],
    [
      signatureId,
      [
        '<<\n/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached',
        `/ByteRange ${places}`,
        `/Contents ${contents}`,
        `/M (${momentOf(signing.at)})`,
        `/Name ${textOf(signing.name)}`,
        `/Reason ${textOf(signing.reason)}`,
        `/Location ${textOf(signing.location)}\n>>`,
      ].join('\n'),
    ],
    [
      fieldId,
      `<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T ${textOf('Firma de la organización')}\n/F 132\n/Rect [0 0 0 0]\n/P ${page} 0 R\n/V ${signatureId} 0 R\n>>`,
    ],
  ]
  let text = ''
  const rows: [number, number][] = []
  for (const [id, words] of objects) {
    rows.push([id, pdf.length + text.length])
    text += `${id} 0 obj\n${words}\nendobj\n`
  }
  const xref = pdf.length + text.length
  const lines = rows
    .toSorted(([a], [b]) => a - b)
    .map(([id, at]) => `${id} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
  text += `xref\n${lines.join('')}trailer\n<<\n/Size ${size + 2}\n/Root ${root} 0 R\n${rest}/Prev ${startXref}\n>>\nstartxref\n${xref}\n%%EOF\n`

  const file = Buffer.concat([pdf, Buffer.from(text, 'latin1')])
  const start = pdf.length + text.indexOf(contents)
  const gap = { start, end: start + contents.length }
  const range = [gap.start, gap.end, file.length - gap.end].map((one) => String(one).padEnd(DIGITS))
  file.write(`[0 ${range.join(' ')}]`, pdf.length + text.indexOf(places), 'latin1')
  return { file, gap }
}

interface Trailer {
  root: number
  size: number
  /** The entries that the next trailer repeats. */
  rest: string
  offsets: ReadonlyMap<number, number>
  startXref: number
}

/** The end of a PDF, followed by at most one comment: the seal of the service. */
const END = /startxref\n(\d+)\n%%EOF\s*(?:%[^\n]{1,1100}\n?)?$/
const ENDING = 1300

function trailerOf(pdf: Buffer): Trailer {
  const ending = pdf.subarray(-ENDING).toString('latin1')
  const startXref = Number(END.exec(ending)?.[1] ?? unexpected('end'))
  const table = pdf.subarray(startXref).toString('latin1')
  const [head, first, count] = /^xref\n(\d+) (\d+)\n/.exec(table) ?? unexpected('table')
  const offsets = new Map<number, number>()
  for (let row = 0; row < Number(count); row += 1) {
    const at = head.length + row * 20
    offsets.set(Number(first) + row, Number(table.slice(at, at + 10)))
  }
  const trailer = table.slice(head.length + Number(count) * 20)
  const word = (pattern: RegExp) => pattern.exec(trailer)?.[1]
  return {
    root: Number(word(/\/Root (\d+) 0 R/) ?? unexpected('root')),
    size: Number(word(/\/Size (\d+)/) ?? unexpected('size')),
    rest: [word(/(\/Info \d+ 0 R)/), word(/(\/ID \[[^\]]*\])/)]
      .map((one) => (one ? `${one}\n` : ''))
      .join(''),
    offsets,
    startXref,
  }
}

/** The dictionary of an object, with its exact bytes. */
function objectAt(pdf: Buffer, offsets: ReadonlyMap<number, number>, id: number): string {
  const at = offsets.get(id) ?? unexpected(`object ${id}`)
  const end = pdf.indexOf('\nendobj', at, 'latin1')
  const head = `${id} 0 obj\n`
  const words = pdf.subarray(at, end).toString('latin1')
  if (!words.startsWith(`${head}<<`) || !words.endsWith('>>')) return unexpected(`object ${id}`)
  return words.slice(head.length)
}

function firstPage(pdf: Buffer, offsets: ReadonlyMap<number, number>, catalog: string): number {
  const pages = Number(/\/Pages (\d+) 0 R/.exec(catalog)?.[1] ?? unexpected('pages'))
  return Number(/\/Kids \[(\d+) 0 R/.exec(objectAt(pdf, offsets, pages))?.[1] ?? unexpected('first page'))
}

function adding(dictionary: string, entry: string): string {
  if (dictionary.includes('/AcroForm')) return unexpected('form')
  return `${dictionary.slice(0, -2)}${entry}\n>>`
}

function withAnnotation(page: string, id: number): string {
  const [before, after, more] = page.split('/Annots [')
  if (more !== undefined || (after === undefined && page.includes('/Annots')))
    return unexpected('annotations')
  return after === undefined
    ? `${page.slice(0, -2)}/Annots [${id} 0 R]\n>>`
    : `${before}/Annots [${id} 0 R ${after}`
}

/** Happens only if the renderer changed. Its tests would show that. */
function unexpected(what: string): never {
  throw new Error(`this PDF cannot be signed: its ${what} is not where it was expected`)
}

/** UTF-16, which every reader knows. */
function textOf(text: string): string {
  const digits = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')
  return ['<', digits, '>'].join('')
}

function momentOf(at: Date): string {
  return `D:${at.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`
}
