import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import { emptyVerdict, instant, STAMP_FAULTS, STEPS, size, TITLES } from '../../web/citizen/verify/verdict.ts'

/** The page that checks evidence reads archives itself. A file may be cut, changed or misleading. */

// Browser scripts are checked with browser types, which tests do not have.
interface Opened {
  path: string
  size: number
  read(): AsyncIterable<Uint8Array>
}
type Advance = (bytes: number, path: string, total: number) => void
interface Files {
  bytesOf(file: Opened): Promise<Uint8Array>
  filesOfFolder(files: readonly File[]): Opened[]
  hashOfFile(file: Opened, advance: Advance, total?: number): Promise<{ sha256: string; bytes: number }>
  piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array>
  Stopped: new () => Error
  Unreadable: new () => Error
}
interface Tar {
  entriesOfTar(
    pieces: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<{ name: string; size: number; content: AsyncGenerator<Uint8Array> }>
}
interface Zip {
  filesOfZip(archive: Blob): Promise<Opened[]>
}
const VERIFY = '../../web/citizen/verify'
const { bytesOf, filesOfFolder, hashOfFile, piecesOf, Stopped, Unreadable }: Files = await import(
  `${VERIFY}/files.ts`
)
const { entriesOfTar }: Tar = await import(`${VERIFY}/tar.ts`)
const { filesOfZip }: Zip = await import(`${VERIFY}/zip.ts`)

const utf8 = (text: string) => new TextEncoder().encode(text)
const textOf = async (file: Opened) => new TextDecoder().decode(await bytesOf(file))
const quiet = () => undefined

// ── zip ──

const CONTENT = { 'a.txt': utf8('uno'), 'carpeta/ñandú.txt': utf8('dos '.repeat(500)), 'vacío.txt': utf8('') }
const packed = (level: 0 | 6, files: Record<string, Uint8Array> = CONTENT) => zipSync(files, { level })
const zipOf = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>])

for (const level of [0, 6] as const) {
  test(`an archive ${level ? 'that was packed' : 'of plain files'} gives each file as it was`, async () => {
    const files = await filesOfZip(zipOf(packed(level)))
    assert.deepEqual(
      files.map(({ path, size }) => [path, size]),
      [
        ['a.txt', 3],
        ['carpeta/ñandú.txt', 2000],
        ['vacío.txt', 0],
      ],
    )
    assert.deepEqual(await Promise.all(files.map(textOf)), ['uno', 'dos '.repeat(500), ''])
  })
}

test('folders of an archive are not files', async () => {
  const files = await filesOfZip(zipOf(packed(0, { 'carpeta/': utf8(''), 'carpeta/a.txt': utf8('uno') })))
  assert.deepEqual(
    files.map(({ path }) => path),
    ['carpeta/a.txt'],
  )
})

/** A copy with one number changed, at an offset from a signature of the format. */
function touched(
  signature: number,
  at: number,
  write: (view: DataView, place: number) => void,
  level: 0 | 6 = 0,
) {
  const bytes = packed(level)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let place = 0; place + 4 <= bytes.length; place += 1)
    if (view.getUint32(place, true) === signature) {
      write(view, place + at)
      return bytes
    }
  throw new Error('no such signature')
}
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]

for (const [what, bytes] of [
  ['nothing at all', new Uint8Array(0)],
  ['a few bytes', utf8('PK')],
  ['no end', packed(0).slice(0, -1)],
  ['something behind its end', Uint8Array.from([...packed(0), 0])],
  [
    'a comment, behind which another index could hide',
    touched(END, 20, (view, at) => view.setUint16(at, 1, true)),
  ],
  ['more files than its index lists', touched(END, 10, (view, at) => view.setUint16(at, 9, true))],
  ['an index that begins elsewhere', touched(END, 16, (view, at) => view.setUint32(at, 1, true))],
  ['an index shorter than it is', touched(END, 12, (view, at) => view.setUint32(at, 60, true))],
  ['an index that is not one', touched(CENTRAL, 0, (view, at) => view.setUint32(at, 5, true))],
  [
    'a name that is longer than the index',
    touched(CENTRAL, 28, (view, at) => view.setUint16(at, 60_000, true)),
  ],
  [
    'an extra part that is longer than the index',
    touched(CENTRAL, 30, (view, at) => view.setUint16(at, 60_000, true)),
  ],
  ['a file that comes twice', packed(0, { 'A.txt': utf8('1'), 'a.TXT': utf8('2') })],
  ['a file that comes twice, spelled in two ways', packed(0, { ñ: utf8('1'), 'n\u0303': utf8('2') })],
] as const) {
  test(`an archive with ${what} counts as damaged`, () =>
    assert.rejects(filesOfZip(zipOf(bytes)), Unreadable))
}

