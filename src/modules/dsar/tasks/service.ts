import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { lockTenant, together } from '#db/sql.ts'
import { assertLettersLeft } from '#jobs/mail.ts'
import { chileanDay } from '#kernel/dates.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { noneIfBlank, normaliseEmail } from '#kernel/text.ts'
import { groupKeptWith } from '#modules/files/public.ts'
import { lockOpen } from '../requests/changes.ts'
import { insertEvents, type RequestRow, requests } from '../requests/repo.ts'
import { assertWaiting, completeTask } from './completing.ts'
import { choicesFor } from './knowledge.ts'
import { findSystems, newTask } from './opening.ts'
import * as repo from './repo.ts'
import { type TaskRow, tasks } from './repo.ts'
import {
  assertTaskDueOn,
  expiryOf,
  isSameMailbox,
  MOST_TASKS,
  opensTasks,
  type TaskSystem,
  WAITING,
} from './rules.ts'
import type { DsarTask, DsarTaskPatch, DsarTasks, NewDsarTask } from './schemas.ts'
import { remind, sendReady, TASK_ENTITY } from './sending.ts'
import { progressView, taskView } from './views.ts'

/** What members do with the tasks of a request. */

const TASK = 'la tarea'

export async function getTasks(ctx: ReadCtx, requestId: string): Promise<DsarTasks> {
  const [found_, rows] = await Promise.all([requests.find(ctx, requestId), repo.listTasks(ctx, requestId)])
  const request = found(found_, 'la solicitud')
  const ids = rows.map(({ id }) => id)
  const [files, systems] = await Promise.all([
    groupKeptWith(ctx, TASK_ENTITY, ids),
    request.completed_at === null ? systemsOf(ctx, request) : [],
  ])
  const today = chileanDay(ctx.now)
  const taken = new Set(rows.filter(({ status }) => status !== 'cancelled').map(({ system_id }) => system_id))
  return {
    items: rows.map((row) => taskView(row, files.get(row.id) ?? [], today)),
    progress: progressView(rows, today),
    suggestedSystems: systems.filter(({ systemId }) => !taken.has(systemId)),
    ...choicesFor(request),
  }
}

/** The systems for which a new request would open tasks, whatever the person's relation. */
function systemsOf(ctx: ReadCtx, { right_type, legal_entity_id }: RequestRow): Promise<TaskSystem[]> {
  return findSystems(ctx, { rightType: right_type, relation: null, legalEntityId: legal_entity_id })
}

export async function addTask(ctx: WriteCtx, requestId: string, body: NewDsarTask): Promise<DsarTask> {
  const request = await lockOpen(ctx, requestId)
  if (!opensTasks(request.right_type))
    throw new Failure(
      'invalidRightType',
      'Una solicitud sobre decisiones automatizadas no se busca en los sistemas: la explica quien decidió (art. 8 bis).',
    )
  const [known, system] = await Promise.all([repo.listTasks(ctx, requestId), systemNamed(ctx, body)])
  const waiting = known.filter(({ status }) => WAITING.includes(status))
  if (waiting.some(({ system_id, system_name }) => isSame(system, system_id, system_name)))
    throw new Failure('conflict', `«${system.systemName}» ya tiene una tarea que espera respuesta.`)
  if (known.length >= MOST_TASKS)
    throw impossible('systemId', `Una solicitud admite hasta ${MOST_TASKS} tareas.`)
  const dueOn = noneIfBlank(body.dueOn) ?? undefined
  if (dueOn) assertTaskDueOn(dueOn, chileanDay(ctx.now), chileanDay(request.legal_due_at))
  const task = newTask(ctx, request, system, dueOn)
  const [row] = await together(
    tasks.insert(ctx, task),
    insertEvents(ctx, requestId, { type: 'task_added', notes: task.system_name }),
    audit(ctx, {
      action: 'create',
      entityType: TASK_ENTITY,
      entityId: task.id,
      after: { requestId, systemName: task.system_name, dueOn: task.due_on, status: task.status },
    }),
  )
  return taskView(row, [], chileanDay(ctx.now))
}

type NamedSystem = Omit<TaskSystem, 'systemId'> & { systemId: string | null }

function isSame(system: NamedSystem, id: string | null, name: string): boolean {
  return system.systemId !== null ? system.systemId === id : id === null && system.systemName === name
}

/** A system of the data map with its owner there, or another place that the body names. */
async function systemNamed(ctx: ReadCtx, body: NewDsarTask): Promise<NamedSystem> {
  const owner = {
    ...(noneIfBlank(body.ownerName) && { ownerName: body.ownerName!.trim() }),
    ...(noneIfBlank(body.ownerEmail) && { ownerEmail: normaliseEmail(body.ownerEmail!) }),
  }
  const id = noneIfBlank(body.systemId)
  if (id) {
    const system = isId(id) ? await repo.findSystem(ctx, canonicalId(id)) : undefined
    if (!system) throw impossible('systemId', 'El sistema indicado no existe en su mapa de datos.')
    // Another address is another person.
    const isOther = owner.ownerEmail !== undefined && !isSameMailbox(owner.ownerEmail, system.ownerEmail)
    return { ...system, ...(isOther && { ownerName: null }), ...owner }
  }
  const systemName = noneIfBlank(body.systemName)?.trim()
  if (!systemName) {
    const message = 'Elija un sistema del mapa de datos, o escriba dónde hay que buscar.'
    throw new Failure('malformed', message, { details: [{ path: 'systemName', message }] })
  }
  return { systemId: null, systemName, processorName: null, ownerName: null, ownerEmail: null, ...owner }
}

