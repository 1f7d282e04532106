/** Where the contract with a processor stands (art. 15 bis, Ley 19.628 mod. Ley 21.719). */
export const DPA_STATES = ['NONE', 'PENDING', 'SIGNED', 'EXPIRED'] as const
export type DpaStatus = (typeof DPA_STATES)[number]

/** A signed contract holds until its end, and not an instant longer. */
export function dpaStatusAt(
  { dpa_status, dpa_valid_until }: { dpa_status: DpaStatus; dpa_valid_until: Date | null },
  now: Date,
): DpaStatus {
  const over = dpa_status === 'SIGNED' && dpa_valid_until !== null && dpa_valid_until <= now
  return over ? 'EXPIRED' : dpa_status
}

/** Entered by a person, or taken from the vendor of a system. */
export const SOURCES = ['manual', 'system'] as const
