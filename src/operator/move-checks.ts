import { existsSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { assertFree } from '#archive/restore.ts'
import { archiveTables, queryOver } from '#archive/tables.ts'
import { assertMigrated } from '#db/migrate.ts'
import type { Plan } from '#kernel/plans.ts'
import { findTakenFolios, listFolios } from '#modules/dsar/public.ts'
import { measureFiles } from '#modules/files/public.ts'
import { BadConfig, type Config, readConfig } from '#src/config.ts'
import { openEngine, type Service } from '#src/service.ts'

/** Checks before a move, while everybody still writes. */

export interface Movable {
  id: string
  slug: string
  name: string
  plan: Plan
  /** An earlier move marked it as moved. */
  moved: boolean
}

/** The configuration file of the other service. The environment of this process does not apply to it. */
export async function readTarget(file: string): Promise<Config> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`--target-env: no se puede leer «${file}».`)
  })
  const env = parseEnv(text)
  const { DATABASE_URL: url, DATA_DIR: directory, APP_SECRET: secret } = env
  if (!url && !directory)
    throw new Error(
      `--target-env: «${file}» debe decir DATABASE_URL, o DATA_DIR de la base de datos incorporada.`,
    )
  if (!secret && !(directory && existsSync(join(directory, 'app-secret'))))
    throw new Error(
      `--target-env: «${file}» debe decir el APP_SECRET de esa instalación, o el DATA_DIR donde está.`,
    )
  if (!directory && !env['S3_URL'])
    throw new Error(`--target-env: «${file}» debe decir dónde están los archivos: DATA_DIR o S3_URL.`)
  if (!env['PUBLIC_URL']) throw new Error(`--target-env: «${file}» debe decir PUBLIC_URL.`)
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    throw new BadConfig(error.faults.map((fault) => `--target-env: ${fault}`))
  }
}

/** Runs before either is opened as a service, which would migrate its schema. */
export async function assertSameVersion(config: Config, target: Config): Promise<void> {
  for (const [whose, one] of [
    ['La base de datos de origen', config],
    ['La base de datos de destino', target],
  ] as const) {
    const engine = await openEngine(one).catch((error: Error) => {
      throw new Error(`${whose} no se puede abrir: ${error.message}`, { cause: error })
    })
    await assertMigrated(engine, whose).finally(() => engine.close())
  }
}

export async function findMovable({ access }: Service, slug: string): Promise<Movable> {
  const found = await access.lookUp('find the organisation that moves', (db) =>
    db
      .selectFrom('tenants')
      .select(['id', 'slug', 'name', 'plan', 'moved_at', 'deletion_due_at', 'erasing_since'])
      .where('slug', '=', slug)
      .executeTakeFirst(),
  )
  if (!found) throw new Error(`No hay una organización «${slug}».`)
  if (found.erasing_since !== null) throw new Error(`La organización «${slug}» se está eliminando.`)
  if (found.deletion_due_at !== null)
    throw new Error(
      `La organización «${slug}» tiene una eliminación pedida. Deshágala antes: tenants resume ${slug}`,
    )
  const { id, name, plan, moved_at } = found
  return { id, slug, name, plan, moved: moved_at !== null }
}

export function assertWelcome({ access }: Service, organisation: Movable): Promise<void> {
  return access
    .lookUp('see whether an organisation may come', (db) => assertFree(queryOver(db), organisation))
    .catch((error: Error) => {
      throw new Error(`En el destino: ${error.message.replace(' Elija otro nombre corto con --slug.', '')}`, {
        cause: error,
      })
    })
}

const SHOWN_FOLIOS = 5

/** A folio identifies one request per installation, and people hold it, so it cannot change. */
export async function assertFoliosFree(origin: Service, target: Service, { id }: Movable): Promise<void> {
  const folios = await origin.access.lookUp('find the folios of an organisation', (db) => listFolios(db, id))
  const taken = await target.access.lookUp('find folios that are taken', (db) => findTakenFolios(db, folios))
  if (taken.length === 0) return
  const shown = taken.slice(0, SHOWN_FOLIOS).join(', ')
  throw new Error(
    `En el destino ya hay otras solicitudes con ${taken.length} de sus folios (${shown}${taken.length > SHOWN_FOLIOS ? '…' : ''}). Un folio es único en una instalación: elija otra.`,
  )
}

interface Places {
  config: Config
  targetConfig: Config
  origin: Service
}

const MIB = 2 ** 20
/** Space for other data written to the disk meanwhile. */
const RESERVE_BYTES = 64 * MIB

/** Checks the disks visible to this process: those of both data directories. A server watches its own disk. */
export async function assertRoom(places: Places, tenant: Movable): Promise<void> {
  const { config, targetConfig, origin } = places
  const { rows, files } = await measure(origin, tenant)
  const needs: [string, number][] = [[config.dataDir, rows + files]]
  const arriving = (targetConfig.s3Url ? 0 : files) + (targetConfig.databaseUrl ? 0 : 3 * rows)
  if (arriving > 0) needs.push([targetConfig.dataDir, arriving])
  for (const [directory, bytes] of needs) {
    const there = nearest(directory)
    const { bavail, bsize } = await statfs(there)
    if (bavail * bsize < bytes + RESERVE_BYTES)
      throw new Error(
        `No hay espacio en «${directory}»: se necesitan unos ${Math.ceil((bytes + RESERVE_BYTES) / MIB)} MiB libres.`,
      )
  }
}

function nearest(directory: string): string {
  return existsSync(directory) || dirname(directory) === directory ? directory : nearest(dirname(directory))
}

/** The approximate bytes of the rows as text, and the exact bytes of the files. */
async function measure({ access }: Service, { id }: Movable): Promise<{ rows: number; files: number }> {
  const tables = await archiveTables(access, { withFactors: true })
  return access.lookUp('measure an organisation', async (db) => {
    const query = queryOver(db)
    const bytes = async (sql: string) => Number((await query(sql)).rows[0]?.['bytes'] ?? 0)
    const rows = await Promise.all(
      tables.map(({ name, where }) =>
        bytes(`select sum(pg_column_size(t.*))::int8 as bytes from ${name} t where ${where(id)}`),
      ),
    )
    const { bytes: files } = await measureFiles(db, id)
    return { rows: 3 * rows.reduce((sum, one) => sum + one, 0), files }
  })
}
