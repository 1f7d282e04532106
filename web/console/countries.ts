import { showCountry } from '#kernel/countries.ts'

/** The Spanish name of a country, from its code or another spelling: «US» is «Estados Unidos». */
export function countryName(text: string | null): string {
  return text?.trim() ? showCountry(text).name : ''
}
