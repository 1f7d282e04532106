import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { findTenant } from '#db/sql.ts'
import { iso } from '#kernel/dates.ts'
import { registerTable as breachTable, listForRegister as listBreaches } from '#modules/breaches/public.ts'
import { statusAt } from '#modules/contracts/public.ts'
import { findPublishedDocument as findCookiePolicy } from '#modules/cookie-policy/public.ts'
import {
  LETTER_COLUMNS,
  letterRows,
  REGISTER_COLUMNS as REQUEST_COLUMNS,
  registerRows as requestRows,
} from '#modules/dsar/public.ts'
import { findPublishedDocument as findPrivacyPolicy } from '#modules/privacy-policy/public.ts'
import { csvText, type Row, type Rows } from './exports/files.ts'
import { DPIA_TABLE, RAT_TABLE, type Read } from './exports/sheets.ts'
import { type Content, type ZipEntry, zip } from './exports/zip.ts'
import { readFacts } from './facts.ts'
import { contractPage, indexPage, policyPage } from './folder-pages.ts'
import * as evidence from './folder-repo.ts'
import type * as repo from './repo.ts'
import { scoreOf } from './score.ts'

/** One file of the folder. Its content is read when the archive comes to it. */
export interface Entry {
  path: string
  /** What it is, for the index. */
  label: string
  content: Content
}

/** A file that is in the archive. */
export interface Packed {
  path: string
  label: string
  bytes: number
  sha256: string
}

type Advance = (progress: number) => Promise<void>

/**
 * What an inspector asks for, in one archive. Everything is read in short reads and packed as it is read, one file after
 * the other; manifest.json has the SHA-256 of every other file, so that the folder proves that it is whole.
 */
export async function buildFolder(row: repo.ReportRow, read: Read, now: Date, advance: Advance) {
  const [tenant, facts] = await read((ctx) => Promise.all([findTenant(ctx), readFacts(ctx)]))
  const { score, level } = scoreOf(facts)
  const content = await buffer(zip(filesOf({ row, tenant, read, now, advance }), now))
  return { content, score, level }
}

interface About {
  row: repo.ReportRow
  tenant: Awaited<ReturnType<typeof findTenant>>
  read: Read
  now: Date
  advance: Advance
}

/** The index and the manifest come last, because they tell of the others. */
async function* filesOf({ row, tenant, read, now, advance }: About): AsyncGenerator<ZipEntry> {
  const packed: Packed[] = []
  for (const [index, gather] of PARTS.entries()) {
    for await (const entry of gather(read, now)) yield noted(entry, packed)
    await advance(10 + Math.round((80 * (index + 1)) / PARTS.length))
  }
  const about = { organisation: tenant.name, taxId: tenant.tax_id, title: row.title, at: now }
  const listed: Packed[] = []
  yield noted({ path: 'index.html', label: 'Índice', content: [indexPage(about, packed)] }, listed)
  const manifest = {
    title: row.title,
    organisation: tenant.name,
    taxId: tenant.tax_id,
    generatedAt: iso(now),
    reportId: row.id,
    algorithm: 'SHA-256',
    entries: [...listed, ...packed].map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  }
  yield { path: 'manifest.json', content: [`${JSON.stringify(manifest, null, 2)}\n`] }
}

/** Notes the size and the hash of the file once it was read to its end. */
function noted({ path, label, content }: Entry, packed: Packed[]): ZipEntry {
  async function* reading() {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const part of content) {
      hash.update(part)
      bytes += Buffer.byteLength(part)
      yield part
    }
    packed.push({ path, label, bytes, sha256: hash.digest('hex') })
  }
  return { path, content: reading() }
}

type Gather = (read: Read, now: Date) => AsyncGenerator<Entry>

const PARTS: readonly Gather[] = [
  async function* (read) {
    yield table(
      'rat.csv',
      'Registro de actividades de tratamiento',
      RAT_TABLE.columns,
      await RAT_TABLE.open(read),
    )
    yield table('dpia.csv', 'Evaluaciones de impacto', DPIA_TABLE.columns, await DPIA_TABLE.open(read))
  },
  contracts,
  policies,
  async function* (read) {
    yield table(
      'vulneraciones.csv',
      'Registro de vulneraciones de seguridad (art. 14 sexies)',
      ...breachTable(await read(listBreaches)),
    )
  },
  async function* (read) {
    yield table(
      'solicitudes.csv',
      'Registro de solicitudes de titulares',
      REQUEST_COLUMNS,
      await read(requestRows),
    )
    yield table(
      'cartas.csv',
      'Cartas de las solicitudes, con su texto completo (art. 11)',
      LETTER_COLUMNS,
      letters(read),
    )
  },
  async function* (read, now) {
    yield table(
      'auditoria.csv',
      'Registro de auditoría',
      evidence.AUDIT_COLUMNS,
      evidence.auditRows(read, now),
    )
  },
]

function table(path: string, label: string, columns: readonly string[], rows: Rows): Entry {
  return { path, label, content: csvText(columns, rows) }
}

async function* contracts(read: Read, now: Date): AsyncGenerator<Entry> {
  const listed = await read((ctx) => evidence.listContracts(ctx))
  const pathOf = (id: string) => `contratos/${id}.html`
  const rows = listed.map(
    (one): Row => [
      one.id,
      one.type,
      statusAt(one, now),
      one.processor_name,
      one.version,
      one.signer_name,
      iso(one.signed_at),
      iso(one.expires_at),
      iso(one.terminated_at),
      pathOf(one.id),
    ],
  )
  yield table(
    'contratos.csv',
    'Contratos con encargados',
    ['ID', 'Tipo', 'Estado', 'Encargado', 'Versión', 'Firmante', 'Firmado', 'Vence', 'Terminado', 'Archivo'],
    rows,
  )
  // One text at a time: a text may be long, and there may be many.
  for (const { id, type, version, processor_name } of listed) {
    const content = await read((ctx) => evidence.readContract(ctx, id))
    if (content === undefined) continue
    const title = `Contrato ${type} con ${processor_name}, versión ${version}`
    yield { path: pathOf(id), label: title, content: [contractPage(title, content)] }
  }
}

async function* policies(read: Read): AsyncGenerator<Entry> {
  const { entities, domains } = await read((ctx) => evidence.listScopes(ctx))
  const seen = new Set<string>()
  function* once(kind: string, found: PublishedDocument): Generator<Entry> {
    if (!found) return
    const { row, document } = found
    const path = `politicas/${kind}-${row.id}.html`
    if (seen.has(path)) return
    seen.add(path)
    const label = `${document.title}, versión ${row.version}`
    yield { path, label, content: [policyPage(label, document)] }
  }
  for (const { id } of entities) {
    yield* once('privacidad', await read((ctx) => findPrivacyPolicy(ctx, id)))
    yield* once('cookies', await read((ctx) => findCookiePolicy(ctx, { legalEntityId: id })))
  }
  for (const { id } of domains)
    yield* once('cookies', await read((ctx) => findCookiePolicy(ctx, { domainId: id })))
}

type PublishedDocument =
  | Awaited<ReturnType<typeof findPrivacyPolicy>>
  | Awaited<ReturnType<typeof findCookiePolicy>>

async function* letters(read: Read): AsyncGenerator<Row> {
  for (let after: string | undefined; ; ) {
    const from = after
    const { rows, last } = await read((ctx) => letterRows(ctx, from))
    yield* rows
    if (last === undefined) return
    after = last
  }
}
