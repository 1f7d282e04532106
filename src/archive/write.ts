import { createHash, type KeyObject, sign } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type Headers, pack as newTar } from 'tar-stream'
import type { TenantAccess } from '#db/access.ts'
import { migrationFiles } from '#db/migrate.ts'
import type { SealedColumn } from '#db/sealed.ts'
import { NO_TIMEOUTS, SAME_TEXT } from '#db/text-rows.ts'
import { exportBytes } from '#kernel/evidence/export.ts'
import type { Vault } from '#kernel/secrets.ts'
import type { Storage } from '#storage/storage.ts'
import {
  ArchiveRefused,
  type Entry,
  FORMAT,
  fileEntry,
  JOBS,
  LARGEST_ENTRY,
  LONGEST_LINE,
  MANIFEST,
  type Manifest,
  NOTE,
  PART_BYTES,
  rowsEntry,
  VERSION,
} from './format.ts'
import { NOTE_TEXT } from './knowledge/note.ts'
import { createHandOver, newSecrets, prove } from './secrets.ts'
import { archiveTables, pagesOf, type Query, type Row, WAITING_JOBS } from './tables.ts'

/** A table whose rows name stored files: one under the row's id, or as many parts as the column says. */
export interface StoredRows {
  table: string
  parts?: string
  /** The column with the SHA-256 of a file stored whole. */
  sha256?: string
}

export interface Source {
  access: TenantAccess
  storage: Storage
  vault: Vault
  seals: readonly SealedColumn[]
  stored: readonly StoredRows[]
  /** The evidence key, loaded first: on the embedded database reading the rows occupies the only session. */
  signer: { kid: string; key: KeyObject }
  /** The months with rows of the organisation that were moved out of the database. */
  archivedMonths: (tenantId: string) => Promise<NonNullable<Manifest['archivedMonths']>>
}

export interface Options {
  slug: string
  passphrase: string | undefined
  now: Date
  /**
   * Set when a member reads the export. The operator can read the database anyway. A member gets letters without their text,
   * which holds other people's codes and links, and no personal settings of members, which span other organisations.
   */
  forMember?: boolean
  onTable?: (name: string, rows: number) => void
}

export interface Written {
  manifest: Manifest
  /** The number of omitted secrets, by column. */
  omitted: ReadonlyMap<string, number>
}

interface StoredFile {
  name: string
  sha256: string | null
}

/**
 * The bytes of the archive, produced as fast as the reader takes them: neither a table nor the archive is held in memory
 * as a whole. The rows are those of one instant; the files are read after it.
 */
