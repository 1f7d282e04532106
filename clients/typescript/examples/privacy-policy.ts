/** The privacy policy: write it from the records, edit, approve and publish it. */
import { newActivity, newOrganisation } from './session.ts'

const { api } = await newOrganisation()
await newActivity(api)

const { id, version, completeness } = await api.post('/privacy-policy/generate')
console.log(`version ${version}, ${completeness.percentage} % complete`)

const path = { id }
await api.patch('/privacy-policy/{id}', { path, body: { customTitle: 'Cómo cuidamos sus datos' } })
const { workflowInstanceId, message } = await api.post('/privacy-policy/{id}/publish', { path })
console.log(message)

// Publishing needs an approval. The owner may give it.
const instance = await api.get('/workflow-instances/{id}', { path: { id: workflowInstanceId! } })
await api.post('/workflow-instances/{id}/action', {
  path: { id: instance.id },
  body: { stageId: instance.currentStageId!, actionType: 'APPROVE' },
})
const { status, publishedAt } = await api.get('/privacy-policy/current')
console.log(`${status} since ${publishedAt}`)
