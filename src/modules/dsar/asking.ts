import { safeName } from '#kernel/text.ts'
import { ASKED, representativeWords } from './knowledge.ts'
import type { RequestRow } from './requests/repo.ts'

/** Who asks, and for whom: letters greet the one and name the other (arts. 4 and 11). */

export type Asking = Pick<
  RequestRow,
  'right_type' | 'subject_name' | 'heir_name' | 'is_representative' | 'representative_name'
>

/** An heir of a person who died, a representative, or else the person. */
export function askerOf({ heir_name, is_representative, representative_name, subject_name }: Asking): string {
  return heir_name ?? ((is_representative && representative_name) || subject_name)
}

/** «solicitud de acceso»; of who asks for another, also for whom. */
export function askedOf(row: Asking): string {
  const asked = ASKED[row.right_type]
  const whom = safeName(row.subject_name) ?? 'otra persona'
  if (row.heir_name !== null) return `${asked}, presentada en calidad de heredero o heredera de ${whom}`
  return row.is_representative ? `${asked}, presentada en representación de ${whom}` : asked
}

/** «suyos», for who asks for themself. */
export function whose(row: Asking): string {
  if (row.heir_name === null && !row.is_representative) return 'suyos'
  return `de ${safeName(row.subject_name) ?? 'esa persona'}`
}

type Heir = Pick<RequestRow, 'heir_name' | 'heir_relation' | 'representative_rut'>

/** As documents name an heir: «Luis Pérez, RUT 7.654.321-6 (hijo)». */
export function heirName({ heir_name, heir_relation, representative_rut }: Heir): string | null {
  if (heir_name === null) return null
  return representativeWords({
    representative_name: heir_name,
    representative_rut,
    representative_relation: heir_relation,
  })
}

/** With the quality in which they ask. */
export const heirWords = (row: Heir) => `${heirName(row)}, en calidad de heredero o heredera`
