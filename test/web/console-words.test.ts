import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROLE_NAMES, ROLES, reaches } from '#kernel/roles.ts'
import { RIGHTS as CONNECTOR_RIGHTS } from '#modules/connectors/rules.ts'
import {
  CATEGORIES,
  GPC as KNOWN_GPC,
  POSITIONS as KNOWN_POSITIONS,
  THEMES as KNOWN_THEMES,
} from '#modules/consent/notices/rules.ts'
import { PROOFS as KNOWN_PROOFS } from '#modules/consent/rules.ts'
import { EVENTS as CONSENT_EVENTS, SOURCES as FORM_SOURCES } from '#modules/consent/templates/rules.ts'
import { LINK_ROLES as KNOWN_LINKS } from '#modules/domains/rules.ts'
import { QUESTIONS } from '#modules/dsar/intake/questions.ts'
import { EVENT_TYPES, RESPONSE_TYPES, RIGHT_TYPES } from '#modules/dsar/rules.ts'
import { LEGAL_BASES } from '#modules/rat/rules.ts'
import { readConfig } from '#src/config.ts'
import { describeApi } from '#src/describe.ts'
import { EVENTS as BREACH_EVENTS, SOURCES as BREACH_SOURCES } from '../../web/console/areas/breaches/words.ts'
import {
  RIGHTS as CONNECTOR_WORDS,
  placeOf as placeOfConnector,
  rightName,
} from '../../web/console/areas/connectors/words.ts'
import * as design from '../../web/console/areas/consent/design.ts'
import * as consent from '../../web/console/areas/consent/words.ts'
import { isOpen as isScanning, standing as scanStanding } from '../../web/console/areas/cookies/words.ts'
import { stateOf as taskState, waits } from '../../web/console/areas/dsar/task-words.ts'
import * as dsar from '../../web/console/areas/dsar/words.ts'
import * as governance from '../../web/console/areas/governance/words.ts'
import * as organisation from '../../web/console/areas/organisation/words.ts'
import * as policies from '../../web/console/areas/policies/words.ts'
import { BASES, basisName } from '../../web/console/areas/rat/words.ts'
import * as settings from '../../web/console/areas/settings/words.ts'
import { lineOf, trendWords, withToday } from '../../web/console/areas/today/trend.ts'
import * as today from '../../web/console/areas/today/words.ts'
import { FACTS, shown, YES_NO } from '../../web/console/areas/workflows/facts.ts'
import * as workflows from '../../web/console/areas/workflows/words.ts'
import { points } from '../../web/console/frame/findings.ts'

/** Every code that people read has a Spanish word. Types cannot check that, so this compares with the API description. */

interface Schema {
  $ref?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}
const api = (await describeApi(
  readConfig({ APP_SECRET: 'a secret of more than thirty-two characters', LOG_LEVEL: 'silent' }),
)) as {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content: Record<string, { schema: Schema }> }> }>
  >
  components: { schemas: Record<string, Schema> }
}

const resolved = (schema: Schema): Schema =>
  schema.$ref ? resolved(api.components.schemas[schema.$ref.split('/').at(-1)!]!) : schema

/** The codes at a path in an answer: `data.items.*.status`. */
function codesAt(path: string, place: string): string[] {
  const answer = api.paths[`/api/v1${path}`]!['get']!.responses['200']!.content['application/json']!.schema
  const step = (schema: Schema, names: readonly string[]): string[] => {
    const { anyOf = [], allOf = [], properties, items, enum: codes, const: one } = resolved(schema)
    const [name, ...rest] = names
    const within = [...anyOf, ...allOf].flatMap((each) => step(each, names))
    if (name === undefined)
      return [...(codes ?? []), ...(one === undefined ? [] : [one]), ...within].filter(
        (code) => typeof code === 'string',
      )
    const next = name === '*' ? items : properties?.[name]
    return [...(next ? step(next, rest) : []), ...within]
  }
  return [...new Set(step(answer, place.split('.')))].toSorted()
}

/** The API accepts any text here, but the table has a list. */
function storedEvents(): string[] {
  const types = readFileSync(join(import.meta.dirname, '../../src/modules/breaches/tables.gen.ts'), 'utf8')
  const [, listed = ''] = /breach_events: \{[^}]*?\n\s+type: ([^\n]+)/.exec(types) ?? []
  return [...listed.matchAll(/'(\w+)'/g)].map(([, type]) => type!).toSorted()
}

const keysOf = (words: object) => Object.keys(words).toSorted()
const choicesOf = (choices: readonly (readonly [string, ...unknown[]])[]) =>
  choices.map(([key]) => key).toSorted()

