import { sql } from 'kysely'
import { queryOver } from '#archive/tables.ts'
import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import { type Db, withRole } from '#db/database.ts'
import { SAME_TEXT } from '#db/text-rows.ts'
import { countKept, keepKeys, letGo } from '#modules/consent/public.ts'
import {
  archiveMark,
  checkRange,
  listArchived,
  listLeaving,
  noteMonth,
  type Range,
} from '#modules/evidence/public.ts'
import { OPERATOR } from '#modules/settings/public.ts'
import { checkMonth, type MonthHeader, MonthRefused, type MonthTrailer, writeMonth } from './month-file.ts'
import { headerOf, inRange, lockReferring, rowsOf, tablesIn, writeRows } from './month-rows.ts'

/** Moves a month of the audit log or of consent records out of the database and back. Works as the tables' owner. */

/** The current month and this many before it stay. */
const KEPT_MONTHS = 24

export interface Part {
  table: string
  /** «2026-11»; for the first part its last month; null for the part without a month. */
  month: string | null
  /** It holds all rows up to the end of its month. */
  isFirst: boolean
  rows: number
  bytes: number
  state: 'in use' | 'archived'
}

interface Found extends Part {
  part: string
  since: string | null
  until: string | null
}

/** The tables in monthly partitions, with their parts. */
function listParts(db: Db): Promise<Found[]> {
  return sql<Found>`
    select p.relname as "table", q.part::text as part, q.since::text, q.until::text,
      to_char(coalesce(month_of(q.since), month_of(q.until) - interval '1 month'), 'YYYY-MM') as month,
      q.since is null and q.until is not null as "isFirst", greatest(c.reltuples, 0)::int8 as "rows",
      pg_total_relation_size(q.part)::int8 as bytes, 'in use' as state
    from pg_class p cross join lateral parts_of(p.oid) q join pg_class c on c.oid = q.part
    where p.relkind = 'p' and p.relnamespace = 'public'::regnamespace
    order by 1, q.until nulls first`
    .execute(db)
    .then(({ rows }) => rows)
}

export function listMonths(access: TenantAccess, { vault }: Tools): Promise<Part[]> {
  return access.lookUp('list the months of tables', async (db) => {
    const [parts, archived] = [await listParts(db), await listArchived(db, vault)]
    const out = archived.map(({ table_name, month, since, rows }) => ({
      table: table_name,
      month,
      isFirst: since === null,
      rows: Number(rows),
      bytes: 0,
      state: 'archived' as const,
    }))
    return [...out, ...parts].sort((a, b) => a.table.localeCompare(b.table) || order(a) - order(b))
  })
}

/** Parts without a month come last. */
const order = ({ month }: Part) =>
  month === null ? Number.POSITIVE_INFINITY : Number(month.replace('-', ''))

export interface Archived extends MonthTrailer {
  header: MonthHeader
}

/** Steps of the work, for progress, and for tests that stop it at each of them. */
export type OnStep = (step: 'checked' | 'written' | 'detached' | 'recorded') => void | Promise<void>

/**
 * Moves a month from the database to a file in one transaction. Until the commit the month is still in the database. By
 * then the file is whole and on the disk. A kill before the commit leaves at most a superfluous file.
 */
export function archiveMonth(
  access: TenantAccess,
  tools: Tools,
  { table, month, to }: { table: string; month: string; to: string },
  onStep: OnStep = () => undefined,
): Promise<Archived> {
  return access.asSystem('archive a month', async (db, enter) => {
    await prepare(db)
    const found = await findPart(db, table, month)
    assertOld(month, tools.now())
    await assertOnce(db, tools, table, month)
    await withRole(db, 'none', `lock table ${found.part} in share mode`, [])
    await lockReferring(db, table)
    const range: Range = { table, since: found.since, until: found.until! }
    await assertFree(db, range, month)
    await assertWhole(db, tools, range)
    await onStep('checked')
    const header = await headerOf(db, range, month, tools.now())
    const trailer = await writeMonth(to, header, rowsOf(db, header, range))
    await onStep('written')
    const leaving = await listLeaving(db, tools.vault, range)
    const amounts = await countByTenant(db, range)
    await leave(db, found, range)
    await onStep('detached')
    const row = { table_name: table, month, since: range.since, until: range.until, ...trailer }
    const mark = archiveMark(tools.vault, row)
    await db
      .insertInto('archived_months')
      .values({ ...row, mark, archived_at: tools.now() })
      .execute()
    const said = { action: 'archive_month', ...range, month, sha256: trailer.sha256 } as const
    await noteMonth({ db, enter, tools, actor: OPERATOR }, said, amounts, leaving)
    await onStep('recorded')
    return { header, ...trailer }
  })
}

export interface Restored {
  header: MonthHeader
  rows: number
  /** Rows of organisations that were deleted, or that came back with another chain. */
  left: number
}