for (const [what, bytes] of [
  ['it is not where the index says', touched(CENTRAL, 42, (view, at) => view.setUint32(at, 7, true))],
  ['it begins behind the end', touched(CENTRAL, 42, (view, at) => view.setUint32(at, 1e6, true))],
  ['it has another name there', touched(LOCAL, 30, (view, at) => view.setUint8(at, 'b'.charCodeAt(0)))],
  ['it is larger than it says', touched(CENTRAL, 24, (view, at) => view.setUint32(at, 2, true))],
] as const) {
  test(`a file of an archive is not read when ${what}`, async () => {
    const [first] = await filesOfZip(zipOf(bytes))
    await assert.rejects(textOf(first!), Unreadable)
  })
}

test('a file with changed packed bytes is not read as unchanged', async () => {
  const bytes = touched(LOCAL, 36, (view, at) => view.setUint8(at, 0xff), 6)
  const [first] = await filesOfZip(zipOf(bytes))
  assert.notEqual(await textOf(first!).catch(() => undefined), 'uno')
})

// ── tar ──

function entry(
  name: string,
  content: Uint8Array,
  more: { size?: string; magic?: string; prefix?: string } = {},
) {
  const header = new Uint8Array(512)
  const put = (text: string, at: number) => header.set(utf8(text), at)
  put(name, 0)
  put(more.size ?? content.length.toString(8).padStart(11, '0'), 124)
  put(more.magic ?? 'ustar', 257)
  put(more.prefix ?? '', 345)
  const padding = new Uint8Array((512 - (content.length % 512)) % 512)
  return Buffer.concat([header, content, padding])
}
const ENDED = new Uint8Array(1024)

/** In pieces of any size, as a network delivers them. */
async function* inPieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function readTar(bytes: Uint8Array, length = 100): Promise<[string, number, string][]> {
  const found: [string, number, string][] = []
  for await (const { name, size, content } of entriesOfTar(inPieces(bytes, length))) {
    const parts: Uint8Array[] = []
    for await (const piece of content) parts.push(piece.slice())
    found.push([name, size, Buffer.concat(parts).toString()])
  }
  return found
}

const TAR = Buffer.concat([
  entry('a.json', utf8('{}')),
  entry('vacío', utf8('')),
  entry('justo', utf8('x'.repeat(512))),
  entry('b.json', utf8('y'.repeat(700)), { prefix: 'tablas/2026' }),
  ENDED,
])

for (const length of [1, 7, 512, 1000, TAR.length]) {
  test(`a tar in pieces of ${length} bytes gives the same entries`, async () => {
    assert.deepEqual(await readTar(TAR, length), [
      ['a.json', 2, '{}'],
      ['vacío', 0, ''],
      ['justo', 512, 'x'.repeat(512)],
      ['tablas/2026/b.json', 700, 'y'.repeat(700)],
    ])
  })
}

test('data after the end of a tar are ignored', async () => {
  const more = Buffer.concat([entry('a', utf8('1')), ENDED, entry('b', utf8('2')), ENDED])
  assert.deepEqual(
    (await readTar(more)).map(([name]) => name),
    ['a'],
  )
})

