import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { faultsBy } from '#http/validation.ts'
import { BreachPatch, DecideNotification, NewBreach } from '#modules/breaches/bodies.ts'
import { ConnectorPatch, NewConnector } from '#modules/connectors/schemas.ts'
import { NewNotice, NoticePatch } from '#modules/consent/notices/schemas.ts'
import { NewTemplate, TemplatePatch } from '#modules/consent/templates/schemas.ts'
import { NewSystem, SystemPatch } from '#modules/data-map/schemas.ts'
import { RespondRequest } from '#modules/dsar/requests/schemas.ts'
import { StaffIntake } from '#modules/dsar/staff/schemas.ts'
import { WidgetPatch, PreviewQuery as WidgetPreview } from '#modules/dsar/widgets/schemas.ts'
import { NewProcessor, ProcessorPatch } from '#modules/processors/schemas.ts'
import { ActivityPatch, NewActivity } from '#modules/rat/activities/schemas.ts'
import * as breaches from '../../web/console/areas/breaches/values.ts'
import * as connectors from '../../web/console/areas/connectors/values.ts'
import * as notices from '../../web/console/areas/consent/design.ts'
import * as forms from '../../web/console/areas/consent/form-design.ts'
import * as systems from '../../web/console/areas/data-map/system-values.ts'
import * as answers from '../../web/console/areas/dsar/answer-body.ts'
import * as intake from '../../web/console/areas/dsar/intake.ts'
import * as widgets from '../../web/console/areas/dsar/widget-settings.ts'
import * as processors from '../../web/console/areas/processors/words.ts'
import { PROPOSED, takenValues } from '../../web/console/areas/rat/proposal.ts'
import * as activities from '../../web/console/areas/rat/values.ts'

/** A form sends exactly what the service accepts: blank fields become null, and untouched ones stay as they were. */

const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

const pathsOf = (schema: TSchema, body: unknown) =>
  faultsBy(schema, structuredClone(body))
    .map(({ path }) => path)
    .toSorted()

const takes = (schema: TSchema, body: unknown, what = '') => assert.deepEqual(pathsOf(schema, body), [], what)

// ── activities ──

const activity = {
  name: 'Boletín mensual',
  purpose: 'Enviar ofertas',
  legalBasis: 'consent',
  dataCategories: ['name', 'email'],
  subjectCategories: ['subscribers'],
  retentionPeriod: 'until_unsubscribe',
  systemId: ID,
} as unknown as Parameters<typeof activities.valuesOf>[0]

test('an activity with everything the law requires is accepted, when created and when changed', () => {
  const body = activities.bodyOf(activities.valuesOf(activity))
  takes(NewActivity, body)
  takes(ActivityPatch, body)
})

test('the logic of a removed automated decision is not sent', () => {
  const known = { ...activity, automatedDecisions: true, automatedLogic: 'Un puntaje decide.' }
  const of = (change: object) =>
    activities.bodyOf({ ...activities.valuesOf(known), ...change }) as { automatedLogic: string | null }
  assert.equal(of({}).automatedLogic, 'Un puntaje decide.')
  assert.equal(of({ automatedDecisions: false }).automatedLogic, null)
})

test('a blank activity is refused for its required fields only', () => {
  assert.deepEqual(pathsOf(NewActivity, activities.bodyOf(activities.valuesOf())), [
    'dataCategories',
    'legalBasis',
    'name',
    'purpose',
    'retentionPeriod',
    'subjectCategories',
    'systemId',
  ])
})

test('without a transfer neither its country nor its guarantee is sent', () => {
  const of = (change: object) =>
    (activities.bodyOf({ ...activities.valuesOf(activity), ...change }) as { internationalTransfer: object })
      .internationalTransfer
  assert.deepEqual(of({ transfers: false, transferCountry: 'US', transferMechanism: 'CLAUSES' }), {
    exists: false,
    country: null,
    mechanism: null,
  })
  assert.deepEqual(of({ transfers: true, transferCountry: 'US', transferMechanism: '' }), {
    exists: true,
    country: 'US',
    mechanism: null,
  })
})

