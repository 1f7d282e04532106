import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { completenessOf, gapsOf, NOT_INFORMED, withoutGaps } from '#documents/gaps.ts'
import { LANGUAGES, type Language } from '#documents/languages.ts'
import { DATA_CATEGORY_KEYS } from '#kernel/data-categories.ts'
import { LAW } from '#kernel/law/law.ts'
import type { Entries, Facts, RecordedActivity } from './facts.ts'
import { createGrouping, MOST_ITEMS, MOST_ROWS } from './grouping.ts'
import { wordsOf } from './knowledge/languages.ts'
import { SECTION_KEYS } from './rules.ts'
import { writeSections } from './sections.ts'
import { transfersOf } from './transfers.ts'

const NOBODY: Facts['entity'] = {
  name: 'Tienda Sur SpA',
  taxId: null,
  legalRepName: null,
  legalRepEmail: null,
  dpoName: null,
  dpoEmail: null,
  postalAddress: null,
  arcoPublicEmail: null,
  isPublicBody: false,
}

function entriesOf(activities: readonly RecordedActivity[]): Entries {
  const grouping = createGrouping()
  for (const one of activities) grouping.add(one)
  return grouping.entries()
}

const EMPTY: Facts = {
  entity: NOBODY,
  activities: entriesOf([]),
  measures: [],
  sites: [],
  rightsForm: null,
  notices: [],
}

function activity(fields: Partial<RecordedActivity> = {}): RecordedActivity {
  return {
    id: 'a1',
    name: 'Boletín mensual',
    purpose: 'Enviar ofertas',
    legalBasis: 'consent',
    legalBasisArticle: null,
    legalNorm: null,
    legitimateInterest: null,
    dataCategories: ['name', 'email'],
    socioeconomic: false,
    isPublicBody: false,
    subjectCategories: ['subscribers'],
    recipients: [],
    processors: [],
    internationalTransfer: { exists: false, country: null, mechanism: null },
    retentionPeriod: 'until_unsubscribe',
    retentionNote: null,
    securityMeasures: [],
    dataSource: 'El propio titular',
    sourceIsPublic: false,
    automatedDecisions: false,
    automatedLogic: null,
    consentWithdrawal: 'Enlace de baja en cada correo',
    minorsSafeguard: null,
    systems: [],
    flows: [],
    ...fields,
  }
}

const FULL: Facts = {
  ...EMPTY,
  entity: {
    name: 'Tienda Sur SpA',
    taxId: '76.543.210-3',
    legalRepName: 'Ana Rojas',
    legalRepEmail: 'ana@tiendasur.cl',
    dpoName: 'Pedro Soto',
    dpoEmail: 'dpo@tiendasur.cl',
    postalAddress: 'Av. Libertad 100, Concepción',
    arcoPublicEmail: 'datos@tiendasur.cl',
    isPublicBody: false,
  },
  activities: entriesOf([activity()]),
  measures: ['ENCRYPTION'],
  sites: ['https://www.tiendasur.cl'],
  notices: [
    { id: 'n1', name: 'Banner', purposes: [{ name: 'Medición de uso', description: null, required: false }] },
  ],
}

const write = (facts: Facts, language: Language = 'es') =>
  writeSections(facts, wordsOf(language), { version: 1, draftedOn: '2026-12-01', law: LAW })
const missing = (facts: Facts, language: Language = 'es') => gapsOf(SECTION_KEYS, write(facts, language), {})
const missingIn = (section: string, facts: Facts) =>
  missing(facts)
    .filter((gap) => gap.section === section)
    .map((gap) => gap.missing)
const withActivity = (fields: Partial<RecordedActivity>): Facts => ({
  ...FULL,
  activities: entriesOf([activity(fields)]),
})

test('there is a section for each letter of art. 14 ter, in both languages', () => {
  for (const language of LANGUAGES) {
    const sections = write(FULL, language)
    assert.deepEqual(Object.keys(sections), SECTION_KEYS)
    for (const { title, content } of Object.values(sections)) {
      assert.ok(title.length > 5)
      assert.match(content, /^<p>.*<\/(p|ul|table)>$/s)
    }
  }
})

