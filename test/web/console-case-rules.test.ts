import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as breaches from '../../web/console/areas/breaches/steps.ts'
import { type Breach, lettersOf, type State } from '../../web/console/areas/breaches/words.ts'
import { stepsOf as assessmentSteps } from '../../web/console/areas/dpia/guide.ts'
import { isFiltered, QUEUES, queryOf } from '../../web/console/areas/dsar/queue.ts'
import * as dsar from '../../web/console/areas/dsar/steps.ts'
import {
  answersOf,
  arrivalOf,
  eventNotes,
  gapsIn,
  isClosed,
  isRefusal,
  provableOf,
  type Request,
  receivedOf,
  tellsThirds,
} from '../../web/console/areas/dsar/words.ts'

/** The next step of a case is its first open one. */

const now = (steps: readonly { key: string; done: boolean; skipped?: boolean }[]) =>
  steps.find(({ done, skipped }) => !done && !skipped)?.key
const keys = (steps: readonly { key: string }[]) => steps.map(({ key }) => key)

// ── breaches ──

type Decision = { requiresNotification: boolean; requiresSubjectNotification: boolean }
const breach = (change: object = {}): Breach =>
  ({
    status: 'detected',
    actsAs: 'controller',
    decision: null,
    clocks: [],
    events: [],
    containmentActions: [],
    notifiedApdpAt: null,
    subjectsNotifiedAt: null,
    massMediaNotice: null,
    controllerNotifiedAt: null,
    ...change,
  }) as unknown as Breach
const decided = (change: Partial<Decision> = {}): Decision => ({
  requiresNotification: false,
  requiresSubjectNotification: false,
  ...change,
})
const contained = [{ to: 'contained' }]

test('a breach is investigated, decided, reported, contained and closed, in this order', () => {
  const both = decided({ requiresNotification: true, requiresSubjectNotification: true })
  const done = '2026-11-18T13:00:00Z'
  for (const [change, next] of [
    [{}, 'investigate'],
    [{ status: 'investigating' }, 'decide'],
    [{ status: 'investigating', decision: both }, 'authority'],
    [{ status: 'investigating', decision: both, notifiedApdpAt: done }, 'subjects'],
    [{ status: 'investigating', decision: both, notifiedApdpAt: done, subjectsNotifiedAt: done }, 'contain'],
    [
      { status: 'investigating', decision: both, notifiedApdpAt: done, massMediaNotice: 'El Mercurio' },
      'contain',
    ],
    [{ status: 'investigating', decision: decided() }, 'contain'],
    [{ status: 'contained', decision: decided(), events: contained }, 'close'],
    [{ status: 'resolved', decision: decided(), events: contained }, undefined],
    // A breach can be reported in any state, so containing it may still be open.
    [{ status: 'notified', decision: decided() }, 'contain'],
    [{ status: 'notified', decision: decided(), containmentActions: ['Clave cambiada'] }, undefined],
  ] as const)
    assert.equal(now(breaches.stepsOf(breach(change), [])), next, JSON.stringify(change))
})

test('without a duty to notify, the report and its goal have no term, but the CSIRT’s clocks run', () => {
  const off = (change: object, key: string, doneAt: string | null = null) =>
    breaches.isOff(breach(change), { key, doneAt } as never)
  for (const key of ['apdp', 'internal_72h']) {
    assert.equal(off({}, key), false, 'undecided')
    assert.equal(off({ decision: decided({ requiresNotification: true }) }, key), false)
    assert.equal(off({ decision: decided() }, key), true)
    assert.equal(off({ decision: decided() }, key, '2026-11-18T13:00:00Z'), false, 'it was done all the same')
    assert.equal(off({ decision: decided(), actsAs: 'processor' }, key), false)
  }
  assert.equal(off({ decision: decided() }, 'csirt_alert'), false)
})

test('the decision determines whom to notify, and a processor notifies only its controller (art. 15 bis)', () => {
  const told = (change: object) =>
    keys(breaches.stepsOf(breach(change), [])).filter((key) =>
      ['authority', 'subjects', 'controller'].includes(key),
    )
  const both = decided({ requiresNotification: true, requiresSubjectNotification: true })
  assert.deepEqual(told({}), [])
  assert.deepEqual(told({ decision: decided() }), [])
  assert.deepEqual(told({ decision: decided({ requiresNotification: true }) }), ['authority'])
  assert.deepEqual(told({ decision: both }), ['authority', 'subjects'])
  assert.deepEqual(told({ decision: both, actsAs: 'processor' }), ['controller'])
})