test('a balancing test is sent only with the basis that needs it, and its blanks become null', () => {
  const of = (change: object) =>
    activities.bodyOf({ ...activities.valuesOf(activity), ...change }) as { balancing?: object }
  assert.equal(of({ balancePurpose: 'Prevenir fraudes' }).balancing, undefined, 'not with consent')
  assert.equal(of({ legalBasis: 'legitimate_interest' }).balancing, null, 'nothing was weighed')
  const weighed = of({ legalBasis: 'legitimate_interest', balancePurpose: 'Prevenir fraudes' })
  assert.deepEqual(weighed.balancing, {
    purpose: 'Prevenir fraudes',
    necessity: null,
    balance: null,
    safeguards: null,
    outcome: null,
  })
  takes(ActivityPatch, weighed)
  takes(ActivityPatch, of({ legalBasis: 'legitimate_interest', balanceOutcome: 'favourable' }))
})

test('the service sets who balanced, and when, and an erased balancing test is removed', () => {
  const kept = {
    purpose: 'Prevenir fraudes',
    necessity: null,
    balance: 'No hay reconocimiento facial',
    safeguards: null,
    outcome: 'favourable',
    assessedAt: '2026-03-01T12:00:00.000Z',
    assessedBy: 'Eva Lagos',
  }
  const values = activities.valuesOf({
    ...(activity as object),
    legalBasis: 'legitimate_interest',
    balancing: kept,
  } as never)
  const of = (change: object) => activities.bodyOf({ ...values, ...change }) as { balancing?: object | null }
  const { assessedAt: _at, assessedBy: _by, ...typed } = kept
  assert.deepEqual(of({ name: 'Otro nombre' }).balancing, typed)
  takes(ActivityPatch, of({}))
  assert.deepEqual(of({ balanceOutcome: 'unfavourable' }).balancing, { ...typed, outcome: 'unfavourable' })
  const cleared = of({ balancePurpose: '', balanceBalance: '', balanceOutcome: '' })
  assert.equal(cleared.balancing, null, 'what was erased does not stay')
  takes(ActivityPatch, cleared)
})

test('lines are trimmed, and the volume is not part of the record', () => {
  const body = activities.bodyOf({
    ...activities.valuesOf(activity),
    recipients: [' Correos de Chile ', '', '  '],
  }) as Record<string, unknown>
  assert.deepEqual(body['recipients'], ['Correos de Chile'])
  assert.equal('dataVolume' in body, false)
  assert.equal('transferCountry' in body, false)
})

test('the risk follows from the form, and socioeconomic data are sensitive too (art. 2 letra g)', () => {
  const of = (change: object) => activities.riskFactorsOf({ ...activities.valuesOf(activity), ...change })
  assert.deepEqual(of({}), {
    dataVolume: 'low',
    sensitiveData: false,
    internationalTransfer: false,
    automatedDecision: false,
  })
  assert.equal(of({ socioeconomic: true }).sensitiveData, true)
  for (const sensitive of [
    'health',
    'biometric',
    'ethnic_origin',
    'political',
    'religious',
    'sexual_orientation',
  ])
    assert.equal(of({ dataCategories: [sensitive] }).sensitiveData, true, sensitive)
  for (const other of ['criminal', 'minor_data', 'financial', 'location'])
    assert.equal(of({ dataCategories: [other] }).sensitiveData, false, other)
  assert.deepEqual(of({ dataVolume: 'massive', transfers: true, automatedDecisions: true }), {
    dataVolume: 'massive',
    sensitiveData: false,
    internationalTransfer: true,
    automatedDecision: true,
  })
})

