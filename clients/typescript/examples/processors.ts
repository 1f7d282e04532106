/** Processors: those of a system's vendor, and those added by hand. */
import { newActivity, newOrganisation } from './session.ts'

const { api } = await newOrganisation()
const { activity } = await newActivity(api)

const courier = await api.post('/processors', {
  body: {
    name: 'Despachos del Sur Ltda.',
    country: 'CL',
    services: 'Reparto',
    contactEmail: 'datos@despachos.cl',
  },
})
await api.post('/rat/activities/{id}/processors', {
  path: { id: activity.id },
  body: { processorId: courier.id },
})
const { processors } = await api.get('/rat/activities/{id}', { path: { id: activity.id } })
for (const { name, source, dpaStatus } of processors) console.log(`- ${name} (${source}): ${dpaStatus}`)
