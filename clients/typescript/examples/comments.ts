/** Comments of members on a record, with mentions. */
import { newActivity, newOrganisation } from './session.ts'

const { api, user } = await newOrganisation()
const { activity } = await newActivity(api)

await api.post('/comments', {
  body: {
    entityType: 'activity',
    entityId: activity.id,
    text: '¿Cinco años alcanzan para la garantía?',
    mentions: [user.id],
  },
})
const { items } = await api.get('/comments', { query: { entityType: 'activity', entityId: activity.id } })
for (const { authorName, text } of items) console.log(`- ${authorName}: ${text}`)
