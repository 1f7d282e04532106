import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTHING, WELL_KEPT } from '#test/kit/compliance.ts'
import { CHECKS } from './knowledge.ts'
import type { Facts } from './rules.ts'
import { targetOf } from './rules.ts'
import { scoreOf } from './score.ts'

const of = (key: string) => {
  const check = CHECKS.find((one) => one.key === key)
  assert.ok(check, key)
  return check
}

test('sentences about one record are singular, about several plural', () => {
  for (const { key, message } of CHECKS) {
    // This one has no figure.
    if (key === 'consent.collected') continue
    const [one, two] = [message(1, WELL_KEPT), message(2, WELL_KEPT)]
    assert.match(one, /^1 \p{Ll}/u, key)
    assert.match(two, /^2 \p{Ll}/u, key)
    assert.notEqual(one.slice(2), two.slice(2), key)
    for (const text of [one, two]) {
      assert.match(text, /\.$/, key)
      assert.doesNotMatch(text, /\b1 \p{L}+s siguen\b|undefined/u, key)
    }
  }
})

test('sentences for one record and for several', () => {
  for (const [key, one, several] of [
    ['rat.published', '1 actividad sigue en borrador.', '3 actividades siguen en borrador.'],
    [
      'rat.security',
      '1 actividad publicada no declara medidas de seguridad.',
      '3 actividades publicadas no declaran medidas de seguridad.',
    ],
    ['dsar.overdue', '1 solicitud abierta está vencida.', '3 solicitudes abiertas están vencidas.'],
    [
      'dpia.approved',
      '1 actividad publicada requiere una evaluación de impacto y no la tiene aprobada.',
      '3 actividades publicadas requieren una evaluación de impacto y no la tienen aprobada.',
    ],
    [
      'processors.ending',
      '1 contrato con un encargado termina dentro de treinta días.',
      '3 contratos con encargados terminan dentro de treinta días.',
    ],
    [
      'breaches.decided',
      '1 vulneración no tiene decidido si debe informarse.',
      '3 vulneraciones no tienen decidido si deben informarse.',
    ],
    ['consent.current', '1 aviso tiene cambios sin publicar.', '3 avisos tienen cambios sin publicar.'],
  ] as const) {
    assert.equal(of(key).message(1, WELL_KEPT), one)
    assert.equal(of(key).message(3, WELL_KEPT), several)
  }
})

test('if having none is the fault, the sentence says that there is none', () => {
  const [finding] = scoreOf(NOTHING).areas.find(({ key }) => key === 'rat')!.findings
  assert.equal(finding!.message, 'El registro no tiene ninguna actividad de tratamiento.')
  const screened = scoreOf(NOTHING).areas.find(({ key }) => key === 'dpia')!.findings[0]!
  assert.match(screened.message, /^Sin actividades publicadas no se sabe/)
})

test('a fine is given only for infringements in the law', () => {
  const none = CHECKS.filter(({ fineClass }) => fineClass === null).map(({ key }) => key)
  // A register, a DPO, a cookie policy and a banner are good practice. The rest are signs of care, not duties.
  for (const key of ['rat.published', 'organisation.dpo', 'transparency.cookies', 'consent.banner'])
    assert.ok(none.includes(key), key)
  // Art. 34 quáter k): the only gravísima without intent among the checks.
  assert.deepEqual(
    CHECKS.filter(({ fineClass }) => fineClass === 'gravisima').map(({ key }) => key),
    ['dpia.approved'],
  )
  for (const [key, fineClass] of [
    ['dsar.overdue', 'leve'],
    ['dsar.blocking', 'grave'],
    ['breaches.reported', 'grave'],
    ['breaches.register', 'grave'],
    ['rat.transfers', 'grave'],
    ['transparency.privacy', 'leve'],
    ['organisation.contact', 'leve'],
  ] as const)
    assert.equal(of(key).fineClass, fineClass, key)
})

test('consent needs a place to be given and proved, once for any number of activities', () => {
  const facts: Facts = structuredClone(NOTHING)
  assert.deepEqual(of('consent.collected').measure(facts), { met: 0, total: 0 })
  facts.activities.byConsent = 5
  assert.deepEqual(of('consent.collected').measure(facts), { met: 0, total: 1 })
  facts.consent.collecting = 1
  assert.deepEqual(of('consent.collected').measure(facts), { met: 1, total: 1 })
  assert.match(of('consent.collected').message(1, facts), /^5 actividades publicadas se fundan/)
})

test('an incomplete register of breaches counts even if no breach must be reported', () => {
  const facts = structuredClone(NOTHING)
  facts.breaches.registerIncomplete = 2
  assert.deepEqual(of('breaches.register').measure(facts), { met: 0, total: 2 })
  facts.breaches.reportable = 5
  assert.deepEqual(of('breaches.register').measure(facts), { met: 3, total: 5 })
})

test('breaches without a duty to notify do not count as communicated', () => {
  const facts = structuredClone(NOTHING)
  facts.breaches.total = 37
  assert.deepEqual(of('breaches.subjects').measure(facts), { met: 0, total: 0 })
  Object.assign(facts.breaches, { tellable: 17, subjectsUninformed: 17 })
  assert.deepEqual(of('breaches.subjects').measure(facts), { met: 0, total: 17 })
})

test('a link is split into its parts, and one that leads nowhere is our error', () => {
  assert.deepEqual(targetOf('/breaches?requiresNotification=true'), {
    area: 'breaches',
    filter: { requiresNotification: 'true' },
  })
  assert.deepEqual(targetOf('/processors'), { area: 'processors' })
  assert.throws(() => targetOf('/nowhere?x=1'), /leads to no area/)
})

test('the weight of an area without data is shared among the others in proportion', () => {
  const facts = structuredClone(NOTHING)
  facts.activities.current = 1
  facts.activities.published = 1
  facts.entities = { ...WELL_KEPT.entities }
  // rat 25, dpia 10, transparency 10 and organisation 10 have data, and nothing is open in them.
  assert.equal(scoreOf(facts).score, 100)
  facts.entities.withoutPolicy = 4
  // Transparency loses 10 of its 55 points for the missing policies.
  const { score, areas } = scoreOf(facts)
  const [transparency] = areas.filter(({ key }) => key === 'transparency')
  const lost = transparency!.findings[0]!.pointsLost
  assert.equal(transparency!.findings.length, 1)
  assert.ok(Math.abs(100 - lost - score) < 1)
  assert.ok(lost > 5 && lost <= 1000 / 55 + 0.05, String(lost))
})