test('codes of an answer are found in the description', () => {
  assert.deepEqual(codesAt('/breaches/{id}', 'data.status'), [
    'contained',
    'detected',
    'investigating',
    'notified',
    'resolved',
  ])
})

/** The words of the console, and the codes of the API. */
const WORDS: readonly (readonly [what: string, words: readonly string[], codes: readonly string[]])[] = [
  ['events of a breach', keysOf(BREACH_EVENTS), storedEvents()],
  ['events of a request', keysOf(dsar.EVENTS), [...EVENT_TYPES].toSorted()],
  ['rights', keysOf(dsar.RIGHTS), [...RIGHT_TYPES].toSorted()],
  ['outcomes', keysOf(dsar.RESPONSES), RESPONSE_TYPES.filter((type) => type !== 'EXTENDED').toSorted()],
  [
    'rights of a connector',
    CONNECTOR_WORDS.map(({ right }) => right).toSorted(),
    [...CONNECTOR_RIGHTS].toSorted(),
  ],
  ['proofs of a consent', keysOf(consent.PROOFS), [...KNOWN_PROOFS].toSorted()],
  ['sources of a consent', keysOf(consent.SOURCES), [...new Set(['banner', ...FORM_SOURCES])].toSorted()],
  ['events of a consent', choicesOf(consent.HOOK_EVENTS), [...CONSENT_EVENTS].toSorted()],
  [
    'categories of a purpose',
    choicesOf(design.CATEGORIES),
    CATEGORIES.filter((one) => one !== 'necessary').toSorted(),
  ],
  ['places of a banner', choicesOf(design.POSITIONS), [...KNOWN_POSITIONS].toSorted()],
  ['looks of a banner', choicesOf(design.THEMES), [...KNOWN_THEMES].toSorted()],
  ['what a banner does about GPC', choicesOf(design.GPC), [...KNOWN_GPC].toSorted()],
  ['roles of a link', keysOf(organisation.LINK_ROLES), [...KNOWN_LINKS].toSorted()],
  ['legal bases', choicesOf(BASES), [...LEGAL_BASES].toSorted()],
  [
    'why an organisation is closed to a session',
    keysOf(today.CLOSED),
    codesAt('/auth/me', 'data.tenants.*.refusal'),
  ],
  ['kinds of tasks', keysOf(today.KINDS), codesAt('/tasks', 'data.items.*.kind')],
  ['roles', keysOf(ROLE_NAMES), [...ROLES].toSorted()],
  ['roles and what they may', keysOf(organisation.ROLE_WORDS), [...ROLES].toSorted()],
  [
    'states of a policy',
    keysOf(organisation.PUBLISHED),
    codesAt('/privacy-policy/versions', 'data.*.status'),
  ],
  [
    'why a webhook was turned off',
    keysOf(settings.DISABLED),
    codesAt('/settings/webhooks', 'data.items.*.disabledReason'),
  ],
  [
    'what a webhook of a flow hears of',
    keysOf(workflows.HOOK_EVENTS),
    codesAt('/workflows/{id}', 'data.webhooks.*.events.*'),
  ],
  ['classes of a fine', choicesOf(settings.FINES), keysOf(governance.CLASSES)],
]

for (const [what, words, codes] of WORDS)
  test(`${what}: every code has a word, and every word a code`, () => {
    assert.ok(codes.length > 1, `${what}: no codes were found`)
    assert.deepEqual(words, codes)
  })

test('every term of the law and every limit of a plan has a name', () => {
  const properties = (path: string, ...names: string[]) => {
    let schema = resolved(
      api.paths[`/api/v1${path}`]!['get']!.responses['200']!.content['application/json']!.schema,
    )
    for (const name of names) {
      const { properties: own, allOf = [] } = schema
      schema = resolved(
        own?.[name] ?? allOf.map(resolved).find((one) => one.properties?.[name])!.properties![name]!,
      )
    }
    return keysOf(schema.properties ?? {})
  }
  const terms = properties('/settings/law', 'data', 'terms')
  for (const [key] of settings.TERMS) assert.ok(terms.includes(key), key)
  const limits = properties('/settings/usage', 'data', 'limits')
  const usage = properties('/settings/usage', 'data', 'usage')
  for (const [limit, used] of settings.LIMITS) {
    assert.ok(limits.includes(limit), limit)
    assert.ok(usage.includes(used), used)
  }
})

