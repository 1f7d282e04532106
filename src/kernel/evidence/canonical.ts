/** What JSON can say, and nothing more: a date or a number beyond its range is made a string by the caller. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * JSON as RFC 8785 writes it: members sorted by UTF-16 units, no spaces, numbers and strings as ECMAScript writes them
 * (`JSON.stringify` is that rule). Refuses what has no such form: NaN, infinities, half a surrogate pair, and
 * whatever is no value of JSON: a date would be hashed as an object without members, as every other date.
 */
export function canonical(value: Json): string {
  if (typeof value === 'number') return numberOf(value)
  if (typeof value === 'string') return stringOf(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isPlain(value)) throw new TypeError(`a value of the kind ${typeof value} has no form in JSON`)
  const members = Object.entries(value as Record<string, Json>).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${stringOf(key)}:${canonical(member)}`).join(',')}}`
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function numberOf(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no form in JSON`)
  return JSON.stringify(value)
}

function stringOf(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('half a surrogate pair has no form in JSON')
  return JSON.stringify(value)
}
