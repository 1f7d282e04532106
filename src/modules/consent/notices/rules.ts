import { Failure, impossible } from '#kernel/failure.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import { assertMove, type Labels, type Moves } from '#kernel/moves.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { refuseRepeatedKeys } from '../rules.ts'

/** Consent is free, informed and specific for each purpose (arts. 2 p and 12, Ley 19.628 mod. Ley 21.719). */

export const STATES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const
export type State = (typeof STATES)[number]

const STATE_LABELS: Labels<State> = {
  DRAFT: 'borrador',
  PUBLISHED: 'publicado',
  ARCHIVED: 'archivado',
}

/** State changes that an edit may make. Publishing is a call of its own. */
const MOVES: Moves<State> = {
  DRAFT: ['ARCHIVED'],
  PUBLISHED: ['ARCHIVED'],
  ARCHIVED: ['DRAFT'],
}

export function assertEditMove(from: State, to: State): void {
  if (from === to) return
  if (to === 'PUBLISHED') {
    throw new Failure(
      'conflict',
      'Un aviso se publica con POST /consent/notices/:id/publish, no al editarlo.',
    )
  }
  assertMove(MOVES, STATE_LABELS, from, to)
}

export const ACTIONS = ['accept_all', 'reject_all', 'custom', 'withdraw'] as const
export type Action = (typeof ACTIONS)[number]

/** The kind of a purpose for machines: known hosts and Google's consent types depend on it. */
export const CATEGORIES = ['necessary', 'preferences', 'analytics', 'marketing', 'media'] as const
export type Category = (typeof CATEGORIES)[number]

/** The types of Google Consent Mode v2. */
export const GOOGLE_CONSENTS = [
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
  'analytics_storage',
  'functionality_storage',
  'personalization_storage',
  'security_storage',
] as const
export type GoogleConsent = (typeof GOOGLE_CONSENTS)[number]

/** Browser signals that count as a decision: Global Privacy Control. */
export const SIGNALS = ['gpc'] as const
export type Signal = (typeof SIGNALS)[number]

export const POSITIONS = ['bottom', 'top', 'left', 'right'] as const
export const THEMES = ['auto', 'light', 'dark'] as const
/** With Global Privacy Control on, either everything is refused or the person is asked as usual. */
export const GPC = ['refuse', 'ask'] as const

/** After half a year the banner asks again, unless the organisation sets another period. */
export const DECISION_DAYS = { byDefault: 182, most: 365 } as const

interface Cookie {
  name: string
  provider: string | null
  duration: string | null
  description: string | null
}

export interface Purpose {
  key: string
  name: string
  description: string | null
  required: boolean
  legalBasis: string
  cookies: Cookie[]
  /** Absent unless it was sent: older versions keep their hash. */
  category?: Category
  /** Third-party hosts, including their subdomains. */
  hosts?: string[]
  googleConsent?: GoogleConsent[]
}

/** Everything that the public sees: the content of a version, which records refer to. */
export interface NoticeContent {
  name: string
  title: string
  description: string | null
  language: string
  /** The notice's site; null for no site in particular. */
  domainId: string | null
  purposes: Purpose[]
  config: Record<string, unknown>
}

type Blank<T> = { [K in keyof T]?: T[K] | null | undefined }

type SentPurpose = Blank<Omit<Purpose, 'cookies'>> & {
  key: string
  name: string
  cookies?: (Blank<Cookie> & { name: string })[] | null | undefined
}

export type SentContent = Blank<Omit<NoticeContent, 'purposes'>> & {
  name: string
  purposes?: SentPurpose[] | null | undefined
}

/** A notice without a title shows its name. */
export function completeContent(sent: SentContent): NoticeContent {
  const purposes = (sent.purposes ?? []).map((purpose, index) =>
    completePurpose(purpose, `purposes[${index}]`),
  )
  refuseRepeatedKeys('purposes', purposes)
  return {
    name: sent.name,
    title: noneIfBlank(sent.title) ?? sent.name,
    description: noneIfBlank(sent.description) ?? null,
    language: noneIfBlank(sent.language) ?? 'es',
    domainId: noneIfBlank(sent.domainId) ?? null,
    purposes,
    config: sent.config ?? {},
  }
}

