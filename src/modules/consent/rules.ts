import { impossible } from '#kernel/failure.ts'
import { pastInstant } from '#kernel/past.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { safeName } from '#kernel/text.ts'

/**
 * One spelling per person: an email in lower case, a RUT in its canonical form, any other reference unchanged. A RUT is
 * recognised by its hyphen: a bare number may be the caller's own id, and must not turn into a RUT.
 */
export function normaliseRef(sent: string): string {
  const ref = sent.trim()
  if (/^[^\s@]+@[^\s@]+$/.test(ref)) return ref.toLowerCase()
  return (ref.includes('-') && canonicalRut(ref)) || ref
}

/** The effect of a refusal, for a person who had never consented. */
export function refusedWords(organisation: string): string {
  return `${organisation} no puede usar sus datos apoyándose en este consentimiento; solo podría hacerlo si la ley le da otro motivo.`
}

/** What a withdrawal changes and what it does not (art. 12), for the person who withdraws. */
export function withdrawnWords(organisation: string, since = 'Desde ahora'): string {
  return `${since} ${refusedWords(organisation)} Lo que hizo antes sigue siendo lícito. Si quiere que además eliminen sus datos, pida la supresión.`
}

/**
 * The representative who consented for the person (art. 16 quáter): «Rosa Soto (madre)». Undefined if the person consented.
 */
export function consentingFor(representative: unknown): string | undefined {
  const { name, relation } = (representative ?? {}) as Partial<Record<'name' | 'relation', string | null>>
  if (!name?.trim()) return undefined
  const what = safeName(relation ?? '')
  return `${safeName(name) ?? 'su representante'}${what ? ` (${what})` : ''}`
}

/** Ways to prove the person of a record. */
export const PROOFS = ['portal', 'api_key', 'staff', 'confirmed_email', 'subject_token', 'nobody'] as const
export type Proof = (typeof PROOFS)[number]

/** When the person decided: in the past, or now. */
export function decidedAt(path: string, sent: Date | undefined, now: Date): Date {
  if (sent === undefined) return now
  return pastInstant(path, sent, now, 'La decisión') > now ? now : sent
}

/** Refuses the first entry whose key an earlier one already has. */
export function refuseRepeatedKeys(path: string, list: readonly { key: string }[]): void {
  const seen = new Set<string>()
  for (const [index, { key }] of list.entries()) {
    if (seen.has(key)) throw impossible(`${path}[${index}].key`, `La clave «${key}» viene más de una vez.`)
    seen.add(key)
  }
}