test('an essential service notifies the CSIRT, with the early warning first', () => {
  const clocks = (...done: boolean[]) =>
    ['csirt_alert', 'csirt_report', 'csirt_final'].map((key, at) => ({
      key,
      doneAt: done[at] ? '2026-11-18T13:00:00Z' : null,
      basis: `base de ${key}`,
    }))
  const step = (...done: boolean[]) =>
    breaches.stepsOf(breach({ clocks: clocks(...done) }), []).find(({ key }) => key === 'csirt')!
  assert.equal(keys(breaches.stepsOf(breach(), [])).includes('csirt'), false)
  assert.deepEqual(step().act, { letter: 'csirt_alert' })
  assert.deepEqual(step(true).act, { letter: 'csirt_report' })
  assert.equal(step(true).why, 'base de csirt_report')
  assert.match(step(true, true).title, /informe final/)
  assert.deepEqual([step(true, true).done, step(true, true, true).done], [false, true])
})

test('gaps in the record are a step before the end', () => {
  const steps = breaches.stepsOf(breach(), ['los efectos', 'las medidas'])
  assert.deepEqual(keys(steps).slice(-2), ['complete', 'close'])
  assert.equal(steps.at(-2)!.why, 'Falta: los efectos, las medidas.')
})

test('a step changes the state only if the service allows it (contract 3.1)', () => {
  const allowed: Record<State, readonly State[]> = {
    detected: ['investigating'],
    investigating: ['contained'],
    contained: ['resolved'],
    resolved: [],
    notified: [],
  }
  for (const [from, moves] of Object.entries(breaches.MOVES))
    assert.deepEqual(
      moves.map(([to]) => to),
      allowed[from as State],
      from,
    )
  for (const status of Object.keys(allowed) as State[]) {
    const next = breaches
      .stepsOf(
        breach({
          status,
          decision: decided(),
          events: status === 'contained' || status === 'resolved' ? contained : [],
        }),
        [],
      )
      .find(({ done }) => !done)
    if (next && 'move' in next.act)
      assert.ok(allowed[status].includes(next.act.move), `${status}: ${next.key}`)
  }
})

test('the letters of a breach follow from its role, plus those of the CSIRT if its clocks run', () => {
  const of = (actsAs: Breach['actsAs'], ...clocks: string[]) =>
    lettersOf({ actsAs, clocks: clocks.map((key) => ({ key })) } as unknown as Breach)
  assert.deepEqual(of('controller', 'apdp'), ['authority', 'subjects', 'mass_media'])
  assert.deepEqual(of('processor', 'apdp'), ['controller'])
  assert.deepEqual(of('controller', 'csirt_alert'), [
    'authority',
    'subjects',
    'mass_media',
    'csirt_alert',
    'csirt_report',
  ])
})

// ── requests ──

const request = (change: object = {}): Request =>
  ({
    status: 'RECEIVED',
    rightType: 'ACCESS',
    identity: { email: 'claimed', rut: 'claimed', representation: null, checks: [] },
    subjectEmail: 'ana@correo.cl',
    subjectRut: '12345678-5',
    events: [],
    blockings: [],
    letters: [],
    assignedTo: null,
    tasks: { total: 0, done: 0 },
    thirdsNotifiedAt: null,
    specificData: null,
    ...change,
  }) as unknown as Request
const steps = (change: object = {}, told?: dsar.Told) => dsar.stepsOf(request(change), told)
const proven = { email: 'proven', rut: 'proven', representation: null, checks: [] }
const checked = { email: 'claimed', rut: 'claimed', representation: null, checks: [{ isWithdrawn: false }] }

