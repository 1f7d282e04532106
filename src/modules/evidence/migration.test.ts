import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import { createDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { newId } from '#kernel/ids.ts'
import { createVault } from '#kernel/secrets.ts'
import { migratedUntil } from '#test/kit/migrated.ts'
import { listKeys, verifyChain } from './public.ts'
import { sealAll } from './sealing.ts'

test('rows from before the chain enter it in order of time, marked as such, and those of today do not', async () => {
  const engine = await migratedUntil('0102')
  const [tenant, later, earlier] = Array.from({ length: 3 }, newId)
  const at = (day: number) => `2026-10-0${day}T12:00:00Z`
  await engine.asOwner(`begin; set local role resguardo_system;
    insert into tenants (id, name, slug, plan, siem_secret_sealed, created_at, updated_at)
      values ('${tenant}', 'Grupo', 'grupo', 'STARTER', 'x', '${at(1)}', '${at(1)}');
    insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id, changes, created_at)
      values ('${tenant}', '${later}', 'user', 'update', 'tenant', 'x', '{}', '${at(5)}'),
        ('${tenant}', '${earlier}', 'user', 'create', 'tenant', 'x', '{"name":{"old":null,"new":"Grupo"}}', '${at(2)}');
    commit`)
  await migrate(engine)
  const tools = { vault: createVault('x'.repeat(40)), now: () => new Date() } as Tools
  const access = createTenantAccess(createDatabase(engine), tools)
  const today = newId()
  await access.asSystem('a test writes', (db) =>
    db
      .insertInto('audit_log')
      .values({
        tenant_id: tenant!,
        id: today,
        actor_type: 'user',
        action: 'update',
        entity_type: 'tenant',
        entity_id: 'x',
        changes: {},
        created_at: new Date(),
      })
      .execute(),
  )
  assert.equal(await sealAll({ access, tools }), 3)
  const entries = await access.lookUp('a test reads', (db) =>
    db.selectFrom('evidence_entries').select(['kind', 'entity_id', 'seq']).orderBy('seq').execute(),
  )
  assert.deepEqual(
    entries.map(({ kind, entity_id }) => [kind, entity_id]),
    [
      ['imported', earlier],
      ['imported', later],
      ['audit', today],
      ['seal', '1-3'],
    ],
  )
  const keys = await listKeys(access, tools)
  const read = <T>(work: Parameters<typeof access.lookUp<T>>[1]) => access.lookUp('a test verifies', work)
  const { valid, imported } = await verifyChain({ read, tenantId: tenant!, keys, vault: tools.vault })
  assert.deepEqual([valid, imported], [true, 2])
  await engine.close()
})
