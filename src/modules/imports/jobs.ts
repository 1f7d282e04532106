import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { audit } from '#db/audit.ts'
import { type Actor, type ReadCtx, SYSTEM, type WriteCtx } from '#db/context.ts'
import { oneByOne } from '#db/moving.ts'
import { announce } from '#events/announce.ts'
import { grants, scopeOf } from '#http/scopes.ts'
import type { JobDefinition, JobEnv } from '#jobs/definition.ts'
import { after, DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { type Role, reaches, sayRole } from '#kernel/roles.ts'
import { MOST_ROWS, REFUSALS, type Sheet } from '#sheets/bounds.ts'
import { readSheetFile } from '#sheets/reader.ts'
import { differences, type Judged, judge, type Outcome, readRows, totalsOf } from './judge.ts'
import type { SheetTarget } from './public.ts'
import * as repo from './repo.ts'
import { imports } from './repo.ts'
import { findHeadings, headingsOf, KEPT_DAYS, type Mapped, proposeMapping } from './rules.ts'
import { confirmedHeadings, JOB_NAME, targetOf } from './service.ts'

const RETRIES = 2
const EXPIRES_AFTER_MS = 10 * 60_000

export const placeOf = ({ tenantId, id }: { tenantId: string; id: string }) => `${tenantId}/${id}.1`

interface Running {
  env: JobEnv
  tenantId: string
  row: repo.ImportRow
  target: SheetTarget
  standingOf: StandingOf
}

/** The present role of the person who asked for a job, and the scopes if it was a key. */
export type StandingOf = (
  ctx: ReadCtx,
  actor: Actor,
) => Promise<{ role: Role; scopes?: readonly string[] } | undefined>

export function createImportJobs(targets: readonly SheetTarget[], standingOf: StandingOf): JobDefinition[] {
  return targets.length === 0 ? [] : [runJob(targets, standingOf), SWEEP_JOB]
}

/** Does the next step of an import: reads the file and judges its rows, or saves the confirmed ones. */
function runJob(targets: readonly SheetTarget[], standingOf: StandingOf): JobDefinition {
  return {
    name: JOB_NAME,
    retry: { limit: RETRIES, delaySeconds: 5, longestDelaySeconds: 60 },
    expireInSeconds: EXPIRES_AFTER_MS / 1000,
    heartbeatSeconds: 30,
    async run(env, { tenantId, importId }: { tenantId: string; importId: string }, { attempt }) {
      const read = <T>(work: (ctx: WriteCtx) => Promise<T>) => env.access.actFor(tenantId, SYSTEM, {}, work)
      const row = await read((ctx) => imports.find(ctx, importId))
      if (row?.status !== 'PENDING' && row?.status !== 'APPLYING') return
      const running = { env, tenantId, row, target: targetOf(targets, row), standingOf }
      try {
        if (row.status === 'APPLYING') await apply(running)
        else await propose(running)
      } catch (error) {
        if (!(error instanceof Failure) && attempt <= RETRIES) throw error
        if (!(error instanceof Failure)) env.log.error({ err: error, importId }, 'import given up')
        await fail(running, error)
      }
    },
  }
}

// ── proposal ──

async function propose(running: Running): Promise<void> {
  const { env, tenantId, row, target } = running
  const sheet = await readStored(running)
  const { mapping, judged } = await act(running, async (ctx) => {
    const remembered = await repo.readHeadings(ctx, target.name)
    const at = findHeadings(
      sheet.rows.map(({ cells }) => cells),
      target.columns,
      row.chosen,
      remembered,
    )
    const mapping = proposeMapping(sheet.rows[at]!.cells, target.columns, {
      chosen: row.chosen,
      remembered,
      shownOnly: target.shownOnly ?? [],
    })
    return { mapping, judged: await judgeRows(ctx, target, sheet, mapping, false) }
  })
  const outcomes = judged.map(withoutBody)
  const totals = totalsOf(outcomes)
  const goesOn = !row.dry_run && totals.refuse === 0
  const fields = { mapping, outcomes, totals, progress: goesOn ? 0 : 100 }
  const moved = await env.access.actFor(tenantId, row.actor, {}, async (ctx) => {
    if (goesOn) await repo.rememberHeadings(ctx, target.name, confirmedHeadings(mapping))
    return repo.moveFrom(ctx, row.id, 'PENDING', { ...fields, status: goesOn ? 'APPLYING' : 'READY' })
  })
  if (moved && goesOn) await apply({ ...running, row: { ...row, ...fields, status: 'APPLYING' } })
}

async function readStored({ env, tenantId, row }: Pick<Running, 'env' | 'tenantId' | 'row'>): Promise<Sheet> {
  const file = await buffer(await env.storage.get(placeOf({ tenantId, id: row.id })))
  return readSheetFile(file, tenantId)
}

async function judgeRows(
  ctx: ReadCtx,
  target: SheetTarget,
  { rows }: Sheet,
  mapping: readonly Mapped[],
  hold: boolean,
): Promise<Judged[]> {
  const at = headingsOf(
    rows.map(({ cells }) => cells),
    mapping,
  )
  assertComplete(target, mapping)
  const below = rows.slice(at + 1)
  if (below.length === 0)
    throw new Failure('impossible', 'La planilla no tiene filas con datos debajo de los títulos.')
  if (below.length > MOST_ROWS) throw new Failure('impossible', REFUSALS.rows)
  const said = await readRows(below, mapping, target.columns)
  const survey = await target.survey(
    ctx,
    said.map(({ entry }) => entry),
    hold,
  )
  return judge(target, said, survey)
}

/** Refuses a file without the column that names its records. */
function assertComplete({ columns, nameField }: SheetTarget, mapping: readonly Mapped[]): void {
  const has = (field: string) => mapping.some((one) => one.field === field)
  if (has(nameField) || has('id')) return
  const { heading } = columns.find(({ field }) => field === nameField)!
  throw new Failure(
    'impossible',
    `Ninguna columna es «${heading}». Póngale ese título, o indique en «mapping» cuál es. Títulos leídos: ${mapping
      .map((one) => `«${one.heading}»`)
      .slice(0, 20)
      .join(', ')}.`,
  )
}

const withoutBody = ({ body: _, ...outcome }: Judged): Outcome => outcome

// ── all of it or nothing ──

const CHUNK = 100

/**
 * One transaction: nobody sees a partial import, and a process that dies leaves nothing behind. Slow preparations happen
 * before it begins. The progress is written in separate transactions.
 */
async function apply(running: Running): Promise<void> {
  const { env, tenantId, row, target } = running
  const sheet = await readStored(running)
  const prepared = await prepare(running, sheet)
  const progress = watchProgress(running)
  try {
    await env.access.actFor(tenantId, row.actor, { importId: row.id }, async (ctx) => {
      await assertStillMay(ctx, running)
      const judged = await judgeRows(ctx, target, sheet, row.mapping, true)
      const differing = differences(row.outcomes, judged)
      if (differing.length > 0) throw new Differs(judged.map(withoutBody), differing)
      await write(ctx, target, judged, prepared, progress.report)
      await end(ctx, row, target, judged)
    })
  } catch (error) {
    if (!(error instanceof Differs)) throw error
    await backToReview(running, error)
    return
  } finally {
    await progress.settled()
  }
  await forget(running)
}

/** Since the confirmation the person may have left, or the key may have been revoked. */
async function assertStillMay(ctx: WriteCtx, { row, target, standingOf }: Running): Promise<void> {
  const now = await standingOf(ctx, row.actor)
  if (
    now &&
    reaches(now.role, target.role) &&
    (!now.scopes || grants(now.scopes, scopeOf(target.module, 'write')))
  )
    return
  throw new Failure(
    'forbidden',
    `Quien pidió la importación ya no puede traer estas filas, y no se guardó nada. La puede enviar de nuevo alguien con el rol ${sayRole(target.role)} o superior.`,
  )
}

async function prepare(running: Running, sheet: Sheet): Promise<unknown> {
  const { env, row, target } = running
  if (!target.prepare) return undefined
  const judged = await act(running, (ctx) => judgeRows(ctx, target, sheet, row.mapping, false))
  return target.prepare(env.access, env.tools, bodiesOf(judged, 'create'))
}

async function write(
  ctx: WriteCtx,
  target: SheetTarget,
  judged: readonly Judged[],
  prepared: unknown,
  report: (share: number) => void,
): Promise<void> {
  const made = bodiesOf(judged, 'create')
  const changes = judged.flatMap(({ action, id, body }) =>
    action === 'update' ? [{ id: id!, patch: body! }] : [],
  )
  const all = made.length + changes.length
  let done = 0
  const step = (count: number) => {
    done += count
    report(done / all)
  }
  if (target.inOrder) {
    await target.create(ctx, made, prepared)
    step(made.length)
  } else {
    for (const chunk of chunksOf(made)) {
      await target.create(ctx, chunk, prepared)
      step(chunk.length)
    }
  }
  for (const chunk of target.inOrder && changes.length > 0 ? [changes] : chunksOf(changes)) {
    await target.update!(ctx, chunk)
    step(chunk.length)
  }
}

function bodiesOf(judged: readonly Judged[], action: 'create'): Record<string, unknown>[] {
  return judged.flatMap((one) => (one.action === action ? [one.body!] : []))
}

function chunksOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, at) =>
    all.slice(at * CHUNK, (at + 1) * CHUNK),
  )
}

