import { type Cell, Day } from '#sheets/csv.ts'
import type { Choice, Column } from './rules.ts'

/** By field: how its cell is made from a record. */
export type Show<Row> = Readonly<Record<string, (row: Row) => Cell | boolean | readonly string[]>>

export function cellsBy<Row>(columns: readonly Column[], show: Show<Row>, row: Row): Cell[] {
  return columns.map((column) => cellOf(column, show[column.field]!(row)))
}

/** By field: the texts that a spreadsheet returns for the cells of a record. */
export function shownBy<Row>(
  columns: readonly Column[],
  show: Show<Row>,
  row: Row,
): Record<string, string[]> {
  return Object.fromEntries(
    columns.map((column) => [column.field, [textOf(cellOf(column, show[column.field]!(row)))]]),
  )
}

function cellOf({ choices = [], kind }: Column, value: Cell | boolean | readonly string[]): Cell {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) return value.map((one) => labelIn(choices, one)).join('; ') || null
  if (kind === 'day' && typeof value === 'string') return new Day(value)
  return kind === 'one' && typeof value === 'string' ? labelIn(choices, value) : (value as Cell)
}

function textOf(cell: Cell): string {
  if (cell instanceof Day) return cell.day
  return cell === null ? '' : String(cell)
}

export function labelIn(choices: readonly Choice[], value: string): string {
  return choices.find((one) => one.value === value)?.label ?? value
}

/** Choices of a closed list, with other words for some of them. */
export function choicesOf<Value extends string>(
  labels: Readonly<Record<Value, string>>,
  also: Partial<Record<Value, readonly string[]>> = {},
): Choice[] {
  return (Object.keys(labels) as Value[]).map((value) => ({
    value,
    label: labels[value],
    ...(also[value] && { also: also[value] }),
  }))
}
