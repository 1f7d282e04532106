/** A security breach: register it, judge it and report it to the authority. A SIEM reports another one. */
import { createHmac } from 'node:crypto'
import { newOrganisation } from './session.ts'

const { api, tenant } = await newOrganisation()

// With the same key a repeated call is harmless: the service returns the first answer.
const idempotencyKey = crypto.randomUUID()
const { id } = await api.post('/breaches', {
  idempotencyKey,
  body: {
    title: 'Acceso no autorizado a la base de clientes',
    detectedAt: new Date().toISOString(),
    detectionSource: 'manual',
    dataCategories: ['name', 'email', 'rut'],
    estimatedRecords: 1200,
  },
})
const path = { id }
const decision = await api.post('/breaches/{id}/decision-tree', {
  path,
  body: { riskToSubjects: 'high', hasSensitiveData: false, hasMinorData: false, hasFinancialData: true },
})
console.log(
  `notify the authority: ${decision.requiresNotification}, the people: ${decision.requiresSubjectNotification}`,
)

await api.patch('/breaches/{id}/status', { path, body: { status: 'investigating' } })
const { template } = await api.get('/breaches/{id}/notification-template', { path })
const notice = await api.upload(new Blob([template], { type: 'text/plain' }), 'aviso-a-la-agencia.txt')
const { status } = await api.post('/breaches/{id}/notify-apdp', {
  path,
  body: { notifiedAt: new Date().toISOString(), notificationFileKey: notice.key },
})
console.log(`now ${status}`)

// A SIEM has no account. It signs the bytes with the organisation's secret.
const { siemSecret } = await api.get('/settings/tenant')
const alert = {
  alert: {
    rule: { id: '5712', description: 'SSHD brute force', level: 12 },
    agent: { name: 'web-01' },
    timestamp: new Date().toISOString(),
  },
}
const signature = createHmac('sha256', siemSecret!).update(JSON.stringify(alert)).digest('hex')
const { breachId } = await api.post('/webhooks/siem/{tenantSlug}', {
  path: { tenantSlug: tenant.slug },
  headers: { 'x-siem-signature': `sha256=${signature}` },
  body: alert,
})
const reported = await api.get('/breaches/{id}', { path: { id: breachId } })
console.log(`${reported.title}, severity ${reported.severity}`)