test('a request is verified, assigned, gathered and answered, in this order', () => {
  for (const [change, next] of [
    [{}, 'verify'],
    [{ identity: proven }, 'assign'],
    [{ identity: checked }, 'assign'],
    [{ identity: { ...checked, checks: [{ isWithdrawn: true }] } }, 'verify'],
    [{ identity: { ...proven, rut: 'claimed' } }, 'verify'],
    [{ events: [{ from: 'VERIFYING' }] }, 'assign'],
    [{ identity: proven, assignedTo: 'eva' }, 'answer'],
    [{ identity: proven, assignedTo: 'eva', tasks: { total: 3, done: 2 } }, 'tasks'],
    [{ identity: proven, assignedTo: 'eva', tasks: { total: 3, done: 3 } }, 'answer'],
    [{ status: 'COMPLETED' }, undefined],
    [{ status: 'REJECTED' }, undefined],
  ] as const)
    assert.equal(now(steps(change)), next, JSON.stringify(change))
})

test('closing a request does not tick steps that were never done', () => {
  const of = (change: object) =>
    steps({ status: 'COMPLETED', tasks: { total: 3, done: 3 }, ...change }).map(
      ({ key, done, skipped = false }) => [key, done, skipped] as const,
    )
  assert.deepEqual(of({}), [
    ['verify', false, true],
    ['assign', false, true],
    ['tasks', true, false],
    ['answer', true, false],
  ])
  assert.deepEqual(
    of({ identity: proven, assignedTo: 'eva' }).map(([, done]) => done),
    [true, true, true, true],
  )
})

test('a block of the same person comes first, because it is answered in two business days (art. 8 ter)', () => {
  const block = { id: 'b1', folioNumber: 'ARCO-2026-00007', status: 'RECEIVED' }
  const [first] = steps({ blockings: [block] })
  assert.deepEqual([first!.key, first!.act], ['block', { open: 'b1' }])
  assert.match(first!.why, /ARCO-2026-00007/)
  assert.equal(keys(steps({ blockings: [{ ...block, status: 'REJECTED' }] })).includes('block'), false)
})

test('a person without anything provable is asked, and the result is noted', () => {
  const nobody = { subjectEmail: null, subjectRut: null }
  const act = (change: object) => steps(change).find(({ key }) => key === 'verify')!.act
  assert.deepEqual(act({}), { identity: true })
  assert.deepEqual(act(nobody), { move: 'VERIFYING' })
  assert.deepEqual(act({ ...nobody, status: 'VERIFYING' }), { move: 'IN_PROGRESS' })
  assert.deepEqual(act({ ...nobody, identity: { ...proven, representation: 'claimed' } }), { identity: true })
})

test('after the check of identity a waiting request can continue', () => {
  assert.equal(keys(steps({ status: 'VERIFYING' })).includes('resume'), false)
  assert.equal(now(steps({ status: 'VERIFYING', identity: checked })), 'resume')
})

test('recipients are notified of rectification, deletion and opposition, but not of a refusal (art. 11)', () => {
  for (const rightType of ['ACCESS', 'PORTABILITY', 'BLOCKING', 'AUTO_DECISION'])
    assert.equal(keys(steps({ rightType })).includes('thirds'), false, rightType)
  for (const rightType of ['RECTIFICATION', 'DELETION', 'OPPOSITION']) {
    const step = (told?: dsar.Told, change: object = {}) =>
      steps({ rightType, ...change }, told).find(({ key }) => key === 'thirds')
    assert.equal(step()!.done, false, rightType)
    assert.equal(step({ items: [], noneBecause: null })!.done, false)
    assert.equal(step({ items: [], noneBecause: 'Nadie los recibió' })!.done, true)
    assert.equal(step({ items: [{ notifiedAt: null, letterId: null }], noneBecause: null })!.done, true)
    assert.equal(step(undefined, { thirdsNotifiedAt: '2026-11-18T13:00:00Z' })!.done, true)
    assert.equal(step(undefined, { status: 'REJECTED' }), undefined)
  }
})

test('after the answer: people without a mailbox are notified another way, and a refused block goes to the Agency', () => {
  const unaware = { items: [{ notifiedAt: null, letterId: null }], noneBecause: null }
  const aware = { items: [{ notifiedAt: null, letterId: 'l1' }], noneBecause: null }
  const deleted = { status: 'COMPLETED', rightType: 'DELETION' }
  assert.equal(now(steps(deleted, unaware)), 'remaining')
  assert.equal(now(steps(deleted, aware)), undefined)
  const refused = { status: 'REJECTED', rightType: 'BLOCKING' }
  assert.equal(now(steps(refused)), 'agency')
  assert.equal(now(steps({ ...refused, letters: [{ kind: 'AGENCY' }] })), undefined)
  assert.equal(keys(steps({ ...refused, status: 'COMPLETED' })).includes('agency'), false)
})