test('a proposal sets its own values: blanks, system and entity are left out', () => {
  const proposed = activities.proposedValues({
    ...(activity as object),
    responsibleArea: '',
    recipients: [],
    legalEntityId: ID,
  } as never)
  assert.equal(proposed.name, 'Boletín mensual')
  for (const left of ['systemId', 'legalEntityId', 'responsibleArea', 'recipients', 'transfers'])
    assert.equal(left in proposed, false, left)
})

test('of a proposal only accepted fields are set, with the form fields that belong to them', () => {
  const proposed = activities.proposedValues({
    ...(activity as object),
    internationalTransfer: { exists: true, country: 'US', mechanism: 'CLAUSES' },
  } as never)
  assert.deepEqual(takenValues(proposed, new Set(['name'])), { name: 'Boletín mensual' })
  assert.deepEqual(takenValues(proposed, new Set(['internationalTransfer'])), {
    transfers: true,
    transferCountry: 'US',
    transferMechanism: 'CLAUSES',
  })
  assert.deepEqual(takenValues(proposed, new Set()), {})
  assert.deepEqual(takenValues(proposed, new Set(['unknown'])), {})
  const blank = activities.valuesOf()
  for (const [name, [, ...fields]] of Object.entries(PROPOSED))
    for (const field of fields) assert.ok(field in blank, `${name}: ${field}`)
})

// ── processors and systems ──

test('a processor: blanks become null, only the name is required, and a change keeps the rest', () => {
  const { valuesOf, bodyOf } = processors
  takes(NewProcessor, bodyOf({ ...valuesOf(), name: 'Nube Andina' }))
  assert.deepEqual(pathsOf(NewProcessor, bodyOf(valuesOf())), ['name'])
  const body = bodyOf({ ...valuesOf(), name: 'Nube Andina', country: '', reviewAt: '2027-12-31' })
  takes(ProcessorPatch, body)
  assert.deepEqual([body.country, body.taxId, body.reviewAt], [null, null, '2027-12-31'])
})

test('a system: own measures are kept beside those of the list', () => {
  const { valuesOf, bodyOf } = systems
  const kept = valuesOf({ name: 'CRM', type: 'CRM', securityMeasures: ['ENCRYPTION', 'Cámaras'] } as never)
  assert.deepEqual([kept.securityMeasures, kept.otherMeasures], [['ENCRYPTION'], ['Cámaras']])
  const body = bodyOf({ ...kept, otherMeasures: [' Cámaras ', ''] })
  assert.deepEqual(body.securityMeasures, ['ENCRYPTION', 'Cámaras'])
  takes(NewSystem, body)
  takes(SystemPatch, body)
  assert.deepEqual(pathsOf(NewSystem, bodyOf(valuesOf())), ['name', 'type'])
})

test('a system with sensitive categories has sensitive data, ticked or not', () => {
  const { valuesOf, bodyOf } = systems
  const of = (change: object) => bodyOf({ ...valuesOf(), ...change }).hasSensitiveData
  assert.equal(of({ dataCategories: ['health'] }), true)
  assert.equal(of({ dataCategories: ['email'] }), false)
  assert.equal(of({ hasSensitiveData: true }), true)
})

// ── breaches ──

test('a breach needs only a title and its detection, and other fields follow later', () => {
  const body = breaches.bodyOf({ ...breaches.valuesOf(), title: 'Correo robado' })
  takes(NewBreach, body)
  takes(BreachPatch, body)
  assert.equal(body.occurredAt, null)
  assert.equal(body.legalEntityId, null)
  assert.deepEqual(pathsOf(NewBreach, breaches.bodyOf(breaches.valuesOf())), ['title'])
  assert.deepEqual(
    pathsOf(NewBreach, breaches.bodyOf({ ...breaches.valuesOf(), title: 'X', detectedAt: '' })),
    ['detectedAt'],
  )
  assert.deepEqual(
    breaches.bodyOf({ ...breaches.valuesOf(), containmentActions: [' Cuenta cerrada ', ''] })
      .containmentActions,
    ['Cuenta cerrada'],
  )
})