test('every question of the request form has its words where answers are read', () => {
  const OF_THE_REQUEST = [
    'subtype',
    'subtypeDetail',
    'portabilityFormat',
    'portabilityTarget',
    'portabilityDirectTransfer',
    'parentFolio',
  ]
  const names = [
    ...new Set(Object.values(QUESTIONS).flatMap((questions) => questions.map(({ name }) => name))),
  ]
  for (const name of names.filter((one) => !OF_THE_REQUEST.includes(one))) {
    const [answer] = dsar.answersOf({ specificData: { [name]: 'x' } } as never)
    assert.notEqual(answer![0], name, `${name} is read as a program writes it`)
  }
})

test('a date in an answer is read as a day in Chile', () => {
  const answers = dsar.answersOf({
    specificData: { desde: '2025-01-31', datoCorrecto: '2025-99-99' },
  } as never)
  assert.deepEqual(answers, [
    ['Desde', '31-01-2025'],
    ['Dato correcto', '2025-99-99'],
  ])
})

test('a key that every object inherits is read as it was sent', () => {
  assert.deepEqual(dsar.answersOf({ specificData: { constructor: 'x' } } as never), [['constructor', 'x']])
})

test('no word is a code: none has underscores or only capitals', () => {
  const texts = [
    BREACH_EVENTS,
    dsar.EVENTS,
    dsar.RESPONSES,
    dsar.LETTERS,
    dsar.SOURCES,
    dsar.CHANNELS,
    dsar.METHODS,
    consent.PROOFS,
    consent.SOURCES,
    consent.STATES,
    organisation.LINK_ROLES,
    organisation.ENVIRONMENTS,
    settings.PLANS,
    settings.DELIVERY_STATES,
    settings.DISABLED,
    today.KINDS,
    today.CLOSED,
    workflows.STATES,
    workflows.OPERATORS,
    governance.LEVELS,
    governance.SEVERITIES,
    policies.STATES,
  ].flatMap((words) =>
    Object.values(words)
      .flat(2)
      .filter((word) => typeof word === 'string'),
  )
  const TONES = ['danger', 'warn', 'ok', 'info', 'plain']
  assert.ok(texts.length > 100)
  for (const text of texts.filter((one) => !TONES.includes(one)))
    assert.doesNotMatch(text, /_|^[A-Z]{3,}$|^[a-z]+[A-Z]/, text)
})

// ── roles ──

test('the roles of keys are those of the service, and never above DPO', () => {
  for (const [role] of settings.KEY_ROLES) assert.equal(reaches(role, 'ADMIN'), false, role)
})

test('every role except the read-only one may decide, and so may higher roles', () => {
  assert.deepEqual(
    workflows.DECIDING.map(([role]) => role),
    ['ANALYST', 'APPROVER', 'DPO', 'ADMIN', 'OWNER'],
  )
  assert.equal(workflows.decides('OWNER'), 'Cuenta principal de la organización')
  assert.equal(workflows.decides('DPO'), 'Delegado o delegada de protección de datos, o un rol superior')
  assert.equal(workflows.decides('VIEWER'), 'Cualquier persona, o un rol superior')
})

// ── facts of flows ──

test('conditions offer the codes of the record', () => {
  const choices = (kind: keyof typeof FACTS, name: string) =>
    (FACTS[kind].find((fact) => fact.name === name)?.choices ?? []).map(([key]) => key).toSorted()
  assert.deepEqual(choices('DSAR', 'rightType'), [...RIGHT_TYPES].toSorted())
  for (const kind of ['RAT', 'DPIA'] as const)
    assert.deepEqual(choices(kind, 'legalBasis'), [...LEGAL_BASES].toSorted())
  assert.deepEqual(choices('CONTRACT', 'type'), ['ADDENDUM', 'CCT', 'DPA'])
  assert.deepEqual(choices('BREACH', 'severity'), ['critical', 'high', 'low', 'medium'])
  assert.deepEqual(choices('RAT', 'riskLevel'), ['high', 'low', 'medium'])
})

test('a value of a fact is shown in words', () => {
  const fact = (kind: keyof typeof FACTS, name: string) => FACTS[kind].find((one) => one.name === name)
  for (const [value, of, words] of [
    ['high', fact('RAT', 'riskLevel'), 'Alto'],
    [['low', 'high'], fact('RAT', 'riskLevel'), 'Bajo, Alto'],
    [true, undefined, 'Sí'],
    [false, { name: 'x', label: 'X', choices: YES_NO }, 'No'],
    [1200, undefined, '1.200'],
    [null, undefined, 'nada'],
    ['', undefined, 'nada'],
    ['Cliente', undefined, 'Cliente'],
  ] as const)
    assert.equal(shown(value, of as never), words)
})

