/** Decisions, Consent: what a key may do through the external interface. */
export const SCOPES = ['consent:read', 'consent:write'] as const
export type Scope = (typeof SCOPES)[number]

/** How much of a key people see, to tell keys apart. */
export const PREFIX_LENGTH = 12
