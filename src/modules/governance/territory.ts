import type { Law } from '#kernel/law/law.ts'
import { claimsAdequacy, isAdequate, readCountry } from '#modules/rat/public.ts'

/** The territory that art. 3 letra d) of DS 662 asks for: Chile, and the country that receives the data. */
export function territoryOf(isTransferred: boolean, country: string | null | undefined): string {
  if (!isTransferred) return 'Chile'
  return `Chile y ${country ? (readCountry(country)?.name ?? country) : 'el extranjero'}`
}

/**
 * Corrects the stored count of unfounded transfers by the countries that the Agency declared adequate (art. 27 letra a): a
 * transfer to such a country needs no mechanism; to another country, the claim of adequacy does not found it.
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
