import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { FOLDER } from '#kernel/evidence/folder.ts'
import { createStampJobs } from '#modules/evidence/stamping/jobs.ts'
import { fillEvidence, seal } from '#test/kit/evidence.ts'
import { openStampAuthority } from '#test/kit/stamp-authority.ts'
import { lookAround, openSite, openVisit, type Visit } from '#test/kit/visitor.ts'

/** Anybody with a file and a browser can check it. Nothing of the file leaves the browser. */

const authority = await openStampAuthority({ key: 'p-384', name: 'Autoridad Austral' })
after(() => authority.close())
const site = await openSite({ PUBLIC_RATE_LIMIT: '5000' })
const { ana, records } = await fillEvidence(site.api)
await seal(site.api)
const STAMPING = { chromiumPath: 'off', chromiumSandbox: true, connectorNetworks: [], tsaCaFile: undefined }
const [stamping] = createStampJobs({ config: { ...STAMPING, tsaUrls: [authority.url] } })
const bare = (await ana.get(`/evidence/audit_log/${records['audit_log']}`)).data
await stamping!.run(site.api.service.jobEnv, { isBetween: true }, { jobId: 'x', attempt: 1 })
const proof = (await ana.get(`/evidence/consent_record/${records['consent_record']}`)).data
assert.ok(proof.stamp && !bare.stamp)

const asked = await ana.post('/governance/inspection-folder', { title: 'Fiscalización 2026' })
const exporting = await ana.post('/settings/tenant/exports', {})
await site.api.drain()
const folder = (await ana.get(`/governance/reports/${asked.data.id}/download`)).raw
const exported = (await ana.get(`/settings/tenant/exports/${exporting.data.id}/download`)).raw
const files = unzipSync(folder)

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const heading = (visit: Visit, name: string | RegExp) =>
  visit.page.getByRole('heading', { name, exact: true })

async function give(visit: Visit, name: string, buffer: Uint8Array): Promise<void> {
  const input = visit.page.locator('input[type=file]').first()
  await input.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(buffer) })
}

/** Waits for the verdict of this file. */
function told(visit: Visit, name: string): Promise<void> {
  return visit.page.locator('.verdict .about', { hasText: new RegExp(`^${name}$`) }).waitFor()
}

/** The files that the page reports as changed. */
async function faultsOf(visit: Visit): Promise<string[]> {
  return visit.page.locator('.faults code').allTextContents()
}

function changed(path: string): Uint8Array {
  const content = files[path]!.slice()
  content[content.length >> 1]! ^= 1
  return zipSync({ ...files, [path]: content }, { level: 1 })
}

test('a proof: whole, with its time and organisation, or changed, with the changed part', async () => {
  const visit = await site.visit(`/verificar?organizacion=${ana.slug}`)
  await lookAround(visit, 'verificar-vacia')
  await give(visit, 'prueba.json', json(proof))
  await heading(visit, 'Íntegro').waitFor()
  const text = await visit.page.locator('main').textContent()
  assert.match(text!, /Consentimiento/)
  assert.match(text!, /por Autoridad Austral/)
  assert.match(text!, /Coincide con lo que el servicio publica/)
  assert.equal(await visit.page.evaluate('document.activeElement.textContent'), 'Íntegro')
  await lookAround(visit, 'verificar-integro')

  await give(visit, 'prueba-sin-sello.json', json({ success: true, data: bare }))
  await told(visit, 'prueba-sin-sello.json')
  await heading(visit, 'Íntegro').waitFor()
  assert.match((await visit.page.locator('main').textContent())!, /Sin sello de tiempo externo/)
  await lookAround(visit, 'verificar-sin-sello')

  const row = { ...proof.payload.row, action: 'otra' }
  await give(visit, 'prueba-cambiada.json', json({ ...proof, payload: { ...proof.payload, row } }))
  await heading(visit, 'Alterado').waitFor()
  assert.match((await visit.page.locator('main').textContent())!, /El contenido no es el que se registró/)
  const token = Buffer.from(proof.stamp.token, 'base64')
  token[token.length - 5]! ^= 1
  const stamp = { ...proof.stamp, token: token.toString('base64') }
  await give(visit, 'sello-cambiado.json', json({ ...proof, stamp }))
  await visit.page.getByText('La firma del sello de tiempo no corresponde').waitFor()

  await give(visit, 'foto.json', json({ hola: 1 }))
  await heading(visit, 'No es un documento de este servicio').waitFor()
  await lookAround(visit, 'verificar-ajeno')
  await give(visit, 'contrato.pdf', Buffer.from('%PDF-1.7 nada'))
  await heading(visit, 'No se pudo comprobar').waitFor()
  await lookAround(visit, 'verificar-pdf')
  await visit.close()
})

