import type { TObject } from 'typebox'
import type { TenantAccess } from '#db/access.ts'
import type { ReadCtx, Tools, WriteCtx } from '#db/context.ts'
import type { FaultDetail } from '#kernel/failure.ts'
import type { Role } from '#kernel/roles.ts'
import type { Cell } from '#sheets/csv.ts'
import type { Column, TargetName } from './rules.ts'

export type { Choice, Column, TargetName } from './rules.ts'
export { cellsBy, choicesOf, shownBy } from './shown.ts'
export { sheetColumn, sheetShape } from './template.ts'

/** The values of a row, by the fields of its target. Fields without a column in the file are absent. */
export interface Entry {
  /** The number that the spreadsheet shows. */
  row: number
  /** The id of its record, in a file that was exported. */
  id: string | null
  /** Null for a blank cell. */
  values: Readonly<Record<string, unknown>>
  /** The texts in the cells. */
  texts: Readonly<Record<string, string>>
}

/** The record that a row refers to, with the texts of an export. */
export interface Found<Row = unknown> {
  id: string
  row: Row
  /** By field: the texts that stand for its present value. An export writes the first one. */
  shown: Readonly<Record<string, readonly string[]>>
}

/** Relates the rows of a file to the records of the organisation. */
export interface Survey {
  /** Finds by id if the row has one, otherwise by name. */
  find(entry: Entry): Found | undefined
  /** The name of the row's record in a comparable form. Two rows of a file must not share it. */
  keyOf(entry: Entry): string
  /** By field: finds the record that a cell names. `what` is used in faults. */
  names?: Readonly<Record<string, { what: string; find(text: string): string | undefined }>>
  /** Faults that the schema does not cover. */
  faults?(fields: Readonly<Record<string, unknown>>, entry: Entry, found: Found | undefined): FaultDetail[]
}

export interface Change {
  id: string
  patch: Record<string, unknown>
}

/** A kind of record that a file can contain. Each module offers those of its own records. */
export interface SheetTarget {
  name: TargetName
  /** The module whose scope a key needs. */
  module: string
  /** The name of the sheet and the file. */
  title: string
  /** One record in messages: «la actividad». */
  one: string
  /** The role that the endpoints of these records require. */
  role: Role
  columns: readonly Column[]
  /** Headings of an export that are derived from other fields. */
  shownOnly?: readonly string[]
  /** The bodies of POST and of PUT or PATCH. Without `update`, existing records cannot be changed. */
  schemas: { create: TObject; update?: TObject }
  /** The column with the name of a record. */
  nameField: string
  /** Takes a few statements for any number of rows. `hold` locks the found records until the act ends. */
  survey(ctx: ReadCtx, entries: readonly Entry[], hold: boolean): Promise<Survey>
  /** Turns the fields of a row into a body. By default each field keeps its name. */
  bodyOf?(fields: Record<string, unknown>, found: Found | undefined, entry: Entry): Record<string, unknown>
  /** Prepares whatever so many new records need. It runs above tenants, before the transaction. */
  prepare?(access: TenantAccess, tools: Tools, bodies: readonly Record<string, unknown>[]): Promise<unknown>
  /** Records of one file may refer to each other, so `create` and `update` get all of them at once. */
  inOrder?: true
  create(ctx: WriteCtx, bodies: readonly Record<string, unknown>[], prepared: unknown): Promise<void>
  update?(ctx: WriteCtx, changes: readonly Change[]): Promise<void>
  /** Every record of the organisation, page by page. Its cells are in the order of the columns, after the id. */
  page?(ctx: ReadCtx, after: string | undefined): Promise<{ id: string; cells: Cell[] }[]>
}

export function targetsOf(modules: readonly { sheets?: readonly SheetTarget[] }[]): SheetTarget[] {
  return modules.flatMap(({ sheets }) => sheets ?? [])
}
