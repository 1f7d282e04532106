import { digest } from '#kernel/secrets.ts'

/** A hash of a value that JSON can hold; the order of the keys of an object does not matter. */
export function fingerprint(value: unknown): string {
  return digest(JSON.stringify(value, sortedKeys))
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