test('an entry of a flow’s history names its stage and its review', () => {
  const stages = [{ id: 's', name: 'Revisión', parallelStages: [{ id: 'p', name: 'Legal' }] }] as never
  const said = (type: string, stageId: string | null, subStageId: string | null = null) =>
    workflows.happened({ type, stageId, subStageId } as never, stages)
  assert.equal(said('stage.approve', 's'), 'Aprobó: Revisión')
  assert.equal(said('stage.approve', 's', 'p'), 'Aprobó: Revisión · Legal')
  assert.equal(said('stage.skipped', 'gone'), 'Se saltó')
  assert.equal(said('workflow.started', 's'), 'Empezó la aprobación')
  assert.equal(said('sla.warning', 's'), 'Se avisó que el plazo está por vencer')
  assert.deepEqual(
    [workflows.days(0), workflows.days(1), workflows.days(1.5), workflows.days(3650)],
    ['0 días', '1 día', '1,5 días', '3.650 días'],
  )
})

// ── words of single screens ──

test('a scan shows its worst finding', () => {
  const scan = (change: object) =>
    scanStanding({ status: 'DONE', mode: 'browser', earlyCount: 0, undeclaredCount: 0, ...change } as never)
  assert.deepEqual(scan({}), ['Nada antes de aceptar', 'ok'])
  assert.deepEqual(scan({ mode: 'static' }), ['Revisión parcial', 'info'])
  assert.deepEqual(scan({ undeclaredCount: 1 }), ['1 sin declarar', 'warn'])
  assert.deepEqual(scan({ undeclaredCount: 4, earlyCount: 2, mode: 'static' }), [
    '2 antes de aceptar',
    'danger',
  ])
  assert.deepEqual(scan({ status: 'FAILED', earlyCount: 2 }), ['No se pudo', 'danger'])
  assert.deepEqual(
    (['PENDING', 'RUNNING', 'DONE', 'FAILED'] as const).filter((status) => isScanning({ status })),
    ['PENDING', 'RUNNING'],
  )
})

test('a consent decision is one word', () => {
  const { decisionWords } = consent
  assert.deepEqual(decisionWords({ granted: true }), ['Otorgó', 'ok'])
  assert.deepEqual(decisionWords({ granted: false }), ['No otorgó o retiró', 'warn'])
  assert.deepEqual(decisionWords({ action: 'withdraw', granted: false }), ['Retiró', 'warn'])
  assert.deepEqual(decisionWords({ action: 'custom', granted: true }), ['Eligió por finalidad', 'info'])
  assert.deepEqual(decisionWords({ granted: true, isEffective: false }), ['Espera confirmación', 'warn'])
})

test('a task of a request: done and cancelled are final, and late comes before the rest', () => {
  const of = (change: object) =>
    taskState({ status: 'open', overdue: false, ownerEmail: 'a@b.cl', ...change } as never)[0]
  assert.equal(of({}), 'Por enviar')
  assert.equal(of({ ownerEmail: null }), 'Sin a quién pedir')
  assert.equal(of({ status: 'sent' }), 'Espera respuesta')
  assert.equal(of({ status: 'sent', overdue: true }), 'Atrasada')
  assert.equal(of({ status: 'done', overdue: true }), 'Respondida')
  assert.equal(of({ status: 'cancelled', overdue: true }), 'Cancelada')
  assert.deepEqual(
    ['open', 'sent', 'done', 'cancelled'].filter((status) => waits({ status } as never)),
    ['open', 'sent'],
  )
})

test('a connector’s place is one line, and every right has a name', () => {
  assert.equal(placeOfConnector({ config: { url: 'https://crm.cl/d' } } as never), 'https://crm.cl/d')
  assert.equal(
    placeOfConnector({ config: { url: null, host: 'db.cl', port: 5432, database: 'a' } } as never),
    'db.cl:5432/a',
  )
  assert.equal(rightName('BLOCKING'), 'Bloqueo')
})

test('the state of a policy’s section beside its records', () => {
  const of = (change: object) =>
    policies.standing({
      isHidden: false,
      records: 'x',
      hasDrifted: false,
      isOwn: false,
      ...change,
    } as never)[0]
  assert.equal(of({}), 'Igual')
  assert.equal(of({ isOwn: true }), 'Texto propio')
  assert.equal(of({ hasDrifted: true }), 'Cambió')
  assert.equal(of({ hasDrifted: true, isOwn: true }), 'Los registros cambiaron; el texto es suyo')
  assert.equal(of({ records: null }), 'Agregada por usted')
  assert.equal(of({ isHidden: true, hasDrifted: true }), 'Oculta')
  assert.equal(policies.callOf('cookies', '/privacy-policy/{id}'), '/cookie-policy/{id}')
  assert.equal(policies.callOf('privacy', '/privacy-policy/{id}'), '/privacy-policy/{id}')
})