export function writeArchive(
  source: Source,
  options: Options,
): { content: Readable; written: Promise<Written> } {
  const tar = newTar()
  const entries: Entry[] = []
  const closed = new Promise<never>((_, reject) =>
    tar.once('close', () => reject(new Error('the archive was closed before its end'))),
  )
  closed.catch(() => undefined)

  async function add(name: string, content: Buffer): Promise<void> {
    const header: Headers = { name, size: content.length, mode: 0o600, mtime: options.now }
    const taken = new Promise<void>((resolve, reject) =>
      tar.entry(header, content, (error) => (error ? reject(error) : resolve())),
    )
    await Promise.race([taken, closed])
    entries.push({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  }

  const content = pipeline(Readable.from(tar, { objectMode: false }), createGzip(), () => {})
  const written = fill(source, options, add, entries).then(
    (result) => {
      tar.finalize()
      return result
    },
    (error: Error) => {
      content.destroy(error)
      throw error
    },
  )
  written.catch(() => undefined)
  return { content, written }
}

type Add = (name: string, content: Buffer) => Promise<void>

async function fill(source: Source, options: Options, add: Add, entries: Entry[]): Promise<Written> {
  const secrets = options.passphrase === undefined ? undefined : await newSecrets(options.passphrase)
  const { handOver, omitted } = createHandOver(source.seals, source.vault, secrets?.vault, 'out')
  await add(NOTE, Buffer.from(NOTE_TEXT))
  const rows = await addRows(source, options, add, handOver, secrets !== undefined)
  const archivedMonths = await source.archivedMonths(rows.organisation.id)
  const faulty = await addFiles(source.storage, rows.organisation.id, rows.files, add)
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    schema: migrationFiles().at(-1)!.name,
    createdAt: options.now.toISOString(),
    organisation: rows.organisation,
    tables: rows.tables,
    entries: [...entries],
    faulty,
    ...(archivedMonths.length > 0 && { archivedMonths }),
  }
  if (secrets) manifest.secrets = prove(manifest, secrets)
  const { kid, key } = source.signer
  const value = sign(null, await exportBytes(manifest), key).toString('base64url')
  manifest.seal = { kid, alg: 'EdDSA', value }
  await add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
  return { manifest, omitted }
}

const OF_MEMBERS_ALONE = ['preferences', 'company_preferences']

async function addRows(
  { access, stored }: Source,
  { slug, onTable, forMember = false }: Options,
  add: Add,
  handOver: (table: string, row: Row) => Row,
  withFactors: boolean,
) {
  const known = await archiveTables(access, { withFactors })
  const all = known.filter(({ plain }) => !forMember || !OF_MEMBERS_ALONE.includes(plain))
  const session = await access.database.engine.acquire('read only')
  const query: Query = (sql, parameters = []) => session.query(sql, parameters)
  const files: StoredFile[] = []
  const tables: Manifest['tables'] = []
  const keep = async (name: string, count: number) => {
    tables.push({ name, rows: count })
    onTable?.(name, count)
  }
  try {
    await session.query('begin isolation level repeatable read read only')
    await session.query(SAME_TEXT)
    await session.query(NO_TIMEOUTS)
    await session.query(`select set_config('role', 'resguardo_system', true)`)
    const organisation = await findOrganisation(query, slug)
    for (const table of all) {
      const where = table.where(organisation.id)
      const named = stored.filter((one) => one.table === table.plain)
      const lines = async function* () {
        for await (const page of pagesOf(query, table, where)) {
          for (const row of page) {
            for (const one of named) files.push(...filesOf(one, row))
            const shown = forMember && table.plain === 'mails' ? withoutText(row) : row
            yield `${JSON.stringify(handOver(table.plain, shown))}\n`
          }
        }
      }
      await keep(table.plain, await addLines(add, table.plain, lines()))
    }
    await session.query(`select set_config('role', 'none', true)`)
    await keep(JOBS, await addLines(add, JOBS, jobLines(query, organisation.id)))
    return { organisation, tables, files }
  } finally {
    await session.query('rollback').catch(() => undefined)
    session.release()
  }
}

/** Marks it as sent, so that the importing installation does not send a letter nobody can read. */
function withoutText(mail: Row): Row {
  const text = 'El texto de esta carta no se incluye en la exportación.'
  const { created_at, sent_at } = mail
  return { ...mail, subject: text, body_text: text, body_html: text, sent_at: sent_at ?? created_at! }
}

async function findOrganisation(query: Query, slug: string): Promise<Manifest['organisation']> {
  const { rows } = await query('select id, slug, name, erasing_since from tenants where slug = $1', [slug])
  const [found] = rows
  if (!found) throw new ArchiveRefused(`No hay una organización «${slug}».`)
  if (found['erasing_since'] !== null)
    throw new ArchiveRefused(`La organización «${slug}» se está eliminando: ya no se puede exportar.`)
  return { id: String(found['id']), slug: String(found['slug']), name: String(found['name']) }
}

async function* jobLines(query: Query, tenantId: string): AsyncGenerator<string> {
  for await (const page of pagesOf(query, WAITING_JOBS, WAITING_JOBS.where(tenantId)))
    for (const row of page) {
      const startAfter = new Date(row['start_after']!).toISOString()
      yield `${JSON.stringify({ ...row, start_after: startAfter })}\n`
    }
}

/** Writes the lines in parts, each an entry of known length. Returns the number of lines. */
async function addLines(add: Add, table: string, lines: AsyncIterable<string>): Promise<number> {
  let [count, part, bytes] = [0, 0, 0]
  let held: Buffer[] = []
  const flush = async () => {
    part += 1
    await add(rowsEntry(table, part), Buffer.concat(held))
    held = []
    bytes = 0
  }
  for await (const line of lines) {
    const content = Buffer.from(line)
    if (content.length > LONGEST_LINE)
      throw new ArchiveRefused(`Una fila de ${table} es más larga que lo que admite un archivo.`)
    held.push(content)
    bytes += content.length
    count += 1
    if (bytes >= PART_BYTES) await flush()
  }
  if (held.length > 0) await flush()
  return count
}

function filesOf({ parts, sha256 }: StoredRows, row: Row): StoredFile[] {
  const id = row['id']!
  if (parts === undefined) return [{ name: id, sha256: sha256 ? row[sha256]! : null }]
  return Array.from({ length: Number(row[parts]) }, (_, at) => ({ name: `${id}.${at + 1}`, sha256: null }))
}

/** Returns the names of files that are missing or do not match their rows. */
async function addFiles(
  storage: Storage,
  tenantId: string,
  files: readonly StoredFile[],
  add: Add,
): Promise<string[]> {
  const faulty: string[] = []
  for (const { name, sha256 } of files) {
    const content = await storage.get(`${tenantId}/${name}`).then(wholeOf, (error: NodeJS.ErrnoException) => {
      if (isMissing(error)) return undefined
      throw error
    })
    const found = content && createHash('sha256').update(content).digest('hex')
    if (!content || (sha256 !== null && found !== sha256)) faulty.push(name)
    if (content) await add(fileEntry(name), content)
  }
  return faulty
}

/** Other storage errors end the export: a file must not count as missing because the bucket was unreachable. */
function isMissing({ code, message }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || /answered 404/.test(message)
}

async function wholeOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > LARGEST_ENTRY)
      throw new ArchiveRefused('Un archivo es más grande que lo que admite la exportación.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
