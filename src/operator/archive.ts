import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ArchiveRefused } from '#archive/format.ts'
import { restoreArchive } from '#archive/restore.ts'
import { writeArchive } from '#archive/write.ts'
import { audit } from '#db/audit.ts'
import { listArchivedOf, signingKey } from '#modules/evidence/public.ts'
import { OPERATOR } from '#modules/settings/public.ts'
import type { Config } from '#src/config.ts'
import { MODULES, sealsOf, storedOf } from '#src/modules.ts'
import { withService } from './tenants.ts'

/** Exports an organisation as one file, and imports it elsewhere. Returns texts for the operator. */

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/
const LONGEST_PASSPHRASE = 4096

export async function exportOrganisation(
  config: Config,
  slug: string,
  to: string,
  passphraseFile: string | undefined,
): Promise<string> {
  const passphrase = await readPassphrase(passphraseFile)
  const there = await stat(to).catch(() => undefined)
  if (there) throw new Error(`«${to}» ya existe. Indique con --to un archivo nuevo.`)
  const [seals, stored] = [sealsOf(MODULES), storedOf(MODULES)]
  return withService(config, async ({ access, jobEnv: { storage, tools } }) => {
    const signer = await signingKey(access, tools)
    const archivedMonths = (tenantId: string) => listArchivedOf(access, tenantId)
    const source = { access, storage, vault: tools.vault, seals, stored, signer, archivedMonths }
    const { content, written } = writeArchive(source, { slug, passphrase, now: tools.now() })
    const { bytes, sha256 } = await save(content, to, written)
    const { manifest, omitted } = await written
    const { id } = manifest.organisation
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const files = manifest.entries.filter(({ name }) => name.startsWith('files/')).length
    await access.actFor(id, OPERATOR, {}, (ctx) =>
      audit(ctx, { action: 'export', entityType: 'tenant', entityId: id, after: { rows, files, sha256 } }),
    )
    return [
      `${slug}: ${rows} filas y ${files} archivos en ${to} (${bytes} bytes)`,
      `SHA-256: ${sha256}`,
      ...faultyLines(manifest.faulty),
      ...archivedLines(manifest.archivedMonths ?? []),
      ...againLines('No van en el archivo; después de importarlo habrá que ingresar de nuevo:', omitted),
      ...(passphrase === undefined
        ? ['Las personas recuperan su contraseña por correo y configuran otra vez su segundo factor.']
        : []),
      'Contiene datos personales: guárdelo cifrado y elimínelo cuando ya no lo necesite.',
    ].join('\n')
  })
}

/** Writes under another name until the file is complete and on the disk. */
export async function save(content: Readable, to: string, written: Promise<unknown>) {
  const partial = `${to}.part`
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      },
      createWriteStream(partial, { mode: 0o600, flags: 'w' }),
    )
    await written
    const file = await open(partial, 'r')
    await file.sync().finally(() => file.close())
    await rename(partial, to)
    return { bytes, sha256: hash.digest('hex') }
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

export async function importOrganisation(
  config: Config,
  path: string,
  slug: string | undefined,
  passphraseFile: string | undefined,
): Promise<string> {
  if (slug !== undefined && !SLUG.test(slug))
    throw new Error('--slug: use de 1 a 60 letras minúsculas sin tilde, números y guiones.')
  const passphrase = await readPassphrase(passphraseFile)
  const restored = await withService(config, ({ access, jobEnv: { storage, tools } }) =>
    restoreArchive({ access, storage, tools, seals: sealsOf(MODULES), actor: OPERATOR }, path, {
      slug,
      passphrase,
    }),
  ).catch((error: Error) => {
    throw new Error(`${error.message}\nNo se importó nada.`, { cause: error })
  })
  const { organisation, rows, files, merged, unproven, omitted, faulty, suspended } = restored
  return [
    `${organisation.slug}: ${rows} filas y ${files} archivos importados y comprobados`,
    ...(merged > 0 ? [`Cuentas que ya estaban aquí y no cambiaron: ${merged}`] : []),
    ...(unproven > 0 ? [`${PROOF_DUE}: ${unproven}`] : []),
    ...faultyLines(faulty),
    ...againLines('Ingréselo de nuevo:', omitted),
    ...(suspended
      ? [`Está suspendida, como en su origen. Para abrirla: tenants resume ${organisation.slug}`]
      : []),
    'Lo que estaba pendiente de envío se envía desde aquí: no abra de nuevo la organización en su origen.',
  ].join('\n')
}

/** For accounts that exist at the target with an unproven address, which anybody could have named. */
export const PROOF_DUE = 'Entran cuando prueben su correo, con el enlace de «Olvidé mi contraseña»'

function faultyLines(faulty: readonly string[]): string[] {
  if (faulty.length === 0) return []
  return [
    `Archivos que ya faltaban o estaban dañados en el origen: ${faulty.length}`,
    ...faulty.map((name) => `  ${name}`),
  ]
}

function archivedLines(months: readonly { table: string; month: string }[]): string[] {
  if (months.length === 0) return []
  return [
    'No van los meses archivados; para incluirlos, devuélvalos antes con «db restore-month»:',
    ...months.map(({ table, month }) => `  ${table} ${month}`),
  ]
}

/** The secrets of an organisation, by their names for people. */
const SECRETS: Readonly<Record<string, string>> = {
  'tenants.siem_secret_sealed': 'el secreto del SIEM',
  'tenants.siem_previous_secret_sealed': 'el secreto anterior del SIEM',
  'consent_webhooks.secret_sealed': 'los secretos de los webhooks de consentimiento',
  'workflow_definitions.webhooks': 'los secretos de los webhooks de los flujos',
  'webhook_subscriptions.secret_sealed': 'los secretos de los webhooks de la organización',
  'webhook_subscriptions.previous_secret_sealed':
    'los secretos anteriores de los webhooks de la organización',
  'webhook_deliveries.previous_secret_sealed': 'la firma anterior de avisos de webhooks ya escritos',
  'webhook_deliveries.secret_sealed': 'la firma de avisos de webhooks ya escritos',
  'sso_settings.client_secret_sealed': 'el secreto del inicio de sesión de la empresa',
  'totp_factors.secret_sealed': 'los segundos factores de sus personas',
  'users.password_hash': 'las contraseñas de sus personas, que cada una recupera por correo',
}

function againLines(title: string, omitted: ReadonlyMap<string, number>): string[] {
  if (omitted.size === 0) return []
  return [title, ...[...omitted].map(([column, count]) => `  ${SECRETS[column] ?? column}: ${count}`)]
}

async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ArchiveRefused(`--passphrase-file: no se puede leer «${file}».`)
  })
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase === '' || passphrase.length > LONGEST_PASSPHRASE)
    throw new ArchiveRefused('--passphrase-file: el archivo debe contener la frase de paso y nada más.')
  return passphrase
}