async function end(ctx: WriteCtx, { id }: repo.ImportRow, target: SheetTarget, judged: readonly Judged[]) {
  const totals = totalsOf(judged)
  await announce(ctx, {
    type: 'import.finished',
    entityId: id,
    title: target.title,
    data: { target: target.name, created: totals.create, updated: totals.update, unchanged: totals.skip },
    requestedBy: ctx.actor.type === 'user' ? (ctx.actor.id ?? null) : null,
  })
  await audit(ctx, {
    action: 'import',
    entityType: 'import',
    entityId: id,
    after: { target: target.name, totals },
  })
  const over = { status: 'DONE' as const, progress: 100, totals, completed_at: ctx.now }
  if (!(await repo.moveFrom(ctx, id, 'APPLYING', over))) throw new Error('another worker ended this import')
}

/** Somebody changed the records meanwhile, so the outcome would differ from the confirmed one. */
class Differs extends Error {
  readonly outcomes: Outcome[]
  readonly rows: number[]

  constructor(outcomes: Outcome[], rows: number[]) {
    super('the outcome differs from what was confirmed')
    this.outcomes = outcomes
    this.rows = rows
  }
}

const MOST_NAMED = 20

async function backToReview({ env, tenantId, row }: Running, { outcomes, rows }: Differs): Promise<void> {
  const named =
    rows.slice(0, MOST_NAMED).join(', ') +
    (rows.length > MOST_NAMED ? ` y ${rows.length - MOST_NAMED} más` : '')
  const error = `Los registros cambiaron desde que usted revisó la planilla, y no se guardó nada. Ahora es distinto el resultado de: filas ${named}. Revíselas y confirme de nuevo.`
  await env.access.actFor(tenantId, SYSTEM, {}, (ctx) =>
    repo.moveFrom(ctx, row.id, 'APPLYING', {
      status: 'READY',
      progress: 100,
      outcomes,
      totals: totalsOf(outcomes),
      error,
    }),
  )
}