const ANSWERED = {
  riskToSubjects: 'high',
  riskRationale: '',
  hasSensitiveData: 'yes',
  hasMinorData: 'no',
  hasFinancialData: 'no',
  hasSensitiveDataReason: '',
  hasMinorDataReason: '',
  hasFinancialDataReason: '',
}

test('a decision sends its four answers, and only the written reasons', () => {
  const body = breaches.decisionOf({ ...ANSWERED, hasMinorDataReason: ' Todos tienen 16 o más ' }) as object
  assert.deepEqual(body, {
    riskToSubjects: 'high',
    hasSensitiveData: true,
    hasMinorData: false,
    hasFinancialData: false,
    riskRationale: null,
    overrideReasons: { hasMinorData: 'Todos tienen 16 o más' },
  })
  takes(DecideNotification, body)
})

test('an unanswered question is missing, not a no', () => {
  for (const field of ['riskToSubjects', 'hasSensitiveData', 'hasMinorData', 'hasFinancialData'])
    assert.deepEqual(pathsOf(DecideNotification, breaches.decisionOf({ ...ANSWERED, [field]: '' })), [field])
})

test('a no needs a reason if the record says yes, by the earlier decision or by its own fields', () => {
  const breach = (change: object) =>
    ({ decision: null, hasSensitiveData: false, dataCategories: [], ...change }) as never
  assert.equal(breaches.isRecorded(breach({ hasSensitiveData: true }), 'hasSensitiveData'), true)
  assert.equal(breaches.isRecorded(breach({ dataCategories: ['minor_data'] }), 'hasMinorData'), true)
  assert.equal(breaches.isRecorded(breach({ dataCategories: ['financial'] }), 'hasFinancialData'), true)
  for (const flag of ['hasSensitiveData', 'hasMinorData', 'hasFinancialData'] as const)
    assert.equal(breaches.isRecorded(breach({}), flag), false, flag)
  const judged = breach({
    dataCategories: ['financial'],
    decision: { answers: [{ field: 'hasFinancialData', recorded: false }] },
  })
  assert.equal(breaches.isRecorded(judged, 'hasFinancialData'), false)
})

// ── requests ──

const asked = { ...intake.BLANK, subjectName: 'María Pérez', rightType: 'ACCESS', receivedOn: '2026-11-12' }

test('a request by phone needs a name and a right', () => {
  const body = intake.bodyOf(asked, [], [])
  takes(StaffIntake, body)
  assert.equal((body as { receivedAt?: string }).receivedAt, '2026-11-12')
  assert.deepEqual(pathsOf(StaffIntake, intake.bodyOf(intake.BLANK, [], [])), ['rightType', 'subjectName'])
})

test('hidden choices are left out: a representative, an heir, the related request', () => {
  const typed = {
    ...asked,
    representativeName: 'Luisa Soto',
    representativeRut: '12.345.678-5',
    heirName: 'Luis Pérez',
    heirRelation: 'hijo',
    parentRequestId: ID,
  }
  const [scan, mandate] = [[{ key: ID }], [{ key: ID }]]
  const own = intake.bodyOf(typed, scan, mandate) as Record<string, unknown>
  for (const left of [
    'isRepresentative',
    'representativeName',
    'mandateFileId',
    'deceased',
    'parentRequestId',
    'behalf',
    'receivedOn',
  ])
    assert.equal(left in own, false, left)
  assert.deepEqual(own['scanFileIds'], [ID])
  const represented = intake.bodyOf({ ...typed, behalf: 'representative' }, [], mandate) as Record<
    string,
    unknown
  >
  assert.deepEqual(
    [represented['isRepresentative'], represented['representativeName'], represented['mandateFileId']],
    [true, 'Luisa Soto', ID],
  )
  takes(StaffIntake, represented)
  const heir = intake.bodyOf({ ...typed, behalf: 'heir' }, [], []) as Record<string, unknown>
  assert.deepEqual(heir['deceased'], { isHeir: true, heirName: 'Luis Pérez', relation: 'hijo' })
  assert.equal('isRepresentative' in heir, false)
  takes(StaffIntake, heir)
  const block = intake.bodyOf({ ...typed, rightType: 'BLOCKING' }, [], []) as Record<string, unknown>
  assert.equal(block['parentRequestId'], ID)
  const blank = intake.bodyOf({ ...typed, rightType: 'BLOCKING', parentRequestId: '' }, [], [])
  assert.equal((blank as Record<string, unknown>)['parentRequestId'], null)
  takes(StaffIntake, blank)
})

