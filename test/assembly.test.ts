import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { WriteCtx } from '#db/context.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { Module } from '#modules/module.ts'
import { deliver, listDeliveries } from '#outbound/webhooks.ts'
import { MODULES } from '#src/modules.ts'
import { openReceiver } from './kit/receiver.ts'
import { openService, type TestService } from './kit/service.ts'

/** A service has exactly the modules it was given, and none of another service beside it. */
const disabled: string[] = []
const extra: Module = {
  name: 'extra',
  tag: 'Un módulo de prueba',
  routes: (app) => app.get('/extra', { config: { role: 'PUBLIC' } }, async () => ({ success: true })),
  constraints: { processors_name_key: () => new Failure('conflict', 'La frase del módulo de prueba.') },
  webhookOwners: [{ type: 'extra', disable: async (_ctx, ownerId) => void disabled.push(ownerId) }],
  approvables: [{ entityType: 'CUSTOM', facts: async () => ({ kind: 'extra' }) }],
}

const larger = await openService({}, { modules: [...MODULES, extra] })
const smaller = await openService({}, { modules: MODULES.filter(({ name }) => name !== 'breaches') })
const both = [larger, smaller]
const receiver = await openReceiver()
after(() => receiver.close())

const statuses = (path: string) =>
  Promise.all(both.map(async ({ app }) => (await app.inject(`/api/v1${path}`)).statusCode))

test('a service has the routes of its modules', async () => {
  assert.deepEqual(await statuses('/extra'), [200, 404])
  assert.deepEqual(await statuses('/breaches'), [401, 404])
  assert.deepEqual(await statuses('/processors'), [401, 401])
})

test('a service has the approvables of its modules', () => {
  const offered = both.map(({ app }) => app.tools.approvables)
  assert.deepEqual(
    offered.map((approvables) => approvables.has('CUSTOM')),
    [true, false],
  )
  assert.deepEqual(
    offered.map((approvables) => approvables.has('BREACH')),
    [true, false],
  )
})

test('a violated constraint is reported with the sentences of the service’s modules', async () => {
  const texts = await Promise.all(
    both.map(async (service) => {
      const ana = await service.tenant()
      const create = () => ana.post('/processors', { name: 'Correos del Sur', country: 'CL' })
      assert.equal((await create()).status, 201)
      const refused = await create()
      assert.equal(refused.status, 409)
      return refused.body.error.message
    }),
  )
  assert.equal(texts[0], 'La frase del módulo de prueba.')
  assert.match(texts[1], /^Ya existe un encargado con ese nombre/)
})

test('a receiver that is gone is reported only to the webhook’s owner in the same service', async () => {
  const SYSTEM = { type: 'system', id: undefined, name: undefined, role: undefined } as const
  const send = async (service: TestService) => {
    const { tenantId } = await service.tenant()
    const owner = { type: 'extra', id: newId() }
    const as = <T>(work: (ctx: WriteCtx) => Promise<T>) => service.access.actFor(tenantId, SYSTEM, {}, work)
    await as((ctx) =>
      deliver(ctx, [
        {
          owner,
          hookId: 'hook',
          event: 'thing.done',
          url: receiver.url,
          secretSealed: ctx.tools.vault.seal('clave', 'webhook', ctx.tenantId),
          signatureHeader: 'X-Test-Signature',
          deliveryHeader: 'X-Test-Delivery',
          body: '{}',
          orderKey: newId(),
        },
      ]),
    )
    await service.drain()
    const { rows } = await as((ctx) => listDeliveries(ctx, owner, { page: 1, limit: 1 }))
    assert.deepEqual([rows[0]!.status, rows[0]!.last_status], ['FAILED', 410])
    return owner.id
  }
  receiver.answerAlways(410)
  const [known] = [await send(larger), await send(smaller)]
  assert.deepEqual(disabled, [known])
})
