import { iso } from '#kernel/dates.ts'
import type { FlowRow, SystemRow } from './repo.ts'
import type { Flow, System } from './schemas.ts'

export function systemView(row: SystemRow): System {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    description: row.description,
    owner: row.owner,
    hostingType: row.hosting_type,
    hostingCountry: row.hosting_country,
    vendor: row.vendor,
    processorId: row.processor_id,
    dataCategories: row.data_categories,
    hasSensitiveData: row.has_sensitive_data,
    securityMeasures: row.security_measures,
    contractStatus: row.contract_status,
    contractExpiry: row.contract_expiry,
    hasDpaClause: row.has_dpa_clause,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

export function flowView(row: FlowRow): Flow {
  return {
    id: row.id,
    sourceSystemId: row.source_system_id,
    targetSystemId: row.target_system_id,
    description: row.description,
    dataCategories: row.data_categories,
    isInternational: row.is_international,
    safeguards: row.safeguards,
    createdAt: iso(row.created_at),
  }
}
