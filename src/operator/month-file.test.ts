import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  checkMonth,
  type MonthHeader,
  MonthRefused,
  type MonthRow,
  readMonth,
  writeMonth,
} from './month-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'resguardo-month-'))
after(() => rmSync(directory, { recursive: true }))
const at = (name: string) => join(directory, name)

const HEADER: MonthHeader = {
  format: 'resguardo-month',
  version: 1,
  schema: '0001_x.sql',
  createdAt: '2027-01-01T00:00:00.000Z',
  table: 'consent_records',
  month: '2024-03',
  since: 'a',
  until: 'b',
  tables: [{ name: 'consent_records', columns: ['tenant_id', 'id', 'note'] }],
}

/** Characters that some readers take for line ends, and others that JSON escapes. */
const ODD = 'uno\u2028dos\u2029tres\u0085cuatro\r\n"cinco" \\ ñ🦩'
const ROWS: MonthRow[] = [
  { table: 0, values: ['t', '1', ODD] },
  { table: 0, values: ['t', '2', null] },
  { table: 1, values: ['t', '9', ''] },
]

async function* source(rows: readonly MonthRow[] = ROWS) {
  yield* rows
}

async function linesOf(path: string) {
  const found: unknown[] = []
  for await (const line of readMonth(path)) found.push(line)
  return found
}

const written = await writeMonth(at('whole.gz'), HEADER, source())

test('a month reads back unchanged, whatever its texts hold', async () => {
  assert.equal(written.rows, 2)
  assert.match(written.sha256, /^[\da-f]{64}$/)
  assert.deepEqual(await checkMonth(at('whole.gz')), { header: HEADER, trailer: written })
  assert.deepEqual(await linesOf(at('whole.gz')), [
    { header: HEADER },
    ...ROWS.map((row) => ({ row })),
    { trailer: written },
  ])
  assert.equal(statSync(at('whole.gz')).mode & 0o777, 0o600)
})

test('a month without rows is complete too', async () => {
  const empty = await writeMonth(at('empty.gz'), HEADER, source([]))
  assert.equal(empty.rows, 0)
  assert.deepEqual((await checkMonth(at('empty.gz'))).trailer, empty)
})

test('no file is overwritten, and a failed month leaves nothing', async () => {
  const before = readFileSync(at('whole.gz'))
  await assert.rejects(writeMonth(at('whole.gz'), HEADER, source()), {
    message: `«${at('whole.gz')}» ya existe. Indique con --to un archivo nuevo.`,
  })
  assert.ok(before.equals(readFileSync(at('whole.gz'))))
  async function* broken() {
    yield* ROWS
    throw new Error('the database went away')
  }
  await assert.rejects(writeMonth(at('broken.gz'), HEADER, broken()), /the database went away/)
  assert.deepEqual(
    readdirSync(directory).filter((name) => name.startsWith('broken')),
    [],
  )
})

const lines = gunzipSync(readFileSync(at('whole.gz')))
  .toString()
  .split('\n')
  .slice(0, -1)
const packed = (...texts: string[]) => gzipSync(texts.map((text) => `${text}\n`).join(''))

/** The refusal of a file with these bytes. */
async function refusal(bytes: Buffer): Promise<string> {
  writeFileSync(at('changed.gz'), bytes)
  const error = await checkMonth(at('changed.gz')).then(
    () => assert.fail('it was taken'),
    (reason: Error) => reason,
  )
  assert.ok(error instanceof MonthRefused, String(error))
  assert.match(error.message, / Nada cambió\.$/)
  return error.message
}

test('a file changed in any way is refused, with its fault', async () => {
  const [header, first, second, third, trailer] = lines as [string, string, string, string, string]
  assert.match(await refusal(packed(header, first, second, trailer)), /su SHA-256 es otro/)
  assert.match(await refusal(packed(header, second, first, third, trailer)), /su SHA-256 es otro/)
  assert.match(await refusal(packed(header, first, second, third, third, trailer)), /su SHA-256 es otro/)
  assert.match(
    await refusal(packed(header, first.replace('cinco', 'seis'), second, third, trailer)),
    /su SHA-256 es otro/,
  )
  assert.match(
    await refusal(packed(header.replace('2024-03', '2024-04'), first, second, third, trailer)),
    /su SHA-256 es otro/,
  )
  const others = JSON.stringify({ ...JSON.parse(trailer), rows: 3 })
  assert.match(await refusal(packed(header, first, second, third, others)), /su SHA-256 es otro/)
  assert.match(await refusal(packed(header, first, second, third)), /está cortado/)
  assert.match(await refusal(packed(header)), /está cortado/)
  assert.match(await refusal(packed(...lines, first)), /sigue después de su final/)
  assert.match(await refusal(packed(...lines, trailer)), /sigue después de su final/)
})

test('a file that is no month is refused in one sentence', async () => {
  const whole = readFileSync(at('whole.gz'))
  for (const bytes of [
    Buffer.from(''),
    Buffer.from('no es un gzip'),
    gzipSync('hola'),
    gzipSync('hola\n'),
    gzipSync(''),
    packed('{"format":"resguardo-archive","version":1}'),
    packed(JSON.stringify({ ...HEADER, version: 2 })),
    packed('null'),
    whole.subarray(0, whole.length - 20),
    whole.subarray(0, 10),
  ])
    await refusal(bytes)
  await assert.rejects(checkMonth(at('none.gz')), { message: `No hay un archivo «${at('none.gz')}».` })
})
