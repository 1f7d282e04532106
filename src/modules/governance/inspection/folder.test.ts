import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { FOLDER, wrongSeal } from '#kernel/evidence/folder.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { CALM, makeBreach } from '#test/kit/breaches.ts'
import { draft, ground, signed } from '#test/kit/contracts.ts'
import { pdfText } from '#test/kit/pdf.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { csvRecords, csvRows } from '#test/kit/sheets.ts'
import { REMOVAL_JOB, REPORT_JOB, SWEEP_JOB } from '../jobs.ts'

const api = await openService()

interface Folder {
  id: string
  raw: Buffer
  files: Record<string, Uint8Array>
  manifest: {
    titulo: string
    organizacion: string
    rut: string | null
    preparadaEl: string
    preparadaPor: string
    identificador: string
    algoritmo: string
    archivos: { archivo: string; bytes: number; sha256: string }[]
  }
}

const start = async (person: Person) =>
  (await person.post('/governance/inspection-folder', { title: 'Carpeta' })).data.id as string
const make = (person: Person, reportId: string, attempt = 1) =>
  REPORT_JOB.run(api.service.jobEnv, { tenantId: person.tenantId, reportId }, { jobId: 'x', attempt })
const kept = (person: Person, id: string) => {
  try {
    return readdirSync(join(api.dataDir, 'files', person.tenantId)).filter((name) => name.startsWith(id))
  } catch {
    return []
  }
}

async function folderOf(person: Person): Promise<Folder> {
  const id = await start(person)
  await make(person, id)
  const file = await person.get(`/governance/reports/${id}/download`)
  assert.equal(file.status, 200, JSON.stringify((await person.get(`/governance/reports/${id}`)).body))
  const files = unzipSync(file.raw)
  return { id, raw: file.raw, files, manifest: JSON.parse(strFromU8(files['manifiesto.json']!)) }
}

const rowsOf = ({ files }: Folder, path: string) => csvRecords(files[path]!, ';')
const textOf = (file: Uint8Array) => pdfText(Buffer.from(file))

const TABLES = [
  '01-organizacion/entidades-legales.csv',
  '02-registro-de-actividades/registro-de-actividades.csv',
  '03-evaluaciones-de-impacto/evaluaciones.csv',
  '04-solicitudes-de-titulares/solicitudes.csv',
  '04-solicitudes-de-titulares/cartas.csv',
  '05-consentimientos/recibos-de-formularios.csv',
  '05-consentimientos/recibos-de-cookies.csv',
  '06-vulneraciones-de-seguridad/vulneraciones.csv',
  '07-contratos-con-encargados/contratos.csv',
  '09-auditoria/registro-de-auditoria.csv',
]

test('a new organisation has a folder of tables, an index and a manifest', async () => {
  const ana = await api.tenant({ name: 'Nueva SpA' })
  const { id, files, manifest } = await folderOf(ana)
  const xlsx = '02-registro-de-actividades/registro-de-actividades.xlsx'
  assert.deepEqual(
    Object.keys(files).sort(),
    [...TABLES, xlsx, '00-indice.pdf', ...Object.values(FOLDER)].sort(),
  )
  for (const path of TABLES.slice(1, -1)) assert.equal(csvRows(files[path]!, ';').length, 1, path)
  const { archivos, preparadaEl, rut, ...about } = manifest
  assert.deepEqual(about, {
    titulo: 'Carpeta',
    organizacion: 'Nueva SpA',
    preparadaPor: 'Ana Rojas',
    identificador: id,
    algoritmo: 'SHA-256',
  })
  assert.equal(preparadaEl, new Date(preparadaEl).toISOString())
  assert.equal(archivos[0]!.archivo, '00-indice.pdf')
})

test('the archive lists its files by name, the index first', async () => {
  const names = Object.keys((await folderOf(await api.tenant())).files)
  assert.equal(names[0], '00-indice.pdf')
  assert.deepEqual(names, names.toSorted())
})

