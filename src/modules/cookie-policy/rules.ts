import type { Outline } from '#documents/history.ts'
import { fold } from '#kernel/text.ts'

/** No statute is about cookies alone. Consent (art. 12) and the duty to inform (art. 14 ter) apply to them. */
export const SECTION_KEYS = [
  'policyInfo',
  'sites',
  'about',
  'controller',
  'cookies',
  'consent',
  'management',
] as const
export type SectionKey = (typeof SECTION_KEYS)[number]

/** No law requires a cookie policy, but without these sections it cannot support consent (arts. 12 and 14 ter). */
export const OUTLINE: Outline = {
  sectionKeys: SECTION_KEYS,
  mandatory: ['policyInfo', 'controller', 'cookies', 'consent', 'management'],
}

export interface Cookie {
  name: string
  provider: string | null
  /** The purpose in the words of the notice. */
  purpose: string | null
  /** The key of that purpose. */
  category: string | null
  duration: string | null
  description: string | null
}

export interface NoticePurpose {
  key: string
  name: string
  description: string | null
  required: boolean
  legalBasis: string
  cookies: readonly Omit<Cookie, 'purpose' | 'category'>[]
}

/** The cookies of the notices, each once, in the order of their purposes. */
export function cookiesOf(purposes: readonly NoticePurpose[]): Cookie[] {
  const found = new Map<string, Cookie>()
  for (const { key, name: purpose, cookies } of purposes) {
    for (const { name, provider, duration, description } of cookies) {
      const same = JSON.stringify([name, provider && fold(provider), key])
      const known = found.get(same)
      found.set(same, {
        name,
        provider,
        purpose,
        category: key,
        duration: known?.duration ?? duration,
        description: known?.description ?? description,
      })
    }
  }
  return [...found.values()]
}

export interface Coverage {
  covered: boolean
  coverage: number
  total: number
  missing: Pick<Cookie, 'name' | 'provider' | 'purpose'>[]
}

/** The cookies in use that the policy lists. Rounded down: 100 means all of them. */
export function coverageOf(used: readonly Cookie[], listed: readonly Cookie[]): Coverage {
  const missing = used.filter((cookie) => !listed.some((other) => isSame(cookie, other)))
  return {
    covered: missing.length === 0,
    coverage: used.length === 0 ? 100 : Math.floor((100 * (used.length - missing.length)) / used.length),
    total: used.length,
    missing: missing.map(({ name, provider, purpose }) => ({ name, provider, purpose })),
  }
}

/** The case of a cookie's name matters. An unknown provider matches any. */
function isSame(one: Cookie, other: Cookie): boolean {
  if (one.name !== other.name) return false
  return !one.provider || !other.provider || fold(one.provider) === fold(other.provider)
}

/** One Spanish sentence per change since the policy was written, cookies first. */
export function changesOf(
  used: readonly Cookie[],
  listed: readonly Cookie[],
  sections: readonly { key: string; hasDrifted: boolean }[],
): string[] {
  const named = ({ name, provider }: Cookie) => (provider ? `«${name}», de ${provider}` : `«${name}»`)
  const has = (key: SectionKey) => sections.some((section) => section.key === key && section.hasDrifted)
  const cookies = [
    ...used
      .filter((cookie) => !listed.some((other) => isSame(cookie, other)))
      .map((cookie) => `Un aviso publicado usa la cookie ${named(cookie)}, y la política no la informa.`),
    ...listed
      .filter((cookie) => !used.some((other) => isSame(cookie, other)))
      .map((cookie) => `La política informa la cookie ${named(cookie)}, y ningún aviso publicado la usa.`),
  ]
  return [
    ...cookies,
    ...(cookies.length === 0 && has('cookies')
      ? ['Cambió lo que los avisos dicen de las cookies (proveedor, duración o para qué son).']
      : []),
    ...(has('sites') ? ['Cambiaron los sitios web a que se aplica.'] : []),
    ...(has('controller') ? ['Cambiaron el nombre o el correo de la entidad legal.'] : []),
    ...(has('consent') ? ['Cambiaron las finalidades de los avisos publicados.'] : []),
  ]
}
