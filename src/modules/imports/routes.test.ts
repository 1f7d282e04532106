import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as xlsx from '@e965/xlsx'
import { after, DAY_MS } from '#kernel/dates.ts'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { brought, editBook, judged, readBook, upload, writeBook } from '#test/kit/spreadsheets.ts'
import { SWEEP_JOB } from './jobs.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const ACTIVITIES = { target: 'activities' }

const storedFiles = (tenantId = ana.tenantId) => {
  const folder = join(api.dataDir, 'files', tenantId)
  return existsSync(folder) ? readdirSync(folder) : []
}

await makeSystem(ana, { name: 'CRM', vendor: 'Nube Andina' })
await makeActivity(ana, {
  name: 'Ficha <clínica> & "más"',
  dataCategories: ['name', 'health'],
  legalBasis: 'consent',
  recipients: ['Uno; con punto y coma', 'Dos'],
  internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' },
  securityMeasures: ['ENCRYPTION', 'Doble factor'],
  retentionPeriod: '5_years',
})
await makeActivity(ana, {
  name: 'Pago de sueldos',
  legalBasis: 'legal_obligation',
  legalBasisArticle: '13 b',
})

const exported = async () => (await ana.get('/governance/export/rat?format=xlsx')).raw

test('an unchanged register changes nothing, as exported or re-saved by another program', async () => {
  const file = await exported()
  for (const [how, bytes] of [
    ['as it came', file],
    ['written again', editBook(file, (rows) => rows)],
    ['as csv', (await ana.get('/governance/export/rat')).raw],
    ['as csv for Excel', (await ana.get('/governance/export/rat?separator=semicolon')).raw],
  ] as const) {
    const { status, totals, rows } = await judged(api, ana, bytes, ACTIVITIES)
    assert.equal(status, 'READY')
    assert.deepEqual(
      totals,
      { rows: 2, create: 0, update: 0, skip: 2, refuse: 0 },
      `${how}: ${JSON.stringify(rows)}`,
    )
  }
})

test('an edited register updates edited rows and creates added ones; the same file again changes nothing', async () => {
  const file = editBook(await exported(), (rows) => [
    ...rows.map((row) =>
      row['Actividad'] === 'Pago de sueldos'
        ? {
            ...row,
            Finalidad: 'Pagar y declarar sueldos',
            'Plazo de conservación': '10 años',
            'Sistema principal': 'crm',
          }
        : row,
    ),
    {
      Actividad: 'Boletín',
      Finalidad: 'Enviar ofertas',
      'Base de licitud': 'Consentimiento del titular',
      'Tipos de datos': 'Nombre, correo',
      'Categorías de titulares': 'Clientes; Socios del club',
      'Transferencia internacional': 'No',
      'Situación socioeconómica': 'Sí',
    },
  ])
  const proposal = await judged(api, ana, file, ACTIVITIES)
  assert.deepEqual(
    proposal.totals,
    { rows: 3, create: 1, update: 1, skip: 1, refuse: 0 },
    JSON.stringify(proposal.rows),
  )
  const change = proposal.rows.find(({ action }: { action: string }) => action === 'update')
  assert.deepEqual(change.changes.sort(), ['Finalidad', 'Plazo de conservación', 'Sistema principal'])
  assert.equal((await ana.get('/rat/activities')).data.items.length, 2, 'a dry run saves nothing')

  assert.equal((await ana.post(`/imports/${proposal.id}/confirm`)).status, 202)
  await api.drain()
  const done = (await ana.get(`/imports/${proposal.id}`)).data
  assert.deepEqual([done.status, done.progress], ['DONE', 100], done.error)
  const { items } = (await ana.get('/rat/activities')).data
  assert.equal(items.length, 3)
  const wages = items.find(({ name }: { name: string }) => name === 'Pago de sueldos')
  const { data: whole } = await ana.get(`/rat/activities/${wages.id}`)
  assert.deepEqual(
    [whole.purpose, whole.retentionPeriod, whole.legalBasisArticle, whole.system.name],
    ['Pagar y declarar sueldos', '10_years', '13 b', 'CRM'],
  )
  const letter = items.find(({ name }: { name: string }) => name === 'Boletín')
  assert.deepEqual(letter.dataCategories, ['name', 'email'])
  assert.deepEqual(letter.subjectCategories, ['customers', 'Socios del club'])
  const { socioeconomic, hasSensitiveData } = (await ana.get(`/rat/activities/${letter.id}`)).data
  assert.deepEqual([socioeconomic, hasSensitiveData], [true, true], 'art. 2 letra g)')
  const log = (await ana.get(`/settings/audit-log?entityId=${letter.id}`)).data.items
  assert.deepEqual([log[0].action, log[0].actorName], ['create', 'Ana Rojas'])

  const again = await judged(api, ana, file, ACTIVITIES)
  assert.deepEqual(
    again.totals,
    { rows: 3, create: 0, update: 0, skip: 3, refuse: 0 },
    JSON.stringify(again.rows),
  )
  assert.equal((await ana.post(`/imports/${proposal.id}/confirm`)).status, 409)
})

