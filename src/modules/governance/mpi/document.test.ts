import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import type { EntityRow } from '#modules/org/public.ts'
import { NOTHING, WELL_KEPT } from '#test/kit/compliance.ts'
import { linesOf, partOf } from '#test/kit/paper.ts'
import { scoreOf } from '../score.ts'
import { appointmentDocument } from './appointment.ts'
import { modelDocument } from './document.ts'
import { planOf, protocolsOf } from './rules.ts'
import type { Model } from './service.ts'

const AT = new Date('2027-03-10T15:00:00Z')

const ENTITY: EntityRow = {
  tenant_id: 't',
  id: 'e',
  workspace_id: 'w',
  name: 'Tienda Sur SpA',
  tax_id: '76543210-3',
  legal_rep_name: 'Rosa Vial',
  legal_rep_email: 'rosa@sur.cl',
  dpo_user_id: null,
  dpo_name: 'Paula Díaz',
  dpo_email: 'dpo@sur.cl',
  postal_address: 'Av. Libertad 100, Concepción',
  arco_public_email: 'datos@sur.cl',
  is_active: true,
  is_public_body: false,
  essential_service: false,
  created_at: AT,
  updated_at: AT,
}

type Activity = Model['activities'][number]

const ACTIVITY: Activity = {
  id: 'a1',
  heldIn: [],
  name: 'Boletín',
  purpose: 'Enviar ofertas a quienes se suscribieron',
  legalBasis: 'consent',
  legalBasisArticle: null,
  hasSensitiveData: false,
  data_categories: ['name', 'email'],
  dataSource: null,
  socioeconomic: false,
  risk_level: 'low',
  dpia_required: false,
  transfer_exists: false,
  transfer_country: null,
  isPublicBody: false,
}

function model(more: Partial<Model> = {}): Model {
  const facts = more.facts ?? WELL_KEPT
  const rightsForm = 'rightsForm' in more ? more.rightsForm : 'https://sur.cl/derechos'
  return {
    at: AT,
    law: LAW,
    tenant: { name: 'Grupo Sur', tax_id: null, timezone: 'America/Santiago' },
    entity: ENTITY,
    entities: [ENTITY],
    facts,
    score: scoreOf(facts),
    protocols: protocolsOf({ ...facts, rightsForm, ownFlows: [] }),
    plan: planOf({
      now: AT,
      dpo: 'Paula Díaz',
      contracts: [{ processor: 'Nube Andina', expiresAt: new Date('2027-06-01T03:00:00Z') }],
      reviews: [],
      unassessed: 1,
      requests: [],
      openBreaches: 0,
    }),
    activities: [ACTIVITY],
    rightsForm,
    ...more,
  }
}

const written = (more?: Partial<Model>) => modelDocument(model(more)).content
const text = (more?: Partial<Model>) => linesOf(written(more)).join('\n')
const part = (title: string, more?: Partial<Model>) => partOf(written(more), title)

// ── parts that DS 662, art. 3 demands ──

test('the model has a part for each demand of art. 49 and DS 662, in order', () => {
  const headings = written()
    .filter(({ style }) => style === 'heading')
    .map((block) => linesOf([block])[0])
  assert.deepEqual(headings, [
    '1. Objeto y alcance',
    '2. Identidad del responsable',
    '3. Delegado de protección de datos',
    '4. Caracterización de los datos y del tratamiento',
    '5. Matriz de riesgos por clase de infracción',
    '6. Protocolos',
    '7. Reportes internos y a la autoridad',
    '8. Canal de denuncias',
    '9. Sanciones internas',
    '10. Plan anual',
    '11. Cláusula para contratos y reglamento interno',
    '12. Evidencia',
    '13. Lo que falta según los registros',
    '14. Por completar por la organización',
    '15. Aprobación',
    'Anexo A. Acta de designación del delegado de protección de datos',
    `Anexo B. Comunicación a la ${LAW.agency.name}`,
  ])
})

