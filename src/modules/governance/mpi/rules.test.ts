import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTHING, WELL_KEPT } from '#test/kit/compliance.ts'
import type { Facts } from '../rules.ts'
import { type Exposed, INFRACTIONS } from './knowledge/infractions.ts'
import { matrixOf, type PlanSources, type ProtocolFacts, planOf, protocolsOf } from './rules.ts'

// ── risk matrix ──

const PLAIN: Exposed = {
  name: 'Boletín',
  hasSensitiveData: false,
  data_categories: ['name', 'email'],
  dpia_required: false,
  transfer_exists: false,
}
const REGISTER: readonly Exposed[] = [
  PLAIN,
  {
    ...PLAIN,
    name: 'Ficha clínica',
    hasSensitiveData: true,
    data_categories: ['health'],
    dpia_required: true,
  },
  { ...PLAIN, name: 'Matrícula', data_categories: ['name', 'minor_data'] },
  { ...PLAIN, name: 'Nube', transfer_exists: true },
  { ...PLAIN, name: 'Antecedentes', data_categories: ['criminal'] },
]

/** For each infringement of a letter, the activities in which it can happen; undefined stands for any. */
function exposed(fineClass: 'leve' | 'grave' | 'gravisima', letter: string) {
  const row = matrixOf(fineClass, [], REGISTER).find(({ article }) => article.endsWith(letter))
  assert.ok(row, letter)
  return row.activities
}

test('art. 34 ter: infringements possible in any activity do not depend on special data', () => {
  // Missing basis or another purpose, excess, inaccurate data, weak security, unreported breach.
  for (const letter of ['letra a)', 'letra c)', 'letra d)', 'letra j)', 'letra k)'])
    assert.equal(exposed('grave', letter), undefined, letter)
  // A breach must be reported if the risk is reasonable, for any data (art. 14 sexies).
  assert.equal(exposed('gravisima', 'letra f)'), undefined)
})

test('infringements possible in some activities only name them', () => {
  assert.deepEqual(exposed('grave', 'letra g)'), ['Matrícula'])
  assert.deepEqual(exposed('grave', 'letra m)'), ['Nube'])
  assert.deepEqual(exposed('gravisima', 'letra e)'), ['Ficha clínica', 'Matrícula'])
  assert.deepEqual(exposed('gravisima', 'letra h)'), ['Nube'])
  assert.deepEqual(exposed('gravisima', 'letra k)'), ['Ficha clínica'])
  assert.deepEqual(exposed('gravisima', 'letras d) y g)'), ['Ficha clínica', 'Antecedentes'])
  assert.deepEqual(
    matrixOf('grave', [], []).find(({ article }) => article.endsWith('letra m)'))?.activities,
    [],
  )
})

test('every infringement cites an article of its own class and occurs once', () => {
  const own = { leve: /34 bis/, grave: /34 ter/, gravisima: /34 quáter/ } as const
  for (const fineClass of ['leve', 'grave', 'gravisima'] as const) {
    const rows = INFRACTIONS[fineClass]
    for (const { article, risk } of rows) assert.match(article, own[fineClass], risk)
    assert.equal(new Set(rows.map(({ risk }) => risk)).size, rows.length)
  }
})

test('a control counts only if it measures something, and one gap opens the row', () => {
  const check = (key: string, met: number) => ({ key, label: key, met, total: 3 })
  const rowOf = (...checks: ReturnType<typeof check>[]) =>
    matrixOf('grave', checks).find(({ article }) => article.endsWith('letra k)'))!
  const all = ['breaches.decided', 'breaches.reported', 'breaches.subjects', 'breaches.register']
  assert.equal(rowOf(...all.map((key) => check(key, 3))).state, 'kept')
  assert.equal(rowOf(...all.map((key) => check(key, key === 'breaches.subjects' ? 2 : 3))).state, 'open')
  const one = rowOf(check('breaches.decided', 3), check('dsar.overdue', 0))
  assert.deepEqual([one.state, one.controls.map(({ key }) => key)], ['kept', ['breaches.decided']])
  assert.deepEqual([rowOf().state, rowOf().controls], ['nothing', []])
})

// ── protocols ──

function protocol(
  name: string,
  change: (facts: Facts) => void = () => undefined,
  more: Partial<ProtocolFacts> = {},
) {
  const facts = structuredClone(WELL_KEPT)
  change(facts)
  const found = protocolsOf({ ...facts, rightsForm: 'https://sur.cl/d', ownFlows: [], ...more }).find((one) =>
    one.name.startsWith(name),
  )
  assert.ok(found, name)
  return found
}

test('an organisation without faults has all its protocols in force', () => {
  const all = protocolsOf({ ...WELL_KEPT, rightsForm: 'https://sur.cl/d', ownFlows: [] })
  assert.deepEqual(
    all.filter(({ inForce }) => !inForce),
    [],
  )
  assert.equal(all.length, 8)
  for (const { evidence, article } of all) {
    assert.match(article, /^arts?\. \d/)
    assert.match(evidence, /\.$|https:/)
  }
})

test('art. 14 sexies: breaches are managed once judged, reported, communicated and registered', () => {
  const of = (change: (facts: Facts) => void) => protocol('Gestión de vulneraciones', change)
  for (const [field, words] of [
    ['undecided', /1 sin evaluar/],
    ['unreported', /1 sin informar a la Agencia/],
    ['subjectsUninformed', /1 sin comunicar a los titulares/],
    ['registerIncomplete', /1 sin completar en el registro/],
  ] as const) {
    const { inForce, evidence } = of(({ breaches }) => (breaches[field] = 1))
    assert.equal(inForce, false, field)
    assert.match(evidence, words)
  }
  const { inForce, evidence } = of(({ breaches }) => (breaches.total = 1))
  assert.equal(inForce, true)
  assert.equal(evidence, 'Registro con 1 vulneración: 0 sin evaluar; flujo por defecto del sistema.')
})