test('an answer sends the fields of its outcome: a ground with a refusal, notes with a fulfilment', () => {
  const typed: answers.Values = {
    responseType: 'FULFILLED',
    ground: '',
    beginning: '',
    responseNotes: 'Le enviamos la copia.',
    denialReason: 'Art. 7 inciso 2',
    responseFileKey: '',
    overrideReason: '',
  }
  const of = (responseType: string) => answers.bodyOf({ ...typed, responseType }, [])
  for (const [type, notes, ground] of [
    ['FULFILLED', 'Le enviamos la copia.', null],
    ['PARTIALLY_FULFILLED', 'Le enviamos la copia.', 'Art. 7 inciso 2'],
    ['REJECTED_LEGAL', null, 'Art. 7 inciso 2'],
    ['REJECTED_IDENTITY', null, 'Art. 7 inciso 2'],
  ] as const) {
    const body = of(type)
    assert.deepEqual(
      [body.responseNotes, body.denialReason, body.responseFileKey],
      [notes, ground, null],
      type,
    )
    takes(RespondRequest, body, type)
  }
})

test('«no tratamos datos suyos» is sent only with the matching text and outcome', () => {
  const others = [
    { responseType: 'FULFILLED', responseNotes: 'Otro texto', nothingHeld: false },
    { responseType: 'FULFILLED', responseNotes: 'No tratamos datos suyos', nothingHeld: true },
  ]
  const of = (beginning: string, responseType = 'FULFILLED') =>
    answers.bodyOf(
      {
        responseType,
        beginning,
        ground: '',
        responseNotes: 'x',
        denialReason: 'y',
        responseFileKey: '',
        overrideReason: '',
      },
      others,
    ).nothingHeld
  assert.deepEqual([of(''), of('0'), of('1')], [false, false, true])
  assert.equal(of('1', 'REJECTED_LEGAL'), false, 'the outcome was changed afterwards')
})

test('the request form keeps settings that its editor does not know, and drops blanks', () => {
  const config = {
    theme: { primaryColor: '#112233', font: 'Lato' },
    extra: 1,
    rightTypes: ['ACCESS'],
    title: 'Viejo',
  }
  const settings = widgets.settingsOf(config)
  assert.deepEqual(settings, {
    title: 'Viejo',
    intro: '',
    rightTypes: ['ACCESS'],
    allowedOrigins: [],
    color: '#112233',
  })
  const next = widgets.configWith(config, {
    ...settings,
    title: '  ',
    allowedOrigins: [' https://sur.cl ', ''],
  })
  assert.deepEqual(next, {
    extra: 1,
    rightTypes: ['ACCESS'],
    allowedOrigins: ['https://sur.cl'],
    theme: { font: 'Lato', color: '#112233' },
  })
  takes(WidgetPatch, { name: 'Sitio', config: next })
  // None stored means all seven, so that a right added later is offered too.
  const all = [
    'ACCESS',
    'RECTIFICATION',
    'DELETION',
    'OPPOSITION',
    'PORTABILITY',
    'BLOCKING',
    'AUTO_DECISION',
  ] as const
  for (const rightTypes of [[...all], []])
    assert.equal('rightTypes' in widgets.configWith({}, { ...settings, rightTypes }), false)
  assert.deepEqual(
    widgets.settingsOf({ rightTypes: ['ACCESS', 'OTHER', 5], allowedOrigins: 'https://sur.cl' }),
    {
      title: '',
      intro: '',
      rightTypes: ['ACCESS'],
      allowedOrigins: ['https://sur.cl'],
      color: '',
    },
  )
})

