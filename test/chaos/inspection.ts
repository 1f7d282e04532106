import assert from 'node:assert/strict'
import { join } from 'node:path'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { startEmbedded } from '#db/embedded/embedded.ts'
import type { Engine } from '#db/wire/engine.ts'
import { openPostgres } from '#db/wire/postgres.ts'
import type { Installation } from '#test/kit/installation.ts'
import type { Ledger } from './ledger.ts'
import { KINDS } from './shop.ts'

/** Opens the database itself, after the service has stopped. */
export async function inspect(
  { dataDir, databaseUrl }: Pick<Installation, 'dataDir' | 'databaseUrl'>,
  look: (engine: Engine) => Promise<void>,
): Promise<void> {
  const engine = databaseUrl
    ? openPostgres(databaseUrl, 2)
    : await startEmbedded({ dataDir: join(dataDir, 'db'), extensions: { amcheck } })
  try {
    await look(engine)
  } finally {
    await engine.close()
  }
}

async function column(engine: Engine, sql: string): Promise<string[]> {
  return (await engine.asOwner(sql)).rows.map((row) => String(Object.values(row)[0]))
}

/** Every acknowledged write exists exactly once, and no write exists in part. */
export async function assertWhole(engine: Engine, ledger: Ledger): Promise<void> {
  for (const [kind, { table, column: marked, audited, markOf }] of Object.entries(KINDS)) {
    const { rows } = await engine.asOwner(`select id::text, ${marked} as mark from ${table}`)
    const ids = new Set(rows.map(({ id }) => id))
    const ours = ledger.acknowledged.filter((entry) => entry.kind === kind)
    const lost = ours.filter(({ id }) => !ids.has(id))
    assert.deepEqual(
      lost.map(({ mark }) => mark),
      [],
      `${kind}: acknowledged and lost`,
    )
    const times = Map.groupBy(rows, ({ mark }) => mark)
    const marks = [...ledger.acknowledged, ...ledger.unanswered].filter((entry) => entry.kind === kind)
    const twice = marks.filter(({ mark }) => (times.get(markOf(mark))?.length ?? 0) > 1)
    assert.deepEqual(
      twice.map(({ mark }) => mark),
      [],
      `${kind}: written twice`,
    )
    if (!audited) continue
    const silent = await column(
      engine,
      `select r.id::text from ${table} r where 1 <> (select count(*) from audit_log a where a.tenant_id = r.tenant_id
         and a.entity_type = '${audited}' and a.entity_id = r.id::text and a.action in ('create', 'start'))
       and r.${marked} ~ '^m-'`,
    )
    assert.deepEqual(silent, [], `${kind}: without its one row in the audit log`)
    const ghosts = await column(
      engine,
      `select a.entity_id from audit_log a where a.entity_type = '${audited}' and a.action in ('create', 'start')
         and not exists (select from ${table} r where r.tenant_id = a.tenant_id and r.id::text = a.entity_id)`,
    )
    assert.deepEqual(ghosts, [], `${kind}: in the audit log and nowhere else`)
  }
}

/** Every mail and every outgoing call belongs to an existing change, and every such change has its own. */
export async function assertEffectsMatch(engine: Engine): Promise<void> {
  const questions = {
    'a request without a letter': `select subject_email from dsar_requests r where not exists
      (select from mails m where m.tenant_id = r.tenant_id and m.recipient = r.subject_email)`,
    'a letter without a request': `select recipient from mails m where recipient ~ '^m-' and not exists
      (select from dsar_requests r where m.tenant_id = r.tenant_id and m.recipient = r.subject_email)`,
    'a letter that is neither sent nor waiting': `select recipient from mails m where sent_at is null and not exists
      (select from pgboss.job j where j.name = 'mail.send' and j.data ->> 'mailId' = m.id::text
        and j.state in ('created', 'retry', 'active'))`,
    'an instance without a notice': `select entity_id from workflow_instances i where not exists
      (select from webhook_deliveries d where d.tenant_id = i.tenant_id and d.body::jsonb ->> 'instanceId' = i.id::text)`,
    'a call about no instance': `select body from webhook_deliveries d where not exists
      (select from workflow_instances i where d.tenant_id = i.tenant_id and d.body::jsonb ->> 'instanceId' = i.id::text)`,
    'a call that was given up': `select last_error from webhook_deliveries where status = 'FAILED'`,
  }
  for (const [name, sql] of Object.entries(questions)) assert.deepEqual(await column(engine, sql), [], name)
}

/** PostgreSQL's own tools check every page of every table and index. */
export async function assertSound(engine: Engine): Promise<void> {
  await engine.asOwner('create extension if not exists amcheck')
  const mine = `c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`
  const torn = await column(
    engine,
    `select c.relname || ': ' || v.msg from pg_class c, verify_heapam(c.oid) v where c.relkind = 'r' and ${mine}`,
  )
  assert.deepEqual(torn, [], 'pages of tables')
  await engine.asOwner(
    `select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
     where c.relkind = 'i' and a.amname = 'btree' and ${mine}`,
  )
}
