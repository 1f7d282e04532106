import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { csvStream, type Row } from '#sheets/csv.ts'
import { columnName, xlsxStream } from '#sheets/workbook.ts'
import { zip } from '#sheets/zip.ts'
import { makeActivity, makeDomain, makeSystem } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'
import { records } from '#test/kit/sheets.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })

test('the record comes as csv by default, with the items of DS 662, in Spanish', async () => {
  const systemId = await makeSystem(ana, { name: 'CRM', vendor: 'Nube Andina' })
  const id = await makeActivity(ana, {
    name: 'Boletín; "ofertas", y más',
    purpose: 'Primera línea\nsegunda línea con ñ',
    systemId,
    recipients: ['Correos de Chile'],
    securityMeasures: ['ENCRYPTION'],
    internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' },
  })
  const shown = await makeDomain(ana, 'https://www.ejemplo.cl')
  const staging = await makeDomain(ana, 'https://prueba.ejemplo.cl')
  const closed = await makeDomain(ana, 'https://cerrado.ejemplo.cl')
  for (const domain of [shown, staging, closed])
    await ana.post(`/domains/${domain}/activities`, { activityId: id, role: 'COLLECTION' })
  await ana.patch(`/domains/${staging}`, { environment: 'STAGING' })
  await ana.patch(`/domains/${closed}`, { isActive: false })
  await ana.post('/dpia/assessments', { title: 'EIPD del boletín', activityId: id })

  const reply = await ana.get('/governance/export/rat')
  assert.equal(reply.headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(
    String(reply.headers['content-disposition']),
    /^attachment; filename="rat-\d{4}-\d{2}-\d{2}\.csv"$/,
  )
  const [row] = records(reply)
  assert.equal(row!['ID'], id)
  assert.equal(row!['Actividad'], 'Boletín; "ofertas", y más')
  assert.equal(row!['Finalidad'], 'Primera línea\nsegunda línea con ñ')
  assert.equal(row!['Tipos de datos'], 'Nombre; Correo electrónico')
  assert.equal(row!['Base de licitud'], 'Consentimiento del titular')
  assert.equal(row!['Bases de datos y sistemas'], 'CRM (tratamiento)')
  assert.equal(row!['Encargados'], 'Nube Andina (sin contrato)')
  assert.equal(row!['Destinatarios'], 'Correos de Chile')
  assert.equal(row!['País de destino'], 'Estados Unidos')
  assert.equal(row!['Estado'], 'Borrador')
  assert.match(row!['Dominios']!, /^[^;]*www\.ejemplo\.cl[^;]*$/)
  assert.equal(row!['Evaluación de impacto'], 'Borrador')
})

test('a formula in a cell is exported as text', async () => {
  const person = await api.tenant()
  const names = ['=1+1', '+56', '-x', '@SUM(A1)', "=cmd|' /C calc'!A0"]
  for (const name of names) await makeActivity(person, { name })
  const rows = records(await person.get('/governance/export/rat?format=csv'))
  assert.deepEqual(
    rows.map((row) => row['Actividad']),
    names.toReversed().map((name) => `'${name}`),
  )
  const odd = await buffer(csvStream(['a'], [['\t=1'], ['\r=1'], ['a=1'], ['\n'], [-1], ['\uff1d1']]))
  assert.equal(odd.toString(), '\ufeffa\r\n\'\t=1\r\n"\'\r=1"\r\na=1\r\n"\n"\r\n-1\r\n\'\uff1d1\r\n')
})

test('excel gives a workbook whose cells are texts and numbers', async () => {
  const person = await api.tenant()
  await makeActivity(person, { name: '=HYPERLINK("http://x")' })
  await person.post('/dpia/assessments', { title: 'Uno & <dos>' })
  for (const format of ['excel', 'xlsx']) {
    for (const [what, text] of [
      ['rat', '=HYPERLINK'],
      ['dpia', 'Uno &amp; &lt;dos&gt;'],
    ] as const) {
      const reply = await person.get(`/governance/export/${what}?format=${format}`)
      assert.equal(reply.status, 200)
      assert.match(String(reply.headers['content-type']), /spreadsheetml\.sheet/)
      assert.match(String(reply.headers['content-disposition']), new RegExp(`"${what}-.*\\.xlsx"`))
      const entries = unzipSync(reply.raw)
      const xml = Object.values(entries)
        .map((bytes) => strFromU8(bytes))
        .join('')
      assert.ok(xml.includes(text), what)
      assert.doesNotMatch(xml, /<f>/)
    }
  }
})

test('a workbook holds every row, each cell in its column, and special characters mean nothing', async () => {
  const rows: Row[] = [
    ['a & <b>', null, 7],
    ['_x0041_ \u0001\ud83d\ude00', 'x'.repeat(40_000), -1.5],
    ['dos\nlíneas', '', 0],
  ]
  const entries = unzipSync(
    await buffer(xlsxStream({ sheet: 'Hoja & más', columns: ['Uno', 'Dos', 'N°'] }, rows)),
  )
  assert.deepEqual(Object.keys(entries), [
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ])
  assert.match(strFromU8(entries['xl/workbook.xml']!), /<sheet name="Hoja &amp; más"/)
  const sheet = strFromU8(entries['xl/worksheets/sheet1.xml']!)
  const cells = [
    ...sheet.matchAll(/<c r="(\w+)"[^>]*>(?:<is><t [^>]*>([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>/g),
  ]
  assert.deepEqual(
    cells.map(([, name, text, figure]) => [name, text ?? Number(figure)]),
    [
      ['A1', 'Uno'],
      ['B1', 'Dos'],
      ['C1', 'N°'],
      ['A2', 'a &amp; &lt;b&gt;'],
      ['C2', 7],
      ['A3', '_x005F_x0041_ \ud83d\ude00'],
      ['B3', 'x'.repeat(32_767)],
      ['C3', -1.5],
      ['A4', 'dos\nlíneas'],
      ['C4', 0],
    ],
  )
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(columnName), ['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

test('a workbook is sent while its rows are read, at the speed of the reader', async () => {
  let made = 0
  const rows = (function* () {
    for (; made < 50_000; made += 1) yield [`Actividad ${made} ${Math.random()}`, made]
  })()
  const stream = xlsxStream({ sheet: 'Hoja', columns: ['Uno', 'Dos'] }, rows)
  const first = (await once(stream, 'readable').then(() => stream.read(1))) as Buffer
  assert.equal(first.length, 1)
  await setImmediate()
  assert.ok(made < 10_000, `${made} rows were read before anyone took them`)
  const entries = unzipSync(Buffer.concat([first, await buffer(stream)]))
  assert.equal(strFromU8(entries['xl/worksheets/sheet1.xml']!).match(/<row /g)?.length, 50_001)
})

test('an archive holds its files unchanged and in order, empty and long ones too', async () => {
  const long = Array.from({ length: 40 }, () => randomBytes(30_000))
  const archive = zip(
    [
      { path: 'vacío.txt', content: [] },
      { path: 'carpeta/ñandú.txt', content: ['á', 'é'] },
      { path: 'largo.bin', content: long },
    ],
    new Date('2026-12-01T12:34:56Z'),
  )
  const packed = await buffer(archive)
  const entries = unzipSync(packed)
  assert.deepEqual(Object.keys(entries), ['vacío.txt', 'carpeta/ñandú.txt', 'largo.bin'])
  assert.equal(entries['vacío.txt']!.length, 0)
  assert.equal(strFromU8(entries['carpeta/ñandú.txt']!), 'áé')
  assert.ok(Buffer.concat(long).equals(entries['largo.bin']!))
  // fflate reads neither checksums nor times, so this reads the last record of the directory.
  const last = packed.lastIndexOf(Buffer.from('PK\x01\x02'))
  assert.equal(packed.readUInt32LE(last + 16), crc32(Buffer.concat(long)))
  assert.equal(packed.readUInt32LE(last + 12), 0x5d81 * 0x10000 + ((12 << 11) | (34 << 5) | 28))
})

test('an error in the middle of an archive ends it with that error', async () => {
  const faulty = (async function* () {
    yield 'a'
    throw new Error('gone')
  })()
  await assert.rejects(buffer(zip([{ path: 'x', content: faulty }], new Date())), /gone/)
})

test('the assessments come with their risks in figures', async () => {
  const person = await api.tenant()
  const { data } = await person.post('/dpia/assessments', { title: 'Puntos', necessity: 'Sí' })
  await person.post(`/dpia/assessments/${data.id}/risks`, {
    description: 'Acceso indebido',
    likelihood: 'high',
    impact: 'high',
  })
  // A status alone is no measure. A mitigation is one, and makes the risk treated.
  for (const more of [{ status: 'mitigated' }, { mitigation: 'Cifrado' }])
    await person.post(`/dpia/assessments/${data.id}/risks`, {
      description: 'Pérdida',
      likelihood: 'low',
      impact: 'low',
      ...more,
    })
  const [row] = records(await person.get('/governance/export/dpia'))
  assert.deepEqual(
    [row!['Evaluación'], row!['Estado'], row!['Riesgos'], row!['Riesgos sin tratar'], row!['Necesidad']],
    ['Puntos', 'Borrador', '3', '2', 'Sí'],
  )
})

test('an empty table has its header, and a table longer than one batch is complete', async () => {
  const person = await api.tenant()
  const empty = await person.get('/governance/export/rat')
  assert.match(empty.raw.toString(), /^\ufeffID,Actividad,.*\r\n$/)
  const { rows } = await api.service.access.database.engine.asOwner(
    `insert into activities (tenant_id, id, legal_entity_id, name, purpose, has_sensitive_data, status, created_at,
       updated_at)
     select e.tenant_id, gen_random_uuid(), e.id, 'Actividad ' || n, 'x', false, 'draft', now(), now()
     from legal_entities e, generate_series(1, 450) n where e.tenant_id = '${person.tenantId}' returning id`,
  )
  assert.equal(rows.length, 450)
  const all = records(await person.get('/governance/export/rat'))
  assert.equal(new Set(all.map((row) => row['Actividad'])).size, 450)
  await api.service.access.database.engine.asOwner(
    `insert into dpia_assessments (tenant_id, id, legal_entity_id, title, status, version, created_at, updated_at)
     select e.tenant_id, gen_random_uuid(), e.id, 'Evaluación ' || n, 'draft', 1, now(), now()
     from legal_entities e, generate_series(1, 450) n where e.tenant_id = '${person.tenantId}'`,
  )
  const assessments = records(await person.get('/governance/export/dpia'))
  assert.equal(new Set(assessments.map((row) => row['Evaluación'])).size, 450)
})

test('a key exports only what it may read in that module', async () => {
  const eva = await api.tenant()
  const keyWith = async (...scopes: string[]) =>
    api.with({ 'x-api-key': (await eva.post('/settings/api-keys', { name: 'Panel', scopes })).data.key })
  const OWNERS = {
    rat: 'rat',
    dpia: 'dpia',
    systems: 'data-map',
    processors: 'processors',
    departments: 'org',
    requests: 'dsar',
  }
  const narrow = await keyWith('governance:*')
  for (const [what, module] of Object.entries(OWNERS)) {
    const path = `/governance/export/${what}`
    const refused = await narrow.get(path)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'], what)
    assert.match(refused.body.error.message, new RegExp(`«${module}:read»`))
    // Writing does not include reading.
    assert.equal((await (await keyWith('governance:read', `${module}:write`)).get(path)).status, 403, what)
    assert.equal((await (await keyWith('governance:read', `${module}:read`)).get(path)).status, 200, what)
  }
  const wide = await keyWith('governance:read', 'dsar:*')
  assert.equal((await wide.get('/governance/export/requests?format=xlsx')).status, 200)
  assert.equal((await wide.get('/governance/export/rat')).status, 403)
})

test('another format is refused; every member exports the tables of their organisation', async () => {
  for (const what of ['rat', 'dpia']) {
    for (const format of ['pdf', '', 'CSV'])
      assert.equal((await ana.get(`/governance/export/${what}?format=${format}`)).status, 400)
    assert.equal((await api.anyone.get(`/governance/export/${what}`)).status, 401)
    const viewer = await ana.colleague('VIEWER')
    assert.ok(records(await viewer.get(`/governance/export/${what}`)).length > 0)
    const stranger = await api.tenant()
    assert.deepEqual(records(await stranger.get(`/governance/export/${what}`)), [])
  }
})
