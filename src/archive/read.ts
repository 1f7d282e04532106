import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract, type Entry as TarEntry } from 'tar-stream'
import Value from 'typebox/value'
import { migrationFiles } from '#db/migrate.ts'
import {
  ArchiveRefused,
  damaged,
  ENTRY,
  type Entry,
  FORMAT,
  LARGEST_ENTRY,
  LARGEST_MANIFEST,
  LONGEST_LINE,
  MANIFEST,
  Manifest,
  VERSION,
} from './format.ts'
import type { Row } from './tables.ts'

/** Beyond this size the bytes may be at most `MOST_TIMES` the archive's: rows and files do not shrink to a hundredth. */
const UNSUSPICIOUS_BYTES = 256 * 2 ** 20
const MOST_TIMES = 100

export interface Found extends Entry {
  table: string | undefined
  file: string | undefined
  content: Buffer
}

/** The entries one after the other, each bounded. Every fault of the bytes gives one refusal. */
export async function* entriesOf(path: string): AsyncGenerator<Found> {
  const { size } = await stat(path).catch(() => {
    throw new ArchiveRefused(`No se puede leer «${path}».`)
  })
  const tar = extract()
  const bounded = async function* (chunks: AsyncIterable<Buffer>) {
    let unpacked = 0
    for await (const chunk of chunks) {
      unpacked += chunk.length
      if (unpacked > UNSUSPICIOUS_BYTES && unpacked > size * MOST_TIMES)
        throw damaged('se expande mucho más de lo que una exportación puede')
      yield chunk
    }
  }
  const ended = new Promise<void>((resolve, reject) =>
    pipeline(createReadStream(path), createGunzip(), bounded, tar, (error) =>
      error ? reject(error) : resolve(),
    ),
  )
  ended.catch(() => undefined)
  try {
    for await (const entry of tar) yield await read(entry)
    await ended
  } catch (error) {
    // The stream that failed first knows the reason; the others only know that it ended.
    const cause = await Promise.race([ended.then(() => error), Promise.resolve()]).catch((first) => first)
    const found = [cause, error].find((one) => one instanceof ArchiveRefused)
    throw found ?? damaged('no se puede leer entero', cause ?? error)
  } finally {
    tar.destroy()
  }
}

async function read(entry: TarEntry): Promise<Found> {
  const { name, type, size = 0 } = entry.header
  const parts = ENTRY.exec(name)
  if (!parts || type !== 'file') throw damaged(`contiene «${name.slice(0, 100)}»`)
  if (size > (name === MANIFEST ? LARGEST_MANIFEST : LARGEST_ENTRY))
    throw damaged(`«${name}» es demasiado grande`)
  const chunks: Buffer[] = []
  for await (const chunk of entry) chunks.push(chunk as Buffer)
  const content = Buffer.concat(chunks)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const { table, file } = parts.groups!
  return { name, bytes: content.length, sha256, table, file, content }
}

/** Reads the whole archive and checks that every entry is present, in order and unchanged. Keeps only the manifest. */
export async function inspect(path: string): Promise<Manifest> {
  const seen: Entry[] = []
  let manifest: Manifest | undefined
  for await (const { content, name, bytes, sha256 } of entriesOf(path)) {
    if (manifest) throw damaged('sigue después de su manifiesto')
    if (name === MANIFEST) manifest = parse(content)
    else seen.push({ name, bytes, sha256 })
  }
  if (!manifest) throw damaged('no tiene manifiesto')
  const { entries } = manifest
  const at = seen.findIndex((entry, index) => !isSame(entry, entries[index]))
  if (at >= 0) throw damaged(`«${seen[at]!.name}» no es lo que se exportó`)
  if (seen.length < entries.length) throw damaged(`falta «${entries[seen.length]!.name}»`)
  return manifest
}

/** Reads the entries again and checks that they are the inspected ones. */
export async function* provenEntries(path: string, { entries }: Manifest): AsyncGenerator<Found> {
  let at = 0
  for await (const entry of entriesOf(path)) {
    if (entry.name === MANIFEST) break
    if (!isSame(entry, entries[at])) throw damaged('cambió mientras se leía')
    at += 1
    yield entry
  }
  if (at < entries.length) throw damaged('cambió mientras se leía')
}

function isSame(a: Entry, b: Entry | undefined): boolean {
  return a.name === b?.name && a.bytes === b.bytes && a.sha256 === b.sha256
}

function parse(content: Buffer): Manifest {
  let value: unknown
  try {
    value = JSON.parse(content.toString('utf8'))
  } catch (error) {
    throw damaged('su manifiesto no se entiende', error)
  }
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown }
  if (format === FORMAT && typeof version === 'number' && version > VERSION)
    throw new ArchiveRefused(
      'El archivo es de una versión más nueva de Resguardo. Actualice esta instalación e impórtelo después.',
    )
  if (!Value.Check(Manifest, value)) throw damaged('su manifiesto no se entiende')
  return value
}

/** The last development version before 0.1 has the same tables as 0.1, from other files. */
const OF_DEVELOPMENT: Readonly<Record<string, string>> = {
  '0111_consent_statistics.sql': '0027_evidence.sql',
}

/** Rows fit the tables of one schema. A migration also changes rows, and would miss these. */
export function assertSameSchema(manifest: Manifest): void {
  const known = migrationFiles().map(({ name }) => name)
  const schema = OF_DEVELOPMENT[manifest.schema] ?? manifest.schema
  if (schema === known.at(-1)) return
  throw new ArchiveRefused(
    known.includes(schema)
      ? `El archivo es de una versión anterior (${schema}). Actualice la instalación de origen y exporte de nuevo.`
      : `El archivo es de una versión más nueva de Resguardo (${schema}). Actualice esta instalación e impórtelo después.`,
  )
}

export function* rowsOf({ name, content }: Found): Generator<Row> {
  for (let from = 0; from < content.length; ) {
    const end = content.indexOf(0x0a, from)
    if (end < 0 || end - from > LONGEST_LINE) throw damaged(`«${name}» tiene una línea que no termina`)
    yield rowOf(name, content.toString('utf8', from, end))
    from = end + 1
  }
}

function rowOf(name: string, line: string): Row {
  try {
    const row: unknown = JSON.parse(line)
    const isRow =
      typeof row === 'object' &&
      row !== null &&
      !Array.isArray(row) &&
      Object.values(row).every((value) => value === null || typeof value === 'string')
    if (isRow) return row as Row
  } catch {}
  throw damaged(`«${name}» tiene una línea que no se entiende`)
}