async function fail(running: Running, error: unknown): Promise<void> {
  const { env, tenantId, row } = running
  const reason =
    error instanceof Failure
      ? error.message
      : 'No pudimos hacer la importación y no se guardó nada. Inténtelo de nuevo; si se repite, avise a quien administra el servicio.'
  await env.access.actFor(tenantId, SYSTEM, {}, async (ctx) => {
    const fields = { status: 'FAILED' as const, error: reason, completed_at: ctx.now }
    if (!(await repo.moveFrom(ctx, row.id, 'PENDING', fields)))
      await repo.moveFrom(ctx, row.id, 'APPLYING', fields)
  })
  await forget(running)
}

/** Removes the file. If the process dies first, the sweep removes it. */
async function forget({ env, tenantId, row }: Pick<Running, 'env' | 'tenantId' | 'row'>): Promise<void> {
  await env.storage.remove(placeOf({ tenantId, id: row.id }))
  await env.access.actFor(tenantId, SYSTEM, {}, async (ctx) => {
    // The import may have been deleted meanwhile.
    if (await imports.lock(ctx, row.id)) await imports.update(ctx, row.id, { parts: 0 })
  })
}

function act<T>({ env, tenantId }: Running, work: (ctx: WriteCtx) => Promise<T>): Promise<T> {
  return env.access.actFor(tenantId, SYSTEM, {}, work)
}

