import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { faultsBy } from '#http/validation.ts'
import type { FaultDetail } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { fold } from '#kernel/text.ts'
import type { SheetRow } from '#sheets/bounds.ts'
import { readCell, tidy } from './cells.ts'
import type { Entry, Found, SheetTarget, Survey } from './public.ts'
import type { Action, Column, Mapped } from './rules.ts'

/** The outcome of a row, planned or done. */
export interface Outcome {
  row: number
  action: Action
  /** The name of the record in the row. */
  name: string | null
  /** The id of the record that the row refers to. */
  id: string | null
  /** The headings whose cells differ from the record. */
  changes: string[]
  reasons: string[]
}

export interface Judged extends Outcome {
  /** The new record, or its changed fields. */
  body?: Record<string, unknown>
}

interface ReadRow {
  entry: Entry
  reasons: string[]
  /** By field: why its cell cannot be read. `isShown` forgives texts that an export wrote there. */
  unread: Readonly<Record<string, string>>
}

/** Reads the cells of the rows, by the fields of their columns. */
export function readRows(
  rows: readonly SheetRow[],
  mapping: readonly Mapped[],
  columns: readonly Column[],
): Promise<ReadRow[]> {
  const mapped = mapping.flatMap(({ column, field }) => {
    const known = columns.find((one) => one.field === field)
    return known ? [{ at: column, column: known }] : []
  })
  const idAt = mapping.find(({ field }) => field === 'id')?.column
  const headings = new Map(mapping.map(({ column, heading }) => [column, heading]))
  const used = new Set([...mapped.map(({ at }) => at), ...(idAt === undefined ? [] : [idAt])])
  return inPieces(rows, ({ number, cells, faults }) => {
    const reasons = faults
      .filter(({ column }) => used.has(column))
      .map(({ column, message }) => `«${headings.get(column)}» ${message}`)
    const values: Record<string, unknown> = {}
    const texts: Record<string, string> = {}
    const unread: Record<string, string> = {}
    for (const { at, column } of mapped) {
      const text = cells[at] ?? ''
      const said = readCell(column, text)
      texts[column.field] = tidy(text)
      if ('fault' in said) unread[column.field] = said.fault
      else values[column.field] = said.value
    }
    const told = idAt === undefined ? '' : tidy(cells[idAt] ?? '').toLowerCase()
    const id = isId(told) ? told : null
    if (told !== '' && id === null)
      reasons.push(
        `El ID «${told.slice(0, 60)}» no corresponde a ningún registro. Deje la celda vacía para crear un registro nuevo.`,
      )
    return { entry: { row: number, id, values, texts }, reasons, unread }
  })
}

export function judge(target: SheetTarget, rows: readonly ReadRow[], survey: Survey): Promise<Judged[]> {
  const seen = new Map<string, number>()
  return inPieces(rows, (row) => judgeRow(target, row, survey, seen))
}

/** This many rows take a few milliseconds. Between two pieces the service answers others. */
const PIECE = 100

async function inPieces<T, R>(all: readonly T[], of: (one: T) => R): Promise<R[]> {
  const made: R[] = []
  for (let at = 0; at < all.length; at += PIECE) {
    made.push(...all.slice(at, at + PIECE).map(of))
    await setImmediate()
  }
  return made
}

function judgeRow(
  target: SheetTarget,
  { entry, reasons, unread }: ReadRow,
  survey: Survey,
  seen: Map<string, number>,
): Judged {
  const name = entry.texts[target.nameField]?.slice(0, 200).toWellFormed() || null
  const refused = (why: readonly string[], id: string | null = null): Judged => ({
    row: entry.row,
    action: 'refuse',
    name,
    id,
    changes: [],
    reasons: [...new Set(why)].slice(0, MOST_REASONS),
  })
  const found = survey.find(entry)
  if (entry.id !== null && !found)
    return refused([
      `No existe ${target.one} con el ID «${entry.id}» en su organización. Deje la celda vacía para crear un registro nuevo.`,
    ])
  const key = found ? found.id : survey.keyOf(entry)
  const before = seen.get(key)
  if (before !== undefined) return refused([`Repite lo de la fila ${before}. Deje una de las dos.`])
  seen.set(key, entry.row)
  const faulty = Object.entries(unread).flatMap(([field, fault]) =>
    found && isShown(found, field, entry.texts[field]!) ? [] : fault,
  )
  if (reasons.length + faulty.length > 0) return refused([...reasons, ...faulty], found?.id)
  const changed = found ? changedFields(target, entry, found) : Object.keys(entry.values)
  const base = { row: entry.row, name, id: found?.id ?? null }
  if (found && changed.length === 0) return { ...base, action: 'skip', changes: [], reasons: [] }
  const headingOf = headingsOf(target)
  const changes = found ? changed.map(headingOf) : []
  if (found && !target.schemas.update)
    return refused(
      [`Ya existe y difiere en ${changes.map((one) => `«${one}»`).join(', ')}. ${CHANGED_ELSEWHERE}`],
      found.id,
    )
  const { fields, faults } = resolve(target, entry, survey, changed, found !== undefined)
  const body = target.bodyOf?.(fields, found, entry) ?? fields
  const schema = (found && target.schemas.update) ?? target.schemas.create
  const wrong = [...faults, ...faultsBy(schema, body)]
  const all = wrong.length > 0 ? wrong : (survey.faults?.(body, entry, found) ?? [])
  if (all.length > 0)
    return refused(
      all.map((fault) => inHeadings(fault, headingOf)),
      found?.id,
    )
  return { ...base, action: found ? 'update' : 'create', changes, reasons: [], body }
}

