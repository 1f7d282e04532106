import type { Selectable } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'

export type WorkspaceRow = Selectable<Tables['workspaces']>
export type EntityRow = Selectable<Tables['legal_entities']>
export type DepartmentRow = Selectable<Tables['departments']>

export const workspaces = tenantTable('workspaces')
export const workspaceRecord = recordKind('workspaces')
export const entities = tenantTable('legal_entities')
export const entityRecord = recordKind('legal_entities')
export const departments = tenantTable('departments')
export const departmentRecord = recordKind('departments')

/** An organisation has few of these. The limit only protects the server. */
const MOST = 5000

export function listWorkspaces(ctx: ReadCtx): Promise<WorkspaceRow[]> {
  return workspaces
    .select(ctx)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

export function listEntities(ctx: ReadCtx, workspaceId?: string): Promise<EntityRow[]> {
  let query = entities.select(ctx).selectAll()
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST).execute()
}

/** The oldest active entity (decisions part 2). */
export function findMainEntity(ctx: ReadCtx): Promise<EntityRow | undefined> {
  return entities
    .select(ctx)
    .selectAll()
    .where('is_active', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export function findMember({ db, tenantId }: ReadCtx, userId: string) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', 'u.email'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'ACTIVE')
    .executeTakeFirst()
}

/** Oldest first, so a tree keeps the order in which it was made. */
export function listDepartments(ctx: ReadCtx, entityId: string): Promise<DepartmentRow[]> {
  return departments
    .select(ctx)
    .selectAll()
    .where('legal_entity_id', '=', entityId)
    .where('is_archived', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
}

/** The children of a department become roots and keep their own subtrees. */
export async function detachChildren({ db, tenantId, now }: WriteCtx, parentId: string): Promise<void> {
  await db
    .updateTable('departments')
    .set({ parent_id: null, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('parent_id', '=', parentId)
    .execute()
}
