import { audit } from '#db/audit.ts'
import { type ReadCtx, SYSTEM } from '#db/context.ts'
import type { JobDefinition, JobEnv } from '#jobs/definition.ts'
import { after, HOUR_MS, MINUTE_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { drawContract } from '#modules/contracts/public.ts'
import { keysInUse, sealFolder } from '#modules/evidence/public.ts'
import { findLogos, readLogos } from '#modules/files/public.ts'
import { fileName } from '#pdf/document.ts'
import { createRenderer, type Render } from '#pdf/renderer.ts'
import { keepInParts, removeParts } from '#storage/parts.ts'
import type { Read } from './exports/sheets.ts'
import { openFolder } from './inspection/folder.ts'

import * as repo from './repo.ts'
import { boardReport, gatherReport } from './report.ts'
import type { Kind } from './rules.ts'
import { JOB_NAME, REMOVAL_NAME } from './service.ts'

interface Making {
  env: Pick<JobEnv, 'access' | 'storage' | 'tools'>
  tenantId: string
  row: repo.ReportRow
  /** Every read is its own transaction: none is open while a file is drawn or packed. */
  read: Read
  now: Date
  /** Throws once the report is deleted or the job has run too long. */
  update(fields: { progress: number } | { parts: number }): Promise<void>
}

type Made = Partial<repo.ReportRow> & { content?: Buffer }

const MAKERS: Readonly<Record<Kind, (making: Making) => Promise<Made>>> = {
  async REPORT({ env, tenantId, row, read, update }) {
    const [report, found] = await read((ctx) => Promise.all([gatherReport(ctx, row), findLogos(ctx)]))
    await update({ progress: 40 })
    const document = boardReport(report)
    const content = await readLogos(env.storage, found)
      .then((logos) => draw({ ...document, logos }, tenantId))
      // If a picture is missing or unreadable, draws the report without pictures.
      .catch((error) => (found.length > 0 ? draw(document, tenantId) : Promise.reject(error)))
    const { score, level } = report.score
    return { content, content_type: 'application/pdf', file_name: fileName(row.title), score, level }
  },
  async INSPECTION({ env, tenantId, row, read, now, update }) {
    const { content, score, level } = await openFolder(
      row,
      {
        read,
        now,
        draw: (document) => draw(document, tenantId),
        drawContract: (printed) => drawContract(env.access, env.tools, tenantId, printed, draw),
      },
      env.tools.law,
      {
        keys: () => keysInUse(env.access, env.tools),
        async seal(folder) {
          const seal = await sealFolder(env.access, env.tools, folder)
          await noteSeal(env, tenantId, row.id, seal.statement.manifest)
          return seal
        },
      },
      (progress) => update({ progress }),
    )
    const kept = await keepInParts(env.storage, { tenantId, id: row.id }, content, (parts) =>
      update({ parts }),
    )
    const file_name = fileName(row.title).replace(/\.pdf$/, '.zip')
    return { ...kept, content_type: 'application/zip', file_name, score, level }
  },
}

/** Writes the folder's hash to the audit log, so that it enters the chain of evidence and is time-stamped. */
function noteSeal(
  { access }: Making['env'],
  tenantId: string,
  entityId: string,
  manifestSha256: string,
): Promise<void> {
  return access.actFor(tenantId, SYSTEM, {}, (ctx) =>
    audit(ctx, {
      action: 'complete',
      entityType: 'governance_report',
      entityId,
      after: { manifestSha256 },
    }),
  )
}

/** Its own thread: a long report does not delay downloads of other documents. */
let render: Render | undefined

const draw: Render = (document, tenantId) => {
  render ??= createRenderer()
  return render(document, tenantId)
}

const RETRIES = 3
/** After this another worker would get the job and write the same parts, so the job stops itself before. */
const EXPIRES_AFTER_MS = HOUR_MS
const LONGEST_MS = EXPIRES_AFTER_MS - 5 * MINUTE_MS

/** The report was deleted, so nobody waits for it. */
class Deleted extends Error {}

export const REPORT_JOB: JobDefinition = {
  name: JOB_NAME,
  retry: { limit: RETRIES, delaySeconds: 15, longestDelaySeconds: 300 },
  expireInSeconds: EXPIRES_AFTER_MS / 1000,
  // The folder of one organisation may take minutes, the report of another seconds.
  concurrency: 2,
  // A batch ends with its slowest job. With one each, no organisation waits for the folder of another.
  batchSize: 1,
  async run(env, data: { tenantId?: string; reportId?: string }, { attempt }) {
    const { access, tools, storage, log } = env
    const { tenantId, reportId } = data
    if (!tenantId || !reportId) return
    const started = performance.now()
    const folder = { tenantId, id: reportId }
    const read = <T>(work: (ctx: ReadCtx) => Promise<T>) => access.actFor(tenantId, SYSTEM, {}, work)
    const save = (fields: Parameters<typeof repo.updatePending>[2]) =>
      read((ctx) => repo.updatePending(ctx, reportId, fields))
    const row = await save({ progress: 10 })
    if (!row) return
    let parts = row.parts
    try {
      // Removes parts of an earlier attempt whose process died.
      await removeParts(storage, folder, parts)
      const update: Making['update'] = async (fields) => {
        if (performance.now() - started > LONGEST_MS) throw tooLong()
        if ('parts' in fields) parts = fields.parts
        if (!(await save(fields))) throw new Deleted()
      }
      const made = await MAKERS[row.kind]({ env, tenantId, row, read, now: tools.now(), update })
      const completed_at = tools.now()
      if (!(await save({ ...made, status: 'READY', progress: 100, error: null, completed_at })))
        throw new Deleted()
    } catch (error) {
      await removeParts(storage, folder, parts)
      if (error instanceof Deleted) return
      if (attempt <= RETRIES) {
        await save({ parts: 0 })
        throw error
      }
      log.error({ err: error, reportId }, 'report given up')
      await save({ status: 'FAILED', parts: 0, error: reasonOf(error), completed_at: tools.now() })
    }
  },
}

/** Removes the bytes of a deleted folder. */
export const REMOVAL_JOB: JobDefinition = {
  name: REMOVAL_NAME,
  retry: { limit: 10, delaySeconds: 30, longestDelaySeconds: 4 * 3600 },
  run: ({ storage }, { parts, ...folder }: { tenantId: string; id: string; parts: number }) =>
    removeParts(storage, folder, parts),
}

function tooLong(): Failure {
  return new Failure(
    'unavailable',
    'La carpeta tardó demasiado en prepararse. Pídala de nuevo cuando el servicio tenga menos carga.',
  )
}

/** The message for the person who asked. Only refusals say why; the operator's log has the rest. */
function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.message
  return `No pudimos preparar el documento después de ${RETRIES + 1} intentos. Si se repite, avise a quien administra el servicio.`
}

/** Longer than all attempts together. */
const ABANDONED_AFTER_MS = (RETRIES + 1) * EXPIRES_AFTER_MS + HOUR_MS

/** Ends reports that stay pending because the process died in the last attempt. */
export const SWEEP_JOB: JobDefinition = {
  name: 'governance.sweep',
  every: '17 * * * *',
  retry: { limit: 1, delaySeconds: 60, longestDelaySeconds: 60 },
  async run({ access, tools, storage }) {
    const now = tools.now()
    const abandoned = await access.asSystem('end abandoned reports', (db) =>
      repo.failAbandoned(
        db,
        after(now, -ABANDONED_AFTER_MS),
        now,
        'La preparación del documento se interrumpió.',
      ),
    )
    for (const { tenant_id, id, parts } of abandoned)
      await removeParts(storage, { tenantId: tenant_id, id }, parts)
  },
}