test('both manifests have the hash of every file, and the response has the hash of the archive', async () => {
  const g = await ground(api)
  await signed(g)
  const { id, raw, files, manifest } = await folderOf(g.ana)
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  assert.equal(manifest.archivos.length, Object.keys(files).length - 3)
  const lines = strFromU8(files['manifiesto.txt']!).trimEnd().split('\n')
  for (const [index, { archivo, bytes, sha256 }] of manifest.archivos.entries()) {
    assert.equal(bytes, files[archivo]!.length, archivo)
    assert.equal(sha256, hashOf(files[archivo]!), archivo)
    assert.equal(lines[index], `${sha256}  ${archivo}`)
  }
  const { data } = await g.ana.get(`/governance/reports/${id}`)
  assert.deepEqual([data.sizeBytes, data.sha256], [raw.length, hashOf(raw)])
})

test('the service signs the manifest, and its hash is in the audit log', async () => {
  const ana = await api.tenant()
  const { id, files } = await folderOf(ana)
  const read = (path: string) => JSON.parse(strFromU8(files[path]!))
  const [seal, { keys }] = [read(FOLDER.seal), read(FOLDER.keys)]
  const manifest = new Uint8Array(files[FOLDER.manifest]!)
  assert.equal(await wrongSeal(seal, manifest, keys), null)
  assert.deepEqual(seal.statement.organisation, {
    id: ana.tenantId,
    slug: ana.slug,
    name: seal.statement.organisation.name,
  })
  assert.deepEqual((await api.anyone.get('/public/evidence/keys')).data.keys, keys)
  assert.equal(await wrongSeal(seal, manifest.slice(1), keys), 'manifest')
  const other = { ...seal, statement: { ...seal.statement, at: '2020-01-01T00:00:00.000Z' } }
  assert.equal(await wrongSeal(other, manifest, keys), 'signature')
  assert.equal(await wrongSeal(seal, manifest, []), 'key')
  const log = (await ana.get(`/settings/audit-log?entityId=${id}`)).data
  assert.ok(JSON.stringify(log).includes(seal.statement.manifest))
})

test('the index gives each part with its article, count and period, and the author and the hashes', async () => {
  const ana = await api.tenant({ name: 'Índice SpA' })
  await makeActivity(ana, { name: 'Boletín' })
  const { files, manifest } = await folderOf(ana)
  const text = textOf(files['00-indice.pdf']!).replace(/[\s\u200b]+/g, ' ')
  assert.match(text, /Índice SpA/)
  assert.match(text, /Preparada por Ana Rojas/)
  assert.match(text, /art\. 15 ter/)
  assert.match(text, /1 registro/)
  assert.match(text, /\d{2}-\d{2}-\d{4}/)
  assert.match(text, /Sin registros/)
  const packed = text.replaceAll(' ', '')
  const inSections = manifest.archivos.filter(({ archivo }) => /^0[1-9]-/.test(archivo))
  assert.ok(inSections.length >= TABLES.length)
  for (const { archivo, sha256 } of inSections) assert.ok(packed.includes(sha256), archivo)
})

test('only signed contracts have their text, as PDF; the table has all contracts, in Spanish', async () => {
  const g = await ground(api)
  const open = await draft(g)
  const closed = await signed(g)
  const folder = await folderOf(g.ana)
  const rows = rowsOf(folder, '07-contratos-con-encargados/contratos.csv')
  assert.deepEqual(
    rows.map((row) => [row['ID'], row['Estado'], row['Encargado'], row['Firmante'], row['Archivo']]),
    [
      [open, 'Borrador', 'Nube Andina', '', 'Sin texto en la carpeta: no está firmado'],
      [closed, 'Firmado', 'Nube Andina', 'Carla Díaz', '001-nube-andina-version-1.pdf'],
    ],
  )
  assert.match(rows[1]!['Firmado']!, /^\d{2}-\d{2}-\d{4}$/)
  const texts = Object.keys(folder.files).filter((path) => /contratos.*\.pdf$/.test(path))
  assert.deepEqual(texts, ['07-contratos-con-encargados/001-nube-andina-version-1.pdf'])
  assert.match(textOf(folder.files[texts[0]!]!), /Constancia de firma/)
})

test('art. 15 ter: an approved assessment is a PDF with its history; a draft is only listed', async () => {
  const ana = await api.tenant()
  const { data } = await ana.post('/dpia/assessments', { title: 'Cámaras con analítica' })
  await ana.post('/dpia/assessments', { title: 'Borrador' })
  await ana.post(`/workflow-instances/${data.workflowInstanceId}/action`, {
    stageId: 'aprobacion',
    actionType: 'APPROVE',
    notes: 'Revisada en comité',
  })
  const folder = await folderOf(ana)
  const paths = Object.keys(folder.files).filter((path) => /impacto.*\.pdf$/.test(path))
  assert.deepEqual(paths, ['03-evaluaciones-de-impacto/001-camaras-con-analitica.pdf'])
  assert.match(textOf(folder.files[paths[0]!]!), /Revisada en comité/)
  assert.deepEqual(
    rowsOf(folder, '03-evaluaciones-de-impacto/evaluaciones.csv').map((row) => row['Estado']),
    ['Borrador', 'Aprobada'],
  )
})