test('a blank cell clears its field; a missing column leaves the field alone', async () => {
  const person = await api.tenant()
  await makeActivity(person, { name: 'Boletín', recipients: ['Correos'], dataSource: 'Formulario' })
  const { totals } = await brought(api, person, 'Actividad;Destinatarios\nBoletín;\n', ACTIVITIES)
  assert.equal(totals.update, 1)
  const [{ id }] = (await person.get('/rat/activities')).data.items
  const { data } = await person.get(`/rat/activities/${id}`)
  assert.deepEqual([data.recipients, data.dataSource], [[], 'Formulario'])
})

test('headings in Spanish, English and other words are understood, even below a title; a person’s choice is remembered', async () => {
  const person = await api.tenant()
  const file =
    'Registro de tratamientos 2025;;;\n;;;\nNombre del tratamiento;Purpose;Base legal;Observaciones internas\nBoletín;Ofertas;Consentimiento;x\n'
  const first = await judged(api, person, file, ACTIVITIES)
  assert.deepEqual(
    first.mapping.map(({ column, field, by }: { column: string; field: string; by: string }) => [
      column,
      field,
      by,
    ]),
    [
      ['A', 'name', 'synonym'],
      ['B', 'purpose', 'exact'],
      ['C', 'legalBasis', 'synonym'],
      ['D', null, 'nobody'],
    ],
  )
  assert.deepEqual(first.unmapped, ['Observaciones internas'])
  assert.equal(first.rows[0].row, 4)
  assert.equal(first.totals.create, 1)

  const chosen = { ...ACTIVITIES, mapping: JSON.stringify({ 'Observaciones internas': 'retentionNote' }) }
  assert.equal((await brought(api, person, file, chosen)).status, 'DONE')
  const later = await judged(api, person, file, ACTIVITIES)
  assert.deepEqual(
    [later.mapping[3].field, later.mapping[3].by, later.mapping[3].label],
    ['retentionNote', 'remembered', 'Condiciones de supresión'],
  )
  const other = await judged(api, await api.tenant(), file, ACTIVITIES)
  assert.equal(other.mapping[3].field, null, 'another organisation has its own memory')
})

