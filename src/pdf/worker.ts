import { dirname } from 'node:path'
import pdfmake from 'pdfmake'
import fonts from 'pdfmake/fonts/Roboto.js'
import { writtenUnderIn } from '#kernel/law/wording.ts'
import {
  type Block,
  HAIRLINE,
  type HeadlineLevel,
  MUTED,
  PAGE,
  type PdfDocument,
  STYLES,
  TEXT_COLOR,
} from './document.ts'
import { answerWith } from './thread.ts'

const FONTS = dirname(fonts.Roboto.normal)

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

const PAGE_NUMBERS = {
  es: (page: number, pages: number) => `Página ${page} de ${pages}`,
  en: (page: number, pages: number) => `Page ${page} of ${pages}`,
} as const

function definitionOf(document: PdfDocument): object {
  const { title, organisation, footer, lawVersion, dated, content, language = 'es' } = document
  const { watermark, logos = {}, files = [] } = document
  const number = PAGE_NUMBERS[language]
  return {
    language: language === 'es' ? 'es-CL' : language,
    displayTitle: true,
    pageSize: 'LETTER',
    pageMargins: [PAGE.left, PAGE.top, PAGE.right, PAGE.bottom],
    info: { title, author: organisation, creator: 'Resguardo', producer: 'Resguardo', creationDate: dated },
    styles: STYLES,
    defaultStyle: { font: 'Roboto', fontSize: 10, color: TEXT_COLOR },
    ...(watermark && { watermark: { text: watermark, color: MUTED, opacity: 0.06, bold: true } }),
    files: Object.fromEntries(
      files.map(({ name, description, type, text }) => [name, fileOf(name, description, type, text, dated)]),
    ),
    background: (page: number) => (page === 1 ? logosOf(logos) : null),
    footer: (page: number, pages: number) => ({
      margin: [PAGE.left, 24, PAGE.right, 0],
      fontSize: 8,
      color: MUTED,
      stack: [
        {
          columns: [
            { text: footer, width: '*' },
            { text: number(page, pages), alignment: 'right', width: 90 },
          ],
        },
        { text: writtenUnderIn(language, lawVersion), fontSize: 7 },
      ],
    }),
    // On the last page, all following blocks fit too.
    pageBreakBefore: ({ headlineLevel, startPosition: { pageNumber, verticalRatio }, pages }: LaidOut) =>
      headlineLevel !== undefined && pageNumber < pages && verticalRatio > LOWEST_HEADING[headlineLevel],
    content: apart(content).map((block) => withBreaks(withoutInnerBreaks(block))),
  }
}

/** Separates a text from the table before it. A heading keeps its own distance. */
function apart(blocks: readonly Block[]): Block[] {
  return blocks.map((block, at) => {
    if ('stack' in block) return { ...block, stack: apart(block.stack) }
    const next = blocks[at + 1]
    if (!('table' in block) || block.margin || !next || 'table' in next || next.headlineLevel) return block
    return { ...block, margin: [0, 0, 0, 8] }
  })
}

function fileOf(name: string, description: string, type: string, text: string, dated: Date): object {
  const src = `data:${type};base64,${Buffer.from(text).toString('base64')}`
  return { src, name, description, creationDate: dated, modifiedDate: dated }
}

/** In points: the first logo above the name on a cover, the other at the foot of the page. */
function logosOf({ owner, maker }: NonNullable<PdfDocument['logos']>): object[] {
  const at = (image: string, y: number) => ({
    image,
    fit: [200, 56],
    absolutePosition: { x: PAGE.left, y },
  })
  return [...(owner ? [at(owner, PAGE.top)] : []), ...(maker ? [at(maker, MAKER_TOP)] : [])]
}

/** Just above the bottom of a page of 792 points. */
const MAKER_TOP = 792 - PAGE.bottom - 72

interface LaidOut {
  headlineLevel?: HeadlineLevel
  /** 0 at the top of a page, 1 at its bottom. */
  startPosition: { pageNumber: number; verticalRatio: number }
  /** The number of pages. */
  pages: number
}

/**
 * Below this point there is room for little more than the heading, so it moves to the next page. A subheading may follow a
 * heading, so a heading needs the room of both.
 */
const LOWEST_HEADING: Readonly<Record<HeadlineLevel, number>> = { 1: 0.75, 2: 0.82, 3: 0.86 }

/** A heading inside an unbreakable block or row moves with it. A page break there would lose the content before it. */
function withoutInnerBreaks<T>(node: T, isWhole = false): T {
  if (Array.isArray(node)) return node.map((part) => withoutInnerBreaks(part, isWhole)) as T
  if (typeof node !== 'object' || node === null) return node
  const isWholeHere = isWhole || 'table' in node || ('unbreakable' in node && node.unbreakable === true)
  const parts = Object.entries(node)
    .filter(([key]) => !isWhole || key !== 'headlineLevel')
    .map(([key, part]) => [key, withoutInnerBreaks(part, isWholeHere)])
  return Object.fromEntries(parts)
}

/** Breaks inside words too long for a line: pdfmake takes minutes to find them by itself. */
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

answerWith((document) => pdfmake.createPdf(definitionOf(document)).getBuffer())