test('without records the text has only what the law says, and gaps for the rest', () => {
  for (const language of LANGUAGES) {
    const gaps = missing(EMPTY, language)
    const empty = new Set(gaps.map(({ section }) => section))
    assert.deepEqual(
      SECTION_KEYS.filter((key) => !empty.has(key)),
      ['policyInfo', 'rights', 'complaint'],
    )
    const mark = language === 'es' ? '[COMPLETAR: ' : '[TO COMPLETE: '
    for (const key of empty) assert.ok(write(EMPTY, language)[key as 'contact'].content.includes(mark))
  }
})

test('with complete records nothing is missing', () => {
  for (const language of LANGUAGES) {
    assert.deepEqual(missing(FULL, language), [])
    assert.equal(completenessOf(SECTION_KEYS, missing(FULL, language)).percentage, 100)
  }
})

test('facts appear in their sections, in the words of the language', () => {
  const es = write(withActivity({ dataCategories: ['name', 'health'], recipients: ['Correos de Chile'] }))
  assert.match(es.policyInfo.content, /versión 1 .*1 de diciembre de 2026/)
  assert.match(es.controller.content, /RUT.*76\.543\.210-3.*Ana Rojas \(ana@tiendasur\.cl\).*Pedro Soto/s)
  assert.match(es.contact.content, /Av\. Libertad 100.*datos@tiendasur\.cl/s)
  assert.match(
    es.processing.content,
    /Boletín mensual: Enviar ofertas.*Nombre, Salud y perfil biológico \(dato sensible\).*Suscriptores.*Consentimiento expreso del titular \(art\. 16\).*Correos de Chile/s,
  )
  assert.match(es.security.content, /Cifrado/)
  assert.match(es.retention.content, /Hasta que la persona se dé de baja/)
  assert.match(es.consent.content, /Enlace de baja/)
  assert.match(es.specialData.content, /Datos sensibles/)
  const en = write(withActivity({ dataCategories: ['name', 'health'] }), 'en')
  assert.match(en.policyInfo.content, /version 1 .*1 December 2026/)
  assert.match(
    en.processing.content,
    /Name, Health and biological profile \(sensitive data\).*Subscribers.*art\. 16/s,
  )
  assert.match(en.security.content, /Encryption/)
})

test('once there are activities, the text says what does not happen', () => {
  const sections = write(withActivity({ legalBasis: 'contract' }))
  assert.match(sections.transfers.content, /No transferimos/)
  assert.match(sections.automatedDecisions.content, /No tomamos decisiones/)
  assert.match(sections.specialData.content, /no tratan datos sensibles/)
  const none = write({ ...withActivity({ legalBasis: 'contract' }), notices: [] })
  assert.match(none.consent.content, /Ninguna de las actividades/)
})

for (const [what, section, fields, gap] of [
  [
    'a legitimate interest',
    'processing',
    { legalBasis: 'legitimate_interest' },
    'interés legítimo de «Boletín mensual»',
  ],
  [
    'a retention period',
    'retention',
    { retentionPeriod: null },
    'plazo de conservación de «Boletín mensual»',
  ],
  ['the origin of the data', 'sources', { dataSource: null }, 'origen de los datos de «Boletín mensual»'],
  [
    'the logic of automated decisions',
    'automatedDecisions',
    { automatedDecisions: true },
    'lógica y consecuencias de las decisiones automatizadas de «Boletín mensual»',
  ],
  [
    'the safeguard of minors',
    'specialData',
    { dataCategories: ['minor_data'] },
    'resguardo de los datos de menores en «Boletín mensual»',
  ],
  [
    'the biometric system',
    'specialData',
    { dataCategories: ['biometric'] },
    'sistema biométrico de «Boletín mensual»',
  ],
] as const) {
  test(`a missing ${what} is a gap`, () => {
    assert.deepEqual(missingIn(section, withActivity(fields)), [gap])
  })
}