test('rights that notify recipients, and states and outcomes that are final', () => {
  const all = [
    'ACCESS',
    'RECTIFICATION',
    'DELETION',
    'OPPOSITION',
    'PORTABILITY',
    'BLOCKING',
    'AUTO_DECISION',
  ] as const
  assert.deepEqual(all.filter(tellsThirds), ['RECTIFICATION', 'DELETION', 'OPPOSITION'])
  const states = ['RECEIVED', 'VERIFYING', 'IN_PROGRESS', 'EXTENDED', 'COMPLETED', 'REJECTED'] as const
  assert.deepEqual(states.filter(isClosed), ['COMPLETED', 'REJECTED'])
  const outcomes = ['FULFILLED', 'PARTIALLY_FULFILLED', 'REJECTED_LEGAL', 'REJECTED_IDENTITY', 'EXTENDED']
  assert.deepEqual(outcomes.filter(isRefusal), ['REJECTED_LEGAL', 'REJECTED_IDENTITY'])
})

test('only data in the request can be proven', () => {
  const of = (change: object) => provableOf(request(change))
  assert.deepEqual(of({}), ['rut', 'email'])
  assert.deepEqual(of({ subjectRut: null }), ['email'])
  assert.deepEqual(of({ subjectEmail: null, identity: { ...proven, representation: 'claimed' } }), [
    'rut',
    'representation',
  ])
})

test('the way of arrival is the noted channel, else the source', () => {
  const of = (source: string, channel: string | null) => arrivalOf({ source, channel } as never)
  assert.equal(of('staff', 'in_person'), 'en persona')
  assert.equal(of('widget', null), 'por un formulario')
  assert.equal(of('staff', null), 'ingresada por la organización')
})

test('a request recorded by staff shows its day without an hour', () => {
  const of = (source: string) => receivedOf({ source, receivedAt: '2026-11-18T14:59:59.999Z' } as never)
  assert.deepEqual([of('staff'), of('widget')], ['18-11-2026', '18-11-2026, 11:59'])
})

test('the history shows an outcome in words, and any other note as written', () => {
  assert.equal(eventNotes(null), null)
  assert.equal(eventNotes('FULFILLED'), 'Se acoge')
  assert.equal(
    eventNotes('REJECTED_LEGAL: Art. 7\ninciso 2'),
    'Se rechaza por un motivo legal. Art. 7\ninciso 2',
  )
  assert.equal(eventNotes('URGENTE: llamar mañana'), 'URGENTE: llamar mañana')
  assert.equal(eventNotes('Se llamó a la persona'), 'Se llamó a la persona')
})

test('answers of the form are shown as given, and unasked questions are left out', () => {
  assert.deepEqual(
    answersOf(
      request({
        subtype: 'art. 7 b',
        portabilityFormat: 'csv',
        specificData: {
          queDatos: ['Contacto', 'Compras'],
          destinatarios: true,
          decision: '',
          propio: { a: 1, b: false },
        },
      }),
    ),
    [
      ['Motivo', 'art. 7 b'],
      ['Datos de que se trata', 'Contacto, Compras'],
      ['Pide la identidad de cada destinatario', 'Sí'],
      ['propio', 'a: 1; b: No'],
      ['Formato de la copia', 'csv'],
    ],
  )
  const transfer = (change: object) => answersOf(request(change)).at(-1)
  assert.deepEqual(transfer({ portabilityDirectTransfer: true, portabilityTarget: 'Banco Sur' }), [
    'Traspaso directo a',
    'Banco Sur',
  ])
  assert.deepEqual(transfer({ portabilityDirectTransfer: true }), ['Traspaso directo a', 'Sí'])
  assert.deepEqual(answersOf(request()), [])
  assert.deepEqual(
    answersOf(request({ specificData: { constructor: 'Sí, yo', toString: '1' } })),
    [
      ['constructor', 'Sí, yo'],
      ['toString', '1'],
    ],
    'a key that every object inherits is a label like any other',
  )
})

