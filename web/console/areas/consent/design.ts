import { coloursOf, contrastOf } from '#kernel/branding.ts'
import { type Found, type Purpose, withItem } from '../../ui/found-cookies.ts'
import type { Notice } from './words.ts'

/** The part of a notice that the designer edits. It leaves the rest of the configuration as it is. */
export interface Design {
  name: string
  title: string
  description: string
  language: string
  domainId: string
  purposes: PurposeDraft[]
  accent: string
  position: string
  theme: string
  reopen: boolean
  gpc: string
  decisionDays: number | null
  privacyPolicyUrl: string
  cookiePolicyUrl: string
  allowedOrigins: string[]
  englishTitle: string
  englishDescription: string
}

export interface PurposeDraft {
  key: string
  name: string
  description: string
  required: boolean
  category: string
  hosts: string[]
  googleConsent: string[]
  legalBasis: string
  /** Whether the purpose was necessary when it got that basis. */
  basisIsOfNecessary: boolean
  cookies: CookieDraft[]
}

export interface CookieDraft {
  name: string
  provider: string
  duration: string
  description: string
}

export const CATEGORIES = [
  ['preferences', 'Preferencias'],
  ['analytics', 'Medición'],
  ['marketing', 'Publicidad'],
  ['media', 'Contenido de otros sitios'],
] as const

export const POSITIONS = [
  ['bottom', 'Abajo, a todo lo ancho'],
  ['top', 'Arriba, a todo lo ancho'],
  ['left', 'Abajo a la izquierda'],
  ['right', 'Abajo a la derecha'],
] as const

export const THEMES = [
  ['auto', 'El del navegador'],
  ['light', 'Claro'],
  ['dark', 'Oscuro'],
] as const

export const GPC = [
  ['refuse', 'Se respeta: todo queda rechazado sin preguntar'],
  ['ask', 'Se pregunta igual'],
] as const

/** The colours of a banner without a colour of its own, on light and on dark ground. */
export const [DEFAULT_ACCENT, DEFAULT_ACCENT_ON_DARK] = ['#0b57a4', '#2575cd']

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export function designOf(notice: Notice): Design {
  const { config } = notice
  const look = (config['appearance'] ?? {}) as Record<string, unknown>
  const english = ((config['translations'] as Record<string, unknown> | undefined)?.['en'] ?? {}) as Record<
    string,
    unknown
  >
  const days = Number(config['decisionDays'])
  return {
    name: notice.name,
    title: notice.title,
    description: notice.description ?? '',
    language: notice.language,
    domainId: notice.domainId ?? '',
    purposes: notice.purposes.map(draftOf),
    accent: text(look['accent']),
    position: text(look['position']) || 'bottom',
    theme: text(look['theme']) || 'auto',
    reopen: look['reopen'] !== false,
    gpc: text(config['gpc']) || 'refuse',
    decisionDays: Number.isInteger(days) && days > 0 ? days : null,
    privacyPolicyUrl: text(config['privacyPolicyUrl']),
    cookiePolicyUrl: text(config['cookiePolicyUrl']),
    allowedOrigins: Array.isArray(config['allowedOrigins']) ? config['allowedOrigins'].map(String) : [],
    englishTitle: text(english['title']),
    englishDescription: text(english['description']),
  }
}

export function draftOf(purpose: Purpose): PurposeDraft {
  return {
    key: purpose.key,
    name: purpose.name,
    description: purpose.description ?? '',
    required: purpose.required,
    category: purpose.category === 'necessary' ? '' : (purpose.category ?? ''),
    hosts: [...(purpose.hosts ?? [])],
    googleConsent: [...(purpose.googleConsent ?? [])],
    legalBasis: purpose.legalBasis,
    basisIsOfNecessary: purpose.required,
    cookies: purpose.cookies.map((cookie) => ({
      name: cookie.name,
      provider: cookie.provider ?? '',
      duration: cookie.duration ?? '',
      description: cookie.description ?? '',
    })),
  }
}

/** The purpose as the API takes it. A purpose that turns from necessary to optional, or back, gets another legal basis. */
export function purposeOf(draft: PurposeDraft): Purpose {
  const { required, legalBasis, basisIsOfNecessary, category } = draft
  const isTurned = required !== basisIsOfNecessary
  const usual = required ? 'legitimate_interest' : 'consent'
  const hosts = draft.hosts.map((host) => host.trim()).filter(Boolean)
  return {
    key: draft.key,
    name: draft.name,
    description: draft.description || null,
    required,
    legalBasis: isTurned || legalBasis === '' ? usual : legalBasis,
    cookies: draft.cookies.map(({ name, provider, duration, description }) => ({
      name,
      provider: provider || null,
      duration: duration || null,
      description: description || null,
    })),
    ...(!required && category !== '' && { category: category as NonNullable<Purpose['category']> }),
    ...(hosts.length > 0 && { hosts }),
    ...(draft.googleConsent.length > 0 && {
      googleConsent: draft.googleConsent as NonNullable<Purpose['googleConsent']>,
    }),
  }
}

