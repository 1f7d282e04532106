import { sql } from 'kysely'
import type { Claims, TenantAccess } from '#db/access.ts'
import type { ReadCtx } from '#db/context.ts'
import { mayRead } from '#http/scopes.ts'
import { consolePath } from '#kernel/console-paths.ts'
import { iso } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import type { Role } from '#kernel/roles.ts'
import { type Organisation, overOrganisations } from '#modules/auth/public.ts'
import type { Module } from '#modules/module.ts'
import type { ListTasks, Reader } from './public.ts'
import { isOverdue, MOST_TASKS, soonestFirst, TASK_KINDS, type TaskKind, type WaitingTask } from './rules.ts'
import type { Task, TaskList } from './schemas.ts'

/** The modules' lists, by kind of task. */
export type Sources = Readonly<Record<TaskKind, readonly { module: string; list: ListTasks }[]>>

/** A person, or an API key. */
export type Caller = { userId: string } | { role: Role; scopes: readonly string[] }

export function sourcesOf(modules: readonly Module[]): Sources {
  const of = (kind: TaskKind) =>
    modules.flatMap(({ name, tasks }) => [tasks?.[kind] ?? []].flat().map((list) => ({ module: name, list })))
  return Object.fromEntries(TASK_KINDS.map((kind) => [kind, of(kind)])) as unknown as Sources
}

/** The tasks of the request's organisation. */
export async function listHere(
  ctx: ReadCtx,
  sources: Sources,
  kind: TaskKind | undefined,
  caller: Caller,
): Promise<TaskList> {
  const [organisation, found] = await Promise.all([findOrganisation(ctx), read(ctx, sources, kind, caller)])
  const items = found.tasks.toSorted(soonestFirst).slice(0, MOST_TASKS)
  return { items: items.map((task) => view(task, organisation, ctx.now)), total: found.total, skipped: [] }
}

/** The tasks of all organisations of the person. */
export async function listEverywhere(
  access: TenantAccess,
  who: Claims,
  now: Date,
  sources: Sources,
  kind: TaskKind | undefined,
): Promise<TaskList> {
  let total = 0
  // In memory there are never more than the limit and one organisation's tasks.
  let soonest: { task: WaitingTask; organisation: Organisation }[] = []
  const skipped = await overOrganisations(access, who, now, async (ctx, organisation) => {
    const found = await read(ctx, sources, kind, { userId: who.userId })
    total += found.total
    soonest = [...soonest, ...found.tasks.map((task) => ({ task, organisation }))]
      .sort((a, b) => soonestFirst(a.task, b.task))
      .slice(0, MOST_TASKS)
  })
  return { items: soonest.map(({ task, organisation }) => view(task, organisation, now)), total, skipped }
}

async function read(ctx: ReadCtx, sources: Sources, kind: TaskKind | undefined, caller: Caller) {
  const reader = readerOf(ctx, caller)
  const key = 'scopes' in caller ? caller : undefined
  const asked = kind === undefined ? Object.values(sources).flat() : sources[kind]
  const seen = asked.filter(({ module }) => mayRead(key, module))
  const all = await Promise.all(seen.map(({ list }) => list(ctx, reader)))
  return {
    tasks: all.flatMap(({ tasks }) => tasks),
    total: all.reduce((sum, { total }) => sum + total, 0),
  }
}

/** For a member, the role in this organisation, as an expression. For an API key, its own role. */
export function readerOf({ tenantId }: ReadCtx, caller: Caller): Reader {
  if ('role' in caller) return { userId: null, role: sql<Role>`${caller.role}::text` }
  const { userId } = caller
  const role = sql<Role>`(
    select m.role from memberships m where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.status = 'ACTIVE')`
  return { userId, role }
}

function findOrganisation({ db, tenantId }: ReadCtx): Promise<Organisation> {
  return db
    .selectFrom('tenants')
    .select(['id', 'name', 'slug'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

function view(task: WaitingTask, { id, name, slug }: Organisation, now: Date): Task {
  const { kind, entityType, entityId, title, state, article } = task
  return {
    kind,
    entityType,
    entityId,
    title,
    dueAt: iso(task.dueAt),
    overdue: isOverdue(task, now),
    state,
    article,
    tenantId: id,
    tenantName: name,
    url: consolePath(slug, entityType, entityId),
  }
}

/** Only people can ask over all their organisations. */
export function onlyPeople(): Failure {
  const message = 'Una clave de API ve solo su organización: pida scope=tenant.'
  return new Failure('forbidden', message, { details: [{ path: 'scope', message, rule: 'person' }] })
}