const MOST_REASONS = 10
const CHANGED_ELSEWHERE =
  'Su historia es evidencia: cámbiela en su propio trámite, no por una planilla. Para dejarla como está, quite la fila.'

/** The fields that differ from the record. A cell with a text that stands for the present value is no change. */
function changedFields({ columns }: SheetTarget, { values, texts }: Entry, found: Found): string[] {
  return columns
    .filter(({ field }) => field in values && field in found.shown)
    .filter((column) => {
      const [now, told] = [found.shown[column.field]!, texts[column.field]!]
      if (told === '' && column.keptIfBlank) return false
      if (isShown(found, column.field, told)) return false
      if (column.kind === 'name') return fold(now[0] ?? '') !== fold(told)
      const said = readCell(column, now[0] ?? '')
      return !(
        'value' in said &&
        isDeepStrictEqual(unlessBlank(column, said.value), unlessBlank(column, values[column.field]))
      )
    })
    .map(({ field }) => field)
}

/** Whether the text stands for the present value of the field. */
function isShown({ shown }: Found, field: string, told: string): boolean {
  return shown[field]?.some((text) => tidy(text) === told) ?? false
}

function unlessBlank({ kind, blank }: Column, value: unknown): unknown {
  return value ?? (kind === 'flag' ? false : (blank ?? null))
}

/** The fields of a body. Replaces names by the ids of their records. Blank cells of a new record are left out. */
function resolve(
  target: SheetTarget,
  { values }: Entry,
  { names }: Survey,
  wanted: readonly string[],
  keepsBlanks: boolean,
) {
  const fields: Record<string, unknown> = {}
  const faults: FaultDetail[] = []
  for (const column of target.columns) {
    if (!wanted.includes(column.field)) continue
    const value = values[column.field]
    if (value === null) {
      if (keepsBlanks) fields[column.field] = null
      continue
    }
    const name = names?.[column.field]
    const id = name ? name.find(value as string) : undefined
    if (name && id === undefined)
      faults.push({
        path: column.field,
        message: `«${column.heading}» nombra ${name.what} «${String(value).slice(0, 100)}», que no existe en su organización. Corrija el nombre, o cree antes ese registro.`,
      })
    else fields[column.field] = name ? id : value
  }
  return { fields, faults }
}

function headingsOf({ columns }: SheetTarget): (field: string) => string {
  const headings = new Map(columns.map(({ field, heading }) => [field, heading]))
  return (field) => headings.get(field) ?? field
}

/** API faults name a field; here they name its heading, which the person knows. */
function inHeadings({ path, message }: FaultDetail, headingOf: (field: string) => string): string {
  const field = path.replace(/\[\d+\]/g, '')
  return message.replace(`«${path}»`, `«${headingOf(field)}»`)
}

/** The rows whose outcome differs from the confirmed one. */
export function differences(confirmed: readonly Outcome[], now: readonly Outcome[]): number[] {
  const before = new Map(confirmed.map((one) => [one.row, one]))
  return now
    .filter((one) => {
      const was = before.get(one.row)
      return !(
        was &&
        was.action === one.action &&
        was.id === one.id &&
        isDeepStrictEqual(was.changes, one.changes)
      )
    })
    .map(({ row }) => row)
}

export function totalsOf(outcomes: readonly Outcome[]): Record<Action, number> & { rows: number } {
  const totals = { rows: outcomes.length, create: 0, update: 0, skip: 0, refuse: 0 }
  for (const { action } of outcomes) totals[action] += 1
  return totals
}
