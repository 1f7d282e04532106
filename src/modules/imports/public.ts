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

/** What a row of a file says, by the fields of its target. A field whose column is not in the file is absent. */
export interface Entry {
  /** As the spreadsheet numbers it. */
  row: number
  /** Of the record that it comes from, in a file that was exported. */
  id: string | null
  /** Null for a blank cell. */
  values: Readonly<Record<string, unknown>>
  /** As they stand in the cells. */
  texts: Readonly<Record<string, string>>
}

/** A record that a row means, as an export would write it. */
export interface Found<Row = unknown> {
  id: string
  row: Row
  /** By field: the texts that stand for what it holds now. The first one is what an export writes. */
  shown: Readonly<Record<string, readonly string[]>>
}

/** What the rows of a file mean in the organisation. */
export interface Survey {
  /** By its id when the row has one, else by what people call it. */
  find(entry: Entry): Found | undefined
  /** What people call the record of this row: two rows of a file never have the same. */
  keyOf(entry: Entry): string
  /** By field: finds what a cell names, and says what it looked for. */
  names?: Readonly<Record<string, { what: string; find(text: string): string | undefined }>>
  /** What is wrong beyond the schema. */
  faults?(fields: Readonly<Record<string, unknown>>, entry: Entry, found: Found | undefined): FaultDetail[]
}

export interface Change {
  id: string
  patch: Record<string, unknown>
}

/** What a file of rows becomes: each module offers those of its own records. */
export interface SheetTarget {
  name: TargetName
  /** The module whose scope a key needs. */
  module: string
  /** Of the sheet and the file. */
  title: string
  /** As messages call one of them: «la actividad». */
  one: string
  /** That its endpoints ask for. */
  role: Role
  columns: readonly Column[]
  /** Headings of an export that show what follows from other fields. */
  shownOnly?: readonly string[]
  /** What POST and PUT or PATCH of a record accept. Without the latter a record that exists is never changed. */
  schemas: { create: TObject; update?: TObject }
  /** The column that names a record in an answer. */
  nameField: string
  /** A few statements for any number of rows. `hold`: what it found stays as it is until the act ends. */
  survey(ctx: ReadCtx, entries: readonly Entry[], hold: boolean): Promise<Survey>
  /** The fields of a row as a body. The usual one has each under its name. */
  bodyOf?(fields: Record<string, unknown>, found: Found | undefined, entry: Entry): Record<string, unknown>
  /** Above tenants and before the act: what so many new records need. */
  prepare?(access: TenantAccess, tools: Tools, bodies: readonly Record<string, unknown>[]): Promise<unknown>
  /** Records of one file may refer to each other: `create` and `update` get all of theirs at once. */
  inOrder?: true
  create(ctx: WriteCtx, bodies: readonly Record<string, unknown>[], prepared: unknown): Promise<void>
  update?(ctx: WriteCtx, changes: readonly Change[]): Promise<void>
  /** Every record of the organisation, page after page, in the order of the columns behind the id. */
  page?(ctx: ReadCtx, after: string | undefined): Promise<{ id: string; cells: Cell[] }[]>
}

export function targetsOf(modules: readonly { sheets?: readonly SheetTarget[] }[]): SheetTarget[] {
  return modules.flatMap(({ sheets }) => sheets ?? [])
}
