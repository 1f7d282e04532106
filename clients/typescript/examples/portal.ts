/** The privacy portal: a person proves their email, reads their consents and makes a request. */
import { createInterface } from 'node:readline/promises'
import { Resguardo } from '../src/index.ts'
import { baseUrl, newOrganisation } from './session.ts'

const { tenant } = await newOrganisation()
const path = { tenantSlug: tenant.slug }
const person = { rut: '12.345.678-5', email: process.env['PORTAL_EMAIL'] ?? 'maria@ejemplo.cl' }

const visitor = new Resguardo({ baseUrl })
await visitor.post('/public/privacy-portal/{tenantSlug}/otp/init', { path, body: person })
const terminal = createInterface({ input: process.stdin, output: process.stdout })
const code = await terminal.question(`The code that was sent to ${person.email}: `)
terminal.close()
const session = await visitor.post('/public/privacy-portal/{tenantSlug}/otp/verify', {
  path,
  body: { ...person, code: code.trim() },
})

// The portal's token works like any access token, for half an hour.
const portal = new Resguardo({ baseUrl, tokens: { accessToken: session.portal_token } })
const { folioNumber } = await portal.post('/public/privacy-portal/{tenantSlug}/request', {
  path,
  body: { rightType: 'ACCESS', description: '¿Qué datos tienen de mí?' },
})
const { items } = await portal.get('/public/privacy-portal/{tenantSlug}/requests', { path })
console.log(`\n${folioNumber}: ${items[0]!.status}`)
