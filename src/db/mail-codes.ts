import { sql } from 'kysely'
import type { ReadCtx } from './context.ts'

interface Codes {
  /** A table of the module that sends them, with `mailbox_hash`, `code_hash`, `tries`, `expires_at` and `created_at`. */
  table: string
  /** The column with the thing that a code opens. */
  opens: string
  /** The lock of a count: another table uses another one. */
  lock: number
  mostTries: number
}

/** Codes sent to a mailbox: counts them, checks guesses at the newest one, and spends it. */
export function mailCodes({ table, opens, lock, mostTries }: Codes) {
  const [codes, opened] = [sql.table(table), sql.ref(opens)]
  return {
    /** Counts the codes sent to a mailbox since then. Callers count one at a time, so none exceeds the limit. */
    async count({ db, tenantId }: ReadCtx, mailboxHash: string, since: Date): Promise<number> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${mailboxHash}, ${sql.lit(lock)}))`.execute(db)
      const { rows } = await sql<{ sent: number }>`
        select count(*)::int as sent from ${codes}
        where tenant_id = ${tenantId} and mailbox_hash = ${mailboxHash} and created_at > ${since}`.execute(db)
      return rows[0]!.sent
    },

    /** Uses up one try of the newest code, so that only a few of many guesses at once are checked. */
    async spendTry({ db, tenantId, now }: ReadCtx, what: string) {
      const { rows } = await sql<{ id: string; code_hash: string }>`
        update ${codes} set tries = tries + 1
        where tenant_id = ${tenantId} and tries < ${sql.lit(mostTries)} and expires_at > ${now} and id = (
          select newest.id from ${codes} newest
          where newest.tenant_id = ${tenantId} and newest.${opened} = ${what}
          order by newest.created_at desc, newest.id desc limit 1)
        returning id, code_hash`.execute(db)
      return rows[0]
    },

    /** A used code opens nothing more, but still counts against the mails of its day. */
    async burn({ db, tenantId }: ReadCtx, id: string): Promise<void> {
      await sql`
        update ${codes} set tries = ${sql.lit(mostTries)} where tenant_id = ${tenantId} and id = ${id}`.execute(
        db,
      )
    },
  }
}
