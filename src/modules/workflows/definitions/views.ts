import { iso } from '#kernel/dates.ts'
import type { DefinitionRow } from './repo.ts'
import type { Definition } from './schemas.ts'

/** `openSecret` only for those who may see the secrets. */
export function definitionView(row: DefinitionRow, openSecret?: (sealed: string) => string): Definition {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    entityType: row.entity_type,
    version: row.version,
    isActive: row.is_active,
    isSystem: row.is_system,
    stageCount: row.stages.length,
    stages: row.stages,
    webhooks: row.webhooks.map(({ secretSealed, ...webhook }) => ({
      ...webhook,
      secret: openSecret?.(secretSealed) ?? null,
    })),
    createdBy: row.created_by,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}
