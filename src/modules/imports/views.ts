import { viewOf } from '#http/view.ts'
import { columnName } from '#sheets/workbook.ts'
import type { SheetTarget } from './public.ts'
import type { ImportRow, SummaryRow } from './repo.ts'
import type { Action } from './rules.ts'
import { type Import, ImportSummary } from './schemas.ts'

export const summaryView = viewOf<SummaryRow>()(ImportSummary)

export function importView(row: ImportRow, { columns }: SheetTarget, action?: Action): Import {
  const labels = new Map(columns.map(({ field, heading }) => [field, heading]))
  return {
    ...summaryView(row),
    mapping: row.mapping.map(({ column, field, ...mapped }) => ({
      ...mapped,
      field,
      column: columnName(column),
      label: field === null ? null : (labels.get(field) ?? field),
    })),
    unmapped: row.mapping
      .filter(({ field, heading }) => field === null && heading !== '')
      .map(({ heading }) => heading),
    fields: columns.map(({ field, heading, required = false }) => ({ field, label: heading, required })),
    rows: row.outcomes.filter((one) => action === undefined || one.action === action),
  }
}
