import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Claims } from '#db/access.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Session } from '#db/wire/engine.ts'
import { MAIL_JOB } from '#jobs/mail.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { ofTenants, readRelations } from './kit/catalogue.ts'
import { insertion, plantRows } from './kit/other-tenant.ts'
import { openService } from './kit/service.ts'

const POOL = 4
const WORKERS = 64
const TENANTS = 8

const api = await openService()
const { access } = api
const { engine } = access.database

interface Tenant extends Claims {
  /** Names of acknowledged rows. */
  acknowledged: Set<string>
}

async function newTenant(): Promise<Tenant> {
  const [tenantId, userId, sessionId] = [newId(), newId(), newId()]
  const stamps = { created_at: new Date(), updated_at: new Date() }
  await access.asSystem('a test makes a tenant', async (db) => {
    await db
      .insertInto('tenants')
      .values({
        id: tenantId,
        name: tenantId,
        slug: tenantId,
        plan: 'ENTERPRISE',
        locale: 'es-CL',
        timezone: 'America/Santiago',
        branding: sql`'{}'`,
        siem_secret_sealed: '',
        ...stamps,
      })
      .execute()
    await db
      .insertInto('users')
      .values({ id: userId, email: `${userId}@ejemplo.cl`, name: 'Ana', ...stamps })
      .execute()
    await db
      .insertInto('memberships')
      .values({ tenant_id: tenantId, user_id: userId, role: 'OWNER', status: 'ACTIVE', ...stamps })
      .execute()
    await db
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: userId,
        tenant_id: tenantId,
        created_at: stamps.created_at,
        expires_at: new Date(8e12),
      })
      .execute()
  })
  return { tenantId, userId, sessionId, acknowledged: new Set() }
}

const [ours, theirs] = [await newTenant(), await newTenant()]
const [ourId, theirId] = [newId(), newId()]
await plantRows(engine, ours.tenantId, ourId)
await plantRows(engine, theirs.tenantId, theirId)
const relations = ofTenants(await readRelations(engine))
const tables = relations.filter(({ isView }) => !isView)
const views = relations.filter(({ isView }) => isView)

/** Has no condition on the tenant, so only the database separates the tenants. */
const everything = ({ db }: ReadCtx) => db.selectFrom('workspaces').select(['tenant_id', 'name']).execute()

function seesOnlyItsOwn(tenant: Tenant, rows: { tenant_id: string; name: string }[], known: Set<string>) {
  for (const row of rows) assert.equal(row.tenant_id, tenant.tenantId, 'a row of another tenant was seen')
  const names = new Set(rows.map(({ name }) => name))
  for (const name of known) assert.ok(names.has(name), 'an acknowledged row is missing')
}

function write({ db, tenantId, now }: WriteCtx, name: string, owner = tenantId) {
  return db
    .insertInto('workspaces')
    .values({ tenant_id: owner, id: newId(), name, description: null, created_at: now, updated_at: now })
    .execute()
}

const act = <T>(tenant: Tenant, work: (ctx: WriteCtx) => Promise<T>) =>
  access.act(tenant, 'ANALYST', {}, work)

