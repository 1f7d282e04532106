import { createHash } from 'node:crypto'
import type { ReadCtx } from '#db/context.ts'
import { Failure, found } from '#kernel/failure.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { slugify } from '#kernel/text.ts'
import type { KeptFile } from '#modules/files/public.ts'
import type { PdfDocument } from '#pdf/document.ts'
import { csvText, type Row, SEMICOLON } from '#sheets/csv.ts'
import { type ZipEntry, zip } from '#sheets/zip.ts'
import type { Storage } from '#storage/storage.ts'
import { requests } from '../requests/repo.ts'
import { findResponsible } from '../responsible.ts'
import { describeActivities } from './activities.ts'
import { type Set as DataSet, dataText } from './data-file.ts'
import { gather } from './gathering.ts'
import { DATA_JSON, INDEX_HTML, INDEX_PDF, indexDocument, type Told } from './index-document.ts'
import { indexPage } from './index-page.ts'
import type { PackageRow } from './repo.ts'
import {
  type Content,
  type ContentKind,
  cellOf,
  coverColumns,
  namer,
  type Rows,
  readRows,
  type Source,
  safeName,
} from './rules.ts'

export interface Packing {
  row: PackageRow
  storage: Storage
  now: Date
  /** Every read is a transaction of its own: none stays open while a file is packed. */
  read<T>(work: (ctx: ReadCtx) => Promise<T>): Promise<T>
  draw(document: PdfDocument): Promise<Buffer>
  advance(progress: number): Promise<void>
}

export interface Packed {
  contents: Content[]
  index_document: PdfDocument
}

/**
 * The archive, packed while it is read. Neither a file nor the archive is ever in memory as a whole, except for one set of
 * rows at a time. `packed` gives the contents once the stream has ended.
 */
export function openPackage(packing: Packing): { content: AsyncGenerator<Buffer>; packed(): Packed } {
  let result: Packed | undefined
  const entries = entriesOf(packing, (packed) => {
    result = packed
  })
  return {
    content: zip(entries, packing.now, { byName: true }),
    packed() {
      if (!result) throw new Error('the package was not taken to its end')
      return result
    },
  }
}

/** The facts for the index, read before anything is packed. */
async function readTold({ row, read, now }: Packing): Promise<Omit<Told, 'redactions' | 'contents'>> {
  const told = await read(async (ctx) => {
    const request = found(await requests.find(ctx, row.request_id), 'la solicitud')
    const [by, gathered] = await Promise.all([
      findResponsible(ctx, request.legal_entity_id),
      gather(ctx, request.id),
    ])
    return { request, by, on: lawToday(ctx), tasks: gathered.tasks }
  })
  const { request, tasks } = told
  const foundIn = new Map(
    tasks.flatMap(({ system_id, system_name, outcome }) =>
      system_id && outcome === 'found' ? [[system_id, system_name] as const] : [],
    ),
  )
  const activities =
    request.right_type === 'ACCESS'
      ? await describeActivities(read, request.legal_entity_id, foundIn, told.on.law)
      : []
  return { ...told, at: now, note: row.note, activities }
}

