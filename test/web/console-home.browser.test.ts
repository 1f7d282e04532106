import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { chileanDay, DAY_MS } from '#kernel/dates.ts'
import { makeBreach } from '#test/kit/breaches.ts'
import { asMember, demandMfa, PASSWORD } from '#test/kit/officer.ts'
import type { Person } from '#test/kit/service.ts'
import { openSite, openVisit } from '#test/kit/visitor.ts'

/** A first day, the day of a consultant, and the day of a person with one organisation. */

const site = await openSite()
const { api } = site

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

test('a new person registers, names the controller, chooses a trade, and gets a filled register', async () => {
  const visit = await openVisit(site.browser, site.origin)
  const { page } = visit
  await visit.go('/crear-cuenta')
  await page.getByLabel('Su nombre').fill('Camila Rojas')
  await page.getByLabel('Correo').fill(`camila-${Date.now()}@clinicadelsur.cl`)
  await page.getByLabel('Contraseña').fill(PASSWORD)
  await page.getByLabel('Organización').fill('Clínica del Sur')
  await page.keyboard.press('Enter')
  await title(page, 'Puesta en marcha')
  await visit.assertSound('start, entity')

  const rut = page.getByLabel('RUT')
  await rut.fill('76.543.210-9')
  await page.getByText('El dígito verificador no corresponde').waitFor()
  await page.getByLabel('Razón social').fill('Clínica del Sur SpA')
  await rut.fill('76.543.210-3')
  await page.getByText('El RUT es correcto').waitFor()
  await page.getByLabel('Delegada o delegado').fill('Camila Rojas')
  await visit.shot('console-start-entity')
  // Interrupted: the input is still there.
  await page.reload()
  await page.getByText('Recuperamos lo que había escrito').waitFor()
  await page.getByRole('button', { name: 'Guardar y seguir' }).click()
  await page.getByText('¿A qué se dedica?').waitFor()
  await page.getByLabel('Clínica o centro de salud').check()
  await page.getByText('Ficha clínica', { exact: false }).first().waitFor()
  await visit.assertSound('start, pack')
  await visit.shot('guia-comenzar')
  await page.getByRole('button', { name: 'Llenar el registro' }).click()
  await page.getByRole('heading', { name: 'El registro está empezado' }).waitFor()
  await visit.assertSound('start, done')
  await page.getByRole('link', { name: 'Ir a mi día' }).click()
  await title(page, 'Hoy')
  const steps = page.getByRole('region', { name: 'Primeros pasos' })
  await steps.waitFor()
  assert.equal(await steps.getByLabel('Hecho').count(), 2)
  await visit.assertSound('today, first steps')
  await visit.shot('console-first-steps')

  // Another client of the same person, started and skipped.
  await page.getByRole('button', { name: 'Clínica del Sur' }).click()
  await page.getByRole('menuitem', { name: 'Crear otra organización…' }).click()
  await page.getByLabel('Nombre').fill('Colegio Los Aromos')
  await visit.assertSound('new organisation')
  await page.keyboard.press('Enter')
  await page.getByText('Tres pasos y Colegio Los Aromos').waitFor()
  await page.getByRole('link', { name: 'Saltar por ahora' }).click()
  await title(page, 'Hoy')
  await page.getByText('Lo suyo en Colegio Los Aromos, y lo que nadie ha tomado').waitFor()
  await visit.go('/')
  await page.getByText('Lo que espera en todas sus organizaciones').waitFor()
  await page.getByRole('link', { name: 'Clínica del Sur' }).waitFor()
  await visit.close()
})

/** Realistic work: a running deadline, a missed one, and a history of the score. */
async function fill(person: Person, scores: readonly number[]): Promise<void> {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString()
  await makeBreach(person, { title: 'Planilla de pacientes enviada por error', detectedAt: hours(5) })
  await makeBreach(person, { title: 'Notebook perdido en un taxi', detectedAt: hours(24 * 40) })
  await person.post('/rat/packs/clinica/apply')
  const now = Date.now()
  await api.access.asSystem('a test writes a history', async (db) => {
    await db
      .insertInto('score_history')
      .values(
        scores.map((score, index) => ({
          tenant_id: person.tenantId,
          day: chileanDay(new Date(now - (scores.length - index) * DAY_MS)),
          score,
        })),
      )
      .execute()
  })
}

test('the day of one organisation: deadlines, the score and its trend, what to fix, what changed', async () => {
  const officer = await api.tenant({ name: 'Clínica del Sur' })
  await fill(officer, [7, 7, 15, 22, 22, 30, 34, 34, 41])
  for (const [width, dark] of [
    [1280, false],
    [390, true],
  ] as const) {
    const { visit, page, open } = await asMember(site, officer, { width, dark })
    await open('hoy')
    await page.getByRole('link', { name: 'Planilla de pacientes enviada por error' }).first().waitFor()
    await page.getByRole('img', { name: /Puntaje de los últimos 10 días: de 7 a/ }).waitFor()
    await page.getByText(/^(Subió|Bajó) \d+ puntos? en \d+ días\./).waitFor()
    await page.getByRole('region', { name: 'Lo que más sube el puntaje' }).getByRole('link').first().waitFor()
    const news = page.getByRole('region', { name: 'Desde ayer' })
    await news.getByRole('link', { name: 'Registró una brecha' }).first().waitFor()
    await visit.assertSound(`today ${width}`)
    await visit.shot(width === 1280 ? 'guia-hoy' : 'console-today-phone')
    await news.getByRole('link', { name: 'Registró una brecha' }).first().click()
    await page.getByText('Qué hacer ahora').waitFor()
    if (width === 1280) await visit.shot('guia-brecha')
    await visit.close()
  }
})