test('a row that the API would refuse is refused with the same words, and nothing is saved', async () => {
  const person = await api.tenant()
  await makeActivity(person, { name: 'Boletín' })
  const rows = [
    { Actividad: 'Sin base', Finalidad: 'x' },
    { Actividad: 'Base rara', Finalidad: 'x', 'Base de licitud': 'Porque sí' },
    { Actividad: 'Artículo ajeno', Finalidad: 'x', 'Base de licitud': 'Contrato', Artículo: '13 d' },
    { Actividad: 'Órgano', Finalidad: 'x', 'Base de licitud': 'Interés público', Artículo: 'art. 20' },
    { Actividad: 'Sistema', Finalidad: 'x', 'Base de licitud': 'Contrato', 'Sistema principal': 'No existe' },
    { Actividad: 'Bien', Finalidad: 'x', 'Base de licitud': 'Contrato' },
    { Actividad: 'BIEN', Finalidad: 'y', 'Base de licitud': 'Contrato' },
    { ID: 'no-es-un-id', Actividad: 'Id', Finalidad: 'y', 'Base de licitud': 'Contrato' },
    {
      ID: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
      Actividad: 'Ajena',
      Finalidad: 'y',
      'Base de licitud': 'Contrato',
    },
  ]
  const { id, totals, rows: outcomes } = await judged(api, person, writeBook(rows), ACTIVITIES)
  assert.deepEqual([totals.refuse, totals.create], [8, 1], JSON.stringify(outcomes))
  const reasons = outcomes.map(({ reasons }: { reasons: string[] }) => reasons.join(' '))
  assert.equal(reasons[0], '«Base de licitud» es obligatorio.')
  assert.match(reasons[1], /«Base de licitud» dice «Porque sí», que no es uno de: Consentimiento del titular/)
  assert.match(reasons[2], /El artículo «13 d» no corresponde a la base/)
  assert.match(reasons[3], /órganos públicos/)
  assert.match(reasons[4], /«Sistema principal» nombra el sistema «No existe»/)
  assert.match(reasons[6], /Repite lo de la fila 7/)
  assert.match(reasons[7], /no corresponde a ningún registro/)
  assert.match(reasons[8], /No existe una actividad con el ID/)
  const only = (await person.get(`/imports/${id}?action=create`)).data.rows
  assert.deepEqual(
    only.map(({ name }: { name: string }) => name),
    ['Bien'],
  )

  const refused = await person.post(`/imports/${id}/confirm`)
  assert.equal(refused.status, 422)
  assert.match(refused.body.error.message, /8 de 9 filas rechazadas/)
  assert.match(refused.body.error.details[0].message, /^Fila 2: /)
  assert.equal((await person.get('/rat/activities')).data.items.length, 1)
})

test('the id of another organisation matches nothing, and its import is not found', async () => {
  const other = await api.tenant()
  const foreign = await makeActivity(other, { name: 'Ajena' })
  const file = writeBook([
    { ID: foreign, Actividad: 'Robada', Finalidad: 'x', 'Base de licitud': 'Contrato' },
  ])
  const { id, rows } = await judged(api, ana, file, ACTIVITIES)
  assert.deepEqual([rows[0].action, rows[0].id], ['refuse', null])
  for (const reply of [await other.get(`/imports/${id}`), await other.post(`/imports/${id}/confirm`)])
    assert.equal(reply.status, 404)
})

test('a change between review and confirmation is shown, and nothing is saved', async () => {
  const person = await api.tenant()
  const id = await makeActivity(person, { name: 'Boletín', purpose: 'Ofertas' })
  const file =
    'Actividad;Finalidad;Base de licitud\nBoletín;Ofertas y novedades;Consentimiento\nNueva;x;Contrato\n'
  const { id: importId } = await judged(api, person, file, ACTIVITIES)
  await makeActivity(person, { name: 'nueva' })
  await person.post(`/imports/${importId}/confirm`)
  await api.drain()
  const after = (await person.get(`/imports/${importId}`)).data
  assert.equal(after.status, 'READY')
  assert.match(after.error, /no se guardó nada.*filas 3/)
  assert.equal(after.rows[1].action, 'update')
  assert.equal((await person.get(`/rat/activities/${id}`)).data.purpose, 'Ofertas')
  assert.equal((await person.post(`/imports/${importId}/confirm`)).status, 202)
  await api.drain()
  assert.equal((await person.get(`/imports/${importId}`)).data.status, 'DONE')
  assert.equal((await person.get(`/rat/activities/${id}`)).data.purpose, 'Ofertas y novedades')
})

