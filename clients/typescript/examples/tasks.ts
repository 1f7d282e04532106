/** A person's tasks: a breach that was just registered, with its clock. */
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()
await api.post('/breaches', {
  body: {
    title: 'Correo con datos de clientes',
    detectedAt: new Date().toISOString(),
    detectionSource: 'manual',
  },
})
const { items } = await api.get('/tasks', { query: { scope: 'all' } })
for (const { kind, title, tenantName } of items) console.log(`- ${kind}: ${title} (${tenantName})`)
