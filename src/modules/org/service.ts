import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { listWhole } from '#db/list-whole.ts'
import { together } from '#db/sql.ts'
import { columnsOf } from '#http/columns.ts'
import type { MaybePage } from '#http/schema-kit.ts'
import { type Failure, found, impossible } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import { pageOrAll } from '#kernel/paging.ts'
import { noneIfBlank } from '#kernel/text.ts'
import * as repo from './repo.ts'
import { departments, entities, workspaces } from './repo.ts'
import {
  type DepartmentNode,
  DepartmentPatch,
  ENTITIES,
  type EntitiesQuery,
  EntityPatch,
  type NewDepartment,
  NewEntity,
  NewWorkspace,
  WORKSPACES,
  WorkspacePatch,
  type WorkspacesQuery,
} from './schemas.ts'
import { departmentNode, departmentTree, entityView, workspaceView } from './views.ts'

// The member was removed during the assignment.
export const CONSTRAINTS: Constraints = { legal_entities_dpo_fkey: () => notAMember() }

const ENTITY = 'la entidad legal'
const DEPARTMENT = 'el departamento'
const UNMARKED = { isPublicBody: false, essentialService: false }

// ── workspaces ──

export async function listWorkspaces(ctx: ReadCtx, query: WorkspacesQuery) {
  const { rows, ...page } = listWhole(ctx, WORKSPACES, await repo.listWorkspaces(ctx), query)
  return { workspaces: rows.map(workspaceView), ...page }
}

export async function createWorkspace(ctx: WriteCtx, body: NewWorkspace) {
  const workspace = { description: null, ...columnsOf(NewWorkspace, body), ...base(ctx) }
  const [row] = await together(
    workspaces.insert(ctx, workspace),
    audit(ctx, { action: 'create', entityType: 'workspace', entityId: workspace.id, after: workspace }),
  )
  return workspaceView(row)
}

export async function updateWorkspace(ctx: WriteCtx, id: string, patch: WorkspacePatch) {
  const before = found(await workspaces.lockFields(ctx, id), 'el espacio de trabajo')
  const fields = { ...columnsOf(WorkspacePatch, patch), updated_at: ctx.now }
  const [row] = await together(
    workspaces.update(ctx, id, fields),
    audit(ctx, {
      action: 'update',
      entityType: 'workspace',
      entityId: id,
      before,
      after: { ...before, ...fields },
    }),
  )
  return workspaceView(row)
}

// ── legal entities ──

export async function listEntities(ctx: ReadCtx, query: EntitiesQuery) {
  const { workspaceId } = query
  const names = !workspaceId || isId(workspaceId)
  const all = names ? await repo.listEntities(ctx, workspaceId || undefined) : []
  const { rows, ...page } = listWhole(ctx, ENTITIES, all, query)
  return { entities: rows.map(entityView), ...page }
}

export async function getEntity(ctx: ReadCtx, id: string) {
  return entityView(found(await entities.find(ctx, id), ENTITY))
}

export async function createEntity(ctx: WriteCtx, body: NewEntity) {
  const workspace = await workspaceOf(ctx, body.workspaceId)
  const entity = {
    ...columnsOf(NewEntity, body, UNMARKED),
    ...base(ctx),
    workspace_id: workspace.id,
    is_active: true,
  }
  const [row] = await together(
    entities.insert(ctx, entity),
    audit(ctx, { action: 'create', entityType: 'legal_entity', entityId: entity.id, after: entity }),
  )
  return entityView(row)
}

/** An absent field stays, null clears it. A DPO named by hand replaces the assigned member. */
export async function updateEntity(ctx: WriteCtx, id: string, patch: EntityPatch) {
  const before = await lock(ctx, id)
  const { workspaceId, isActive, ...sent } = patch
  const fields = columnsOf(EntityPatch, sent, UNMARKED)
  const workspace = workspaceId === undefined ? undefined : await workspaceOf(ctx, workspaceId)
  const names = (['dpo_name', 'dpo_email'] as const).some(
    (column) => fields[column] !== undefined && fields[column] !== before[column],
  )
  return save(ctx, 'update', before, {
    ...fields,
    ...(workspace && { workspace_id: workspace.id }),
    ...(names && { dpo_user_id: null }),
    ...(typeof isActive === 'boolean' && { is_active: isActive }),
  })
}

/** Keeps the entity and everything linked to it (contract 3.9). */
export async function deactivateEntity(ctx: WriteCtx, id: string): Promise<void> {
  await save(ctx, 'delete', await lock(ctx, id), { is_active: false })
}

export async function assignDpo(ctx: WriteCtx, id: string, userId: string) {
  const before = await lock(ctx, id)
  const member = isId(userId) ? await repo.findMember(ctx, userId) : undefined
  if (!member) throw notAMember()
  const { id: dpo_user_id, name: dpo_name, email: dpo_email } = member
  return save(ctx, 'assign_dpo', before, { dpo_user_id, dpo_name, dpo_email })
}

async function save(
  ctx: WriteCtx,
  action: 'update' | 'delete' | 'assign_dpo',
  before: repo.EntityRow,
  fields: Partial<repo.EntityRow>,
) {
  const { id } = before
  const after = { ...before, ...fields }
  const [row] = await together(
    entities.update(ctx, id, { ...fields, updated_at: ctx.now }),
    audit(ctx, { action, entityType: 'legal_entity', entityId: id, before, after }),
  )
  return entityView(row)
}

