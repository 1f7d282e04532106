/**
 * The origins an entry of `allowedOrigins` stands for: «https://tienda.cl/contacto» is its origin, «tienda.cl» the
 * host under both schemes, «*» any. Undefined when it is none of them.
 */
export function originsOf(entry: string): readonly string[] | undefined {
  const text = entry.trim().toLowerCase()
  if (text === '*') return ['*']
  const url = URL.parse(text.includes('://') ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.hostname === '') return undefined
  return text.includes('://') ? [url.origin] : [`https://${url.host}`, `http://${url.host}`]
}

/** What an answer says in Access-Control-Allow-Origin; undefined when this origin is not allowed. */
export function allowedOrigin(
  entries: readonly string[] | null | undefined,
  origin: string | undefined,
): string | undefined {
  if (!entries || entries.length === 0) return '*'
  const allowed = entries.flatMap((entry) => originsOf(entry) ?? [])
  if (allowed.includes('*')) return '*'
  return origin !== undefined && allowed.includes(origin.toLowerCase()) ? origin : undefined
}