/** A change needs one of these fields. Notes and article only go with an outcome. */
const CHANGEABLE = ['ownerName', 'ownerEmail', 'dueOn', 'status', 'outcome'] as const

/** Changes the owner or the date, cancels the task, or enters an answer that came by other means. */
export async function changeTask(
  ctx: WriteCtx,
  requestId: string,
  taskId: string,
  patch: DsarTaskPatch,
): Promise<DsarTask> {
  const request = await lockOpen(ctx, requestId)
  const before = assertWaiting(found(await repo.lockTask(ctx, requestId, taskId), TASK))
  if (patch.outcome === undefined && (patch.notes != null || patch.article != null))
    throw impossible('outcome', 'Indique qué encontraron, junto con lo que se anota.')
  if (CHANGEABLE.every((field) => patch[field] === undefined)) {
    const message = 'Indique qué cambia: a quién se pide, hasta cuándo, que se cancela o lo que respondieron.'
    throw new Failure('malformed', message, { details: [{ path: '', message }] })
  }
  if (patch.status !== undefined && patch.outcome !== undefined)
    throw impossible('status', 'Cancele la tarea o anote su respuesta, no las dos cosas.')
  let row = await changeFields(ctx, request, before, patch)
  if (patch.outcome !== undefined)
    row = await completeTask(ctx, row, {
      outcome: patch.outcome,
      notes: patch.notes,
      article: patch.article,
      via: 'staff',
      by: ctx.actor.name ?? null,
    })
  else if (patch.status === 'cancelled') row = await cancelTask(ctx, row)
  return oneView(ctx, row)
}

async function changeFields(
  ctx: WriteCtx,
  request: RequestRow,
  before: TaskRow,
  { ownerName, ownerEmail, dueOn }: DsarTaskPatch,
): Promise<TaskRow> {
  const today = chileanDay(ctx.now)
  // A late task can change its owner: the rules for dates apply only to a new date.
  if (dueOn !== undefined && dueOn !== before.due_on)
    assertTaskDueOn(dueOn, today, chileanDay(request.legal_due_at))
  const email = ownerEmail === undefined ? before.owner_email : (noneIfBlank(ownerEmail) ?? null)
  const address = email === null ? null : normaliseEmail(email)
  const isOther = !isSameMailbox(address, before.owner_email)
  const fields = {
    // Another address is another person.
    ...(isOther && { owner_name: null }),
    ...(ownerName !== undefined && { owner_name: noneIfBlank(ownerName)?.trim() ?? null }),
    ...(dueOn !== undefined && { due_on: dueOn }),
    // The link that was sent moves its end with the new date.
    ...(dueOn !== undefined && before.status === 'sent' && { expires_at: expiryOf(dueOn, today) }),
    // The former owner's link stops working; the new owner gets a letter of their own.
    ...(isOther && {
      owner_email: address,
      status: 'open' as const,
      key_hash: null,
      sent_at: null,
      reminded_on: null,
    }),
  }
  if (ownerName === undefined && ownerEmail === undefined && dueOn === undefined) return before
  const [row] = await together(
    tasks.update(ctx, before.id, { ...fields, updated_at: ctx.now }),
    audit(ctx, {
      action: 'update',
      entityType: TASK_ENTITY,
      entityId: before.id,
      before: { dueOn: before.due_on, status: before.status, ownerChanged: false },
      after: {
        dueOn: dueOn ?? before.due_on,
        status: isOther ? 'open' : before.status,
        ownerChanged: isOther,
      },
    }),
  )
  return row
}

async function cancelTask(ctx: WriteCtx, before: TaskRow): Promise<TaskRow> {
  const [row] = await together(
    tasks.update(ctx, before.id, { status: 'cancelled', key_hash: null, updated_at: ctx.now }),
    insertEvents(ctx, before.request_id, { type: 'task_cancelled', notes: before.system_name }),
    audit(ctx, {
      action: 'cancel',
      entityType: TASK_ENTITY,
      entityId: before.id,
      before: { status: before.status },
      after: { status: 'cancelled', requestId: before.request_id },
    }),
  )
  return row
}

export async function sendTasks(ctx: WriteCtx, requestId: string) {
  return sendReady(ctx, await lockOpen(ctx, requestId))
}

/** Reminds by hand, at most once a day. The job reminds by itself as the date comes near. */
export async function remindOwner(ctx: WriteCtx, requestId: string, taskId: string): Promise<DsarTask> {
  const request = await lockOpen(ctx, requestId)
  const before = assertWaiting(found(await repo.lockTask(ctx, requestId, taskId), TASK))
  const today = chileanDay(ctx.now)
  if (before.status === 'open')
    throw new Failure('conflict', `La tarea de «${before.system_name}» todavía no se envía.`)
  if (before.reminded_on === today || chileanDay(before.sent_at!) === today)
    throw new Failure('conflict', 'Hoy ya se le escribió. Espere hasta mañana.')
  await lockTenant(ctx)
  await assertLettersLeft(ctx)
  return oneView(ctx, await remind(ctx, request, before))
}

async function oneView(ctx: ReadCtx, row: TaskRow): Promise<DsarTask> {
  const files = await groupKeptWith(ctx, TASK_ENTITY, [row.id])
  return taskView(row, files.get(row.id) ?? [], chileanDay(ctx.now))
}
