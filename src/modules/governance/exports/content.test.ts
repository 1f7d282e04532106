import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortInstant } from '#pdf/document.ts'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { csvRows, records, workbookRows } from '#test/kit/sheets.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })

const RAT_HEAD = [
  'ID',
  'Actividad',
  'Estado',
  'Calidad',
  'Responsable',
  'Entidad legal',
  'Área responsable',
  'Tipos de datos',
  'Datos sensibles',
  'Situación socioeconómica',
  'Ámbito territorial',
  'Sistema principal',
  'Bases de datos y sistemas',
  'Categorías de titulares',
  'Finalidad',
  'Origen de los datos',
  'Fuente de acceso público',
  'Base de licitud',
  'Artículo',
  'Norma que lo ordena',
  'Interés legítimo',
  'Destinatarios',
  'Encargados',
  'Transferencia internacional',
  'País de destino',
  'Mecanismo de transferencia',
  'Plazo de conservación',
  'Condiciones de supresión',
  'Decisiones automatizadas',
  'Lógica y consecuencias',
  'Retiro del consentimiento',
  'Resguardo de menores',
  'Medidas de seguridad',
  'Dominios',
  'Nivel de riesgo',
  'Requiere evaluación de impacto',
  'Evaluación de impacto',
  'Publicada',
  'Creada',
  'Actualizada',
]

const DPIA_HEAD = [
  'ID',
  'Evaluación',
  'Estado',
  'Versión',
  'Actividad',
  'Descripción',
  'Alcance',
  'Necesidad',
  'Proporcionalidad',
  'Riesgos',
  'Riesgos de nivel bajo',
  'Riesgos de nivel medio',
  'Riesgos de nivel alto',
  'Riesgos de nivel crítico',
  'Riesgo mayor',
  'Riesgo residual mayor',
  'Riesgos sin tratar',
  'Aprobada por',
  'Aprobada',
  'Creada',
  'Actualizada',
]

async function addRisk(person: Person, assessmentId: string, fields: object): Promise<void> {
  const risk = { description: 'Acceso indebido', likelihood: 'low', impact: 'low', ...fields }
  const reply = await person.post(`/dpia/assessments/${assessmentId}/risks`, risk)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
}

const activityId = await makeActivity(ana, {
  name: 'Ficha <clínica> & "más"',
  systemId: await makeSystem(ana, { name: 'CRM', vendor: 'Nube Andina' }),
  dataCategories: ['name', 'health'],
  legalBasis: 'legitimate_interest',
  legitimateInterest: 'Prevenir el fraude',
  retentionPeriod: '2_years',
  securityMeasures: ['ENCRYPTION'],
})
const { data: assessment } = await ana.post('/dpia/assessments', {
  title: 'EIPD de la ficha',
  activityId,
  description: 'Nueva ficha',
  scope: 'Tres sedes',
  necessity: 'Atender',
  proportionality: 'Lo mínimo',
})
await addRisk(ana, assessment.id, { likelihood: 'critical', impact: 'high', residualRisk: 'medium' })
await addRisk(ana, assessment.id, { mitigation: 'Doble factor' })
await addRisk(ana, assessment.id, { likelihood: 'medium', impact: 'medium' })

for (const [what, head] of [
  ['rat', RAT_HEAD],
  ['dpia', DPIA_HEAD],
] as const) {
  test(`${what}: has these columns, and the workbook holds the same cells as the csv`, async () => {
    const csv = csvRows((await ana.get(`/governance/export/${what}`)).raw)
    assert.deepEqual(csv[0], head)
    assert.equal(csv.length, 2)
    assert.deepEqual(workbookRows((await ana.get(`/governance/export/${what}?format=excel`)).raw), csv)
  })
}

test('a csv for Excel in Spanish separates by semicolons, and holds the same cells', async () => {
  const commas = (await ana.get('/governance/export/rat')).raw
  assert.deepEqual((await ana.get('/governance/export/rat?separator=comma')).raw, commas)
  const semicolons = (await ana.get('/governance/export/rat?separator=semicolon')).raw
  assert.deepEqual(csvRows(semicolons, ';'), csvRows(commas))
  assert.equal((await ana.get('/governance/export/rat?separator=tab')).status, 400)
})

test('an activity is exported in words instead of keys', async () => {
  const [row] = records(await ana.get('/governance/export/rat'))
  assert.equal(row!['Actividad'], 'Ficha <clínica> & "más"')
  assert.equal(row!['Datos sensibles'], 'Sí')
  assert.equal(row!['Ámbito territorial'], 'Chile')
  assert.equal(row!['Base de licitud'], 'Interés legítimo')
  assert.match(row!['Artículo']!, /^art\. 13/)
  assert.equal(row!['Interés legítimo'], 'Prevenir el fraude')
  assert.equal(row!['Transferencia internacional'], 'No')
  assert.equal(row!['País de destino'], '')
  assert.equal(row!['Calidad'], 'Responsable')
  assert.equal(row!['Publicada'], '')
  assert.match(row!['Creada']!, /^\d{2}-\d{2}-\d{4} \d{2}:\d{2}$/)
})