/** Puts a month back, whole or not at all. Meanwhile writers of the table wait. */
export async function restoreMonth(access: TenantAccess, tools: Tools, path: string): Promise<Restored> {
  const { header, trailer } = await checkMonth(path)
  return access.asSystem('put a month back', async (db, enter) => {
    await prepare(db)
    const { table, month, since, until } = header
    const archived = (await listArchived(db, tools.vault)).find(
      (one) => one.table_name === table && one.month === month && one.sha256 === trailer.sha256,
    )
    if (!archived || archived.since !== since || archived.until !== until)
      throw new MonthRefused(
        `«${path}» no es un mes que esta instalación archivó, o ya se devolvió. Nada cambió.`,
      )
    const tables = await tablesIn(db, header)
    await withRole(db, 'none', `alter table ${table} disable trigger user`, [])
    const { rowsOf, left } = await writeRows(db, { table, tables }, path, trailer.sha256)
    await withRole(db, 'none', `alter table ${table} enable trigger user`, [])
    await sql`delete from archived_months where table_name = ${table} and month = ${month}`.execute(db)
    await assertWhole(db, tools, { table, since, until })
    await keepKeys(db, { table, since, until })
    await withRole(db, 'none', 'select make_months()', [])
    const said = { action: 'restore_month', table, month, since, until, sha256: trailer.sha256 } as const
    await noteMonth({ db, enter, tools, actor: OPERATOR }, said, rowsOf)
    return { header, rows: rowsOf.values().reduce((sum, n) => sum + n, 0), left }
  })
}

// ── conditions ──

async function prepare(db: Db): Promise<void> {
  await queryOver(db)(SAME_TEXT)
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '5s', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db)
}

async function findPart(db: Db, table: string, month: string): Promise<Found> {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new MonthRefused(`«${month}» no es un mes, como 2026-11.`)
  const parts = await listParts(db)
  const tables = [...new Set(parts.map((one) => one.table))]
  if (!tables.includes(table))
    throw new MonthRefused(`«${table}» no se guarda por meses. Use una de: ${tables.join(', ')}.`)
  const found = parts.find((one) => one.table === table && one.month === month && one.until !== null)
  if (!found) throw new MonthRefused(`No hay un mes ${month} de ${table} en la base de datos.`)
  return found
}

function assertOld(month: string, now: Date): void {
  const number = (year: number, at: number) => year * 12 + at
  const [year, at] = month.split('-').map(Number) as [number, number]
  const age = number(now.getUTCFullYear(), now.getUTCMonth() + 1) - number(year, at)
  if (age <= KEPT_MONTHS)
    throw new MonthRefused(
      `El mes ${month} se queda: se archivan los anteriores a los últimos ${KEPT_MONTHS} meses.`,
    )
}

/** An imported organisation may bring rows of an archived month. They cannot be archived until that month is back. */
async function assertOnce(db: Db, { vault }: Tools, table: string, month: string): Promise<void> {
  const months = await listArchived(db, vault)
  if (months.some((one) => one.table_name === table && one.month === month))
    throw new MonthRefused(
      `El mes ${month} de ${table} ya se archivó y después llegaron más filas. Devuélvalo con «db restore-month» y archívelo otra vez.`,
    )
}

/**
 * Art. 12 of Ley 21.719: a controller that relies on a consent has to prove it, and a withdrawal holds at any time. Without
 * a person's last decision the one before it would count again.
 */
async function assertFree(db: Db, range: Range, month: string): Promise<void> {
  const { words, proofs } = await countKept(db, range)
  const reasons = [
    words > 0 &&
      `${words} ${words === 1 ? 'registro es' : 'registros son'} la última palabra de una persona sobre un aviso o un formulario, que hay que poder probar (art. 12 de la Ley 21.719)`,
    proofs > 0 &&
      `${proofs} ${proofs === 1 ? 'registro tomado a mano nombra' : 'registros tomados a mano nombran'} un archivo como su prueba, que sin el registro se podría eliminar`,
  ].filter((reason) => reason !== false)
  if (reasons.length > 0) throw new MonthRefused(`El mes ${month} se queda: ${reasons.join('; ')}.`)
}

/** Every row must be in the chain unchanged, so that the archive can be proven and hides nothing. */
async function assertWhole(db: Db, { vault }: Tools, range: Range): Promise<void> {
  const checked = await checkRange(db, vault, range)
  if ('fault' in checked) {
    const { tenantId, rowId, reason } = checked.fault
    throw new MonthRefused(
      `El registro ${rowId} de la organización ${tenantId} ${reason === 'changed' ? 'no es el que entró a la cadena de evidencia' : 'falta, y no consta un motivo legal'}. Nada cambió: vea «evidence verify».`,
    )
  }
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(range.table)}
    where ${inRange(range)}`.execute(db)
  const held = Number(rows[0]!.n)
  if (held !== checked.rows)
    throw new MonthRefused(
      `${held - checked.rows} registros de ese mes no están en la cadena de evidencia. Si acaban de llegar, espere un minuto; si no, vea «evidence verify». Nada cambió.`,
    )
}

/** Referring rows leave first: a partition with references cannot be detached. */
async function leave(db: Db, { table, part }: Found, range: Range): Promise<void> {
  await letGo(db, range)
  await withRole(db, 'none', `alter table ${table} detach partition ${part}`, [])
  await withRole(db, 'none', `drop table ${part}`, [])
}

async function countByTenant(db: Db, range: Range): Promise<Map<string, number>> {
  const { rows } = await sql<{ tenant_id: string; n: number }>`
    select tenant_id, count(*)::int8 as n from ${sql.table(range.table)} where ${inRange(range)} group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ tenant_id, n }) => [tenant_id, Number(n)]))
}
