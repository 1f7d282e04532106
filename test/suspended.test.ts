import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { SYSTEM } from '#db/context.ts'
import { exampleOf } from '#http/schema-kit.ts'
import { sendMail } from '#jobs/mail.ts'
import { chileanDay } from '#kernel/dates.ts'
import { verifyProof } from '#kernel/evidence/proof.ts'
import { newId } from '#kernel/ids.ts'
import { ROLES } from '#kernel/roles.ts'
import { withdrawalKey } from '#modules/consent/templates/receipt.ts'
import { resumeTenant, suspendTenant } from '#modules/settings/public.ts'
import { seal } from './kit/evidence.ts'
import { openService, type Reply } from './kit/service.ts'

/** Walks over the routes: a suspended organisation shows nothing and loses nothing. */
const api = await openService()
const ana = await api.tenant({ name: 'Suspendida' })
const siemSecret = (await ana.get('/settings/tenant')).data.siemSecret
const widget = (await ana.post('/dsar/widgets', { name: 'Derechos' })).data.widgetKey
const form = (await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo.' })).data
const notice = (
  await ana.post('/consent/notices', {
    name: 'Cookies',
    purposes: [{ key: 'analytics', name: 'Medición', description: 'Medimos visitas', required: false }],
  })
).data
const published = (await ana.post(`/consent/notices/${notice.id}/publish`)).data
const key = (await ana.post('/settings/api-keys', { name: 'CRM', scopes: ['consent:read', 'consent:write'] }))
  .data.key
const request = {
  rightType: 'ACCESS',
  subjectName: 'Camila Soto',
  subjectEmail: 'camila@correo.cl',
  subjectRut: '12.345.678-5',
  description: 'Quiero saber qué datos tienen de mí.',
}
const received = await api.anyone.post(`/public/dsar/${widget}`, request)
assert.equal(received.status, 201, JSON.stringify(received.body))
const folio = received.data.folioNumber
const decision = { action: 'reject_all', subjectRef: 'camila@correo.cl' }
const { receipt } = (await api.anyone.post(`/public/consent/${published.widgetKey}/record`, decision)).data
const questionnaire = (await ana.post('/questionnaires', { builtIn: 'cameras' })).data
const invitation = await ana.post(`/questionnaires/${questionnaire.id}/send`, {
  recipients: [{ email: 'jefa@correo.cl', name: 'Jefa' }],
  dueOn: chileanDay(api.clock.now()),
})
const asked = invitation.data.items[0].pageUrl.split('/').at(-1)
await ana.post(`/dsar/requests/${received.data.id}/tasks`, {
  systemName: 'CRM',
  ownerEmail: 'duena@correo.cl',
})
await ana.post(`/dsar/requests/${received.data.id}/tasks/send`, {})
const deletion = await api.anyone.post(`/public/dsar/${widget}`, {
  ...request,
  subjectEmail: 'tercera@correo.cl',
  rightType: 'DELETION',
})
await ana.post(`/dsar/requests/${deletion.data.id}/respond`, { responseType: 'FULFILLED' })
const toThird = await ana.post(`/dsar/requests/${deletion.data.id}/recipients`, {
  recipients: [{ name: 'Palomar', email: 'privacidad@palomar.cl' }],
})
const noticed = toThird.data.items[0].pageUrl.split('/').at(-1)
await api.drain()
const task = /\/tareas\/([\w-]{43})/.exec(api.mailbox.to('duena@correo.cl')[0]!.text!)![1]!
await ana.post(`/dsar/requests/${received.data.id}/package`)
await api.drain()
await ana.post(`/dsar/requests/${received.data.id}/package/deliver`)
await api.drain()
const letter = api.mailbox.to('camila@correo.cl').find(({ subject }) => /está lista/.test(subject ?? ''))
const [, answer] = /\/respuesta\/([\w-]{43})/.exec(letter!.text!)!
await seal(api)
const [{ id: kept }] = (await ana.get(`/consent/notices/${notice.id}/records`)).data.items
const proof = await ana.get(`/evidence/consent_record/${kept}`)
assert.equal(proof.status, 200, JSON.stringify(proof.body))
await suspendTenant(api.access, ana.slug, api.clock.now())
// Published notices are cached for a second.
await wait(1100)

const routes = api.app.routeTable.filter(({ url }) => url.startsWith('/api/v1/'))
const pathOf = (url: string) => url.slice('/api/v1'.length).replaceAll(/:\w+/g, newId())

function isSuspended({ status, body }: Reply, name: string): void {
  assert.deepEqual(
    [status, body.error?.details?.[0]?.rule],
    [403, 'suspended'],
    `${name}: ${JSON.stringify(body)}`,
  )
}

test('no member reads or changes anything, on any route', async () => {
  const closed = routes.filter(({ config }) => ROLES.some((role) => role === config?.role))
  assert.ok(closed.length > 150)
  for (const { method, url, schema } of closed) {
    const name = `${method} ${url}`
    if (url === '/api/v1/files' && method === 'POST') continue
    const body = (schema as { body?: object } | undefined)?.body
    const sent = body && exampleOf(body as never)
    const reply = await ana.call(method as 'GET', pathOf(url), method === 'GET' ? undefined : sent)
    isSuspended(reply, name)
  }
})

/** Routes with a public key or session, with an address for each. New routes must be listed. */
const SHOWN: Record<string, string | undefined> = {
  '/public/policies/:tenantSlug/privacy': `/public/policies/${ana.slug}/privacy`,
  '/public/policies/:tenantSlug/cookies': `/public/policies/${ana.slug}/cookies`,
  '/public/evidence/:tenantSlug/heads': `/public/evidence/${ana.slug}/heads`,
  '/public/evidence/:tenantSlug/:entityType/:id': `/public/evidence/${ana.slug}/consent_record/${newId()}`,
  '/public/dsar/:widgetKey': `/public/dsar/${widget}`,
  '/public/dsar/:widgetKey/config': `/public/dsar/${widget}/config`,
  '/public/dsar/track/:folio': `/public/dsar/track/${folio}`,
  '/public/answers/:key/file': `/public/answers/${answer}/file`,
  '/public/questionnaires/:key': `/public/questionnaires/${asked}`,
  '/public/tasks/:key': `/public/tasks/${task}`,
  '/public/acknowledgements/:key': `/public/acknowledgements/${noticed}`,
  '/public/consent-form/:formKey/config': `/public/consent-form/${form.formKey}/config`,
  '/public/consent/receipts/:receipt': `/public/consent/receipts/${receipt}`,
  '/public/consent/:widgetKey/config': `/public/consent/${published.widgetKey}/config`,
  '/public/privacy-portal/:tenantSlug/config': `/public/privacy-portal/${ana.slug}/config`,
}

/** Routes whose own tests cover this, or that lead to no organisation. */
const ELSEWHERE =
  /^\/(openapi\.json|auth\/|public\/contracts\/|public\/evidence\/keys|public\/privacy-portal\/:tenantSlug\/(consent|request))/

test('the public sees nothing of it', async () => {
  const open = routes.filter(
    ({ method, config }) => method === 'GET' && ['PUBLIC', 'PORTAL'].includes(String(config?.role)),
  )
  for (const { url } of open) {
    const path = url.slice('/api/v1'.length)
    if (ELSEWHERE.test(path)) continue
    assert.ok(SHOWN[path], `${path}: say in SHOWN what leads to it`)
    isSuspended(await api.anyone.get(SHOWN[path]), path)
  }
})

test('evidence that people hold still verifies, because the keys stay published', async () => {
  assert.equal(
    (await verifyProof(proof.data, (await api.anyone.get('/public/evidence/keys')).data.keys)).whole,
    true,
  )
})

test('its pages say so in words and show nothing else', async () => {
  for (const url of [
    `/derechos/${widget}`,
    `/derechos/${widget}?derecho=ACCESS`,
    `/derechos/${widget}/recibo/${folio}`,
    `/seguimiento/${folio}`,
    `/consentimiento/${form.formKey}`,
    `/consentimiento/${form.formKey}/retirar`,
    `/consentimiento/${form.formKey}/recibo/${'0'.repeat(64)}`,
    `/cuestionarios/${asked}`,
    `/retirar/${withdrawalKey(api.app.tools, ana.tenantId, newId())}`,
  ]) {
    const { statusCode, headers, payload } = await api.app.inject({ url, headers: { accept: 'text/html' } })
    assert.deepEqual([statusCode, headers['content-type']], [403, 'text/html; charset=utf-8'], url)
    assert.doesNotMatch(payload, /Suspendida|Acceso/, url)
  }
})

test('an API key reads nothing, and its records stay', async () => {
  const crm = api.with({ 'x-api-key': key })
  isSuspended(await crm.get('/external/key'), 'key')
  isSuspended(await crm.get('/external/consent/templates'), 'templates')
  isSuspended(await crm.get('/external/consent/subject/camila@correo.cl/consents'), 'subject')
  const record = { templateId: form.id, subjectRef: 'camila@correo.cl', granted: false }
  assert.equal((await crm.post('/external/consent/records', record)).status, 201)
})

test('requests of people and systems are accepted and answered, but mails to its own members wait', async () => {
  const sent = await api.anyone.post(`/public/dsar/${widget}`, { ...request, subjectEmail: 'otra@correo.cl' })
  assert.equal(sent.status, 201)
  assert.equal((await api.anyone.post(`/public/consent/${published.widgetKey}/record`, decision)).status, 201)
  const granted = { subjectRef: 'nueva@correo.cl', granted: true }
  assert.equal((await api.anyone.post(`/public/consent-form/${form.formKey}/submit`, granted)).status, 201)
  const alert = JSON.stringify({
    source: 'wazuh',
    rule_id: 5712,
    rule_level: 14,
    rule_description: 'Acceso no autorizado',
    agent: { name: 'web-01' },
    timestamp: '2026-11-01T10:00:00Z',
  })
  const signature = `sha256=${createHmac('sha256', siemSecret).update(alert).digest('hex')}`
  const alerted = await api.anyone.post(`/webhooks/siem/${ana.slug}`, undefined, {
    payload: alert,
    headers: { 'x-siem-signature': signature },
  })
  assert.equal(alerted.status, 201, JSON.stringify(alerted.body))
  const before = api.mailbox.to(ana.email).length
  const reminder = { to: ana.email, subject: 'Vence un plazo', paragraphs: ['Mañana.'] }
  await api.access.actFor(ana.tenantId, SYSTEM, {}, (ctx) => sendMail(ctx, reminder))
  await api.drain()
  assert.equal(api.mailbox.to('otra@correo.cl').length, 1)
  assert.equal(api.mailbox.to(ana.email).length, before)

  assert.equal(await resumeTenant(api.access, ana.slug, api.clock.now()), true)
  await api.drain()
  assert.ok(api.mailbox.to(ana.email).length > before, 'the letters that waited')
  assert.equal((await ana.get('/dsar/requests')).data.pagination.total, 3)
  assert.equal((await ana.get('/breaches')).data.pagination.total, 1)
  const log = (await ana.get('/settings/audit-log?entityType=tenant')).data.items
  assert.deepEqual(
    log.slice(0, 2).map(({ action }: { action: string }) => action),
    ['resume', 'suspend'],
  )
  assert.equal(await suspendTenant(api.access, 'nadie', api.clock.now()), false)
})
