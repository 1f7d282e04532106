import { showCountry } from '#kernel/countries.ts'

/** In Spanish, however it was written: «US» is «Estados Unidos». */
export function countryName(text: string | null): string {
  return text?.trim() ? showCountry(text).name : ''
}
