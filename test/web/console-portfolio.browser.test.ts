import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { workbookRows } from '#test/kit/sheets.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()

async function consultant() {
  const ana = await site.api.tenant({ name: 'Clínica del Sur' })
  const { tenant } = (await ana.post('/auth/tenants', { organizationName: 'Panadería Maitén' })).data
  return { ana, second: tenant as { id: string; slug: string; name: string } }
}

const DAY_MS = 24 * 60 * 60_000

test('clients are listed side by side, and a new one opens its first run', async () => {
  const { ana } = await consultant()
  const receivedAt = new Date(Date.now() - 50 * DAY_MS).toISOString()
  for (let n = 0; n < 11; n += 1)
    await ana.post('/dsar/requests', {
      subjectName: 'Luis Soto',
      subjectEmail: 'luis@correo.cl',
      rightType: 'ACCESS',
      channel: 'post',
      receivedAt,
    })
  const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Sitio' })).data
  await site.api.anyone.post(`/public/dsar/${widgetKey}`, {
    subjectName: 'Antonia Reyes',
    subjectEmail: 'antonia@correo.cl',
    rightType: 'ACCESS',
  })
  await site.api.drain()
  const { page, visit, open } = await asMember(site, ana)
  await open('/cartera')
  const row = page.getByRole('row', { name: /Clínica del Sur/ })
  await row.getByText('Acceso: ARCO-').getByText('Quedan 30 días').waitFor()
  await page.getByRole('row', { name: /Panadería Maitén/ }).waitFor()
  await visit.assertSound('clients')
  await visit.shot('console-clients')
  await page.getByLabel('Buscar', { exact: false }).last().fill('maiten')
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Abrir un cliente' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Colegio Alerce')
  await page.getByRole('dialog').getByRole('button', { name: 'Crearla' }).click()
  await page.getByRole('heading', { name: 'Puesta en marcha' }).waitFor()
  assert.match(page.url(), /colegio-alerce\/comenzar/)
  await visit.close()
})

test('records of one client are copied to another, after a preview', async () => {
  const { ana, second } = await consultant()
  await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo el envío.' })
  const { page, visit, open } = await asMember(site, ana)
  await open('/cartera?parte=copiar')
  await page.getByLabel('Copiar de').selectOption({ label: 'Clínica del Sur' })
  await page.getByLabel('Copiar a').selectOption({ label: 'Panadería Maitén' })
  await page.getByLabel('Boletín').check()
  await visit.assertSound('choosing')
  await page.getByRole('button', { name: 'Ver qué pasaría' }).click()
  await page.getByText('Se creará').waitFor()
  await visit.shot('console-copy')
  await page.getByRole('button', { name: 'Copiar 1' }).click()
  await page.getByText('Se copió 1.').waitFor()
  await visit.assertSound('copied')
  const there = { headers: { 'x-resguardo-tenant': second.slug } }
  const [form] = (await ana.get('/consent/templates', there)).data.items
  assert.deepEqual([form.name, form.purposeText], ['Boletín', 'Autorizo el envío.'])
  await page.getByRole('button', { name: 'Ver qué pasaría' }).click()
  await page.getByText('Ya tiene uno con ese nombre').waitFor()
  await visit.close()
})

test('hours are recorded for a client and corrected, and the month is downloaded as a workbook', async () => {
  const { ana } = await consultant()
  const { page, visit, open } = await asMember(site, ana)
  await open('/cartera?parte=horas')
  await page.getByRole('button', { name: 'Anotar horas' }).click()
  const noting = page.getByRole('dialog', { name: 'Anotar horas' })
  await noting.getByLabel('Cliente').selectOption({ label: 'Panadería Maitén' })
  await noting.getByLabel('Qué hizo').fill('Taller con el equipo de ventas')
  await noting.getByLabel('Minutos').fill('30')
  await visit.assertSound('noting')
  await noting.getByRole('button', { name: 'Anotar', exact: true }).click()
  await page.getByRole('heading', { name: 'Panadería Maitén: 1 h 30 min' }).waitFor()
  await page.getByRole('button', { name: 'Corregir' }).click()
  const changing = page.getByRole('dialog', { name: 'Corregir el registro' })
  await changing.getByLabel('Horas').fill('2')
  await changing.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('heading', { name: 'Panadería Maitén: 2 h 30 min' }).waitFor()
  await visit.assertSound('hours')
  await visit.shot('console-hours')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Resumen en Excel' }).click()
  const rows = workbookRows(readFileSync(await (await download).path()))
  assert.deepEqual(rows.at(-1)!.at(-1), '2.5')
  await visit.close()
})
