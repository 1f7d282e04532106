import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeBreach } from '#test/kit/breaches.ts'
import { draft, ground, linkTo, sent } from '#test/kit/contracts.ts'
import { act, publishNotice } from '#test/kit/policies.ts'
import { openService } from '#test/kit/service.ts'
import { wordText } from '#test/kit/word.ts'

/** Documents for people read as if a person wrote them: no machine formats of dates, numbers, states or field names. */

const MACHINE: readonly [what: string, pattern: RegExp][] = [
  ['a date for machines', /\b\d{4}-\d\d-\d\d(T|\b)/],
  ['a RUT without dots', /(?<![\d.])\d{7,8}-[\dkK]\b/],
  [
    'a state in English',
    /\b(DRAFT|SENT|SIGNED|EXPIRED|TERMINATED|PUBLISHED|ARCHIVED|RECEIVED|COMPLETED|REJECTED|FULFILLED|ACCESS|DELETION|BLOCKING|detected|investigating|contained|resolved|notified|approved|rejected|in_review|identified|mitigated)\b/,
  ],
  ['a level in English', /\b(low|medium|high|critical)\b/],
  ['the name of a field', /\b[a-z]{2,}[A-Z][a-zA-Z]+\b|\b[a-z]{3,}_[a-z]{3,}\b/],
  ['nothing where something was meant', /\b(undefined|null|NaN)\b|\[object/],
]

function faultsIn(text: string): string[] {
  return MACHINE.flatMap(([what, pattern]) => {
    const found = pattern.exec(text)
    return found ? [`${what}: …${text.slice(Math.max(0, found.index - 40), found.index + 40)}…`] : []
  })
}

const api = await openService()
const g = await ground(api, { name: 'Tienda Sur SpA' })
const { ana } = g
const [entity] = (await ana.get('/org/entities')).data.entities
await ana.patch(`/org/entities/${entity.id}`, {
  taxId: '76.123.456-0',
  dpoName: 'Pedro Soto',
  dpoEmail: 'dpo@sur.cl',
  postalAddress: 'Av. Matta 100, Santiago',
  legalRepName: 'Marta Soto',
})

async function assertPlain(path: string): Promise<void> {
  const reply = await ana.get(path)
  assert.equal(reply.status, 200, `${path}: ${JSON.stringify(reply.body)}`)
  const text = await wordText(reply.raw)
  assert.ok(text.length > 100, path)
  assert.deepEqual(faultsIn(text), [], path)
}

test('the patterns find machine formats and ignore people’s words', () => {
  for (const text of [
    '2026-11-15',
    '12345678-5',
    'está en «SIGNED»',
    'riesgo high',
    'su subjectEmail',
    'undefined',
  ])
    assert.equal(faultsIn(text).length, 1, text)
  assert.deepEqual(faultsIn('El 15-11-2026, RUT 12.345.678-5, Nube SpA: firmado.'), [])
})

test('contracts, in every state', async () => {
  await assertPlain(`/contracts/${await draft(g)}/document?format=docx`)
  const id = await sent(g, { signerEmail: 'plano@nube.cl' })
  await api.anyone.post(await linkTo(api, 'plano@nube.cl'), { name: 'Carla Díaz', rut: '12345678-5' })
  await assertPlain(`/contracts/${id}/document?format=docx`)
})

const NECESSARY = {
  key: 'necessary',
  name: 'Necesarias',
  description: 'Hacen funcionar el sitio',
  required: true,
  legalBasis: 'legitimate_interest',
  cookies: [
    { name: 'sesion', provider: 'Tienda Sur', duration: 'La visita', description: 'Recuerda el carro' },
  ],
}

test('policies', async () => {
  await publishNotice(ana, [NECESSARY])
  const { id } = (await ana.post('/privacy-policy/generate')).data
  await assertPlain(`/privacy-policy/${id}/document?format=docx`)
  const { workflowInstanceId } = (await ana.post(`/privacy-policy/${id}/publish`)).data
  await act(ana, workflowInstanceId, 'APPROVE')
  await assertPlain(`/privacy-policy/${id}/document?format=docx`)
  const cookies = (await ana.post('/cookie-policy/generate')).data
  await assertPlain(`/cookie-policy/${cookies.id}/document?format=docx`)
})

test('assessments', async () => {
  const { id } = (await ana.post('/dpia/assessments', { title: 'Perfilado', activityId: g.activityId })).data
  await ana.post(`/dpia/assessments/${id}/risks`, {
    description: 'Fuga',
    likelihood: 'low',
    impact: 'critical',
  })
  await assertPlain(`/dpia/assessments/${id}/document?format=docx`)
})

test('texts about a breach, for each audience', async () => {
  const id = await makeBreach(ana, {
    description: 'Se envió una planilla a un tercero.',
    severity: 'high',
    dataCategories: ['name', 'health'],
    estimatedRecords: 120,
    activityIds: [g.activityId],
  })
  for (const audience of ['authority', 'subjects', 'mass_media', 'controller', 'csirt_alert', 'csirt_report'])
    await assertPlain(`/breaches/${id}/document?format=docx&audience=${audience}`)
})

test('mails about a request', async () => {
  const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Formulario' })).data
  for (const rightType of ['ACCESS', 'DELETION', 'BLOCKING']) {
    const subject = { subjectName: 'Luis Vera', subjectEmail: 'luis@persona.cl', subjectRut: '12345678-5' }
    await api.anyone.post(`/public/dsar/${widgetKey}`, { rightType, ...subject, description: 'Lo pido' })
  }
  await api.drain()
  const { items } = (await ana.get('/dsar/requests')).data
  assert.equal(items.length, 3)
  for (const { id, rightType } of items) {
    await ana.post(`/dsar/requests/${id}/respond`, {
      responseType: rightType === 'BLOCKING' ? 'REJECTED_LEGAL' : 'FULFILLED',
      responseNotes: 'Se adjunta lo pedido.',
      denialReason: rightType === 'BLOCKING' ? 'El dato es correcto' : undefined,
    })
    await api.drain()
    const { letters } = (await ana.get(`/dsar/requests/${id}`)).data
    assert.ok(letters.length >= 2, rightType)
    for (const letter of letters) await assertPlain(`/dsar/requests/${id}/letters/${letter.id}?format=docx`)
  }
})

test('refusals that a person reads', async () => {
  const contract = await draft(g)
  const breach = (await ana.get('/breaches')).data.items[0].id
  const assessment = (await ana.get('/dpia/assessments')).data.items[0].id
  const request = (await ana.get('/dsar/requests')).data.items[0].id
  for (const reply of [
    await ana.post(`/contracts/${contract}/sign`, { signerName: 'Carla' }),
    await ana.post(`/contracts/${contract}/renew`),
    await ana.post(`/contracts/${contract}/terminate`),
    await ana.patch(`/breaches/${breach}/status`, { status: 'resolved' }),
    await ana.patch(`/dsar/requests/${request}`, { status: 'RECEIVED' }),
    await ana.patch(`/rat/activities/${g.activityId}/status`, { status: 'draft' }),
    await ana.get(`/dpia/assessments/${assessment}x`),
  ]) {
    assert.ok(reply.status >= 400, JSON.stringify(reply.body))
    assert.deepEqual(faultsIn(reply.body.error.message), [], reply.body.error.message)
  }
})