test('a full model and an empty one state only recorded facts', () => {
  const empty = { facts: NOTHING, activities: [], entity: undefined, entities: [], rightsForm: undefined }
  for (const words of [text(), text(empty)]) assert.doesNotMatch(words, /undefined|null|NaN|\[object|\{\{/)
})

test('the model is for the main entity, or for the organisation if there is none', () => {
  const [whole, bare] = [model(), model({ entity: undefined, entities: [] })].map(modelDocument)
  assert.deepEqual([whole!.organisation, bare!.organisation], ['Tienda Sur SpA', 'Grupo Sur'])
  assert.deepEqual([whole!.lawVersion, whole!.dated], [LAW.version, AT])
  assert.match(linesOf(whole!.content).join('\n'), /RUT \| 76\.543\.210-3/)
})

test('a long name leaves room for the page number', () => {
  const name =
    'Sociedad Comercializadora e Importadora de Productos del Mar y de la Tierra del Sur de Chile Limitada'
  const { footer } = modelDocument(model({ entity: { ...ENTITY, name } }))
  assert.ok(footer.length <= 95 && footer.endsWith('…'), footer)
})

test('every legal entity is listed with its data, and a public body is named as such', () => {
  const bare = { legal_rep_name: null, postal_address: null, arco_public_email: null, tax_id: null }
  const entities = [ENTITY, { ...ENTITY, name: 'Municipalidad', is_public_body: true, ...bare }]
  assert.deepEqual(part('2. Identidad del responsable', { entities }).slice(1), [
    'Tienda Sur SpA | 76.543.210-3 | Rosa Vial | Av. Libertad 100, Concepción | datos@sur.cl',
    'Municipalidad (órgano público) | — | — | — | —',
  ])
})

test('art. 49 a): without a DPO the model calls one compulsory here and includes the act to appoint one', () => {
  const without = { entity: { ...ENTITY, dpo_name: null, dpo_email: null } }
  assert.match(
    part('3. Delegado de protección de datos')[0]!,
    /^Delegado registrado: Paula Díaz · dpo@sur\.cl\.$/,
  )
  assert.match(text(without), /Delegado de protección de datos \| Sin designar/)
  assert.match(part('3. Delegado de protección de datos', without)[0]!, /es obligatorio \(art\. 49 letra a;/)
  const open = part('14. Por completar por la organización', without).join('\n')
  assert.match(open, /Quién será el delegado/)
  assert.match(
    part('14. Por completar por la organización').join('\n'),
    /La fecha en que la máxima autoridad/,
  )
  // Complaints go to the DPO if there is one.
  assert.match(part('8. Canal de denuncias').join('\n'), /se dirigen al delegado: dpo@sur\.cl/)
  assert.doesNotMatch(part('8. Canal de denuncias', without).join('\n'), /se dirigen al delegado:/)
})

test('before the law binds, the model says when its duties begin', () => {
  const eve = text({ at: new Date('2026-12-01T02:59:00Z') })
  assert.match(eve, /rige con el texto que le da la Ley 21\.719 desde el 1 de diciembre de 2026/)
  assert.doesNotMatch(text({ at: new Date('2026-12-01T03:00:00Z') }), /desde el 1 de diciembre de 2026/)
})

// ── characterisation ──

const FOURTH = '4. Caracterización de los datos y del tratamiento'
const rowOf = (activity: Partial<Activity>) =>
  part(FOURTH, { activities: [{ ...ACTIVITY, ...activity }] }).find((line) => line.startsWith('Boletín'))!

test('an activity is listed with purpose, basis and article, data in words, territory and risk', () => {
  assert.equal(
    rowOf({}),
    'Boletín / Enviar ofertas a quienes se suscribieron | Consentimiento del titular, art. 12 | Nombre, Correo electrónico | Chile | Bajo',
  )
  assert.match(rowOf({ transfer_exists: true, transfer_country: 'US' }), /\| Chile y Estados Unidos \|/)
  assert.match(rowOf({ transfer_exists: true, transfer_country: null }), /\| Chile y el extranjero \|/)
  assert.match(rowOf({ heldIn: ['BR'] }), /\| Chile y Brasil \|/)
  assert.match(rowOf({ risk_level: null }), /\| Sin evaluar$/)
  assert.match(rowOf({ risk_level: 'high' }), /\| Alto$/)
  assert.match(rowOf({ legalBasis: null }), /suscribieron \| — \|/)
})

test('art. 2 g) and 16 sexies: camera images are not location data, and a socioeconomic situation is named', () => {
  assert.match(
    rowOf({ data_categories: ['location'], dataSource: 'Cámaras del local', socioeconomic: true }),
    /\| Imágenes de cámaras, Situación socioeconómica \|/,
  )
})

test('art. 20: the public interest of a public body is cited by its own article', () => {
  assert.match(rowOf({ legalBasis: 'public_interest', isPublicBody: true }), /art\. 20 /)
  assert.match(rowOf({ legalBasis: 'public_interest' }), /arts\. 16 bis letras b\) y c\) y 16 quinquies/)
})

test('a register without published activities has no characterisation, and says so', () => {
  const lines = part(FOURTH, { facts: NOTHING, activities: [] })
  assert.deepEqual(lines.length, 1)
  assert.match(lines[0]!, /no existe todavía/)
})

test('rows beyond the limit of the table are counted', () => {
  const many = structuredClone(WELL_KEPT)
  many.activities.published = 1061
  assert.match(part(FOURTH, { facts: many }).at(-1)!, /de mayor riesgo; otras 1\.060 están en el registro\./)
  many.activities.published = 2
  assert.match(part(FOURTH, { facts: many }).at(-1)!, /de mayor riesgo; otra está en el registro\./)
  const all = structuredClone(WELL_KEPT)
  all.activities.published = 1
  assert.doesNotMatch(part(FOURTH, { facts: all }).at(-1)!, /mayor riesgo/)
})

// ── matrix, plan, evidence ──

const FIFTH = '5. Matriz de riesgos por clase de infracción'

test('art. 35: each class gives its cap, and a public body reads that its head pays', () => {
  const lines = part(FIFTH).join('\n')
  assert.match(lines, /Amonestación escrita o multa de hasta 5\.000 UTM \(art\. 35\)/)
  assert.match(lines, /Multa de hasta 10\.000 UTM/)
  assert.match(lines, /Multa de hasta 20\.000 UTM/)
  const publicBody = part(FIFTH, { entity: { ...ENTITY, is_public_body: true } }).join('\n')
  assert.doesNotMatch(publicBody, /UTM/)
  assert.equal(publicBody.match(/remuneración mensual del jefe superior/g)?.length, 3)
})

test('the matrix is sorted from the gravest class to the lightest', () => {
  assert.deepEqual(
    part(FIFTH).filter((line) => line.startsWith('Infracciones ')),
    [
      'Infracciones gravísimas (art. 34 quáter)',
      'Infracciones graves (art. 34 ter)',
      'Infracciones leves (art. 34 bis)',
    ],
  )
})

test('a row of the matrix names six activities and counts the rest', () => {
  const activities = Array.from({ length: 8 }, (_, index) => ({
    ...ACTIVITY,
    name: `Envío ${index + 1}`,
    transfer_exists: true,
  }))
  const abroad = part(FIFTH, { activities }).filter((line) => line.startsWith('Transferir'))
  assert.equal(abroad.length, 2)
  for (const line of abroad)
    assert.match(line, /En: Envío 1; Envío 2; Envío 3; Envío 4; Envío 5; Envío 6 y 2 más\./)
  for (const line of part(FIFTH).filter((one) => one.startsWith('Transferir')))
    assert.match(line, /En ninguna actividad de la parte 4\./)
})

test('infringements without a check are for the organisation to describe, in the matrix and in part 14', () => {
  const undescribed = part(FIFTH).filter((line) => line.endsWith('Por completar'))
  const open = part('14. Por completar por la organización')
  assert.ok(undescribed.length >= 8)
  assert.ok(open.some((line) => /datos sensibles o penales/.test(line)))
  assert.ok(open.length >= 7 + undescribed.length)
})

test('the plan shows each task in its month, and its day if there is one', () => {
  assert.deepEqual(part('10. Plan anual').slice(1, 4), [
    'marzo de 2027 | Hacer y aprobar la evaluación de impacto pendiente | Paula Díaz | En el mes | art. 15 ter',
    'mayo de 2027 | Renovar o terminar el contrato con Nube Andina | Representante legal, con el delegado | 31-05-2027 | art. 15 bis',
    'marzo de 2028 | Rendir la cuenta anual del delegado a la máxima autoridad y actualizar este modelo | Paula Díaz | En el mes | art. 50',
  ])
})

test('the terms are those of the law; the report of a breach has none', () => {
  const lines = part('6. Protocolos').join('\n')
  assert.match(lines, /30 días corridos, prorrogables una vez por 30 \(art\. 11\)/)
  assert.match(lines, /Bloqueo temporal \| 2 días hábiles \(arts\. 8 ter y 11\)/)
  assert.match(lines, /Reclamo ante la Agencia \| 30 días hábiles/)
  assert.match(lines, /Reporte de vulneraciones \| Sin dilaciones indebidas \(art\. 14 sexies\)/)
  assert.doesNotMatch(lines, /72/)
})

test('part 13 lists the open findings gravest first, and is empty where there are none', () => {
  assert.deepEqual(part('13. Lo que falta según los registros'), [
    'Los registros no muestran hallazgos abiertos.',
  ])
  const facts = structuredClone(WELL_KEPT)
  facts.entities.withoutAddress = 1
  facts.activities.assessed = 3
  const lines = part('13. Lo que falta según los registros', { facts }).slice(1)
  assert.equal(lines.length, 2)
  assert.match(lines[0]!, /^1 actividad publicada requiere una evaluación de impacto.*\| art\. 15 ter$/)
  assert.match(lines[1]!, /^1 entidad no indica su domicilio postal.*\| art\. 14 ter letra c\)$/)
  assert.match(text({ facts }), /Hallazgos abiertos \| 2/)
})

test('without an open form for rights, the organisation must say how people exercise them', () => {
  const means = /mientras no haya un formulario abierto/
  assert.match(part('14. Por completar por la organización', { rightsForm: undefined }).join('\n'), means)
  assert.doesNotMatch(part('14. Por completar por la organización').join('\n'), means)
})

test('the annexes name the authority, the DPO and the channel of the Agency', () => {
  const act = part('Anexo A. Acta de designación del delegado de protección de datos').join('\n')
  assert.match(act, /La máxima autoridad de Tienda Sur SpA, RUT 76\.543\.210-3, designa/)
  assert.match(act, /Nombre \| Paula Díaz\nCorreo de contacto \| dpo@sur\.cl/)
  assert.match(act, /Por la máxima autoridad\nRosa Vial\nTienda Sur SpA/)
  const letter = part(`Anexo B. Comunicación a la ${LAW.agency.name}`).join('\n')
  assert.match(letter, /Preparada el 10 de marzo de 2027/)
  assert.match(letter, /Domicilio \| Av\. Libertad 100, Concepción/)
})

// ── the appointment outside a model ──

const act = (more: Partial<EntityRow> = {}, law = LAW) =>
  linesOf(appointmentDocument({ at: AT, law, entity: { ...ENTITY, ...more } }).content).join('\n')

test('the act outside a model rests on art. 50 alone and mentions no model of its own', () => {
  assert.match(act(), /con domicilio en Av\. Libertad 100, Concepción, designa/)
  assert.doesNotMatch(act(), /este modelo/)
  assert.match(act({ tax_id: null, postal_address: null }), /La máxima autoridad de Tienda Sur SpA, designa/)
})

test('fifth transitory article: the DPO of a public body is a serving official', () => {
  const serving = /funcionario en ejercicio de la institución \(art\. quinto transitorio/
  assert.match(act({ is_public_body: true }), serving)
  assert.doesNotMatch(act(), serving)
})

test('the letter names the channel of the Agency once there is one', () => {
  assert.match(act(), /La Agencia aún no publica el canal/)
  const law = { ...LAW, agency: { ...LAW.agency, reportChannel: 'https://agencia.cl/dpo' } }
  assert.match(act({}, law), /Canal de la Agencia: https:\/\/agencia\.cl\/dpo\./)
})

// ── layout ──

test('the approval names the model, its date and when it takes effect', () => {
  const approval = part('15. Aprobación').join('\n')
  assert.match(
    approval,
    /aprueba este modelo de prevención de infracciones, preparado el 10 de marzo de 2027/,
  )
  assert.match(approval, /Rige desde la fecha de la firma\./)
  assert.match(approval, /Aprobado por la máxima autoridad/)
})

test('signers side by side have their dates at one height, whatever the number of lines', () => {
  const documents = [written(), appointmentDocument({ at: AT, law: LAW, entity: ENTITY }).content]
  const rows = documents.flatMap((blocks) =>
    blocks.flatMap((block) => ('stack' in block ? block.stack.filter((one) => 'columns' in one) : [])),
  )
  assert.equal(rows.length, 3)
  for (const row of rows) {
    const heights =
      'columns' in row ? row.columns.map((column) => ('stack' in column ? column.stack.length : 0)) : []
    assert.equal(new Set(heights).size, 1, String(heights))
    for (const words of linesOf([row])) assert.notEqual(words, '', 'an empty text has no height')
  }
})

test('the signatures stay on a page with the end of the text', () => {
  const ofModel = written().filter((block) => 'stack' in block && block.unbreakable)
  const said = ofModel.map((block) => linesOf([block]).join(' '))
  assert.ok(said.some((text) => /El certificado dura.+Aprobado por la máxima autoridad/.test(text)))
  assert.ok(said.some((text) => /El delegado acepta el cargo.+Por la máxima autoridad/.test(text)))
  const act = appointmentDocument({ at: AT, law: LAW, entity: ENTITY }).content
  assert.ok(
    act.some(
      (block) =>
        block.unbreakable &&
        /El delegado acepta el cargo.+rige desde la fecha de la firma.+Por la máxima autoridad/.test(
          linesOf([block]).join(' '),
        ),
    ),
  )
})

test('the title of a matrix class stays with its fine, the table header and a row', () => {
  const classes = written().filter((block) => /^Infracciones /.test(linesOf([block])[0] ?? ''))
  assert.deepEqual(
    classes.map(({ headlineLevel }) => headlineLevel),
    [1, 1, 1],
  )
  // Word keeps a paragraph with an outline level together with the next one.
  const fines = written().filter((block) => /UTM \(art\. 35\)\.$/.test(linesOf([block])[0] ?? ''))
  assert.deepEqual(
    fines.map(({ headlineLevel }) => headlineLevel),
    [3, 3, 3],
  )
})
