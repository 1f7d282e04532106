import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'
import { exposureOf } from './exposure.ts'
import type { Finding } from './score.ts'

const finding = (check: string, fineClass: Finding['fineClass']): Finding => ({
  check,
  severity: 'high',
  message: 'Falta algo.',
  link: '/rat/activities',
  target: { area: 'activities' },
  article: 'art. 15 ter',
  action: 'Complételo.',
  fineClass,
  pointsLost: 1,
})

test('art. 35: each class has its cap, in UTM and in pesos of the month', () => {
  const findings = [
    finding('a', 'leve'),
    finding('b', 'grave'),
    finding('c', 'gravisima'),
    finding('d', null),
  ]
  const { items, total, utmValue } = exposureOf(findings, LAW, '2027-12-15')
  assert.equal(utmValue, 71_721)
  assert.deepEqual(
    items.map((item) => [item.finding, item.class, item.minUtm, item.maxUtm, item.maxClp]),
    [
      ['c', 'gravisima', 0, 20_000, 20_000 * 71_721],
      ['b', 'grave', 0, 10_000, 10_000 * 71_721],
      ['a', 'leve', 0, 5000, 5000 * 71_721],
    ],
  )
  assert.deepEqual([total.minUtm, total.maxUtm, total.maxClp], [0, 35_000, 35_000 * 71_721])
})

test('transitory art. 6: until its last day a smaller firm may be warned instead of fined', () => {
  const [before] = exposureOf([finding('a', 'grave')], LAW, '2027-11-30').items
  const [after] = exposureOf([finding('a', 'grave')], LAW, '2027-12-01').items
  assert.deepEqual([before!.smeWindow, after!.smeWindow], [true, false])
})

test('before the law binds nobody gets a warning instead of a fine, and the note says when fines begin', () => {
  const eve = exposureOf([finding('a', 'grave')], LAW, '2026-11-30')
  const day = exposureOf([finding('a', 'grave')], LAW, '2026-12-01')
  assert.deepEqual([eve.items[0]!.smeWindow, day.items[0]!.smeWindow], [false, true])
  assert.match(eve.note, /^Las multas rigen desde el 1 de diciembre de 2026/)
  assert.doesNotMatch(day.note, /rigen desde/)
})

test('among the gravest findings, those with the higher fine come first, then those that cost more points', () => {
  const findings = [
    { ...finding('few', 'grave'), pointsLost: 1 },
    { ...finding('many', 'grave'), pointsLost: 3 },
    { ...finding('grave', 'gravisima'), pointsLost: 0.1 },
    { ...finding('low', 'gravisima'), severity: 'low' as const, pointsLost: 9 },
    { ...finding('critical', 'leve'), severity: 'critical' as const, pointsLost: 0 },
    { ...finding('none', null), severity: 'critical' as const },
  ]
  assert.deepEqual(
    exposureOf(findings, LAW, '2027-01-01').items.map((item) => item.finding),
    ['critical', 'grave', 'many', 'few', 'low'],
  )
})

test('without findings nothing is at stake; pesos use the last known month', () => {
  const none = exposureOf([], LAW, '2027-01-01')
  assert.deepEqual([none.items, none.total.maxUtm, none.total.maxClp], [[], 0, 0])
  const law = { ...LAW, utm: { '2026-12': 70_000, '2027-02': 72_000 } }
  for (const [today, month, clp] of [
    ['2026-12-31', '2026-12', 70_000],
    ['2027-01-31', '2026-12', 70_000],
    ['2027-02-01', '2027-02', 72_000],
  ] as const) {
    const { utmMonth, utmValue, total } = exposureOf([finding('a', 'leve')], law, today)
    assert.deepEqual([utmMonth, utmValue, total.maxClp], [month, clp, 5000 * clp], today)
  }
})

test('arts. 36 and 37: mitigating and aggravating facts depend on the finding', () => {
  const [plain, dpia, minors] = ['rat.interest', 'dpia.approved', 'rat.minors'].map(
    (check) => exposureOf([finding(check, 'grave')], LAW, '2027-01-01').items[0]!,
  )
  assert.equal(plain!.mitigating.length, 5)
  assert.equal(plain!.aggravating.length, 2)
  assert.match(dpia!.aggravating.join(), /derechos de los titulares/)
  assert.match(minors!.aggravating.join(), /niños/)
})

test('a law without a known UTM gives no amount in pesos', () => {
  const { items, utmValue, total } = exposureOf([finding('a', 'leve')], { ...LAW, utm: {} }, '2027-01-01')
  assert.deepEqual([utmValue, items[0]!.maxClp, total.maxClp], [null, null, null])
})

test('the open findings of an organisation, for every member', async () => {
  const api = await openService()
  const owner = await api.tenant()
  await makeActivity(owner)
  const viewer = await owner.colleague('VIEWER')
  const { status, data } = await viewer.get('/governance/exposure')
  assert.equal(status, 200)
  const score = (await owner.get('/governance/compliance-score')).data
  const fined = score.areas.flatMap((area: { findings: Finding[] }) =>
    area.findings.filter(({ fineClass }) => fineClass !== null).map(({ check }) => check),
  )
  assert.ok(fined.length > 0)
  assert.deepEqual(data.items.map((item: { finding: string }) => item.finding).sort(), fined.sort())
  assert.match(data.note, /no certezas/)
})