test('each protocol depends on its own records only', () => {
  for (const [name, change] of [
    ['Información', ({ entities }) => (entities.withoutPolicy = 1)],
    ['Obtención', ({ consent }) => (consent.collecting = 0)],
    ['Cookies', ({ domains }) => (domains.withoutCookiePolicy = 1)],
    ['Cookies', ({ domains }) => (domains.withoutNotice = 1)],
    ['Encargo', ({ processors }) => (processors.unsigned = 1)],
    ['Conservación', ({ activities }) => (activities.keptForever = 1)],
    ['Evaluación', ({ activities }) => (activities.assessed = 3)],
  ] as readonly (readonly [string, (facts: Facts) => void])[]) {
    const facts = structuredClone(WELL_KEPT)
    change(facts)
    const open = protocolsOf({ ...facts, rightsForm: 'https://sur.cl/d', ownFlows: [] }).filter(
      ({ inForce }) => !inForce,
    )
    assert.deepEqual(
      open.map((one) => one.name.split(' ', 1)[0]),
      [name],
    )
  }
})

test('the protocol for rights needs an open form', () => {
  assert.match(protocol('Ejercicio').evidence, /abierto al público: https:\/\/sur\.cl\/d$/)
  const without = protocol('Ejercicio', undefined, { rightsForm: undefined })
  assert.deepEqual(
    [without.inForce, without.evidence],
    [false, 'No hay un formulario de derechos abierto al público.'],
  )
})

test('protocols without cases are met, except those that need a form, a policy or a register', () => {
  const states = protocolsOf({ ...NOTHING, rightsForm: undefined, ownFlows: [] })
  assert.deepEqual(
    states.filter(({ inForce }) => !inForce).map(({ name }) => name.split(' ', 1)[0]),
    ['Información', 'Ejercicio', 'Conservación'],
  )
  const evidence = states.map((one) => one.evidence).join('\n')
  for (const words of [
    'Ninguna actividad publicada se funda en el consentimiento.',
    'No hay sitios activos en producción.',
    'No hay encargados registrados.',
    'No hay actividades publicadas.',
  ])
    assert.ok(evidence.includes(words), words)
})

test('singular and plural are right, and a flow of the organisation is named if it has one', () => {
  const one = protocol('Obtención', ({ activities, consent }) => {
    activities.byConsent = 1
    consent.collecting = 1
  })
  assert.equal(one.evidence, '1 aviso o formulario en uso para 1 actividad fundada en el consentimiento.')
  assert.equal(
    protocol('Obtención').evidence,
    '4 avisos y formularios en uso para 4 actividades fundadas en el consentimiento.',
  )
  const ownFlows = ['DPIA', 'BREACH']
  assert.match(protocol('Evaluación', undefined, { ownFlows }).evidence, /^Flujo de aprobación propio;/)
  assert.match(protocol('Evaluación').evidence, /^Flujo de aprobación por defecto del sistema;/)
  assert.match(protocol('Gestión', undefined, { ownFlows }).evidence, /flujo de aprobación propio\.$/)
})

// ── yearly plan ──

const QUIET: PlanSources = {
  now: new Date('2027-03-10T15:00:00Z'),
  dpo: 'Paula Díaz',
  contracts: [],
  reviews: [],
  unassessed: 0,
  requests: [],
  openBreaches: 0,
}

test('with nothing due, the plan has only the yearly account of the DPO, a year from now', () => {
  assert.deepEqual(planOf(QUIET), [
    {
      on: '2028-03',
      task: 'Rendir la cuenta anual del delegado a la máxima autoridad y actualizar este modelo',
      owner: 'Paula Díaz',
      article: 'art. 50',
    },
  ])
  // The month is Chile's: there it is still February.
  assert.equal(planOf({ ...QUIET, now: new Date('2027-03-01T02:00:00Z') })[0]!.on, '2028-02')
})

test('tasks of one kind are counted, and each cites its duty', () => {
  const plan = planOf({
    ...QUIET,
    unassessed: 2,
    openBreaches: 3,
    requests: [{ month: '2027-04', count: 1 }],
  })
  assert.deepEqual(
    plan.slice(0, 3).map(({ on, task, article }) => [on, task, article]),
    [
      ['2027-03', 'Hacer y aprobar 2 evaluaciones de impacto pendientes', 'art. 15 ter'],
      ['2027-03', 'Cerrar 3 vulneraciones abiertas', 'art. 14 sexies'],
      ['2027-04', 'Responder la solicitud de titular cuyo plazo vence este mes', 'art. 11'],
    ],
  )
  assert.equal(planOf({ ...QUIET, openBreaches: 1 })[0]!.task, 'Cerrar la vulneración abierta')
})

test('within a month, tasks without a day come before tasks with one', () => {
  const plan = planOf({
    ...QUIET,
    contracts: [
      { processor: 'Nube', expiresAt: new Date('2027-04-30T15:00:00Z') },
      { processor: 'Sur', expiresAt: new Date('2027-04-02T15:00:00Z') },
    ],
    reviews: [{ month: '2027-04', count: 1 }],
  })
  assert.deepEqual(
    plan.map(({ on }) => on),
    ['2027-04', '2027-04-02', '2027-04-30', '2028-03'],
  )
})
