import { viewOf } from '#http/view.ts'
import type { DepartmentRow, EntityRow, WorkspaceRow } from './repo.ts'
import { type DepartmentNode, Entity, Workspace } from './schemas.ts'

export const workspaceView = viewOf<WorkspaceRow>()(Workspace)
export const entityView = viewOf<EntityRow>()(Entity)

/** Builds the tree. A department whose parent is not in the list is a root. */
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
    headName: row.head_name,
    headEmail: row.head_email,
    children,
  }
}
