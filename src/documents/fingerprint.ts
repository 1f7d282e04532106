import { digest } from '#kernel/secrets.ts'

/** A hash of a JSON value that ignores the order of keys in objects. */
export function fingerprint(value: unknown): string {
  return digest(JSON.stringify(value, sortedKeys))
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
