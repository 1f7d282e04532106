import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { lookAround, openSite, openVisit } from '#test/kit/visitor.ts'

/** The consent form, its receipt and the links of its mails, used like a person. */
const site = await openSite({ PUBLIC_RATE_LIMIT: '2000' })
const ana = await site.api.tenant({ name: 'Tienda Sur' })

interface Made {
  id: string
  formKey: string
  pageUrl: string
  embedCode: string
}
const newForm = async (more: object = {}): Promise<Made> =>
  (
    await ana.post('/consent/templates', {
      name: 'Boletín de ofertas',
      description: 'Una vez a la semana, los jueves.',
      purposeText: 'Autorizo a Tienda Sur a enviarme ofertas por correo.',
      fields: [
        { key: 'nombre', label: 'Nombre', type: 'text', required: true },
        { key: 'rut', label: 'RUT', type: 'rut' },
        { key: 'temas', label: 'Temas', type: 'multiselect', options: ['Hogar', 'Ropa'] },
      ],
      ...more,
    })
  ).data
const recordsOf = async ({ id }: Made) => (await ana.get(`/consent/templates/${id}/records`)).data.items

type At = Awaited<ReturnType<typeof site.visit>>['page']
const grant = (page: At) => page.getByRole('button', { name: 'Otorgar mi consentimiento' }).click()

async function linkMailedTo(email: string, path: string): Promise<string> {
  await site.api.drain()
  const letters = site.api.mailbox.to(email).map(({ text }) => text ?? '')
  const found = letters.flatMap((text) => new RegExp(`${site.origin}(/${path}[^\\s]+)`).exec(text)?.[1] ?? [])
  return found.at(-1)!
}

test('without a script: faults keep the input, the receipt names nobody, and the mail withdraws in one step', async () => {
  const form = await newForm()
  assert.equal(form.pageUrl, `${site.origin}/consentimiento/${form.formKey}`)
  const visit = await site.visit(`/consentimiento/${form.formKey}`, { javaScriptEnabled: false, width: 390 })
  const { page } = visit
  const agree = page.getByLabel('Sí: consiento en lo que dice arriba')
  assert.equal(await agree.isChecked(), false)
  await page.getByLabel('Su correo electrónico').fill('eva@correo.cl')
  await page.getByLabel('Nombre').fill('Eva Ruiz')
  await page.getByLabel('RUT').fill('12.345.678-4')
  await page.getByLabel('Ropa').check()
  await agree.check()
  await grant(page)
  await page.getByRole('alert').filter({ hasText: 'RUT válido' }).waitFor()
  assert.equal(await page.getByLabel('Nombre').inputValue(), 'Eva Ruiz')
  assert.ok(await page.getByLabel('Ropa').isChecked())
  assert.equal(await agree.isChecked(), false, 'a yes is given each time')
  await page.getByLabel('RUT').fill('12.345.678-5')
  await agree.check()
  await grant(page)
  await page.getByRole('heading', { name: 'Registramos su consentimiento' }).waitFor()
  const text = (await page.locator('main').textContent())!
  assert.match(text, /enviarme ofertas por correo/)
  assert.doesNotMatch(text + page.url(), /Eva|eva@/)
  await page.reload()
  const [record, ...others] = await recordsOf(form)
  assert.deepEqual(
    [record.granted, record.values, others.length],
    [true, { nombre: 'Eva Ruiz', rut: '12345678-5', temas: ['Ropa'] }, 0],
  )
  assert.ok(text.includes(record.receipt))

  const link = await linkMailedTo('eva@correo.cl', 'retirar/')
  await visit.go(link)
  assert.equal((await recordsOf(form)).length, 1, 'opening the link decides nothing')
  await page.getByRole('button', { name: 'Retirar mi consentimiento' }).click()
  await page.getByRole('heading', { name: 'Retiró su consentimiento' }).waitFor()
  const [last] = await recordsOf(form)
  assert.deepEqual([last.granted, last.provenBy], [false, 'confirmed_email'])
  await visit.go(link)
  await page.getByText('ya está retirado').waitFor()
  assert.equal((await recordsOf(form)).length, 2)
  await visit.close()
})

test('the form, its receipt and its links are accessible', async () => {
  const form = await newForm({ requireAge: true, sensitive: true })
  const visit = await site.visit(`/consentimiento/${form.formKey}`)
  const { page } = visit
  await page.getByLabel('Su edad').fill('15')
  await page.getByLabel('Nombre de quien representa').waitFor()
  await lookAround(visit, 'consent-form')
  await page.getByLabel('Su edad').fill('16')
  assert.equal(await page.getByLabel('Nombre de quien representa').isVisible(), false)
  await page.getByLabel('Su correo electrónico').fill('luz@correo.cl')
  await page.getByLabel('Nombre', { exact: true }).fill('Luz')
  await page.getByLabel('Sí: consiento expresamente').check()
  await grant(page)
  await page.getByRole('heading', { name: 'Registramos su consentimiento' }).waitFor()
  await lookAround(visit, 'consent-receipt')
  await visit.go(await linkMailedTo('luz@correo.cl', 'retirar/'))
  await lookAround(visit, 'consent-withdrawal-link')
  await visit.go(`/consentimiento/${form.formKey}/retirar`)
  await visit.assertSound('consent-withdrawal')
  await visit.go('/confirmar?token=x')
  await visit.assertSound('confirmation')
  await visit.close()
})