async function* entriesOf(packing: Packing, done: (packed: Packed) => void): AsyncGenerator<ZipEntry> {
  const { row, read, draw, advance } = packing
  const told = await readTold(packing)
  const { tasks, files } = await read((ctx) => gather(ctx, row.request_id))
  const byId = new Map([...tasks.flatMap((task) => task.files), ...files].map((file) => [file.id, file]))
  const systemOf = (taskId: string | null) => tasks.find(({ id }) => id === taskId)?.system_name ?? null
  const contents: Content[] = []
  const pathOf = namer()
  const sets: DataSet[] = []
  const places = new Map<string, string>()
  const used = new Set<Redaction>()
  const total = row.sources.length + 3
  let packed = 0
  const step = async () => {
    packed += 1
    await advance(5 + Math.round((90 * packed) / total))
  }

  for (const source of row.sources) {
    const system = systemOf(source.taskId)
    const from = system ?? 'La solicitud'
    if (source.leftOut) {
      places.set(source.fileId, `Un archivo de ${from}, que no se entrega`)
      await step()
      continue
    }
    const file = byId.get(source.replacementId ?? source.fileId)
    if (!file) throw gone()
    const rows = await rowsIn(packing, source, file)
    if (rows) {
      const number = String(sets.length + 1).padStart(2, '0')
      const path = pathOf('datos', `${number}-${folderOf(system)}.csv`)
      const covering = coveringOf(row, source, rows.columns)
      for (const one of covering) used.add(one)
      const covered = new Set(covering.map(({ field }) => field!))
      sets.push({ source, file, path, system: from, covered })
      places.set(source.fileId, `Los datos de ${from}`)
      const text = csvText(rows.columns, cellsOf(coverColumns(rows, covered)), SEMICOLON)
      yield noted({ path, kind: 'table', from, content: text }, contents)
    } else {
      const path = pathOf(`archivos/${folderOf(system)}`, safeName(file.name, file.content_type))
      places.set(source.fileId, path)
      const content = await opened(packing, file)
      yield noted({ path, kind: 'file', from, content }, contents)
    }
    await step()
  }
  const unused = row.redactions.find((one) => one.field !== null && !used.has(one))
  // A misspelt column must not let data leave uncovered.
  if (unused)
    throw new Failure(
      'impossible',
      `La columna «${unused.field}» no está en los datos elegidos, así que no se cubrió nada. Corrija el nombre y prepárelo de nuevo.`,
    )
  const redactions = row.redactions.map((one) => ({ ...one, where: whereOf(one, places) }))
  const known = { ...told, redactions, contents }
  const dataSets = async (set: DataSet) => {
    const rows = await rowsIn(packing, set.source, set.file)
    if (!rows) throw gone()
    return coverColumns(rows, set.covered)
  }
  yield noted(
    {
      path: DATA_JSON,
      kind: 'data',
      from: null,
      content: dataText({ ...known, contents: [...contents] }, sets, dataSets),
    },
    contents,
  )
  await step()
  const document = indexDocument(known)
  yield noted({ path: INDEX_PDF, kind: 'index', from: null, content: [await draw(document)] }, contents)
  await step()
  yield noted({ path: INDEX_HTML, kind: 'index', from: null, content: [indexPage(document)] }, contents)
  done({ contents: [...contents].sort(byPlace), index_document: document })
}

/** A name made only of signs leaves no valid path. */
const folderOf = (system: string | null) =>
  system === null ? 'solicitud' : /[\p{L}\d]/u.test(system) ? slugify(system) : 'sistema'

const ORDER: readonly ContentKind[] = ['index', 'data', 'table', 'file']
const byPlace = (a: Content, b: Content) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)

/** A redaction of the package, of a file or of a column. */
type Redaction = PackageRow['redactions'][number]

/** The redactions of a column in these rows. */
function coveringOf({ redactions }: PackageRow, { fileId }: Source, columns: readonly string[]): Redaction[] {
  return redactions.filter(
    (one) => one.field !== null && (one.fileId ?? fileId) === fileId && columns.includes(one.field),
  )
}

function whereOf(
  { fileId, field }: PackageRow['redactions'][number],
  places: ReadonlyMap<string, string>,
): string {
  const place = fileId === null ? 'Todos los datos' : (places.get(fileId) ?? 'Un archivo')
  return field === null ? place : `${place}, columna «${field}»`
}

function* cellsOf({ rows }: Rows): Generator<Row> {
  for (const row of rows) yield row.map(cellOf)
}

/** A connector's file is rows, unless staff replaced it. */
async function rowsIn(
  packing: Packing,
  { taskId, replacementId }: Source,
  file: KeptFile,
): Promise<Rows | undefined> {
  if (taskId === null || replacementId !== null || file.content_type !== 'application/json') return undefined
  const chunks: Buffer[] = []
  for await (const chunk of await opened(packing, file)) chunks.push(chunk as Buffer)
  return readRows(Buffer.concat(chunks).toString('utf8'))
}

async function opened({ storage, row }: Packing, { id }: KeptFile) {
  return storage.get(`${row.tenant_id}/${id}`).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? gone() : error
  })
}

function gone(): Failure {
  return new Failure(
    'conflict',
    'Uno de los archivos elegidos ya no está. Revise qué incluir y prepárelo de nuevo.',
  )
}

interface Entry extends ZipEntry {
  kind: ContentKind
  from: string | null
}

/** Records the size and the hash of the file once it is read to its end. */
function noted({ path, kind, from, content }: Entry, contents: Content[]): ZipEntry {
  async function* reading() {
    const hash = createHash('sha256')
    let size = 0
    for await (const part of content) {
      hash.update(part)
      size += Buffer.byteLength(part)
      yield part
    }
    contents.push({ name: path, kind, from, size, sha256: hash.digest('hex') })
  }
  return { path, content: reading() }
}
