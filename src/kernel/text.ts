/** Case and accents folded, spaces joined: «Café  Ñandú» and «cafe nandu» are the same name. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

export function slugify(text: string): string {
  const slug = fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48)
    .replace(/-+$/, '')
  return slug || 'organizacion'
}

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** An optional text as it is kept: a blank says nothing, and so is none. Absent stays absent. */
export function noneIfBlank<T extends string | null | undefined>(text: T): T | null {
  return typeof text === 'string' && text.trim() === '' ? null : text
}

/** True when PostgreSQL could not store the text: U+0000 or half of a surrogate pair. */
export function isUnstorable(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

const ADDRESS = /^[^\s@,;:<>"()[\]\\]+@[^\s@,;:<>"()[\]\\.]+(?:\.[^\s@,;:<>"()[\]\\.]+)+$/

/** One address of mail and nothing else: a mailer takes «a@x.cl, b@y.cl» for two. */
export function isOneAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text)
}

/** The full stop of a sentence that ends in this name: «Ltda.» and «S.A.» bring it along. */
export function stopAfter(name: string): '' | '.' {
  return name.trimEnd().endsWith('.') ? '' : '.'
}

/**
 * A name as a letter says it. Anyone may have a letter sent to anyone: one that holds an address would make it an
 * advertisement, and is not said.
 */
export function safeName(name: string): string | undefined {
  return /[\p{L}\d]\.[\p{L}\d]|:\/\//u.test(name) ? undefined : name.trim().replace(/\s+/g, ' ')
}

/** A folio, a RUT, a date in digits: read, and copied, whole. A line does not end at its hyphens. */
export const WHOLE_WORDS = /(?:[A-Z]{3,5}-)?\d[\d.]{0,11}(?:-[\dkK]{1,6}){1,2}/
