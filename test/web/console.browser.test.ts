import { test } from 'node:test'
import { openAccount, signIn } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()

test('an officer signs in, registers a breach at night, decides, reports and closes it', async () => {
  const account = await openAccount(site)
  const { page, visit, open } = await signIn(site, account)
  await visit.assertSound('today, empty')
  await visit.shot('console-today-empty')

  await open('brechas')
  await visit.assertSound('breaches, empty')
  await visit.shot('console-breaches-empty')
  await page.getByRole('link', { name: 'Registrar una brecha' }).first().click()
  await page.getByRole('button', { name: 'Registrar la brecha' }).click()
  await page.getByText('obligatorio').first().waitFor()
  await visit.assertSound('new breach, refused')
  await page.getByLabel('Título').fill('Correo con planilla de clientes a un tercero')
  await page.getByLabel('RUT').check()
  await page.getByLabel('Confidencialidad').check()
  await visit.shot('console-breach-new')
  await page.getByRole('button', { name: 'Registrar la brecha' }).click()
  await page.getByRole('heading', { name: 'Correo con planilla de clientes a un tercero' }).waitFor()
  await page.getByText('Qué hacer ahora').waitFor()
  await visit.assertSound('breach')
  await visit.shot('console-breach')

  await page.getByRole('button', { name: 'Empiece a investigar' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('button', { name: 'Decida a quién comunicarla' }).click()
  const dialog = page.getByRole('dialog', { name: '¿A quién hay que comunicarla?' })
  await dialog.getByLabel('Alto').check()
  for (const question of await dialog.getByRole('radiogroup').all()) {
    const no = question.getByLabel('No', { exact: true })
    if (await no.count()) await no.check()
  }
  await visit.assertSound('decision')
  await visit.shot('console-breach-decision')
  await dialog.getByRole('button', { name: 'Ver qué corresponde' }).click()
  await page.getByRole('heading', { name: 'La decisión' }).waitFor()
  await visit.shot('console-breach-outcome')
  await page.getByRole('button', { name: 'Seguir' }).click()

  await page.getByRole('button', { name: 'Reporte a la Agencia' }).click()
  await page.getByRole('heading', { name: 'Reporte a la Agencia', level: 2 }).waitFor()
  const letter = page.frameLocator('iframe')
  await letter.getByText('planilla de clientes').first().waitFor()
  await visit.assertSound('letters')
  await visit.shot('console-breach-letters')
  await page.getByRole('button', { name: 'Dejar constancia del envío' }).click()
  await page.getByLabel('Comprobante del reporte').fill('Ingreso 1234-2026')
  await page.getByRole('button', { name: 'Dejar constancia', exact: true }).click()
  await page.getByText('Notificada', { exact: true }).waitFor()
  await visit.close()
})
