import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, createGzip } from 'node:zlib'

/**
 * A month of a table as one file: gzipped lines of JSON. The first line is the header. The last line holds the number of
 * rows and the SHA-256 of all lines before it. Each line between them is a row: the number of its table, and its columns as
 * PostgreSQL prints them.
 */
export interface MonthHeader {
  format: 'resguardo-month'
  version: 1
  /** The last migration of the source database. */
  schema: string
  createdAt: string
  table: string
  month: string
  since: string | null
  until: string
  /** The first is the table itself; the others refer to its rows. */
  tables: { name: string; columns: string[] }[]
}

export interface MonthTrailer {
  rows: number
  sha256: string
}

export type MonthRow = { table: number; values: (string | null)[] }

/** A refusal that names the file and the reason. */
export class MonthRefused extends Error {}

const damaged = (path: string, why: string) =>
  new MonthRefused(`«${path}» no es el archivo entero de un mes: ${why}. Nada cambió.`)

/** Writes under another name until the file is whole, on the disk, and read back unchanged. */
export async function writeMonth(
  to: string,
  header: MonthHeader,
  rows: AsyncIterable<MonthRow>,
): Promise<MonthTrailer> {
  if (await stat(to).catch(() => undefined))
    throw new MonthRefused(`«${to}» ya existe. Indique con --to un archivo nuevo.`)
  const partial = `${to}.part`
  try {
    const written = { rows: 0, sha256: '' }
    await pipeline(
      linesOf(header, rows, written),
      createGzip(),
      createWriteStream(partial, { mode: 0o600, flags: 'w' }),
    )
    await sync(partial)
    const read = await checkMonth(partial)
    if (read.trailer.rows !== written.rows || read.trailer.sha256 !== written.sha256)
      throw damaged(partial, 'no se lee como se escribió')
    await rename(partial, to)
    await sync(dirname(to))
    return written
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function* linesOf(header: MonthHeader, rows: AsyncIterable<MonthRow>, written: MonthTrailer) {
  const hash = createHash('sha256')
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`
    hash.update(text)
    return text
  }
  yield line(header)
  for await (const { table, values } of rows) {
    yield line([table, ...values])
    if (table === 0) written.rows += 1
  }
  written.sha256 = hash.digest('hex')
  yield `${JSON.stringify(written)}\n`
}

/** A file's name is on the disk only after its directory is flushed. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** Reads the whole file. Returns its header and trailer if it is whole. */
export async function checkMonth(path: string): Promise<{ header: MonthHeader; trailer: MonthTrailer }> {
  let header: MonthHeader | undefined
  let trailer: MonthTrailer | undefined
  for await (const line of readMonth(path)) {
    if ('header' in line) header = line.header
    if ('trailer' in line) trailer = line.trailer
  }
  if (!header || !trailer) throw damaged(path, 'está cortado')
  return { header, trailer }
}

type Line = { header: MonthHeader } | { row: MonthRow } | { trailer: MonthTrailer }

/** The lines count only once the last one, the trailer, has come: it vouches for the lines before it. */
export async function* readMonth(path: string): AsyncGenerator<Line> {
  const hash = createHash('sha256')
  let [rows, at, isOver] = [0, 0, false]
  try {
    for await (const text of textLines(path)) {
      if (isOver) throw damaged(path, 'sigue después de su final')
      const value = JSON.parse(text)
      if (at === 0) {
        if (value?.format !== 'resguardo-month' || value.version !== 1)
          throw damaged(path, 'no es de este formato')
        yield { header: value }
      } else if (Array.isArray(value)) {
        const [table, ...values] = value
        if (table === 0) rows += 1
        yield { row: { table, values } }
      } else {
        isOver = true
        if (value.rows !== rows || value.sha256 !== hash.digest('hex'))
          throw damaged(path, 'su SHA-256 es otro')
        yield { trailer: value }
      }
      if (!isOver) hash.update(`${text}\n`)
      at += 1
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new MonthRefused(`No hay un archivo «${path}».`)
    const isUnreadable = error instanceof SyntaxError || code?.startsWith('Z_')
    throw isUnreadable ? damaged(path, message) : error
  }
  if (!isOver) throw damaged(path, 'está cortado')
}

/** Splits at line feeds alone: a text may hold other characters that readers take for line ends. */
async function* textLines(path: string): AsyncGenerator<string> {
  const text = createGunzip()
  const decoder = new StringDecoder('utf8')
  pipeline(createReadStream(path), text).catch(() => undefined)
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') throw damaged(path, 'está cortado')
}