test('the service is asked only for keys and heads, and gets nothing of the file', async () => {
  const visit = await site.visit('/verificar')
  const calls: string[] = []
  visit.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    calls.push(`${request.method()} ${pathname} ${request.postData() ?? ''}`.trim())
  })
  await give(visit, 'carpeta.zip', folder)
  await heading(visit, 'Íntegro').waitFor()
  assert.deepEqual(calls, [
    'GET /api/v1/public/evidence/keys',
    `GET /api/v1/public/evidence/${ana.slug}/heads`,
  ])
  await lookAround(visit, 'verificar-carpeta')
  calls.length = 0
  await give(visit, 'otra.json', json(proof))
  await visit.page.getByText('otra.json').waitFor()
  assert.deepEqual(calls, [], 'asked again')
  await visit.close()
})

test('a folder: one changed byte in any file is found, and the file is named', async () => {
  const visit = await site.visit('/verificar')
  for (const path of Object.keys(files)) {
    const name = `${path.replaceAll('/', '_')}.zip`
    await give(visit, name, changed(path))
    await told(visit, name)
    await heading(visit, 'Alterado').waitFor()
    assert.ok((await faultsOf(visit)).includes(path), `${path}: ${await faultsOf(visit)}`)
  }
  const { [FOLDER.sums]: _, ...without } = files
  const more = { ...without, 'regalo.txt': strToU8('hola') }
  await give(visit, 'mas-y-menos.zip', zipSync(more))
  await told(visit, 'mas-y-menos.zip')
  assert.deepEqual(new Set(await faultsOf(visit)), new Set([FOLDER.sums, 'regalo.txt']))
  await lookAround(visit, 'verificar-alterada')

  // A damaged archive never passes as whole, unless all its files still read the same.
  for (let at = 0; at < folder.length; at += Math.ceil(folder.length / 25)) {
    const broken = Buffer.from(folder)
    broken[at]! ^= 0xff
    const name = `byte-${at}.zip`
    await give(visit, name, broken)
    await told(visit, name)
    const title = await visit.page.locator('.verdict h2').textContent()
    if (title === 'Íntegro') {
      const same = Object.entries(unzipSync(broken)).every(
        ([path, bytes]) => files[path] && Buffer.from(bytes).equals(files[path]),
      )
      assert.ok(same, `${name} passes as whole`)
    }
  }
  await visit.close()
})

test('an export is whole and signed, or damaged', async () => {
  const visit = await site.visit('/verificar')
  await give(visit, 'organizacion.tar.gz', exported)
  await heading(visit, 'Íntegro').waitFor()
  await lookAround(visit, 'verificar-exportacion')
  await give(visit, 'cortada.tar.gz', exported.subarray(0, exported.length - 2000))
  await heading(visit, 'Alterado').waitFor()
  await visit.close()
})

test('a long check shows its progress and can be stopped, by keyboard too', async () => {
  const visit = await site.visit('/verificar')
  const { page } = visit
  const chooser = page.waitForEvent('filechooser')
  await visit.tabTo(/^Elegir un archivo/, 'Enter')
  const big = Buffer.alloc(12 * 2 ** 20, 7)
  const path = '05-consentimientos/recibos-de-cookies.csv'
  const packed = zipSync({ ...files, [path]: big }, { level: 0 })
  await (await chooser).setFiles({
    name: 'grande.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(packed),
  })
  await heading(visit, 'Alterado').waitFor()
  assert.deepEqual(await faultsOf(visit), [path])

  // Slows down the disk, to look at the progress.
  await page.evaluate(`(() => {
    const stream = Blob.prototype.stream
    Blob.prototype.stream = function () {
      return stream.call(this).pipeThrough(new TransformStream({
        transform: (piece, to) => new Promise((go) => setTimeout(() => (to.enqueue(piece), go()), 400)) }))
    }
  })()`)
  await give(visit, 'lenta.zip', folder)
  await heading(visit, 'Comprobando…').waitFor()
  await visit.shot('verificar-avance-1280-light')
  await visit.assertSound('while it works')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await heading(visit, 'Comprobando…').waitFor({ state: 'detached' })
  await page.waitForTimeout(700)
  assert.equal(await page.locator('.verdict').count(), 0)
  await visit.close()
})

test('without a script the page says what to do instead', async () => {
  const visit = await openVisit(site.browser, site.origin, { javaScriptEnabled: false })
  await visit.go('/verificar')
  assert.match((await visit.page.locator('main').textContent())!, /necesita JavaScript.*sha256sum/s)
  await visit.shot('verificar-sin-script')
  await visit.close()
})