test('a file cannot empty a published activity', async () => {
  const person = await api.tenant()
  const systemId = await makeSystem(person, { name: 'CRM' })
  const id = await makeActivity(person, { name: 'Boletín', systemId })
  assert.equal((await person.patch(`/rat/activities/${id}/status`, { status: 'published' })).status, 200)
  const { rows } = await judged(api, person, 'Actividad;Sistema principal\nBoletín;\n', ACTIVITIES)
  assert.equal(rows[0].action, 'refuse')
  assert.match(rows[0].reasons[0], /está publicada y no puede quedar sin/)
})

test('people get one notice for all rows of a file; events that require an act are announced separately', async () => {
  const clinic = await api.tenant({ name: 'Clínica Andes' })
  const dpo = await clinic.colleague('DPO', 'Diego Pinto')
  const rows = ['Nube Andina SpA', 'Correo Norte SpA', 'Archivo Sur SpA'].map((name) => ({ Encargado: name }))
  const { id } = await brought(api, clinic, writeBook(rows), { target: 'processors' })
  await api.drain()
  const { items } = (await dpo.get('/notifications?limit=100')).data
  assert.deepEqual(
    items.map(({ type, text, entityId }: Record<string, string>) => [type, text, entityId]),
    [['import.finished', 'Terminó la importación «Encargados»: creó 3 registros.', id]],
  )
  await clinic.post('/processors', { name: 'Uno más SpA' })
  await api.drain()
  const [last] = (await dpo.get('/notifications?limit=100')).data.items
  assert.equal(last.type, 'processor.created')
})

test('without a dry run a good file is saved at once; a file with a refused row waits', async () => {
  const person = await api.tenant()
  const fields = { ...ACTIVITIES, dryRun: 'false' }
  const good = await judged(api, person, 'Actividad,Finalidad,Base de licitud\nUna,x,Contrato\n', fields)
  assert.equal(good.status, 'DONE')
  const bad = await judged(
    api,
    person,
    'Actividad,Finalidad,Base de licitud\nDos,x,Contrato\nTres,x,\n',
    fields,
  )
  assert.deepEqual([bad.status, bad.totals.refuse], ['READY', 1])
  assert.equal((await person.get('/rat/activities')).data.items.length, 1)
  const { items } = (await person.get('/imports?target=activities')).data
  assert.deepEqual(
    items.map(({ status }: { status: string }) => status),
    ['READY', 'DONE'],
  )
})

test('the file is erased when the import is over, or unconfirmed after seven days', async () => {
  const before = storedFiles().length
  const { id } = await judged(api, ana, 'Actividad;Finalidad;Base de licitud\nOtra;x;Contrato\n', ACTIVITIES)
  assert.equal(storedFiles().length, before + 1)
  await api.access.asSystem('a test waits for eight days', (db) =>
    db
      .updateTable('imports')
      .set({ updated_at: after(api.clock.now(), -8 * DAY_MS) })
      .where('id', '=', id)
      .execute(),
  )
  await SWEEP_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  const { status, error } = (await ana.get(`/imports/${id}`)).data
  assert.deepEqual([status, storedFiles().length <= before], ['FAILED', true])
  assert.match(error, /Nadie confirmó la importación en 7 días/)
})

test('seven days after its end an import keeps only its totals', async () => {
  const person = await api.tenant()
  const { id, rows, totals } = await brought(
    api,
    person,
    'Encargado;RUT\nMaría Pérez Soto EIRL;76.543.210-3\n',
    { target: 'processors' },
  )
  assert.match(JSON.stringify(rows), /María Pérez/)
  const age = (days: number) =>
    api.access.asSystem('a test waits for days', (db) =>
      db
        .updateTable('imports')
        .set({ completed_at: after(api.clock.now(), -days * DAY_MS) })
        .where('id', '=', id)
        .execute(),
    )
  await age(6)
  await SWEEP_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  assert.equal((await person.get(`/imports/${id}`)).data.rows.length, 1)
  await age(8)
  await SWEEP_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  const { data, raw } = await person.get(`/imports/${id}`)
  assert.deepEqual([data.status, data.totals, data.rows, data.mapping], ['DONE', totals, [], []])
  assert.doesNotMatch(raw.toString(), /María/)
})