test('withdrawal uses the recorded way or the public email; without either it is a gap', () => {
  assert.match(
    write(withActivity({ consentWithdrawal: null })).consent.content,
    /Escribiendo a datos@tiendasur\.cl/,
  )
  const nowhere = { ...withActivity({ consentWithdrawal: null }), entity: NOBODY }
  assert.deepEqual(missingIn('consent', nowhere), ['cómo se retira el consentimiento de «Boletín mensual»'])
})

test('transfers come from the activity, its processors, systems and flows, once per country', () => {
  const processor = { name: 'Nube SA', country: 'Estados Unidos' }
  const found = transfersOf(
    activity({
      internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' },
      processors: [processor, { ...processor, name: 'Local SA', country: 'Chile' }],
      systems: [
        { name: 'CRM', hostingCountry: 'IE' },
        { name: 'ERP', hostingCountry: 'cl' },
        { name: 'Planillas', hostingCountry: null },
      ],
      flows: [{ target: 'Respaldo', country: null, safeguards: 'Cifrado de punta a punta' }],
    }),
  )
  assert.deepEqual(found, [
    { country: 'US', recipients: ['Nube SA'], guarantee: 'contractual_clauses' },
    // The clauses cover the United States only.
    { country: 'IE', recipients: ['CRM'], guarantee: null },
    { country: null, recipients: ['Respaldo'], guarantee: 'Cifrado de punta a punta' },
  ])
  const undeclared = withActivity({ processors: [processor] })
  assert.match(write(undeclared).transfers.content, /Estados Unidos.*Nube SA/s)
  assert.match(write(undeclared, 'en').transfers.content, /United States/)
  assert.deepEqual(missingIn('transfers', undeclared), ['garantía de la transferencia de «Boletín mensual»'])
  // Art. 27 a): the Agency declares a country adequate. An exporter's own claim is no recorded guarantee.
  const claimed = withActivity({
    internationalTransfer: { exists: true, country: 'CN', mechanism: 'adequate_country' },
  })
  assert.deepEqual(missingIn('transfers', claimed), ['garantía de la transferencia de «Boletín mensual»'])
  assert.doesNotMatch(write(claimed).transfers.content, /nivel adecuado de protección</)
  const nowhere = withActivity({ internationalTransfer: { exists: true, country: ' ', mechanism: 'bcr' } })
  assert.deepEqual(missingIn('transfers', nowhere), [
    'país al que se transfieren los datos de «Boletín mensual»',
  ])
})

test('English has a label for every suggested value of the Spanish lists', () => {
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  for (const labels of ['subjects', 'measures', 'mechanisms', 'data', 'retentions', 'titles'] as const) {
    assert.deepEqual(Object.keys(en[labels]).sort(), Object.keys(es[labels]).sort(), labels)
  }
})

