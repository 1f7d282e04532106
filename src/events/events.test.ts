import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SYSTEM } from '#db/context.ts'
import { newId } from '#kernel/ids.ts'
import { MODULES } from '#src/modules.ts'
import { openService } from '#test/kit/service.ts'
import { announce, listInterests, setInterests } from './announce.ts'
import type { EventListener, EventRow } from './hand-out.ts'

const heard: { by: string; event: EventRow }[] = []
let failures = 0
const listener = (name: string, hear: EventListener['hear'] = async () => undefined): EventListener => ({
  name,
  hears: (type) => type === 'processor.created' || type === 'breach.created',
  async hear(ctx, event) {
    await hear(ctx, event)
    heard.push({ by: name, event })
  },
})
const listens = [
  listener('broken', async () => {
    failures += 1
    if (failures === 1) throw new Error('not now')
  }),
  listener('steady'),
]
const probe = { name: 'probe', tag: 'Prueba', routes: () => undefined, listens }
const api = await openService({}, { modules: [...MODULES, probe] })
const ana = await api.tenant()
const { tenantId } = ana

const say = (fail = false) =>
  api.access.actFor(tenantId, SYSTEM, {}, async (ctx) => {
    await announce(ctx, { type: 'processor.created', entityId: newId(), title: 'Correos SpA' })
    if (fail) throw new Error('changed my mind')
  })

test('a failing listener does not keep the event from the others, and gets it again', async () => {
  await say()
  await api.drain()
  assert.deepEqual(
    heard.map(({ by }) => by),
    ['steady'],
  )
  await api.access.database.engine.asOwner(
    `update pgboss.job set start_after = now() where name = 'events.hand_out'`,
  )
  await api.drain()
  assert.deepEqual(
    heard.map(({ by }) => by),
    ['steady', 'broken'],
  )
  assert.equal(heard[0]!.event.title, 'Correos SpA')
  assert.equal(heard[0]!.event.entity_type, 'processor')
})

test('an event whose job runs twice is heard once', async () => {
  heard.length = 0
  await say()
  await api.access.database.engine.asOwner(
    `insert into pgboss.job (name, data) select name, data from pgboss.job where name = 'events.hand_out' and state = 'created'`,
  )
  await api.drain()
  assert.deepEqual(heard.map(({ by }) => by).sort(), ['broken', 'steady'])
})

test('events with a legal deadline are handed out before thousands of changes of somebody else', async () => {
  heard.length = 0
  const other = await api.tenant()
  await api.access.actFor(tenantId, SYSTEM, {}, async (ctx) => {
    for (let index = 0; index < 40; index += 1)
      await announce(ctx, { type: 'processor.created', entityId: newId(), title: 'Correos SpA' })
  })
  await api.access.actFor(other.tenantId, SYSTEM, {}, (ctx) =>
    announce(ctx, { type: 'breach.created', entityId: newId(), title: 'Correo con datos de otros' }),
  )
  await api.drain()
  assert.equal(heard.length, 82)
  // It is among the first ten jobs, each heard by two listeners.
  assert.ok(heard.findIndex(({ event }) => event.type === 'breach.created') < 20)
})

test('a change that is rolled back announces nothing', async () => {
  heard.length = 0
  await assert.rejects(say(true))
  await api.drain()
  assert.deepEqual(heard, [])
})

test('events on demand are written only if somebody asks for them', async () => {
  const interests = () => api.access.readFor(tenantId, listInterests)
  assert.deepEqual(await interests(), [])
  await api.access.actFor(tenantId, SYSTEM, {}, (ctx) =>
    setInterests(ctx, ['consent.withdrawn', 'breach.created', 'consent.withdrawn']),
  )
  assert.deepEqual(await interests(), ['consent.withdrawn'])
  await api.access.actFor(tenantId, SYSTEM, {}, (ctx) => setInterests(ctx, []))
  assert.deepEqual(await interests(), [])
})
