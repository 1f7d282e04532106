import { isIP } from 'node:net'
import { Failure } from '#kernel/failure.ts'

/** The modules that an API key can reach. The app does not start with a protected route of any other module. */
export const SCOPED_MODULES = [
  'org',
  'rat',
  'data-map',
  'processors',
  'questionnaires',
  'connectors',
  'contracts',
  'dpia',
  'dsar',
  'breaches',
  'consent',
  'privacy-policy',
  'cookie-policy',
  'cookie-scans',
  'domains',
  'workflows',
  'tasks',
  'activity',
  'evidence',
  'governance',
  'files',
  'comments',
  'imports',
  'settings',
] as const
type ScopedModule = (typeof SCOPED_MODULES)[number]

const WORKS = ['read', 'write', '*'] as const
export type Scope = `${ScopedModule}:${(typeof WORKS)[number]}`

export const SCOPES = SCOPED_MODULES.flatMap((module) => WORKS.map((work): Scope => `${module}:${work}`))

/** The scope that a key needs for a route of the module. */
export function scopeOf(module: string, work: 'read' | 'write'): Scope {
  const known = SCOPED_MODULES.find((name) => name === module)
  if (!known) throw new Error(`«${module}» is no module that a key can reach: name it in http/scopes.ts`)
  return `${known}:${work}`
}

/** Writing does not include reading: a form that only adds sees nothing. */
export function grants(scopes: readonly string[], wanted: string): boolean {
  return scopes.includes(wanted) || scopes.includes(wanted.replace(/:.*$/, ':*'))
}

/** For answers that combine modules: a person sees all parts, a key those it may read. */
export function mayRead(key: { scopes: readonly string[] } | undefined, module: string): boolean {
  return key === undefined || grants(key.scopes, scopeOf(module, 'read'))
}

/** For a route that reaches another module's records: the key needs that module's scope too. */
export function assertKeyMay(
  key: { scopes: readonly string[] } | undefined,
  module: string,
  work: 'read' | 'write',
): void {
  const wanted = scopeOf(module, work)
  if (key === undefined || grants(key.scopes, wanted)) return
  throw new Failure('forbidden', `La clave de API necesita también el permiso «${wanted}».`)
}

/** An address, or a network as `address/bits`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
