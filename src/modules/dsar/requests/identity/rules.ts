import type { Labels } from '#kernel/moves.ts'
import type { Source } from '../../rules.ts'

/**
 * How the asker's identity was checked, and what the check proves (art. 11). The check is proportionate: a copy of an
 * identity card is more data than most answers need.
 */

export const METHODS = [
  'document_seen',
  'document_copy',
  'known_client',
  'code_mail',
  'call_back',
  'clave_unica',
  'mandate',
  'other',
] as const
export type Method = (typeof METHODS)[number]

export const PROVABLE = ['email', 'rut', 'representation'] as const
export type Provable = (typeof PROVABLE)[number]

export const METHOD_LABELS: Labels<Method> = {
  document_seen: 'Documento a la vista',
  document_copy: 'Copia de un documento',
  known_client: 'Cliente ya identificado',
  code_mail: 'Código enviado a su correo',
  call_back: 'Llamada a un número conocido',
  clave_unica: 'ClaveÚnica',
  mandate: 'Poder o mandato',
  other: 'Otra forma',
}

/** A code proves a mailbox but no RUT. A card proves a RUT but no mailbox. */
const PROVES: Readonly<Record<Method, readonly Provable[]>> = {
  document_seen: ['rut', 'representation'],
  document_copy: ['rut', 'representation'],
  known_client: PROVABLE,
  code_mail: ['email'],
  call_back: ['email', 'rut'],
  clave_unica: ['rut'],
  mandate: ['representation'],
  other: PROVABLE,
}

const WORDS: Labels<Provable> = { email: 'el correo', rut: 'el RUT', representation: 'la representación' }

interface Asker {
  subject_email: string | null
  subject_rut: string | null
  is_representative: boolean
  heir_name: string | null
}

const isRepresented = ({ is_representative, heir_name }: Asker) => is_representative || heir_name !== null

/** Why this method cannot prove this fact of this request. Undefined when it can. */
export function unprovable(method: Method, what: Provable, asker: Asker): string | undefined {
  if (!PROVES[method].includes(what))
    return `«${METHOD_LABELS[method]}» no prueba ${WORDS[what]}. Puede probar ${PROVES[method].map((one) => WORDS[one]).join(' o ')}.`
  const isGiven = {
    email: asker.subject_email !== null,
    rut: asker.subject_rut !== null,
    representation: isRepresented(asker),
  }[what]
  if (isGiven) return undefined
  return what === 'representation'
    ? 'La persona pide por sí misma: no hay representación que probar.'
    : `La solicitud no indica ${WORDS[what]} de la persona: no hay qué probar.`
}

interface Check {
  id: string
  method: Method | null
  proves: readonly string[]
  withdraws: string | null
}

/** The checks that nobody withdrew, in their order. */
export function standing<C extends Check>(checks: readonly C[]): C[] {
  const withdrawn = new Set(checks.map(({ withdraws }) => withdraws))
  return checks.filter(({ id, method }) => method !== null && !withdrawn.has(id))
}

/** The portal's code proves a mailbox. Everything else needs a check. The last check gives the method. */
export function identityOf(row: Asker & { source: Source }, checks: readonly Check[]) {
  const valid = standing(checks)
  const isProven = (what: Provable) => valid.some(({ proves }) => proves.includes(what))
  const proof = (is: boolean) => (is ? ('proven' as const) : ('claimed' as const))
  const isPortal = row.source === 'portal'
  return {
    email: proof(isPortal || isProven('email')),
    rut: proof(isProven('rut')),
    representation: isRepresented(row) ? proof(isProven('representation')) : null,
    method: valid.at(-1)?.method ?? (isPortal ? ('portal_code' as const) : ('none' as const)),
  }
}
