import { type Role, reaches } from '#kernel/roles.ts'

/** Decisions, Consent: the scopes of a key if its creator names none. */
export const DEFAULT_SCOPES = ['consent:read', 'consent:write'] as const

/** Roles of a key. Members, keys and the organisation itself are for people only. */
export const KEY_ROLES = ['DPO', 'APPROVER', 'ANALYST', 'VIEWER'] as const satisfies readonly Role[]
export type KeyRole = (typeof KEY_ROLES)[number]
export const DEFAULT_ROLE: KeyRole = 'ANALYST'

/** Nobody can make a key with more rights than their own. */
export function mayGive(creator: Role | undefined, role: KeyRole): boolean {
  return creator !== undefined && reaches(creator, role)
}

/** How many characters of a key are shown, to tell keys apart. */
export const PREFIX_LENGTH = 12

/** How many hours the former key works after a rotation. */
export const OVERLAP = { default: 24, most: 72 } as const