test('each gap in a proposed text is listed once', () => {
  assert.deepEqual(gapsIn('Hola [COMPLETAR: el plazo] y [COMPLETAR: el motivo].', '[COMPLETAR: el plazo]'), [
    'el plazo',
    'el motivo',
  ])
  assert.deepEqual(gapsIn('Nada [pendiente]', ''), [])
})

// ── the queues of requests ──

test('every queue has its own query, the first due on top', () => {
  for (const [queue, asked] of [
    ['curso', { sort: 'legalDueOn', open: 'true' }],
    ['vencidas', { sort: 'legalDueOn', overdue: 'true' }],
    ['mias', { sort: 'legalDueOn', open: 'true', assignedTo: 'eva' }],
    ['libres', { sort: 'legalDueOn', open: 'true', assignedTo: 'none' }],
    ['cerradas', { sort: '-createdAt', open: 'false' }],
    ['todas', { sort: 'legalDueOn' }],
  ] as const)
    assert.deepEqual(queryOf({}, queue, 'eva'), asked, queue)
  assert.equal(QUEUES.length, 6)
})

test('a filter narrows a queue but never leaves it, and unknown filters are not sent', () => {
  const search = {
    cola: 'mias',
    q: 'rojas',
    assignedTo: 'pedro',
    rightType: 'ACCESS',
    sort: '-folioNumber',
    parte: 'x',
  }
  assert.deepEqual(queryOf(search, 'mias', 'eva'), {
    sort: '-folioNumber',
    q: 'rojas',
    rightType: 'ACCESS',
    assignedTo: 'eva',
    open: 'true',
  })
  assert.equal(queryOf(search, 'curso', 'eva')['assignedTo'], 'pedro')
  assert.deepEqual(queryOf({ q: '', status: undefined }, 'todas', 'eva'), { sort: 'legalDueOn' })
})

test('a sort order is not a filter: an empty queue has nothing waiting, a filtered one has no match', () => {
  assert.equal(Boolean(isFiltered({ sort: 'x', cola: 'curso' })), false)
  assert.equal(Boolean(isFiltered({ q: 'rojas' })), true)
  assert.equal(Boolean(isFiltered({ q: '' })), false)
})

// ── assessments ──

const assessment = (change: object = {}) =>
  ({
    description: null,
    scope: null,
    necessity: null,
    proportionality: null,
    risks: [],
    activityId: null,
    dpoOpinion: null,
    status: 'draft',
    ...change,
  }) as unknown as Parameters<typeof assessmentSteps>[0]

test('a part of an assessment is done when it has text', () => {
  const done = (change: object) =>
    assessmentSteps(assessment(change))
      .filter(({ isDone }) => isDone)
      .map(({ key }) => key)
  assert.deepEqual(done({}), [])
  assert.deepEqual(done({ necessity: '  \n' }), [], 'blanks say nothing')
  assert.deepEqual(done({ activityId: 'a' }), ['activity'])
  assert.deepEqual(done({ scope: 'x' }), ['description'])
  assert.deepEqual(done({ description: 'x' }), ['description'])
  assert.deepEqual(done({ necessity: 'x', proportionality: 'x' }), ['necessity', 'proportionality'])
  assert.deepEqual(done({ dpoOpinion: 'x' }), ['opinions'])
  assert.deepEqual(done({ status: 'approved' }), ['approval'])
  assert.deepEqual(done({ status: 'in_review' }), [])
})

test('measures are done when every risk has one or is accepted', () => {
  const done = (...risks: { mitigation: string | null; status: string }[]) =>
    assessmentSteps(assessment({ risks })).find(({ key }) => key === 'measures')!.isDone
  const [treated, accepted, open] = [
    { mitigation: 'Cifrado', status: 'mitigated' },
    { mitigation: null, status: 'accepted' },
    { mitigation: ' ', status: 'identified' },
  ]
  assert.equal(done(), false, 'without risks nothing was weighed')
  assert.equal(done(treated, accepted), true)
  assert.equal(done(treated, open), false)
})
