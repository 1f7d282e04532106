import {
  AlignmentType,
  Document,
  Footer,
  Header,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  TabStopType,
  TextRun,
} from 'docx'
import { strFromU8, strToU8, type Unzipped, unzipSync, zipSync } from 'fflate'
import { writtenUnderIn } from '#kernel/law/wording.ts'
import { MUTED, PAGE, type PdfDocument } from '#pdf/document.ts'
import { childrenOf, INDENT, LISTS } from './blocks.ts'
import { halves, hex, twips, wordStyles } from './styles.ts'
import { readableText } from './text.ts'

const WORDS = {
  es: { language: 'es-CL', page: 'Página ', of: ' de ' },
  en: { language: 'en-US', page: 'Page ', of: ' of ' },
} as const

const WIDTH = PAGE.width - PAGE.left - PAGE.right
const SMALL = { size: halves(8), color: hex(MUTED) } as const

/** The document as a file that people edit in Word, LibreOffice and Google Docs. */
export async function wordFile(document: PdfDocument): Promise<Uint8Array> {
  const { title, organisation, language = 'es', content, dated } = document
  const word = new Document({
    title: readableText(title),
    creator: readableText(organisation),
    lastModifiedBy: readableText(organisation),
    description: '',
    styles: wordStyles(WORDS[language].language),
    numbering: { config: [levels('ordered'), levels('plain')] },
    sections: [
      {
        properties: {
          page: {
            size: { width: twips(PAGE.width), height: twips(PAGE.height) },
            margin: {
              top: twips(PAGE.top),
              right: twips(PAGE.right),
              bottom: twips(PAGE.bottom),
              left: twips(PAGE.left),
              header: twips(28),
              footer: twips(28),
            },
          },
        },
        headers: { default: headerOf(document) },
        footers: { default: footerOf(document) },
        children: childrenOf(content, WIDTH),
      },
    ],
  })
  return dateTo(dated, await Packer.toBuffer(word))
}

/** The library cannot write watermarks across a page, so a draft says so above every page. */
function headerOf({ watermark }: PdfDocument): Header {
  const children = watermark ? [new TextRun({ text: readableText(watermark), bold: true, ...SMALL })] : []
  return new Header({ children: [new Paragraph({ alignment: AlignmentType.RIGHT, children })] })
}

function footerOf({ footer, lawVersion, language = 'es' }: PdfDocument): Footer {
  const { page, of } = WORDS[language]
  return new Footer({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: twips(WIDTH) }],
        children: [
          new TextRun({ text: readableText(footer), ...SMALL }),
          new TextRun({
            children: ['\t', page, PageNumber.CURRENT, of, PageNumber.TOTAL_PAGES],
            ...SMALL,
          }),
        ],
      }),
      new Paragraph({ children: [new TextRun({ text: writtenUnderIn(language, lawVersion), ...SMALL })] }),
    ],
  })
}

const DEEPEST_LEVEL = 8

function levels(kind: keyof typeof LISTS) {
  return {
    reference: LISTS[kind],
    levels: Array.from({ length: DEEPEST_LEVEL + 1 }, (_, level) => ({
      level,
      format: kind === 'ordered' ? LevelFormat.DECIMAL : LevelFormat.BULLET,
      text: kind === 'ordered' ? `%${level + 1}.` : '•',
      alignment: AlignmentType.LEFT,
      style: { paragraph: { indent: { left: twips(INDENT * (level + 1)), hanging: twips(INDENT) } } },
    })),
  }
}

const CORE = 'docProps/core.xml'
const LINKED = ['word/document.xml', 'word/_rels/document.xml.rels']

/** The library writes the clock into the file and names links at random. The same facts must give the same bytes. */
function dateTo(dated: Date, file: Uint8Array): Uint8Array {
  const parts = unzipSync(file)
  rewrite(parts, CORE, (text) => text.replace(/(<dcterms:\w+[^>]*>)[^<]*(<)/g, `$1${dated.toISOString()}$2`))
  const names = new Map<string, string>()
  const inOrder = (name: string) => names.get(name) ?? names.set(name, `link${names.size + 1}`).get(name)!
  for (const part of LINKED)
    rewrite(parts, part, (text) => text.replace(/(?<=[iI]d=")rId(?!\d+")[^"]+/g, inOrder))
  return zipSync(parts, { mtime: ZIP_EPOCH })
}

function rewrite(parts: Unzipped, name: string, change: (text: string) => string): void {
  parts[name] = strToU8(change(strFromU8(parts[name]!)))
}

/** Zip files hold local times, from this year on. */
const ZIP_EPOCH = new Date(1980, 0, 1)
