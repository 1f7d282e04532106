import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NOTHING, WELL_KEPT } from '#test/kit/compliance.ts'
import { CHECKS } from './knowledge.ts'
import { AREAS, type Facts, levelOf } from './rules.ts'
import { gravestFirst, scoreOf } from './score.ts'

/** The change of the facts that makes each check fail, for one of four records. */
const FAULTS: Record<string, (facts: Facts) => void> = {
  'consent.before': ({ scans }) => (scans.early = 1),
  'consent.declared': ({ scans }) => (scans.undeclared = 1),
  'rat.published': ({ activities }) => (activities.current += 1),
  'rat.sensitive_basis': ({ activities }) => (activities.sensitiveUnfounded = 1),
  'rat.minors': ({ activities }) => (activities.minorsUnguarded = 1),
  'rat.transfers': ({ activities }) => (activities.transferUnfounded = 1),
  'rat.security': ({ activities }) => (activities.unprotected = 1),
  'rat.interest': ({ activities }) => (activities.interestUnstated = 1),
  'rat.automated': ({ activities }) => (activities.logicUnstated = 1),
  'rat.retention': ({ activities }) => (activities.keptForever = 1),
  'rat.reviewed': ({ activities }) => (activities.stale = 1),
  'dsar.overdue': ({ requests }) => (requests.overdue = 1),
  'dsar.blocking': ({ requests }) => (requests.overdueBlocks = 1),
  'dsar.on_time': ({ requests }) => (requests.answeredLate = 1),
  'dsar.thirds': ({ requests }) => (requests.thirdsUntold = 1),
  'breaches.reported': ({ breaches }) => (breaches.unreported = 1),
  'breaches.decided': ({ breaches }) => (breaches.undecided = 1),
  'breaches.closed': ({ breaches }) => (breaches.lingering = 1),
  'breaches.subjects': ({ breaches }) => (breaches.subjectsUninformed = 1),
  'breaches.register': ({ breaches }) => (breaches.registerIncomplete = 1),
  'dpia.approved': ({ activities }) => (activities.assessed = 3),
  'dpia.screened': ({ activities }) => (activities.riskUnknown = 1),
  'dpia.risks': ({ risks }) => (risks.graveUntreated = 1),
  'processors.signed': ({ processors }) => (processors.unsigned = 1),
  'processors.ending': ({ processors }) => (processors.ending = 1),
  'transparency.privacy': ({ entities }) => (entities.withoutPolicy = 1),
  'transparency.current': ({ entities }) => (entities.policyBehind = 1),
  'transparency.cookies': ({ domains }) => (domains.withoutCookiePolicy = 1),
  'transparency.law': ({ documents }) => (documents.outdated = 1),
  'consent.banner': ({ domains }) => (domains.withoutNotice = 1),
  'consent.collected': ({ consent }) => (consent.collecting = 0),
  'consent.withdrawal': ({ activities }) => (activities.withdrawalUnstated = 1),
  'consent.current': ({ consent }) => (consent.noticesAhead = 1),
  'organisation.contact': ({ entities }) => (entities.withoutContact = 1),
  'organisation.representative': ({ entities }) => (entities.withoutRepresentative = 1),
  'organisation.address': ({ entities }) => (entities.withoutAddress = 1),
  'organisation.dpo': ({ entities }) => (entities.withoutDpo = 1),
}

test('the weights of the areas add up to 100, and every area has checks', () => {
  assert.equal(
    Object.values(AREAS).reduce((sum, { weight }) => sum + weight, 0),
    100,
  )
  for (const area of Object.keys(AREAS))
    assert.ok(
      CHECKS.some((check) => check.area === area),
      area,
    )
  assert.equal(new Set(CHECKS.map(({ key }) => key)).size, CHECKS.length)
})

test('an organisation without fault has 100 points and no findings', () => {
  const { score, level, areas } = scoreOf(WELL_KEPT)
  assert.deepEqual([score, level], [100, 'high'])
  assert.ok(areas.every((area) => area.score === 100 && area.findings.length === 0))
  // The check appears only if some document follows an old law.
  const measured = areas.flatMap(({ checks }) => checks.map(({ key }) => key))
  assert.deepEqual(
    CHECKS.map(({ key }) => key).filter((key) => !measured.includes(key)),
    ['transparency.law'],
  )
})

test('in an empty organisation, areas without data say so and do not count', () => {
  const { score, level, areas } = scoreOf(NOTHING)
  assert.deepEqual(
    areas.filter(({ hasData }) => !hasData).map(({ key }) => key),
    ['dsar', 'breaches', 'processors', 'consent'],
  )
  assert.ok(areas.every((area) => area.score === 0))
  assert.deepEqual([score, level], [0, 'low'])
})

for (const { key, area, article, action, link } of CHECKS) {
  test(`the check ${key} can fail, and says what to do`, () => {
    const facts = structuredClone(WELL_KEPT)
    FAULTS[key]!(facts)
    const { score, areas } = scoreOf(facts)
    assert.ok(score < 100)
    const [finding, ...others] = areas.flatMap(({ findings }) => findings)
    assert.deepEqual(others, [])
    assert.equal(finding?.check, key)
    assert.ok(finding.message.length > 20 && finding.pointsLost > 0, finding.message)
    assert.doesNotMatch(finding.message, /undefined|NaN|\s{2}/)
    assert.match(
      article,
      /^(buena práctica, en relación con el )?arts?\. .+, Ley 19\.628 \(mod\. Ley 21\.719\)$/,
    )
    assert.ok(action.length > 20 && link.startsWith('/'))
    for (const one of areas) assert.equal(one.score === 100, one.key !== area, one.key)
  })
}

test('the levels begin at 60 and at 85', () => {
  assert.deepEqual([0, 59, 60, 84, 85, 100].map(levelOf), ['low', 'low', 'medium', 'medium', 'high', 'high'])
})

test('findings come gravest first: by severity, then by fine', () => {
  const facts = structuredClone(WELL_KEPT)
  for (const fault of Object.values(FAULTS)) fault(facts)
  const keys = scoreOf(facts)
    .areas.flatMap(({ findings }) => findings)
    .toSorted(gravestFirst)
    .map(({ check }) => check)
  assert.equal(keys.length, CHECKS.length)
  assert.equal(keys[0], 'dpia.approved')
  assert.deepEqual(
    new Set(keys.slice(1, 4)),
    new Set(['rat.sensitive_basis', 'dsar.blocking', 'breaches.reported']),
  )
})

test('the score stays within 0 and 100, is 100 only without findings, and the points lost explain it', () => {
  const faults = fc.subarray(Object.values(FAULTS))
  fc.assert(
    fc.property(faults, (some) => {
      const facts = structuredClone(WELL_KEPT)
      for (const fault of some) fault(facts)
      const { score, areas } = scoreOf(facts)
      const findings = areas.flatMap((area) => area.findings)
      const lost = findings.reduce((sum, { pointsLost }) => sum + pointsLost, 0)
      assert.ok(score >= 0 && score <= 100)
      assert.equal(score === 100, findings.length === 0)
      assert.ok(Math.abs(100 - lost - score) <= 1 + findings.length * 0.05)
    }),
  )
})
