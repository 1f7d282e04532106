import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import { linesOf, partOf } from '#test/kit/paper.ts'
import { numbered, paged, table } from './entries.ts'
import { type About, type Contents, indexDocument, type Packed } from './index-document.ts'
import { SECTIONS } from './sections.ts'
import { CONTRACT_COLUMNS, contractRow, type ListedContract } from './tables.ts'

const ABOUT: About = {
  title: 'Carpeta de fiscalización',
  organisation: 'Tienda Sur SpA',
  tenant: { id: 't', slug: 'sur', name: 'Tienda Sur SpA' },
  taxId: '76543210-3',
  madeBy: 'Ana Rojas · Estudio Paz',
  at: new Date('2027-03-10T02:30:00Z'),
  id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
  law: LAW,
}

const file = (path: string, rows?: number): Packed => ({
  path,
  label: `De ${path}`,
  bytes: 1,
  sha256: 'ab12',
  rows,
})

function section(more: Partial<Contents>): Contents {
  return {
    folder: '06-x',
    title: 'Vulneraciones',
    article: 'art. 14 sexies',
    note: undefined,
    period: null,
    files: [],
    ...more,
  }
}

const contentsOf = (more: Partial<Contents>) =>
  partOf(indexDocument(ABOUT, [section(more)]).content, 'Contenido')[1]!.split(' | ')
const amount = (...files: Packed[]) => contentsOf({ files })[3]
const period = (value: Contents['period']) => contentsOf({ period: value })[4]

test('the index names the organisation, the author and the time in Chile', () => {
  const lines = linesOf(indexDocument(ABOUT, [section({ files: [file('06-x/a.csv', 2)] })]).content)
  for (const line of [
    'Organización | Tienda Sur SpA',
    'RUT | 76.543.210-3',
    'Preparada el | 09-03-2027 23:30 (hora de Chile)',
    'Preparada por | Ana Rojas · Estudio Paz',
    'Archivos | 1, más este índice y el manifiesto',
    `Norma | ${LAW.source}`,
  ])
    assert.ok(lines.includes(line), line)
})

test('a section counts its rows and documents, and a table in two formats counts once', () => {
  assert.equal(amount(), 'Ninguno')
  assert.equal(amount(file('a.csv', 0)), '0 registros')
  assert.equal(amount(file('a.csv', 1)), '1 registro')
  assert.equal(amount(file('a.csv', 1200), file('a.xlsx')), '1.200 registros')
  assert.equal(amount(file('a.csv', 3), file('1.pdf'), file('2.pdf')), '3 registros, 2 documentos')
  assert.equal(amount(file('1.pdf')), '1 documento')
})

test('a section gives the period of its records in days of Chile', () => {
  assert.equal(period(null), 'Vigentes')
  assert.equal(period(undefined), 'Sin registros')
  const [late, next] = [new Date('2027-01-02T02:00:00Z'), new Date('2027-01-02T12:00:00Z')]
  assert.equal(period({ from: late, to: late }), '01-01-2027')
  assert.equal(period({ from: late, to: next }), '01-01-2027 a 02-01-2027')
  assert.equal(period({ from: '2026-12-31', to: '2027-01-02' }), '31-12-2026 a 02-01-2027')
})

test('a remark stands below its title', () => {
  assert.equal(contentsOf({ note: 'Solo las firmadas.' })[1], 'Vulneraciones / Solo las firmadas.')
})

test('up to four hundred files are listed with their hash; beyond that only tables, and a count of the rest', () => {
  const pdfs = (count: number) => Array.from({ length: count }, (_, index) => file(`06-x/${index}.pdf`))
  const listed = (count: number) =>
    partOf(
      indexDocument(ABOUT, [section({ files: [file('06-x/tabla.csv', 9), ...pdfs(count)] })]).content,
      'Archivos y huellas SHA-256',
    )
  const whole = listed(399)
  assert.equal(whole.length, 1 + 400)
  assert.equal(whole[1], 'De 06-x/tabla.csv / 06-x/tabla.csv | ab12')
  const short = listed(400)
  assert.deepEqual(short.slice(1), [
    'De 06-x/tabla.csv / 06-x/tabla.csv | ab12',
    'La carpeta tiene 401 archivos: aquí se listan sus tablas; el manifiesto tiene la huella de todos.',
  ])
})

