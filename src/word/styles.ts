import type { IParagraphStyleOptions, IStylesOptions } from 'docx'
import { ACCENT, STYLES, type StyleName, TEXT_COLOR } from '#pdf/document.ts'

/** The styles of the PDF as Word styles, so that a person can restyle a document. */

/** Word measures in twentieths of a point, letters in half points, and lines in 240ths of their height. */
export const twips = (points: number) => Math.round(points * 20)
export const halves = (points: number) => Math.round(points * 2)
const lines = (height: number) => Math.round(height * 240)

/** A colour in Word's notation. */
export const hex = (color: string) => (color === 'white' ? 'FFFFFF' : color.replace('#', '').toUpperCase())

interface Style {
  fontSize?: number
  bold?: boolean
  color?: string
  characterSpacing?: number
  lineHeight?: number
  margin?: readonly [number, number, number, number]
}

/** The names in Word's list of styles. Headings and the title use Word's own: navigation and indexes rely on them. */
const NAMES: Readonly<Record<Exclude<StyleName, 'heading' | 'subheading' | 'title'>, string>> = {
  organisation: 'Membrete',
  kind: 'Clase de documento',
  prose: 'Cuerpo',
  label: 'Etiqueta',
  columnHead: 'Encabezado de columna',
  cell: 'Celda',
  note: 'Nota',
}

/** The Word style for one of ours. */
export function styleId(name: StyleName): string {
  if (name === 'title') return 'Title'
  if (name === 'heading') return 'Heading1'
  if (name === 'subheading') return 'Heading2'
  return name
}

export function wordStyles(language: string): IStylesOptions {
  const custom = Object.entries(NAMES).map(
    ([id, name]): IParagraphStyleOptions => ({
      id,
      name,
      basedOn: 'Normal',
      quickFormat: true,
      ...lookOf(STYLES[id as keyof typeof NAMES]),
    }),
  )
  return {
    default: {
      document: {
        run: { font: 'Calibri', size: halves(10.5), color: hex(TEXT_COLOR), language: { value: language } },
        paragraph: { spacing: { before: 0, after: 0 } },
      },
      title: lookOf(STYLES.title),
      heading1: { ...lookOf(STYLES.heading), next: 'prose' },
      heading2: { ...lookOf(STYLES.subheading), next: 'prose' },
      hyperlink: { run: { color: hex(ACCENT), underline: { type: 'single' } } },
    },
    paragraphStyles: custom,
  }
}

function lookOf({ fontSize, bold, color = TEXT_COLOR, characterSpacing, lineHeight, margin }: Style) {
  return {
    run: {
      color: hex(color),
      ...(fontSize && { size: halves(fontSize) }),
      ...(bold && { bold }),
      ...(characterSpacing && { characterSpacing: twips(characterSpacing) }),
    },
    paragraph: {
      spacing: {
        before: twips(margin?.[1] ?? 0),
        after: twips(margin?.[3] ?? 0),
        ...(lineHeight && { line: lines(lineHeight), lineRule: 'auto' as const }),
      },
    },
  }
}