/** Actions of a worker. `other` is another tenant. */
const DEEDS: Record<string, (tenant: Tenant, other: Tenant, name: string, ms: number) => Promise<void>> = {
  async reads(tenant) {
    const known = new Set(tenant.acknowledged)
    const { result } = await access.read(tenant, 'VIEWER', (ctx) =>
      Promise.all([everything(ctx), everything(ctx), ctx.db.selectFrom('tenants').select('id').execute()]),
    )
    seesOnlyItsOwn(tenant, result[0], known)
    seesOnlyItsOwn(tenant, result[1], known)
    assert.deepEqual(result[2], [{ id: tenant.tenantId }])
  },

  async writes(tenant, _other, name, ms) {
    const known = new Set(tenant.acknowledged)
    await act(tenant, async (ctx) => {
      await write(ctx, name)
      if (ms % 2) await wait(ms)
      seesOnlyItsOwn(tenant, await everything(ctx), known)
    })
    tenant.acknowledged.add(name)
  },

  async 'writes with a job beside it'(tenant, _other, name) {
    const known = new Set(tenant.acknowledged)
    await act(tenant, async (ctx) => {
      const job = ctx.tools.queue.send(ctx.db, MAIL_JOB.name, { tenantId: ctx.tenantId, mailId: newId() })
      const [, , rows] = await Promise.all([job, write(ctx, name), everything(ctx), everything(ctx)])
      seesOnlyItsOwn(tenant, rows, known)
    })
    tenant.acknowledged.add(name)
  },

  async 'fails in SQL'(tenant, _other, name) {
    const failed = act(tenant, async (ctx) => {
      await write(ctx, name)
      await sql`select 1 / 0`.execute(ctx.db)
    })
    await assert.rejects(failed, /division by zero/)
  },

  async 'swallows an error of SQL'(tenant, _other, name) {
    const swallowed = act(tenant, async (ctx) => {
      await write(ctx, name)
      await sql`select 1 / 0`.execute(ctx.db).catch(() => undefined)
    })
    await assert.rejects(swallowed, /swallowed/)
  },

  async 'is refused by a rule'(tenant, _other, name) {
    const refused = act(tenant, async (ctx) => {
      await write(ctx, name)
      throw new Failure('conflict', 'No.')
    })
    await assert.rejects(refused, { status: 409 })
  },

  async 'goes on in one branch after another failed'(tenant, _other, name, ms) {
    let late: Promise<unknown> = Promise.resolve()
    const failed = act(tenant, async (ctx) => {
      const branch = async () => {
        await wait(ms)
        await write(ctx, name)
      }
      late = branch()
      await Promise.all([late, sql`select 1 / 0`.execute(ctx.db)])
    })
    await assert.rejects(failed, /division by zero/)
    await late.catch(() => undefined)
  },

  async 'reads on in one branch after another failed'(tenant, _other, _name, ms) {
    let late: Promise<{ tenant_id: string; name: string }[]> = Promise.resolve([])
    const failed = access.read(tenant, 'VIEWER', async (ctx) => {
      const branch = async () => {
        await everything(ctx)
        await wait(ms)
        return everything(ctx)
      }
      late = branch()
      await Promise.all([late, sql`select 1 / 0`.execute(ctx.db)])
    })
    await assert.rejects(failed, /division by zero/)
    seesOnlyItsOwn(tenant, await late.catch(() => []), new Set())
  },

  async 'writes for another tenant'(tenant, other, name) {
    await assert.rejects(
      act(tenant, (ctx) => write(ctx, name, other.tenantId)),
      { code: '42501' },
    )
    await act(tenant, async ({ db }) => {
      const changed = await db
        .updateTable('workspaces')
        .set({ name })
        .where('tenant_id', '=', other.tenantId)
        .execute()
      const removed = await db.deleteFrom('workspaces').where('tenant_id', '=', other.tenantId).execute()
      assert.deepEqual([changed[0]?.numUpdatedRows, removed[0]?.numDeletedRows], [0n, 0n])
    })
  },

  async 'writes in a read'(tenant, _other, name) {
    const written = access.read(tenant, 'VIEWER', (ctx) => write(ctx as WriteCtx, name))
    await assert.rejects(written, { code: '25006' })
  },

  async 'comes with the session of another tenant'(tenant, other) {
    const intruder = { ...tenant, tenantId: other.tenantId }
    let seen: unknown
    const looked = access.read(intruder, 'VIEWER', async (ctx) => {
      seen = await everything(ctx)
    })
    await assert.rejects(looked, { status: 403 })
    assert.equal(seen, undefined, 'someone who is not a member got an answer')
    assert.deepEqual(await behind(intruder), [], 'the tenant was open to someone who is not a member')
    await assert.rejects(act({ ...intruder, acknowledged: new Set() }, everything), { status: 403 })
    await assert.rejects(access.read({ ...tenant, sessionId: newId() }, 'VIEWER', everything), {
      status: 401,
    })
  },

  async 'comes without being a member'(tenant, other, name) {
    const known = new Set(tenant.acknowledged)
    seesOnlyItsOwn(tenant, await access.readFor(tenant.tenantId, everything), known)
    await assert.rejects(
      access.readFor(tenant.tenantId, (ctx) => write(ctx as WriteCtx, name)),
      { code: '25006' },
    )
    await assert.rejects(access.readFor(newId(), everything), { status: 404 })
    const [now, id] = [new Date(), newId()]
    const insertFor = (tenantId: string) => ({
      sql: 'insert into workspaces (tenant_id, id, name, created_at, updated_at) values ($1, $2, $3, $4, $4)',
      parameters: [tenantId, id, name, now],
    })
    await assert.rejects(access.write(tenant.tenantId, [insertFor(other.tenantId)]), { code: '42501' })
    await assert.rejects(access.write(newId(), [insertFor(tenant.tenantId)]), { status: 404 })
    await access.write(tenant.tenantId, [insertFor(tenant.tenantId)])
    tenant.acknowledged.add(name)
  },

  async 'enters from above'(tenant, _other, name) {
    const known = new Set(tenant.acknowledged)
    const actor = { type: 'system', id: undefined, name: undefined, role: undefined } as const
    await access.asSystem('a test enters a tenant', async (_db, enter) => {
      const ctx = await enter({ id: tenant.tenantId, plan: 'STARTER' }, actor)
      await write(ctx, name)
      seesOnlyItsOwn(tenant, await everything(ctx), known)
    })
    tenant.acknowledged.add(name)
  },
}

