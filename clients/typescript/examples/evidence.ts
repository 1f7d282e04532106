/** Evidence: the chain of an organisation is walked, and its signed heads are kept where the service cannot reach them. */
import { newOrganisation } from './session.ts'

const { api, tenant } = await newOrganisation()

const { keys } = await api.get('/public/evidence/keys')
console.log(`${keys.length} public keys; the newest is ${keys[0]?.kid ?? 'made with the first seal'}`)

// A chain that was cut off later lacks heads that somebody has kept: `evidence verify --heads` compares them.
const { items: heads } = await api.get('/public/evidence/{tenantSlug}/heads', {
  path: { tenantSlug: tenant.slug },
})
console.log(`${heads.length} heads to keep`)

// GET /evidence/{entityType}/{id} gives the proof of one record, a minute at most after it was written.
const { valid, entries, waiting } = await api.get('/settings/audit-log/verify')
console.log(`whole: ${valid}, ${entries} sealed, ${waiting} about to be`)