test('the preview of a form has the unsaved settings, cut to the length of an address', () => {
  const path = widgets.previewPath('w1', {
    title: 'T'.repeat(300),
    intro: 'I'.repeat(3000),
    rightTypes: ['ACCESS', 'DELETION'],
    allowedOrigins: [],
    color: '#112233',
    legalEntityId: '',
    right: 'ACCESS',
  })
  const [address, search] = path.split('?') as [string, string]
  assert.equal(address, '/dsar/widgets/w1/preview')
  const query = Object.fromEntries(new URLSearchParams(search))
  assert.deepEqual(
    [
      query['title']!.length,
      query['intro']!.length,
      query['rightTypes'],
      query['right'],
      'legalEntityId' in query,
    ],
    [200, 2000, 'ACCESS,DELETION', 'ACCESS', false],
  )
  takes(WidgetPreview, query)
})

// ── consent ──

const notice = {
  name: 'Banner',
  title: 'Su privacidad',
  description: null,
  language: 'es',
  domainId: null,
  purposes: [
    { key: 'n', name: 'Necesarias', description: null, required: true, legalBasis: 'contract', cookies: [] },
    {
      key: 'm',
      name: 'Medición',
      description: 'Para mejorar',
      required: false,
      legalBasis: 'consent',
      category: 'analytics',
      hosts: ['medidor.cl'],
      googleConsent: ['analytics_storage'],
      cookies: [{ name: '_ga', provider: 'Google', duration: null, description: null }],
    },
  ],
  config: {
    appearance: { accent: '#112233', position: 'top', theme: 'dark', reopen: false, radius: 3 },
    gpc: 'ask',
    decisionDays: 90,
    privacyPolicyUrl: 'https://sur.cl/privacidad',
    allowedOrigins: ['https://sur.cl'],
    translations: {
      en: { title: 'Your privacy', purposes: { m: { name: 'Analytics' } } },
      pt: { title: 'Sua privacidade' },
    },
    other: true,
  },
} as unknown as Parameters<typeof notices.designOf>[0]

test('a notice saved without changes stays the same, with its translations', () => {
  const body = notices.bodyOf(notices.designOf(notice), notice.config)
  assert.deepEqual(body.config, notice.config)
  assert.deepEqual(body.purposes, notice.purposes)
  takes(NewNotice, body)
  takes(NoticePatch, body)
})

test('the English words of the purposes stay when the English title is removed', () => {
  const design = { ...notices.designOf(notice), englishTitle: '' }
  assert.deepEqual(notices.bodyOf(design, notice.config).config['translations'], {
    en: { purposes: { m: { name: 'Analytics' } } },
    pt: { title: 'Sua privacidade' },
  })
})

test('a new notice sends nothing that nobody chose', () => {
  const blank = { ...(notice as object), purposes: [], config: {} } as unknown as typeof notice
  assert.deepEqual(notices.bodyOf(notices.designOf(blank), {}).config, {
    appearance: { position: 'bottom', theme: 'auto', reopen: true },
    gpc: 'refuse',
  })
})

test('a purpose turned from necessary to optional rests on consent, and in the other direction on another basis (art. 12)', () => {
  const [needed, free] = notices.designOf(notice).purposes as [notices.PurposeDraft, notices.PurposeDraft]
  assert.equal(notices.purposeOf({ ...needed, required: false }).legalBasis, 'consent')
  const turned = notices.purposeOf({ ...free, required: true })
  assert.equal(turned.legalBasis, 'legitimate_interest')
  assert.equal('category' in turned, false, 'what is necessary has no other category')
  assert.equal(notices.purposeOf(needed).legalBasis, 'contract', 'a basis that was chosen stays')
})

