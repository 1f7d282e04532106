import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyInstance } from 'fastify'
import type { Tools } from '#db/context.ts'
import type { Doors } from '#db/doors.ts'
import { answerUnreadableRequest, useErrorEdge } from '#http/errors.ts'
import { createKeyReader, requireIdentity, useIdentity } from '#http/identity.ts'
import { useJsonBodies } from '#http/json-bodies.ts'
import { type LogSink, logging } from '#http/logging.ts'
import type { Module } from '#http/module.ts'
import { useOpenApi } from '#http/openapi.ts'
import { useOperations } from '#http/operations.ts'
import { INTERNET, type Internet } from '#http/outbound.ts'
import { usePages } from '#http/pages.ts'
import { createPlanBook, useRateLimit } from '#http/rate-limit.ts'
import { useRequestDoors } from '#http/requests.ts'
import { FAULT_SCHEMA } from '#http/schema-kit.ts'
import type { Tokens } from '#http/tokens.ts'
import type { App } from '#http/types.ts'
import { routableUrl } from '#http/urls.ts'
import { assertStorableUrl, schemaController, validationFailure } from '#http/validation.ts'
import type { Config } from './config.ts'
import { findKeyHolder, MODULES, TAGS } from './modules.ts'

export interface Deps {
  config: Config
  doors: Doors
  tools: Tools
  tokens: Tokens
  internet?: Internet | undefined
  /** The tests add modules of their own, and read the log. */
  modules?: readonly Module[]
  logTo?: LogSink
}

/** For answers that are data; pages say for themselves what they may load. Routes that may be kept say so too. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The API reference is a page with a script and styles of its own; everything else is data. */
const REFERENCE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"

/** Called from the pages of others: widgets, forms, the portal, and tools that read the description. */
const OPEN_TO_ALL_ORIGINS = /^\/api\/v1\/(public\/|openapi\.json$)/

const BODY_LIMIT_BYTES = 1024 * 1024

/** The application: never listens, never reads the environment. The tests build the very same one. */
export async function buildApp({
  config,
  doors,
  tools,
  tokens,
  internet = INTERNET,
  modules = MODULES,
  logTo,
}: Deps): Promise<App> {
  const app: FastifyInstance = fastify({
    ...logging(config, logTo),
    schemaController,
    schemaErrorFormatter: validationFailure,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trust(config.trustProxy),
    requestTimeout: 30_000,
    // For whoever asks and then does not read the answer: Node lets it pass once or twice before it cuts the line.
    // Longer than the longest wait of a handler, which is for a bucket.
    connectionTimeout: 75_000,
    keepAliveTimeout: 72_000,
    // A missing Host header is refused by the error edge: Node would answer it outside the envelope.
    // Looked for every second: thousands who came together and said nothing are not all cut in one turn of the loop.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    forceCloseConnections: 'idle',
    // What still arrives on an open line while the process stops is answered, not turned away outside the envelope.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    rewriteUrl: routableUrl,
    // Node bounds the whole url; a bound of the router's own would be answered outside the hooks.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: answerUnreadableRequest,
  })
  app.withTypeProvider<TypeBoxTypeProvider>()
  app.decorate('doors', doors)
  app.decorate('tools', tools)
  app.addSchema(FAULT_SCHEMA)
  useJsonBodies(app)
  app.addHook('preValidation', ({ params, query }, _reply, done) => {
    assertStorableUrl(params, query)
    done()
  })

  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    if (OPEN_TO_ALL_ORIGINS.test(request.originalUrl))
      reply.header('cross-origin-resource-policy', 'cross-origin')
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    if (request.url.startsWith('/docs')) reply.header('content-security-policy', REFERENCE_POLICY)
    done()
  })
  const common = {
    // Without the headers of a preflight it would answer in plain text.
    strictPreflight: false,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'x-request-id',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'retry-after',
      'content-disposition',
    ],
    maxAge: 600,
  }
  const toAll = { ...common, origin: '*', credentials: false }
  const toOurs = { ...common, origin: [...config.corsOrigins], credentials: true }
  await app.register(cors, {
    delegator: (request, done) => done(null, OPEN_TO_ALL_ORIGINS.test(request.originalUrl) ? toAll : toOurs),
  })
  await app.register(cookie)

  const plans = createPlanBook(doors)
  useIdentity(app, tokens)
  useRequestDoors(app, plans)
  await useRateLimit(app, {
    publicLimit: config.publicRateLimit,
    redisUrl: config.redisUrl,
    plans,
    readKey: createKeyReader(app, findKeyHolder),
  })
  requireIdentity(app)
  useErrorEdge(app)
  useOperations(app, doors)
  usePages(app)
  await useOpenApi(app, config.publicUrl, TAGS)

  for (const module of modules) {
    await app.register(
      async (scope) => module.routes(scope as unknown as App, { config, tokens, internet, modules }),
      { prefix: '/api/v1' },
    )
  }
  await app.ready()
  return app as unknown as App
}

/** A number of hops, counted from here outwards. */
function trust(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}
