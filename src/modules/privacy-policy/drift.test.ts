import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesSince, type Sources, sourcesOf } from './drift.ts'
import type { Facts, RecordedActivity } from './facts.ts'
import { createGrouping, MOST_ROWS } from './grouping.ts'

const RECORDED: RecordedActivity = {
  id: 'a1',
  name: 'Ventas',
  purpose: 'Vender',
  legalBasis: 'consent',
  legalBasisArticle: '12',
  legalNorm: 'Código de Comercio',
  legitimateInterest: 'Vender más',
  dataCategories: ['name', 'biometric', 'minor_data'],
  socioeconomic: false,
  isPublicBody: false,
  subjectCategories: ['customers'],
  dataSource: 'El titular',
  sourceIsPublic: false,
  recipients: ['Correos'],
  internationalTransfer: { exists: true, country: 'US', mechanism: 'bcr' },
  retentionPeriod: '5_years',
  retentionNote: 'Desde la venta',
  securityMeasures: ['ENCRYPTION'],
  automatedDecisions: true,
  automatedLogic: 'Puntaje',
  consentWithdrawal: 'Por correo',
  minorsSafeguard: 'Consiente el padre',
  processors: [{ name: 'Nube', country: 'IE' }],
  systems: [{ name: 'Huellas', hostingCountry: 'BR' }],
  flows: [{ target: 'Respaldo', country: 'PE', safeguards: 'Cifrado' }],
}

function factsOf(...activities: RecordedActivity[]): Facts {
  const grouping = createGrouping()
  for (const activity of activities) grouping.add(activity)
  return {
    entity: {
      name: 'Tienda Sur',
      taxId: '76.543.210-3',
      legalRepName: 'Ana',
      legalRepEmail: 'ana@tienda.cl',
      dpoName: 'Pedro',
      dpoEmail: 'dpo@tienda.cl',
      postalAddress: 'Arica 1',
      arcoPublicEmail: 'datos@tienda.cl',
      isPublicBody: false,
    },
    activities: grouping.entries(),
    measures: ['BACKUP', 'LOGGING'],
    sites: ['https://a.cl'],
    rightsForm: 'https://resguardo.test/derechos/k1',
    notices: [
      { id: 'n1', name: 'Banner', purposes: [{ name: 'Medir', description: 'Uso', required: false }] },
    ],
  }
}

const ventas = (fields: Partial<RecordedActivity> = {}) => factsOf({ ...RECORDED, ...fields })
const changes = (then: Facts, now: Facts) => changesSince(sourcesOf(then), sourcesOf(now))

test('without changes there is nothing to say', () => {
  assert.deepEqual(changes(ventas(), structuredClone(ventas())), [])
})

/** For each leaf of a value: its path, and the value with that leaf changed. */
function* eachChange(value: unknown, path: string): Generator<[string, unknown]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const [at, other] of eachChange(item, `${path}[${index}]`)) yield [at, value.with(index, other)]
    }
    if (value.length > 0) yield [`${path}[-]`, value.slice(0, -1)]
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      for (const [at, other] of eachChange(item, `${path}.${key}`)) yield [at, { ...value, [key]: other }]
    }
  } else if (typeof value === 'string') yield [path, `${value} y más`]
  else if (typeof value === 'number') yield [path, value + 1]
  else if (typeof value === 'boolean') yield [path, !value]
  else yield [path, 'ya no falta']
}

test('a change of any field of the facts changes the fingerprint', () => {
  const facts = ventas()
  const before = sourcesOf(facts)
  const seen: string[] = []
  for (const [path, other] of eachChange(facts, 'facts')) {
    assert.notDeepEqual(sourcesOf(other as Facts), before, path)
    seen.push(path)
  }
  assert.ok(seen.length > 60, `${seen.length} fields were tried`)
  for (const part of [
    'entity.name',
    'rows[0].retentions',
    'measures[0]',
    'sites[0]',
    'notices[0].purposes[0]',
  ])
    assert.ok(
      seen.some((path) => path.includes(part)),
      part,
    )
})

test('a change of any field that the text shows raises the alarm', () => {
  for (const [path, other] of eachChange(RECORDED, 'activity')) {
    if (path === 'activity.id') continue
    // The basis is consent, so no interest is shown. It names its article, so a public body reads like any other.
    const silent = path === 'activity.legitimateInterest' || path === 'activity.isPublicBody'
    const said = changes(ventas(), factsOf(other as RecordedActivity))
    assert.deepEqual(said.length, silent ? 0 : 1, path)
  }
})

