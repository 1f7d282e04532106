import type { Law } from '#kernel/law/law.ts'
import { claimsAdequacy, isAdequate, readCountry } from '#modules/rat/public.ts'

/** Where an activity takes place, as art. 3 letra d) of DS 662 asks: in Chile, and where its data are sent to. */
export function territoryOf(isTransferred: boolean, country: string | null | undefined): string {
  if (!isTransferred) return 'Chile'
  return `Chile y ${country ? (readCountry(country)?.name ?? country) : 'el extranjero'}`
}

/**
 * By what the Agency declared (art. 27 letra a), how many transfers more, or fewer, are unfounded than their rows say: one
 * to an adequate country needs no mechanism, and one to another country is not founded by calling it adequate.
 */
export function unfoundedBeside(
  law: Pick<Law, 'adequateCountries'>,
  transfers: readonly { country: string | null; mechanism: string | null }[],
): number {
  return transfers.reduce((sum, { country, mechanism }) => {
    if (country === null) return sum
    if (isAdequate(law, country)) return mechanism === null ? sum - 1 : sum
    return claimsAdequacy(mechanism) ? sum + 1 : sum
  }, 0)
}
