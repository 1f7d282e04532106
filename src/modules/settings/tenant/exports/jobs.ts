import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ArchiveRefused } from '#archive/format.ts'
import { type StoredRows, writeArchive } from '#archive/write.ts'
import { type ReadCtx, SYSTEM } from '#db/context.ts'
import type { SealedColumn } from '#db/sealed.ts'

import type { JobDefinition } from '#jobs/definition.ts'
import { after, HOUR_MS, MINUTE_MS } from '#kernel/dates.ts'
import { listArchivedOf, signingKey } from '#modules/evidence/public.ts'
import { keepInParts, removeParts } from '#storage/parts.ts'
import { findTenant } from '../repo.ts'
import * as repo from './repo.ts'
import { EXPORT_NAME, REMOVAL_NAME } from './service.ts'

const RETRIES = 2
const EXPIRES_AFTER_MS = HOUR_MS
const LONGEST_MS = EXPIRES_AFTER_MS - 5 * MINUTE_MS

/** The export was deleted, so nobody waits for it. */
class Deleted extends Error {}

/** `seals` and `stored` come from all modules. */
export function createExportJobs(
  seals: readonly SealedColumn[],
  stored: readonly StoredRows[],
): JobDefinition[] {
  return [exportJob(seals, stored), REMOVAL_JOB, SWEEP_JOB]
}

function exportJob(seals: readonly SealedColumn[], stored: readonly StoredRows[]): JobDefinition {
  return {
    name: EXPORT_NAME,
    retry: { limit: RETRIES, delaySeconds: 15, longestDelaySeconds: 300 },
    expireInSeconds: EXPIRES_AFTER_MS / 1000,
    async run({ access, tools, storage, log }, data: { tenantId: string; exportId: string }, { attempt }) {
      const { tenantId, exportId: id } = data
      const started = performance.now()
      const read = <T>(work: (ctx: ReadCtx) => Promise<T>) => access.actFor(tenantId, SYSTEM, {}, work)
      const save = (fields: Parameters<typeof repo.updatePending>[2]) =>
        read((ctx) => repo.updatePending(ctx, id, fields))
      const row = await save({ error: null })
      if (!row) return
      let parts = row.parts
      const whole = join(await storage.arrivals(), `resguardo-whole-${id}`)
      try {
        // Removes parts of an earlier attempt whose process died.
        await removeParts(storage, { tenantId, id }, parts)
        const { slug } = await read(findTenant)
        const signer = await signingKey(access, tools)
        const archivedMonths = (tenantId: string) => listArchivedOf(access, tenantId)
        const source = { access, storage, vault: tools.vault, seals, stored, signer, archivedMonths }
        const { content, written } = writeArchive(source, {
          slug,
          passphrase: undefined,
          now: tools.now(),
          forMember: true,
        })
        // On the embedded database the rows occupy the only session, so the archive goes to a file before anything is
        // written.
        await pipeline(content, createWriteStream(whole, { mode: 0o600 }))
        const { manifest } = await written
        const kept = await keepInParts(storage, { tenantId, id }, createReadStream(whole), async (count) => {
          parts = count
          if (performance.now() - started > LONGEST_MS)
            throw new ArchiveRefused('Tardó demasiado. Pídala cuando el servicio tenga menos carga.')
          if (!(await save({ parts }))) throw new Deleted()
        })
        const ready = await save({
          ...kept,
          status: 'READY',
          row_count: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
          file_count: manifest.entries.filter(({ name }) => name.startsWith('files/')).length,
          completed_at: tools.now(),
        })
        if (!ready) throw new Deleted()
      } catch (error) {
        await removeParts(storage, { tenantId, id }, parts)
        if (error instanceof Deleted) return
        if (!(error instanceof ArchiveRefused) && attempt <= RETRIES) {
          await save({ parts: 0 })
          throw error
        }
        log.error({ err: error, exportId: id }, 'export given up')
        await save({ status: 'FAILED', parts: 0, error: reasonOf(error), completed_at: tools.now() })
      } finally {
        await rm(whole, { force: true })
      }
    },
  }
}

/** The message for the person who asked. Only refusals say why; the operator's log has the rest. */
function reasonOf(error: unknown): string {
  if (error instanceof ArchiveRefused) return error.message
  return 'No pudimos prepararla. Si se repite, avise a quien opera el servicio.'
}

const REMOVAL_JOB: JobDefinition = {
  name: REMOVAL_NAME,
  retry: { limit: 10, delaySeconds: 30, longestDelaySeconds: 4 * 3600 },
  run: ({ storage }, { parts, ...folder }: { tenantId: string; id: string; parts: number }) =>
    removeParts(storage, folder, parts),
}

const ABANDONED_AFTER_MS = (RETRIES + 1) * EXPIRES_AFTER_MS + HOUR_MS

/** Ends exports whose process died, and removes expired ones. */
export const SWEEP_JOB: JobDefinition = {
  name: 'settings.sweep-exports',
  every: '27 * * * *',
  retry: { limit: 1, delaySeconds: 60, longestDelaySeconds: 60 },
  async run({ access, tools, storage }) {
    const now = tools.now()
    const abandoned = await access.asSystem('end abandoned exports', (db) =>
      repo.failAbandoned(db, after(now, -ABANDONED_AFTER_MS), now, 'La preparación se interrumpió.'),
    )
    for (const { tenant_id: tenantId, id, parts } of abandoned)
      await removeParts(storage, { tenantId, id }, parts)
    const expired = await access.lookUp('find expired exports', (db) => repo.listExpired(db, now))
    for (const { tenant_id: tenantId, id, parts } of expired) {
      await removeParts(storage, { tenantId, id }, parts)
      await access.asSystem('forget an expired export', (db) => repo.forget(db, tenantId, id))
    }
  },
}
