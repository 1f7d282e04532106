import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What a month of records takes with it when it is archived. */

/** A range of ids of one table: `until` is not in it. */
interface Range {
  table: string
  since: string | null
  until: string
}

/** Of the records of a range, those that are the last word of a person on a notice or a form, and a yes. */
export async function countValid(db: Db, { table, since, until }: Range): Promise<number> {
  const order = ORDER[table]
  if (!order) return 0
  const from = since === null ? sql`` : sql`and r.id >= ${since}::uuid`
  const of = (row: string) => sql.raw(order.by.map((column) => `${row}.${column}`).join(', '))
  const owner = sql.ref(order.owner)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} r
    where r.id < ${until}::uuid ${from} and r.granted and r.is_effective ${sql.raw(order.and)}
      and not exists (select from ${sql.table(table)} later
        where later.tenant_id = r.tenant_id and later.subject_ref = r.subject_ref and later.${owner} = r.${owner}
          and later.is_effective and (${of('later')}) > (${of('r')}))`.execute(db)
  return Number(rows[0]!.n)
}

const ORDER: Readonly<Record<string, { owner: string; by: string[]; and: string }>> = {
  consent_records: { owner: 'notice_id', by: ['created_at', 'id'], and: `and r.action <> 'withdraw'` },
  consent_form_records: { owner: 'template_id', by: ['occurred_at', 'created_at', 'id'], and: '' },
}

/** What refers to the records of a range. */
export async function letGo(db: Db, range: Range): Promise<void> {
  if (range.table === 'consent_form_records')
    await sql`delete from consent_confirmations where ${within(range, 'record_id')}`.execute(db)
  if (range.table !== 'consent_records') return
  await sql`delete from consent_confirmations where ${within(range, 'notice_record_id')}`.execute(db)
  await sql`delete from consent_record_keys where ${within(range, 'record_id')}`.execute(db)
}

/** The keys of records that are back. One that a browser used again meanwhile stays with what came of it then. */
export async function keepKeys(db: Db, range: Range): Promise<void> {
  if (range.table !== 'consent_records') return
  await sql`insert into consent_record_keys (tenant_id, notice_id, client_key, record_id)
    select tenant_id, notice_id, client_key, id from consent_records
    where client_key is not null and ${within(range, 'id')}
    on conflict on constraint consent_records_once do nothing`.execute(db)
}

function within({ since, until }: Range, column: string) {
  const from = since === null ? sql`` : sql`${sql.ref(column)} >= ${since}::uuid and`
  return sql`${from} ${sql.ref(column)} < ${until}::uuid`
}
