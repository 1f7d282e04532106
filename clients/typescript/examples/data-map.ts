/** The data map: systems, the flows between them, and the summary. */
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()

const shop = await api.post('/data-map/systems', {
  body: {
    name: 'Tienda en línea',
    type: 'saas',
    vendor: 'Nube Andina SpA',
    hostingCountry: 'CL',
    dataCategories: ['name', 'email', 'address'],
    securityMeasures: ['ENCRYPTION', 'ACCESS_CONTROL'],
  },
})
const mailing = await api.post('/data-map/systems', {
  body: { name: 'Correos masivos', type: 'saas', vendor: 'Mailing Inc.', hostingCountry: 'US' },
})
await api.post('/data-map/flows', {
  body: {
    sourceSystemId: shop.id,
    targetSystemId: mailing.id,
    dataCategories: ['email'],
    isInternational: true,
    safeguards: 'Cláusulas contractuales tipo',
  },
})
await api.put('/data-map/systems/{id}', { path: { id: mailing.id }, body: { owner: 'Marketing' } })

const { totalSystems, internationalFlows } = await api.get('/data-map/catalog')
console.log(`${totalSystems} systems, ${internationalFlows} flow abroad`)
for await (const { name, owner } of api.each('/data-map/systems', { query: { type: 'saas' } }))
  console.log(`- ${name}: ${owner ?? 'no owner'}`)