test('no recorded value becomes markup', () => {
  const nasty = fc.oneof(
    fc.constantFrom('<img src=x onerror=a()>', '"><script>', 'constructor', '__proto__'),
    fc.string(),
  )
  const texts = fc.array(nasty, { maxLength: 3 })
  const facts = fc.record({
    entity: fc.record({
      name: nasty,
      taxId: nasty,
      legalRepName: nasty,
      legalRepEmail: nasty,
      dpoName: nasty,
      dpoEmail: nasty,
      postalAddress: nasty,
      arcoPublicEmail: nasty,
      isPublicBody: fc.boolean(),
    }),
    measures: texts,
    sites: texts,
    notices: fc.array(
      fc.record({
        id: fc.uuid(),
        name: nasty,
        purposes: fc.array(fc.record({ name: nasty, description: nasty, required: fc.boolean() }), {
          maxLength: 2,
        }),
      }),
      { maxLength: 2 },
    ),
    given: fc.record({
      name: nasty,
      purpose: nasty,
      subjectCategories: texts,
      recipients: texts,
      securityMeasures: texts,
      legitimateInterest: nasty,
      dataSource: nasty,
      retentionNote: nasty,
      automatedLogic: nasty,
      consentWithdrawal: nasty,
      minorsSafeguard: nasty,
      legalNorm: nasty,
    }),
    country: nasty,
    legalBasis: fc.constantFrom('consent' as const, 'legitimate_interest' as const),
  })
  fc.assert(
    fc.property(facts, fc.constantFrom(...LANGUAGES), ({ given, country, legalBasis, ...rest }, language) => {
      const own = activity({
        ...given,
        legalBasis,
        dataCategories: DATA_CATEGORY_KEYS,
        automatedDecisions: true,
        internationalTransfer: { exists: true, country, mechanism: country },
        systems: [{ name: country, hostingCountry: country }],
      })
      for (const { content } of Object.values(
        write({ ...EMPTY, ...rest, activities: entriesOf([own]) }, language),
      )) {
        const tags = new Set([...content.matchAll(/<[^>]*>/g)].map(([tag]) => tag))
        for (const tag of tags) {
          assert.match(
            tag,
            /^<\/?(p|ul|li|strong|h3|table|caption|thead|tbody|tr|td|th|th scope="(col|row)"|mark)>$/,
          )
        }
      }
    }),
  )
})

// ── many activities ──

const many = (count: number, fields: (n: number) => Partial<RecordedActivity>): Facts => ({
  ...FULL,
  activities: entriesOf(Array.from({ length: count }, (_, n) => activity({ id: `a${n}`, ...fields(n) }))),
})
const rowsOf = (content: string) => content.match(/<tr>/g)!.length - 1
const GROUPED = /agrupadas por finalidad y base de licitud/
const PER_ACTIVITY = [
  'processing',
  'transfers',
  'retention',
  'sources',
  'consent',
  'automatedDecisions',
  'specialData',
] as const

test('up to the limit each activity has a row; beyond it, every section says that it groups', () => {
  const fitting = write(many(MOST_ROWS, (n) => ({ name: `Actividad ${n}` })))
  assert.equal(rowsOf(fitting.processing.content), MOST_ROWS)
  for (const key of PER_ACTIVITY) assert.doesNotMatch(fitting[key].content, GROUPED)
  for (const language of LANGUAGES) {
    const sections = write(
      many(MOST_ROWS + 1, (n) => ({ name: `Actividad ${n}` })),
      language,
    )
    assert.equal(rowsOf(sections.processing.content), 1)
    for (const key of PER_ACTIVITY) assert.match(sections[key].content, /agrupadas por|grouped by/, key)
    assert.doesNotMatch(JSON.stringify(sections), /Actividad \d/, 'a group does not name its activities')
  }
})

test('a group names all bases, categories, persons, recipients, periods, origins and countries of its activities', () => {
  const purposes = ['Vender', 'Cobrar', 'Despachar']
  const facts = many(1000, (n) => ({
    purpose: purposes[n % 3]!,
    legalBasis: n % 2 === 0 ? 'consent' : 'legal_obligation',
    legalNorm: n % 10 === 1 ? 'Código Tributario' : null,
    dataCategories: n === 500 ? ['name', 'phone'] : ['name', 'email'],
    subjectCategories: n === 501 ? ['employees'] : ['customers'],
    recipients: [`Correo ${n % 7}`],
    processors: n === 502 ? [{ name: 'Nube SA', country: 'US' }] : [],
    retentionPeriod: n === 503 ? '10_years' : '5_years',
    dataSource: n === 504 ? 'Registro Civil' : 'El titular',
    sourceIsPublic: n === 504,
  }))
  const { processing, retention, sources, transfers, consent } = write(facts)
  assert.equal(rowsOf(processing.content), 6, 'three purposes on two bases')
  for (const text of [...purposes, 'Correo 6', 'Nube SA', 'Código Tributario', 'Teléfono', 'Trabajadores'])
    assert.ok(processing.content.includes(text), text)
  assert.match(retention.content, /10 años/)
  assert.match(sources.content, /El titular, Registro Civil<\/td><td>No, Sí/)
  assert.match(transfers.content, /Estados Unidos.*Nube SA/s)
  assert.equal(rowsOf(consent.content), 3)
  assert.match(consent.content, /Vender \(Consentimiento del titular\)/)
})

