import type { Law } from '#kernel/law/law.ts'
import { claimsAdequacy, isAdequate, readCountry } from '#modules/rat/public.ts'

/**
 * The territory that art. 3 letra d) of DS 662 asks for: Chile, the country that receives the data, and the countries of
 * its systems and processors.
 */
export function territoryOf(
  isTransferred: boolean,
  country: string | null | undefined,
  held: readonly string[] = [],
): string {
  const named = (place: string) => readCountry(place)?.name ?? place.trim()
  const declared = isTransferred && country?.trim() ? [named(country)] : []
  const abroad = [...new Set([...declared, ...held.filter(isAbroad).map(named)])]
  if (isTransferred && abroad.length === 0) abroad.push('el extranjero')
  const last = abroad.pop()
  return last === undefined ? 'Chile' : `${['Chile', ...abroad].join(', ')} y ${last}`
}

const isAbroad = (place: string) => place.trim() !== '' && readCountry(place)?.code !== 'CL'

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
