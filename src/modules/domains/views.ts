import { iso } from '#kernel/dates.ts'
import type { DomainRow } from './repo.ts'
import type { Domain } from './schemas.ts'

export function domainView(row: DomainRow): Domain {
  return {
    id: row.id,
    url: row.url,
    name: row.name,
    legalEntityId: row.legal_entity_id,
    entityName: row.entity_name,
    description: row.description,
    environment: row.environment,
    isActive: row.is_active,
    isVerified: row.is_verified,
    verifiedAt: iso(row.verified_at),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}
