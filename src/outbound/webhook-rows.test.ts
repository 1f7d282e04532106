import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { SYSTEM } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { MINUTE_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { openService } from '#test/kit/service.ts'
import { claimAll } from './webhook-rows.ts'
import { deliver } from './webhooks.ts'

const [DELIVERED, WAITING, CLAIMED] = [1000, 400, 10]
const api = await openService()
const ana = await api.tenant()

const send = (count: number) =>
  api.access.actFor(ana.tenantId, SYSTEM, {}, (ctx) =>
    deliver(
      ctx,
      Array.from({ length: count }, () => ({
        owner: { type: 'test', id: newId() },
        hookId: 'hook',
        event: 'thing.done',
        url: 'https://receptor.cl/',
        secretSealed: ctx.tools.vault.seal('clave', 'webhook', ctx.tenantId),
        signatureHeader: 'X-Test-Signature',
        deliveryHeader: 'X-Test-Delivery',
        body: '{}',
        orderKey: newId(),
      })),
    ),
  )

/** The number of deliveries this transaction has read. */
async function lookedAt(db: Db): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
    where relname = 'webhook_deliveries'`.execute(db)
  return rows[0]!.rows
}

test('a claim reads only its own deliveries, however many wait and whatever the planner assumes', async () => {
  await send(DELIVERED)
  await api.access.asSystem('a test has them delivered', (db) =>
    sql`update webhook_deliveries set status = 'DELIVERED', next_attempt_at = null, attempts = 1, delivered_at = now(),
      first_tried_at = now()`.execute(db),
  )
  // From now on the planner assumes that nothing waits.
  await api.access.database.engine.asOwner('analyze webhook_deliveries')
  const waiting = await send(WAITING)
  const now = api.clock.now()
  await api.access.asSystem('a test claims', async (db) => {
    const before = await lookedAt(db)
    const claims = waiting
      .slice(-CLAIMED)
      .map((deliveryId) => ({ tenantId: ana.tenantId, deliveryId, attempt: 1 }))
    const claimed = await claimAll(db, claims, now, new Date(now.getTime() + MINUTE_MS))
    assert.equal(claimed.length, CLAIMED)
    const looked = (await lookedAt(db)) - before
    assert.ok(looked <= 5 * CLAIMED, `${looked} rows for ${CLAIMED} claims`)
  })
})
