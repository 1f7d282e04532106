import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { pdfPages, pdfText } from '#test/kit/pdf.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { TYPICAL_RISKS } from './knowledge.ts'
import { riskLevel } from './rules.ts'

const api = await openService()
api.clock.set('2026-12-01T12:00:00Z')
const ana = await api.tenant({ name: 'Clínica Ñuñoa & Cía. SpA' })
const pedro = await ana.colleague('DPO', 'Pedro Núñez')

async function newAssessment(body: object = {}, person: Person = ana) {
  const reply = await person.post('/dpia/assessments', { title: 'Ficha clínica: «piloto»', ...body })
  assert.equal(reply.status, 201)
  return reply.data
}

const download = (id: string, person: Person = ana) => person.get(`/dpia/assessments/${id}/export/pdf`)

/** Inserts rows directly: adding risks one by one is not under test. */
async function addRisks(assessmentId: string, count: number): Promise<void> {
  const now = api.clock.now()
  const rows = Array.from({ length: count }, (_, index) => {
    const { description, likelihood, impact, mitigation } = TYPICAL_RISKS[index % TYPICAL_RISKS.length]!
    return {
      tenant_id: ana.tenantId,
      id: newId(),
      assessment_id: assessmentId,
      description: `R-${index + 1}. ${description}`,
      likelihood,
      impact,
      risk_level: riskLevel(likelihood, impact),
      mitigation,
      residual_risk: 'low' as const,
      status: 'mitigated' as const,
      created_at: now,
      updated_at: now,
    }
  })
  await api.access.asSystem('a test adds many risks', (db) =>
    db.insertInto('dpia_risks').values(rows).execute(),
  )
}

function holds(text: string, ...parts: string[]): void {
  for (const part of parts) assert.ok(text.includes(part), `«${part}» is not in: ${text}`)
}

test('the report is a file with a safe name, and every role may download it', async () => {
  const { id } = await newAssessment()
  const reply = await download(id, await ana.colleague('VIEWER'))
  assert.equal(reply.status, 200)
  assert.equal(reply.headers['content-type'], 'application/pdf')
  assert.equal(
    reply.headers['content-disposition'],
    'attachment; filename="eipd-ficha-clinica-piloto-v1.pdf"',
  )
  assert.equal(reply.raw.subarray(0, 5).toString(), '%PDF-')
  assert.equal(Number(reply.headers['content-length']), reply.raw.length)
})

test('the report has everything a board needs: who, what, why, which risks, and who approved', async () => {
  const entity = (await ana.get('/org/entities')).data.entities[0]
  await ana.patch(`/org/entities/${entity.id}`, { dpoName: 'Pedro Núñez', dpoEmail: 'dpo@clinica.cl' })
  const system = await ana.post('/data-map/systems', {
    name: 'Ficha',
    type: 'CLINICAL',
    vendor: 'Nube Andina',
  })
  const activity = await ana.post('/rat/activities', {
    name: 'Atención ambulatoria',
    purpose: 'Registrar la atención',
    legalBasis: 'legal_obligation',
    dataCategories: ['health', 'rut'],
    subjectCategories: ['patients'],
    retentionPeriod: 'legal_minimum',
    systemId: system.data.id,
    internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' },
  })
  const { id } = await newAssessment({
    activityId: activity.data.id,
    description: 'Una sola ficha para tres sedes.',
    necessity: 'La atención lo exige.',
    proportionality: 'Accede solo el equipo tratante.',
  })
  for (const [likelihood, impact] of [
    ['medium', 'critical'],
    ['medium', 'critical'],
    ['low', 'low'],
  ])
    await ana.post(`/dpia/assessments/${id}/risks`, {
      description: 'Divulgación de diagnósticos',
      likelihood,
      impact,
      mitigation: 'Registro de cada consulta',
      residualRisk: 'medium',
    })
  const { data: instance } = await ana.get(`/workflow-instances/entity/DPIA/${id}`)
  const action = (body: object) =>
    pedro.post(`/workflow-instances/${instance.id}/action`, { stageId: instance.currentStageId, ...body })
  await action({ actionType: 'REQUEST_INFO', notes: 'Detallar el plazo' })
  assert.ok(
    pdfText((await download(id)).raw).includes('La versión 1 está pendiente de aprobación (borrador).'),
  )
  await action({ actionType: 'APPROVE', notes: 'Conforme' })

  const pages = pdfPages((await download(id)).raw)
  const text = pages.join(' ').replace(/\s+/g, ' ')
  holds(
    pages[0]!.replace(/\s+/g, ' '),
    'Clínica Ñuñoa & Cía. SpA',
    'EVALUACIÓN DE IMPACTO EN PROTECCIÓN DE DATOS PERSONALES',
    'Ficha clínica: «piloto»',
    'Aprobada',
    'Versión 1',
    'Fecha 1 de diciembre de 2026',
    'Pedro Núñez · dpo@clinica.cl',
    'Atención ambulatoria',
    'Página 1 de',
  )
  holds(
    text,
    'Se evaluaron 3 riesgos. El mayor es alto antes de las medidas y medio después de ellas.',
    'Una sola ficha para tres sedes.',
    'Finalidad Registrar la atención',
    'Base de licitud Obligación legal',
    'Datos tratados Salud y perfil biológico; RUT',
    'Encargados Nube Andina',
    'Estados Unidos (Cláusulas contractuales)',
    'La atención lo exige.',
    'Accede solo el equipo tratante.',
    'Divulgación de diagnósticos',
    'Registro de cada consulta',
    'Probabilidad media Impacto crítico',
    'Aprobada el 1 de diciembre de 2026 por Pedro Núñez (Delegado o delegada de protección de datos).',
    'Pidió información',
    'Detallar el plazo',
    'Aprobó la etapa',
    'Conforme',
    `Página ${pages.length} de ${pages.length}`,
  )
  assert.ok(!text.includes('BORRADOR'))
})

