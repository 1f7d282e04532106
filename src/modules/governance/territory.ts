import { readCountry } from '#modules/rat/public.ts'

/** Where an activity takes place, as art. 3 letra d) of DS 662 asks: in Chile, and where its data are sent to. */
export function territoryOf(isTransferred: boolean, country: string | null | undefined): string {
  if (!isTransferred) return 'Chile'
  return `Chile y ${country ? (readCountry(country)?.name ?? country) : 'el extranjero'}`
}
