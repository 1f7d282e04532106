import type { ColumnType, Generated, RawBuilder, SelectType } from 'kysely'
import type { Columns } from './tables.gen.ts'

/** jsonb: read as a value, written through `json()`. */
export type Json<T> = ColumnType<T, T | RawBuilder<T>, T | RawBuilder<T>>

/**
 * Types that the database does not know: the shape of a jsonb, the allowed words of a text. The foundation's are here.
 * Modules add theirs in `tables.ts`: `declare module '#db/tables.ts' { interface Refinements { … } }`.
 */
export interface Refinements {
  tenants: Refine<'tenants', { branding: Record<string, unknown> }>
  audit_log: Refine<'audit_log', { changes: Record<string, { old: unknown; new: unknown }> }>
}

/** Narrower types for some columns of a table. Whether a column may be null or left out stays as the database says. */
export type Refine<
  Name extends keyof Columns,
  Narrower extends {
    [C in keyof Narrower]: C extends keyof Columns[Name] ? NonNullable<SelectType<Columns[Name][C]>> : never
  },
> = Narrower

/** Every table and view: the columns as the database describes them (`tables.gen.ts`), refined. */
export type Tables = {
  [Name in keyof Columns]: Name extends keyof Refinements
    ? Refined<Columns[Name], Refinements[Name]>
    : Columns[Name]
}

type Refined<All, Narrower> = {
  [C in keyof All]: C extends keyof Narrower ? Narrow<All[C], Narrower[C]> : All[C]
}

type Narrow<Column, To> = Column extends null
  ? null
  : Column extends ColumnType<unknown, infer Written, unknown>
    ? undefined extends Written
      ? Generated<To>
      : Json<To>
    : To
