import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()

test('every member reads the terms and fines of the law: arts. 11, 41, 35 and the transitory articles', async () => {
  const viewer = await ana.colleague('VIEWER')
  const { status, data } = await viewer.get('/settings/law')
  assert.equal(status, 200)
  assert.deepEqual([data.effectiveFrom, data.version], ['2026-12-01', '2026-12-01'])
  const { requestDays, extensionDays, blockingBusinessDays, complaintBusinessDays } = data.terms
  assert.deepEqual([requestDays, extensionDays, blockingBusinessDays, complaintBusinessDays], [30, 30, 2, 30])
  assert.deepEqual(data.fines.maxUtm, { leve: 5000, grave: 10_000, gravisima: 20_000 })
  assert.deepEqual(data.utm, { month: '2026-09', clp: 71_721 })
  assert.equal(data.smeWarningUntil, '2027-11-30')
  assert.equal(data.agency.name, 'Agencia de Protección de Datos Personales')
  assert.equal((await api.anyone.get('/settings/law')).status, 401)
})

test('the law is in force from its day, in Chile', async () => {
  const at = async (instant: string) => {
    api.clock.set(new Date(instant))
    const person = await api.tenant()
    const { data } = await person.get('/settings/law')
    api.clock.release()
    return data.inForce
  }
  assert.equal(await at('2026-12-01T02:59:00Z'), false)
  assert.equal(await at('2026-12-01T03:00:00Z'), true)
})

test('holidays are listed by year, with movable ones computed', async () => {
  const { data } = await ana.get('/settings/law?year=2029')
  const on = data.holidays.map((holiday: { on: string }) => holiday.on)
  assert.ok(on.includes('2029-07-02') && on.includes('2029-09-17') && !on.includes('2029-06-29'))
  assert.equal((await ana.get('/settings/law?year=1999')).status, 400)
})
