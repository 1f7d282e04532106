import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { differences, differingFiles, sumsAtOrigin, sumsAtTarget } from '#archive/compare.ts'
import { ArchiveRefused, type Manifest } from '#archive/format.ts'
import { type Arrival, isHere, type Restored, restoreArchive } from '#archive/restore.ts'
import { writeArchive } from '#archive/write.ts'
import { audit } from '#db/audit.ts'
import { withRole } from '#db/database.ts'
import { unmarkMoved } from '#db/moving.ts'
import { QUEUE_SCHEMA } from '#jobs/queue.ts'
import {
  findChainEnd,
  listArchivedOf,
  listKeys,
  sealIn,
  signingKey,
  verifyChain,
} from '#modules/evidence/public.ts'
import { OPERATOR } from '#modules/settings/public.ts'
import type { Config } from '#src/config.ts'
import { MODULES, sealsOf, storedOf } from '#src/modules.ts'
import type { Service } from '#src/service.ts'
import { PROOF_DUE, save } from './archive.ts'
import {
  assertFoliosFree,
  assertRoom,
  assertSameVersion,
  assertWelcome,
  findMovable,
  type Movable,
  readTarget,
} from './move-checks.ts'
import { isQuiet, openWindow, type Window } from './move-window.ts'
import { withService } from './tenants.ts'

/**
 * Moves one organisation to another installation while both run. It is in one place at every moment: the target commits
 * after the origin has marked it as moved. A fault before that leaves the target unchanged and the origin open.
 */

/** The steps that the operator sees. */
export type Step =
  | 'checking'
  | 'waiting'
  | 'window'
  | 'exporting'
  | 'importing'
  | 'comparing'
  | 'handing over'

export interface Moving {
  onStep?: (step: Step) => void | Promise<void>
}

const PATIENCE_BEFORE_MS = 30_000
const PATIENCE_MS = 60_000
const LONG_MS = 5000

export async function moveOrganisation(
  config: Config,
  slug: string,
  targetFile: string,
  { onStep = () => undefined }: Moving = {},
): Promise<string> {
  await onStep('checking')
  const targetConfig = await readTarget(targetFile)
  await assertSameVersion(config, targetConfig)
  return withService(roomy(config), (origin) =>
    withService(roomy(targetConfig), (target) =>
      move({ config, targetConfig, origin, target, slug, onStep }),
    ),
  )
}

/** The export holds one session while another extends the window. */
function roomy(config: Config): Config {
  return { ...config, databasePoolSize: Math.max(config.databasePoolSize, 4) }
}

interface Work {
  config: Config
  targetConfig: Config
  origin: Service
  target: Service
  slug: string
  onStep: (step: Step) => void | Promise<void>
}

async function move(work: Work): Promise<string> {
  const { origin, target, config, targetConfig, slug, onStep } = work
  const tenant = await findMovable(origin, slug)
  if (tenant.moved) {
    const arrived = await isHere(target.access, tenant.id)
    if (arrived === undefined) throw new Error('La base de datos de destino no responde.')
    if (arrived) return finishEarlier(work, tenant)
    await takeBack(origin, tenant)
  }
  await assertWelcome(target, tenant)
  await assertFoliosFree(origin, target, tenant)
  await assertRoom({ config, targetConfig, origin }, tenant)
  await assertChainWhole(origin, tenant)
  await onStep('waiting')
  // Slow work is done before the window: long-running jobs, and evidence that waits for its seal.
  await isQuiet(origin, tenant.id, new Date(Date.now() - LONG_MS), PATIENCE_BEFORE_MS)
  await closeChain(origin, tenant, 1)
  const window = await openWindow(origin, tenant.id, config.databaseUrl === undefined)
  const scratch = join(config.dataDir, `moving-${tenant.id}.tar.gz`)
  try {
    await onStep('window')
    if (!(await isQuiet(origin, tenant.id, window.since, PATIENCE_MS)))
      throw new Error(
        'Todavía hay tareas o avisos de esta organización en curso. Espere a que terminen y ejecute la orden de nuevo.',
      )
    const done = await carry(work, tenant, window, scratch)
    return report(work, done)
  } finally {
    await rm(scratch, { force: true })
    await window.close()
  }
}

