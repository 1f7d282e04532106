/** The record of processing activities: draft, risk, check, publish, count. */
import { newActivity, newOrganisation } from './session.ts'

const { api } = await newOrganisation()
const { activity } = await newActivity(api)
const path = { id: activity.id }

const risk = await api.post('/rat/activities/{id}/calculate-risk', {
  path,
  body: {
    riskFactors: {
      dataVolume: 'high',
      sensitiveData: false,
      internationalTransfer: false,
      automatedDecision: false,
    },
  },
})
console.log(`risk ${risk.riskLevel}: ${risk.recommendation}`)

const { score, checks } = await api.get('/rat/activities/{id}/compliance-check', { path })
console.log(`${score} of 100; to do: ${checks.filter(({ passed }) => !passed).map(({ label }) => label)}`)
await api.patch('/rat/activities/{id}/status', { path, body: { status: 'published' } })

// «new» takes the draft from the template alone, without an activity and its system.
const { items } = await api.get('/rat/templates')
const draft = await api.post('/rat/activities/{id}/from-template', {
  path: { id: 'new' },
  body: { templateId: items[0]!.id },
})
console.log(`${draft.name}: ${draft.status}`)

const { byStatus } = await api.get('/rat/stats')
for (const { status, count } of byStatus) console.log(`- ${status}: ${count}`)
