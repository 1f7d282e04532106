/** Contract 2.8. */
export const ENVIRONMENTS = ['PRODUCTION', 'STAGING', 'DEVELOPMENT'] as const

export const LINK_ROLES = ['COLLECTION', 'STORAGE', 'PROCESSING', 'TRANSFER'] as const
export type LinkRole = (typeof LINK_ROLES)[number]

export interface SiteUrl {
  host: string
  /** Host and port, as in the address of a browser. */
  authority: string
  /** Two urls with the same key are the same domain (decisions, Domains). */
  key: string
}

/** The size of an index entry is limited, and percent-encoding can make a short url long. */
const LONGEST_KEY = 2000
const HOST = /^(\[[\da-f:]+\]|[\w-]+(\.[\w-]+)*)$/

/** Reads a web address with or without its scheme. Undefined if a browser could not open it. */
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

/** `*.ejemplo.cl` means many hosts. A domain is one host, which can be opened and verified. */
export function isWildcard(text: string): boolean {
  return /^(https?:)?(\/\/)?[^/?#]*\*/i.test(text.trim())
}

// ── proof that a domain is the tenant's ──

export const PROOFS = ['DNS', 'FILE'] as const
export type Proof = (typeof PROOFS)[number]

/** The two places for the proof. One of them is enough. */
export function placesOfProof({ host, authority }: SiteUrl, token: string) {
  const content = `resguardo-verification=${token}`
  return {
    dns: { type: 'TXT', name: `_resguardo.${host}`, value: content },
    file: { url: `https://${authority}/.well-known/resguardo-verification.txt`, content },
  }
}
