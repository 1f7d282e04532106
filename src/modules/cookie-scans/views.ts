import { viewOf } from '#http/view.ts'
import type { Said } from './compare.ts'
import type { ScanRow, SummaryRow } from './repo.ts'
import { durationOf, type Item, isNamed, knownAs } from './rules.ts'
import { type CookieScan, CookieScanSummary } from './schemas.ts'

export const summaryView = viewOf<SummaryRow>()(CookieScanSummary)

export function scanView(row: ScanRow, said: Said): CookieScan {
  return {
    ...summaryView(row),
    pages: row.pages,
    items: row.items.map((item) => itemView(item, said)),
    findings: row.findings,
    notes: row.notes,
  }
}

function itemView({ seconds, ...item }: Item, { notice }: Said): CookieScan['items'][number] {
  const known = knownAs(item)
  return {
    ...item,
    duration: durationOf({ kind: item.kind, seconds }),
    known: known
      ? {
          provider: known.provider,
          category: known.category,
          duration: known.duration,
          description: known.description,
        }
      : null,
    purpose:
      (item.kind !== 'host' && notice?.cookies.find((one) => isNamed(one.name, item.name))?.purpose) || null,
  }
}
