/** Structure: workspaces, legal entities and the data protection officer. */
import { newOrganisation } from './session.ts'

const { api, user } = await newOrganisation()

const { workspaces } = await api.get('/org/workspaces')
const entity = await api.post('/org/entities', {
  body: { workspaceId: workspaces[0]!.id, name: 'Tienda Sur Logística SpA', taxId: '76123456-0' },
})
await api.patch('/org/entities/{id}', {
  path: { id: entity.id },
  body: { postalAddress: 'Av. Brasil 100, Valparaíso', arcoPublicEmail: 'derechos@tiendasur.cl' },
})
const { dpoName } = await api.patch('/org/entities/{id}/dpo', {
  path: { id: entity.id },
  body: { userId: user.id },
})
console.log(`${entity.name}: the officer is ${dpoName}`)

for await (const { name, isActive } of api.each('/org/entities'))
  console.log(`- ${name}${isActive ? '' : ' (inactive)'}`)