test('the folder checks itself from the disk, without a network', async () => {
  const place = mkdtempSync(join(tmpdir(), 'resguardo-verificador-'))
  after(() => rmSync(place, { recursive: true, force: true }))
  const unpacked = join(place, 'carpeta')
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(unpacked, path)), { recursive: true })
    writeFileSync(join(unpacked, path), bytes)
  }
  const visit = await openVisit(site.browser, pathToFileURL(place).href, { offline: true })
  await visit.page.goto(pathToFileURL(join(unpacked, FOLDER.verifier)).href)
  await lookAround(visit, 'verificador-vacio')
  await give(visit, 'carpeta.zip', folder)
  await heading(visit, 'Íntegro según la clave que trae').waitFor()
  assert.match((await visit.page.locator('main').textContent())!, /sin conexión, con la clave que viene/)
  await lookAround(visit, 'verificador-integro')
  const whole = visit.page.locator('input[webkitdirectory]')
  await whole.setInputFiles(unpacked)
  await visit.page.locator('.about', { hasText: /^carpeta$/ }).waitFor()
  await heading(visit, 'Íntegro según la clave que trae').waitFor()
  for (const path of ['00-indice.pdf', FOLDER.manifest, FOLDER.seal, FOLDER.keys]) {
    await give(visit, `${path.replaceAll('/', '_')}.zip`, changed(path))
    await visit.page.getByText(`${path.replaceAll('/', '_')}.zip`, { exact: true }).waitFor()
    await heading(visit, 'Alterado').waitFor()
    assert.ok((await faultsOf(visit)).includes(path), `${path}: ${await faultsOf(visit)}`)
  }
  const csv = join(unpacked, '01-organizacion/entidades-legales.csv')
  writeFileSync(csv, strFromU8(files['01-organizacion/entidades-legales.csv']!).replace('ID', 'Id'))
  await whole.setInputFiles(unpacked)
  await visit.page.locator('.about', { hasText: /^carpeta$/ }).waitFor()
  await heading(visit, 'Alterado').waitFor()
  assert.deepEqual(await faultsOf(visit), ['01-organizacion/entidades-legales.csv'])
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('a receipt as PDF: whole with its stamp, changed, and with an addition', async () => {
  const visit = await site.visit('/verificar')
  const pdf = (await ana.get(`/contracts/${records['contract']}/pdf`)).raw
  await give(visit, 'contrato.pdf', pdf)
  await heading(visit, 'Íntegro').waitFor()
  const text = (await visit.page.locator('main').textContent())!
  for (const words of [/Contrato firmado/, /nada de él cambió/, /por Autoridad Austral/, /Coincide con lo/])
    assert.match(text, words)
  await lookAround(visit, 'verificar-contrato')

  const other = Buffer.from(pdf)
  other[other.length >> 1]! ^= 1
  await give(visit, 'contrato-cambiado.pdf', other)
  await told(visit, 'contrato-cambiado.pdf')
  await heading(visit, 'Alterado').waitFor()
  assert.match((await visit.page.locator('main').textContent())!, /Cambió después de emitido/)

  await give(visit, 'contrato-con-mas.pdf', Buffer.concat([pdf, Buffer.from('1 0 obj <<>> endobj\n%%EOF\n')]))
  await told(visit, 'contrato-con-mas.pdf')
  await heading(visit, 'Alterado').waitFor()
  assert.match((await visit.page.locator('main').textContent())!, /se le agregó algo después/)
  await visit.close()
})

test('the code of a receipt leads to its record, waits for its seal, and finds no other', async () => {
  const at = (type: string, id: string) => `/verificar?organizacion=${ana.slug}&registro=${type}&id=${id}`
  const visit = await site.visit(at('dsar_request', records['dsar_request']!))
  await heading(visit, 'El registro existe y no ha cambiado').waitFor()
  const text = (await visit.page.locator('main').textContent())!
  assert.match(text, /Solicitud de derechos/)
  assert.ok(text.includes(records['dsar_request']!))
  await lookAround(visit, 'verificar-codigo')
  await visit.page.goto(site.origin + at('dsar_request', records['contract']!))
  await heading(visit, 'No es un documento de este servicio').waitFor()
  const form = await ana.post('/consent/templates', { name: 'Sorteo', purposeText: 'Autorizo.' })
  const { data } = await site.api.anyone.post(`/public/consent-form/${form.data.formKey}/submit`, {
    subjectRef: 'rosa@correo.cl',
    granted: true,
  })
  await visit.page.goto(site.origin + at('consent_form_record', data.id))
  await visit.page.getByText('El registro espera su sello').waitFor()
  await lookAround(visit, 'verificar-espera')
  await seal(site.api)
  await heading(visit, 'El registro existe y no ha cambiado').waitFor({ timeout: 15_000 })
  await visit.close()
})

test('a citizen’s documents have a code that leads there', async () => {
  const { folioNumber } = (await ana.get(`/dsar/requests/${records['dsar_request']}`)).data
  const visit = await site.visit(`/seguimiento/${folioNumber}`)
  const link = visit.page.getByRole('link', { name: 'Comprobar ahora' })
  assert.match(
    (await link.getAttribute('href'))!,
    new RegExp(`registro=dsar_request&id=${records['dsar_request']}`),
  )
  assert.equal(await visit.page.locator('.qr svg').count(), 1)
  await lookAround(visit, 'seguimiento-con-codigo')
  await visit.close()
})
