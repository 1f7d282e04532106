/** The organisation's settings, its plan, its members and its API keys. */
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()

await api.put('/settings/tenant', { body: { contactEmail: 'privacidad@tiendasur.cl' } })
const { plan, limits, usage } = await api.get('/settings/usage')
console.log(`${plan}: ${usage.domains} of ${limits.domains ?? 'unlimited'} domains`)

const { invitationUrl } = await api.post('/settings/members', {
  body: { email: `pedro.${crypto.randomUUID()}@tiendasur.cl`, name: 'Pedro Soto', role: 'DPO' },
})
console.log(`Pedro joins at ${new URL(invitationUrl).pathname}`)

// The key is shown only this once. Store it with other secrets.
const { id, prefix, key } = await api.post('/settings/api-keys', {
  body: { name: 'Tienda en línea', scopes: ['consent:read', 'consent:write'] },
})
console.log(`${prefix}… has ${key.length} characters`)
await api.delete('/settings/api-keys/{id}', { path: { id } })

for await (const { action, entityType } of api.each('/settings/audit-log'))
  console.log(`- ${action} ${entityType}`)