test('special data are never in a group with other data', () => {
  const facts = many(300, (n) => ({
    dataCategories: n === 7 ? ['health'] : n === 8 ? ['biometric'] : ['name'],
    systems: [{ name: `Sistema ${n}`, hostingCountry: null }],
    automatedDecisions: n === 9,
  }))
  const { processing, specialData, automatedDecisions } = write(facts)
  assert.equal(rowsOf(processing.content), 4)
  assert.match(specialData.content, /Sistema 8/)
  assert.doesNotMatch(specialData.content, /Sistema 9/)
  assert.equal(rowsOf(automatedDecisions.content), 1)
})

test('a gap of one activity is a gap of its group', () => {
  const facts = many(300, (n) => ({ retentionPeriod: n === 250 ? null : '5_years' }))
  assert.deepEqual(missingIn('retention', facts), [
    'plazo de conservación de «Enviar ofertas (Consentimiento del titular)»',
  ])
})

test('long lists name the first items in sorted order and count the others', () => {
  const fields = (n: number) => ({ recipients: [`Destino ${String(n).padStart(4, '0')}`] })
  const facts = many(1000, fields)
  const { content } = write(facts).processing
  assert.match(content, new RegExp(`Destino 0049 y ${1000 - MOST_ITEMS} más`))
  assert.doesNotMatch(content, /Destino 0050/)
  assert.equal(write(many(1000, (n) => fields(999 - n))).processing.content, content)
})

