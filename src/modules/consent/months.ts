import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What happens to the rest of the data when a month of records is archived. */

/** A range of ids of one table, without `until`. */
interface Range {
  table: string
  since: string | null
  until: string
}

export interface Kept {
  /** Records with a person's last effective decision on a notice or form, or their last proven decision. */
  words: number
  /** Records entered by hand with an uploaded file as proof. The file can be deleted once no record names it. */
  proofs: number
}

/** Counts the records of a range that must stay in the database. Superseded records may leave. */
export async function countKept(db: Db, range: Range): Promise<Kept> {
  const order = ORDER[range.table]
  if (!order) return { words: 0, proofs: 0 }
  const { rows } = await sql<Kept>`
    select (select count(*) from (${lastOf(range, order, 'is_effective')} union ${lastOf(range, order, order.proven)}) w)::int8
        as words,
      ${order.proofs ? sql`(select count(*) from ${sql.table(range.table)} r where ${within(range, 'r.id')} and ${sql.raw(order.proofs)})::int8` : sql`0`}
        as proofs`.execute(db)
  const { words, proofs } = rows[0]!
  return { words: Number(words), proofs: Number(proofs) }
}

/** Uses one statement for each condition: combined, they would make the database look up every record by itself. */
function lastOf(range: Range, { owner, by }: Order, condition: string) {
  const of = (row: string) => sql.raw(by.map((column) => `${row}.${column}`).join(', '))
  const [table, key, isMeant] = [sql.table(range.table), sql.ref(owner), sql.raw(condition)]
  return sql`select r.tenant_id, r.id from (select * from ${table} where ${isMeant}) r
    where ${within(range, 'r.id')} and not exists (select from (select * from ${table} where ${isMeant}) later
      where later.tenant_id = r.tenant_id and later.subject_ref = r.subject_ref and later.${key} = r.${key}
        and (${of('later')}) > (${of('r')}))`
}

interface Order {
  owner: string
  by: string[]
  /** The same condition as in `findProvenRecord` and `findProvenDecision`. */
  proven: string
  /** The same condition as in `namesFile`: the key of a file is a UUID anywhere in the text. */
  proofs?: string
}

const KNOWN = `proven_by in ('confirmed_email', 'subject_token')`
const ORDER: Readonly<Record<string, Order>> = {
  consent_records: { owner: 'notice_id', by: ['created_at', 'id'], proven: KNOWN },
  consent_form_records: {
    owner: 'template_id',
    by: ['occurred_at', 'created_at', 'id'],
    proven: `(source <> 'form' or ${KNOWN})`,
    proofs: `r.source = 'manual' and r.evidence::text ~* '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'`,
  },
}

/** Deletes rows that refer to the records of a range. */
export async function letGo(db: Db, range: Range): Promise<void> {
  if (range.table === 'consent_form_records')
    await sql`delete from consent_confirmations where ${within(range, 'record_id')}`.execute(db)
  if (range.table !== 'consent_records') return
  await sql`delete from consent_confirmations where ${within(range, 'notice_record_id')}`.execute(db)
  await sql`delete from consent_record_keys where ${within(range, 'record_id')}`.execute(db)
}

/** Restores the keys of records that are back. If a browser has used its key again meanwhile, the newer record keeps it. */
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