test('every part that an inspector asks for has a numbered section with its article', () => {
  assert.deepEqual(
    SECTIONS.map(({ folder }) => folder.slice(0, 3)),
    ['01-', '02-', '03-', '04-', '05-', '06-', '07-', '08-', '09-'],
  )
  const byFolder = Object.fromEntries(SECTIONS.map((one) => [one.folder.slice(3), one.article]))
  assert.match(byFolder['vulneraciones-de-seguridad']!, /14 sexies/)
  assert.match(byFolder['evaluaciones-de-impacto']!, /15 ter/)
  assert.match(byFolder['contratos-con-encargados']!, /15 bis/)
  assert.match(byFolder['politicas-publicadas']!, /14 ter/)
  assert.match(byFolder['solicitudes-de-titulares']!, /4 a 11/)
  assert.match(byFolder['consentimientos']!, /12/)
})

// ── entries ──

test('a file has a number of three digits and a name that every system accepts', () => {
  assert.equal(numbered(0, 'Nube Andina'), '001-nube-andina.pdf')
  assert.equal(numbered(41, 'Señal & Cía.', 'version 2'), '042-senal-cia-version-2.pdf')
  assert.equal(numbered(999, 'x'), '1000-x.pdf')
})

async function textOf(content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>) {
  let text = ''
  for await (const part of content)
    text += typeof part === 'string' ? part : Buffer.from(part).toString('utf8')
  return text
}

test('a table is a CSV for Excel in Spanish, and knows its row count after it was read', async () => {
  const entry = table(
    'x.csv',
    'Una tabla',
    ['Qué', 'Cuánto'],
    [
      ['a;b', 1],
      ['=2+3', null],
    ],
  )
  assert.equal(entry.rows!(), 0)
  const text = await textOf(entry.content as AsyncIterable<string>)
  assert.equal(entry.rows!(), 2)
  const [head, first, second] = text.replace('\ufeff', '').split('\r\n')
  assert.deepEqual([text.charCodeAt(0), head, first], [0xfeff, 'Qué;Cuánto', '"a;b";1'])
  assert.doesNotMatch(second!, /^=/, 'no formula')
})

test('a table resumes after the last row of each page until none is left', async () => {
  const asked: (string | undefined)[] = []
  const pages: Record<string, { rows: number[]; last: string | undefined }> = {
    '': { rows: [1, 2], last: 'b' },
    b: { rows: [3], last: 'c' },
    c: { rows: [], last: undefined },
  }
  const read = <T>(work: (ctx: never) => Promise<T>) => work(undefined as never)
  const rows: number[] = []
  for await (const row of paged(read as never, async (_ctx, after) => {
    asked.push(after)
    return pages[after ?? '']!
  }))
    rows.push(row)
  assert.deepEqual(
    [rows, asked],
    [
      [1, 2, 3],
      [undefined, 'b', 'c'],
    ],
  )
})

// ── contracts ──

const NOW = new Date('2027-03-10T15:00:00Z')

const CONTRACT: ListedContract = {
  id: 'c1',
  type: 'DPA',
  status: 'SIGNED',
  version: 2,
  signer_name: 'Carla Díaz',
  signed_at: new Date('2026-03-02T02:00:00Z'),
  expires_at: new Date('2027-03-10T15:00:00Z'),
  terminated_at: null,
  processor_name: 'Nube Andina',
  entity_name: 'Tienda Sur SpA',
}

function listed(more: Partial<ListedContract>, fileName?: string) {
  const row = contractRow({ ...CONTRACT, ...more }, fileName, NOW)
  return Object.fromEntries(CONTRACT_COLUMNS.map((column, index) => [column, row[index]]))
}

test('a contract has its state at this instant and its days in Chile', () => {
  const row = listed({}, '001-nube-andina-version-2.pdf')
  assert.deepEqual(
    [row['Estado'], row['Firmado'], row['Vence'], row['Terminado'], row['Archivo']],
    ['Vencido', '01-03-2026', '10-03-2027', null, '001-nube-andina-version-2.pdf'],
  )
  assert.equal(listed({ expires_at: new Date(NOW.getTime() + 1) })['Estado'], 'Firmado')
  assert.equal(listed({ expires_at: null })['Vence'], null)
  assert.equal(listed({ status: 'TERMINATED', terminated_at: NOW })['Terminado'], '10-03-2027')
})

test('a contract that was never signed says why it has no file', () => {
  const row = listed({ status: 'SENT', signed_at: null, expires_at: null })
  assert.deepEqual(
    [row['Estado'], row['Archivo']],
    ['Enviado a firma', 'Sin texto en la carpeta: no está firmado'],
  )
})
