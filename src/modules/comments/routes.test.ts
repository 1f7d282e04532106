import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MODULES } from '#src/modules.ts'
import { makeActivity, NOBODY } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'
import { COMMENTED_TYPES } from './rules.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const pedro = await ana.colleague('DPO', 'Pedro Soto')
const analyst = await ana.colleague('ANALYST', 'Eva Lagos')
const viewer = await ana.colleague('VIEWER')
const entityId = await makeActivity(ana, { name: 'Boletín mensual' })
const about = { entityType: 'activity', entityId }
const listed = async (person = ana) =>
  (await person.get(`/comments?entityType=activity&entityId=${entityId}`)).data.items

test('every member reads comments, newest first, with their author', async () => {
  const first = await analyst.post('/comments', { ...about, text: '  ¿Quién borra las bajas?  ' })
  assert.equal(first.status, 201)
  await ana.post('/comments', { ...about, entityId: entityId.toUpperCase(), text: 'Marketing, cada mes.' })
  const items = await listed(viewer)
  assert.deepEqual(
    items.map(({ text, authorName, mentions }: Record<string, unknown>) => [text, authorName, mentions]),
    [
      ['Marketing, cada mes.', 'Ana Rojas', []],
      ['¿Quién borra las bajas?', 'Eva Lagos', []],
    ],
  )
  const found = (await viewer.get('/comments?q=bajas')).data.items
  assert.deepEqual(
    found.map(({ id }: { id: string }) => id),
    [first.data.id],
  )
})

test('a mentioned person gets one notice, at the record; the author gets none', async () => {
  const text = 'Pedro, ¿está bien el plazo?'
  await analyst.post('/comments', { ...about, text, mentions: [pedro.userId, pedro.userId, analyst.userId] })
  await api.drain()
  const told = async (person: typeof ana) =>
    (await person.get('/notifications')).data.items.filter(
      ({ type }: { type: string }) => type === 'comment.mentioned',
    )
  const [notice, ...more] = await told(pedro)
  assert.deepEqual(more, [])
  assert.equal(notice.text, 'Eva Lagos le mencionó en un comentario sobre «Boletín mensual».')
  assert.match(notice.url, new RegExp(`/registro/${entityId}$`))
  assert.deepEqual([await told(analyst), await told(ana)], [[], []])
})

test('comments on missing records, blank or too long ones and mentions of outsiders write nothing', async () => {
  const before = (await listed()).length
  const stranger = await api.tenant()
  const cases: [object, number][] = [
    [{ ...about, text: '   ' }, 400],
    [{ ...about, text: 'x'.repeat(4001) }, 400],
    [{ ...about, entityType: 'api_key', text: 'x' }, 400],
    [{ ...about, entityId: NOBODY, text: 'x' }, 422],
    [{ ...about, entityType: 'breach', text: 'x' }, 422],
    [{ ...about, entityId: 'nada', text: 'x' }, 422],
    [{ ...about, text: 'x', mentions: ['nadie'] }, 422],
    [{ ...about, text: 'x', mentions: [stranger.userId] }, 422],
  ]
  for (const [body, status] of cases)
    assert.equal((await ana.post('/comments', body)).status, status, JSON.stringify(body).slice(0, 120))
  assert.equal((await listed()).length, before)
  assert.equal((await ana.get(`/comments?entityType=activity&entityId=${NOBODY}`)).status, 404)
})

test('another organisation can neither read, write nor delete them', async () => {
  const stranger = await api.tenant()
  const [{ id }] = await listed()
  assert.equal((await stranger.get(`/comments?entityType=activity&entityId=${entityId}`)).status, 404)
  const written = await stranger.post('/comments', { ...about, text: 'x' })
  assert.deepEqual([written.status, written.body.error.details[0].path], [422, 'entityId'])
  assert.equal((await stranger.delete(`/comments/${id}`)).status, 404)
  assert.deepEqual((await stranger.get('/comments')).data.items, [])
})

