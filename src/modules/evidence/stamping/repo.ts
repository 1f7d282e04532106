import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Head } from '#kernel/evidence/entry.ts'

export interface Unstamped {
  head: Head
  authority: string
}

/**
 * Heads that one of these authorities has not stamped, newest first in each organisation: a stamp covers all earlier heads.
 * Leaves out heads older than `since`, except the last one of a chain.
 */
export async function listUnstamped(
  db: Db,
  authorities: readonly string[],
  since: Date,
  most: number,
): Promise<Unstamped[]> {
  const { rows } = await sql<{
    tenant_id: string
    seq: number
    hash: string
    at: Date
    authority: string
  }>`select h.tenant_id, h.seq, h.hash, h.at, a.authority
    from (
      select *, row_number() over (partition by tenant_id order by seq desc) as age
      from (
        select tenant_id, seq, hash, at from evidence_heads where at > ${since}
        union
        select last.* from evidence_chains as c
        cross join lateral (
          select tenant_id, seq, hash, at from evidence_heads as e
          where e.tenant_id = c.tenant_id order by e.seq desc limit 1
        ) as last
      ) as open
    ) as h
    cross join unnest(${[...authorities]}::text[]) as a (authority)
    where not exists (
      select 1 from evidence_stamps as s
      where s.tenant_id = h.tenant_id and s.seq = h.seq and s.authority = a.authority)
    order by h.age, h.at
    limit ${most}`.execute(db)
  return rows.map(({ tenant_id, seq, hash, at, authority }) => ({
    head: { tenantId: tenant_id, seq: Number(seq), hash, at: at.toISOString() },
    authority,
  }))
}

export interface NewStamp {
  head: Head
  authority: string
  token: Uint8Array
  at: string
}

/** If two processes stamp one head, the first stamp stays. The heads of an erased organisation are gone. */
export async function insertStamp(
  db: Db,
  { head, authority, token, at }: NewStamp,
  now: Date,
): Promise<void> {
  await sql`insert into evidence_stamps (tenant_id, seq, authority, token, stamped_at, created_at)
    select tenant_id, seq, ${authority}, ${Buffer.from(token)}, ${at}::timestamptz, ${now}
    from evidence_heads where tenant_id = ${head.tenantId} and seq = ${head.seq}
    on conflict do nothing`.execute(db)
}
