/** Cookie scans: compare the cookies of a site with its notice. The service visits only verified sites. */
import { ResguardoError } from '../src/index.ts'
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()
const { entities } = await api.get('/org/entities')
const { id: domainId } = await api.post('/domains', {
  body: { url: 'https://www.tiendasur.cl', name: 'Tienda', legalEntityId: entities[0]!.id },
})
const { monthly } = await api.get('/cookie-scans/settings')
console.log(`by itself every month: ${monthly}`)

try {
  await api.post('/cookie-scans', { body: { domainId } })
} catch (error) {
  if (!(error instanceof ResguardoError)) throw error
  console.log(`${error.status} ${error.code}: ${error.message}`)
}
