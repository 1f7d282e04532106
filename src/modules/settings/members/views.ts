import { iso } from '#kernel/dates.ts'
import type { MemberRow } from './repo.ts'
import type { Member } from './schemas.ts'

/** Until someone joins, the name is the one the inviter wrote, never the one of an account they may have. */
export function memberView(row: MemberRow): Member {
  return {
    userId: row.user_id,
    email: row.email,
    name: row.status === 'INVITED' ? (row.invited_name ?? row.email) : row.name,
    role: row.role,
    status: row.status,
    createdAt: iso(row.created_at),
  }
}
