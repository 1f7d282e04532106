import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strangerLettersPerHour } from '#jobs/mail.ts'
import { openService } from './kit/service.ts'

/**
 * People without an account can make the service write to any address, so an organisation has an hourly limit for such
 * mails.
 */
const api = await openService()

test('a flood of requests delays its own receipts, not those of another form, and every record is kept', async () => {
  const shop = await api.tenant({ plan: 'STARTER' })
  const { widgetKey } = (await shop.post('/dsar/widgets', { name: 'Formulario' })).data
  const { id: templateId, formKey } = (
    await shop.post('/consent/templates', { name: 'Boletín', purposeText: 'Avisos', confirmEmail: true })
  ).data
  const most = strangerLettersPerHour('STARTER')
  for (let n = 0; n < most; n += 1) {
    const sent = await api.anyone.post(`/public/dsar/${widgetKey}`, {
      subjectName: 'María Núñez',
      subjectEmail: `maria${n}@ejemplo.cl`,
      rightType: 'ACCESS',
      declarationTruthful: true,
    })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
  }
  await api.drain()
  const strangers = () => api.mailbox.recipients().filter((to) => /^(maria|juan)\d*@/.test(to))
  assert.equal(strangers().length, most / 2, 'one form and network have half of what an organisation writes')
  assert.equal((await shop.get('/dsar/requests?limit=100')).data.items.length, most)

  const submission = { subjectRef: 'juan@ejemplo.cl', granted: true }
  const submitted = await api.anyone.post(`/public/consent-form/${formKey}/submit`, submission)
  assert.equal(submitted.status, 202, JSON.stringify(submitted.body))
  await api.drain()
  assert.equal(strangers().length, most / 2 + 1)
  const { data } = await shop.get(`/consent/templates/${templateId}/records`)
  assert.equal(data.items.length, 1)
})

test('a list of addresses in the field for one reaches nobody', async () => {
  const shop = await api.tenant()
  const form = { name: 'Boletín', purposeText: 'Avisos', confirmEmail: true }
  const { formKey } = (await shop.post('/consent/templates', form)).data
  const subjectRef = 'uno@ejemplo.cl,dos@ejemplo.cl'
  const asked = await api.anyone.post(`/public/consent-form/${formKey}/submit`, { subjectRef, granted: true })
  assert.equal(asked.status, 422, JSON.stringify(asked.body))
  await api.anyone.post(`/public/consent-form/${formKey}/submit`, { subjectRef, granted: false })
  await api.drain()
  assert.deepEqual(
    api.mailbox.recipients().filter((to) => /uno|dos/.test(to)),
    [],
  )
})