interface Done {
  restored: Restored
  windowMs: number
  head: Head
  entries: number
}

interface Head {
  seq: number
  hash: string | null
}

/** Archived months can be read only at the installation that wrote them. */
const assertNoneArchived = (access: Service['access']) => async (tenantId: string) => {
  const months = await listArchivedOf(access, tenantId)
  if (months.length === 0) return months
  throw new Error('Tiene meses archivados. Tráigalos con «db restore-month» antes de moverla.')
}

async function carry(work: Work, tenant: Movable, window: Window, scratch: string): Promise<Done> {
  const { origin, target, config, targetConfig, onStep } = work
  const [seals, stored] = [sealsOf(MODULES), storedOf(MODULES)]
  const head = await lastHead(origin, tenant)
  await onStep('exporting')
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await rm(scratch, { force: true })
  const passphrase = randomBytes(32).toString('base64url')
  const { access, jobEnv } = origin
  const signer = await signingKey(access, jobEnv.tools)
  const { vault } = jobEnv.tools
  const { content, written } = writeArchive(
    {
      access,
      storage: jobEnv.storage,
      vault,
      seals,
      stored,
      signer,
      archivedMonths: assertNoneArchived(access),
    },
    { slug: tenant.slug, passphrase, now: jobEnv.tools.now() },
  )
  await save(content, scratch, written)
  const { manifest } = await written
  assertFilesWhole(manifest)
  window.assertWhole()

  await onStep('importing')
  const keys = {
    signer: await signingKey(target.access, target.jobEnv.tools),
    all: await listKeys(target.access, target.jobEnv.tools),
  }
  let entries = 0
  let left = false
  const arrival: Arrival = {
    async prove({ db, query, tables, people }) {
      await onStep('comparing')
      const side = { tables, seals, tenantId: tenant.id, people }
      const [here, there] = await Promise.all([sumsAtOrigin(access, side), sumsAtTarget({ ...side, query })])
      const wrong = differences(here, there)
      wrong.push(...(await differingFiles(target.jobEnv.storage, tenant.id, manifest)))
      if (wrong.length > 0) throw new Error(`El destino no es igual al origen:\n${wrong.join('\n')}`)
      await sealIn(db, tenant.id, keys.signer)
      const { vault } = target.jobEnv.tools
      const verdict = await verifyChain({
        read: (look) => look(db),
        tenantId: tenant.id,
        keys: keys.all,
        vault,
      })
      if (!verdict.valid || verdict.waiting > 0)
        throw new Error('La cadena de evidencia no queda entera en el destino.')
      entries = verdict.entries
      return { movedFrom: config.publicUrl, lastHead: head }
    },
    async handOver() {
      window.assertWhole()
      await onStep('handing over')
      await letGo(origin, tenant, window, targetConfig.publicUrl, head)
      left = true
    },
  }
  let windowMs = 0
  try {
    const restored = await restoreArchive(
      {
        access: target.access,
        storage: target.jobEnv.storage,
        tools: target.jobEnv.tools,
        seals,
        actor: OPERATOR,
      },
      scratch,
      { slug: undefined, passphrase, arrival },
    )
    windowMs = window.length()
    await forgetJobs(origin, tenant.id)
    return { restored, windowMs, head, entries }
  } catch (error) {
    if (left) await afterLostAnswer(work, tenant, error as Error)
    throw new Error(
      `${(error as Error).message}\nNada cambió: la organización sigue en su origen, abierta.`,
      {
        cause: error,
      },
    )
  }
}

/** The origin marked it as moved, and the target did not say whether it arrived. */
async function afterLostAnswer({ origin, target, slug }: Work, tenant: Movable, error: Error): Promise<void> {
  const arrived = await isHere(target.access, tenant.id)
  if (arrived === false) return takeBack(origin, tenant)
  throw new Error(
    `El destino dejó de responder en el último paso (${error.message}). La organización está cerrada en ambos lados o abierta solo en el destino. Cuando responda, ejecute otra vez: tenants move ${slug}`,
    { cause: error },
  )
}

