import { dirname } from 'node:path'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import fonts from 'pdfmake/fonts/Roboto.js'
import { HAIRLINE, type HeadlineLevel, MUTED, type PdfDocument, STYLES, TEXT_COLOR } from './document.ts'

/** Draws one document after the other, in a thread of its own: a long one keeps no request waiting. */

export interface Answer {
  pdf?: Uint8Array<ArrayBuffer>
  /** The document could not be drawn: a mistake in the code that built it. */
  fault?: string
}

const FONTS = dirname(fonts.Roboto.normal)
const [LEFT, TOP, RIGHT, BOTTOM] = [56, 56, 56, 64]

pdfmake.setFonts(fonts)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(FONTS))
pdfmake.setTableLayouts({
  rows: {
    hLineWidth: (line, { table: { body, headerRows = 0 } }) =>
      line === 0 || line === body.length ? 0 : line === headerRows ? 1 : 0.5,
    vLineWidth: () => 0,
    hLineColor: (line, { table: { headerRows = 0 } }) => (line === headerRows ? MUTED : HAIRLINE),
    paddingLeft: (column) => (column === 0 ? 0 : 4),
    paddingRight: () => 4,
    paddingTop: () => 4,
    paddingBottom: () => 4,
  },
  facts: {
    hLineWidth: (line, { table: { body } }) => (line === 0 || line === body.length ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => HAIRLINE,
    paddingLeft: () => 0,
    paddingTop: () => 4,
    paddingBottom: () => 4,
  },
  tiles: {
    hLineWidth: () => 2,
    vLineWidth: () => 2,
    hLineColor: () => 'white',
    vLineColor: () => 'white',
    paddingLeft: () => 2,
    paddingRight: () => 2,
    paddingTop: () => 2,
    paddingBottom: () => 2,
  },
})

function definitionOf({ title, organisation, footer, dated, watermark, content }: PdfDocument): object {
  return {
    language: 'es-CL',
    displayTitle: true,
    pageSize: 'LETTER',
    pageMargins: [LEFT, TOP, RIGHT, BOTTOM],
    info: { title, author: organisation, creator: 'Resguardo', producer: 'Resguardo', creationDate: dated },
    styles: STYLES,
    defaultStyle: { font: 'Roboto', fontSize: 10, color: TEXT_COLOR },
    ...(watermark && { watermark: { text: watermark, color: MUTED, opacity: 0.06, bold: true } }),
    footer: (page: number, pages: number) => ({
      margin: [LEFT, 24, RIGHT, 0],
      fontSize: 8,
      color: MUTED,
      columns: [
        { text: footer, noWrap: true, width: '*' },
        { text: `Página ${page} de ${pages}`, alignment: 'right', width: 90 },
      ],
    }),
    pageBreakBefore: ({ headlineLevel, startPosition }: LaidOut) =>
      headlineLevel !== undefined && startPosition.verticalRatio > LOWEST_HEADING[headlineLevel],
    content: content.map(withBreaks),
  }
}

interface LaidOut {
  headlineLevel?: HeadlineLevel
  /** 0 at the head of a page, 1 at its foot. */
  startPosition: { verticalRatio: number }
}

/**
 * Below it there is room for little more than the heading itself, which then opens the next page instead. A heading
 * may be followed by a subheading, so it needs the room of both.
 */
const LOWEST_HEADING: Readonly<Record<HeadlineLevel, number>> = { 1: 0.75, 2: 0.82 }

/** Where a line may break inside a word that no line holds: pdfmake needs minutes to find out by itself. */
const UNBROKEN = /\S{16}(?=\S{24})/gu
const ZERO_WIDTH_SPACE = '\u200b'

function withBreaks<T>(node: T): T {
  if (Array.isArray(node)) return node.map(withBreaks) as T
  if (typeof node !== 'object' || node === null) return node
  const parts = Object.entries(node).map(([key, part]) => [
    key,
    key === 'text' && typeof part === 'string'
      ? part.replace(UNBROKEN, `$&${ZERO_WIDTH_SPACE}`)
      : withBreaks(part),
  ])
  return Object.fromEntries(parts)
}

async function answer(document: PdfDocument): Promise<Answer> {
  try {
    // A copy with memory of its own, which can be handed over to the other thread without another one.
    return { pdf: Uint8Array.from(await pdfmake.createPdf(definitionOf(document)).getBuffer()) }
  } catch (error) {
    return { fault: (error as Error).stack ?? String(error) }
  }
}

parentPort!.on('message', async (document: PdfDocument) => {
  const drawn = await answer(document)
  parentPort!.postMessage(drawn, drawn.pdf ? [drawn.pdf.buffer] : [])
})
