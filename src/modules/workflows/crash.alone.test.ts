import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { newInstallation, type Running, startService } from '#test/kit/installation.ts'
import { openReceiver } from '#test/kit/receiver.ts'
import { WEBHOOK_EVENTS } from './model.ts'

/** The real service in its own process, on the database of this test run. */
const receiver = await openReceiver()
after(() => receiver.close())
const installation = await newInstallation({
  LOG_LEVEL: 'silent',
  PUBLIC_RATE_LIMIT: '1000000',
  DEFAULT_PLAN: 'ENTERPRISE',
})

let service: Running
let token = ''

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what they read.
async function call(method: string, path: string, body?: object): Promise<{ status: number; data: any }> {
  const reply = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, data: ((await reply.json()) as { data: unknown }).data }
}

const act = (id: string, stageId: string) =>
  call('POST', `/workflow-instances/${id}/action`, { stageId, actionType: 'APPROVE' })

interface Told {
  event: string
  instanceId: string
  stageId: string | null
  newStageId: string | null
  status: string
}
const name = ({ event, instanceId, stageId, newStageId, status }: Told) =>
  [event, instanceId, stageId, newStageId, status].join(' ')

/** The events that the histories of all instances promise to deliver. */
async function expected(): Promise<Set<string>> {
  const { items } = (await call('GET', '/workflow-instances?limit=100')).data
  const details = await Promise.all(
    items.map(({ id }: { id: string }) => call('GET', `/workflow-instances/${id}`)),
  )
  return new Set(
    details.flatMap(({ data }) =>
      data.events
        .filter(({ type }: { type: string }) => (WEBHOOK_EVENTS as readonly string[]).includes(type))
        .map((event: Told & { type: string }) => name({ ...event, event: event.type, instanceId: data.id })),
    ),
  )
}

test('killed between commit and delivery, the service later delivers everything, and nothing else', async () => {
  service = await startService(installation)
  const registered = await call('POST', '/auth/register', {
    email: 'ana@ejemplo.cl',
    password: 'una-frase-larga',
    name: 'Ana Rojas',
    organizationName: 'Tienda Sur SpA',
  })
  token = registered.data.access_token
  const { data: definition } = await call('POST', '/workflows', {
    name: 'Flujo',
    entityType: 'CUSTOM',
    stages: [
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ],
    webhooks: [{ url: receiver.url, events: WEBHOOK_EVENTS, secret: 'clave' }],
  })
  const begin = () =>
    call('POST', `/workflows/${definition.id}/start`, { entityType: 'CUSTOM', entityId: newId() })

  // The receiver does not answer, so committed events are still undelivered when the process dies.
  receiver.answerAlways(() => {})
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) ids.push((await begin()).data.id)
  await Promise.all(ids.slice(0, 4).map((id) => act(id, 'a')))
  assert.equal((await act(ids[0]!, 'a')).status, 400, 'refused: tells nothing')
  const burst = Promise.allSettled([...ids.slice(0, 4).map((id) => act(id, 'b')), begin(), begin()])
  await receiver.until(1)
  await service.stop('SIGKILL')
  await burst

  const before = receiver.received.splice(0)
  receiver.answerAlways(200)
  service = await startService(installation)
  const wanted = await expected()
  assert.ok(wanted.size >= 10)
  const deadline = Date.now() + 100_000
  const arrived = () => new Set(receiver.received.map(({ body }) => name(body)))
  while (wanted.difference(arrived()).size > 0 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 100))

  assert.deepEqual([...wanted.difference(arrived())], [], 'everything arrives')
  const all = [...before, ...receiver.received]
  assert.deepEqual(
    [...new Set(all.map(({ body }) => name(body))).difference(wanted)],
    [],
    'nothing is invented',
  )
  const bodies = Map.groupBy(all, ({ headers }) => headers['x-workflow-delivery'])
  assert.equal(bodies.size, wanted.size, 'one delivery id for each event')
  for (const calls of bodies.values())
    for (const { raw } of calls) assert.deepEqual(raw, calls[0]!.raw, 'the same bytes over retries')
})