test('art. 20: a public body has its own basis, and the entity that answers is named', async () => {
  const town = await api.tenant({ name: 'Municipalidad de Prueba' })
  await makeActivity(town, { legalBasis: 'public_interest', dataCategories: ['name'] })
  const articleNow = async () => {
    const [row] = records(await town.get('/governance/export/rat'))
    assert.equal(row!['Entidad legal'], 'Municipalidad de Prueba')
    return row!['Artículo']
  }
  assert.match((await articleNow())!, /16 bis/)
  const [entity] = (await town.get('/org/entities')).data.entities
  assert.equal((await town.patch(`/org/entities/${entity.id}`, { isPublicBody: true })).status, 200)
  assert.equal(await articleNow(), 'art. 20')
})

test('an assessment is exported with its risks by level, before and after mitigation', async () => {
  const [row] = records(await ana.get('/governance/export/dpia'))
  const { Creada, Actualizada, ...rest } = row!
  assert.deepEqual(rest, {
    ID: assessment.id,
    Evaluación: 'EIPD de la ficha',
    Estado: 'Borrador',
    Versión: '1',
    Actividad: 'Ficha <clínica> & "más"',
    Descripción: 'Nueva ficha',
    Alcance: 'Tres sedes',
    Necesidad: 'Atender',
    Proporcionalidad: 'Lo mínimo',
    Riesgos: '3',
    'Riesgos de nivel bajo': '1',
    'Riesgos de nivel medio': '1',
    'Riesgos de nivel alto': '0',
    'Riesgos de nivel crítico': '1',
    'Riesgo mayor': 'Crítico',
    'Riesgo residual mayor': 'Medio',
    'Riesgos sin tratar': '2',
    'Aprobada por': '',
    Aprobada: '',
  })
  assert.ok(Creada! <= Actualizada!)
})

test('an approved assessment names who approved it and when', async () => {
  const person = await api.tenant()
  const { data } = await person.post('/dpia/assessments', { title: 'Aprobada' })
  const reply = await person.post(`/workflow-instances/${data.workflowInstanceId}/action`, {
    stageId: 'aprobacion',
    actionType: 'APPROVE',
  })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  const [row] = records(await person.get('/governance/export/dpia'))
  assert.deepEqual([row!['Estado'], row!['Aprobada por']], ['Aprobada', 'Ana Rojas'])
  const { approvedAt } = (await person.get(`/dpia/assessments/${data.id}`)).data
  assert.equal(row!['Aprobada'], shortInstant(new Date(approvedAt), 'America/Santiago'))
})

test('every role exports the same table; a person outside the organisation exports none', async () => {
  const own = (await ana.get('/governance/export/rat')).raw
  for (const role of ['ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER'] as const) {
    const reply = await (await ana.colleague(role)).get('/governance/export/rat')
    assert.equal(reply.status, 200, role)
    assert.deepEqual(reply.raw, own, role)
  }
  const removed = await ana.colleague('ANALYST')
  await api.access.asSystem('a test takes a membership away', (db) =>
    db.updateTable('memberships').set({ status: 'INVITED' }).where('user_id', '=', removed.userId).execute(),
  )
  for (const format of ['csv', 'xlsx']) {
    const refused = await removed.get(`/governance/export/dpia?format=${format}`)
    assert.ok([401, 403].includes(refused.status), String(refused.status))
    assert.match(String(refused.headers['content-type']), /^application\/json/)
    assert.equal(refused.headers['content-disposition'], undefined)
  }
})

test('concurrent exports of two organisations in both formats do not mix', async () => {
  const other = await api.tenant()
  await makeActivity(other, { name: 'Actividad ajena' })
  const paths = ['rat', 'rat?format=xlsx', 'dpia', 'dpia?format=xlsx']
  const rowsOf = async (person: Person, path: string) => {
    const { raw } = await person.get(`/governance/export/${path}`)
    return path.includes('xlsx') ? workbookRows(raw) : csvRows(raw)
  }
  const alone = { own: [] as string[][][], other: [] as string[][][] }
  for (const path of paths) {
    alone.own.push(await rowsOf(ana, path))
    alone.other.push(await rowsOf(other, path))
  }
  const [own, others] = await Promise.all([
    Promise.all(paths.map((path) => rowsOf(ana, path))),
    Promise.all(paths.map((path) => rowsOf(other, path))),
  ])
  assert.deepEqual(own, alone.own)
  assert.deepEqual(others, alone.other)
  assert.equal(own[0]!.flat().includes('Actividad ajena'), false)
  assert.ok(others[0]!.flat().includes('Actividad ajena'))
  assert.equal(others[2]!.length, 1)
})
