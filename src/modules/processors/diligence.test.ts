import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ground } from '#test/kit/contracts.ts'
import { keepFile } from '#test/kit/files.ts'
import { openService } from '#test/kit/service.ts'
import { DILIGENCE } from './knowledge.ts'

const api = await openService()
const ana = await api.tenant()
const NOBODY = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
let count = 0

async function made(fields: object = {}): Promise<string> {
  count += 1
  return (await ana.post('/processors', { name: `Encargado ${count}`, country: 'Chile', ...fields })).data.id
}

test('every question has one answer, with its day, author and evidence', async () => {
  const id = await made()
  const empty = (await ana.get(`/processors/${id}/diligence`)).data
  assert.deepEqual([empty.answered, empty.total, empty.items.length], [0, DILIGENCE.length, DILIGENCE.length])
  const file = await keepFile(ana, { entityType: 'processor', entityId: id })
  const body = { outcome: 'YES', note: 'ISO 27001', checkedOn: '2026-03-02', fileKeys: [file.key] }
  const reply = await ana.put(`/processors/${id}/diligence/security`, body)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.deepEqual(
    [reply.data.outcome, reply.data.checkedOn, reply.data.fileKeys, reply.data.note],
    ['YES', '2026-03-02', [file.key], 'ISO 27001'],
  )
  assert.ok(reply.data.checkedBy)
  await ana.put(`/processors/${id}/diligence/security`, { outcome: 'NO' })
  const { items, answered } = (await ana.get(`/processors/${id}/diligence`)).data
  const security = items.find(({ key }: { key: string }) => key === 'security')
  assert.deepEqual([answered, security.outcome, security.note, security.fileKeys], [1, 'NO', null, []])
  assert.equal((await ana.delete(`/files/${file.key}`)).status, 409, 'evidence stays with the processor')
  assert.equal((await ana.delete(`/processors/${id}/diligence/security`)).status, 200)
  assert.equal((await ana.get(`/processors/${id}/diligence`)).data.answered, 0)
  assert.equal((await ana.delete(`/processors/${id}/diligence/security`)).status, 404)
  const trail = (await ana.get(`/activity?entityType=processor&entityId=${id}`)).data.items
  assert.equal(trail.filter(({ action }: { action: string }) => action === 'check_diligence').length, 3)
})

test('invalid answers are refused, and nothing is written', async () => {
  const id = await made()
  const foreign = await keepFile(ana, { entityType: 'processor', entityId: await made() })
  const wrong: [number, string, object][] = [
    [400, 'security', { outcome: 'PERHAPS' }],
    [422, 'security', { outcome: 'YES', checkedOn: '2999-01-01' }],
    [422, 'security', { outcome: 'YES', fileKeys: [foreign.key] }],
    [422, 'security', { outcome: 'YES', fileKeys: ['x'] }],
    [404, 'nothing', { outcome: 'YES' }],
  ]
  for (const [status, key, body] of wrong) {
    const reply = await ana.put(`/processors/${id}/diligence/${key}`, body)
    assert.equal(reply.status, status, JSON.stringify([body, reply.body]))
  }
  assert.equal((await ana.get(`/processors/${id}/diligence`)).data.answered, 0)
  assert.equal((await ana.put(`/processors/${NOBODY}/diligence/security`, { outcome: 'YES' })).status, 404)
  assert.equal((await ana.get(`/processors/${NOBODY}/diligence`)).status, 404)
})