test('deleting an import deletes its file and prevents confirmation; it is refused while saving', async () => {
  const person = await api.tenant()
  const before = storedFiles(person.tenantId).length
  const { id } = await judged(
    api,
    person,
    'Actividad;Finalidad;Base de licitud\nOtra;x;Contrato\n',
    ACTIVITIES,
  )
  const stranger = await api.tenant()
  assert.equal((await stranger.delete(`/imports/${id}`)).status, 404)
  assert.equal((await (await person.colleague('VIEWER')).delete(`/imports/${id}`)).status, 403)
  assert.equal((await person.delete(`/imports/${id.toUpperCase()}`)).status, 200)
  assert.equal(storedFiles(person.tenantId).length, before)
  assert.equal((await person.get(`/imports/${id}`)).status, 404)
  assert.equal((await person.post(`/imports/${id}/confirm`)).status, 404)
  assert.equal((await person.delete(`/imports/${id}`)).status, 404)
  const log = (await person.get(`/settings/audit-log?entityId=${id}`)).data.items
  assert.equal(log[0].action, 'delete')

  // Deleted before it was read, so the job finds nothing to do.
  const unread = (await upload(person, 'Actividad;Finalidad;Base de licitud\nUna;x;Contrato\n', ACTIVITIES))
    .data
  assert.equal((await person.delete(`/imports/${unread.id}`)).status, 200)
  await api.drain()
  assert.deepEqual((await person.get('/imports')).data.items, [])

  const confirmed = await judged(
    api,
    person,
    'Actividad;Finalidad;Base de licitud\nUna;x;Contrato\n',
    ACTIVITIES,
  )
  await person.post(`/imports/${confirmed.id}/confirm`)
  assert.equal((await person.delete(`/imports/${confirmed.id}`)).status, 409)
  await api.drain()
  assert.equal((await person.get('/rat/activities')).data.items.length, 1)
  assert.equal((await person.delete(`/imports/${confirmed.id}`)).status, 200)
  assert.equal((await person.get('/rat/activities')).data.items.length, 1, 'what it saved stays')
})

test('somebody who left or lost the role after confirming imports nothing; nor does a revoked key', async () => {
  const owner = await api.tenant()
  const csv = 'Actividad;Finalidad;Base de licitud\nUna;x;Contrato\n'
  const key = (
    await owner.post('/settings/api-keys', {
      name: 'Planillas',
      scopes: ['imports:*', 'rat:*'],
      role: 'ANALYST',
    })
  ).data
  const machine = api.with({ 'x-api-key': key.key }) as Person
  const [gone, lowered] = [await owner.colleague('ANALYST'), await owner.colleague('ANALYST')]
  for (const [who, lose] of [
    [gone, () => owner.delete(`/settings/members/${gone.userId}`)],
    [lowered, () => owner.patch(`/settings/members/${lowered.userId}`, { role: 'VIEWER' })],
    [machine, () => owner.delete(`/settings/api-keys/${key.id}`)],
  ] as const) {
    const { id } = await judged(api, who, csv, ACTIVITIES)
    assert.equal((await who.post(`/imports/${id}/confirm`)).status, 202)
    assert.equal((await lose()).status, 200)
    await api.drain()
    const { status, error } = (await owner.get(`/imports/${id}`)).data
    assert.equal(status, 'FAILED')
    assert.match(error, /ya no puede traer estas filas, y no se guardó nada/)
    assert.equal((await owner.get('/rat/activities')).data.items.length, 0)
  }
})

