import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draft, ground, sent, signed } from '#test/kit/contracts.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const g = await ground(api)
const { ana, processorId, templateId, activityId } = g
const ask = { processorId, templateId, activityIds: [activityId] }

test('a preview shows the text before it is stored, with its gaps and the names to fill them', async () => {
  const before = (await ana.get('/contracts')).data.pagination.total
  const { status, data } = await ana.post('/contracts/preview', ask)
  assert.equal(status, 200)
  assert.match(data.content, /Nube Andina/)
  const gap = data.gaps.find(({ key }: { key: string }) => key === 'duracion')
  assert.ok(gap, JSON.stringify(data.gaps))
  assert.ok(data.content.includes(`[${gap.label}]`))
  assert.ok(data.findings.some(({ key }: { key: string }) => key === 'contract.duration'))
  const filled = (await ana.post('/contracts/preview', { ...ask, customFields: { duracion: 'un año' } })).data
  assert.match(filled.content, /un año/)
  assert.ok(!filled.gaps.some(({ key }: { key: string }) => key === 'duracion'))
  assert.ok(!filled.findings.some(({ key }: { key: string }) => key === 'contract.duration'))
  assert.equal((await ana.get('/contracts')).data.pagination.total, before, 'nothing is kept')
  const id = await draft(g, { duracion: 'un año' })
  assert.equal((await ana.get(`/contracts/${id}`)).data.content, filled.content, 'and then it is the same')
})

test('a preview names missing records, and readers cannot use it', async () => {
  const reply = await ana.post('/contracts/preview', { ...ask, processorId: templateId })
  assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'processorId'])
  const viewer = await ana.colleague('VIEWER')
  assert.equal((await viewer.post('/contracts/preview', ask)).status, 403)
})

const compared = async (id: string, against = 'template') =>
  (await ana.get(`/contracts/${id}/differences?against=${against}`)).data

test("a person's changes are shown against the service's text, clause by clause", async () => {
  const id = await draft(g, { duracion: 'un año' })
  const untouched = await compared(id)
  assert.deepEqual([untouched.against, untouched.changed], ['drafted', 0])
  assert.ok(untouched.clauses.length > 5)
  const { content } = (await ana.get(`/contracts/${id}`)).data
  await ana.put(`/contracts/${id}`, {
    content: `${content.replace('un año', 'dos años')}<h2>Último. Precio</h2><p>Nada.</p>`,
  })
  const changed = await compared(id)
  assert.equal(changed.changed, 2)
  const [first, last] = changed.clauses.filter(
    ({ difference }: { difference: string }) => difference !== 'unchanged',
  )
  assert.deepEqual([first.difference, last.difference, last.title], ['changed', 'added', 'Último. Precio'])
  const side = (left: string) =>
    first.stretches
      .filter(({ kind }: { kind: string }) => kind !== left)
      .map(({ text }: { text: string }) => text)
      .join(' ')
  assert.match(side('added'), /un año/)
  assert.doesNotMatch(side('removed'), /un año/)
  assert.match(side('removed'), /dos años/)
  assert.equal((await compared(id, 'previous')).against, null, 'it renews nothing')
})

test('an old contract is compared with its template, a renewal with what it renews', async () => {
  const id = await signed(g)
  await api.access.asSystem('a contract of an earlier version of the service', (db) =>
    db.updateTable('contracts').set({ drafted: null }).where('id', '=', id).execute(),
  )
  assert.equal((await compared(id)).against, 'template')
  const { id: next } = (await ana.post(`/contracts/${id}/renew`)).data
  const { content } = (await ana.get(`/contracts/${next}`)).data
  await ana.put(`/contracts/${next}`, { content: content.replace(/<p>/, '<p>Además: ') })
  assert.deepEqual(
    [(await compared(next, 'previous')).against, (await compared(next, 'previous')).changed],
    ['previous', 1],
  )
})

test('findings are shown before the contract is sent, and stay as they were', async () => {
  const id = await draft(g)
  const now = (await ana.get(`/contracts/${id}/checks`)).data.findings
  assert.ok(now.some(({ key }: { key: string }) => key === 'contract.duration'))
  const out = await sent(g)
  assert.deepEqual((await ana.get(`/contracts/${out}/checks`)).data.findings, now)
})

test('contracts are listed by the other party and by their end', async () => {
  const person = await ground(api, { name: 'Otra', vendor: 'Otra Nube' })
  const mine = (await person.ana.get(`/contracts?processorId=${person.processorId}`)).data
  assert.equal(mine.pagination.total, 0)
  const id = await signed(person, '2027-03-15')
  const total = async (query: string) => (await person.ana.get(`/contracts?${query}`)).data.pagination.total
  assert.equal(await total(`processorId=${person.processorId}`), 1)
  assert.equal(await total(`processorId=${templateId}`), 0)
  assert.equal(await total('processorId=nadie'), 0)
  assert.equal(await total('expiresFrom=2027-03-15&expiresUntil=2027-03-15'), 1)
  assert.equal(await total('expiresFrom=2027-03-16'), 0)
  assert.equal(await total('expiresUntil=2027-03-14'), 0)
  assert.equal((await person.ana.get('/contracts')).data.contracts[0].id, id)
})
