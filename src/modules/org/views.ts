import { iso } from '#kernel/dates.ts'
import type { DepartmentRow, EntityRow, WorkspaceRow } from './repo.ts'
import type { DepartmentNode, Entity, Workspace } from './schemas.ts'

export function workspaceView(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

export function entityView(row: EntityRow): Entity {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    taxId: row.tax_id,
    legalRepName: row.legal_rep_name,
    legalRepEmail: row.legal_rep_email,
    dpoUserId: row.dpo_user_id,
    dpoName: row.dpo_name,
    dpoEmail: row.dpo_email,
    postalAddress: row.postal_address,
    arcoPublicEmail: row.arco_public_email,
    isActive: row.is_active,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

/** Rows into a tree: a department whose parent is not among them is a root. */
export function departmentTree(rows: readonly DepartmentRow[]): DepartmentNode[] {
  const childrenOf = Map.groupBy(rows, (row) => row.parent_id)
  const nodes = (parentId: string | null, depth: number): DepartmentNode[] =>
    (childrenOf.get(parentId) ?? []).map((row) => departmentNode(row, depth, nodes(row.id, depth + 1)))
  return nodes(null, 0)
}

export function departmentNode(
  row: DepartmentRow,
  depth: number,
  children: DepartmentNode[],
): DepartmentNode {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    depth,
    parentId: row.parent_id,
    legalEntityId: row.legal_entity_id,
    userCount: 0,
    children,
  }
}
