import { inflateSync } from 'node:zlib'

/** The text of a PDF, page by page. Reads as much of the format as this service writes. */
export function pdfPages(file: Buffer): string[] {
  const objects = readObjects(file)
  const kids = [...objects.values()].find(({ head }) => /\/Type \/Pages\b/.test(head))!.head
  const pages = references(/\/Kids \[([^\]]*)\]/.exec(kids)![1]!).map((id) => objects.get(id)!.head)
  return pages.map((page) => {
    const resources = objects.get(reference(page, 'Resources'))?.head ?? page
    const fontNames = /\/Font <<([^>]*)>>/.exec(resources)?.[1] ?? ''
    const fonts = new Map(
      [...fontNames.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, id]) => [
        name!,
        readLetters(objects.get(reference(objects.get(Number(id))!.head, 'ToUnicode'))!.stream),
      ]),
    )
    return readText(objects.get(reference(page, 'Contents'))!.stream, fonts)
  })
}

/** The start of each text, in points from the left and the bottom of its page. */
export function pdfPlaces(file: Buffer): { x: number; y: number }[] {
  return [...readObjects(file).values()].flatMap(({ stream }) =>
    [...stream.matchAll(/1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/g)].map(([, x, y]) => ({
      x: Number(x),
      y: Number(y),
    })),
  )
}

/** Number of pictures on its pages. */
export function pdfPictures(file: Buffer): number {
  const drawn = [...readObjects(file).values()].flatMap(({ stream }) => stream.match(/\/I\d+ Do\b/g) ?? [])
  return drawn.length
}

/** The whole text in one line, for finding sentences that wrap. */
export function pdfText(file: Buffer): string {
  return pdfPages(file).join(' ').replace(/\s+/g, ' ')
}

interface PdfObject {
  head: string
  stream: string
}

function readObjects(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const found of text.matchAll(/^(\d+) 0 obj\n/gm)) {
    const from = found.index + found[0].length
    const body = text.slice(from, text.indexOf('endobj', from))
    const start = body.indexOf('stream\n')
    const head = start < 0 ? body : body.slice(0, start)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const at = from + start + 'stream\n'.length
    const bytes = start < 0 ? Buffer.alloc(0) : file.subarray(at, at + length)
    const packed = /FlateDecode/.test(head)
    objects.set(Number(found[1]), { head, stream: (packed ? inflateSync(bytes) : bytes).toString('latin1') })
  }
  return objects
}

function references(list: string): number[] {
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id))
}

function reference(head: string, name: string): number {
  return Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1])
}

/** Characters of a font by glyph number. */
function readLetters(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first, list] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    const codes = [...list!.matchAll(/<([0-9a-f ]*)>/g)].map(([, code]) => code!)
    codes.forEach((code, index) => {
      letters.set(
        Number.parseInt(first!, 16) + index,
        Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
    })
  }
  return letters
}

function readText(content: string, fonts: Map<string, Map<number, string>>): string {
  let letters = new Map<number, string>()
  let text = ''
  for (const [, font, runs] of content.matchAll(/\/(\w+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? letters
    for (const [, glyphs] of (runs ?? '').matchAll(/<([0-9a-f]*)>/g))
      for (const glyph of glyphs!.match(/.{4}/g) ?? []) text += letters.get(Number.parseInt(glyph, 16)) ?? ''
    if (runs !== undefined) text += ' '
  }
  return text
}
