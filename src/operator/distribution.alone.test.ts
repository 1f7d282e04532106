import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#src/config.ts'
import { openEngine } from '#src/service.ts'
import { command, newInstallation } from '#test/kit/installation.ts'

const installation = await newInstallation({ APP_SECRET: 'a secret that the operator chose, long enough' })
const { env } = installation

async function change(sql: string): Promise<void> {
  const engine = await openEngine(readConfig(env))
  await engine.asOwner(sql).finally(() => engine.close())
}

test('the statements are printed, and nothing is run', async () => {
  const { code, stdout, stderr } = await command(env, 'db', 'distribute', '--dry-run')
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /^-- .+No se han ejecutado en un clúster de Citus/)
  assert.match(stdout, /^select create_reference_table\('public\.tenants'\);$/m)
  assert.match(stdout, /^select create_distributed_table\('public\.audit_log', 'tenant_id', /m)
  const bare = await command(env, 'db', 'distribute')
  assert.deepEqual([bare.code, bare.stdout], [1, ''])
  assert.match(bare.stderr, /Esta versión solo escribe las sentencias, y no las ejecuta\./)
})

test('a schema that breaks a rule, or of another version, is refused with exit code 1', async () => {
  await change('create unique index once on systems (id)')
  const broken = await command(env, 'db', 'distribute', '--dry-run')
  assert.deepEqual(
    [broken.code, broken.stdout, broken.stderr],
    [1, '', 'systems: once debe comenzar con tenant_id\n'],
  )
  await change(
    `drop index once; insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`,
  )
  const newer = await command(env, 'db', 'distribute', '--dry-run')
  assert.deepEqual([newer.code, newer.stdout], [1, ''])
  assert.match(newer.stderr, /es de una versión más nueva \(9999_later\.sql\)/)
})
