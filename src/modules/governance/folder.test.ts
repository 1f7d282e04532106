import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { makeActivity } from '#test/kit/activities.ts'
import { CALM, makeBreach } from '#test/kit/breaches.ts'
import { draft, ground, signed } from '#test/kit/contracts.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { csvRecords, csvRows } from '#test/kit/sheets.ts'
import { REPORT_JOB } from './jobs.ts'

const api = await openService()

interface Folder {
  id: string
  files: Record<string, Uint8Array>
  manifest: {
    title: string
    organisation: string
    taxId: string | null
    generatedAt: string
    reportId: string
    algorithm: string
    entries: { path: string; bytes: number; sha256: string }[]
  }
}

async function folderOf(person: Person): Promise<Folder> {
  const { data } = await person.post('/governance/inspection-folder', { title: 'Carpeta' })
  const job = { tenantId: person.tenantId, reportId: data.id }
  await REPORT_JOB.run(api.service.jobEnv, job, { jobId: 'x', attempt: 1 })
  const file = await person.get(`/governance/reports/${data.id}/download`)
  assert.equal(file.status, 200, JSON.stringify((await person.get(`/governance/reports/${data.id}`)).body))
  const files = unzipSync(file.raw)
  return { id: data.id, files, manifest: JSON.parse(strFromU8(files['manifest.json']!)) }
}

const TABLES = [
  'rat.csv',
  'dpia.csv',
  'contratos.csv',
  'vulneraciones.csv',
  'solicitudes.csv',
  'cartas.csv',
  'auditoria.csv',
]

test('a new organisation has a folder of empty tables, an index and a manifest', async () => {
  const ana = await api.tenant({ name: 'Nueva SpA' })
  const { id, files, manifest } = await folderOf(ana)
  assert.deepEqual(Object.keys(files).sort(), [...TABLES, 'index.html', 'manifest.json'].sort())
  for (const path of TABLES.slice(0, -1)) assert.equal(csvRows(files[path]!).length, 1, path)
  const { entries, generatedAt, ...about } = manifest
  assert.deepEqual(about, {
    title: 'Carpeta',
    organisation: 'Nueva SpA',
    taxId: about.taxId,
    reportId: id,
    algorithm: 'SHA-256',
  })
  assert.equal(generatedAt, new Date(generatedAt).toISOString())
  assert.deepEqual(
    entries.map(({ path }) => path),
    ['index.html', ...TABLES],
  )
})

test('the manifest has the bytes and the hash of every file, and the index a line for each', async () => {
  const g = await ground(api)
  await draft(g)
  const { files, manifest } = await folderOf(g.ana)
  const index = strFromU8(files['index.html']!)
  assert.equal(manifest.entries.length, Object.keys(files).length - 1)
  for (const { path, bytes, sha256 } of manifest.entries) {
    assert.equal(bytes, files[path]!.length, path)
    assert.equal(sha256, createHash('sha256').update(files[path]!).digest('hex'), path)
    if (path === 'index.html') continue
    assert.ok(index.includes(`<td><a href="${path}">`), path)
    assert.ok(index.includes(`<td>${path}</td><td>${bytes}</td>`), path)
  }
  const changed = Buffer.from(files['rat.csv']!)
  changed[changed.length - 3]! ^= 1
  const { sha256 } = manifest.entries.find(({ path }) => path === 'rat.csv')!
  assert.notEqual(createHash('sha256').update(changed).digest('hex'), sha256)
})

