import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity } from '#test/kit/activities.ts'
import { makeBreach } from '#test/kit/breaches.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const LAW = 'Ley 19.628 (mod. Ley 21.719)'

interface Finding {
  check: string
  article: string
  fineClass: string | null
  severity: string
  message: string
  link: string
  pointsLost: number
}
interface Area {
  key: string
  score: number
  hasData: boolean
  weight: number
  checks: { key: string; met: number; total: number }[]
  findings: Finding[]
}

const read = async (person: Person): Promise<{ score: number; areas: Area[] }> =>
  (await person.get('/governance/compliance-score')).data

/** An activity with a fault. It is published directly in the database, past the checks of the API. */
async function faulty(person: Person, columns: Record<string, unknown>): Promise<void> {
  const id = await makeActivity(person)
  await api.access.asSystem('a test publishes an activity', (db) =>
    db
      .updateTable('activities')
      .set({ status: 'published', published_at: new Date(), ...columns })
      .where('id', '=', id)
      .execute(),
  )
}

const INTEREST = { legal_basis: 'legitimate_interest' }

/** Each fault of an activity, with its check and the article and fine of the law. */
const FAULTS: [check: string, article: string, fine: string | null, columns: Record<string, unknown>][] = [
  ['rat.sensitive_basis', 'arts. 16, 16 bis y 16 ter', 'grave', { ...INTEREST, has_sensitive_data: true }],
  ['rat.minors', 'art. 16 quáter', 'grave', { data_categories: ['minor_data'] }],
  ['rat.transfers', 'arts. 27 y 28', 'grave', { transfer_exists: true }],
  ['rat.security', 'art. 14 quinquies', 'grave', {}],
  ['rat.interest', 'arts. 13 letra d) y 14 ter letra d)', 'leve', INTEREST],
  ['rat.automated', 'arts. 8 bis y 14 ter letra l)', 'leve', { automated_decisions: true }],
  ['rat.retention', 'art. 3 letra c)', 'grave', { retention_period: 'indefinite' }],
  ['rat.reviewed', 'art. 3 letra e)', null, { updated_at: new Date(Date.now() - 400 * 86_400_000) }],
  ['dpia.approved', 'art. 15 ter', 'gravisima', { dpia_required: true }],
  ['consent.withdrawal', 'arts. 12 y 14 ter letra k)', 'leve', { legal_basis: 'consent' }],
]

const everyFault = await api.tenant()
for (const [, , , columns] of FAULTS) await faulty(everyFault, columns)
const { areas: found } = await read(everyFault)

for (const [check, article, fineClass] of FAULTS) {
  test(`${check} is found, with its article and its fine`, () => {
    const area = found.find(({ key }) => key === check.split('.')[0])!
    const finding = area.findings.find((one) => one.check === check)
    assert.deepEqual([finding?.article, finding?.fineClass], [`${article}, ${LAW}`, fineClass])
    const { met, total } = area.checks.find(({ key }) => key === check)!
    assert.ok(met < total, `${met} of ${total}`)
    assert.match(finding!.message, /\d/)
    assert.ok(finding!.pointsLost > 0)
  })
}

test('the points lost of all findings add up to the gap in the score', async () => {
  const { score, areas } = await read(everyFault)
  const lost = areas.flatMap(({ findings }) => findings).reduce((sum, { pointsLost }) => sum + pointsLost, 0)
  assert.ok(Math.abs(100 - lost - score) <= 2, `${lost} lost, ${score} left`)
  const counted = areas.filter(({ hasData }) => hasData)
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0)
  const weighed = counted.reduce((sum, area) => sum + (area.weight * area.score) / weights, 0)
  assert.ok(Math.abs(weighed - score) <= 2, `${weighed} by areas, ${score} in all`)
})

test('the findings of an area come gravest first', async () => {
  const ranks = ['critical', 'high', 'medium', 'low']
  const { areas } = await read(everyFault)
  for (const { key, findings } of areas) {
    const order = findings.map(({ severity }) => ranks.indexOf(severity))
    assert.deepEqual(order, order.toSorted(), key)
  }
})

test('a breach without a decision names its articles, and the finding says the fine', async () => {
  const ana = await api.tenant()
  await makeBreach(ana)
  const after = await read(ana)
  const { findings } = after.areas.find(({ key }) => key === 'breaches')!
  const undecided = findings.find(({ check }) => check === 'breaches.decided')!
  assert.deepEqual(
    [undecided.article, undecided.fineClass, undecided.severity],
    [`arts. 14 quinquies y 14 sexies, ${LAW}`, 'grave', 'high'],
  )
  const weights = after.areas.filter(({ hasData }) => hasData).reduce((sum, { weight }) => sum + weight, 0)
  const breaches = after.areas.find(({ key }) => key === 'breaches')!
  const lost = findings.reduce((sum, { pointsLost }) => sum + pointsLost, 0)
  assert.ok(Math.abs((breaches.weight * (100 - breaches.score)) / weights - lost) <= 1, `${lost} lost`)
})

test('faults of one organisation do not affect another, even when both are read at once', async () => {
  const clean = await api.tenant()
  const alone = await read(clean)
  const [own, other] = await Promise.all([read(clean), read(everyFault)])
  assert.deepEqual({ ...own, calculatedAt: null }, { ...alone, calculatedAt: null })
  assert.ok(other.areas.flatMap(({ findings }) => findings).length > 10)
})
