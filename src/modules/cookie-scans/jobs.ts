import { audit } from '#db/audit.ts'
import { type ReadCtx, SYSTEM, type WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { enqueue, type JobDefinition, type JobEnv } from '#jobs/definition.ts'
import { after, DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { findDomain } from '#modules/domains/public.ts'
import type { Outside } from '#modules/module.ts'
import { judged, ownHostOf, readSaid } from './compare.ts'
import * as repo from './repo.ts'
import { scans } from './repo.ts'
import { KEPT_DAYS, LONGEST_MS } from './rules.ts'
import { JOB_NAME, newScan } from './service.ts'
import { findChromium } from './visit/chromium.ts'
import type { Seen } from './visit/seen.ts'
import { Unreachable, visitSite } from './visit/visit.ts'

export function createScanJobs(outside: Outside): JobDefinition[] {
  return [runJob(outside), MONTHLY_JOB, SWEEP_JOB]
}

/** A job is a reminder that a scan waits; `takeNext` chooses the scan. A process runs one at a time. */
function runJob({ config, network }: Outside): JobDefinition {
  return {
    name: JOB_NAME,
    retry: { limit: 2, delaySeconds: 30, longestDelaySeconds: 300 },
    expireInSeconds: LONGEST_MS / 1000 + 120,
    concurrency: 1,
    batchSize: 1,
    async run(env) {
      const { access, tools, log } = env
      const taken = await access.asSystem('take the next cookie scan', (db) => repo.takeNext(db, tools.now()))
      if (!taken) return
      const { tenant_id: tenantId, id } = taken
      const act = <T>(work: (ctx: WriteCtx) => Promise<T>) => access.actFor(tenantId, SYSTEM, {}, work)
      try {
        const url = await act((ctx) => siteToVisit(ctx, id))
        const path = findChromium(config.chromiumPath)
        const seen = await visitSite({
          url,
          connect: network.connect,
          browser: path === undefined ? undefined : { path, sandbox: config.chromiumSandbox },
          contact: tools.publicUrl,
          signal: new AbortController().signal,
          onProgress: (progress) =>
            act((ctx) => repo.moveFrom(ctx, id, 'RUNNING', { progress })).then(() => undefined),
        })
        await act((ctx) => finish(ctx, id, seen))
      } catch (error) {
        if (!(error instanceof Unreachable)) log.error({ err: error, scanId: id }, 'cookie scan failed')
        await act((ctx) =>
          repo.moveFrom(ctx, id, 'RUNNING', {
            status: 'FAILED',
            error: error instanceof Unreachable ? error.message : FAILED,
            completed_at: ctx.now,
          }),
        )
      }
    },
  }
}

const FAILED =
  'No pudimos terminar la revisión. Inténtelo de nuevo; si se repite, avise a quien administra el servicio.'

/** Since the request, the domain may have moved to an unverified address. */
async function siteToVisit(ctx: ReadCtx, id: string): Promise<string> {
  const scan = await scans.find(ctx, id)
  const domain = scan && (await findDomain(ctx, scan.domain_id))
  if (!domain?.is_verified)
    throw new Unreachable('El dominio ya no está verificado: verifíquelo y pida otra revisión.')
  return domain.url
}

async function finish(ctx: WriteCtx, id: string, seen: Seen): Promise<void> {
  const row = await scans.lock(ctx, id)
  if (row?.status !== 'RUNNING') return
  const { mode, banner, pages, items, notes } = seen
  const result = judged({
    items,
    mode,
    banner,
    ownHost: ownHostOf(ctx),
    ...(await readSaid(ctx, row.domain_id)),
  })
  await together(
    scans.update(ctx, id, {
      ...result,
      mode,
      banner,
      pages,
      items,
      notes,
      status: 'DONE',
      progress: 100,
      completed_at: ctx.now,
      updated_at: ctx.now,
    }),
    audit(ctx, {
      action: 'complete',
      entityType: 'cookie_scan',
      entityId: id,
      after: {
        domainId: row.domain_id,
        mode,
        items: items.length,
        earlyCount: result.early_count,
        undeclaredCount: result.undeclared_count,
      },
    }),
  )
}

// ── every month ──

const EVERY_DAYS = 30
/** Sites left over wait for the next night. */
const MOST_A_NIGHT = 300

const MONTHLY_JOB: JobDefinition = {
  name: 'cookie-scans.monthly',
  every: '10 3 * * *',
  retry: { limit: 2, delaySeconds: 300, longestDelaySeconds: 900 },
  async run({ access, tools, log }) {
    const due = await access.lookUp('find sites to visit this month', (db) =>
      repo.listDue(db, after(tools.now(), -EVERY_DAYS * DAY_MS), MOST_A_NIGHT),
    )
    for (const { tenant_id, id, url } of due) {
      await access
        .actFor(tenant_id, SYSTEM, {}, async (ctx) => {
          const row = newScan(ctx, { id, url }, 'monthly')
          await together(scans.insert(ctx, row), enqueue(ctx, JOB_NAME, {}))
        })
        .catch((error: Error) => log.warn({ reason: error.message }, 'no monthly cookie scan'))
    }
  },
}

// ── leftovers ──

const INTERRUPTED = 'La revisión se interrumpió. Pídala de nuevo.'
const ABANDONED_AFTER_MS = LONGEST_MS + 5 * MINUTE_MS
const REMINDED_AFTER_MS = 15 * MINUTE_MS

/** A dead process leaves its scan running, and may have taken the reminder of a waiting one. */
const SWEEP_JOB: JobDefinition = {
  name: 'cookie-scans.sweep',
  every: '*/15 * * * *',
  retry: { limit: 1, delaySeconds: 60, longestDelaySeconds: 60 },
  async run({ access, tools }: JobEnv) {
    const now = tools.now()
    await access.asSystem('end abandoned cookie scans and remind of those that wait', async (db) => {
      await repo.failAbandoned(db, after(now, -ABANDONED_AFTER_MS), now, INTERRUPTED)
      await repo.forgetOld(db, after(now, -KEPT_DAYS * DAY_MS))
      const waiting = await repo.countWaiting(db, after(now, -REMINDED_AFTER_MS))
      if (waiting > 0) await tools.queue.send(db, JOB_NAME, {})
    })
  },
}
