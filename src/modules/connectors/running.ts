import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import { enqueue } from '#jobs/definition.ts'
import { addDays, after, chileanDay, chileanHour, DAY_MS } from '#kernel/dates.ts'
import { Failure, found } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { digest } from '#kernel/secrets.ts'
import {
  type ConnectorTask,
  completeByConnector,
  listConnectorTasks,
  lockConnectorTasks,
  noteByConnector,
} from '#modules/dsar/public.ts'
import { type MadeFile, recordMade } from '#modules/files/public.ts'
import type { Asked } from './asking.ts'
import * as repo from './repo.ts'
import { type ConnectorRow, connectors, type RunRow, runs } from './repo.ts'
import { ACTIVE, changes, isRight, type Person, waitAfter } from './rules.ts'
import { runView } from './views.ts'

/** The life of a run: requested, begun, ended. Each step is one short transaction. */

export const RUN_JOB = 'connectors.run'
export const TASK_ENTITY = 'dsar_task'
const OPEN: readonly ConnectorTask['status'][] = ['open', 'sent']

// ── asked for ──

/** Runs a task's connector by hand, or refuses with the reason. */
export async function runTask(ctx: WriteCtx, requestId: string, taskId: string) {
  const [task] = await listConnectorTasks(ctx, [taskId])
  if (task?.request_id !== requestId) throw found(undefined, 'la tarea')
  if (!OPEN.includes(task.status)) throw new Failure('conflict', 'La tarea ya está resuelta o se anuló.')
  const known = task.system_id ? await repo.listOfSystems(ctx, [task.system_id]) : new Map()
  const connector = known.get(task.system_id ?? '')
  const why = connector ? refusalOf(connector, task) : 'El sistema de esta tarea no tiene un conector.'
  if (why !== undefined) throw new Failure('conflict', why)
  if ((await repo.listBusyTasks(ctx, [taskId])).size > 0)
    throw new Failure('conflict', 'El conector ya está consultando el sistema para esta tarea.')
  const row = await insertRun(ctx, connector, task)
  return runView({ ...row, folio: task.folio_number })
}

/** Starts runs for the tasks whose system has an approved connector for their right. Returns those tasks' ids. */
export async function runForTasks(ctx: WriteCtx, taskIds: readonly string[]): Promise<string[]> {
  const [tasks, busy] = await Promise.all([
    lockConnectorTasks(ctx, taskIds),
    repo.listBusyTasks(ctx, taskIds),
  ])
  const systems = tasks.flatMap(({ system_id }) => system_id ?? [])
  const known = await repo.listOfSystems(ctx, systems)
  const started: string[] = []
  for (const task of tasks) {
    const connector = known.get(task.system_id ?? '')
    if (!connector || !OPEN.includes(task.status) || busy.has(task.id)) continue
    const why = refusalOf(connector, task)
    // Unlike other refusals, this one can be resolved by working on the request.
    if (why !== undefined && isUnproven(connector, task)) await noteByConnector(ctx, task.id, why)
    if (why !== undefined) continue
    await insertRun(ctx, connector, task)
    started.push(task.id)
  }
  return started
}

function refusalOf(connector: ConnectorRow, task: ConnectorTask): string | undefined {
  const { right_type } = task
  if (connector.approved_at === null) return `El conector «${connector.name}» espera la aprobación de un DPO.`
  if (!isRight(right_type)) return 'Este derecho no se responde con un conector.'
  if (connector.kind !== 'https' && !connector.queries[right_type])
    return `El conector «${connector.name}» no tiene una consulta para este derecho.`
  if (isUnproven(connector, task))
    return `El conector «${connector.name}» cambia datos, y no está comprobado quién pide. Verifique su identidad y consúltelo otra vez (art. 11).`
  return undefined
}

/**
 * Anybody may ask in another person's name, so an irreversible change waits until the asker's identity is proven (art. 11).
 * Every value that the query searches by must be proven; for an endpoint, one of them.
 */