export function bodyOf(design: Design, config: Readonly<Record<string, unknown>>) {
  const { name, title, description, language, domainId, purposes } = design
  return {
    name,
    title: title || null,
    description: description || null,
    language: language || 'es',
    domainId: domainId || null,
    purposes: purposes.map(purposeOf),
    config: configOf(design, config),
  }
}

function configOf(design: Design, config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const {
    appearance,
    gpc: _gpc,
    decisionDays: _days,
    privacyPolicyUrl: _privacy,
    cookiePolicyUrl: _cookies,
    allowedOrigins: _origins,
    translations,
    ...others
  } = config
  const { en, ...languages } = (translations ?? {}) as Record<string, unknown>
  const { title: _title, description: _description, ...ofPurposes } = (en ?? {}) as Record<string, unknown>
  const { accent: _accent, ...look } = (appearance ?? {}) as Record<string, unknown>
  const english = {
    ...ofPurposes,
    ...(design.englishTitle && { title: design.englishTitle }),
    ...(design.englishDescription && { description: design.englishDescription }),
  }
  const all = { ...languages, ...(Object.keys(english).length > 0 && { en: english }) }
  const origins = design.allowedOrigins.map((one) => one.trim()).filter(Boolean)
  return {
    ...others,
    appearance: {
      ...look,
      ...(design.accent && { accent: design.accent }),
      position: design.position,
      theme: design.theme,
      reopen: design.reopen,
    },
    gpc: design.gpc,
    ...(design.decisionDays !== null && { decisionDays: design.decisionDays }),
    ...(design.privacyPolicyUrl && { privacyPolicyUrl: design.privacyPolicyUrl }),
    ...(design.cookiePolicyUrl && { cookiePolicyUrl: design.cookiePolicyUrl }),
    ...(origins.length > 0 && { allowedOrigins: origins }),
    ...(Object.keys(all).length > 0 && { translations: all }),
  }
}

export const blankCookie = (): CookieDraft => ({ name: '', provider: '', duration: '', description: '' })

export function blankPurpose(taken: readonly PurposeDraft[]): PurposeDraft {
  let count = taken.length + 1
  while (taken.some(({ key }) => key === `finalidad-${count}`)) count += 1
  return {
    key: `finalidad-${count}`,
    name: '',
    description: '',
    required: false,
    category: '',
    hosts: [],
    googleConsent: [],
    legalBasis: 'consent',
    basisIsOfNecessary: false,
    cookies: [],
  }
}

/** The purposes with a scanned item added to the chosen one. */
export function withFound(
  purposes: readonly PurposeDraft[],
  found: Found,
  purposeKey: string,
): PurposeDraft[] {
  const known = {
    purposeKey,
    provider: found.known?.provider ?? '',
    duration: found.known?.duration ?? found.duration ?? '',
    description: found.known?.description ?? '',
  }
  return withItem(purposes.map(purposeOf), found, known).map(draftOf)
}

// ── colours ──

/** The grounds of the banner, light and dark. */
const GROUND = { light: '#ffffff', dark: '#1b2029' }

export interface ColourCheck {
  what: string
  ratio: number
  wanted: number
  passes: boolean
  /** How the service adjusts a colour that fails. */
  mended?: string
}

/**
 * WCAG 2.2 asks 4.5:1 for the words on a button and 3:1 for the button on its ground. The service picks the colour of the
 * words and adjusts a button that does not stand out. Without a colour the buttons are blue, and another blue on a dark ground.
 */
export function checkColour(accent: string): ColourCheck[] {
  const colours = coloursOf({ accent })
  if (accent && !colours) return []
  const [light, dark] = colours ? [accent, accent] : [DEFAULT_ACCENT, DEFAULT_ACCENT_ON_DARK]
  const inks = (ink: string) => Math.min(contrastOf(light, ink)!, contrastOf(dark, ink)!)
  const [white, black] = [inks('#ffffff'), inks('#000000')]
  return [
    check(`Texto ${white >= black ? 'blanco' : 'negro'} sobre el botón`, Math.max(white, black), 4.5),
    check(
      'Botón sobre fondo claro',
      contrastOf(light, GROUND.light)!,
      3,
      `allí lleva un borde más oscuro, ${colours?.edge}`,
    ),
    check(
      'Botón sobre fondo oscuro',
      contrastOf(dark, GROUND.dark)!,
      3,
      `allí se aclara a ${colours?.dark.accent}`,
    ),
  ]
}

function check(what: string, ratio: number, wanted: number, mended?: string): ColourCheck {
  const passes = ratio >= wanted
  // Rounds down, so that a ratio that fails never reads as one that passes.
  return { what, ratio: Math.floor(ratio * 10) / 10, wanted, passes, ...(!passes && mended && { mended }) }
}
