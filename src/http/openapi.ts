import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { ROOT } from '#kernel/installed.ts'
import { ROLES } from '#kernel/roles.ts'
import { LONGEST_KEY } from './idempotency.ts'
import { type Document, publish, whoMayCall } from './openapi-document.ts'
import type { NamedSchemas } from './openapi-names.ts'
import { type DescribedWebhook, describeWebhooks } from './openapi-webhooks.ts'
import { useReference } from './reference.ts'
import { exampleOf, faults } from './schema-kit.ts'
import type { RouteAccess } from './types.ts'

export const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string })
  .version

/** The description of a tag. The reference shows tags in this order. */
export interface Tag {
  name: string
  description: string
}

export async function useOpenApi(
  app: FastifyInstance,
  publicUrl: string,
  tags: readonly Tag[],
  schemas: readonly NamedSchemas[],
  webhooks: readonly DescribedWebhook[],
): Promise<void> {
  app.addHook('onRoute', completeRoute)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Resguardo',
        version: VERSION,
        description:
          'Cumplimiento de la Ley 21.719 de protección de datos personales: interfaz REST de cada organización. ' +
          'Toda respuesta JSON va en el sobre `{ success, data }` o `{ success, error }`.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        contact: { name: 'Resguardo', url: publicUrl },
      },
      servers: [serverOf(publicUrl)],
      tags: [...tags],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'El access_token de POST /auth/login: dura 15 minutos y se renueva en POST /auth/refresh. Sigue RFC8725: un solo algoritmo, emisor y vencimiento comprobados.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description: 'Una clave de POST /settings/api-keys con el permiso que cada operación indica',
          },
          portal: { type: 'http', scheme: 'bearer', description: 'El portal_token del portal de privacidad' },
          siem: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Siem-Signature',
            description:
              'sha256=<hex>: HMAC-SHA256 de los bytes del cuerpo con el secreto SIEM de la organización',
          },
        },
      },
    },
    // Works on a copy: the service still compiles the original schemas.
    transformObject: (described) =>
      publish(
        {
          ...JSON.parse(JSON.stringify('openapiObject' in described && described.openapiObject)),
          webhooks: describeWebhooks(webhooks),
        } as Document,
        schemas,
      ) as never,
    refResolver: {
      buildLocalReference: (schema, _base, _fragment, index) => String(schema.$id ?? `Schema${index}`),
    },
  })

  app.get(
    '/api/v1/openapi.json',
    { config: { role: 'PUBLIC' }, schema: { hide: true } as FastifySchema },
    async () => app.swagger(),
  )
  useReference(app)
}

/** Relative for a local installation, so that the document holds for every host it is read from. */
function serverOf(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  return {
    url: secure ? publicUrl : '/',
    description: secure ? 'Esta instalación, en producción' : 'Esta instalación, local o de prueba',
    'x-internal': false,
  }
}

const MEANINGS: Record<string, string> = {
  200: 'Hecho.',
  201: 'Creado.',
  400: 'Falta un dato o no tiene la forma esperada; «details» dice cuál.',
  401: 'La credencial falta, no es válida o expiró.',
  402: 'El plan no lo incluye, o su cuota se agotó.',
  403: 'Sin permiso para esta acción, o la función no está en el plan.',
  404: 'No existe en su organización.',
  409: 'El estado actual no lo permite.',
  412: 'El registro ya no es el de «If-Match»; «details» dice quién lo cambió y cuándo.',
  413: 'El cuerpo supera 1 MiB.',
  415: 'El cuerpo no es JSON.',
  422: 'Bien escrito, pero imposible; «details» dice por qué.',
  429: 'Demasiadas solicitudes; «Retry-After» dice cuántos segundos esperar.',
  431: 'Los encabezados de la solicitud superan 16 KiB.',
  500: 'Error interno.',
  503: 'El servicio no puede responder en este momento.',
}

