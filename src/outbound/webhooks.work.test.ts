import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openReceiver } from '#test/kit/receiver.ts'
import { openService } from '#test/kit/service.ts'
import { deliver } from './webhooks.ts'

const [silent, quick] = await Promise.all([openReceiver(), openReceiver()])
after(() => Promise.all([silent.close(), quick.close()]))

/** With the workers of a running service. */
const api = await openService()
const ana = await api.tenant()
await api.service.queue.work(api.service.jobEnv)

const send = (url: string, bodies: string[], orderKey?: string) =>
  api.access.actFor(
    ana.tenantId,
    { type: 'system', id: undefined, name: undefined, role: undefined },
    {},
    (ctx) =>
      deliver(
        ctx,
        bodies.map((body) => ({
          owner: { type: 'test', id: newId() },
          hookId: 'hook',
          event: 'thing.done',
          url,
          secretSealed: ctx.tools.vault.seal('clave', 'webhook', ctx.tenantId),
          signatureHeader: 'X-Test-Signature',
          deliveryHeader: 'X-Test-Delivery',
          body,
          orderKey: orderKey ?? newId(),
        })),
      ),
  )

test('a hanging receiver gets few calls at once, and does not delay others', async () => {
  let open = 0
  let most = 0
  silent.answerAlways((reply) => {
    open += 1
    most = Math.max(most, open)
    reply.on('close', () => {
      open -= 1
    })
  })
  await send(
    silent.url,
    Array.from({ length: 24 }, (_, n) => `{"n":${n}}`),
  )
  await silent.until(4, 60_000)
  await send(
    quick.url,
    Array.from({ length: 12 }, (_, n) => `{"n":${n}}`),
  )
  assert.equal((await ana.get('/workflows')).status, 200)
  await quick.until(12, 60_000)
  // Four places of ten seconds each: behind the silent receiver the quick one would wait for a minute.
  assert.ok(silent.received.length <= 12, `${silent.received.length} calls of 24 came first`)
  assert.equal(most, 4)
})

test('first attempts arrive in order', async () => {
  quick.received.length = 0
  const key = newId()
  for (let n = 0; n < 10; n += 1) await send(quick.url, [`{"n":${n}}`], key)
  await quick.until(10, 60_000)
  assert.deepEqual(
    quick.received.map(({ body }) => body.n),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
})
