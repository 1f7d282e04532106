/** Evidence: verify an organisation's chain, and keep its signed heads out of the service's reach. */
import { newOrganisation } from './session.ts'

const { api, tenant } = await newOrganisation()

const { keys } = await api.get('/public/evidence/keys')
console.log(`${keys.length} public keys; the newest is ${keys[0]?.kid ?? 'made with the first seal'}`)

// A chain that is cut off later lacks heads kept elsewhere. `evidence verify --heads` compares them.
const { items: heads } = await api.get('/public/evidence/{tenantSlug}/heads', {
  path: { tenantSlug: tenant.slug },
})
console.log(`${heads.length} heads to keep`)

// GET /evidence/{entityType}/{id} returns the proof of a record, at most a minute after the record was written.
const { valid, entries, waiting } = await api.get('/settings/audit-log/verify')
console.log(`whole: ${valid}, ${entries} sealed, ${waiting} about to be`)