/** A person's session, or a key with the scope where the route has one. */
function securityOf(access: RouteAccess | undefined, scope: string | undefined): Record<string, never[]>[] {
  if (access === 'API_KEY') return [{ apiKey: [] }]
  if (access === 'PORTAL') return [{ portal: [] }]
  return [{ bearer: [] }, ...(scope === undefined ? [] : [{ apiKey: [] }])]
}

/** Adds the parts that all routes share: common refusals, security, the success status, examples. */
function completeRoute(route: RouteOptions): void {
  const schema = route.schema as (FastifySchema & Record<string, unknown>) | undefined
  if (!schema || schema['hide'] || !route.url.startsWith('/api/v1/')) return
  const access = route.config?.role
  const response = (schema.response ?? {}) as Record<string, unknown>
  const success = Object.keys(response)
    .map(Number)
    .find((status) => status >= 200 && status < 300)
  if (success !== undefined) route.config = { ...route.config, success }

  const open = access === 'PUBLIC'
  const common = [
    // A query string with NUL, a body where none is expected, an Idempotency-Key that is too long.
    400,
    ...(route.method === 'GET' || route.method === 'HEAD' ? [] : [413, 415]),
    ...(open ? [] : [401]),
    // On a public route: the organisation is suspended.
    ...(open && !schema.params ? [] : [403]),
    ...(schema.params ? [404] : []),
    ...(route.method === 'POST' ? [409, 422] : []),
    ...(heedsIfMatch(route) ? [412] : []),
    429,
    431,
    500,
    503,
  ]
  for (const status of common) response[status] ??= faults(status)[status]
  for (const [status, shape] of Object.entries(response)) {
    const node = shape as { description?: string }
    node.description ??= MEANINGS[status] ?? 'Respuesta'
  }
  schema.response = response
  const ownSecurity = schema['security'] !== undefined
  schema['security'] ??= open ? [] : securityOf(access, route.config?.scope)
  if (ROLES.some((role) => role === access)) schema['x-required-role'] = access
  if (route.config?.scope !== undefined) schema['x-required-scope'] = route.config.scope
  if (route.config?.deprecated !== undefined) schema['deprecated'] = true
  schema['description'] = [
    schema['description'],
    !ownSecurity && access && whoMayCall(access, route.config?.scope),
    route.config?.deprecated !== undefined && 'Obsoleta: no la use en integraciones nuevas.',
  ]
    .filter(Boolean)
    .join(' ')
  if (route.method === 'POST') takeHeader(schema, 'idempotency-key', IDEMPOTENCY_KEY)
  if (heedsIfMatch(route)) takeHeader(schema, 'if-match', IF_MATCH)
  if (route.config?.record) schema['x-record'] = true
  withExample(schema.body)
  if (success !== undefined) withExample(response[success])
}

/** True for a write to an existing record. */
function heedsIfMatch({ method, url, config }: RouteOptions): boolean {
  if (!config?.record || method === 'GET' || method === 'HEAD') return false
  return config.record.isOnly || url.includes(':')
}

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: LONGEST_KEY,
  description:
    'Opcional: repetir la misma solicitud con la misma clave dentro de 24 horas da la misma respuesta.',
  examples: ['2f6e1c0a-pedido-17'],
}

const IF_MATCH = {
  type: 'string',
  minLength: 1,
  maxLength: 2000,
  description:
    'Opcional: el «ETag» con que se leyó el registro, o «*». Si alguien lo cambió desde entonces, nada se guarda y la respuesta es 412.',
  examples: ['"5f2b6c1e9a0d4c7f8b3e2a1d0c9f8e7d"'],
}

function takeHeader(schema: FastifySchema, name: string, shape: object): void {
  const headers = (schema.headers ?? { type: 'object', properties: {} }) as {
    properties: Record<string, unknown>
  }
  headers.properties[name] = shape
  schema.headers = headers
}

function withExample(schema: unknown): void {
  const node = schema as { examples?: unknown[]; content?: unknown } | undefined
  if (node && !node.content && !node.examples) node.examples = [exampleOf(node as never)]
}
