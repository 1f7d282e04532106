import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import type { MaybePage } from '#http/schema-kit.ts'
import { type Failure, impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { pageOrAll } from '#kernel/paging.ts'
import { noneIfBlank } from '#kernel/text.ts'
import * as repo from './repo.ts'
import type { EntitiesQuery, EntityPatch, NewDepartment, NewEntity, NewWorkspace } from './schemas.ts'
import { departmentNode, departmentTree, entityView, workspaceView } from './views.ts'

// A member removed while being assigned.
constraintMeans('legal_entities_dpo_fkey', () => notAMember())

// ── workspaces ──

export async function listWorkspaces(ctx: Reading, query: MaybePage) {
  const { shown, pagination } = pageOrAll(await repo.listWorkspaces(ctx), query)
  return { workspaces: shown.map(workspaceView), pagination }
}

export async function createWorkspace(ctx: Ctx, { name, description }: NewWorkspace) {
  const row = await repo.insertWorkspace(ctx, {
    ...base(ctx),
    name,
    description: noneIfBlank(description) ?? null,
  })
  await audit(ctx, { action: 'create', entityType: 'workspace', entityId: row.id, after: row })
  return workspaceView(row)
}

// ── legal entities ──

export async function listEntities(ctx: Reading, { workspaceId, ...query }: EntitiesQuery) {
  const names = !workspaceId || isId(workspaceId)
  const rows = names ? await repo.listEntities(ctx, workspaceId || undefined) : []
  const { shown, pagination } = pageOrAll(rows, query)
  return { entities: shown.map(entityView), pagination }
}

export async function createEntity(ctx: Ctx, body: NewEntity) {
  await assertWorkspace(ctx, body.workspaceId)
  const row = await repo.insertEntity(ctx, {
    ...base(ctx),
    workspace_id: body.workspaceId,
    name: body.name,
    tax_id: noneIfBlank(body.taxId) ?? null,
    legal_rep_name: noneIfBlank(body.legalRepName) ?? null,
    legal_rep_email: noneIfBlank(body.legalRepEmail) ?? null,
    dpo_name: noneIfBlank(body.dpoName) ?? null,
    dpo_email: noneIfBlank(body.dpoEmail) ?? null,
    postal_address: noneIfBlank(body.postalAddress) ?? null,
    arco_public_email: noneIfBlank(body.arcoPublicEmail) ?? null,
    is_active: true,
  })
  await audit(ctx, { action: 'create', entityType: 'legal_entity', entityId: row.id, after: row })
  return entityView(row)
}

/** Absent leaves alone, null clears. Another DPO named by hand replaces the member who was assigned. */
export async function updateEntity(ctx: Ctx, id: string, patch: EntityPatch) {
  const before = await lockEntity(ctx, id)
  if (patch.workspaceId !== undefined) await assertWorkspace(ctx, patch.workspaceId)
  const [dpoName, dpoEmail] = [noneIfBlank(patch.dpoName), noneIfBlank(patch.dpoEmail)]
  const named =
    (dpoName !== undefined && dpoName !== before.dpo_name) ||
    (dpoEmail !== undefined && dpoEmail !== before.dpo_email)
  const row = await repo.updateEntity(ctx, id, {
    ...sent({
      workspace_id: patch.workspaceId,
      name: patch.name,
      tax_id: noneIfBlank(patch.taxId),
      legal_rep_name: noneIfBlank(patch.legalRepName),
      legal_rep_email: noneIfBlank(patch.legalRepEmail),
      dpo_name: dpoName,
      dpo_email: dpoEmail,
      postal_address: noneIfBlank(patch.postalAddress),
      arco_public_email: noneIfBlank(patch.arcoPublicEmail),
      dpo_user_id: named ? null : undefined,
      is_active: patch.isActive ?? undefined,
    }),
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'legal_entity', entityId: id, before, after: row })
  return entityView(row)
}

/** Soft: what is linked to it stays (contract 3.9). */
export async function deactivateEntity(ctx: Ctx, id: string): Promise<void> {
  const before = await lockEntity(ctx, id)
  const row = await repo.updateEntity(ctx, id, { is_active: false, updated_at: ctx.now })
  await audit(ctx, { action: 'delete', entityType: 'legal_entity', entityId: id, before, after: row })
}

export async function assignDpo(ctx: Ctx, id: string, userId: string) {
  const before = await lockEntity(ctx, id)
  const member = isId(userId) ? await repo.findMember(ctx, userId) : undefined
  if (!member) throw notAMember()
  const row = await repo.updateEntity(ctx, id, {
    dpo_user_id: member.id,
    dpo_name: member.name,
    dpo_email: member.email,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'assign_dpo', entityType: 'legal_entity', entityId: id, before, after: row })
  return entityView(row)
}

// ── departments ──

export async function listDepartments(ctx: Reading, entityId: string, query: MaybePage) {
  const [entity, rows] = await Promise.all([
    repo.findEntity(ctx, entityId),
    repo.listDepartments(ctx, entityId),
  ])
  if (!entity) throw notFound('la entidad legal')
  const { shown, pagination } = pageOrAll(departmentTree(rows), query)
  return { departments: shown, pagination }
}

export async function createDepartment(ctx: Ctx, body: NewDepartment) {
  const entity = isId(body.legalEntityId) ? await repo.findEntity(ctx, body.legalEntityId) : undefined
  if (!entity) throw impossible('legalEntityId', 'La entidad legal indicada no existe en su organización.')
  const parentDepartmentId = noneIfBlank(body.parentDepartmentId)
  // Held, so that it is not archived between this look and the row that hangs on it.
  const parent =
    parentDepartmentId && isId(parentDepartmentId)
      ? await repo.lockDepartment(ctx, parentDepartmentId)
      : undefined
  if (parentDepartmentId && parent?.legal_entity_id !== entity.id) {
    throw impossible(
      'parentDepartmentId',
      'El departamento superior no existe, está archivado o es de otra entidad.',
    )
  }
  const row = await repo.insertDepartment(ctx, {
    ...base(ctx),
    legal_entity_id: entity.id,
    parent_id: parent?.id ?? null,
    name: body.name,
    description: noneIfBlank(body.description) ?? null,
    is_archived: false,
  })
  await audit(ctx, { action: 'create', entityType: 'department', entityId: row.id, after: row })
  return departmentNode(row, await depthOf(ctx, row), [])
}

/** Sub-departments become roots, their own subtrees kept (decisions, Organisation). */
export async function archiveDepartment(ctx: Ctx, id: string): Promise<void> {
  const before = await repo.lockDepartment(ctx, id)
  if (!before) throw notFound('el departamento')
  await repo.archiveDepartment(ctx, id)
  await audit(ctx, {
    action: 'archive',
    entityType: 'department',
    entityId: id,
    before,
    after: { ...before, is_archived: true },
  })
}

async function depthOf(ctx: Reading, department: repo.DepartmentRow): Promise<number> {
  const parents = new Map(
    (await repo.listDepartments(ctx, department.legal_entity_id)).map((row) => [row.id, row.parent_id]),
  )
  let depth = 0
  for (let up = department.parent_id; up !== null; up = parents.get(up) ?? null) depth += 1
  return depth
}

// ── what a new tenant starts with ──

export async function createFirstStructure(ctx: Ctx): Promise<void> {
  const tenant = await ctx.db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', ctx.tenantId)
    .executeTakeFirstOrThrow()
  const workspace = await repo.insertWorkspace(ctx, { ...base(ctx), name: 'Principal', description: null })
  await repo.insertEntity(ctx, {
    ...base(ctx),
    workspace_id: workspace.id,
    name: tenant.name,
    is_active: true,
  })
}

function notAMember(): Failure {
  return impossible('userId', 'La persona indicada no es parte de su organización.')
}

async function lockEntity(ctx: Ctx, id: string): Promise<repo.EntityRow> {
  const entity = await repo.lockEntity(ctx, id)
  if (!entity) throw notFound('la entidad legal')
  return entity
}

async function assertWorkspace(ctx: Reading, id: string): Promise<void> {
  const workspace = isId(id) ? await repo.findWorkspace(ctx, id) : undefined
  if (!workspace)
    throw impossible('workspaceId', 'El espacio de trabajo indicado no existe en su organización.')
}

function base(ctx: Ctx) {
  return { tenant_id: ctx.tenantId, id: newId(), created_at: ctx.now, updated_at: ctx.now }
}

/** Only the fields that were sent. */
function sent<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