test('a key sees only imports of records that it may read', async () => {
  const owner = await api.tenant()
  const { id } = await judged(api, owner, 'Actividad;Finalidad;Base de licitud\nUna;x;Contrato\n', ACTIVITIES)
  const key = async (...scopes: string[]) => {
    const made = { name: 'Panel', role: 'ANALYST', scopes }
    return api.with({ 'x-api-key': (await owner.post('/settings/api-keys', made)).data.key })
  }
  const narrow = await key('imports:read', 'dsar:read', 'rat:write')
  assert.deepEqual((await narrow.get('/imports')).data.items, [])
  assert.equal((await narrow.get(`/imports/${id}`)).status, 404)
  assert.equal((await narrow.delete(`/imports/${id}`)).status, 403)
  const wide = await key('imports:read', 'rat:read')
  assert.equal((await wide.get('/imports')).data.items.length, 1)
  assert.equal((await wide.get(`/imports/${id}`)).data.rows.length, 1)
  const writing = await key('imports:write', 'rat:read')
  assert.equal((await writing.delete(`/imports/${id}`)).status, 403, 'it may not write the records')
})

test('an incomplete form says what is missing, and an unreadable file is not kept', async () => {
  const csv = 'Actividad\nUna\n'
  const message = async (file: string | Uint8Array, fields: Record<string, string>) => {
    const { status, body } = await upload(ana, file, fields)
    return [status, body.error?.message ?? '']
  }
  assert.match((await message(csv, {})).join(' '), /^400 .*«target» debe ser uno de: activities/)
  assert.match((await message(csv, { target: 'planets' })).join(' '), /^400 /)
  assert.match((await message(csv, { ...ACTIVITIES, dryRun: 'quizás' })).join(' '), /^400 .*true o false/)
  assert.match((await message(csv, { ...ACTIVITIES, mapping: '[1]' })).join(' '), /^400 .*objeto JSON/)
  assert.match(
    (await message(csv, { ...ACTIVITIES, mapping: '{"Actividad":"x"}' })).join(' '),
    /^400 .*no puede ser «x»/,
  )
  const twice = { ...ACTIVITIES, mapping: '{"Actividad":"name","Otra":"name"}' }
  assert.match((await message(csv, twice)).join(' '), /^400 .*Dos columnas/)
  assert.match((await message('', ACTIVITIES)).join(' '), /^422 .*vacío/)
  const old = xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([['a']]), 'x'), {
    type: 'buffer',
    bookType: 'xls',
  })
  assert.match((await message(old, ACTIVITIES)).join(' '), /^422 .*\.xls/)
  assert.equal((await ana.post('/imports', { target: 'activities' })).status, 415)
  const before = storedFiles().length
  const { status, error } = await judged(api, ana, 'Columna rara\nx\n', ACTIVITIES)
  assert.equal(status, 'FAILED')
  assert.match(error, /Ninguna columna es «Actividad».*«Columna rara»/)
  assert.equal(storedFiles().length, before)
})

test('imports need the roles and scopes of the endpoints of the records', async () => {
  const viewer = await ana.colleague('VIEWER')
  const analyst = await ana.colleague('ANALYST')
  const csv = 'Departamento\nVentas\n'
  assert.equal((await upload(viewer, csv, ACTIVITIES)).status, 403)
  const refused = await upload(analyst, csv, { target: 'departments' })
  assert.equal(refused.status, 403)
  assert.match(refused.body.error.message, /rol «[^»]+» \(ADMIN\)/)
  assert.equal((await upload(analyst, 'Actividad\nUna\n', ACTIVITIES)).status, 202)
  assert.equal((await viewer.get('/imports/templates/activities')).status, 200)
})

test('the empty workbook has lists, a hidden id and required columns', async () => {
  for (const target of ['activities', 'systems', 'processors', 'departments', 'requests']) {
    const reply = await ana.get(`/imports/templates/${target}`)
    assert.equal(reply.status, 200)
    const book = xlsx.read(reply.raw, { cellStyles: true })
    assert.equal(book.Workbook!.Sheets![book.SheetNames.indexOf('Listas')]?.Hidden ?? 1, 1)
    assert.equal(book.Sheets[book.SheetNames[0]!]!['!cols']![0]!.hidden, true)
    assert.deepEqual(readBook(reply.raw), [])
    const csv = await ana.get(`/imports/templates/${target}?format=csv`)
    assert.match(csv.raw.toString(), /^\ufeff[^,]+;/)
  }
  assert.equal((await ana.get('/imports/templates/planets')).status, 404)
})