test('points and amounts of the score in words', () => {
  assert.deepEqual([0, 1, 2, 1.5].map(points), ['0 puntos', '1 punto', '2 puntos', '1,5 puntos'])
  assert.equal(governance.range(0, 5000, ''), 'hasta 5.000', 'the law sets a cap and no floor')
  assert.equal(governance.range(1, 10_000, '$'), 'entre $1 y $10.000')
  const score = {
    areas: [
      { label: 'A', findings: [{ pointsLost: 1 }, { pointsLost: 5 }] },
      { label: 'B', findings: [{ pointsLost: 3 }] },
    ],
  }
  assert.deepEqual(
    governance.byPoints(score as never).map(({ area, pointsLost }) => [area, pointsLost]),
    [
      ['A', 5],
      ['B', 3],
      ['A', 1],
    ],
  )
})

test('the change of the score, as a sentence and as a line', () => {
  const at = (on: string, score: number) => ({ on, score })
  assert.match(trendWords([at('2026-11-18', 60)]), /^Mañana se verá/)
  assert.equal(trendWords([at('2026-11-17', 60), at('2026-11-18', 61)]), 'Subió 1 punto desde ayer.')
  assert.equal(trendWords([at('2026-11-08', 60), at('2026-11-18', 48)]), 'Bajó 12 puntos en 10 días.')
  assert.equal(trendWords([at('2026-11-08', 60), at('2026-11-18', 60)]), 'Sin cambio en 10 días.')
  // The sentence covers the last thirty days, even with a longer history.
  assert.equal(
    trendWords([at('2026-09-01', 10), at('2026-10-19', 50), at('2026-11-18', 60)]),
    'Subió 10 puntos en 30 días.',
  )
  assert.equal(lineOf([at('2026-11-18', 60)]), '')
  assert.equal(
    lineOf([at('2026-11-16', 0), at('2026-11-17', 50), at('2026-11-18', 100)]),
    'M0.0 64.0L160.0 32.0L320.0 0.0',
  )
  assert.deepEqual(withToday([at('2026-11-17', 1), at('2026-11-18', 2)], at('2026-11-18', 3)), [
    at('2026-11-17', 1),
    at('2026-11-18', 3),
  ])
})

test('repeated acts are merged into the newest, with their number', () => {
  const act = (action: string, actorName: string | null, entityType = 'activity', actorType = 'user') =>
    ({ action, actorName, entityType, actorType, entityId: 'x' }) as unknown as today.Act
  const groups = today.alike([
    act('create', 'Ana'),
    act('create', 'Ana'),
    act('create', 'Eva'),
    act('delete', 'Ana'),
    act('create', 'Ana'),
  ])
  assert.deepEqual(
    groups.map(([one, count]) => [today.deedOf(one), today.doerOf(one), count]),
    [
      ['Registró una actividad de tratamiento', 'Ana', 3],
      ['Registró una actividad de tratamiento', 'Eva', 1],
      ['Eliminó una actividad de tratamiento', 'Ana', 1],
    ],
  )
  assert.equal(today.deedOf(act('calculate_risk', 'Ana')), 'Cambió una actividad de tratamiento')
  assert.equal(today.doerOf(act('create', null, 'breach', 'public')), 'Un titular')
  assert.equal(today.doerOf(act('create', null, 'breach', 'system')), 'Resguardo')
})

test('the main entity is the oldest active one of a list with the newest first', () => {
  const entity = (id: string, isActive: boolean) => ({ id, isActive }) as never
  assert.equal(organisation.mainOf([entity('c', true), entity('b', true), entity('a', false)])?.id, 'b')
  assert.equal(organisation.mainOf([entity('a', false)]), undefined)
  assert.equal(basisName(null), '—')
})

test('a choice set by a program is kept among the usual ones', () => {
  const zones = settings.ZONES
  assert.equal(settings.withOther(zones, 'UTC'), zones)
  assert.deepEqual(settings.withOther(zones, 'Europe/Madrid').at(-1), ['Europe/Madrid', 'Europe/Madrid'])
  assert.equal(settings.choiceName(zones, 'Pacific/Easter'), 'Isla de Pascua')
  assert.equal(settings.choiceName(zones, 'Europe/Madrid'), 'Europe/Madrid')
  assert.ok(
    BREACH_SOURCES.some(([key]) => key === 'manual') && BREACH_SOURCES.some(([key]) => key === 'siem'),
  )
})
