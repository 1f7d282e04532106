import { LAW_NAME } from '#kernel/law/wording.ts'
import { type Category, type Known, knownCookie, knownHost } from './knowledge.ts'

export const STATUSES = ['PENDING', 'RUNNING', 'DONE', 'FAILED'] as const
export type Status = (typeof STATUSES)[number]

/** With a browser, or only the text of the pages if there is none. */
export const MODES = ['browser', 'static'] as const
export type Mode = (typeof MODES)[number]

export const CAUSES = ['manual', 'monthly'] as const

export const KINDS = ['cookie', 'local_storage', 'session_storage', 'host'] as const
export type Kind = (typeof KINDS)[number]

export const PARTIES = ['first', 'third'] as const
export type Party = (typeof PARTIES)[number]

/** The origin of an item: a response header, a script, or the text of a page that names a host. */
export const WRITERS = ['response', 'script', 'page'] as const
export type Writer = (typeof WRITERS)[number]

/** An item found by a visit. Only names, never values: values may identify somebody. */
export interface Item {
  kind: Kind
  name: string
  /** A cookie's domain, the site of a storage key, or the host itself. */
  domain: string
  party: Party
  /** Found before a decision, after «accept all», or both. */
  before: boolean
  after: boolean
  /** Lifetime from when it was found. Null until the browser closes, or for storage until it is deleted. */
  seconds: number | null
  httpOnly: boolean
  secure: boolean
  /** The address of the writer, without its query, is in `source`. */
  writer: Writer | null
  source: string | null
  /** The first page on which it was found. */
  page: string
  /** The number of requests to a host. */
  requests: number
}

export interface Page {
  url: string
  status: number | null
  /** Why the page could not be read; null if it was. */
  problem: string | null
}

// ── bounds ──

/** Each page is opened at most twice: before a decision and after it. */
export const MOST_PAGES = 10
export const MOST_ITEMS = 500
export const LONGEST_NAME = 200
export const LONGEST_URL = 500
/** Time between the starts of two pages. */
export const PACE_MS = 1000
export const LONGEST_MS = 180_000

// ── sites and parties ──

/** Labels under which names are registered in pairs: `tienda.com.ar` is a site, and `com.ar` is not. */
const PAIRED = /^(ac|co|com|edu|go|gob|gov|gub|mil|net|nom|org|or|sch)$/
/** Services that give each customer a name of their own: each is a separate site. */
const SHARED =
  /(^|\.)(github\.io|gitlab\.io|netlify\.app|vercel\.app|pages\.dev|workers\.dev|herokuapp\.com|azurewebsites\.net|myshopify\.com|jumpseller\.com|wixsite\.com|wordpress\.com|blogspot\.com|web\.app|firebaseapp\.com|cloudfront\.net|onrender\.com|fly\.dev)$/

/** The part of a host that somebody registered. */
export function siteOf(host: string): string {
  const bare = host.replace(/^\./, '').toLowerCase()
  const labels = bare.split('.')
  if (/^[\d.]+$|:/.test(bare) || labels.length < 3) return bare
  const shared = SHARED.exec(bare)
  if (shared) return labels.slice(-(shared[2]!.split('.').length + 1)).join('.')
  const paired = PAIRED.test(labels.at(-2)!) && labels.at(-1)!.length === 2
  return labels.slice(paired ? -3 : -2).join('.')
}

export function partyOf(host: string, site: string): Party {
  return siteOf(host) === site ? 'first' : 'third'
}