test('a delegation needs a dated written authorisation', async () => {
  const id = await made()
  const path = `/processors/${id}/sub-processors`
  const sub = (await ana.post(path, { name: 'Respaldos del Sur', country: 'Chile' })).data
  assert.deepEqual([sub.authorisation, sub.authorisedOn], ['PENDING', null])
  assert.equal((await ana.post(path, { name: 'RESPALDOS DEL SUR' })).status, 409, 'the same name')
  const bare = await ana.put(`${path}/${sub.id}`, { authorisation: 'AUTHORISED' })
  assert.deepEqual([bare.status, bare.body.error.details[0].path], [422, 'authorisedOn'])
  const ahead = await ana.put(`${path}/${sub.id}`, {
    authorisation: 'AUTHORISED',
    authorisedOn: '2999-01-01',
  })
  assert.equal(ahead.status, 422)
  const paper = await keepFile(ana, { entityType: 'processor', entityId: id })
  const done = await ana.put(`${path}/${sub.id}`, {
    authorisation: 'AUTHORISED',
    authorisedOn: '2026-03-02',
    fileKey: paper.key,
  })
  assert.deepEqual([done.status, done.data.fileKey], [200, paper.key])
  const { items } = (await ana.get(path)).data
  assert.deepEqual(items, [done.data])
  const elsewhere = `/processors/${await made()}/sub-processors/${sub.id}`
  assert.equal((await ana.put(elsewhere, { name: 'x' })).status, 404, 'of another processor')
  assert.equal((await ana.delete(elsewhere)).status, 404)
  assert.equal((await ana.delete(`${path}/${sub.id}`)).status, 200)
  assert.deepEqual((await ana.get(path)).data.items, [])
})

const riskOf = async (id: string) => (await ana.get(`/processors/${id}`)).data.risk

test('the risk depends on contract, country, answers and delegations', async () => {
  const id = await made()
  const points = async () => (await riskOf(id)).points
  assert.equal(await points(), 5, 'no contract, no diligence')
  for (const { key } of DILIGENCE) await ana.put(`/processors/${id}/diligence/${key}`, { outcome: 'YES' })
  assert.equal(await points(), 3)
  await ana.put(`/processors/${id}/diligence/breaches`, { outcome: 'NO' })
  assert.equal(await points(), 5)
  const path = `/processors/${id}/sub-processors`
  const sub = (await ana.post(path, { name: 'Otro' })).data
  assert.deepEqual([await points(), (await riskOf(id)).level], [7, 'high'])
  await ana.put(`${path}/${sub.id}`, { authorisation: 'AUTHORISED', authorisedOn: '2026-03-02' })
  assert.equal(await points(), 5)
  await ana.put(`/processors/${id}`, { country: 'Perú', dpaStatus: 'SIGNED' })
  assert.equal(await points(), 4)
  await ana.put(`/processors/${id}/diligence/audit`, { outcome: 'YES', checkedOn: '2020-01-01' })
  assert.equal(await points(), 5, 'an old answer')
  const { items } = (await ana.get('/processors?q=Encargado')).data
  const listed = items.find((one: { id: string }) => one.id === id)
  assert.deepEqual(listed.risk, await riskOf(id))
  const at = async (risk: string) =>
    (await ana.get(`/processors?risk=${risk}&limit=100`)).data.items.map((one: { id: string }) => one.id)
  assert.deepEqual(
    [(await at('low')).includes(id), (await at('medium')).includes(id), (await at('high')).includes(id)],
    [false, true, false],
  )
  const all = (await ana.get('/processors')).data.pagination.total
  const levels = await Promise.all(['low', 'medium', 'high'].map(at))
  assert.equal(levels.flat().length, all, 'each has one level')
  assert.equal((await ana.get('/processors?risk=huge')).status, 400)
})

test('the data of a processor come from the activities of its systems', async () => {
  const g = await ground(api, { name: 'Con datos' })
  const risk = async () => (await g.ana.get(`/processors/${g.processorId}`)).data.risk.reasons
  const words = (await risk()).map(({ reason }: { reason: string }) => reason)
  assert.ok(words.includes('Trata datos en 1 actividad.'), words.join())
  await g.ana.put(`/rat/activities/${g.activityId}`, { dataCategories: ['name', 'health'] })
  const after = (await risk()).map(({ reason }: { reason: string }) => reason)
  assert.ok(after.includes('Trata datos sensibles en 1 actividad.'), after.join())
})

test('a VIEWER cannot answer', async () => {
  const id = await made()
  const viewer = await ana.colleague('VIEWER')
  assert.equal((await viewer.get(`/processors/${id}/diligence`)).status, 200)
  assert.equal((await viewer.put(`/processors/${id}/diligence/security`, { outcome: 'YES' })).status, 403)
  assert.equal((await viewer.post(`/processors/${id}/sub-processors`, { name: 'x' })).status, 403)
})
