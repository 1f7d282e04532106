/** Items that a person can copy from one of their organisations to another. */
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()

const { tenant } = await api.get('/auth/me')
const { items } = await api.get('/portfolio/copyable', { query: { from: tenant!.id } })
for (const { kind, name } of items) console.log(`- ${kind}: ${name}`)
