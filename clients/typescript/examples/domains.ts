/** Domains: a website, its activities, and the refusal of a url that is taken. */
import { ResguardoError } from '../src/index.ts'
import { newActivity, newOrganisation } from './session.ts'

const { api } = await newOrganisation()
const { activity } = await newActivity(api)
const { entities } = await api.get('/org/entities')
const body = { url: 'https://www.tiendasur.cl', name: 'Tienda', legalEntityId: entities[0]!.id }

const { id } = await api.post('/domains', { body })
await api.post('/domains/{id}/activities', {
  path: { id },
  body: { activityId: activity.id, role: 'COLLECTION' },
})
const domain = await api.get('/domains/{id}', { path: { id } })
console.log(`${domain.url} of ${domain.entityName}: ${domain.activities.map(({ name }) => name)}`)

try {
  await api.post('/domains', { body: { ...body, url: 'WWW.TIENDASUR.CL/' } })
} catch (error) {
  if (!(error instanceof ResguardoError)) throw error
  console.log(`${error.code}: ${error.message}`)
}
