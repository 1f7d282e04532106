import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import type { ActivityRecord } from '#modules/rat/public.ts'
import { describeActivities } from './activities.ts'

/** The register's text for each purpose, in the words of art. 5. The test gives the records. */

const ACTIVITY = {
  id: 'a',
  name: 'Ventas',
  systemId: 'crm',
  purpose: 'Vender',
  legalBasis: 'contract',
  legalBasisArticle: null,
  legalNorm: null,
  legitimateInterest: null,
  hasSensitiveData: false,
  isPublicBody: false,
  automatedDecisions: false,
  automatedLogic: null,
  dataCategories: ['name', 'email', 'otra cosa'],
  subjectCategories: ['customers', 'Socios del club'],
  dataSource: null,
  sourceIsPublic: false,
  recipients: [],
  processors: [],
  retentionPeriod: null,
  retentionNote: null,
  internationalTransfer: { exists: false, country: null, mechanism: null },
  placesAbroad: [],
}

async function describe(records: readonly object[], foundIn: readonly (readonly [string, string])[] = []) {
  const all = records.map((fields) => ({ ...ACTIVITY, ...fields }) as unknown as ActivityRecord)
  const answers: unknown[] = [all.map((_, at) => String(at))]
  for (let at = 0; at < all.length; at += 10) answers.push(all.slice(at, at + 10))
  return describeActivities(async () => answers.shift() as never, 'entity', new Map(foundIn), {
    ...LAW,
    adequateCountries: ['DE'],
  })
}
async function linesOf(fields: object = {}, foundIn: readonly (readonly [string, string])[] = []) {
  const [activity] = await describe([fields], foundIn)
  return Object.fromEntries(activity!.lines)
}

test('without declarations the text says so, and denies nothing beyond the register', async () => {
  assert.deepEqual(await linesOf(), {
    'Para qué': 'Vender',
    'Base de licitud': 'Contrato o medidas precontractuales (art. 13 letra c)',
    Datos: 'Nombre, Correo electrónico, otra cosa',
    Personas: 'Clientes, Socios del club',
    'De dónde provienen': 'No se indica en el registro',
    'A quiénes se comunican': 'A nadie, según el registro',
    'Por cuánto tiempo': 'No se indica en el registro',
    'Fuera de Chile': 'No se transfieren, según el registro',
    'Decisiones automatizadas': 'No las hay, según el registro',
  })
})

