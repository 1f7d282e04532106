import { safeName } from '#kernel/text.ts'
import { AFFECTING, ASKED, representativeWords } from './knowledge.ts'
import type { RequestRow } from './requests/repo.ts'

/** Who asks, and for whom: letters greet the asker and name the person they ask for (arts. 4 and 11). */

export type Asking = Pick<
  RequestRow,
  'right_type' | 'subject_name' | 'heir_name' | 'is_representative' | 'representative_name'
>

/** The heir of a person who died, the representative, or else the person. */
export function askerOf({ heir_name, is_representative, representative_name, subject_name }: Asking): string {
  return heir_name ?? ((is_representative && representative_name) || subject_name)
}

/** «solicitud de acceso». For an heir or a representative it also names the person they ask for. */
export function askedOf(row: Asking): string {
  const asked = askedAs(row)
  const whom = safeName(row.subject_name) ?? 'otra persona'
  if (row.heir_name !== null) return `${asked}, presentada en calidad de heredero o heredera de ${whom}`
  return row.is_representative ? `${asked}, presentada en representación de ${whom}` : asked
}

/** The same without the name, for texts that give it elsewhere. */
export function askedAs(row: Pick<Asking, 'right_type' | keyof Standing>): string {
  const asked = ASKED[row.right_type]
  return qualityOf(row) === 'self' ? asked : asked.replace(AFFECTING, '')
}

// ── whose data ──

type Standing = Pick<RequestRow, 'heir_name' | 'is_representative'>
export type Quality = 'self' | 'representative' | 'heir'

export function qualityOf({ heir_name, is_representative }: Standing): Quality {
  if (heir_name !== null) return 'heir'
  return is_representative ? 'representative' : 'self'
}

/** The words by which a sentence addressed to the asker refers to the owner of the data. */
export interface Whose {
  /** «datos suyos», «datos de María Pérez» */
  theirs: string
  data: string
  personalData: string
  /** «los datos que tratábamos de usted» */
  ofThem: string
  /** «los datos que usted nos proporcionó» */
  they: string
  /** `mayAffect` speaks of decisions in general, `affected` of the decision that the request is about. */
  mayAffect: string
  affected: string
  viewpoint: string
  interests: string
  /** A child's representative gave the consent in the child's place. */
  consent: string
  betweenUs: string
  /** The quality that the asker could not prove. */
  claimed: string
}

const TO_THEMSELF: Whose = {
  theirs: 'suyos',
  data: 'sus datos',
  personalData: 'sus datos personales',
  ofThem: 'de usted',
  they: 'usted',
  mayAffect: 'que le afecten',
  affected: 'que le afectó',
  viewpoint: 'su punto de vista',
  interests: 'sus intereses, derechos y libertades',
  consent: 'su consentimiento',
  betweenUs: 'entre usted y nosotros',
  claimed: 'es la persona titular de los datos o su representante',
}

const ofAnother = (whom: string) => ({
  theirs: `de ${whom}`,
  data: `los datos de ${whom}`,
  personalData: `los datos personales de ${whom}`,
  ofThem: `de ${whom}`,
  they: whom,
  mayAffect: `que afecten a ${whom}`,
  affected: `que afectó a ${whom}`,
  interests: `los intereses, derechos y libertades de ${whom}`,
  consent: 'el consentimiento',
  betweenUs: `entre ${whom} y nosotros`,
})

const WORDINGS: Readonly<Record<Quality, (whom: string) => Whose>> = {
  self: () => TO_THEMSELF,
  representative: (whom) => ({
    ...ofAnother(whom),
    viewpoint: `el punto de vista que presentó en representación de ${whom}`,
    claimed: `representa a ${whom}`,
  }),
  heir: (whom) => ({
    ...ofAnother(whom),
    mayAffect: `que afectaron a ${whom}`,
    viewpoint: 'el punto de vista que presentó',
    claimed: `es heredero o heredera de ${whom}`,
  }),
}

export function whose(row: Standing & Pick<Asking, 'subject_name'>): Whose {
  return WORDINGS[qualityOf(row)](safeName(row.subject_name) ?? 'esa persona')
}

type Heir = Pick<RequestRow, 'heir_name' | 'heir_relation' | 'representative_rut'>

/** The heir as documents name them: «Luis Pérez, RUT 7.654.321-6 (hijo)». */
export function heirName({ heir_name, heir_relation, representative_rut }: Heir): string | null {
  if (heir_name === null) return null
  return representativeWords({
    representative_name: heir_name,
    representative_rut,
    representative_relation: heir_relation,
  })
}

/** The heir's name with the quality in which they ask. */
export const heirWords = (row: Heir) => `${heirName(row)}, en calidad de heredero o heredera`