test('purposes beyond the limit share a row per basis, and the text marks that they are missing', () => {
  const facts = many(2000, (n) => ({
    purpose: `Finalidad ${n}`,
    legalBasis: n % 2 === 0 ? 'consent' : 'contract',
    recipients: n === 1900 ? ['Último destino'] : [],
  }))
  const { processing } = write(facts)
  assert.equal(rowsOf(processing.content), MOST_ROWS + 2)
  assert.match(processing.content, /Otras finalidades: <mark>\[COMPLETAR: otras finalidades, que no caben/)
  assert.match(processing.content, /Último destino/)
  assert.equal(missingIn('processing', facts).length, 1)
  const size = JSON.stringify(write(facts)).length
  const larger = JSON.stringify(write(many(6000, (n) => ({ purpose: `Finalidad ${n}` })))).length
  assert.ok(larger < size * 1.1, `the text does not grow with the register: ${size} → ${larger}`)
})

const BASIS_CODES = ['12', '13 a', '13 e', '16', '16 b', '16 bis e', '16 ter', '16 quáter', '20', '54']

// ── the public text ──

const PLACEHOLDER = /<mark|\[(?:COMPLETAR|TO COMPLETE|NOTA INTERNA|INTERNAL NOTE)|\{\{/i

/** Minimal records that trigger every possible statement of a policy. */
const BARE: Facts = {
  ...EMPTY,
  entity: { ...NOBODY, taxId: '39100340-1' },
  activities: entriesOf([
    activity({
      legalBasis: null,
      retentionPeriod: null,
      retentionNote: 'Conserve solo la fecha de la consulta.',
      dataSource: null,
      dataCategories: ['biometric', 'location', 'minor_data'],
      automatedDecisions: true,
      internationalTransfer: { exists: true, country: null, mechanism: null },
    }),
    activity({ id: 'a2', legalBasis: 'legitimate_interest', consentWithdrawal: null }),
    activity({ id: 'a3', consentWithdrawal: null }),
  ]),
}

for (const language of LANGUAGES) {
  test(`arts. 14 ter, 16 ter and 16 sexies, ${language}: no section is published with a gap or an internal note`, () => {
    for (const facts of [EMPTY, BARE, FULL]) {
      for (const [key, { content }] of Object.entries(write(facts, language))) {
        const out = withoutGaps(content, NOT_INFORMED[language])
        assert.doesNotMatch(out, PLACEHOLDER, key)
        assert.doesNotMatch(out, /Conserve solo/, key)
        if (gapsOf([key], { [key]: { title: key, content } }, {}).length > 0)
          assert.match(
            out,
            language === 'es' ? /no consta en esta versión/i : /not stated in this version/i,
            `${key} hides no gap`,
          )
      }
    }
    assert.match(write(BARE, language).retention.content, /\[(NOTA INTERNA|INTERNAL NOTE): Conserve solo/)
  })
}

test('art. 14 ter b): a RUT is printed with dots; one with a wrong check digit is a gap and is never published', () => {
  assert.match(write(FULL).controller.content, /RUT:<\/strong> 76\.543\.210-3/)
  const bare = (taxId: string) => write({ ...FULL, entity: { ...FULL.entity, taxId } }).controller.content
  assert.match(bare('765432103'), /RUT:<\/strong> 76\.543\.210-3/)
  assert.match(
    bare('39100340-1'),
    /\[COMPLETAR: RUT de la entidad; el registrado, 39100340-1, no es válido\]/,
  )
  assert.doesNotMatch(withoutGaps(bare('39100340-1'), NOT_INFORMED.es), /39100340/)
})

test('art. 16 sexies: camera images are not location data; a position names its kind of data', () => {
  const cameras = withActivity({
    name: 'Videovigilancia',
    purpose: 'Proteger a las personas',
    dataCategories: ['location'],
    dataSource: 'Cámaras instaladas en los recintos',
  })
  assert.match(write(cameras).processing.content, /Imágenes de cámaras/)
  assert.doesNotMatch(write(cameras).specialData.content, /ubicación \(|16 sexies\):/)
  assert.doesNotMatch(write(cameras).processing.content, /Ubicación/)
  const fleet = withActivity({
    name: 'GPS de la flota',
    dataCategories: ['location'],
    dataSource: 'Equipos GPS de los vehículos',
  })
  assert.match(write(fleet).specialData.content, /Tipo de dato.*Ubicación \(Equipos GPS de los vehículos\)/s)
})

test('art. 14 ter c): the hosted form is a way of contact and replaces an e-mail address', () => {
  const rightsForm = 'https://resguardo.test/derechos/k1'
  const { contact } = write({ ...FULL, rightsForm })
  assert.ok(contact.content.includes(`<a href="${rightsForm}" rel="noopener noreferrer">${rightsForm}</a>`))
  const silent = { ...FULL.entity, arcoPublicEmail: null }
  assert.deepEqual(missingIn('contact', { ...FULL, entity: silent, rightsForm }), [])
  assert.equal(missingIn('contact', { ...FULL, entity: silent }).length, 1)
})

test('a period is named once, and items with commas are separated by semicolons', () => {
  const twice = withActivity({ retentionPeriod: '5_years', retentionNote: 'Cinco años desde la compra.' })
  assert.match(write(twice).retention.content, /<td>Cinco años desde la compra\.<\/td>/)
  const more = withActivity({ retentionPeriod: '5_years', retentionNote: 'Salvo juicio pendiente.' })
  assert.match(write(more).retention.content, /<td>5 años\. Salvo juicio pendiente\.<\/td>/)
  const recipients = ['Tribunales de justicia, cuando lo requieran', 'Nómina Austral']
  assert.match(
    write(withActivity({ recipients })).processing.content,
    /Tribunales de justicia, cuando lo requieran; Nómina Austral/,
  )
})

test('art. 13 a): the label of a basis follows its article in both languages, with balanced brackets', () => {
  const basis = (fields: Partial<RecordedActivity>, language: Language = 'es') =>
    write(withActivity(fields), language).processing.content
  const debts = {
    legalBasis: 'legal_obligation',
    legalBasisArticle: '13 a',
    legalNorm: 'Ley 20.575',
  } as const
  assert.match(
    basis(debts),
    /<td>Obligaciones de carácter económico, financiero, bancario o comercial \(Título III\) \(art\. 13 letra a; Ley 20\.575\)<\/td>/,
  )
  assert.doesNotMatch(basis(debts), /Obligación legal/)
  assert.match(basis(debts, 'en'), /Economic, financial.*\(art\. 13 a; Ley 20\.575\)/)
  assert.match(
    basis({ legalBasis: 'contract' }),
    /Contrato o medidas precontractuales \(art\. 13 letra c\)<\/td>/,
  )
  const health = { legalBasis: 'legal_obligation', legalBasisArticle: '16 bis e' } as const
  assert.match(basis(health, 'en'), /Preventive or occupational medicine.*\(art\. 16 bis e\)/)
  assert.match(
    basis({ legalBasis: 'public_interest', isPublicBody: true }),
    /Cumplimiento de las funciones legales de un órgano público \(art\. 20\)/,
  )
  for (const article of BASIS_CODES)
    assert.doesNotMatch(
      basis({ legalBasis: null, legalBasisArticle: article }, 'en'),
      /letra|Consentimiento|Ley que/,
    )
})

test('art. 2 g): a socioeconomic situation is shown as sensitive data', () => {
  const { processing, specialData } = write(withActivity({ socioeconomic: true }))
  assert.match(processing.content, /Situación socioeconómica \(dato sensible\)/)
  assert.match(specialData.content, /Situación socioeconómica/)
})

test('art. 12: consent is asked for optional purposes only', () => {
  const purpose = (name: string, required: boolean) => ({ name, description: null, required })
  const notices = [
    { id: 'n1', name: 'Banner', purposes: [purpose('Necesarias', true), purpose('Medir', false)] },
  ]
  const { content } = write({ ...FULL, notices }).cookies
  assert.match(content, /pide su consentimiento para las que se pueden rechazar/)
  assert.match(content, /Necesarias<\/th><td>—<\/td><td>No<.+Medir<\/th><td>—<\/td><td>Sí</s)
  assert.match(write({ ...FULL, notices }, 'en').cookies.content, /consent to those that may be refused/)
})

test('a sentence that ends in «Ltda.» has one full stop, in both languages', () => {
  for (const language of ['es', 'en'] as const) {
    const sections = write({ ...FULL, entity: { ...FULL.entity, name: 'Áridos del Sur Ltda.' } }, language)
    const said = Object.values(sections).map(({ content }) => content.replace(/<[^>]+>/g, ''))
    assert.ok(said.some((text) => text.includes('Áridos del Sur Ltda.')))
    for (const text of said) assert.doesNotMatch(text, /Ltda\.\./)
  }
})

test('art. 23: only the policy of a public body names the rights that it may refuse', () => {
  for (const language of ['es', 'en'] as const) {
    const of = (isPublicBody: boolean) =>
      write({ ...EMPTY, entity: { ...NOBODY, isPublicBody } }, language).rights.content
    assert.match(of(true), /\(art\. 23\)/)
    assert.doesNotMatch(of(false), /art\. 23/)
  }
})

test('arts. 8 ter, 9 and 10: blocking instead of deletion, direct transfer, and no cost', () => {
  const { content } = write(EMPTY).rights
  assert.match(content, /Bloqueo temporal.*, o en lugar de la supresión\./)
  assert.match(content, /Portabilidad.*enviemos a otro responsable si es técnicamente posible/)
  assert.match(
    content,
    /el acceso y la portabilidad lo son al menos una vez por trimestre \(arts\. 10 y 11\)/,
  )
})

test('art. 4: the policy names the others who may ask: representatives, and heirs of the deceased', () => {
  assert.match(
    write(EMPTY).rights.content,
    /quien le represente y, por una persona que falleció, sus herederos/,
  )
  assert.match(write(EMPTY, 'en').rights.content, /Your representative .* for a person who died, their heirs/)
})