// ── departments ──

export async function listDepartments(ctx: ReadCtx, entityId: string, query: MaybePage) {
  const [entity, rows] = await Promise.all([
    entities.find(ctx, entityId),
    repo.listDepartments(ctx, entityId),
  ])
  found(entity, ENTITY)
  const { shown, pagination } = pageOrAll(departmentTree(rows), query)
  return { departments: shown, pagination }
}

export async function getDepartment(ctx: ReadCtx, id: string) {
  const row = await departments.find(ctx, id)
  const { legal_entity_id } = found(row?.is_archived ? undefined : row, DEPARTMENT)
  return nodeOf(id, await repo.listDepartments(ctx, legal_entity_id))
}

export async function createDepartment(ctx: WriteCtx, body: NewDepartment) {
  const entity = isId(body.legalEntityId) ? await entities.find(ctx, body.legalEntityId) : undefined
  if (!entity) throw impossible('legalEntityId', 'La entidad legal indicada no existe en su organización.')
  const parentId = noneIfBlank(body.parentDepartmentId) ?? null
  // Locked, so that nobody archives it before the new row refers to it.
  const parent = parentId !== null && isId(parentId) ? await lockDepartment(ctx, parentId) : undefined
  if (parentId !== null && parent?.legal_entity_id !== entity.id) {
    throw impossible(
      'parentDepartmentId',
      'El departamento superior no existe, está archivado o es de otra entidad.',
    )
  }
  const department = {
    ...base(ctx),
    legal_entity_id: entity.id,
    parent_id: parent?.id ?? null,
    name: body.name,
    description: noneIfBlank(body.description) ?? null,
    head_name: noneIfBlank(body.headName) ?? null,
    head_email: noneIfBlank(body.headEmail) ?? null,
    is_archived: false,
  }
  const [row, , all] = await together(
    departments.insert(ctx, department),
    audit(ctx, { action: 'create', entityType: 'department', entityId: department.id, after: department }),
    repo.listDepartments(ctx, entity.id),
  )
  return departmentNode(row, depthOf(row, all), [])
}

/** Does not change its place in the tree. */
export async function updateDepartment(ctx: WriteCtx, id: string, patch: DepartmentPatch) {
  const before = found(await lockDepartment(ctx, id), DEPARTMENT)
  const fields = { ...columnsOf(DepartmentPatch, patch), updated_at: ctx.now }
  const after = { ...before, ...fields }
  const [, , all] = await together(
    departments.update(ctx, id, fields),
    audit(ctx, { action: 'update', entityType: 'department', entityId: id, before, after }),
    repo.listDepartments(ctx, before.legal_entity_id),
  )
  return nodeOf(id, all)
}

function nodeOf(id: string, all: readonly repo.DepartmentRow[]): DepartmentNode {
  const find = (nodes: DepartmentNode[]): DepartmentNode | undefined =>
    nodes.find((node) => node.id === canonicalId(id)) ??
    nodes.map(({ children }) => find(children)).find(Boolean)
  return found(find(departmentTree(all)), DEPARTMENT)
}

/** Its children become roots and keep their own subtrees (decisions, Organisation). */
export async function archiveDepartment(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await lockDepartment(ctx, id), DEPARTMENT)
  const after = { ...before, is_archived: true }
  await together(
    departments.update(ctx, id, { is_archived: true, updated_at: ctx.now }),
    repo.detachChildren(ctx, id),
    audit(ctx, { action: 'archive', entityType: 'department', entityId: id, before, after }),
  )
}

/** Undefined if it is archived. */
async function lockDepartment(ctx: WriteCtx, id: string): Promise<repo.DepartmentRow | undefined> {
  const row = await departments.lock(ctx, id)
  return row?.is_archived ? undefined : row
}

function depthOf(department: repo.DepartmentRow, all: readonly repo.DepartmentRow[]): number {
  const parents = new Map(all.map((row) => [row.id, row.parent_id]))
  let depth = 0
  for (let up = department.parent_id; up !== null; up = parents.get(up) ?? null) depth += 1
  return depth
}

// ── a new tenant's structure ──

export async function createFirstStructure(ctx: WriteCtx): Promise<void> {
  const { name } = await ctx.db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', ctx.tenantId)
    .executeTakeFirstOrThrow()
  const workspace = { ...base(ctx), name: 'Principal', description: null }
  await together(
    workspaces.insert(ctx, workspace),
    entities.insert(ctx, { ...base(ctx), workspace_id: workspace.id, name, is_active: true }),
  )
}

function notAMember(): Failure {
  return impossible('userId', 'La persona indicada no es parte de su organización.')
}

async function lock(ctx: WriteCtx, id: string): Promise<repo.EntityRow> {
  return found(await entities.lockFields(ctx, id), ENTITY)
}

async function workspaceOf(ctx: ReadCtx, id: string): Promise<repo.WorkspaceRow> {
  const workspace = isId(id) ? await workspaces.find(ctx, id) : undefined
  if (workspace) return workspace
  throw impossible('workspaceId', 'El espacio de trabajo indicado no existe en su organización.')
}

function base(ctx: WriteCtx) {
  return { id: newId(), created_at: ctx.now, updated_at: ctx.now }
}