test('art. 14 sexies: a breach is listed in Spanish with its risk and its communications, and no cell is empty', async () => {
  const ana = await api.tenant({ name: 'Tienda Sur SpA' })
  const id = await makeBreach(ana, {
    title: 'Correo perdido',
    dataCategories: ['email'],
    estimatedRecords: 12,
    detectedAt: '2026-03-10T09:00:00Z',
  })
  await ana.post(`/breaches/${id}/decision-tree`, { ...CALM, hasSensitiveData: true })
  const report = { notifiedAt: '2026-03-10T15:30:00Z', notificationFileKey: 'reporte.pdf' }
  assert.equal((await ana.post(`/breaches/${id}/notify-apdp`, report)).status, 200)
  const told = { notifiedAt: '2026-03-11T15:30:00Z', medium: 'correo' }
  assert.equal((await ana.post(`/breaches/${id}/notify-subjects`, told)).status, 200)
  const folder = await folderOf(ana)
  const [row, ...others] = rowsOf(folder, '06-vulneraciones-de-seguridad/vulneraciones.csv')
  assert.deepEqual(others, [])
  const cells = ['ID', 'Título', 'Estado', 'Titulares (aproximado)', 'Categorías de datos', 'Entidad legal']
  assert.deepEqual(
    cells.map((cell) => row![cell]),
    [id, 'Correo perdido', 'Notificada', '12', 'Correo electrónico', 'Tienda Sur SpA'],
  )
  assert.equal(row!['Detectada'], '10-03-2026 06:00')
  assert.equal(
    row!['Comunicaciones'],
    'Agencia de Protección de Datos Personales: 10-03-2026 12:30; Titulares: 11-03-2026 12:30, correo',
  )
  assert.equal(row!['Evaluación del riesgo'], 'Riesgo bajo. Se comunica a la Agencia y a los titulares.')
  assert.equal(row!['Medidas de prevención'], 'Sin registrar')
  for (const [column, cell] of Object.entries(row!)) assert.match(cell, /^[^[\]{}]+$/, column)
})

async function ask(ana: Person, rightType: string) {
  const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Formulario' })).data
  const asked = await api.anyone.post(`/public/dsar/${widgetKey}`, {
    subjectName: 'Eva Luna',
    subjectEmail: 'eva@ejemplo.cl',
    rightType,
  })
  assert.equal(asked.status, 201, JSON.stringify(asked.body))
  return asked.data
}

test('a request is listed by its folio and term, without the name of the person', async () => {
  const ana = await api.tenant()
  const { folioNumber } = await ask(ana, 'ACCESS')
  const folder = await folderOf(ana)
  const [row] = rowsOf(folder, '04-solicitudes-de-titulares/solicitudes.csv')
  assert.equal(row!['Folio'], folioNumber)
  assert.deepEqual([row!['Derecho'], row!['Vencida'], row!['Respondida']], ['Acceso', 'No', ''])
  assert.match(`${row!['Recibida']} ${row!['Plazo']}`, /^\d{2}-\d{2}-\d{4} \d{2}-\d{2}-\d{4}$/)
  assert.doesNotMatch(
    strFromU8(folder.files['04-solicitudes-de-titulares/solicitudes.csv']!),
    /Eva Luna|eva@ejemplo/,
  )
})

