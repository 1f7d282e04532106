import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { newInstallation, startService } from '#test/kit/installation.ts'

/** The real service in its own process, on the database of this test run. */
const installation = await newInstallation({ LOG_LEVEL: 'silent', DEFAULT_PLAN: 'ENTERPRISE' })
const ROWS = 5000

test('an import killed while saving has saved nothing, and is completed when the service is back', async () => {
  let service = await startService(installation)
  const { access_token: token } = await service.register('ana@ejemplo.cl')
  const get = async (path: string) => (await service.call('GET', path, undefined, token)).body.data
  const total = async () => (await get('/rat/activities?limit=1')).pagination.total
  const form = new FormData()
  form.set('target', 'activities')
  form.set('dryRun', 'false')
  const rows = Array.from({ length: ROWS }, (_, n) => `Actividad ${n};Finalidad ${n};Contrato`)
  form.set('file', new Blob([['Actividad;Finalidad;Base de licitud', ...rows].join('\n')]), 'rat.csv')
  const sent = await fetch(`${service.url}/api/v1/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { data } = (await sent.json()) as { data: { id: string } }
  assert.equal(sent.status, 202)
  const state = () => get(`/imports/${data.id}?action=refuse`)
  const until = async (what: (one: { status: string; progress: number }) => boolean, ms: number) => {
    for (const end = Date.now() + ms; Date.now() < end; await wait(50)) {
      const one = await state()
      if (what(one)) return one
    }
    return state()
  }
  // By now some rows are written, in a transaction that is still open.
  await until(({ status }) => status === 'APPLYING', 120_000)
  await wait(300)
  await service.stop('SIGKILL')

  service = await startService(installation)
  const found = await state()
  assert.equal(found.status, 'APPLYING', 'it was in the middle of it')
  assert.equal(await total(), 0, 'nobody sees a half of it')
  const end = await until(({ status }) => status !== 'APPLYING', 240_000)
  assert.deepEqual([end.status, end.error, end.totals?.create], ['DONE', null, ROWS])
  assert.equal(await total(), ROWS)
  await service.stop()
})
