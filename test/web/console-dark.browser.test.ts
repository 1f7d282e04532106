import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity } from '#test/kit/activities.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

/** The look of the console in the dark theme, beyond what tools measure. */
const site = await openSite()
const owner = await site.api.tenant({ name: 'Clínica del Sur' })
const { page, visit, open } = await asMember(site, owner, { dark: true })

test('a framed document has no light edge, its small print is not a notice, and its gaps are a list', async () => {
  const breach = {
    title: 'Correo a quien no correspondía',
    detectedAt: site.api.clock.now().toISOString(),
    detectionSource: 'internal',
  }
  const { id } = (await owner.post('/breaches', breach)).data
  await open(`brechas/${id}?parte=comunicaciones`)
  const groundOf = (node: string) => `getComputedStyle(document.querySelector('${node}')).backgroundColor`
  await page.frameLocator('iframe').locator('.note').first().waitFor()
  assert.equal(await page.evaluate(groundOf('iframe')), await page.evaluate(groundOf('body')))
  const frame = page.frames().at(-1)!
  assert.equal(await frame.evaluate(groundOf('.note')), 'rgba(0, 0, 0, 0)')
  await visit.shot('dark-breach')
  // One per line, because its name contains a comma.
  const missing = page
    .getByRole('listitem')
    .getByText('naturaleza: confidencialidad, integridad o disponibilidad', {
      exact: true,
    })
  await missing.waitFor()
  await open(`brechas/${id}?parte=registro`)
  await missing.waitFor()
  await visit.shot('dark-breach-entry')
})

test('every way of being notified is fully visible where people choose it', async () => {
  await open('/cuenta?parte=avisos')
  await page.getByRole('combobox').first().waitFor()
  const cut = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll('main select')].flatMap((select) => {
    const copy = document.body.appendChild(select.cloneNode(true))
    Object.assign(copy.style, { position: 'absolute', width: 'max-content' })
    const whole = copy.getBoundingClientRect().width
    copy.remove()
    return whole > select.getBoundingClientRect().width + 1 ? [select.id] : []
  })`)
  assert.deepEqual(cut, [])
})

test('the register fits the page with a value in every usual column', async () => {
  const activity = {
    name: 'Enrolamiento biométrico precontractual',
    legalBasis: 'contract',
    responsibleArea: 'Prevención de pérdidas',
    dataCategories: ['name', 'biometric'],
    reviewAt: '2027-05-30',
  }
  const id = await makeActivity(owner, activity)
  await owner.patch(`/rat/activities/${id}/status`, { status: 'published' })
  const risk = { dataVolume: 'high', automatedDecision: false }
  assert.equal((await owner.post(`/rat/activities/${id}/calculate-risk`, risk)).status, 200)
  await open('registro')
  await page.getByText(activity.responsibleArea).waitFor()
  await visit.shot('dark-register')
  await visit.assertSound('the register')
  await visit.close()
})