const REPORT_EVERY_MS = 500

/** Writes the progress in its own transactions. In a database with one session they wait for the large one to end. */
function watchProgress({ env, tenantId, row }: Running) {
  let writing: Promise<unknown> = Promise.resolve()
  let busy = false
  return {
    report(share: number): void {
      if (busy) return
      busy = true
      const progress = Math.min(99, Math.floor(share * 100))
      writing = env.access
        .actFor(tenantId, SYSTEM, {}, (ctx) => repo.moveFrom(ctx, row.id, 'APPLYING', { progress }))
        .then(() => wait(REPORT_EVERY_MS))
        .catch(() => undefined)
        .finally(() => {
          busy = false
        })
    },
    settled: () => writing,
  }
}

// ── leftovers ──

const EXPIRED = `Nadie confirmó la importación en ${KEPT_DAYS} días, y la planilla se eliminó. Envíela de nuevo.`
const INTERRUPTED = 'La importación se interrumpió y no se guardó nada. Envíe la planilla de nuevo.'

/** Longer than all attempts together. */
const ABANDONED_AFTER_MS = (RETRIES + 1) * EXPIRES_AFTER_MS + HOUR_MS

export const SWEEP_JOB: JobDefinition = {
  name: 'imports.sweep',
  every: '37 * * * *',
  retry: { limit: 1, delaySeconds: 60, longestDelaySeconds: 60 },
  async run(env) {
    const now = env.tools.now()
    const left = await env.access.asSystem('end imports that nobody waits for', (db) =>
      repo.listLeftOver(db, after(now, -ABANDONED_AFTER_MS), after(now, -KEPT_DAYS * DAY_MS)),
    )
    await env.access.asSystem('forget what the rows of old imports said', (db) =>
      repo.forgetRows(db, after(now, -KEPT_DAYS * DAY_MS)),
    )
    await oneByOne(left, (one) => endLeftOver(env, one))
  },
}

/** Fails for an organisation that is being moved to another installation. That installation ends the import. */
async function endLeftOver(
  env: JobEnv,
  { tenant_id: tenantId, id, status }: { tenant_id: string; id: string; status: repo.ImportRow['status'] },
): Promise<void> {
  if (status !== 'DONE' && status !== 'FAILED') {
    const error = status === 'READY' ? EXPIRED : INTERRUPTED
    await env.access.actFor(tenantId, SYSTEM, {}, (ctx) =>
      repo.moveFrom(ctx, id, status, { status: 'FAILED', error, outcomes: [], completed_at: ctx.now }),
    )
  }
  await forget({ env, tenantId, row: { id } as repo.ImportRow })
}