/** Query and fragment may identify a visitor. */
export function bareUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return text.slice(0, LONGEST_URL).replace(/[?#].*$/s, '')
  return `${url.origin}${url.pathname}`.slice(0, LONGEST_URL)
}

// ── which pages ──

/** Links should not log out, buy or delete, but on some sites they do, so a visitor does not follow them. */
const ACTS =
  /log-?out|sign-?out|cerrar-?sesion|salir|desconect|add[-_]to[-_]cart|agregar|eliminar|delete|remove|unsubscribe|desuscri|wp-admin|wp-login/i
const FILES = /\.(?!html?$|php$|aspx?$|jsp$)[a-z0-9]{2,5}$/i

export function mayFollow(link: URL, site: string): boolean {
  return (
    /^https?:$/.test(link.protocol) &&
    siteOf(link.hostname) === site &&
    !ACTS.test(link.pathname + link.search) &&
    !FILES.test(link.pathname)
  )
}

// ── what it is ──

export interface Declared {
  name: string
  /** The category of the purpose that lists it. Null in a policy, which may have none. */
  category: Category | null
  required: boolean
  purpose: string
}

/** `_ga_*`, `_ga_<id>` and `_ga_{id}` stand for every name with that beginning, like in the banner. */
export function isNamed(declared: string, name: string): boolean {
  const start = declared.split(/[*<{[]/)[0]!
  return declared === start ? declared === name : start !== '' && name.startsWith(start)
}

export function knownAs({ kind, name }: Pick<Item, 'kind' | 'name'>): Known | undefined {
  return kind === 'host' ? knownHost(name) : knownCookie(name)
}

const OURS = 'Resguardo'

// ── findings ──

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

export const FINDINGS = [
  'before_consent',
  'declared_necessary',
  'without_banner',
  'early_content',
  'named_in_text',
  'undeclared',
  'undeclared_host',
  'not_in_policy',
  'unknown',
  'declared_absent',
] as const
export type FindingKey = (typeof FINDINGS)[number]

export interface Finding {
  key: FindingKey
  severity: Severity
  message: string
  article: string
  action: string
  names: string[]
}

const law = (article: string) => `${article}, ${LAW_NAME}`
/** No statute is about cookies: these findings are advice. */
const practice = (article: string) =>
  law(`buena práctica, en relación con ${article.startsWith('arts.') ? 'los' : 'el'} ${article}`)

const TEXTS: Readonly<
  Record<
    FindingKey,
    { severity: Severity; article: string; one: string; many: (count: number) => string; action: string }
  >
> = {
  before_consent: {
    severity: 'critical',
    article: law('arts. 12 y 13'),
    one: 'Algo que mide o sirve para publicidad funciona antes de que la persona acepte.',
    many: (count) =>
      `${count} cookies, datos guardados o terceros que miden o sirven para publicidad funcionan antes de que la persona acepte.`,
    action:
      'Ponga el código del banner al inicio de cada página, antes que los demás, y agregue lo que se adelanta a una finalidad del aviso: el banner lo retiene hasta que la persona acepte.',
  },
  declared_necessary: {
    severity: 'high',
    article: law('arts. 8 letras a) y b), 12 y 13'),
    one: 'El aviso trata como necesaria una cookie que sirve para medir o para publicidad.',
    many: (count) =>
      `El aviso trata como necesarias ${count} cookies que sirven para medir o para publicidad.`,
    action: 'Páselas a una finalidad que la persona pueda rechazar.',
  },
  without_banner: {
    severity: 'medium',
    article: law('art. 12'),
    one: 'El sitio usa lo que necesita consentimiento y no vimos el banner de Resguardo.',
    many: () => 'El sitio usa lo que necesita consentimiento y no vimos el banner de Resguardo.',
    action:
      'Si pide el consentimiento con otra herramienta, compruebe que espera la respuesta y que guarda la prueba. Si no lo pide, publique el aviso y ponga su código al inicio de cada página.',
  },
  early_content: {
    severity: 'low',
    article: practice('arts. 12 y 13 letra d)'),
    one: 'Un contenido o una preferencia se carga antes de que la persona elija.',
    many: (count) => `${count} contenidos o preferencias se cargan antes de que la persona elija.`,
    action: 'Conviene que esperen: agréguelos a una finalidad del aviso.',
  },
  named_in_text: {
    severity: 'low',
    article: practice('art. 12'),
    one: 'El texto de las páginas nombra a un tercero que no es necesario.',
    many: (count) => `El texto de las páginas nombra a ${count} terceros que no son necesarios.`,
    action: 'Sin navegador no sabemos si esperan el consentimiento: compruébelo.',
  },
  undeclared: {
    severity: 'medium',
    article: practice('art. 14 ter'),
    one: 'Una cookie o un dato guardado no está en ninguna finalidad del aviso publicado.',
    many: (count) => `${count} cookies o datos guardados no están en ninguna finalidad del aviso publicado.`,
    action: 'Agréguelas a su finalidad y publique el aviso de nuevo.',
  },
  undeclared_host: {
    severity: 'medium',
    article: practice('art. 14 ter'),
    one: 'El sitio llama, o sus páginas nombran, a un tercero que el aviso no menciona.',
    many: (count) => `El sitio llama, o sus páginas nombran, a ${count} terceros que el aviso no menciona.`,
    action: 'Agregue cada servidor a la finalidad que lo explica, o quítelo del sitio.',
  },
  not_in_policy: {
    severity: 'medium',
    article: practice('art. 14 ter'),
    one: 'La política de cookies publicada no menciona una cookie que el sitio usa.',
    many: (count) => `La política de cookies publicada no menciona ${count} cookies que el sitio usa.`,
    action:
      'Agréguela a una finalidad y publique el aviso. Después, en Políticas, escriba un borrador de la de cookies y publíquelo.',
  },
  unknown: {
    severity: 'low',
    article: practice('art. 14 ter'),
    one: 'No sabemos para qué es una cookie o un dato guardado.',
    many: (count) => `No sabemos para qué son ${count} cookies o datos guardados.`,
    action: 'Pregunte a quien hizo el sitio y agréguelas al aviso con su finalidad.',
  },
  declared_absent: {
    severity: 'low',
    article: practice('art. 3 letra g)'),
    one: 'El aviso menciona una cookie que la revisión no encontró.',
    many: (count) => `El aviso menciona ${count} cookies que la revisión no encontró.`,
    action: 'Si el sitio ya no las usa, quítelas del aviso.',
  },
}

export interface Comparison {
  items: readonly Item[]
  mode: Mode
  banner: boolean
  /** Null if the site has no published notice. */
  notice: { cookies: readonly Declared[]; hosts: readonly string[] } | null
  /** Null if the site has no published cookie policy. */
  policy: readonly string[] | null
  /** The host of this service, which serves the banner. */
  ownHost: string
}

/** Compares a site's behaviour with its declarations. Findings come most serious first, in the order of their keys. */
export function judge({
  items,
  mode,
  banner,
  notice,
  policy,
  ownHost,
}: Comparison): (Finding & { count: number })[] {
  const found = items.filter((item) => !isOurs(item, ownHost))
  const kept = found.filter(({ kind }) => kind !== 'host')
  const hosts = found.filter(({ kind, party }) => kind === 'host' && party === 'third')
  const declaredAs = ({ name }: Item) => notice?.cookies.find((one) => isNamed(one.name, name))
  const isDeclaredHost = ({ name }: Item) =>
    notice?.hosts.some((host) => name === host || name.endsWith(`.${host}`)) ?? false
  const needs = (item: Item) => {
    const known = knownAs(item)
    if (known) return TRACKING.includes(known.category)
    const said = declaredAs(item)
    return said ? !said.required : false
  }
  const free = (one: Declared) => one.required
  const names: Record<FindingKey, string[]> = {
    // A host in the text of a page is no proof of a request: the banner may block it.
    before_consent: namesOf(
      found.filter((item) => item.before && needs(item) && (mode === 'browser' || item.kind !== 'host')),
    ),
    declared_necessary: namesOf(
      kept.filter((item) => {
        const said = declaredAs(item)
        const known = knownAs(item)
        return said && free(said) && (known?.category === 'analytics' || known?.category === 'marketing')
      }),
    ),
    without_banner: mode === 'browser' && !banner ? namesOf(found.filter(needs)) : [],
    early_content: mode === 'browser' ? namesOf(found.filter((item) => item.before && isExtra(item))) : [],
    named_in_text: mode === 'static' ? namesOf(hosts.filter((item) => needs(item) || isExtra(item))) : [],
    undeclared: notice ? namesOf(kept.filter((item) => !declaredAs(item))) : [],
    undeclared_host: notice
      ? namesOf(hosts.filter((item) => !isDeclaredHost(item) && !isNamedWith(item, notice.cookies)))
      : [],
    not_in_policy: policy
      ? namesOf(kept.filter(({ name }) => !policy.some((declared) => isNamed(declared, name))))
      : [],
    unknown: namesOf(kept.filter((item) => !knownAs(item) && !declaredAs(item))),
    // Without a browser most of them cannot be seen.
    declared_absent:
      notice && mode === 'browser'
        ? notice.cookies
            .filter((one) => !kept.some(({ name }) => isNamed(one.name, name)))
            .map(({ name }) => name)
        : [],
  }
  return FINDINGS.filter((key) => names[key].length > 0).map((key) => {
    const { severity, article, one, many, action } = TEXTS[key]
    const count = names[key].length
    return {
      key,
      severity,
      article,
      action,
      message: count === 1 ? one : many(count),
      names: names[key].slice(0, MOST_NAMES),
      count,
    }
  })
}

const MOST_NAMES = 100

/** Measuring and advertising need consent. */
const TRACKING: readonly string[] = ['analytics', 'marketing']

/** Videos, maps, fonts, chats, languages: consent is not required before them, but waiting is good practice. */
function isExtra(item: Item): boolean {
  const category = knownAs(item)?.category
  return category === 'media' || category === 'preferences'
}

function isOurs(item: Item, ownHost: string): boolean {
  if (item.kind === 'host') return item.name === ownHost
  return knownAs(item)?.provider === OURS
}

/** A host is explained if the notice has a cookie of its provider. */
function isNamedWith(item: Item, declared: readonly Declared[]): boolean {
  const provider = knownAs(item)?.provider
  return (
    provider !== undefined &&
    declared.some(({ name }) => knownCookie(name.replace(/[*<{[].*/, ''))?.provider === provider)
  )
}

function namesOf(items: readonly Item[]): string[] {
  return [...new Set(items.map(({ name }) => name))]
}

// ── in words ──

const UNITS: readonly [seconds: number, one: string, many: string][] = [
  [365 * 86_400, 'año', 'años'],
  [30 * 86_400, 'mes', 'meses'],
  [86_400, 'día', 'días'],
  [3600, 'hora', 'horas'],
  [60, 'minuto', 'minutos'],
]

/** «2 años», «90 días», «30 minutos», «Sesión», «Permanente»: the wording of notices. */
export function durationOf({ kind, seconds }: Pick<Item, 'kind' | 'seconds'>): string | null {
  if (kind === 'host') return null
  if (kind === 'local_storage') return 'Permanente'
  if (seconds === null) return 'Sesión'
  // A month less a day still counts as a month. 400 days, the browsers' maximum, are «13 meses».
  const fitting = UNITS.find(([unit]) => {
    const count = seconds / unit
    return count >= 0.97 && Math.abs(count - Math.round(count)) < 0.03 * Math.max(1, Math.min(count, 12))
  })
  const [unit, one, many] = fitting ?? UNITS.find(([size]) => seconds >= size) ?? UNITS.at(-1)!
  const count = Math.max(1, Math.round(seconds / unit))
  return `${count} ${count === 1 ? one : many}`
}

/** Two years show how a site changed. */
export const KEPT_DAYS = 2 * 365
