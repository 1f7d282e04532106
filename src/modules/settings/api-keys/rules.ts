import { type Role, reaches } from '#kernel/roles.ts'

/** Decisions, Consent: what a key may do when its creator names no scopes. */
export const DEFAULT_SCOPES = ['consent:read', 'consent:write'] as const

/** What a key can act as. Members, keys and the organisation itself stay with people. */
export const KEY_ROLES = ['DPO', 'APPROVER', 'ANALYST', 'VIEWER'] as const satisfies readonly Role[]
export type KeyRole = (typeof KEY_ROLES)[number]
export const DEFAULT_ROLE: KeyRole = 'ANALYST'

/** Nobody makes a key that may do more than they may. */
export function mayGive(creator: Role | undefined, role: KeyRole): boolean {
  return creator !== undefined && reaches(creator, role)
}

/** How much of a key people see, to tell keys apart. */
export const PREFIX_LENGTH = 12

/** For how long the key before a rotation still works. */
export const OVERLAP = { default: 24, most: 72 } as const
