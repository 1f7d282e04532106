import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WriteCtx } from '#db/context.ts'
import { makeActivity, makeSystem, NOBODY } from '#test/kit/activities.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { findActivity, listActivities, screenActivity } from './public.ts'

const api = await openService()
const ana = await api.tenant()
const stranger = await api.tenant()

const inTenant = <T>(person: Person, work: (ctx: WriteCtx) => Promise<T>) =>
  api.access.actFor(
    person.tenantId,
    { type: 'system', id: undefined, name: undefined, role: undefined },
    {},
    work,
  )

test('other modules find an activity with its processors, only in its own tenant', async () => {
  const systemId = await makeSystem(ana, { vendor: 'Nube Andina SpA' })
  const id = await makeActivity(ana, { systemId, recipients: ['SII'] })
  const found = await inTenant(ana, (ctx) => findActivity(ctx, id))
  assert.deepEqual(
    [found?.purpose, found?.recipients, found?.processors.map(({ name }) => name)],
    ['Enviar ofertas por correo a quienes se suscribieron', ['SII'], ['Nube Andina SpA']],
  )
  assert.equal(await inTenant(stranger, (ctx) => findActivity(ctx, id)), undefined)
})

test('other modules list activities by id, by state or all', async () => {
  const rosa = await api.tenant()
  const systemId = await makeSystem(rosa, { vendor: 'Nube Andina SpA' })
  const first = await makeActivity(rosa, { systemId })
  const second = await makeActivity(rosa)
  await rosa.patch(`/rat/activities/${second}/status`, { status: 'published' })
  const foreign = await makeActivity(ana)
  const ids = (filter?: Parameters<typeof listActivities>[1]) =>
    inTenant(rosa, async (ctx) => (await listActivities(ctx, filter)).map(({ id }) => id))
  assert.deepEqual(await ids(), [second, first])
  assert.deepEqual(await ids({ status: 'published' }), [second])
  assert.deepEqual(await ids({ ids: [first, foreign, NOBODY] }), [first])
  assert.deepEqual(await ids({ ids: [] }), [])
  const [, facts] = await inTenant(rosa, (ctx) => listActivities(ctx))
  assert.deepEqual(
    facts?.processors.map(({ name }) => name),
    ['Nube Andina SpA'],
  )
})

test('a screening says whether an impact assessment is required', async () => {
  const id = await makeActivity(ana, { dataCategories: ['health'] })
  await api.access.asSystem('a row of before', (db) =>
    db
      .updateTable('activities')
      .set({ dpia_required: false, dpia_reasons: null })
      .where('id', '=', id)
      .execute(),
  )
  assert.equal((await ana.get(`/rat/activities/${id}`)).data.dpiaRequired, false)
  await assert.rejects(
    inTenant(stranger, (ctx) => screenActivity(ctx, id)),
    /No encontramos/,
  )
  const { requiresDpia, findings } = await inTenant(ana, (ctx) => screenActivity(ctx, id))
  assert.deepEqual([requiresDpia, findings.map(({ key }) => key)], [true, ['sensitive_data']])
  const { data } = await ana.get(`/rat/activities/${id}`)
  assert.deepEqual([data.dpiaRequired, data.dpiaReasons], [true, findings])
})