test('contracts are listed with their state and signer, each with its text', async () => {
  const g = await ground(api)
  const [open, closed] = [await draft(g), await signed(g)]
  const { files } = await folderOf(g.ana)
  const rows = csvRecords(files['contratos.csv']!)
  assert.deepEqual(
    rows.map((row) => [row['ID'], row['Estado'], row['Encargado'], row['Firmante'], row['Archivo']]),
    [
      [closed, 'SIGNED', 'Nube Andina', 'Carla Díaz', `contratos/${closed}.html`],
      [open, 'DRAFT', 'Nube Andina', '', `contratos/${open}.html`],
    ],
  )
  assert.deepEqual(
    rows.map((row) => row['Firmado'] !== ''),
    [true, false],
  )
  for (const row of rows) {
    const page = strFromU8(files[row['Archivo']!]!)
    assert.match(page, /<title>Contrato DPA con Nube Andina, versión 1<\/title>/)
    assert.doesNotMatch(page, /<script/)
  }
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
  const [row, ...others] = csvRecords((await folderOf(ana)).files['vulneraciones.csv']!)
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

test('a request is listed by its folio with its term, and without the name of the person', async () => {
  const ana = await api.tenant()
  const { data: widget } = await ana.post('/dsar/widgets', { name: 'Sitio' })
  const asked = await api.anyone.post(`/public/dsar/${widget.widgetKey}`, {
    rightType: 'ACCESS',
    subjectName: 'Eva Luna',
    subjectEmail: 'eva@ejemplo.cl',
  })
  assert.equal(asked.status, 201, JSON.stringify(asked.body))
  const { files } = await folderOf(ana)
  const [row] = csvRecords(files['solicitudes.csv']!)
  assert.equal(row!['Folio'], asked.data.folioNumber)
  assert.deepEqual([row!['Derecho'], row!['Vencida'], row!['Respondida']], ['Acceso', 'No', ''])
  assert.match(`${row!['Recibida']} ${row!['Plazo']}`, /^\d{2}-\d{2}-\d{4} \d{2}-\d{2}-\d{4}$/)
  assert.doesNotMatch(strFromU8(files['solicitudes.csv']!), /Eva Luna|eva@ejemplo/)
})

test('art. 11: the folder has every letter with its date, its recipient and its full text', async () => {
  const ana = await api.tenant()
  const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Formulario' })).data
  const asked = await api.anyone.post(`/public/dsar/${widgetKey}`, {
    subjectName: 'Eva Luna',
    subjectEmail: 'eva@ejemplo.cl',
    rightType: 'DELETION',
  })
  const url = `/dsar/requests/${asked.data.id}`
  await api.drain()
  await ana.patch(url, { status: 'REJECTED', notes: 'Contrato vigente' })
  const kept = (await ana.get(url)).data.letters
  const { files } = await folderOf(ana)
  const rows = csvRecords(files['cartas.csv']!)
  assert.deepEqual(
    rows.map((row) => [row['Folio'], row['Carta'], row['Para'], row['Asunto'], row['Texto']]),
    ['Acuse de recibo', 'Rechazo'].map((name, index) => [
      asked.data.folioNumber,
      name,
      'eva@ejemplo.cl',
      kept[index].subject,
      kept[index].text,
    ]),
  )
  assert.match(rows[0]!['Enviada']!, /^\d{2}-\d{2}-\d{4}$/)
  assert.deepEqual([csvRecords(files['solicitudes.csv']!)[0]!['Estado']], ['Rechazada'])
})

test('the audit log is whole, newest first, however long it is', async () => {
  const ana = await api.tenant()
  await makeActivity(ana, { name: 'Boletín' })
  await api.access.database.engine.asOwner(
    `insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id, changes, created_at)
     select '${ana.tenantId}', gen_random_uuid(), 'system', 'test', 'test', n::text, '{}', date_trunc('milliseconds', now()) - interval '1 day'
     from generate_series(1, 2100) n`,
  )
  const rows = csvRecords((await folderOf(ana)).files['auditoria.csv']!)
  const planted = rows.filter((row) => row['Entidad'] === 'test')
  assert.equal(new Set(planted.map((row) => row['ID de la entidad'])).size, 2100)
  assert.equal(planted.length, 2100)
  const dates = rows.map((row) => row['Fecha (UTC)']!)
  assert.deepEqual(dates, dates.toSorted().reverse())
  const created = rows.find((row) => row['Entidad'] === 'activity' && row['Acción'] === 'create')!
  assert.deepEqual([created['Tipo de actor'], created['ID del actor']], ['user', ana.userId])
  assert.equal(JSON.parse(created['Cambios']!).name.new, 'Boletín')
})

test('two folders at once of two organisations: no file of one names the other', async () => {
  const [ana, stranger] = [await api.tenant({ name: 'Propia SpA' }), await api.tenant({ name: 'Ajena SpA' })]
  for (const [person, mark] of [
    [ana, 'propio'],
    [stranger, 'ajeno'],
  ] as const) {
    await makeActivity(person, { name: `Tratamiento ${mark}` })
    await makeBreach(person, { title: `Incidente ${mark}` })
    await person.post('/dpia/assessments', { title: `Evaluación ${mark}` })
  }
  const [own, other] = await Promise.all([folderOf(ana), folderOf(stranger)])
  const textOf = ({ files }: Folder) =>
    Object.values(files)
      .map((file) => strFromU8(file))
      .join('\n')
  assert.match(textOf(own), /Tratamiento propio[\s\S]*Incidente propio/)
  assert.doesNotMatch(textOf(own), /ajen[ao]|Ajena/)
  assert.doesNotMatch(textOf(own), new RegExp(stranger.tenantId))
  assert.match(textOf(other), /Tratamiento ajeno/)
  assert.doesNotMatch(textOf(other), /propi[ao] |Propia/)
})
