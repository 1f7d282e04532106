import { viewOf } from '#http/view.ts'
import type { MemberRow } from './repo.ts'
import { Member } from './schemas.ts'

/** Until a person joins, the name is that of the invitation, never that of an account elsewhere. */
export const memberView = viewOf<MemberRow>()(Member, {
  name: ({ status, invited_name, email, name }) => (status === 'INVITED' ? (invited_name ?? email) : name),
})
