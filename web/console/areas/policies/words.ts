import type { Data } from '#client'
import type { Tone } from '../../times.ts'

export type Policy = Data<'GET /privacy-policy/{id}'>
export type Version = Data<'GET /privacy-policy/versions'>[number]
export type Drift = Data<'GET /privacy-policy/{id}/drift'>
export type Beside = Drift['sections'][number]

/** Two kinds of policy with the same states. Their API paths differ in the first segment. */
export type Kind = 'privacy' | 'cookies'

interface KindWords {
  name: string
  /** The tab of its versions in the screen of policies. */
  part: string
  screen: (id: string) => string
  entityType: 'privacy_policy' | 'cookie_policy'
  approvedAs: 'PRIVACY_POLICY' | 'COOKIE_POLICY'
  /** The records that it is written from. */
  from: string
  /** Says that the records changed. */
  changed: string
  /** Names the text of the policy. */
  says: string
  /** Says why a section cannot be removed. */
  mandatory: (article: string | null) => string
  /** Says why the public must be able to find it. */
  linked: string
  /** The article that requires it to be up to date. */
  article: string
}

export const KINDS: Record<Kind, KindWords> = {
  privacy: {
    name: 'Política de tratamiento de datos',
    part: '',
    screen: (id) => `politicas/${id}`,
    entityType: 'privacy_policy',
    approvedAs: 'PRIVACY_POLICY',
    from: 'el registro',
    changed: 'Cambió el registro',
    says: 'Lo que dice el registro',
    mandatory: (article) => `La ley pide esta sección y no se puede quitar: ${article}.`,
    linked: 'La ley pide tenerla siempre a disposición del público (art. 14 ter).',
    article: 'art. 14 ter',
  },
  cookies: {
    name: 'Política de cookies',
    part: 'cookies',
    screen: (id) => `politicas/cookies/${id}`,
    entityType: 'cookie_policy',
    approvedAs: 'COOKIE_POLICY',
    from: 'los avisos publicados',
    changed: 'Cambiaron los avisos publicados',
    says: 'Lo que dicen los avisos publicados',
    mandatory: (article) =>
      `Sin esta sección la política no sirve para informar el consentimiento; no se puede quitar${article === null ? '' : ` (${article})`}.`,
    linked: 'Enlácela desde el banner y al pie de su sitio: así el consentimiento es informado (art. 12).',
    article: 'art. 12',
  },
}

/** The same call for the other kind, whose answers have the same shape. */
export function callOf<P extends string>(kind: Kind, path: P): P {
  return (kind === 'privacy' ? path : path.replace('/privacy-policy', '/cookie-policy')) as P
}

export const STATES: Record<Policy['status'], readonly [name: string, tone: Tone]> = {
  DRAFT: ['Borrador', 'info'],
  PUBLISHED: ['Publicada', 'ok'],
  ARCHIVED: ['Anterior', 'plain'],
}

export const LANGUAGES: Record<Policy['language'], string> = { es: 'Español', en: 'Inglés' }

/** The state of a section in a word. */
export function standing(section: Beside): readonly [words: string, tone: Tone] {
  if (section.isHidden) return ['Oculta', 'plain']
  if (section.records === null) return ['Agregada por usted', 'info']
  if (section.hasDrifted)
    return section.isOwn ? ['Los registros cambiaron; el texto es suyo', 'warn'] : ['Cambió', 'warn']
  return section.isOwn ? ['Texto propio', 'info'] : ['Igual', 'ok']
}

// ── what a person changes in a draft ──

interface Custom {
  visible?: boolean | null
  title?: string | null
  content?: string | null
}

export type CustomSections = Record<string, Custom | boolean | string | null>

/** The full form of a change, whichever short form the API got. */
export function customOf(sections: Readonly<Record<string, unknown>>, key: string): Custom {
  const sent = sections[key]
  if (typeof sent === 'boolean') return { visible: sent }
  if (typeof sent === 'string') return { content: sent }
  return (sent ?? {}) as Custom
}

/** Adds a change to a section. A section without changes is left out. */
export function withCustom(
  sections: Readonly<Record<string, unknown>>,
  key: string,
  change: Custom,
): CustomSections {
  const { [key]: _before, ...others } = sections as CustomSections
  const next = { ...customOf(sections, key), ...change }
  const said = Object.fromEntries(
    Object.entries(next).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
  return Object.keys(said).length === 0 ? others : { ...others, [key]: said }
}

/** A key for an added section, made from its title. */
export function keyFor(title: string, taken: readonly string[]): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const base = words || 'seccion'
  let key = base
  for (let count = 2; taken.includes(key); count += 1) key = `${base}-${count}`
  return key
}
