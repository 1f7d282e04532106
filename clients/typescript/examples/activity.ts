/** Who did what to a record, without the values. */
import { newActivity, newOrganisation } from './session.ts'

const { api } = await newOrganisation()
const { activity } = await newActivity(api)
const { items } = await api.get('/activity', {
  query: { entityType: 'activity', entityId: activity.id },
})
for (const { actorName, action } of items) console.log(`- ${actorName}: ${action}`)
