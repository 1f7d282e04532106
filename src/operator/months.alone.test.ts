import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openPostgres } from '#db/wire/postgres.ts'
import { newId } from '#kernel/ids.ts'
import { TEST_SERVER } from '#test/kit/database.ts'
import { command, launch, newInstallation, startService } from '#test/kit/installation.ts'
import { idAt, monthFrom } from '#test/kit/months.ts'

/** The embedded database lives in one process: a kill ends that process, which other tests cover. */
const isServer = process.env[TEST_SERVER] !== undefined
const ROWS = 500
const KILLS = 4

if (isServer)
  test('after a kill at any moment, the month is in the database or in a file that restores it', async () => {
    const installation = await newInstallation({ APP_SECRET: 'the secret of an installation with months' })
    const service = await startService(installation)
    const { tenant } = await service.register('ana@tiendasur.cl')
    const engine = openPostgres(installation.databaseUrl!, 2)
    after(() => engine.close())
    const rows = async (statement: string) => (await engine.asOwner(statement)).rows
    await rows(`insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id, changes, created_at)
      select '${tenant.id}', ('${idAt(monthFrom(-30)).slice(0, 24)}' || lpad(to_hex(n), 12, '0'))::uuid,
        'user', 'update', 'tenant', 'x', '{}', now() from generate_series(1, ${ROWS}) n`)
    const deadline = Date.now() + 60_000
    while ((await rows('select from evidence_waiting')).length > 0 && Date.now() < deadline) await wait(200)
    await service.stop()
    await rows('select make_months()')
    const month = monthFrom(-30).toISOString().slice(0, 7)
    const held = async () =>
      (
        await rows(`select count(*)::int8 as n, md5(string_agg(t::text, '' order by id)) as sum from audit_log t
        where id < month_start('${monthFrom(-29).toISOString().slice(0, 10)}')`)
      )[0]!
    const whole = await held()
    assert.equal(whole['n'], ROWS)

    const began = performance.now()
    const file = (name: string) => join(installation.dataDir, `${newId()}-${name}.gz`)
    const first = file('first')
    const done = await command(installation.env, 'db', 'archive-month', 'audit_log', month, '--to', first)
    assert.equal(done.code, 0, done.stderr)
    const lasted = performance.now() - began
    assert.equal((await held())['n'], 0)
    assert.equal((await command(installation.env, 'db', 'restore-month', first)).code, 0)
    assert.deepEqual(await held(), whole)

    for (let kill = 0; kill < KILLS; kill += 1) {
      const to = file('killed')
      const { child, ended } = launch(installation.env, [
        'db',
        'archive-month',
        'audit_log',
        month,
        '--to',
        to,
      ])
      // The first part of a run is the start of the process.
      await wait(lasted * (0.4 + (0.6 * kill) / (KILLS - 1)))
      child.kill('SIGKILL')
      await ended
      const isArchived = (await rows('select from archived_months')).length > 0
      if (isArchived) {
        assert.ok(existsSync(to))
        const back = await command(installation.env, 'db', 'restore-month', to)
        assert.equal(back.code, 0, back.stderr)
      }
      assert.deepEqual(await held(), whole, `kill ${kill}`)
    }
  })

test('commands archive a month on a server', () => {
  assert.equal(isServer, process.env[TEST_SERVER] !== undefined)
})
