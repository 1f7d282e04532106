import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure.ts'

/**
 * Public endpoints answer pages of any origin, unless the widget names its own in `config.allowedOrigins` (decisions
 * part 1). Then other pages are refused. Requests without Origin do not come from a browser and are not restricted.
 */
export function admitOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Readonly<Record<string, unknown>>,
): void {
  const { origin } = request.headers
  sayAllowedOrigin(request, reply, config)
  if (origin === undefined || allowedOrigin(config['allowedOrigins'], origin) !== undefined) return
  throw new Failure(
    'forbidden',
    `El sitio «${origin.slice(0, 200)}» no está autorizado para usar este elemento.`,
  )
}

/** Tells the browser whether the page may read the answer, refusals included. */
export function sayAllowedOrigin(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  config: Readonly<Record<string, unknown>>,
): void {
  const allowed = allowedOrigin(config['allowedOrigins'], origin)
  if (allowed === undefined) reply.removeHeader('access-control-allow-origin')
  else reply.header('access-control-allow-origin', allowed)
}

/**
 * The value of Access-Control-Allow-Origin, or undefined for a refused page. Configurations are free-form, so a list
 * without any text counts as no list. A list whose texts name no page shuts all pages out instead of letting all in.
 */
export function allowedOrigin(named: unknown, origin: string | undefined): string | undefined {
  const entries = (Array.isArray(named) ? named : [named]).filter(isText).map((entry) => entry.trim())
  if (entries.length === 0 || entries.includes('*')) return '*'
  return origin !== undefined && entries.some((entry) => names(entry, origin)) ? origin : undefined
}

function isText(entry: unknown): entry is string {
  return typeof entry === 'string' && entry.trim() !== ''
}

/**
 * «https://tienda.cl/contacto» names its origin, «tienda.cl» the host under http and https, «https://*.tienda.cl» every
 * host below it and not itself.
 */
function names(entry: string, origin: string): boolean {
  const schemed = entry.includes('://')
  const [named, page] = [URL.parse(schemed ? entry : `https://${entry}`), URL.parse(origin)]
  if (!named || !page || !/^https?:$/.test(page.protocol) || named.port !== page.port) return false
  return (!schemed || named.protocol === page.protocol) && namesHost(named.hostname, page.hostname)
}

function namesHost(named: string, host: string): boolean {
  if (named === '*' || named === host) return true
  return named.startsWith('*.') && host.endsWith(named.slice(1)) && host.length > named.length - 1
}

/** The same list as sources of a policy: the pages that may frame the element. */
export function frameAncestors(named: unknown): readonly string[] {
  const entries = (Array.isArray(named) ? named : [named]).filter(isText).map((entry) => entry.trim())
  if (entries.length === 0 || entries.includes('*')) return ['*']
  return [...new Set(entries.flatMap(sourcesOf))]
}

/** A valid host of a policy. Any other free text could end the directive and begin another. */
const HOST = /^(\*|(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*)(:\d+)?$/

function sourcesOf(entry: string): string[] {
  const schemed = entry.includes('://')
  const url = URL.parse(schemed ? entry : `https://${entry}`)
  if (!url || !/^https?:$/.test(url.protocol) || !HOST.test(url.host)) return []
  return schemed ? [`${url.protocol}//${url.host}`] : [`https://${url.host}`, `http://${url.host}`]
}