test('a consultant sees all clients in one queue, filters it, and sees which ones refuse her', async () => {
  const consultant = await api.tenant({ name: 'Asesorías Lagos' })
  await fill(consultant, [50])
  const names = ['Botica Central', 'Colegio Los Aromos', 'Condominio Las Palmas', 'Fintech Austral']
  let slug = ''
  for (const organizationName of names)
    slug = (await consultant.post('/auth/tenants', { organizationName })).data.tenant.slug
  await demandMfa(api, slug)
  for (const [width, dark] of [
    [1280, false],
    [390, true],
  ] as const) {
    const { visit, page } = await asMember(site, consultant, { width, dark })
    await visit.go('/')
    await page.getByText('Lo que espera en todas sus organizaciones').waitFor()
    const table = page.getByRole('table', { name: 'Mis organizaciones' })
    for (const name of names.slice(0, 3)) await table.getByRole('link', { name }).waitFor()
    await page.getByText('Fintech Austral exige un segundo factor').waitFor()
    await visit.assertSound(`all ${width}`)
    await visit.shot(width === 1280 ? 'guia-varias' : 'console-all-phone')
    // On a phone the filters are behind a button.
    if (width === 390) {
      await page.getByRole('button', { name: 'Filtros', exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    await page.getByLabel('Qué es').selectOption('request')
    await page.getByText('Nada con estos filtros').waitFor()
    assert.match(page.url(), /clase=request/)
    if (width === 390) {
      await page.getByRole('button', { name: 'Filtros 1 en uso' }).waitFor()
      await visit.assertSound('filters on a phone')
      await visit.shot('console-filters-phone')
    }
    await page.getByLabel('Qué es').selectOption('breach')
    await page.getByRole('link', { name: 'Planilla de pacientes' }).first().waitFor()
    await page.getByLabel('Organización', { exact: true }).selectOption({ label: 'Botica Central' })
    await page.getByText('Nada con estos filtros').waitFor()
    await visit.close()
  }
})

test('among many organisations a person finds one by a few letters, without a mouse', async () => {
  const consultant = await api.tenant({ name: 'Asesorías Puelche' })
  for (let index = 1; index <= 9; index += 1)
    await consultant.post('/auth/tenants', { organizationName: `Cliente número ${index}` })
  const { visit, page, open } = await asMember(site, consultant)
  await open('brechas')
  await page.getByRole('button', { name: /Asesorías Puelche/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Nombre de la organización').pressSequentially('numero 7')
  await page.getByRole('option', { name: 'Cliente número 7' }).waitFor()
  await visit.assertSound('chooser')
  await visit.shot('console-chooser')
  await page.keyboard.press('Enter')
  await page.waitForURL(/cliente-numero-7\/brechas/)
  await visit.close()
})

test('two organisations in two tabs: each tab writes into its own', async () => {
  const first = await api.tenant({ name: 'Tienda Norte' })
  const { tenant } = (await first.post('/auth/tenants', { organizationName: 'Tienda Austral' })).data
  const { visit, page, open } = await asMember(site, first)
  await open('brechas/nueva')
  await page.getByLabel('Título').fill('De la tienda del norte')
  const other = await page.context().newPage()
  await other.goto(`${site.origin}/organizacion/${tenant.slug}/brechas/nueva`)
  await other.getByLabel('Título').fill('De la tienda austral')
  await other.getByRole('button', { name: 'Registrar la brecha' }).click()
  await title(other, 'De la tienda austral')
  await page.getByRole('button', { name: 'Registrar la brecha' }).click()
  await title(page, 'De la tienda del norte')
  await open('brechas')
  await page.getByRole('link', { name: 'De la tienda del norte' }).waitFor()
  assert.equal(await page.getByText('De la tienda austral').count(), 0)
  await visit.close()
})

test('the help opens the guide’s page about the current screen', async () => {
  const officer = await api.tenant({ name: 'Tienda Sur' })
  const { visit, page, open } = await asMember(site, officer)
  await open('brechas')
  const [guide] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: /Ayuda sobre esta página/ }).click(),
  ])
  await guide.getByRole('heading', { name: 'Brechas: cuando algo sale mal' }).waitFor()
  await visit.close()
  for (const dark of [false, true]) {
    const read = await site.visit('/guia/', { width: 390, dark })
    await read.assertSound('guide')
    await read.page.getByRole('link', { name: 'Su cuenta' }).first().click()
    await read.page.getByRole('heading', { name: 'Su cuenta', level: 1 }).waitFor()
    await read.assertSound('guide, account')
    await read.shot(`guide-${dark ? 'dark' : 'light'}`)
    await read.close()
  }
})