/** A purpose that cannot be refused does not rest on consent (law sheet: strictly necessary cookies). */
function completePurpose(sent: SentPurpose, path: string): Purpose {
  const { key, name, description, required, legalBasis, cookies, category, hosts, googleConsent } = sent
  if (required && category && category !== 'necessary') {
    throw impossible(
      `${path}.category`,
      `La finalidad «${name}» es obligatoria: su categoría solo puede ser «necessary».`,
    )
  }
  if (category === 'necessary' && !required) {
    throw impossible(
      `${path}.category`,
      `La finalidad «${name}» se puede rechazar: no es «necessary». Márquela como obligatoria o elija otra categoría.`,
    )
  }
  if (required && noneIfBlank(legalBasis) === 'consent') {
    throw impossible(
      `${path}.legalBasis`,
      `La finalidad «${name}» es obligatoria y no puede basarse en el consentimiento: el consentimiento es libre y se puede negar (art. 12, ${LAW_NAME}). Quite «required» o indique otra base de licitud.`,
    )
  }
  if (required && ADVERTISING.test(`${key} ${name}`)) {
    throw impossible(
      `${path}.required`,
      `La finalidad «${name}» parece publicidad: no puede ser obligatoria, porque a ella siempre cabe oponerse (art. 8 letra b), ${LAW_NAME}). Quite «required».`,
    )
  }
  return {
    key,
    name,
    description: noneIfBlank(description) ?? null,
    required: required ?? false,
    legalBasis: noneIfBlank(legalBasis) ?? (required ? 'legitimate_interest' : 'consent'),
    cookies: (cookies ?? []).map((cookie) => ({
      name: cookie.name,
      provider: noneIfBlank(cookie.provider) ?? null,
      duration: noneIfBlank(cookie.duration) ?? null,
      description: noneIfBlank(cookie.description) ?? null,
    })),
    ...(category && { category }),
    ...(hosts?.length && {
      hosts: [...new Set(hosts.map((host, index) => hostOf(host, `${path}.hosts[${index}]`)))],
    }),
    ...(googleConsent?.length && { googleConsent: [...new Set(googleConsent)] }),
  }
}

const HOST = /^([a-z0-9_-]+\.)+[a-z0-9-]+$/

/** Accepts «https://cdn.medidor.cl/a.js» and «*.medidor.cl», and takes their host. */
function hostOf(sent: string, path: string): string {
  const bare = sent.trim().replace(/^\*\./, '')
  const host = URL.parse(bare.includes('://') ? bare : `https://${bare}`)?.hostname ?? ''
  if (!HOST.test(host)) {
    throw impossible(path, `«${sent}» no es un servidor. Escriba solo su nombre, como «cdn.medidor.cl».`)
  }
  return host
}

/** Signs separate the words of a key: «google_ads» has the word, «adsl» does not. */
const ADVERTISING =
  /market|publici|advert|anunci|(?<![a-z])(?:ads?|spam)(?![a-z])|ofertas|promoci|newsletter|bolet[ií]n/i

const WORDS: readonly [Category, RegExp][] = [
  ['analytics', /an[aá]l[ií]|medici|estad[ií]s|statist|rendimiento|performance/i],
  ['marketing', /market|publici|advert|anunci|(?<![a-z])ads?(?![a-z])|ofertas|remarket|perfilado/i],
  ['media', /media|video|mapa|redes|social|embed|contenido/i],
  ['preferences', /prefer|funcional|functional|personaliz|idioma|chat/i],
]

/** The organisation's category, else the one that the words of the purpose suggest. */
export function categoryOf({ required, category, key, name }: Purpose): Category | undefined {
  if (required) return 'necessary'
  return category ?? WORDS.find(([, words]) => words.test(key) || words.test(name))?.[0]
}

export interface Outcome {
  /** One entry for each purpose of the notice. */
  decisions: Record<string, boolean>
  action: Action
  /** True if any optional purpose was accepted. */
  granted: boolean
}

/**
 * Silence is not consent: a purpose without an answer counts as refused. The action follows from the decisions. The sent
 * action adds only what the decisions cannot show: that this is a withdrawal, that the purposes were chosen one by one or,
 * without any answer, that the person accepted everything. If no purpose can be refused, the sent action counts.
 */
export function decide(
  purposes: readonly Purpose[],
  sent: Readonly<Record<string, boolean>>,
  action?: Action | null,
): Outcome {
  const known = new Set(purposes.map(({ key }) => key))
  for (const key of Object.keys(sent)) {
    if (!known.has(key)) throw impossible(`decisions.${key}`, `«${key}» no es una finalidad de este aviso.`)
  }
  const everything = action === 'accept_all' && Object.keys(sent).length === 0
  const decisions: [key: string, accepted: boolean][] = []
  const free: boolean[] = []
  for (const { key, name, required } of purposes) {
    const answer = Object.hasOwn(sent, key) ? sent[key]! : required || everything
    if (required && !answer) {
      throw impossible(`decisions.${key}`, `La finalidad «${name}» es necesaria y no se puede rechazar.`)
    }
    decisions.push([key, answer])
    if (!required) free.push(answer)
  }
  const all = free.every(Boolean)
  const some = free.some(Boolean)
  if (action === 'withdraw' && all && some) {
    throw impossible(
      'decisions',
      'Un retiro debe rechazar al menos una finalidad. Envíe en false las que se retiran.',
    )
  }
  const derived = all ? 'accept_all' : some ? 'custom' : 'reject_all'
  const isSaid = action === 'withdraw' || action === 'custom' || free.length === 0
  const chosen = (isSaid && action) || derived
  return {
    decisions: Object.fromEntries(decisions),
    action: chosen,
    granted: some || (free.length === 0 && (chosen === 'accept_all' || chosen === 'custom')),
  }
}
