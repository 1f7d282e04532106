/** Search: find any record by a word of it. Accents and capitals do not matter. */
import { newActivity, newOrganisation } from './session.ts'

const { api } = await newOrganisation()
await newActivity(api)
const { groups } = await api.get('/search', { query: { q: 'DESPÁCHO' } })
for (const { type, items } of groups) console.log(`- ${type}: ${items.map(({ title }) => title)}`)