test('viewers cannot write; authors remove their own comments, administrators any, and the log records who did', async () => {
  assert.equal((await viewer.post('/comments', { ...about, text: 'x' })).status, 403)
  const write = async (person: typeof ana) =>
    (await person.post('/comments', { ...about, text: 'Error' })).data.id
  const [own, others, third] = [await write(analyst), await write(analyst), await write(ana)]
  assert.equal((await analyst.delete(`/comments/${own}`)).status, 200)
  assert.equal((await pedro.delete(`/comments/${others}`)).status, 403)
  assert.equal((await ana.delete(`/comments/${others}`)).status, 200)
  assert.equal((await analyst.delete(`/comments/${third}`)).status, 403)
  assert.equal((await analyst.delete(`/comments/${own}`)).status, 404)
  const { items } = (await ana.get(`/settings/audit-log?entityId=${others}`)).data
  assert.deepEqual(
    items.map(({ action, changes }: { action: string; changes: { length: object } }) => [
      action,
      changes.length,
    ]),
    [
      ['delete', { old: 5, new: null }],
      ['create', { old: null, new: 5 }],
    ],
  )
  assert.doesNotMatch(JSON.stringify(items), /Error/, 'what people write about people is not kept for ever')
})

test('a key reads and writes comments of the modules that it reaches only', async () => {
  const key = async (...scopes: string[]) =>
    api.with({ 'x-api-key': (await ana.post('/settings/api-keys', { name: 'Panel', scopes })).data.key })
  const narrow = await key('comments:*', 'breaches:*')
  assert.deepEqual((await narrow.get('/comments')).data.items, [])
  assert.equal((await narrow.post('/comments', { ...about, text: 'x' })).status, 403)
  const wide = await key('comments:*', 'rat:*')
  assert.ok((await wide.get('/comments')).data.items.length > 0)
  const made = await wide.post('/comments', { ...about, text: 'Desde el CRM' })
  assert.equal(made.status, 201)
})

test("comments have pages, and a record's list has only its own", async () => {
  const org = await api.tenant()
  const [one, two] = [await makeActivity(org, { name: 'Una' }), await makeActivity(org, { name: 'Dos' })]
  const write = async (entityId: string, text: string) => {
    const reply = await org.post('/comments', { entityType: 'activity', entityId, text })
    assert.equal(reply.status, 201)
    return reply.data
  }
  for (const text of ['Primero', 'Segundo 🦤 «ñ»', 'Tercero']) await write(one, text)
  const other = await write(two, 'x'.repeat(4000))
  const texts = async (query: string) =>
    (await org.get(`/comments?${query}`)).data.items.map(({ text }: { text: string }) => text)
  const of = `entityType=activity&entityId=${one}`
  assert.deepEqual(await texts(`${of}&limit=2`), ['Tercero', 'Segundo 🦤 «ñ»'])
  assert.deepEqual(await texts(`${of}&limit=2&page=2`), ['Primero'])
  assert.equal((await texts('limit=100')).length, 4)
  assert.deepEqual(await texts(`${of}&q=segundo`), ['Segundo 🦤 «ñ»'])
  assert.deepEqual(await texts('entityType=breach'), [])
  assert.deepEqual(other.mentions, [])
  assert.equal((await org.get('/comments?entityType=api_key')).status, 400)
})

test('at most twenty people are mentioned, each once in any letter case, and only active members', async () => {
  const org = await api.tenant()
  const mate = await org.colleague('VIEWER')
  const about = { entityType: 'activity', entityId: await makeActivity(org), text: 'Hola' }
  const write = (mentions: string[]) => org.post('/comments', { ...about, mentions })
  const made = await write([mate.userId.toUpperCase(), mate.userId])
  assert.deepEqual([made.status, made.data.mentions], [201, [mate.userId]])
  assert.equal((await write(Array.from({ length: 20 }, () => mate.userId))).status, 201)
  assert.equal((await write(Array.from({ length: 21 }, () => mate.userId))).status, 400)
  assert.equal((await org.delete(`/settings/members/${mate.userId}`)).status, 200)
  const refused = await write([mate.userId])
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, 'mentions'])
  const listed = (await org.get('/comments')).data.items
  assert.equal(listed.length, 2)
})

test('every kind of record that takes files takes comments', () => {
  // An answer is returned with a note to its author. Comments on a task belong to its request.
  const spokenOfElsewhere = ['questionnaire_answer', 'dsar_task']
  const held = MODULES.flatMap(({ holdsFiles = {} }) => Object.keys(holdsFiles)).filter(
    (type) => !spokenOfElsewhere.includes(type),
  )
  assert.deepEqual([...COMMENTED_TYPES].sort(), held.sort())
})
