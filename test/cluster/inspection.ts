import pg from 'pg'
import { KINDS } from '../chaos/shop.ts'
import type { Phase } from './load.ts'

/** Faults in the rows of one phase, by the marks of their writes. */
export interface Findings {
  lost: string[]
  twice: string[]
  /** Writes without exactly one row in the audit log. */
  unaudited: string[]
}

/** Checks that every acknowledged write exists once, with its row in the audit log. */
export async function inspectPhase(url: string, phase: Phase): Promise<Findings> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const findings: Findings = { lost: [], twice: [], unaudited: [] }
  try {
    for (const [kind, { table, column, audited, markOf }] of Object.entries(KINDS)) {
      const ours = phase.acknowledged.filter((write) => write.kind === kind)
      const marks = [...ours, ...[...phase.open.values()].filter((write) => write.kind === kind)].map(
        ({ mark }) => mark,
      )
      const { rows } = await client.query<{ id: string; mark: string }>(
        `select id::text, ${column} as mark from ${table} where ${column} = any($1)`,
        [marks.map(markOf)],
      )
      const ids = new Set(rows.map(({ id }) => id))
      const times = Map.groupBy(rows, ({ mark }) => mark)
      findings.lost.push(...ours.filter(({ id }) => !ids.has(id)).map(({ mark }) => `${kind} ${mark}`))
      findings.twice.push(
        ...marks
          .filter((mark) => (times.get(markOf(mark))?.length ?? 0) > 1)
          .map((mark) => `${kind} ${mark}`),
      )
      if (!audited) continue
      const log = await client.query<{ id: string; count: number }>(
        `select entity_id as id, count(*)::int from audit_log
          where entity_type = $1 and entity_id = any($2) and action in ('create', 'start') group by 1`,
        [audited, [...ids]],
      )
      const counts = new Map(log.rows.map(({ id, count }) => [id, count]))
      findings.unaudited.push(...[...ids].filter((id) => counts.get(id) !== 1).map((id) => `${kind} ${id}`))
    }
  } finally {
    await client.end()
  }
  return findings
}

/** Instances whose webhook is still queued: late, but not lost. */
export async function waitingDeliveries(url: string, instances: readonly string[]): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `select body::jsonb ->> 'instanceId' as id from webhook_deliveries d
        where body::jsonb ->> 'instanceId' = any($1) and status = 'PENDING'`,
      [instances],
    )
    return new Set(rows.map(({ id }) => id))
  } finally {
    await client.end()
  }
}

/** Addresses whose mail is still queued: late, but not lost. */
export async function waitingLetters(url: string, addresses: readonly string[]): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ recipient: string }>(
      `select m.recipient from mails m where m.recipient = any($1) and m.sent_at is null and exists (
        select from pgboss.job j where j.data ->> 'mailId' = m.id::text and j.state in ('created', 'retry', 'active'))`,
      [addresses],
    )
    return new Set(rows.map(({ recipient }) => recipient))
  } finally {
    await client.end()
  }
}

/** Instances with more than one delivery, so their job took effect twice. */
export async function doubledDeliveries(url: string, instances: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `select body::jsonb ->> 'instanceId' as id from webhook_deliveries
        where body::jsonb ->> 'instanceId' = any($1) group by 1 having count(*) > 1`,
      [instances],
    )
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}
