import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type AsyncZipOptions, type AsyncZippable, zip } from 'fflate'
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
import { csvStream, type Row, type Rows } from './exports/files.ts'
import { DPIA_TABLE, RAT_TABLE, type Read } from './exports/sheets.ts'
import { readFacts } from './facts.ts'
import { contractPage, indexPage, policyPage } from './folder-pages.ts'
import * as evidence from './folder-repo.ts'
import * as repo from './repo.ts'
import { scoreOf } from './score.ts'

/** One file of the folder. */
export interface Entry {
  path: string
  /** What it is, for the index. */
  label: string
  content: Buffer
}

const pack = promisify<AsyncZippable, AsyncZipOptions, Uint8Array>(zip)

/**
 * What an inspector asks for, in one archive. Everything is read in short reads, one after the other; manifest.json
 * has the SHA-256 of every other file, so that the folder proves that it is whole.
 */
export async function buildFolder(
  row: repo.ReportRow,
  read: Read,
  now: Date,
  advance: (progress: number) => Promise<void>,
) {
  const [tenant, facts] = await read((ctx) => Promise.all([repo.findTenant(ctx), readFacts(ctx)]))
  const { score, level } = scoreOf(facts)
  const entries: Entry[] = []
  for (const [index, gather] of PARTS.entries()) {
    entries.push(...(await gather(read, now)))
    await advance(10 + Math.round((80 * (index + 1)) / PARTS.length))
  }
  const about = { organisation: tenant.name, taxId: tenant.tax_id, title: row.title, at: now }
  entries.unshift({
    path: 'index.html',
    label: 'Índice',
    content: Buffer.from(indexPage(about, entries)),
  })
  const manifest = {
    title: row.title,
    organisation: tenant.name,
    taxId: tenant.tax_id,
    generatedAt: iso(now),
    reportId: row.id,
    algorithm: 'SHA-256',
    entries: entries.map(({ path, content }) => ({
      path,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  }
  const files: AsyncZippable = Object.fromEntries(entries.map(({ path, content }) => [path, content]))
  files['manifest.json'] = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  return { content: Buffer.from(await pack(files, { mtime: now })), score, level }
}

type Gather = (read: Read, now: Date) => Promise<Entry[]>

const PARTS: readonly Gather[] = [
  async (read) => [
    await table(
      'rat.csv',
      'Registro de actividades de tratamiento',
      RAT_TABLE.columns,
      await RAT_TABLE.open(read),
    ),
    await table('dpia.csv', 'Evaluaciones de impacto', DPIA_TABLE.columns, await DPIA_TABLE.open(read)),
  ],
  contracts,
  policies,
  async (read) => [
    await table(
      'vulneraciones.csv',
      'Registro de vulneraciones de seguridad (art. 14 sexies)',
      ...breachTable(await read(listBreaches)),
    ),
  ],
  async (read) => [
    await table(
      'solicitudes.csv',
      'Registro de solicitudes de titulares',
      REQUEST_COLUMNS,
      await read(requestRows),
    ),
    await table(
      'cartas.csv',
      'Cartas de las solicitudes, con su texto completo (art. 11)',
      LETTER_COLUMNS,
      letters(read),
    ),
  ],
  async (read, now) => [
    await table(
      'auditoria.csv',
      'Registro de auditoría',
      evidence.AUDIT_COLUMNS,
      evidence.auditRows(read, now),
    ),
  ],
]

async function table(path: string, label: string, columns: readonly string[], rows: Rows): Promise<Entry> {
  return { path, label, content: await buffer(csvStream(columns, rows)) }
}

async function contracts(read: Read, now: Date): Promise<Entry[]> {
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
  const entries = [
    await table(
      'contratos.csv',
      'Contratos con encargados',
      [
        'ID',
        'Tipo',
        'Estado',
        'Encargado',
        'Versión',
        'Firmante',
        'Firmado',
        'Vence',
        'Terminado',
        'Archivo',
      ],
      rows,
    ),
  ]
  // One text at a time: a text may be long, and there may be many.
  for (const { id, type, version, processor_name } of listed) {
    const content = await read((ctx) => evidence.readContract(ctx, id))
    if (content === undefined) continue
    const title = `Contrato ${type} con ${processor_name}, versión ${version}`
    entries.push({ path: pathOf(id), label: title, content: Buffer.from(contractPage(title, content)) })
  }
  return entries
}

async function policies(read: Read): Promise<Entry[]> {
  const { entities, domains } = await read((ctx) => evidence.listScopes(ctx))
  const entries = new Map<string, Entry>()
  const keep = (
    kind: string,
    found: Awaited<ReturnType<typeof findPrivacyPolicy>> | Awaited<ReturnType<typeof findCookiePolicy>>,
  ) => {
    if (!found) return
    const { row, document } = found
    const path = `politicas/${kind}-${row.id}.html`
    const label = `${document.title}, versión ${row.version}`
    entries.set(path, { path, label, content: Buffer.from(policyPage(label, document)) })
  }
  for (const { id } of entities) {
    keep('privacidad', await read((ctx) => findPrivacyPolicy(ctx, id)))
    keep('cookies', await read((ctx) => findCookiePolicy(ctx, { legalEntityId: id })))
  }
  for (const { id } of domains) keep('cookies', await read((ctx) => findCookiePolicy(ctx, { domainId: id })))
  return [...entries.values()]
}

async function* letters(read: Read): AsyncGenerator<Row> {
  for (let after: string | undefined; ; ) {
    const from = after
    const { rows, last } = await read((ctx) => letterRows(ctx, from))
    yield* rows
    if (last === undefined) return
    after = last
  }
}
