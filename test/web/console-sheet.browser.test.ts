import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

/** A spreadsheet that is corrected and chosen again. */
const site = await openSite()
const folder = await mkdtemp(join(tmpdir(), 'sheet-'))
after(() => rm(folder, { recursive: true }))

const sheetOf = (name: string) =>
  `Nombre,Finalidad,Base de licitud\n${name},Atender a pacientes,Consentimiento\n`

test('the same file is chosen again after a correction, and its content is that of the moment of choosing', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Sur' })
  const { page, visit, open } = await asMember(site, owner)
  const path = join(folder, 'registro.csv')
  await open('registro/traer')
  const file = page.getByLabel('Archivo')
  const read = async (begin: () => Promise<unknown>) => {
    const sent = page.waitForResponse(
      (one) => one.url().endsWith('/imports') && one.request().method() === 'POST',
    )
    await begin()
    assert.equal((await sent).status(), 202)
    await site.api.drain()
  }

  await writeFile(path, sheetOf('Ficha de paceintes'))
  await read(() => file.setInputFiles(path))
  await page.getByRole('cell', { name: 'Ficha de paceintes' }).waitFor()
  await page.getByText('Se leyó: registro.csv').waitFor()

  // The file changes while the screen is open. The service still gets the content that was chosen.
  await writeFile(path, sheetOf('Ficha de pacientes'))
  await page.getByLabel(/^Finalidad/).selectOption('')
  await read(() => page.getByRole('button', { name: 'Leer otra vez con estas columnas' }).click())
  await page.getByText('No se traen: Finalidad.').waitFor()
  await page.getByRole('cell', { name: 'Ficha de paceintes' }).waitFor()

  const chooser = page.waitForEvent('filechooser')
  await file.click()
  assert.equal(await file.inputValue(), '', 'the same name is news again to the browser')
  await read(async () => (await chooser).setFiles(path))
  await page.getByRole('cell', { name: 'Ficha de pacientes' }).waitFor()
  await visit.assertSound('a sheet read again')
  await visit.shot('console-sheet-again')
  await visit.close()
})
