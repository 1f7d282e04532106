import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import { createBrowserSessions } from '#http/browser-session.ts'
import { useCompression } from '#http/compression.ts'
import { useDeclaredAnswers } from '#http/declared.ts'
import { answerUnreadableRequest, useErrorEdge } from '#http/errors.ts'
import { useHostCheck } from '#http/host.ts'
import { createKeyReader, requireIdentity, useIdentity } from '#http/identity.ts'
import { useJsonBodies } from '#http/json-bodies.ts'
import { useLastUse } from '#http/last-use.ts'
import { useLeaving } from '#http/leaving.ts'
import { type LogSink, logging } from '#http/logging.ts'
import { useOpenApi, VERSION } from '#http/openapi.ts'
import { useOperations } from '#http/operations.ts'
import { warnOfUntrustedProxy } from '#http/proxy-warning.ts'
import { createPlanCache, useRateLimit } from '#http/rate-limit.ts'
import { useReadTrail } from '#http/read-trail.ts'
import { useRecordTags } from '#http/records.ts'
import { useRequestAccess } from '#http/requests.ts'
import { useResponseHeaders } from '#http/response-headers.ts'
import { FAULT_SCHEMA } from '#http/schema-kit.ts'
import { useSudo } from '#http/sudo.ts'
import type { Tokens } from '#http/tokens.ts'
import { useTracing } from '#http/tracing.ts'
import type { App } from '#http/types.ts'
import { routableUrl } from '#http/urls.ts'
import { assertStorableUrl, schemaController, validationFailure } from '#http/validation.ts'
import { type Counters, createCounters } from '#kernel/counters.ts'
import type { Module } from '#modules/module.ts'
import { NETWORK, type Network } from '#outbound/outbound.ts'
import { useAssets } from '#pages/assets.ts'
import { useConsole } from '#pages/console.ts'
import { useGuide } from '#pages/guide.ts'
import { sendRefusalPage } from '#pages/refusal.ts'
import { takeForms } from '#pages/routes.ts'
import { useVerifier } from '#pages/verify.ts'
import { useWellKnown } from '#pages/well-known.ts'
import type { Config } from './config.ts'
import { useMcp } from './mcp/routes.ts'
import { findKeyHolder, findScimHolder, MODULES } from './modules.ts'

export interface Deps {
  config: Config
  /** Undefined when the app is only described: then no handler runs. */
  access: TenantAccess | undefined
  tools: Tools
  tokens: Tokens
  network?: Network | undefined
  /** The tests add modules of their own, and read the log. */
  modules?: readonly Module[]
  logTo?: LogSink | undefined
  /** Counts the jobs of this process, for /metrics. */
  counters?: Counters
  /** The registry of /metrics. */
  registry?: Registry
}

/** The API reference is a page with a script and styles of its own; everything else is data. */
const REFERENCE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"

const BODY_LIMIT_BYTES = 1024 * 1024

/** The application: never listens, never reads the environment. The tests build exactly this one. */
export async function buildApp({
  config,
  access,
  tools,
  tokens,
  network = NETWORK,
  modules = MODULES,
  logTo,
  counters = createCounters(),
  registry = new Registry(),
}: Deps): Promise<App> {
  const app: FastifyInstance = fastify({
    ...logging(config, logTo),
    schemaController,
    schemaErrorFormatter: validationFailure,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trust(config.trustProxy),
    requestTimeout: 30_000,
    // For clients that do not read the answer: Node closes the connection after one or two such periods.
    // Longer than the longest wait of a handler, which is for a bucket.
    connectionTimeout: 75_000,
    keepAliveTimeout: 72_000,
    // http/host.ts refuses a missing Host header: Node would answer it outside the envelope.
    // Timeouts are checked every second, so thousands of silent connections that came together do not all close in one turn.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    forceCloseConnections: 'idle',
    // Requests that still arrive on an open connection during a stop are answered, not refused outside the envelope.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    rewriteUrl: routableUrl,
    // Node bounds the whole url. A refusal by the router's own bound would skip the hooks.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: answerUnreadableRequest,
  })
  app.withTypeProvider<TypeBoxTypeProvider>()
  app.decorate('access', access!)
  app.decorate('tools', tools)
  app.addSchema(FAULT_SCHEMA)
  useTracing(app)
  useJsonBodies(app)
  app.addHook('preValidation', ({ url, params, query }, _reply, done) => {
    // Only a percent-encoded url can carry a character that the database cannot store.
    if (url.includes('%')) assertStorableUrl(params, query)
    done()
  })

  const { isLeaving } = useLeaving(app)
  useResponseHeaders(app, config.corsOrigins)
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/docs')) reply.header('content-security-policy', REFERENCE_POLICY)
    done()
  })
  await app.register(cookie)

  const plans = createPlanCache(app.access)
  useDeclaredAnswers(app)
  const browsers = createBrowserSessions(tools.vault, config.publicUrl)
  useIdentity(app, tokens, browsers)
  useRequestAccess(app, plans)
  await useRateLimit(app, {
    publicLimit: config.publicRateLimit,
    redisUrl: config.redisUrl,
    plans,
    readKey: createKeyReader(app, { apiKey: findKeyHolder, scim: findScimHolder }),
  })
  requireIdentity(app)
  useSudo(app)
  useLastUse(app)
  useReadTrail(app)
  useRecordTags(app)
  useCompression(app)
  if (config.trustProxy === false) warnOfUntrustedProxy(app)
  useHostCheck(app)
  useErrorEdge(app, sendRefusalPage)
  useOperations(app, config, {
    registry,
    counters,
    figures: modules.flatMap((module) => module.figures ?? []),
    isLeaving,
  })
  useAssets(app)
  useConsole(app, browsers.cookie.name)
  useGuide(app)
  useVerifier(app)
  useWellKnown(app)
  const tags = modules.map(({ name, tag }) => ({ name, description: tag }))
  await useOpenApi(
    app,
    config.publicUrl,
    tags,
    modules.flatMap((module) => module.schemas ?? []),
    modules.flatMap((module) => module.webhooks ?? []),
  )

  useMcp(app, VERSION)

  const deps = { config, tokens, browsers, network, modules }
  await app.register(async (scope) => {
    takeForms(scope)
    for (const module of modules) module.pages?.(scope as unknown as App, deps)
  })
  for (const module of modules)
    await app.register(async (scope) => module.routes(scope as unknown as App, deps), { prefix: '/api/v1' })
  await app.ready()
  return app as unknown as App
}

/** Trusts this many proxies, counted outwards from this process. */
function trust(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}
