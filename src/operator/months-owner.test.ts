import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import { createDatabase } from '#db/database.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { newId } from '#kernel/ids.ts'
import { createVault } from '#kernel/secrets.ts'
import { sealAll } from '#modules/evidence/sealing.ts'
import { idAt, monthFrom } from '#test/kit/months.ts'
import { archiveMonth, restoreMonth } from './month-archiving.ts'

test('an owner who is subject to row-level security archives a month and restores it', async () => {
  const engine = await startEmbedded({})
  await engine.asOwner(`create role duena createrole; grant create on schema public to duena;
    grant create on database postgres to duena; set session authorization duena`)
  await migrate(engine)
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-months-'))
  try {
    const tools = { vault: createVault('x'.repeat(40)), now: () => new Date() } as Tools
    const access = createTenantAccess(createDatabase(engine), tools)
    const [tenant, id] = [newId(), idAt(monthFrom(-30))]
    await access.asSystem('a test writes', async (db) => {
      await sql`insert into tenants (id, name, slug, plan, siem_secret_sealed, created_at, updated_at)
        values (${tenant}, 'Grupo', 'grupo', 'STARTER', 'x', now(), now())`.execute(db)
      await sql`insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id, changes, created_at)
        values (${tenant}, ${id}, 'user', 'update', 'tenant', 'x', '{}', now())`.execute(db)
    })
    await sealAll({ access, tools })
    const made = await access.asSystem('a test makes months', (db) =>
      sql<{ n: number }>`select make_months() as n`.execute(db),
    )
    assert.equal(made.rows[0]!.n, 1)
    const held = () =>
      access.lookUp('a test reads', (db) =>
        db
          .selectFrom('audit_log')
          .select(['id', sql<string>`tableoid::regclass::text`.as('part')])
          .where('entity_type', '<>', 'month')
          .execute(),
      )
    const before = await held()
    assert.equal(before.length, 1)
    const month = monthFrom(-30).toISOString().slice(0, 7)
    const to = join(directory, 'mes.gz')
    await archiveMonth(access, tools, { table: 'audit_log', month, to })
    assert.deepEqual(await held(), [])
    assert.equal((await restoreMonth(access, tools, to)).rows, 1)
    assert.deepEqual(await held(), before)
  } finally {
    await engine.close()
    rmSync(directory, { recursive: true })
  }
})