test('64 workers at once, with every kind of failure, never read or write rows of another tenant', async () => {
  const tenants = await Promise.all(Array.from({ length: TENANTS }, newTenant))
  const deed = fc.record({
    what: fc.constantFrom(...Object.keys(DEEDS)),
    tenant: fc.nat(TENANTS - 1),
    shift: fc.integer({ min: 1, max: TENANTS - 1 }),
    ms: fc.nat(4),
  })
  const days = fc.array(fc.array(deed, { minLength: 2, maxLength: 5 }), {
    minLength: WORKERS,
    maxLength: WORKERS,
  })
  let count = 0
  await fc.assert(
    fc.asyncProperty(days, async (workers) => {
      const work = workers.map(async (deeds) => {
        for (const { what, tenant, shift, ms } of deeds) {
          count += 1
          await DEEDS[what]!(tenants[tenant]!, tenants[(tenant + shift) % TENANTS]!, `fila ${count}`, ms)
        }
      })
      const outcomes = await Promise.allSettled(work)
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      const { rows } = await engine.asOwner('select tenant_id, name from workspaces')
      for (const { tenantId, acknowledged } of tenants) {
        const stored = rows.filter(({ tenant_id }) => tenant_id === tenantId).map(({ name }) => name)
        assert.deepEqual(stored.sort(), [...acknowledged].sort(), 'stored and acknowledged rows differ')
      }
    }),
    {
      numRuns: engine.kind === 'embedded' ? 3 : 12,
      endOnFailure: true,
      // Reports the failure and how to repeat it. The actions of 64 workers would not help.
      reporter: ({ failed, seed, counterexamplePath, errorInstance }) => {
        if (failed) throw new Error(`seed ${seed}, path ${counterexamplePath}`, { cause: errorInstance })
      },
    },
  )
})

/** The rows that the database shows for these claims, authorised or not. */
async function behind({ sessionId, userId, tenantId }: Claims) {
  const session = await engine.acquire('read only')
  const { results } = await session.send([
    {
      sql: `select * from enter_tenant($1, $2, $3, 'read only', now())`,
      parameters: [sessionId, userId, tenantId],
    },
    { sql: 'select tenant_id, name from workspaces', parameters: [] },
  ])
  session.release()
  return results[1]!.rows
}

/** A transaction with the service's role, rolled back at the end. */
async function inside<T>(tenantId: string, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await engine.acquire('read write')
  try {
    await session.query('begin; set local role resguardo_app')
    if (tenantId !== '') await session.query(`select open_tenant($1, 'read write', false)`, [tenantId])
    return await work(session)
  } finally {
    await session.query('rollback')
    session.release()
  }
}

/** Tables that name tenants without belonging to one: no tenant may even read them. */
const ABOVE = ['folios']

