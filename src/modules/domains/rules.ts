/** Contract 2.8. */
export const ENVIRONMENTS = ['PRODUCTION', 'STAGING', 'DEVELOPMENT'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

export const LINK_ROLES = ['COLLECTION', 'STORAGE', 'PROCESSING', 'TRANSFER'] as const
export type LinkRole = (typeof LINK_ROLES)[number]

export interface SiteUrl {
  host: string
  /** Host and port, as a browser would be sent there. */
  authority: string
  /** Two urls with the same key are the same domain (decisions, Domains). */
  key: string
}

/** An index entry has room for this much, and percent-encoding can make a short url long. */
const LONGEST_KEY = 2000
const HOST = /^(\[[\da-f:]+\]|[\w-]+(\.[\w-]+)*)$/

/** A web address with or without its scheme; undefined for what a browser could not open. */
export function readUrl(text: string): SiteUrl | undefined {
  const bare = text.trim().replace(/^(https?:)?\/\//i, '')
  if (/\s|^[/\\]|^[a-z][a-z0-9+.-]*:\/\//i.test(bare)) return undefined
  const url = URL.parse(`https://${bare}`)
  if (!url || url.username || url.password) return undefined
  const host = url.hostname.replace(/\.$/, '')
  const port = url.port === '' || url.port === '80' ? '' : `:${url.port}`
  const key = `${host}${port}${url.pathname.replace(/\/+$/, '')}`
  if (!HOST.test(host) || key.length > LONGEST_KEY) return undefined
  return { host, authority: `${host}${port}`, key }
}

/** `*.ejemplo.cl` stands for many hosts, and a domain is one: it can be neither opened nor verified. */
export function isWildcard(text: string): boolean {
  return /^(https?:)?(\/\/)?[^/?#]*\*/i.test(text.trim())
}

// ── proof that a domain is the tenant's ──

export const PROOFS = ['DNS', 'FILE'] as const
export type Proof = (typeof PROOFS)[number]

/** Where the proof may be put: either place is enough. */
export function placesOfProof({ host, authority }: SiteUrl, token: string) {
  const content = `resguardo-verification=${token}`
  return {
    dns: { type: 'TXT', name: `_resguardo.${host}`, value: content },
    file: { url: `https://${authority}/.well-known/resguardo-verification.txt`, content },
  }
}
