/** A contract with a processor: generate, send, sign and renew it, and download it as PDF. */
import { newActivity, newOrganisation } from './session.ts'

const { api } = await newOrganisation()
const { activity, system } = await newActivity(api)
const { templates } = await api.get('/contracts/templates')

const { contractId } = await api.post('/contracts/generate', {
  body: {
    processorId: system.processorId!,
    templateId: templates.find(({ type }) => type === 'DPA')!.id,
    activityIds: [activity.id],
  },
})
const path = { id: contractId }
await api.put('/contracts/{id}', { path, body: { expiresAt: '2030-12-31T12:00:00.000Z' } })
await api.post('/contracts/{id}/send', {
  path,
  body: { signerName: 'Luis Vera', signerEmail: 'luis@nubeandina.cl' },
})
const { status, signedAt } = await api.post('/contracts/{id}/sign', {
  path,
  body: { signerName: 'Luis Vera' },
})
console.log(`${status} at ${signedAt}`)

const pdf = await api.download('/contracts/{id}/pdf', { path })
console.log(`${pdf.name}: ${pdf.type}`)
const renewal = await api.post('/contracts/{id}/renew', { path })
console.log(`version ${renewal.version} follows ${renewal.previousContractId === contractId}`)