for (const [label, fields, words] of [
  ['De dónde provienen', { dataSource: 'La persona' }, 'La persona'],
  [
    'De dónde provienen',
    { dataSource: 'Diario Oficial', sourceIsPublic: true },
    'Diario Oficial. Fuente de acceso público',
  ],
  ['De dónde provienen', { sourceIsPublic: true }, 'Fuente de acceso público'],
  ['A quiénes se comunican', { recipients: ['SII', 'Banco Sur'] }, 'SII, Banco Sur'],
  [
    'A quiénes se comunican',
    { processors: [{ name: 'Nube SpA' }, { name: 'Correos' }] },
    'Encargados que los tratan por cuenta de la organización: Nube SpA, Correos',
  ],
  [
    'A quiénes se comunican',
    { recipients: ['SII'], processors: [{ name: 'Nube SpA' }] },
    'SII. Encargados que los tratan por cuenta de la organización: Nube SpA',
  ],
  ['Por cuánto tiempo', { retentionPeriod: '5_years' }, '5 años'],
  [
    'Por cuánto tiempo',
    { retentionPeriod: 'legal_minimum', retentionNote: 'Seis años (Código Tributario)' },
    'Seis años (Código Tributario)',
  ],
  ['Por cuánto tiempo', { retentionNote: 'Hasta el finiquito' }, 'Hasta el finiquito'],
  ['Decisiones automatizadas', { automatedDecisions: true }, 'Las hay; el registro no describe su lógica'],
  ['Decisiones automatizadas', { automatedDecisions: true, automatedLogic: 'Un puntaje' }, 'Un puntaje'],
  ['Decisiones automatizadas', { automatedLogic: 'Un puntaje' }, 'No las hay, según el registro'],
  [
    'Fuera de Chile',
    { internationalTransfer: { exists: true } },
    'País no indicado, sin una garantía en el registro',
  ],
  [
    'Fuera de Chile',
    { internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' } },
    'Estados Unidos, con cláusulas contractuales',
  ],
  [
    'Fuera de Chile',
    { internationalTransfer: { exists: true, country: 'US', mechanism: 'adequate_country' } },
    'Estados Unidos, sin una garantía en el registro',
  ],
  [
    'Fuera de Chile',
    { internationalTransfer: { exists: true, country: 'DE', mechanism: null } },
    'Alemania, país con nivel adecuado de protección (art. 27 letra a)',
  ],
  [
    'Fuera de Chile',
    { internationalTransfer: { exists: false, country: 'US' } },
    'No se transfieren, según el registro',
  ],
  [
    'Fuera de Chile',
    { placesAbroad: [{ country: 'Irlanda', holder: 'Nube SpA' }] },
    'Los datos están en: Irlanda (Nube SpA)',
  ],
  [
    'Fuera de Chile',
    {
      placesAbroad: [
        { country: 'Irlanda', holder: 'Nube SpA' },
        { country: 'Irlanda', holder: 'Nube SpA' },
        { country: 'Brasil', holder: 'Correo' },
      ],
    },
    'Los datos están en: Irlanda (Nube SpA); Brasil (Correo)',
  ],
  [
    'Por cuánto tiempo',
    { retentionPeriod: '1_year', retentionNote: 'Desde la visita. Conserve solo la fecha.' },
    '1 año. Desde la visita.',
  ],
  [
    'A quiénes se comunican',
    { recipients: ['SERNAC, cuando lo requiera', 'Banco'] },
    'SERNAC, cuando lo requiera; Banco',
  ],
  ['Datos', { dataCategories: ['name'], socioeconomic: true }, 'Nombre, Situación socioeconómica'],
  ['Datos', { name: 'Cámaras de la tienda', dataCategories: ['location'] }, 'Imágenes de cámaras'],
  ['Base de licitud', { legalBasis: null }, null],
  [
    'Base de licitud',
    { legalBasis: 'contract', legalNorm: 'Código Civil' },
    'Contrato o medidas precontractuales (art. 13 letra c; Código Civil)',
  ],
] as const) {
  test(`«${label}» of ${JSON.stringify(fields)} is «${words}»`, async () => {
    assert.equal((await linesOf(fields))[label], words)
  })
}

test('art. 5 e: the legitimate interest is named only where the data rest on one', async () => {
  const interest = { legalBasis: 'legitimate_interest', legitimateInterest: 'Seguridad' }
  assert.equal((await linesOf(interest))['Interés legítimo'], 'Seguridad')
  assert.equal(
    (await linesOf({ ...interest, legitimateInterest: null }))['Interés legítimo'],
    'No se indica en el registro',
  )
  assert.ok(!('Interés legítimo' in (await linesOf({ legitimateInterest: 'Seguridad' }))))
})

test('activities whose systems hold data of the person come first, then by name as people sort', async () => {
  const named = (name: string, systemId: string | null) => ({ name, systemId })
  const all = await describe(
    [
      named('Ñandú', 'x'),
      named('Ventas', 'crm'),
      named('árbol', null),
      named('Bodega', 'crm'),
      named('Zoo', 'y'),
    ],
    [['crm', 'CRM de ventas']],
  )
  assert.deepEqual(
    all.map(({ name }) => name),
    ['Bodega', 'Ventas', 'árbol', 'Ñandú', 'Zoo'],
  )
  assert.deepEqual(all[0]!.lines[0], ['Se encontraron datos en', 'CRM de ventas'])
  assert.notEqual(all[2]!.lines[0]![0], 'Se encontraron datos en')
})

test('many activities are read a few at a time, and none is lost', async () => {
  const all = await describe(Array.from({ length: 23 }, (_, at) => ({ name: String(at).padStart(2, '0') })))
  assert.equal(new Set(all.map(({ name }) => name)).size, 23)
})