test('a new purpose and a new field get unique keys, even after one was removed', () => {
  const key = (...taken: string[]) => notices.blankPurpose(taken.map((one) => ({ key: one }) as never)).key
  assert.equal(key(), 'finalidad-1')
  assert.equal(key('a', 'finalidad-2'), 'finalidad-3')
  assert.equal(key('finalidad-2'), 'finalidad-3', 'the first was taken out')
  const field = (...taken: string[]) => forms.blankField(taken.map((one) => ({ key: one }) as never)).key
  assert.equal(field('campo-2'), 'campo-3')
})

const template = {
  name: 'Boletín',
  description: null,
  purposeText: 'Autorizo el envío de ofertas',
  fields: [
    { key: 'nombre', label: 'Nombre', type: 'text', required: true, options: [] },
    {
      key: 'canal',
      label: 'Canal',
      type: 'select',
      required: false,
      options: ['Correo', { value: 'sms', label: 'Mensaje' }],
    },
  ],
  requireAge: true,
  sensitive: false,
  confirmEmail: true,
  allowedOrigins: ['https://sur.cl'],
} as unknown as Parameters<typeof forms.formDesignOf>[0]

test('a consent form saved without changes stays the same, and an option keeps its value', () => {
  const body = forms.bodyOf(forms.formDesignOf(template))
  assert.deepEqual(body, template)
  takes(NewTemplate, body)
  takes(TemplatePatch, body)
  const design = forms.formDesignOf(template)
  design.fields[1]!.options = ['Mensaje', ' Teléfono ', '']
  assert.deepEqual(forms.bodyOf(design).fields[1]!.options, [{ value: 'sms', label: 'Mensaje' }, 'Teléfono'])
})

test('a preview that is too long for an address shows the saved form and says so', () => {
  const design = forms.formDesignOf(template)
  const short = forms.previewPath('t1', design)
  assert.equal(short.isSaved, false)
  const query = new URLSearchParams(short.path.split('?')[1])
  assert.deepEqual(
    (JSON.parse(query.get('fields')!) as { key: string }[]).map(({ key }) => key),
    ['nombre', 'canal'],
  )
  const nameless = { ...design, fields: [{ ...design.fields[0]!, label: ' ' }] }
  assert.equal(new URLSearchParams(forms.previewPath('t1', nameless).path.split('?')[1]).get('fields'), '[]')
  assert.deepEqual(forms.previewPath('t1', { ...design, purposeText: 'x'.repeat(7001) }), {
    path: '/consent/templates/t1/preview',
    isSaved: true,
  })
})

// ── connectors ──

test('a connector sends a password only if it was typed, and drops blank queries', () => {
  const values = {
    ...connectors.valuesOf(),
    name: 'Agenda',
    systemId: ID,
    'config.host': 'db.sur.cl',
    'config.database': 'agenda',
    'config.user': 'lector',
    'queries.ACCESS': ' select 1 ',
  }
  const body = connectors.bodyOf(values)
  assert.equal('password' in body.config, false)
  assert.deepEqual(body.queries, {
    ACCESS: 'select 1',
    RECTIFICATION: null,
    DELETION: null,
    OPPOSITION: null,
    BLOCKING: null,
    PORTABILITY: null,
  })
  takes(ConnectorPatch, body)
  takes(NewConnector, { ...connectors.bodyOf({ ...values, 'config.password': 'clave' }), kind: 'postgresql' })
})

test('a connector of an own system has an address and no database', () => {
  const values = {
    ...connectors.valuesOf(),
    kind: 'https',
    name: 'CRM',
    systemId: ID,
    'config.url': 'https://crm.sur.cl/d',
  }
  const body = connectors.bodyOf(values)
  assert.deepEqual(body, { name: 'CRM', systemId: ID, config: { url: 'https://crm.sur.cl/d' } })
  takes(NewConnector, { ...body, kind: 'https' })
})
