import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SYSTEM } from '#db/context.ts'
import { announce } from '#events/announce.ts'
import { newId } from '#kernel/ids.ts'
import { openService } from '#test/kit/service.ts'
import { DIGEST_JOB } from './jobs.ts'

const api = await openService()
api.clock.set('2026-09-05T15:00:00Z')
const ana = await api.tenant()
const dpo = await ana.colleague('DPO')
const run = async (at: string) => {
  api.clock.set(at)
  await DIGEST_JOB.run(api.service.jobEnv, {}, { jobId: 'digest', attempt: 1 })
  await api.drain()
}
/** Announces as the service, because tokens would expire between the days. */
const register = (title: string) =>
  api.access.actFor(ana.tenantId, SYSTEM, {}, (ctx) =>
    announce(ctx, { type: 'processor.created', entityId: newId(), title }),
  )
const letters = () => api.mailbox.to(dpo.email).filter(({ subject }) => subject!.startsWith('Resumen'))

test('events chosen for the digest come in one grouped letter at eight in Chile, never twice', async () => {
  await register('Nube Andina SpA')
  await register('Correos del Sur')
  await ana.post('/dpia/assessments', { title: 'Cámaras' })
  await api.drain()
  assert.deepEqual(letters(), [])
  // On the night of the 6th the clocks go forward, so eight is 11:00 UTC from then on.
  await run('2026-09-06T10:59:00Z')
  assert.deepEqual(letters(), [])
  await run('2026-09-06T11:00:30Z')
  assert.equal(letters().length, 1)
  const [letter] = letters()
  assert.equal(letter!.subject, 'Resumen del día: 3 novedades')
  assert.match(letter!.text!, /Se creó una evaluación de impacto \(1\)[\s\S]*Se registró un encargado \(2\)/)
  assert.match(letter!.text!, /«Nube Andina SpA»[\s\S]*«Correos del Sur»/)
  await run('2026-09-06T11:10:00Z')
  await register('Llegó después')
  await api.drain()
  await run('2026-09-06T19:00:00Z')
  assert.equal(letters().length, 1)
})

test('events after eight wait for the next day, and those already read are left out', async () => {
  await register('Ya leído')
  await api.drain()
  await api.access.asSystem('a test reads a notice', (db) =>
    db.updateTable('notifications').set({ read_at: new Date() }).where('title', '=', 'Ya leído').execute(),
  )
  await run('2026-09-07T11:05:00Z')
  assert.equal(letters().length, 2)
  assert.equal(letters()[1]!.subject, 'Resumen del día: Se registró un encargado')
  assert.match(letters()[1]!.text!, /Llegó después/)
  assert.doesNotMatch(letters()[1]!.text!, /Ya leído/)
  await run('2026-09-08T11:05:00Z')
  assert.equal(letters().length, 2)
})

test('two concurrent processes send one digest', async () => {
  await register('Dos a la vez')
  await api.drain()
  await Promise.all([run('2026-09-09T11:01:00Z'), run('2026-09-09T11:01:00Z')])
  assert.equal(letters().length, 3)
})
