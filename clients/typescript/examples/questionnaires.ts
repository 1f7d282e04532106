/** Questionnaires: send one to people without an account, answer it by its link, and turn the answer into a draft. */
import { Resguardo } from '../src/index.ts'
import { baseUrl, newOrganisation } from './session.ts'

const { api } = await newOrganisation()

const { id } = await api.post('/questionnaires', { body: { builtIn: 'yearly_review' } })
const dueOn = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
const { sent, items } = await api.post('/questionnaires/{id}/send', {
  path: { id },
  body: { recipients: [{ email: 'bodega@tiendasur.cl', name: 'Luis Pérez' }], dueOn },
})
console.log(`sent to ${sent}, due ${dueOn}`)

// The person opens the link of the mail. The page behind it makes the same calls.
const key = items[0]!.pageUrl.split('/').at(-1)!
const anyone = new Resguardo({ baseUrl })
await anyone.put('/public/questionnaires/{key}', { path: { key }, body: { answers: { area: 'Bodega' } } })
await anyone.post('/public/questionnaires/{key}', {
  path: { key },
  body: {
    answers: {
      same: 'yes',
      new: 'yes',
      new_name: 'Turnos de bodega',
      new_purpose: 'Asignar turnos a las personas de la bodega',
      ended: 'no',
      vendor: 'no',
      system: 'no',
      deleted: 'no',
      incident: 'no',
      trained: 'yes',
    },
  },
})

const { counts } = await api.get('/questionnaires/{id}', { path: { id } })
console.log(`${counts.submitted} of ${counts.sent} answered`)
const answers = await api.get('/questionnaires/{id}/answers', { path: { id }, query: { unread: true } })
const drafts = await api.post('/questionnaires/answers/{id}/convert', {
  path: { id: answers.items[0]!.id },
  body: { target: 'activity' },
})
for (const { target, title } of drafts.items) console.log(`${target}: ${title}`)
