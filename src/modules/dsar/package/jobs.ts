import { type ReadCtx, SYSTEM } from '#db/context.ts'
import type { JobDefinition, JobEnv } from '#jobs/definition.ts'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { forgetKept, listKeptWith } from '#modules/files/public.ts'
import { renderPdf } from '#pdf/renderer.ts'
import { keepInParts, removeParts } from '#storage/parts.ts'
import { insertEvents } from '../requests/repo.ts'
import { tasks } from '../tasks/repo.ts'
import { REQUEST_ENTITY, TASK_ENTITY } from './gathering.ts'
import { openPackage } from './packing.ts'
import * as repo from './repo.ts'
import { packages } from './repo.ts'
import { PACKAGE_JOB_NAME, REMOVAL_JOB_NAME, retire } from './service.ts'

const RETRIES = 2
/**
 * The queue gives a job that runs longer to another worker, and both would write the same parts. So the job stops itself
 * before.
 */
const EXPIRES_AFTER_MS = HOUR_MS
const LONGEST_MS = EXPIRES_AFTER_MS - 5 * MINUTE_MS

/** The package was removed while the job ran. */
class Removed extends Error {}

/** Makes the archive. Parts are recorded before they are written, so the leftovers of a dead process can be found. */
export const PACKAGE_JOB: JobDefinition = {
  name: PACKAGE_JOB_NAME,
  retry: { limit: RETRIES, delaySeconds: 15, longestDelaySeconds: 300 },
  expireInSeconds: EXPIRES_AFTER_MS / 1000,
  concurrency: 2,
  batchSize: 1,
  async run({ access, tools, storage, log }, data: { tenantId: string; packageId: string }, { attempt }) {
    const { tenantId, packageId: id } = data
    const started = performance.now()
    const folder = { tenantId, id }
    const read = <T>(work: (ctx: ReadCtx) => Promise<T>) => access.actFor(tenantId, SYSTEM, {}, work)
    const save = (fields: Parameters<typeof repo.updatePending>[2]) =>
      read((ctx) => repo.updatePending(ctx, id, { ...fields, updated_at: tools.now() }))
    const row = await save({ progress: 1, error: null })
    if (!row) return
    let parts = row.parts
    const update = async (fields: { progress: number } | { parts: number }) => {
      if (performance.now() - started > LONGEST_MS) throw tooLong()
      if ('parts' in fields) parts = fields.parts
      if (!(await save(fields))) throw new Removed()
    }
    try {
      // Parts of an earlier attempt whose process died.
      await removeParts(storage, folder, parts)
      const now = tools.now()
      const { content, packed } = openPackage({
        row,
        storage,
        now,
        read,
        draw: (document) => renderPdf(document, tenantId),
        advance: (progress) => update({ progress }),
      })
      const kept = await keepInParts(storage, folder, content, (count) => update({ parts: count }))
      const isSaved = await access.actFor(tenantId, SYSTEM, {}, async (ctx) => {
        const { contents, index_document } = packed()
        const ended = { status: 'ready', progress: 100, error: null, built_at: now, updated_at: now } as const
        const saved = await repo.updatePending(ctx, id, { ...kept, ...ended, contents, index_document })
        if (!saved) return false
        await insertEvents(ctx, row.request_id, {
          type: 'package_built',
          notes: `${contents.length} archivos, huella SHA-256 ${kept.sha256}${row.built_by_name ? `. Lo pidió ${row.built_by_name}` : ''}`,
        })
        return true
      })
      if (!isSaved) throw new Removed()
    } catch (error) {
      await removeParts(storage, folder, parts)
      if (error instanceof Removed) return
      const isFinal = error instanceof Failure && error.kind !== 'unavailable'
      if (!isFinal && attempt <= RETRIES) {
        await save({ parts: 0 })
        throw error
      }
      log.error({ err: error, packageId: id }, 'package given up')
      await save({ status: 'failed', parts: 0, error: reasonOf(error) })
    }
  },
}

function tooLong(): Failure {
  return new Failure('conflict', 'Tardó demasiado. Elija menos archivos, o pídalo cuando haya menos carga.')
}

/** The text for the member who asked: only a refusal gives its reason. The operator's log has the rest. */
function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.message
  return 'No pudimos prepararlo. Si se repite, avise a quien administra el servicio.'
}

