/** A request of a data subject: send it from a website, track it by its folio, extend and answer it. */
import { Resguardo } from '../src/index.ts'
import { baseUrl, newOrganisation } from './session.ts'

const { api, user } = await newOrganisation()
const { widgetKey } = await api.post('/dsar/widgets', { body: { name: 'Sitio web', config: {} } })

// The person has no account. The widget's key is enough.
const visitor = new Resguardo({ baseUrl })
const { id, folioNumber } = await visitor.post('/public/dsar/{widgetKey}', {
  path: { widgetKey },
  body: {
    subjectName: 'María Pérez',
    subjectEmail: 'maria@ejemplo.cl',
    subjectRut: '12.345.678-5',
    rightType: 'DELETION',
  },
})
const tracked = await visitor.get('/public/dsar/track/{folio}', { path: { folio: folioNumber } })
console.log(`${folioNumber}: ${tracked.statusLabel}, until ${tracked.responseDeadline}`)

const path = { id }
await api.post('/dsar/requests/{id}/assign', { path, body: { assignedTo: user.id } })
await api.post('/dsar/requests/{id}/extend', { path, body: { reason: 'Hay que revisar archivos en papel' } })
await api.post('/dsar/requests/{id}/respond', {
  path,
  body: { responseType: 'FULFILLED', responseNotes: 'Se eliminaron sus datos.' },
})
await api.post('/dsar/requests/{id}/notify-thirds', { path, body: { notes: 'Avisado el despachador' } })

const { items } = await api.get('/dsar/requests/{id}/timeline', { path })
for (const { type, from, to } of items) console.log(`- ${type} ${from ?? ''} → ${to ?? ''}`)
const { total, open } = await api.get('/dsar/stats')
console.log(`${total} request, ${open} open`)
