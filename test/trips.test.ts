import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '#db/wire/engine.ts'
import { openService } from './kit/service.ts'

/** Counts the round trips of an act to the database. Each one costs the network's latency, whatever it carries. */
const api = await openService()
const ana = await api.tenant()
const widget = (await ana.post('/dsar/widgets', { name: 'Formulario' })).data

const { engine } = api.access.database
const { send, acquire } = engine
let trips = 0
const counted = <T extends unknown[], R>(call: (...args: T) => R) => {
  return (...args: T): R => {
    trips += 1
    return call(...args)
  }
}
engine.send = counted(send.bind(engine))
engine.acquire = async (mode) => {
  const session: Session = await acquire.call(engine, mode)
  return { ...session, send: counted(session.send.bind(session)) }
}

async function tripsOf(work: () => Promise<{ status: number }>): Promise<number> {
  // The first call prepares statements and fills caches.
  assert.ok((await work()).status < 300)
  trips = 0
  assert.ok((await work()).status < 300)
  return trips
}

test('recording a breach takes three trips: begin, the writes, commit', async () => {
  const breach = { title: 'Acceso ajeno', detectedAt: new Date().toISOString(), detectionSource: 'manual' }
  assert.equal(await tripsOf(() => ana.post('/breaches', breach)), 3)
})

test('a request through a public form takes four trips: the form, begin with the systems to search, the writes, commit', async () => {
  const request = { subjectName: 'María', subjectEmail: 'maria@correo.cl', rightType: 'ACCESS' }
  assert.equal(await tripsOf(() => api.anyone.post(`/public/dsar/${widget.widgetKey}`, request)), 4)
})

test('reading a list takes one trip', async () => {
  assert.equal(await tripsOf(() => ana.get('/breaches')), 1)
})

test('reading a record with its version takes one trip', async () => {
  const { id } = (await ana.post('/processors', { name: 'Nube Austral' })).data
  assert.equal(await tripsOf(() => ana.get(`/processors/${id}`)), 1)
})

test('the version after a change comes with its commit, and checking a version takes one more trip', async () => {
  const { id } = (await ana.post('/processors', { name: 'Nube Sur' })).data
  const change = (headers = {}) => ana.put(`/processors/${id}`, { services: 'Respaldo' }, { headers })
  assert.equal(await tripsOf(() => change()), 6)
  assert.equal(await tripsOf(() => change({ 'if-match': '*' })), 7)
})
