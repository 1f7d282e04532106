import { sql } from 'kysely'
import type { Vault } from '#kernel/secrets.ts'
import type { TenantAccess } from './access.ts'
import type { Db } from './database.ts'

/**
 * A column that holds seals, declared by the owner of its table: a change of APP_SECRET, an export and an import find
 * every seal by these. `test/sealed.test.ts` compares them with the schema.
 */
export interface SealedColumn {
  table: string
  column: string
  /** In a jsonb list: the field of each item that is sealed. */
  field?: string
  purpose: string
  /** The column whose value the seal is bound to. */
  scope: string
}

/** The sealed columns of tables that belong to no module. */
export const FOUNDATION_SEALS: readonly SealedColumn[] = [
  { table: 'tenants', column: 'siem_secret_sealed', purpose: 'siem', scope: 'id' },
  { table: 'tenants', column: 'siem_previous_secret_sealed', purpose: 'siem', scope: 'id' },
  { table: 'webhook_deliveries', column: 'secret_sealed', purpose: 'webhook', scope: 'tenant_id' },
  { table: 'webhook_deliveries', column: 'previous_secret_sealed', purpose: 'webhook', scope: 'tenant_id' },
  { table: 'idempotency_keys', column: 'answer_sealed', purpose: 'answer', scope: 'key' },
  { table: 'installation_keys', column: 'value_sealed', purpose: 'installation', scope: 'name' },
]

/** The result for the seals of one column. */
export interface Resealed {
  table: string
  column: string
  changed: number
  /** No known secret opens them: they stay as they are. */
  unreadable: number
}

const BATCH = 200

/**
 * Seals every value again under the current secret, one batch at a time, while the service runs. A row that changes
 * meanwhile is skipped. After a kill the next run continues, because it leaves current values alone.
 */
export async function resealAll(
  access: TenantAccess,
  vault: Vault,
  columns: readonly SealedColumn[],
  onColumn: (done: Resealed) => void = () => {},
): Promise<Resealed[]> {
  const report: Resealed[] = []
  // The check value comes last: until then a start without the old secret is refused.
  const ordered = columns.toSorted((a, b) => Number(isCheck(a)) - Number(isCheck(b)))
  for (const column of ordered) {
    const done = { table: column.table, column: column.column, changed: 0, unreadable: 0 }
    for (let after: string | undefined = '(0,0)'; after !== undefined; ) {
      const last: string = after
      after = await access.asSystem('seal stored secrets again', (db) =>
        resealBatch(db, vault, column, last, done),
      )
    }
    onColumn(done)
    report.push(done)
  }
  return report
}

function isCheck({ table }: SealedColumn): boolean {
  return table === 'installation_keys'
}

interface Found {
  place: string
  held: string
  scope: string
}

/** Seals one batch after `after` again. Returns where it ended, or undefined for the last batch. */
async function resealBatch(
  db: Db,
  vault: Vault,
  column: SealedColumn,
  after: string,
  done: Resealed,
): Promise<string | undefined> {
  const [table, name, scope] = [sql.table(column.table), sql.ref(column.column), sql.ref(column.scope)]
  const { rows } = await sql<Found>`
    select ctid::text as place, ${name}::text as held, ${scope}::text as scope from ${table}
    where ${name} is not null and ${stale(column, vault.keyId)} and ctid > ${after}::tid
    order by ctid limit ${BATCH}`.execute(db)
  for (const { place, held, scope } of rows) {
    const fresh = resealed(vault, column, held, scope)
    if (fresh === undefined) {
      done.unreadable += 1
      continue
    }
    const value = column.field ? sql`${fresh}::jsonb` : sql`${fresh}`
    const same = column.field ? sql`${name} = ${held}::jsonb` : sql`${name} = ${held}`
    const result =
      await sql`update ${table} set ${name} = ${value} where ctid = ${place}::tid and ${same}`.execute(db)
    done.changed += Number(result.numAffectedRows ?? 0n)
  }
  return rows.length < BATCH ? undefined : rows.at(-1)!.place
}

function stale({ column, field }: SealedColumn, keyId: string) {
  const current = `v2.${keyId}.%`
  const name = sql.ref(column)
  if (!field) return sql<boolean>`${name} not like ${current}`
  return sql<boolean>`exists (select from jsonb_array_elements(${name}) as item
    where item ->> ${field}::text not like ${current})`
}

/** Undefined when no known secret opens it. In a list, values that open are sealed again and the others stay. */
function resealed(vault: Vault, column: SealedColumn, held: string, scope: string): string | undefined {
  const again = (sealed: string) => {
    const clear = vault.tryOpen(sealed, column.purpose, scope)
    return clear === null ? undefined : vault.seal(clear, column.purpose, scope)
  }
  return mapSeals(column, held, (sealed) => (vault.isCurrent(sealed) ? sealed : again(sealed)))
}

/** The value of a column with each of its seals replaced; undefined when none of them was. */
export function mapSeals(
  { field }: Pick<SealedColumn, 'field'>,
  held: string,
  replace: (sealed: string) => string | null | undefined,
): string | undefined {
  if (!field) return replace(held) ?? undefined
  let replaced = 0
  const items = (JSON.parse(held) as Record<string, unknown>[]).map((item) => {
    const sealed = item[field]
    if (typeof sealed !== 'string') return item
    const fresh = replace(sealed)
    if (fresh === undefined || fresh === null) return item
    if (fresh !== sealed) replaced += 1
    return { ...item, [field]: fresh }
  })
  return replaced > 0 ? JSON.stringify(items) : undefined
}
