import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { HEAD_BYTES, LARGEST_BYTES } from './rules.ts'
import { type Arrival, holderOf, receive, tooLarge } from './service.ts'

const directory = await mkdtemp(join(tmpdir(), 'resguardo-files-'))
after(() => rm(directory, { recursive: true }))

/** An upload that comes in these pieces. */
const sent = (pieces: readonly (string | Buffer)[], name = 'a.txt', largest?: number) =>
  receive(
    Readable.from(pieces.map((piece) => Buffer.from(piece as string))),
    name,
    directory,
    largest === undefined ? undefined : { largest, tooLarge },
  )

async function refusalOf(arriving: Promise<Arrival>): Promise<Failure> {
  const error = await arriving.then(
    () => undefined,
    (reason) => reason,
  )
  assert.ok(error instanceof Failure, String(error))
  assert.deepEqual(await readdir(directory), [], 'nothing of it is left')
  return error
}

test('an upload is counted, hashed and identified on the way, and stored unchanged', async () => {
  const bytes = Buffer.from('%PDF-1.7 año')
  const arrival = await sent([bytes.subarray(0, 3), bytes.subarray(3)], 'C:\\actas\\Acta “final”.html')
  assert.deepEqual(await readFile(arrival.temporaryFile), bytes)
  assert.deepEqual(
    [arrival.size, arrival.sha256, arrival.contentType, arrival.name],
    [bytes.length, createHash('sha256').update(bytes).digest('hex'), 'application/pdf', 'Acta “final”.html'],
  )
  assert.ok(isId(arrival.key))
  assert.equal((await stat(arrival.temporaryFile)).mode & 0o777, 0o600, 'nobody else on the machine reads it')
  await rm(arrival.temporaryFile)
})

test('the beginning decides the type, however small the pieces are', async () => {
  const letters = [...'89504e470d0a1a0a'.matchAll(/../g)].map(([byte]) => Buffer.from(byte, 'hex'))
  const arrival = await sent(letters, 'foto.txt')
  assert.equal(arrival.contentType, 'image/png')
  await rm(arrival.temporaryFile)
})

test('bytes after the beginning do not change the type', async () => {
  const text = 'a'.repeat(HEAD_BYTES)
  const arrival = await sent([text, Buffer.from([0, 1, 2])], 'notas.txt')
  assert.equal(arrival.contentType, 'text/plain')
  await rm(arrival.temporaryFile)
  const refused = await refusalOf(sent([text.slice(1), Buffer.from([0])], 'notas.txt'))
  assert.equal(refused.status, 422)
})

const REFUSED: [what: string, pieces: (string | Buffer)[], name: string, message: RegExp][] = [
  ['an empty file', [], 'a.pdf', /^El archivo está vacío\.$/],
  ['empty pieces', ['', ''], 'a.pdf', /está vacío/],
  ['a program with the name of a picture', [Buffer.from('4d5a9000', 'hex')], 'foto.png', /no se acepta/],
  ['a program of Linux with the name of a paper', ['\x7fELF\x02\0'], 'acta.pdf', /no se acepta/],
]
for (const [what, pieces, name, message] of REFUSED)
  test(`${what} is refused (422), and the refusal names the field`, async () => {
    const refusal = await refusalOf(sent(pieces, name))
    assert.match(refusal.message, message)
    assert.deepEqual([refusal.status, refusal.details?.map(({ path }) => path)], [422, ['file']])
  })

test('the largest file is taken, and one byte more is not (413)', async () => {
  const arrival = await sent(['a'.repeat(6), 'b'.repeat(4)], 'a.txt', 10)
  assert.equal(arrival.size, 10)
  await rm(arrival.temporaryFile)
  assert.equal((await refusalOf(sent(['a'.repeat(6), 'b'.repeat(5)], 'a.txt', 10))).status, 413)
  assert.equal(LARGEST_BYTES, 20 * 1024 * 1024)
  assert.match(tooLarge().message, /20 MiB/)
})

test('an upload that breaks off leaves nothing behind', async () => {
  async function* broken() {
    yield Buffer.from('%PDF-')
    throw new Error('the caller hung up')
  }
  await assert.rejects(receive(Readable.from(broken()), 'a.pdf', directory), /hung up/)
  assert.deepEqual(await readdir(directory), [])
})

test('a file names its record with both fields or has none', () => {
  assert.equal(holderOf({}), undefined)
  assert.equal(holderOf({ entityType: '', entityId: '' }), undefined)
  assert.deepEqual(holderOf({ entityType: 'breach', entityId: 'x', otro: 'y' }), {
    entityType: 'breach',
    entityId: 'x',
  })
  for (const [fields, path] of [
    [{ entityType: 'breach' }, 'entityId'],
    [{ entityId: 'x' }, 'entityType'],
  ] as const)
    assert.throws(
      () => holderOf(fields),
      (error) => error instanceof Failure && error.status === 422 && error.details?.[0]?.path === path,
    )
})