test('art. 11: every letter is there with its recipient, its full text and the proof that it was sent', async () => {
  const ana = await api.tenant()
  const { id, folioNumber } = await ask(ana, 'DELETION')
  const url = `/dsar/requests/${id}`
  await api.drain()
  await ana.patch(url, { status: 'REJECTED', notes: 'Contrato vigente' })
  const letters = (await ana.get(url)).data.letters
  const folder = await folderOf(ana)
  const rows = rowsOf(folder, '04-solicitudes-de-titulares/cartas.csv')
  assert.deepEqual(
    rows.map((row) => [row['Folio'], row['Carta'], row['Para'], row['Asunto'], row['Texto']]),
    ['Acuse de recibo', 'Rechazo'].map((name, index) => [
      folioNumber,
      name,
      'eva@ejemplo.cl',
      letters[index].subject,
      letters[index].text,
    ]),
  )
  assert.match(
    rows[0]!['Prueba de envío']!,
    /^Aceptada por el servidor de correo el \d{2}-\d{2}-\d{4} \d{2}:\d{2}$/,
  )
  assert.equal(rows[1]!['Prueba de envío'], 'En espera de envío')
  const file = folder.files[`04-solicitudes-de-titulares/expedientes/${folioNumber.toLowerCase()}.pdf`]
  const text = textOf(file!).replace(/\s+/g, ' ')
  assert.match(text, /Aceptada por el servidor de correo el/)
  assert.match(text, /Rechazada/)
  assert.doesNotMatch(text, /DELETION|REJECTED|status_change/)
})