/** One transaction of the origin: suspends the organisation, marks it as moved, and logs that. */
async function letGo(
  { access }: Service,
  { id, plan }: Movable,
  window: Window,
  to: string,
  lastHead: Head,
): Promise<void> {
  await access.asSystem('let an organisation go to another installation', async (db, enter) => {
    await window.end(db, to)
    const ctx = await enter({ id, plan }, OPERATOR)
    await audit(ctx, { action: 'move_out', entityType: 'tenant', entityId: id, after: { to, lastHead } })
  })
}

async function takeBack({ access }: Service, { id, plan }: Movable): Promise<void> {
  await access.asSystem('take back an organisation that did not arrive', async (db, enter) => {
    await unmarkMoved(db, id)
    const ctx = await enter({ id, plan }, OPERATOR)
    await audit(ctx, { action: 'move_undone', entityType: 'tenant', entityId: id })
  })
}

/** The waiting jobs were handed over with the rest. */
async function forgetJobs({ access }: Service, tenantId: string): Promise<void> {
  await access.asSystem('take away the jobs of an organisation that moved', (db) =>
    withRole(
      db,
      'none',
      `delete from ${QUEUE_SCHEMA}.job where data ->> 'tenantId' = $1 and state in ('created', 'retry')`,
      [tenantId],
    ),
  )
}

async function finishEarlier({ origin, targetConfig, slug }: Work, { id }: Movable): Promise<string> {
  await forgetJobs(origin, id)
  return `${slug}: ya está en ${targetConfig.publicUrl}; el traslado quedó terminado.`
}

async function assertChainWhole(
  { access, jobEnv: { tools } }: Service,
  { id, slug }: Movable,
): Promise<void> {
  const verdict = await verifyChain({
    read: (look) => access.lookUp('verify a chain of evidence', look),
    tenantId: id,
    keys: await listKeys(access, tools),
    vault: tools.vault,
  })
  if (!verdict.valid)
    throw new Error(
      `La cadena de evidencia está rota en el origen. Revísela con: evidence verify --tenant ${slug}`,
    )
}

/** The last head covers all evidence that the organisation leaves behind. A job may be sealing at the same time. */
async function lastHead(origin: Service, tenant: Movable): Promise<Head> {
  const { chain, waiting } = await closeChain(origin, tenant, SEALING_TRIES)
  if (waiting === 0) return { seq: Number(chain?.seq ?? 0), hash: chain?.hash ?? null }
  throw new Error('No se pudo sellar la evidencia que espera en el origen. Ejecute la orden de nuevo.')
}

const SEALING_TRIES = 50
const BETWEEN_TRIES_MS = 100

async function closeChain({ access, jobEnv: { tools } }: Service, { id }: Movable, tries: number) {
  const key = await signingKey(access, tools)
  for (let left = tries - 1; ; left -= 1) {
    await access.asSystem('take rows into the chain of evidence', (db) => sealIn(db, id, key))
    const end = await access.lookUp('find the end of a chain', (db) => findChainEnd(db, id))
    if (end.waiting === 0 || left === 0) return end
    await wait(BETWEEN_TRIES_MS)
  }
}

function assertFilesWhole({ faulty }: Manifest): void {
  if (faulty.length === 0) return
  throw new ArchiveRefused(
    `Faltan archivos o están dañados en el origen:\n${faulty.join('\n')}\nRestáurelos de un respaldo, o traslade la organización con tenants export e import.`,
  )
}

function report({ slug, targetConfig }: Work, { restored, windowMs, head, entries }: Done): string {
  const seconds = (windowMs / 1000).toLocaleString('es-CL', { maximumFractionDigits: 1 })
  return [
    `${slug}: trasladada a ${targetConfig.publicUrl}`,
    `${restored.rows} filas y ${restored.files} archivos, iguales en ambos lados`,
    ...(restored.merged > 0 ? [`Cuentas que ya estaban allá y no cambiaron: ${restored.merged}`] : []),
    ...(restored.unproven > 0 ? [`${PROOF_DUE}: ${restored.unproven}`] : []),
    `Evidencia: última cabeza del origen ${head.seq} (${head.hash ?? 'ninguna'}); cadena nueva entera, ${entries} anotaciones`,
    `Solo lectura durante ${seconds} s`,
    'En el origen quedó suspendida, marcada como trasladada. Sus personas inician sesión en el destino.',
    `Cuando la haya revisado allá, elimínela aquí: tenants delete ${slug}`,
  ].join('\n')
}