test('the report of an empty draft says what is missing, and that it is a draft', async () => {
  const { id } = await newAssessment()
  holds(
    pdfText((await download(id)).raw),
    'BORRADOR',
    'Sin descripción.',
    'La evaluación no está ligada a una actividad del registro.',
    'Sin análisis de necesidad.',
    'No se han registrado riesgos.',
    'Inicio de la aprobación',
  )
})

test('the same assessment gives the same bytes at any time, and other bytes once it changes', async () => {
  const { id } = await newAssessment()
  const first = await download(id)
  api.clock.advance(10 * 60_000)
  assert.ok(first.raw.equals((await download(id)).raw))
  await ana.put(`/dpia/assessments/${id}`, { necessity: 'Otra' })
  assert.ok(!first.raw.equals((await download(id)).raw))
  api.clock.set('2026-12-01T12:00:00Z')
})

test('two hundred risks and long texts flow over pages, each once, without blocking other requests', async () => {
  const { id } = await newAssessment({ necessity: 'La atención lo exige. '.repeat(450) })
  await addRisks(id, 200)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  const reply = await download(id)
  const tookMs = performance.now() - began
  delay.disable()
  assert.equal(reply.status, 200)
  // Alone on a machine it stays below 50 ms. The bound leaves room for other load and for the embedded database.
  const longestMs = delay.max / 1e6
  assert.ok(longestMs < Math.max(150, tookMs / 4), `blocked for ${longestMs} ms of ${tookMs} ms`)

  const pages = pdfPages(reply.raw)
  assert.ok(pages.length > 15)
  const text = pages.join(' ')
  for (let risk = 1; risk <= 200; risk += 1)
    assert.equal(text.match(new RegExp(`\\bR-${risk}\\. `, 'g'))?.length ?? 0, 1, `risk ${risk}`)
  pages.forEach((page, index) => {
    holds(page.replace(/\s+/g, ' '), `Página ${index + 1} de ${pages.length}`)
  })
})

test('an assessment has at most five hundred risks', async () => {
  const { id } = await newAssessment()
  await addRisks(id, 499)
  const risk = { description: 'Uno más', likelihood: 'low', impact: 'low' }
  const replies = await Promise.all([1, 2].map(() => ana.post(`/dpia/assessments/${id}/risks`, risk)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409])
  assert.equal((await ana.get(`/dpia/assessments/${id}`)).data.risks.length, 500)
})

test('several simultaneous downloads each get their own file', async () => {
  const titles = ['Uno', 'Dos', 'Tres']
  const made = await Promise.all(titles.map((title) => newAssessment({ title })))
  const replies = await Promise.all(made.map(({ id }) => download(id)))
  replies.forEach(({ raw }, index) => {
    holds(pdfText(raw), `· ${titles[index]}`)
  })
})

test('a title cannot break out of the file name', async () => {
  for (const title of ['"; filename="x.exe', '../../etc/passwd', '漢字 😀']) {
    const { id } = await newAssessment({ title })
    const reply = await download(id)
    assert.equal(reply.status, 200)
    assert.match(String(reply.headers['content-disposition']), /^attachment; filename="[a-z0-9-]+\.pdf"$/)
  }
})

test('a missing assessment has no report', async () => {
  for (const id of [newId(), 'nada']) {
    const reply = await download(id)
    assert.equal(reply.status, 404)
    assert.equal(reply.body.error.code, 'RESOURCE_NOT_FOUND')
  }
})

test('the API description declares the report as a PDF file', async () => {
  const { body } = await api.anyone.get('/openapi.json')
  const { responses } = body.paths['/api/v1/dpia/assessments/{id}/export/pdf'].get
  assert.deepEqual(responses['200'].content, {
    'application/pdf': { schema: { contentMediaType: 'application/pdf' } },
  })
})

test('an activity that changed after the approval is marked as shown in its current form', async () => {
  const { data: activity } = await ana.post('/rat/activities', {
    name: 'Encuestas',
    purpose: 'Mejorar la atención',
    legalBasis: 'consent',
    dataCategories: ['email'],
    subjectCategories: ['patients'],
    retentionPeriod: '1_year',
    systemId: (await ana.post('/data-map/systems', { name: 'Formularios', type: 'SAAS' })).data.id,
  })
  const { id } = await newAssessment({ activityId: activity.id })
  const { data: instance } = await ana.get(`/workflow-instances/entity/DPIA/${id}`)
  await pedro.post(`/workflow-instances/${instance.id}/action`, {
    stageId: instance.currentStageId,
    actionType: 'APPROVE',
  })
  const read = async () => pdfText((await download(id)).raw).replace(/\s+/g, ' ')
  assert.ok(!(await read()).includes('se modificó'))
  api.clock.advance(60_000)
  await ana.put(`/rat/activities/${activity.id}`, { purpose: 'Vender' })
  holds(await read(), 'La actividad se modificó el 1 de diciembre de 2026, después de la aprobación')
})