test('a child is represented: without a script the form explains it, and asks for missing fields', async () => {
  const form = await newForm({ requireAge: true, fields: [] })
  const visit = await site.visit(`/consentimiento/${form.formKey}`, { javaScriptEnabled: false })
  const { page } = visit
  await page.getByText('Si tiene menos de 14 años').waitFor()
  await page.getByLabel('Su correo electrónico').fill('nino@correo.cl')
  await page.getByLabel('Su edad').fill('12')
  await page.getByLabel('Sí: consiento').check()
  await grant(page)
  await page.getByRole('alert').filter({ hasText: 'nombre de quien representa' }).waitFor()
  await visit.shot('consent-faults')
  await page.getByLabel('Nombre de quien representa').fill('Rosa Díaz')
  await page.getByLabel('RUT de quien representa').fill('12.345.678-5')
  await page.getByLabel('Qué es de la persona').fill('madre')
  await page.getByLabel('Sí: consiento').check()
  await grant(page)
  await page.getByRole('alert').filter({ hasText: 'tiene que declarar' }).waitFor()
  assert.equal(await page.getByLabel('Nombre de quien representa').inputValue(), 'Rosa Díaz')
  await page.getByLabel('Quien representa declara').check()
  await page.getByLabel('Sí: consiento').check()
  await grant(page)
  await page.getByRole('heading', { name: 'Registramos su consentimiento' }).waitFor()
  const [record] = await recordsOf(form)
  assert.deepEqual(record.representative, {
    name: 'Rosa Díaz',
    rut: '12345678-5',
    relation: 'madre',
    email: null,
    declared: true,
  })
  await visit.close()
})

test('if the form requires it, a consent counts once it is confirmed by mail', async () => {
  const form = await newForm({ confirmEmail: true, fields: [] })
  const visit = await site.visit(`/consentimiento/${form.formKey}`, { width: 390 })
  const { page } = visit
  await page.getByLabel('Su correo electrónico').fill('sol@correo.cl')
  await page.getByLabel('Sí: consiento').check()
  await grant(page)
  await page.getByRole('heading', { name: 'Falta un paso' }).waitFor()
  assert.equal((await recordsOf(form))[0].isEffective, false)
  await visit.go(await linkMailedTo('sol@correo.cl', 'confirmar\\?token='))
  await page.getByRole('button', { name: 'Sí, es mi decisión' }).click()
  await page.getByRole('heading', { name: 'Registramos su consentimiento' }).waitFor()
  const [record] = await recordsOf(form)
  assert.deepEqual([record.isEffective, record.provenBy], [true, 'confirmed_email'])
  assert.ok(await linkMailedTo('sol@correo.cl', 'retirar/'))
  await visit.assertSound('confirmed')
  await visit.close()
})

test('by keyboard alone a person consents and withdraws', async () => {
  const form = await newForm({ fields: [] })
  const visit = await site.visit(`/consentimiento/${form.formKey}`)
  const { page } = visit
  const until = async (name: string) => {
    for (let presses = 0; presses < 40; presses += 1) {
      const at = await page.evaluate<string>(
        'document.activeElement.name || document.activeElement.textContent.trim()',
      )
      if (at === name) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`Tab does not reach ${name}`)
  }
  await until('subjectRef')
  await page.keyboard.type('teo@correo.cl')
  await until('granted')
  await page.keyboard.press('Space')
  await until('Otorgar mi consentimiento')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Registramos su consentimiento' }).waitFor()
  await until('en esta página')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Retirar mi consentimiento' }).waitFor()
  await until('subjectRef')
  await page.keyboard.type('teo@correo.cl')
  await until('Retirar mi consentimiento')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Retiró su consentimiento' }).waitFor()
  assert.equal((await recordsOf(form))[0].granted, false)
  await visit.close()
})

test('the form works inside another origin that it names, under a strict policy, and in no other', async () => {
  let embedded = ''
  const policy = `default-src 'none'; script-src ${site.origin}; frame-src ${site.origin}`
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    response.end(
      `<!doctype html><html lang="es"><title>Tienda</title><main><h1>Tienda</h1>${embedded}</main>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const [allowedOrigins, isShown] of [
    [[host], true],
    [['https://www.tiendasur.cl'], false],
  ] as const) {
    const form = await newForm({ fields: [], allowedOrigins })
    embedded = form.embedCode
    const visit = await openVisit(site.browser, host, { width: 390 })
    visit.allowed.add(site.origin)
    await visit.go('/')
    await visit.page.waitForLoadState('networkidle')
    assert.equal((await visit.page.frames()[1]!.locator('form').count()) === 1, isShown)
    if (isShown) {
      const frame = visit.page.frameLocator('iframe')
      await frame.getByLabel('Su correo electrónico').fill('lia@correo.cl')
      await frame.getByLabel('Sí: consiento').check()
      await visit.shot('consent-embedded-390')
      await frame.getByRole('button', { name: 'Otorgar mi consentimiento' }).click()
      await frame.getByRole('heading', { name: 'Registramos su consentimiento' }).waitFor()
      await visit.assertSound('embedded')
    }
    await visit.close()
  }
})
