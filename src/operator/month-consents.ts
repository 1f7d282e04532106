import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Range } from '#modules/evidence/public.ts'

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
