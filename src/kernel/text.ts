/** Folds case and accents and collapses spaces: «Café  Ñandú» and «cafe nandu» are the same name. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Compares two spellings of a name. A person with four names may write two of them; a single word matches only itself. */
export function isSamePerson(one: string, other: string): boolean {
  const words = (name: string): string[] => fold(name).match(/[\p{L}\d]+/gu) ?? []
  const [short = [], long = []] = [words(one), words(other)].toSorted((a, b) => a.length - b.length)
  if (short.length < 2 && long.length !== short.length) return false
  return short.length > 0 && short.every((word) => long.includes(word))
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

/** The stored form of an optional text: a blank becomes null. An absent text stays absent. */
export function noneIfBlank<T extends string | null | undefined>(text: T): T | null {
  return typeof text === 'string' && text.trim() === '' ? null : text
}

/** True when PostgreSQL could not store the text: U+0000 or half of a surrogate pair. */
export function isUnstorable(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

const ADDRESS = /^[^\s@,;:<>"()[\]\\]+@[^\s@,;:<>"()[\]\\.]+(?:\.[^\s@,;:<>"()[\]\\.]+)+$/

/** A single mail address: a mailer would read «a@x.cl, b@y.cl» as two. */
export function isOneAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text)
}

/** The full stop of a sentence that ends with this name: «Ltda.» and «S.A.» already have one. */
export function stopAfter(name: string): '' | '.' {
  return name.trimEnd().endsWith('.') ? '' : '.'
}

/**
 * A name for a letter. Anybody can cause a letter to anybody, and a name with a web address would turn it into an
 * advertisement, so such a name is left out.
 */
export function safeName(name: string): string | undefined {
  return /[\p{L}\d]\.[\p{L}\d]|:\/\//u.test(name) ? undefined : name.trim().replace(/\s+/g, ' ')
}

/** A folio, a RUT or a date in digits is read and copied whole, so no line breaks at its hyphens. */
export const WHOLE_WORDS = /(?:[A-Z]{3,5}-)?\d[\d.]{0,11}(?:-[\dkK]{1,6}){1,2}/
