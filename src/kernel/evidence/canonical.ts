/** The values of JSON and no others: the caller turns dates, and numbers beyond its range, into strings. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * JSON in the form of RFC 8785: members sorted by UTF-16 units, no spaces, numbers and strings as ECMAScript writes them
 * (`JSON.stringify` is that rule). It refuses values without such a form: NaN, infinities, half a surrogate pair and
 * objects beyond JSON. A date, for example, would hash like every other date: as an object without members.
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