export const REMOVAL_JOB: JobDefinition = {
  name: REMOVAL_JOB_NAME,
  retry: { limit: 10, delaySeconds: 30, longestDelaySeconds: 4 * 3600 },
  run: ({ storage }, { parts, ...folder }: { tenantId: string; id: string; parts: number }) =>
    removeParts(storage, folder, parts),
}

const ABANDONED_AFTER_MS = (RETRIES + 1) * EXPIRES_AFTER_MS + HOUR_MS

/**
 * Fails packages that a dead process left pending. Removes packages past their retention, and then the copies they were made
 * from. The rows keep the proof of what was delivered.
 */
export const SWEEP_JOB: JobDefinition = {
  name: 'dsar.sweep-packages',
  every: '42 * * * *',
  retry: { limit: 1, delaySeconds: 60, longestDelaySeconds: 60 },
  async run(env) {
    const { access, tools, storage } = env
    const now = tools.now()
    const abandoned = await access.asSystem('end abandoned packages', (db) =>
      repo.failAbandoned(db, after(now, -ABANDONED_AFTER_MS), now, 'La preparación se interrumpió.'),
    )
    for (const { tenant_id: tenantId, id, parts } of abandoned)
      await removeParts(storage, { tenantId, id }, parts)
    await expirePackages(env, now)
    await forgetCopies(env, now)
    await access.asSystem('forget ended codes of answers', (db) => repo.forgetCodes(db, after(now, -DAY_MS)))
  },
}

async function expirePackages({ access, log }: JobEnv, now: Date): Promise<void> {
  const expired = await access.lookUp('find answers whose days are over', (db) => repo.listExpired(db, now))
  for (const { tenant_id, id } of expired)
    await access
      .actFor(tenant_id, SYSTEM, {}, async (ctx) => {
        const row = await packages.lock(ctx, id)
        if (row?.status !== 'ready') return
        await retire(ctx, row)
        await insertEvents(ctx, row.request_id, {
          type: 'package_removed',
          notes: 'Se cumplió el plazo en que la organización conserva las respuestas',
        })
      })
      .catch((error: Error) => log.error({ packageId: id, reason: error.message }, 'package not removed'))
}

/** Deletes rows before bytes: a row must never name missing bytes, and bytes without a row do not stay for long. */
async function forgetCopies({ access, storage, log }: JobEnv, now: Date): Promise<void> {
  const drop = async (tenantId: string, ids: readonly string[]) => {
    for (const id of ids) await storage.remove(`${tenantId}/${id}`)
  }
  const ofTasks = await access.lookUp('find copies of ended requests', (db) =>
    repo.listTasksWithCopies(db, now),
  )
  for (const { tenant_id, id } of ofTasks)
    await access
      .actFor(tenant_id, SYSTEM, {}, async (ctx) => {
        const files = await listKeptWith(ctx, TASK_ENTITY, [id])
        const gone = await forgetKept(
          ctx,
          { entityType: TASK_ENTITY },
          files.map((file) => file.id),
        )
        await tasks.update(ctx, id, { files_removed_at: ctx.now })
        return gone
      })
      .then((gone) => drop(tenant_id, gone))
      .catch((error: Error) => log.error({ taskId: id, reason: error.message }, 'copies not removed'))
  const ofPackages = await access.lookUp('find versions of packages that are gone', (db) =>
    repo.listPackagesWithCopies(db, now),
  )
  for (const { tenant_id, id } of ofPackages)
    await access
      .actFor(tenant_id, SYSTEM, {}, async (ctx) => {
        const row = await packages.lock(ctx, id)
        if (!row) return []
        const used = await repo.replacementsInUse(ctx, row.request_id)
        const own = row.sources.flatMap(({ replacementId }) => replacementId ?? [])
        await packages.update(ctx, id, { copies_removed_at: ctx.now })
        return forgetKept(
          ctx,
          { entityType: REQUEST_ENTITY },
          own.filter((one) => !used.has(one)),
        )
      })
      .then((gone) => drop(tenant_id, gone))
      .catch((error: Error) => log.error({ packageId: id, reason: error.message }, 'copies not removed'))
}