test('art. 12: every consent is there with its receipt, in words', async () => {
  const ana = await api.tenant()
  const form = (await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo.' })).data
  const manual = { subjectRef: '12.345.678-5', granted: true, channel: 'teléfono', evidence: 'Audio 12' }
  const { data } = await ana.post(`/consent/templates/${form.id}/manual`, manual)
  const [row, ...others] = rowsOf(await folderOf(ana), '05-consentimientos/recibos-de-formularios.csv')
  assert.deepEqual(others, [])
  assert.deepEqual(
    [row!['Recibo (SHA-256)'], row!['Titular'], row!['Texto mostrado'], row!['Decisión'], row!['Origen']],
    [data.receipt, '12.345.678-5', 'Boletín', 'Otorga', 'Registro manual'],
  )
})

test('a decision that waits for the answer to a letter is listed, but does not count', async () => {
  const owner = await api.tenant()
  const form = (
    await owner.post('/consent/templates', { name: 'Boletín', purposeText: 'Ofertas', fields: [] })
  ).data
  const subjectRef = 'duda@correo.cl'
  const manual = { subjectRef, granted: false, channel: 'phone', evidence: 'Llamada 4' }
  await owner.post(`/consent/templates/${form.id}/manual`, manual)
  const sent = await api.anyone.post(`/public/consent-form/${form.formKey}/submit`, {
    subjectRef,
    granted: true,
  })
  assert.equal(sent.status, 202)
  const rows = rowsOf(await folderOf(owner), '05-consentimientos/recibos-de-formularios.csv')
  const row = rows.find((cells) => cells['Recibo (SHA-256)'] === sent.data.receipt)
  assert.equal(row?.['Decisión'], 'Otorga (sin efecto: la persona no lo ha confirmado)')
})

test('the audit log is complete, newest first, in words, at any length', async () => {
  const ana = await api.tenant()
  await makeActivity(ana, { name: 'Boletín' })
  await api.access.database.engine.asOwner(
    `insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id, changes, created_at)
     select '${ana.tenantId}', gen_random_uuid(), 'system', 'test', 'test', n::text, '{}', date_trunc('milliseconds', now()) - interval '1 day'
     from generate_series(1, 2100) n`,
  )
  const rows = rowsOf(await folderOf(ana), '09-auditoria/registro-de-auditoria.csv')
  const planted = rows.filter((row) => row['Sobre'] === 'test')
  assert.equal(new Set(planted.map((row) => row['ID del registro'])).size, 2100)
  assert.equal(planted.length, 2100)
  const created = rows.find(
    (row) => row['Sobre'] === 'Actividad de tratamiento' && row['Acción'] === 'Crear',
  )!
  assert.deepEqual([created['Tipo'], created['Quién']], ['Persona de la organización', 'Ana Rojas'])
  assert.match(created['Cambios (valores como los guarda el sistema)']!, /nombre: «Boletín»/)
  assert.match(created['Fecha']!, /^\d{2}-\d{2}-\d{4} \d{2}:\d{2}$/)
  assert.ok(rows.indexOf(created) < rows.indexOf(planted[0]!))
})

test('in two concurrent folders, no file of one organisation names the other', async () => {
  const [ana, stranger] = [await api.tenant({ name: 'Alerce SpA' }), await api.tenant({ name: 'Boldo SpA' })]
  for (const [person, mark] of [
    [ana, 'alerce'],
    [stranger, 'boldo'],
  ] as const) {
    await makeActivity(person, { name: `Tratamiento ${mark}` })
    await makeBreach(person, { title: `Incidente ${mark}` })
    await person.post('/dpia/assessments', { title: `Evaluación ${mark}` })
  }
  const [own, other] = await Promise.all([folderOf(ana), folderOf(stranger)])
  const textsOf = ({ files }: Folder) =>
    Object.entries(files)
      .map(([path, file]) => (path.endsWith('.pdf') ? textOf(file) : strFromU8(file)))
      .join('\n')
  assert.match(textsOf(own), /Tratamiento alerce[\s\S]*Incidente alerce/)
  assert.ok(!/boldo/i.test(textsOf(own)))
  assert.ok(!textsOf(own).includes(stranger.tenantId))
  assert.match(textsOf(other), /Tratamiento boldo/)
  assert.ok(!/alerce/i.test(textsOf(other)))
})

// ── where its bytes are stored ──

test('a folder is stored as a file, not in the database, and is deleted with its report', async () => {
  const ana = await api.tenant()
  const { id } = await folderOf(ana)
  assert.deepEqual(kept(ana, id), [`${id}.1`])
  const { rows } = await api.access.database.engine.asOwner(
    'select content is null as elsewhere, parts from governance_reports where id = $1',
    [id],
  )
  assert.deepEqual(rows[0], { elsewhere: true, parts: 1 })
  assert.equal((await ana.delete(`/governance/reports/${id}`)).status, 200)
  await api.drain()
  assert.deepEqual(kept(ana, id), [])
  await REMOVAL_JOB.run(
    api.service.jobEnv,
    { tenantId: ana.tenantId, id, parts: 1 },
    { jobId: 'x', attempt: 2 },
  )
})

test('a folder of the previous version, stored in the database, can still be downloaded', async () => {
  const ana = await api.tenant()
  const { id } = await folderOf(ana)
  await api.access.database.engine.asOwner(
    `update governance_reports set content = 'carpeta antigua'::bytea, parts = 0, size_bytes = null, sha256 = null where id = $1`,
    [id],
  )
  const file = await ana.get(`/governance/reports/${id}/download`)
  assert.deepEqual([file.status, file.raw.toString()], [200, 'carpeta antigua'])
})

test('a folder whose bytes are missing from storage is refused instead of breaking off', async () => {
  const ana = await api.tenant()
  const { id } = await folderOf(ana)
  rmSync(join(api.dataDir, 'files', ana.tenantId, `${id}.1`))
  const lost = await ana.get(`/governance/reports/${id}/download`)
  assert.deepEqual([lost.status, lost.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
})

test('a job that fails, is abandoned or whose report is deleted leaves nothing behind', async () => {
  const ana = await api.tenant()
  const { engine } = api.access.database
  const id = await start(ana)
  await engine.asOwner('alter view breach_register rename to elsewhere')
  try {
    await assert.rejects(make(ana, id, 1))
    await make(ana, id, 4)
  } finally {
    await engine.asOwner('alter view elsewhere rename to breach_register')
  }
  assert.equal((await ana.get(`/governance/reports/${id}`)).data.status, 'FAILED')
  assert.deepEqual(kept(ana, id), [])

  // The report is deleted while the last part is being written.
  const deleted = await start(ana)
  const { storage } = api.service.jobEnv
  const put: typeof storage.put = async (...part) => {
    await storage.put(...part)
    assert.equal((await ana.delete(`/governance/reports/${deleted}`)).status, 200)
  }
  await REPORT_JOB.run(
    { ...api.service.jobEnv, storage: { ...storage, put } },
    { tenantId: ana.tenantId, reportId: deleted },
    { jobId: 'x', attempt: 1 },
  )
  assert.deepEqual(kept(ana, deleted), [])

  // Its process died after the first part.
  const abandoned = await folderOf(ana)
  await engine.asOwner(
    `update governance_reports set status = 'PENDING', completed_at = null, created_at = now() - interval '1 day' where id = $1`,
    [abandoned.id],
  )
  await SWEEP_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  assert.equal((await ana.get(`/governance/reports/${abandoned.id}`)).data.status, 'FAILED')
  assert.deepEqual(kept(ana, abandoned.id), [])
  assert.deepEqual(readdirSync(join(api.dataDir, 'files', 'arriving')), [])
})
