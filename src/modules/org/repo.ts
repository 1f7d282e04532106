import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import type { Tables } from '#db/tables.ts'
import './tables.ts'

export type WorkspaceRow = Selectable<Tables['workspaces']>
export type EntityRow = Selectable<Tables['legal_entities']>
export type DepartmentRow = Selectable<Tables['departments']>

/** Structures of one organisation are few; the bound only guards the server. */
const MOST = 5000

export function listWorkspaces({ db, tenantId }: Reading): Promise<WorkspaceRow[]> {
  return db
    .selectFrom('workspaces')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

export function findWorkspace({ db, tenantId }: Reading, id: string): Promise<WorkspaceRow | undefined> {
  return db
    .selectFrom('workspaces')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function insertWorkspace(
  { db }: Reading,
  row: Insertable<Tables['workspaces']>,
): Promise<WorkspaceRow> {
  return db.insertInto('workspaces').values(row).returningAll().executeTakeFirstOrThrow()
}

export function listEntities({ db, tenantId }: Reading, workspaceId?: string): Promise<EntityRow[]> {
  let query = db.selectFrom('legal_entities').selectAll().where('tenant_id', '=', tenantId)
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST).execute()
}

export function findEntity({ db, tenantId }: Reading, id: string): Promise<EntityRow | undefined> {
  return db
    .selectFrom('legal_entities')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Nobody else changes it until this act ends; rows that refer to it may still be written. */
export function lockEntity({ db, tenantId }: Reading, id: string): Promise<EntityRow | undefined> {
  return db
    .selectFrom('legal_entities')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The oldest active one (decisions part 2). */
export function findMainEntity({ db, tenantId }: Reading): Promise<EntityRow | undefined> {
  return db
    .selectFrom('legal_entities')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export function insertEntity({ db }: Reading, row: Insertable<Tables['legal_entities']>): Promise<EntityRow> {
  return db.insertInto('legal_entities').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateEntity(
  { db, tenantId }: Reading,
  id: string,
  fields: Updateable<Tables['legal_entities']>,
): Promise<EntityRow> {
  return db
    .updateTable('legal_entities')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findMember({ db, tenantId }: Reading, userId: string) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', 'u.email'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'ACTIVE')
    .executeTakeFirst()
}

/** Oldest first, so that a tree reads in the order it was drawn. */
export function listDepartments({ db, tenantId }: Reading, entityId: string): Promise<DepartmentRow[]> {
  return db
    .selectFrom('departments')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', entityId)
    .where('is_archived', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
}

/** Unless archived. Nobody archives it, or hangs another one on it, until this act ends. */
export function lockDepartment({ db, tenantId }: Reading, id: string): Promise<DepartmentRow | undefined> {
  return db
    .selectFrom('departments')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('is_archived', '=', false)
    .forUpdate()
    .executeTakeFirst()
}

export function insertDepartment(
  { db }: Reading,
  row: Insertable<Tables['departments']>,
): Promise<DepartmentRow> {
  return db.insertInto('departments').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Archives one and makes its children roots, their own subtrees kept. */
export async function archiveDepartment({ db, tenantId, now }: Reading, id: string): Promise<void> {
  await db
    .updateTable('departments')
    .set({ is_archived: true, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('departments')
    .set({ parent_id: null, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('parent_id', '=', id)
    .execute()
}