test('without a tenant every table is empty, with one it has the tenant’s rows', async () => {
  for (const { name } of tables) {
    const counted = `select count(*) as n, count(distinct tenant_id) as tenants from "${name}"`
    if (ABOVE.includes(name)) {
      await assert.rejects(
        inside(ours.tenantId, (session) => session.query(counted)),
        { code: '42501' },
        name,
      )
      continue
    }
    assert.deepEqual(
      (await inside('', (session) => session.query(counted))).rows,
      [{ n: 0, tenants: 0 }],
      name,
    )
    const [own] = (await inside(ours.tenantId, (session) => session.query(counted))).rows
    assert.ok(Number(own!['n']) > 0, name)
    assert.equal(own!['tenants'], 1, name)
  }
})

test('a view shows only rows of the current tenant, and none without one', async () => {
  assert.ok(views.length > 10)
  for (const { name } of views) {
    const counted = `select count(*) as n, count(*) filter (where tenant_id = '${theirs.tenantId}') as foreign_rows
      from "${name}"`
    const [all] = (await engine.asOwner(counted)).rows
    assert.ok(Number(all!['foreign_rows']) > 0, `${name} has nothing to hide`)
    assert.deepEqual(
      (await inside('', (session) => session.query(counted))).rows,
      [{ n: 0, foreign_rows: 0 }],
      name,
    )
    const [own] = (await inside(ours.tenantId, (session) => session.query(counted))).rows
    assert.ok(Number(own!['n']) > 0, name)
    assert.equal(own!['foreign_rows'], 0, name)
    for (const change of [`delete from "${name}"`, `update "${name}" set tenant_id = tenant_id`])
      await assert.rejects(
        inside(ours.tenantId, (session) => session.query(change)),
        ({ code }: { code: string }) => ['42501', '55000'].includes(code),
        change,
      )
  }
})

test('no table accepts a row for another tenant, inserted or moved, or gives up theirs', async () => {
  for (const table of tables) {
    const attempt = (text: string) => inside(ours.tenantId, (session) => session.query(text))
    await assert.rejects(attempt(insertion(table, theirs.tenantId, newId())), { code: '42501' }, table.name)
    await assert.rejects(attempt(insertion(table, theirs.tenantId, theirId)), { code: '42501' }, table.name)
    const moved = `update "${table.name}" set tenant_id = '${theirs.tenantId}'`
    await assert.rejects(attempt(moved), { code: '42501' }, table.name)
    const touched = [
      `update "${table.name}" set tenant_id = tenant_id where tenant_id = '${theirs.tenantId}'`,
      `delete from "${table.name}" where tenant_id = '${theirs.tenantId}'`,
    ]
    for (const text of touched) {
      const outcome = await attempt(text).then(
        ({ count }) => count,
        ({ code }) => code,
      )
      assert.ok(outcome === 0 || outcome === '42501', `${text}: ${outcome}`)
    }
  }
})

test('the service’s roles cannot read the queue, which has rows of every tenant', async () => {
  const { rows } =
    await engine.asOwner(`select relname from pg_class where relnamespace = 'pgboss'::regnamespace
    and relkind in ('r', 'p', 'v')`)
  assert.ok(rows.length > 3)
  for (const role of ['resguardo_app', 'resguardo_system'] as const)
    for (const { relname } of rows) {
      const session = await engine.acquire('read only')
      await session.query(`begin; set local role ${role}`)
      await assert.rejects(
        session.query(`select * from pgboss."${relname}"`),
        { code: '42501' },
        String(relname),
      )
      await session.query('rollback')
      session.release()
    }
})

test('a connection returns to the pool without role, tenant or open transaction', async () => {
  const deeds = Object.values(DEEDS)
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      deeds[n % deeds.length]!(ours, theirs, `después ${n}`, n % 3).catch(() => {}),
    ),
  )
  const size = engine.kind === 'embedded' ? 1 : POOL
  const sessions = await Promise.all(Array.from({ length: size }, () => engine.acquire('read only')))
  for (const session of sessions) {
    const state =
      await session.query(`select current_setting('role') as role, current_user = session_user as self,
      coalesce(current_setting('app.tenant_id', true), '') as tenant,
      coalesce(current_setting('app.user_id', true), '') as person, pg_current_xact_id()::text as act`)
    const { act, ...rest } = state.rows[0]!
    assert.deepEqual(rest, { role: 'none', self: true, tenant: '', person: '' })
    const next = await session.query('select pg_current_xact_id()::text as act')
    assert.notEqual(next.rows[0]!['act'], act, 'a transaction was left open')
    session.release()
  }
})
