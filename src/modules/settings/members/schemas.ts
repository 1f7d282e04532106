import Type, { type Static } from 'typebox'
import { Email, Id, Instant, listQuery, Name, oneOf, PathId } from '#http/schema-kit.ts'
import type { List } from '#kernel/paging.ts'
import { ROLES } from '#kernel/roles.ts'

// ── input ──

export const NewMember = Type.Object(
  { email: Email(), name: Name(), role: oneOf(ROLES) },
  { examples: [{ email: 'pedro@tiendasur.cl', name: 'Pedro Soto', role: 'ANALYST' }] },
)
export type NewMember = Static<typeof NewMember>

export const RoleChange = Type.Object({ role: oneOf(ROLES) }, { examples: [{ role: 'DPO' }] })

export const OfUser = Type.Object({ userId: PathId })

export const MEMBERS: List<'createdAt' | 'updatedAt'> = {
  name: 'memberships',
  sorts: { createdAt: 'memberships.created_at', updatedAt: 'memberships.updated_at' },
  first: '-createdAt',
  changed: 'memberships.updated_at',
  id: 'memberships.user_id',
  search: {
    columns: [
      // Same name as in the list: nobody may search for the account that an invited person has elsewhere.
      "case when memberships.status = 'INVITED' then memberships.invited_name else users.name end",
      'users.email',
      'memberships.role',
      'memberships.status',
    ],
  },
}

export const MembersQuery = listQuery(MEMBERS, {})
export type MembersQuery = Static<typeof MembersQuery>

// ── output ──

const fields = {
  userId: Id(),
  email: Type.String({ examples: ['pedro@tiendasur.cl'] }),
  name: Type.String({ examples: ['Pedro Soto'] }),
  role: oneOf(ROLES),
  status: oneOf(['ACTIVE', 'INVITED']),
  createdAt: Instant(),
}

export const Member = Type.Object(fields)
export type Member = Static<typeof Member>

export const Invited = Type.Object({
  ...fields,
  invitationUrl: Type.String({ examples: ['https://resguardo.tiendasur.cl/invitacion?token=kQ2n8…'] }),
})
