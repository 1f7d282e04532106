import type { SheetColumn, SheetShape } from '#sheets/workbook.ts'
import { type Column, ID_COLUMN } from './rules.ts'

/** The sheet of a target, with its hidden id and its lists. */
export function sheetShape(title: string, columns: readonly Column[]): SheetShape {
  return {
    sheet: title,
    columns: [{ heading: ID_COLUMN.heading, hidden: true }, ...columns.map(sheetColumn)],
  }
}

const SEVERAL = 'Varios valores van separados por punto y coma.'

/** A cell with a list accepts one entry. Where several are allowed, the list only suggests. */
export function sheetColumn({ heading, kind, choices, open, hint, required }: Column): SheetColumn {
  const list = kind === 'flag' ? ['Sí', 'No'] : choices?.map(({ label }) => label)
  const hints = [required && 'Obligatorio.', hint, kind === 'many' && SEVERAL].filter(Boolean)
  return {
    heading,
    ...(list && { list }),
    ...(kind === 'day' && { kind }),
    open: open === true || kind === 'many',
    ...(hints.length > 0 && { hint: hints.join(' ') }),
  }
}
