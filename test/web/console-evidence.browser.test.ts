import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillEvidence, seal, tamper } from '#test/kit/evidence.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

/** The seals of records, and the chain that they hang on, as an administrator sees them. */
const site = await openSite()
const { ana, records } = await fillEvidence(site.api)

test('a record that waits for its seal says so, shows it when it comes, and tells when the record was changed', async () => {
  const { page, visit, open } = await asMember(site, ana)
  const record = `consentimiento/registros/${records['consent_record']}`
  const openSeal = async () => {
    await page.getByRole('button', { name: /^Ver el sello/ }).click()
    return page.getByRole('dialog', { name: 'Sello de evidencia' })
  }
  await open(record)
  const dialog = await openSeal()
  await dialog.getByText('Todavía espera su sello').waitFor()
  await visit.assertSound('a seal that is awaited')
  await seal(site.api)
  await dialog.getByText('Íntegro: el registro no cambió desde que se selló').waitFor()
  await dialog.getByText('Sin sello externo').waitFor()
  await visit.assertSound('a seal')
  await visit.shot('console-evidence-seal')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Descargar la prueba' }).click(),
  ])
  assert.match(download.suggestedFilename(), /^prueba-\d+\.json$/)
  await page.keyboard.press('Escape')

  await tamper(
    site.api,
    `update consent_records set granted = not granted, decisions = '{"analytics": false}'
     where id = '${records['consent_record']}'`,
  )
  await open(record)
  await (await openSeal()).getByText('El registro no es el que se selló').waitFor()
  await visit.assertSound('a seal that does not fit')
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('the whole chain is walked when somebody asks, and what was changed is named', async () => {
  const { page, visit, open } = await asMember(site, ana)
  await open('ajustes/auditoria')
  await page.getByText('Último sello').waitFor()
  await page.getByRole('button', { name: 'Verificar toda la cadena' }).click()
  await page.getByText(/La cadena está alterada desde la anotación \d+/).waitFor()
  await visit.assertSound('a chain that was altered')
  await visit.shot('console-evidence-altered')
  await open('gobierno?parte=comprobar')
  await page.getByRole('heading', { name: 'La cadena de evidencia' }).waitFor()
  await visit.assertSound('the chain in governance')
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})
