import { iso } from '#kernel/dates.ts'
import type { ProcessorRow } from './repo.ts'
import { dpaStatusAt } from './rules.ts'
import type { Processor } from './schemas.ts'

export function processorView(row: ProcessorRow, now: Date): Processor {
  return {
    id: row.id,
    name: row.name,
    taxId: row.tax_id,
    country: row.country,
    contactName: row.contact_name,
    contactEmail: row.contact_email,
    services: row.services,
    dpaStatus: dpaStatusAt(row, now),
    source: row.source,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}