function isUnproven({ kind, config, queries, approved_at }: ConnectorRow, task: ConnectorTask): boolean {
  const { right_type, proven } = task
  if (approved_at === null || !isRight(right_type) || !changes(kind, config, right_type)) return false
  const asks = (name: string) => queries[right_type]?.includes(`:${name}`) ?? false
  if (!asks('email') && !asks('rut')) return !proven.email && !proven.rut
  return (asks('email') && !proven.email) || (asks('rut') && !proven.rut)
}

async function insertRun(ctx: WriteCtx, connector: ConnectorRow, task: ConnectorTask): Promise<RunRow> {
  const { right_type } = task
  if (!isRight(right_type)) throw new Error(`${right_type} has no connector`)
  const row = {
    id: newId(),
    connector_id: connector.id,
    task_id: task.id,
    request_id: task.request_id,
    right_type,
    status: 'pending' as const,
    writes: changes(connector.kind, connector.config, right_type),
    attempts: 0,
    next_attempt_at: ctx.now,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [written] = await together(
    runs.insert(ctx, row),
    remind(ctx, row),
    audit(ctx, {
      action: 'start',
      entityType: 'connector_run',
      entityId: row.id,
      after: { connector_id: connector.id, request_id: task.request_id, right_type, writes: row.writes },
    }),
  )
  return written
}

/** The row is authoritative and the job only a reminder: a late or repeated job finds nothing to do. */
export interface Reminder {
  tenantId: string
  runId: string
  attempt: number
  deferrals?: number
}

export function remind(
  ctx: WriteCtx,
  { id, attempts }: Pick<RunRow, 'id' | 'attempts'>,
  startAfter?: Date,
  deferrals = 0,
): Promise<void> {
  const reminder: Reminder = { tenantId: ctx.tenantId, runId: id, attempt: attempts + 1, deferrals }
  return enqueue(ctx, RUN_JOB, reminder, startAfter && { startAfter })
}

// ── begun ──

export interface Begun {
  run: RunRow
  connector: ConnectorRow
  task: ConnectorTask
  person: Person
}

/** Undefined if there is nothing to do: the run is elsewhere, is over, or is no longer allowed. */
export async function begin(
  ctx: WriteCtx,
  { runId, attempt }: Reminder,
  claimMs: number,
  callback: string,
): Promise<Begun | undefined> {
  const row = await runs.lock(ctx, runId)
  if (row?.status !== 'pending' || row.attempts !== attempt - 1) return undefined
  const [connector, [task]] = await Promise.all([
    connectors.find(ctx, row.connector_id),
    listConnectorTasks(ctx, [row.task_id]),
  ])
  if (!connector || !task) return undefined
  const why = OPEN.includes(task.status)
    ? refusalOf(connector, task)
    : 'La tarea se resolvió o se anuló antes de que el conector llegara a ella.'
  if (why !== undefined) {
    await end(ctx, { run: row, task, connector }, { error: why })
    return undefined
  }
  const run = await runs.update(ctx, runId, {
    status: 'running',
    // The connector's permissions are read now, not when the run was requested.
    writes: changes(connector.kind, connector.config, row.right_type),
    attempts: row.attempts + 1,
    next_attempt_at: null,
    claimed_until: after(ctx.now, claimMs),
    started_at: ctx.now,
    // Written before the call, because a callback may arrive before the call's own answer.
    ...(connector.kind === 'https' && {
      callback_hash: digest(callback),
      callback_expires_at: callbackEnd(task.due_on, ctx.now),
    }),
    updated_at: ctx.now,
  })
  return { run, connector, task, person: personOf(task) }
}

function personOf(task: ConnectorTask): Person {
  const { subject_name: name, subject_email: email, subject_rut: rut, folio_number: folio } = task
  return { name, email, rut, folio }
}

/** Until the end of the task's last day; for a late task, a few days more. */
function callbackEnd(dueOn: string, now: Date): Date {
  const day = dueOn >= chileanDay(now) ? dueOn : chileanDay(after(now, LATE_DAYS * DAY_MS))
  return chileanHour(addDays(day, 1), 0)
}

const LATE_DAYS = 3

/** The system will answer later, or may have done so already. */
export async function wait(ctx: WriteCtx, runId: string): Promise<void> {
  const row = await runs.lock(ctx, runId)
  if (row?.status !== 'running') return
  await runs.update(ctx, runId, { status: 'waiting', claimed_until: null, updated_at: ctx.now })
}

// ── ended ──

/** False if the run was already over: then the file belongs to nobody. */
export async function finish(
  ctx: WriteCtx,
  runId: string,
  asked: Asked,
  made: MadeFile | undefined,
): Promise<boolean> {
  const row = await runs.lock(ctx, runId)
  if (row?.status !== 'running' && row?.status !== 'waiting') return false
  const [connector, [task]] = await Promise.all([
    connectors.find(ctx, row.connector_id),
    lockConnectorTasks(ctx, [row.task_id]),
  ])
  if (!connector || !task) return false
  // The owner answered first, so this result is dropped.
  if (!OPEN.includes(task.status)) {
    await end(
      ctx,
      { run: row, connector, task },
      { error: null, row_count: asked.rows, byte_count: asked.bytes },
    )
    return false
  }
  if (made) await recordMade(ctx, made, { entityType: TASK_ENTITY, entityId: row.task_id })
  const counted = { row_count: asked.rows, byte_count: asked.bytes, file_id: made?.key ?? null }
  if (asked.isCut) {
    await end(ctx, { run: row, connector, task }, { error: asked.left!, ...counted })
    return true
  }
  if (asked.left !== null)
    await noteByConnector(ctx, row.task_id, `${asked.notes ?? ''} ${asked.left}`.trim())
  else
    await completeByConnector(ctx, row.task_id, {
      outcome: asked.outcome,
      notes: asked.notes,
      article: asked.article,
      fileIds: made ? [made.key] : [],
    })
  await end(ctx, { run: row, connector, task }, { error: null, ...counted })
  return true
}

/** Schedules another try if it may help and does no harm. Otherwise the task goes back to its owner. */
export async function fail(ctx: WriteCtx, runId: string, error: string, again: boolean): Promise<void> {
  const row = await runs.lock(ctx, runId)
  if (!row || !ACTIVE.includes(row.status)) return
  const pause = again && !row.writes ? waitAfter(row.attempts) : undefined
  if (pause !== undefined) {
    const next = after(ctx.now, pause)
    const waiting = {
      status: 'pending' as const,
      error,
      next_attempt_at: next,
      claimed_until: null,
      callback_hash: null,
      callback_expires_at: null,
    }
    await together(runs.update(ctx, runId, { ...waiting, updated_at: ctx.now }), remind(ctx, row, next))
    return
  }
  const [connector, [task]] = await Promise.all([
    connectors.find(ctx, row.connector_id),
    listConnectorTasks(ctx, [row.task_id]),
  ])
  if (connector && task) await end(ctx, { run: row, connector, task }, { error })
}

interface Ended {
  error: string | null
  row_count?: number | null
  byte_count?: number | null
  file_id?: string | null
}

async function end(
  ctx: WriteCtx,
  { run, connector, task }: Omit<Begun, 'person'>,
  how: Ended,
): Promise<void> {
  const status = how.error === null ? ('done' as const) : ('failed' as const)
  const fields = {
    ...how,
    status,
    next_attempt_at: null,
    claimed_until: null,
    callback_hash: null,
    callback_expires_at: null,
    started_at: run.started_at ?? ctx.now,
    ended_at: ctx.now,
    updated_at: ctx.now,
  }
  const { id: entityId, request_id } = run
  await together(
    runs.update(ctx, run.id, fields),
    audit(ctx, {
      action: status === 'done' ? 'complete' : 'fail',
      entityType: 'connector_run',
      entityId,
      after: { connector_id: connector.id, request_id, row_count: how.row_count ?? null },
    }),
  )
  if (how.error === null) return
  const note = `El conector «${connector.name}» no respondió por sí solo: ${how.error}`
  await together(
    noteByConnector(ctx, run.task_id, note),
    announce(ctx, {
      type: 'connector.failed',
      entityId: request_id,
      title: task.folio_number,
      data: { connector: connector.name, system: task.system_name },
      assignedTo: task.assigned_to,
      legalEntityId: task.legal_entity_id,
    }),
  )
}
