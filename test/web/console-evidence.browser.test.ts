import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillEvidence, seal, tamper } from '#test/kit/evidence.ts'
import { asMember } from '#test/kit/officer.ts'
import { oldMonthOf } from '#test/kit/old-months.ts'
import { lookAround, openSite } from '#test/kit/visitor.ts'

/** Seals of records, and the chain behind them, for an administrator. */
const site = await openSite()
const filled = await fillEvidence(site.api)
const { ana, records } = filled

test('a record that waits for its seal says so, shows the seal later, and reveals a change', async () => {
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

test('on request the whole chain is checked, and a changed record is named', async () => {
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

test('records in the file of an old month count as archived, for the chain and for a receipt', async () => {
  const { archive, copyOf, laterOf, settle } = oldMonthOf(site.api, filled)
  // Restores the state before the first test, in which all decisions were alike.
  await tamper(
    site.api,
    `update consent_records r set granted = o.granted, decisions = o.decisions from consent_records o
     where r.id = '${records['consent_record']}' and o.id <> r.id`,
  )
  const decided = await copyOf('consent_records', records['consent_record']!, {
    subject_ref: 'sola@correo.cl',
  })
  await laterOf('consent_records', decided)
  await settle()
  await archive('consent_records')

  const { page, visit, open } = await asMember(site, ana)
  await open('ajustes/auditoria')
  await page.getByRole('button', { name: 'Verificar toda la cadena' }).click()
  await page.getByText(/^Íntegra: .*, 1 en meses archivados/).waitFor()
  await lookAround(visit, 'console-evidence-archived')

  await page.setViewportSize({ width: 390, height: 780 })
  await page.getByRole('button', { name: 'Filtros' }).click()
  await page.getByLabel('Hasta').fill('2020-01-01')
  await page.getByRole('button', { name: 'Filtros 1 en uso' }).waitFor()
  await page.getByRole('heading', { name: 'Sin resultados' }).waitFor()
  await visit.assertSound('a log filtered by days on a phone')
  await visit.shot('console-audit-days-390')
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await page.getByText('Publicar: Política de privacidad').waitFor()
  assert.equal(await page.getByLabel('Hasta').inputValue(), '')

  await visit.go(
    `/verificar?${new URLSearchParams({ organizacion: ana.slug, registro: 'consent_record', id: decided })}`,
  )
  await page.getByText('El registro existe y está archivado').waitFor()
  await page.getByText(/pídalo a la organización/).waitFor()
  await lookAround(visit, 'verify-archived')
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})
