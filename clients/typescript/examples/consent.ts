/** Consent: a banner on a website, a form, and an own system with an API key. */
import { Resguardo } from '../src/index.ts'
import { baseUrl, newOrganisation } from './session.ts'

const { api } = await newOrganisation()
const visitor = new Resguardo({ baseUrl })

const notice = await api.post('/consent/notices', {
  body: {
    name: 'Sitio web',
    title: 'Usamos cookies',
    purposes: [
      { key: 'necesarias', name: 'Necesarias', required: true },
      {
        key: 'medicion',
        name: 'Medición',
        cookies: [{ name: '_ga', provider: 'Google', duration: '2 años' }],
      },
    ],
  },
})
const { widgetKey } = await api.post('/consent/notices/{id}/publish', { path: { id: notice.id } })
const record = await visitor.post('/public/consent/{widgetKey}/record', {
  path: { widgetKey: widgetKey! },
  body: { subjectRef: 'visita-1', decisions: { necesarias: true, medicion: false } },
})
// The receipt proves what the person saw and decided. Anybody who has it can check it.
const proof = await visitor.get('/public/consent/receipts/{receipt}', { path: { receipt: record.receipt } })
console.log(`receipt ${record.receipt.slice(0, 8)}… of ${proof.createdAt}`)

const template = await api.post('/consent/templates', {
  body: { name: 'Boletín', purposeText: 'Recibir ofertas por correo', fields: ['nombre'] },
})
await visitor.post('/public/consent-form/{formKey}/submit', {
  path: { formKey: template.formKey },
  body: { subjectRef: 'maria@ejemplo.cl', granted: true, values: { nombre: 'María' } },
})

const { key } = await api.post('/settings/api-keys', {
  body: { name: 'Tienda', scopes: ['consent:read', 'consent:write'] },
})
const shop = new Resguardo({ baseUrl, apiKey: key })
await shop.post('/external/consent/records', {
  idempotencyKey: true,
  body: { templateId: template.id, subjectRef: 'maria@ejemplo.cl', granted: false },
})
// One person's decisions, and their proof.
const { items } = await api.get('/consent/subject-records', { query: { subjectRef: 'maria@ejemplo.cl' } })
const { valid } = await api.get('/consent/records/{id}', { path: { id: items[0]!.id } })
console.log(`${items.length} decisions; the last receipt ${valid ? 'holds' : 'does not hold'}`)

for await (const { granted, source } of api.each('/consent/templates/{id}/records', {
  path: { id: template.id },
}))
  console.log(`- ${source}: ${granted ? 'granted' : 'withdrawn'}`)
