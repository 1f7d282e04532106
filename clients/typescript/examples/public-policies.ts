/** The published policies, which the public reads by the organisation's short name. */
import { Resguardo, ResguardoError } from '../src/index.ts'
import { baseUrl, newOrganisation } from './session.ts'

const { api, tenant } = await newOrganisation()
const reader = new Resguardo({ baseUrl })
const path = { tenantSlug: tenant.slug }

const before = await reader.get('/public/policies/{tenantSlug}/cookies', { path }).catch((error) => error)
console.log(before instanceof ResguardoError ? `${before.status} ${before.code}` : 'published already')

const { id } = await api.post('/cookie-policy/generate')
await api.post('/cookie-policy/{id}/publish', { path: { id } })
const policy = await reader.get('/public/policies/{tenantSlug}/cookies', { path })
console.log(`version ${policy.version}: ${policy.title}`)
