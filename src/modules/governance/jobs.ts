import { type ReadCtx, SYSTEM } from '#db/context.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { after, HOUR_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { fileName } from '#pdf/document.ts'
import { createRenderer, type Render } from '#pdf/renderer.ts'
import type { Read } from './exports/sheets.ts'
import { buildFolder } from './folder.ts'
import * as repo from './repo.ts'
import { boardReport, gatherReport } from './report.ts'
import type { Kind } from './rules.ts'
import { JOB_NAME } from './service.ts'

interface Making {
  tenantId: string
  row: repo.ReportRow
  /** Every read is a transaction of its own: none is open while a file is drawn or packed. */
  read: Read
  now: Date
  advance(progress: number): Promise<void>
}

type Made = Pick<Awaited<ReturnType<typeof gatherReport>>['score'], 'score' | 'level'> & {
  content: Buffer
  content_type: string
  file_name: string
}

const MAKERS: Readonly<Record<Kind, (making: Making) => Promise<Made>>> = {
  async REPORT({ tenantId, row, read, advance }) {
    const report = await read((ctx) => gatherReport(ctx, row))
    await advance(40)
    render ??= createRenderer()
    const content = await render(boardReport(report), tenantId)
    const { score, level } = report.score
    return { content, content_type: 'application/pdf', file_name: fileName(row.title), score, level }
  },
  async INSPECTION({ row, read, now, advance }) {
    const { content, score, level } = await buildFolder(row, read, now, advance)
    const file_name = fileName(row.title).replace(/\.pdf$/, '.zip')
    return { content, content_type: 'application/zip', file_name, score, level }
  },
}

/** A thread of its own: a long report does not delay the documents that people download. */
let render: Render | undefined

const RETRIES = 3

export const REPORT_JOB: JobDefinition = {
  name: JOB_NAME,
  retry: { limit: RETRIES, delaySeconds: 15, longestDelaySeconds: 300 },
  expireInSeconds: 600,
  async run({ access, tools, log }, data: { tenantId?: string; reportId?: string }, { attempt }) {
    const { tenantId, reportId } = data
    if (!tenantId || !reportId) return
    const read = <T>(work: (ctx: ReadCtx) => Promise<T>) => access.actFor(tenantId, SYSTEM, {}, work)
    const advance = async (progress: number) => {
      await read((ctx) => repo.updatePending(ctx, reportId, { progress }))
    }
    const row = await read((ctx) => repo.updatePending(ctx, reportId, { progress: 10 }))
    if (!row) return
    try {
      const made = await MAKERS[row.kind]({ tenantId, row, read, now: tools.now(), advance })
      await read((ctx) =>
        repo.updatePending(ctx, reportId, {
          ...made,
          status: 'READY',
          progress: 100,
          error: null,
          completed_at: ctx.now,
        }),
      )
    } catch (error) {
      if (attempt <= RETRIES) throw error
      log.error({ err: error, reportId }, 'report given up')
      await read((ctx) =>
        repo.updatePending(ctx, reportId, {
          status: 'FAILED',
          error: reasonOf(error),
          completed_at: ctx.now,
        }),
      )
    }
  },
}

/** For the person who asked: only a refusal says why. The operator's log has the rest. */
function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.message
  return `No pudimos preparar el documento después de ${RETRIES + 1} intentos. Si se repite, avise a quien administra el servicio.`
}

/** Longer than all retries together. */
const ABANDONED_AFTER_MS = 2 * HOUR_MS

/** A process that dies in its last attempt leaves the report pending. */
export const SWEEP_JOB: JobDefinition = {
  name: 'governance.sweep',
  every: '17 * * * *',
  retry: { limit: 1, delaySeconds: 60, longestDelaySeconds: 60 },
  async run({ access, tools }) {
    const now = tools.now()
    await access.asSystem('end abandoned reports', (db) =>
      repo.failAbandoned(
        db,
        after(now, -ABANDONED_AFTER_MS),
        now,
        'La preparación del documento se interrumpió.',
      ),
    )
  },
}