for (const [what, was, is] of [
  [
    'the system of data that are not biometric',
    { systems: [{ name: 'A', hostingCountry: 'CL' }] },
    { systems: [{ name: 'B', hostingCountry: 'CL' }] },
  ],
  [
    'the country of a processor at home',
    { processors: [{ name: 'N', country: 'Chile' }] },
    { processors: [{ name: 'N', country: 'CL' }] },
  ],
  [
    'the logic of decisions that are not automated',
    { automatedDecisions: false, automatedLogic: null },
    { automatedDecisions: false, automatedLogic: 'x' },
  ],
  [
    'the withdrawal of a consent that is not the basis',
    { legalBasis: 'contract', consentWithdrawal: null },
    { legalBasis: 'contract', consentWithdrawal: 'x' },
  ],
  [
    'the safeguard of minors whose data are not processed',
    { minorsSafeguard: null },
    { minorsSafeguard: 'x' },
  ],
] as const) {
  test(`a fact outside the text raises no alarm: ${what}`, () => {
    const base = { dataCategories: ['name'] as const, flows: [], systems: [] }
    assert.deepEqual(changes(ventas({ ...base, ...was }), ventas({ ...base, ...is })), [])
  })
}

test('a notice’s purposes are in the text, its name is not', () => {
  const facts = ventas()
  const [notice] = facts.notices
  const renamed = { ...facts, notices: [{ ...notice!, name: 'Otro' }] }
  assert.deepEqual(changes(facts, renamed), [])
  const asked = { ...facts, notices: [{ ...notice!, purposes: [] }] }
  assert.deepEqual(changes(facts, asked), ['Cambió el aviso de consentimiento «Banner».'])
})

test('each change is one sentence', () => {
  const then = factsOf(RECORDED, { ...RECORDED, id: 'a2', name: 'Boletín' })
  const now: Facts = {
    ...factsOf({ ...RECORDED, name: 'Ventas en línea' }, { ...RECORDED, id: 'a3', name: 'Nómina' }),
    entity: { ...then.entity, dpoName: null },
    measures: [],
    sites: [],
    notices: [
      { ...then.notices[0]!, purposes: [] },
      { id: 'n2', name: 'App', purposes: [] },
    ],
  }
  assert.deepEqual(changes(then, now), [
    'Cambió la actividad «Ventas en línea».',
    'Se agregó la actividad «Nómina».',
    'La actividad «Boletín» ya no está publicada.',
    'Cambiaron los datos de la entidad legal (nombre, RUT, representante, delegado, domicilio, correos o si es un órgano público).',
    'Cambiaron las medidas de seguridad de los sistemas.',
    'Cambiaron los sitios web de la entidad legal.',
    'Cambió el aviso de consentimiento «Banner».',
    'Se publicó el aviso de consentimiento «App».',
  ])
  assert.deepEqual(changes(then, { ...then, notices: [] }), [
    'El aviso de consentimiento «Banner» ya no está publicado.',
  ])
})

const many = (count: number, fields: (n: number) => Partial<RecordedActivity> = () => ({})) =>
  factsOf(...Array.from({ length: count }, (_, n) => ({ ...RECORDED, id: `m${n}`, ...fields(n) })))

test('a long list of changes is cut, with a count of the rest', () => {
  const said = changes(many(0), many(60))
  assert.equal(said.length, 51)
  assert.equal(said.at(-1), 'Y 10 cambios más.')
  assert.equal(changes(many(0), many(51)).at(-1), 'Y 1 cambio más.')
})

test('in groups a change is named by its purpose, and a change without new facts is silent', () => {
  const then = many(MOST_ROWS + 10)
  assert.deepEqual(changes(then, many(MOST_ROWS + 500)), [])
  assert.deepEqual(
    changes(
      then,
      many(MOST_ROWS + 10, (n) => (n === 5 ? { recipients: ['Banco'] } : {})),
    ),
    ['Cambiaron las actividades con la finalidad «Vender».'],
  )
  assert.deepEqual(
    changes(
      then,
      many(MOST_ROWS + 11, (n) => (n === 5 ? { purpose: 'Cobrar' } : {})),
    ),
    ['Se agregaron actividades con la finalidad «Cobrar».'],
  )
  assert.deepEqual(
    changes(
      many(MOST_ROWS + 11, (n) => (n === 5 ? { purpose: 'Cobrar' } : {})),
      then,
    ),
    ['Ya no hay actividades publicadas con la finalidad «Cobrar».'],
  )
})

test('switching between single rows and groups is one change', () => {
  const [few, lots] = [many(MOST_ROWS), many(MOST_ROWS + 1)]
  assert.deepEqual(changes(few, lots), [
    'Se agregaron actividades: una versión nueva las mostrará agrupadas por finalidad.',
  ])
  assert.deepEqual(changes(lots, few), [
    'Hay menos actividades publicadas: una versión nueva las mostrará una por una.',
  ])
})

test('fingerprints of another form are not compared', () => {
  const old = { activities: {}, entity: 'x' } as unknown as Sources
  assert.deepEqual(changesSince(old, sourcesOf(ventas())), [
    'Esta versión se redactó con otra edición del programa: genere una nueva para comparar.',
  ])
})
