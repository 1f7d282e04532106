import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'

const api = await openService()

test('every member reads how long each kind of record is kept, with the reason', async () => {
  const ana = await api.tenant()
  const viewer = await ana.colleague('VIEWER')
  const { items } = (await viewer.get('/settings/retention')).data
  const daysOf = (what: RegExp) => items.find((one: { what: string }) => what.test(one.what))?.days
  assert.equal(daysOf(/^Registro de auditoría/), null)
  assert.equal(daysOf(/^Avisos/), 180)
  assert.equal(daysOf(/^Planillas/), 7)
  assert.equal(daysOf(/^Exportaciones/), 7)
  for (const { what, why } of items) assert.match(why, /\.$/, what)
})
