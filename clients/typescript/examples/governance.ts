/** Governance: the score, a report made in the background, and the register as a spreadsheet. */
import { setTimeout as wait } from 'node:timers/promises'
import { newActivity, newOrganisation } from './session.ts'

const { api } = await newOrganisation()
await newActivity(api)

const { score, level, areas } = await api.get('/governance/compliance-score')
console.log(`${score} of 100 (${level}); weakest: ${areas.toSorted((a, b) => a.score - b.score)[0]!.label}`)

let report = await api.post('/governance/reports/generate', { body: { title: 'Informe anual' } })
const path = { id: report.id }
while (report.status === 'PENDING') {
  await wait(200)
  report = await api.get('/governance/reports/{id}', { path })
}
const pdf = await api.download('/governance/reports/{id}/download', { path })
console.log(`${pdf.name}: ${pdf.type}`)

const csv = await api.download('/governance/export/rat', { query: { format: 'csv' } })
console.log((await csv.blob.text()).split(/\r?\n/)[1])
