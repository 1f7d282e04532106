import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure.ts'

/**
 * Public endpoints answer pages of any origin, unless the widget names its own in `config.allowedOrigins` (decisions
 * part 1). Then other pages are refused; whoever sends no origin is no page, and the list is no lock against those.
 */
export function admitOrigin(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  config: Readonly<Record<string, unknown>>,
): void {
  const named = config['allowedOrigins']
  if (!Array.isArray(named) || named.length === 0 || named.includes('*') || origin === undefined) return
  if (named.some((entry) => typeof entry === 'string' && names(entry, origin))) {
    reply.header('access-control-allow-origin', origin)
    return
  }
  reply.removeHeader('access-control-allow-origin')
  throw new Failure(
    'forbidden',
    `El sitio «${origin.slice(0, 200)}» no está autorizado para usar este elemento.`,
  )
}

/** «https://tienda.cl/contacto» names its origin, «tienda.cl» the host under http and https. */
function names(entry: string, origin: string): boolean {
  const text = entry.trim()
  return text.includes('://')
    ? URL.parse(text)?.origin === origin
    : URL.parse(`https://${text}`)?.host === URL.parse(origin)?.host
}
