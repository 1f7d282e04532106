import { iso } from '#kernel/dates.ts'
import type { RequestRow } from '../repo.ts'
import type { CheckRow } from './repo.ts'
import { identityOf, type Provable } from './rules.ts'
import type { Identity, IdentityCheck } from './schemas.ts'

export function identityView(row: RequestRow, checks: readonly CheckRow[]): Identity {
  const withdrawals = new Map(checks.map((check) => [check.withdraws, check]))
  return {
    ...identityOf(row, checks),
    checks: checks.flatMap((check): IdentityCheck[] => {
      if (check.method === null) return []
      const back = withdrawals.get(check.id)
      return [
        {
          id: check.id,
          method: check.method,
          proves: check.proves as Provable[],
          notes: check.notes,
          fileId: check.file_id,
          checkedBy: check.actor_name,
          createdAt: iso(check.created_at),
          isWithdrawn: back !== undefined,
          withdrawnAt: iso(back?.created_at ?? null),
          withdrawnBecause: back?.notes ?? null,
        },
      ]
    }),
  }
}
