import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { json } from '#db/sql.ts'
import { HOUR_MS } from '#kernel/dates.ts'
import { makeActivity, makeDomain, NOBODY } from '#test/kit/activities.ts'
import { makeBreach } from '#test/kit/breaches.ts'
import { pdfPages, pdfText } from '#test/kit/pdf.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { REPORT_JOB, SWEEP_JOB } from './jobs.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const admin = await ana.colleague('ADMIN')
const analyst = await ana.colleague('ANALYST')
const viewer = await ana.colleague('VIEWER')

async function generate(person: Person, body?: object) {
  const reply = await person.post('/governance/reports/generate', body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

async function publishPolicy(person: Person): Promise<void> {
  const { entities } = (await person.get('/org/entities')).data
  const draft = await person.post('/privacy-policy/generate', { legalEntityId: entities[0].id })
  assert.equal(draft.status, 201, JSON.stringify(draft.body))
  await api.access.asSystem('a test publishes a policy', (db) =>
    db
      .updateTable('privacy_policies')
      .set({
        status: 'PUBLISHED',
        published_at: new Date(),
        custom_title: 'Política propia',
        custom_sections: json({ security: { title: 'Título <propio>' } }),
      })
      .where('tenant_id', '=', person.tenantId)
      .execute(),
  )
}

test('a report is accepted at once, made in the background, and downloaded as PDF', async () => {
  const promised = await generate(analyst, { title: 'Informe al directorio' })
  const { id, createdAt, ...rest } = promised
  assert.deepEqual(rest, {
    kind: 'REPORT',
    title: 'Informe al directorio',
    status: 'PENDING',
    progress: 0,
    score: null,
    level: null,
    contentType: null,
    fileName: null,
    sizeBytes: null,
    sha256: null,
    error: null,
    lawVersion: '2026-12-01',
    createdBy: analyst.userId,
    completedAt: null,
  })
  assert.ok(createdAt)
  const early = await viewer.get(`/governance/reports/${id}/download`)
  assert.deepEqual([early.status, early.body.error.code], [409, 'CONFLICT'])

  await api.drain()
  const { data: made } = await viewer.get(`/governance/reports/${id}`)
  assert.deepEqual(
    [made.status, made.progress, made.score, made.level, made.fileName],
    ['READY', 100, 0, 'low', 'informe-al-directorio.pdf'],
  )
  const file = await viewer.get(`/governance/reports/${id}/download`)
  assert.equal(file.status, 200)
  assert.equal(file.headers['content-type'], 'application/pdf')
  assert.equal(file.headers['content-disposition'], 'attachment; filename="informe-al-directorio.pdf"')
  const text = pdfText(file.raw)
  for (const words of [
    'Tienda Sur SpA',
    'Informe al directorio',
    '0 de 100',
    'Este es el primer informe',
    'El registro no tiene ninguna actividad de tratamiento.',
    'art. 14 ter, Ley 19.628 (mod. Ley 21.719)',
    'infracción leve (art. 34 bis), amonestación escrita o multa de hasta 5.000 UTM',
    'Encargados con contrato vigente',
  ])
    assert.ok(text.includes(words), words)
  assert.ok(pdfPages(file.raw).length >= 3)
})

test('the next report shows the previous scores, and gets a default title', async () => {
  await makeActivity(ana)
  const first = await generate(ana)
  const second = await generate(ana, {})
  const third = await generate(ana, { title: ' ' })
  assert.match(first.title, /^Informe de cumplimiento, \d+ de \w+ de \d{4}$/)
  assert.deepEqual([second.title, third.title], [first.title, first.title])
  await api.drain()
  const file = await ana.get(`/governance/reports/${third.id}/download`)
  assert.match(pdfText(file.raw), /\(este informe\)/)
})

test('reports are listed newest first, by kind and state, and can be deleted', async () => {
  const person = await api.tenant()
  const [one, two] = [await generate(person, { title: 'Uno' }), await generate(person, { title: 'Dos' })]
  const { data } = await person.get('/governance/reports?limit=1')
  assert.deepEqual(data.pagination, { page: 1, limit: 1, total: 2, totalPages: 2 })
  assert.equal(data.items[0].id, two.id)
  assert.equal((await person.get('/governance/reports?kind=INSPECTION')).data.pagination.total, 0)
  assert.equal((await person.get('/governance/reports?status=PENDING')).data.pagination.total, 2)
  assert.equal((await person.get('/governance/reports?status=pending')).status, 400)
  assert.deepEqual((await person.delete(`/governance/reports/${one.id}`)).body, { success: true })
  assert.equal((await person.delete(`/governance/reports/${one.id}`)).status, 404)
  assert.equal((await person.get(`/governance/reports/${one.id}`)).status, 404)
  await api.drain()
  assert.equal((await person.get(`/governance/reports/${two.id}`)).data.status, 'READY')
  const log = (await person.get('/settings/audit-log?entityType=governance_report')).data.items
  assert.deepEqual(
    log.map(({ action }: { action: string }) => action),
    ['delete', 'generate', 'generate'],
  )
})

test('an invalid body is refused', async () => {
  for (const body of [{ title: 5 }, { title: 'x'.repeat(201) }, []])
    assert.equal((await ana.post('/governance/reports/generate', body)).status, 400, JSON.stringify(body))
})

test('a report that fails is retried, and finally says that it failed', async () => {
  const person = await api.tenant()
  const { id } = await generate(person)
  const data = { tenantId: person.tenantId, reportId: id }
  const { engine } = api.access.database
  await engine.asOwner('alter view risk_register rename to elsewhere')
  try {
    await assert.rejects(REPORT_JOB.run(api.service.jobEnv, data, { jobId: 'x', attempt: 1 }))
    assert.equal((await person.get(`/governance/reports/${id}`)).data.status, 'PENDING')
    await REPORT_JOB.run(api.service.jobEnv, data, { jobId: 'x', attempt: 4 })
  } finally {
    await engine.asOwner('alter view elsewhere rename to risk_register')
  }
  const { data: failed } = await person.get(`/governance/reports/${id}`)
  assert.equal(failed.status, 'FAILED')
  assert.match(failed.error, /^No pudimos preparar el documento/)
  assert.ok(failed.completedAt)
  const refused = await person.get(`/governance/reports/${id}/download`)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
  await api.drain()
  assert.equal((await person.get(`/governance/reports/${id}`)).data.status, 'FAILED')
})

test('an abandoned report is ended', async () => {
  const person = await api.tenant()
  const { id } = await generate(person)
  await SWEEP_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  assert.equal((await person.get(`/governance/reports/${id}`)).data.status, 'PENDING')
  await api.access.asSystem('a test lets time pass', (db) =>
    db
      .updateTable('governance_reports')
      .set({ created_at: new Date(Date.now() - 6 * HOUR_MS) })
      .where('id', '=', id)
      .execute(),
  )
  await SWEEP_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  assert.equal((await person.get(`/governance/reports/${id}`)).data.status, 'FAILED')
})

test('the inspection folder is complete, and its manifest proves it', async () => {
  const person = await api.tenant({ name: 'Clínica <Sur>' })
  const activityId = await makeActivity(person, { name: 'Ficha clínica' })
  await person.post('/dpia/assessments', { title: 'EIPD de la ficha' })
  await makeBreach(person, { title: 'Correo perdido' })
  await publishPolicy(person)
  await makeDomain(person, 'https://www.ejemplo.cl')
  const { data: processor } = await person.post('/processors', { name: 'Nube Andina' })
  const { templates } = (await person.get('/contracts/templates')).data
  const contract = await person.post('/contracts/generate', {
    templateId: templates[0].id,
    processorId: processor.id,
    activityIds: [activityId],
  })
  assert.equal(contract.status, 201, JSON.stringify(contract.body))
  const reply = await person.post('/governance/inspection-folder', { title: 'Fiscalización 2026' })
  assert.equal(reply.status, 201)
  assert.deepEqual([reply.data.kind, reply.data.status], ['INSPECTION', 'PENDING'])
  await api.drain()
  const file = await person.get(`/governance/reports/${reply.data.id}/download`)
  assert.equal(
    file.status,
    200,
    JSON.stringify((await person.get(`/governance/reports/${reply.data.id}`)).body),
  )
  assert.equal(file.headers['content-type'], 'application/zip')
  assert.equal(file.headers['content-disposition'], 'attachment; filename="fiscalizacion-2026.zip"')

  const entries = unzipSync(file.raw)
  const listed = JSON.parse(strFromU8(entries['manifiesto.json']!)).archivos.map(
    ({ archivo }: { archivo: string }) => archivo,
  )
  assert.deepEqual(
    new Set([...listed, 'manifiesto.json', 'manifiesto.txt', 'evidencia/sello.json']),
    new Set(Object.keys(entries)),
  )
  const textOf = (path: string) => Buffer.from(entries[path]!).toString()
  assert.match(textOf('02-registro-de-actividades/registro-de-actividades.csv'), /^\ufeff.*Ficha clínica/s)
  assert.match(textOf('03-evaluaciones-de-impacto/evaluaciones.csv'), /EIPD de la ficha/)
  assert.match(textOf('07-contratos-con-encargados/contratos.csv'), /Nube Andina/)
  assert.match(textOf('06-vulneraciones-de-seguridad/vulneraciones.csv'), /^\ufeffID;Título/)
  assert.match(textOf('04-solicitudes-de-titulares/solicitudes.csv'), /^\ufeffFolio;Entidad legal;Derecho/)
  assert.match(textOf('09-auditoria/registro-de-auditoria.csv'), /Vulneración de seguridad/)
  const policy = pdfText(Buffer.from(entries['08-politicas-publicadas/001-politica-propia-version-1.pdf']!))
  assert.match(policy, /Política propia.*Título <propio>/s)
  assert.match(pdfText(Buffer.from(entries['00-indice.pdf']!)), /Clínica <Sur>/)
  assert.ok(!listed.some((path: string) => /contratos.*\.pdf$/.test(path)))
})

test('VIEWER reads, ANALYST makes reports, ADMIN makes and reads the folder', async () => {
  const report = await generate(analyst)
  assert.equal((await viewer.post('/governance/reports/generate')).status, 403)
  assert.equal((await viewer.delete(`/governance/reports/${report.id}`)).status, 403)
  assert.equal((await viewer.get('/governance/reports')).status, 200)
  const dpo = await ana.colleague('DPO')
  assert.equal((await dpo.post('/governance/inspection-folder')).status, 403)
  const { data: folder } = await admin.post('/governance/inspection-folder')
  await api.drain()
  assert.equal((await dpo.get(`/governance/reports/${folder.id}`)).status, 200)
  assert.equal((await dpo.get(`/governance/reports/${folder.id}/download`)).status, 403)
  assert.equal((await dpo.delete(`/governance/reports/${folder.id}`)).status, 403)
  assert.equal((await admin.get(`/governance/reports/${folder.id}/download`)).status, 200)
  assert.equal((await admin.delete(`/governance/reports/${folder.id}`)).status, 200)
  for (const path of ['', `/${report.id}`, `/${report.id}/download`])
    assert.equal((await api.anyone.get(`/governance/reports${path}`)).status, 401)
})

test('nobody sees or changes the reports of another organisation', async () => {
  const { id } = await generate(ana)
  await api.drain()
  const stranger = await api.tenant()
  for (const wrong of [id, NOBODY, 'nada']) {
    assert.equal((await stranger.get(`/governance/reports/${wrong}`)).status, 404)
    assert.equal((await stranger.get(`/governance/reports/${wrong}/download`)).status, 404)
    assert.equal((await stranger.delete(`/governance/reports/${wrong}`)).status, 404)
  }
  assert.deepEqual((await stranger.get('/governance/reports')).data.items, [])
  assert.equal((await ana.get(`/governance/reports/${id}`)).status, 200)
})