for (const [what, bytes] of [
  ['is cut within a header', TAR.subarray(0, 300)],
  ['is cut within a content', TAR.subarray(0, 513)],
  ['is cut before its end', entry('a', utf8('1'))],
  ['is no tar', Buffer.alloc(2048, 'x')],
  ['is of another kind', entry('a', utf8('1'), { magic: 'gnu  ' })],
  ['says a size that is no number', entry('a', utf8('1'), { size: 'muchos' })],
  ['is empty', new Uint8Array(0)],
] as const) {
  test(`a tar that ${what} counts as unreadable`, () => assert.rejects(readTar(bytes), Unreadable))
}

// ── files ──

const file = (name: string, content: string, path = '') =>
  Object.assign(new File([content], name), { webkitRelativePath: path })

test('files of a folder are named by their path in it, and a single file by its name', () => {
  const paths = filesOfFolder([
    file('a.txt', 'x', 'mi carpeta/a.txt'),
    file('b.txt', 'x', 'mi carpeta/dentro/b.txt'),
    file('c.pdf', 'x'),
  ]).map(({ path }) => path)
  assert.deepEqual(paths, ['a.txt', 'dentro/b.txt', 'c.pdf'])
})

test('a file is hashed while it is read, with its progress', async () => {
  const [opened] = filesOfFolder([file('abc.txt', 'abc')])
  const told: [number, string, number][] = []
  const found = await hashOfFile(opened!, (...all) => told.push(all), 10)
  // FIPS 180-4, appendix B.1.
  assert.deepEqual(found, {
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    bytes: 3,
  })
  assert.deepEqual(told, [[3, 'abc.txt', 10]])
  assert.equal((await hashOfFile(filesOfFolder([file('v', '')])[0]!, quiet)).bytes, 0)
})

test('a person who stops waiting stops the reading', async () => {
  let isCancelled = false
  const stream = new ReadableStream<Uint8Array>({
    pull: (to) => to.enqueue(utf8('x')),
    cancel() {
      isCancelled = true
    },
  })
  const endless: Opened = { path: 'sin fin', size: 1, read: () => piecesOf(stream) }
  const stop = () => {
    throw new Stopped()
  }
  await assert.rejects(hashOfFile(endless, stop), Stopped)
  assert.equal(isCancelled, true)
})

test('a text larger than any of the service is not kept in memory', async () => {
  const huge: Opened = {
    path: 'enorme.json',
    size: 1,
    async *read() {
      for (;;) yield new Uint8Array(8 * 2 ** 20)
    },
  }
  await assert.rejects(bytesOf(huge), /«enorme.json» es más grande/)
})

// ── words ──

for (const [bytes, words] of [
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1550, '1,6 kB'],
  [1_000_000, '1 MB'],
  [2_340_000_000, '2,3 GB'],
  [5e12, '5.000 GB'],
] as const) {
  test(`${bytes} bytes read as «${words}»`, () => assert.equal(size(bytes), words))
}

test('instants are shown in Chilean time, in winter and in summer, and invalid ones as they are', () => {
  assert.match(instant('2026-12-02T02:30:00.000Z'), /^1 de diciembre de 2026.*23:30:00 \(hora de Chile\)$/)
  assert.match(instant('2026-07-02T03:30:00.000Z'), /^1 de julio de 2026.*23:30:00 \(hora de Chile\)$/)
  assert.match(instant('2026-12-02T03:05:00.000Z'), /^2 de diciembre de 2026.*0?0:05:00 \(hora de Chile\)$/)
  assert.equal(instant('ayer'), 'ayer')
})

test('every verdict, broken step and fault of a stamp has its own sentence', () => {
  for (const table of [TITLES, STEPS]) {
    const words = Object.values(table)
    assert.equal(new Set(words).size, words.length)
    for (const one of words) assert.match(one, /^[A-ZÁÉÍÓÚ]/)
  }
  for (const one of [...Object.values(STEPS), ...Object.values(STAMP_FAULTS)]) assert.match(one, /\.$/)
  const [one, other] = [emptyVerdict('whole'), emptyVerdict('whole')]
  one.faults.push({ what: 'x', why: 'y' })
  assert.deepEqual(other.faults, [], 'no two verdicts share a list')
})
