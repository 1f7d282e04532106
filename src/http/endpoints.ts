import type {
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onRequestAsyncHookHandler,
  preValidationAsyncHookHandler,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { RecordKind } from '#db/records.ts'
import { ROLES } from '#kernel/roles.ts'
import { LegalWarnings, type Warned } from './legal-schemas.ts'
import { downloadOf, type ReadTrace, type TraceOf } from './read-trail.ts'
import { readsFrom } from './reads-from.ts'
import { data, done, faults } from './schema-kit.ts'
import { scopeOf } from './scopes.ts'
import type { Sudo } from './sudo.ts'
import type { App, Enveloped, RouteAccess } from './types.ts'

/**
 * One endpoint as one flat declaration. `read` runs in a transaction that cannot write, `act` in one that must leave
 * an audit row. `handle` is a plain Fastify handler for everything else: pages, files, public keys.
 */
type Endpoint<P, Q, B, O> = Declaration<P, Q, B, O> & Work<P, Q, B, O>

interface Declaration<P, Q, B, O> {
  /** The operation's name in the API description and in the client. */
  id: string
  summary: string
  description?: string
  role: RouteAccess
  params?: P
  query?: Q
  body?: B
  /** The payload of 200. Without `ok`, `created` and `file` the answer is the bare envelope. */
  ok?: O
  /** The payload of 201. */
  created?: O
  /** The payload of 202: accepted, not done yet. */
  accepted?: TSchema
  /** A 200 that is a file, with its media types. If `ok` is set too, the query chooses the file. */
  file?: { description: string; types: readonly string[] }
  /** Browsers get a page instead of data. With its own `errorHandler` they also get refusals as pages. */
  page?: true
  /** Redirects browsers with this status. Without `ok` there is no other answer. */
  redirects?: 302 | 303
  /**
   * The record that is shown, changed or made. Answers carry its version as `ETag`. Writes of a record named by the path
   * heed `If-Match`. The first variable of the path is its id.
   */
  record?: RecordKind
  /** Answers 304 to a known `If-None-Match`. */
  notModified?: true
  /**
   * Makes something official: the body may hold an `override`, and the answer holds `warnings`, inside the data and beside
   * it. Its `act` passes the legal gate.
   */
  official?: true
  /** Statuses beyond those that every endpoint of its kind has. */
  refusals?: readonly number[]
  /** The reason why a GET writes. Any other GET must not write. */
  writesBecause?: string
  /** The scope that an API key needs, if it differs from the module's. */
  scope?: string
  /** Writes an audit row for a mere reading. Files do so by default. */
  trace?: ReadTrace | TraceOf
  /** Only for a named person: refuses API keys. */
  personOnly?: true
  /** Pages also call it while nobody uses them, so it does not count as use of a browser session. */
  unattended?: true
  budget?: 'signin' | 'banner' | 'none'
  /** Dangerous: the person of a browser session must prove again who they are. */
  sudo?: Sudo
  audit?: false
  deprecated?: string
  rawBody?: true
  rateLimit?: false
  bodyLimit?: number
  onRequest?: onRequestAsyncHookHandler
  preValidation?: preValidationAsyncHookHandler
  /** Shapes refusals itself: a page instead of JSON. */
  errorHandler?: RouteErrorHandler
  /** Words the faults of a path, a query or a body differently. */
  schemaErrorFormatter?: RouteShorthandOptions['schemaErrorFormatter']
  headers?: TSchema
  /** Details that only the API description needs. */
  describe?: Record<string, unknown>
}

type Work<P, Q, B, O> =
  | { read: (ctx: ReadCtx, input: Input<P, Q, B>) => Promise<Result<O>> }
  | { act: (ctx: WriteCtx, input: Input<P, Q, B>) => Promise<Result<O>> }
  | {
      handle: (
        req: Incoming<P, Q, B>,
        reply: FastifyReply,
      ) => FastifyReply | Promise<Enveloped<Result<O>> | FastifyReply>
    }

// biome-ignore lint/suspicious/noConfusingVoidType: a use case that returns nothing is typed void.
type Result<O> = [O] extends [TSchema] ? Unwarned<Static<O>> : void
/** The declaration adds the warnings itself. */
type Unwarned<T> = T extends Warned ? Omit<T, 'warnings'> : T
type Value<S> = [S] extends [TSchema] ? Static<S> : undefined

interface Input<P, Q, B> {
  params: Value<P>
  query: Value<Q>
  body: Value<B>
}

type Incoming<P, Q, B> = FastifyRequest & Input<P, Q, B>

type RouteErrorHandler = NonNullable<RouteShorthandOptions['errorHandler']>

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

type Declare = <
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
  O extends TSchema | undefined = undefined,
>(
  path: string,
  endpoint: Endpoint<P, Q, B, O>,
) => void

/** Declares endpoints under a tag of the API description. */
export function endpoints(app: App, tag: string): Record<Method, Declare> {
  const declare = (method: Method) =>
    ((path: string, endpoint: Endpoint<TSchema, TSchema, TSchema, TSchema>) => {
      const { bodyLimit, onRequest, preValidation, errorHandler, schemaErrorFormatter } = endpoint
      const hooks = { onRequest, preValidation, errorHandler, schemaErrorFormatter }
      const config = { ...configOf(tag, method, endpoint), ...readsFrom(method, path, endpoint) }
      const schema = schemaOf(tag, endpoint) as FastifySchema
      app[method](path, given({ config, schema, bodyLimit, ...hooks }) as object, handlerOf(endpoint))
    }) as Declare
  return {
    get: declare('get'),
    post: declare('post'),
    put: declare('put'),
    patch: declare('patch'),
    delete: declare('delete'),
  }
}

type AnyEndpoint = Endpoint<TSchema, TSchema, TSchema, TSchema>

function configOf(tag: string, method: Method, endpoint: AnyEndpoint) {
  const { role, budget, sudo, audit, deprecated, rawBody, rateLimit, writesBecause, official, unattended } =
    endpoint
  const work = 'read' in endpoint ? 'read' : 'act' in endpoint ? 'act' : 'handle'
  const scope = endpoint.scope ?? scopeFor(tag, method, endpoint)
  const trace = endpoint.trace ?? (endpoint.file && isForMembers(endpoint) ? downloadOf(tag) : undefined)
  const answers = {
    deprecated,
    rawBody,
    rateLimit,
    writesBecause,
    official,
    unattended,
    record: endpoint.record,
  }
  const config = { role, work, scope, budget, sudo, trace, audit, ...answers }
  return given(config as typeof config & { work: 'read' | 'act' | 'handle' })
}

function isForMembers(endpoint: AnyEndpoint): boolean {
  return ROLES.some((role) => role === endpoint.role)
}

/** An API key may call every route that asks for a member's role, except those for a named person. */
function scopeFor(tag: string, method: Method, endpoint: AnyEndpoint) {
  if (endpoint.personOnly || !isForMembers(endpoint)) return undefined
  return scopeOf(tag, method === 'get' || 'read' in endpoint ? 'read' : 'write')
}

function schemaOf(tag: string, endpoint: AnyEndpoint): object {
  const { id, summary, description, params, query, body, headers, page, errorHandler, describe, ok, file } =
    endpoint
  return given({
    tags: [tag],
    operationId: id,
    summary,
    description,
    params,
    querystring: query,
    body,
    headers,
    response: responsesOf(endpoint),
    ...(ok && file && { 'x-files': file.types }),
    ...(page && { 'x-page': errorHandler ? 'always' : 'success' }),
    ...describe,
  })
}

function responsesOf(endpoint: AnyEndpoint): object {
  const { accepted, notModified, redirects, refusals = [] } = endpoint
  return {
    ...successOf(endpoint),
    ...(accepted && { 202: data(accepted) }),
    ...(redirects && { [redirects]: REDIRECTION }),
    ...(notModified && { 304: NOT_MODIFIED }),
    ...faults(...refusals),
  }
}

function successOf({ ok, created, accepted, file, redirects, official }: AnyEndpoint): object {
  const beside = official ? { warnings: LegalWarnings() } : {}
  if (created) return { 201: data(created, beside) }
  if (ok) return { 200: data(ok, beside) }
  if (file) return { 200: binary(file) }
  return redirects || accepted ? {} : { 200: done }
}

const REDIRECTION = Type.Null({ description: 'El navegador sigue en la dirección de «Location»' })

const NOT_MODIFIED = Type.Null({ description: 'Sin cambios desde la respuesta anterior (If-None-Match)' })

function binary({ description, types }: { description: string; types: readonly string[] }) {
  const bytes = { schema: { type: 'string', format: 'binary' } }
  return { description, content: Object.fromEntries(types.map((type) => [type, bytes])) }
}

function handlerOf(endpoint: AnyEndpoint): RouteHandlerMethod {
  if ('read' in endpoint) {
    const { read } = endpoint
    return (req) => {
      // A repeated POST gets the first answer even if it changes nothing, so the answer is written.
      const isRepeatable = req.method === 'POST' && req.headers['idempotency-key'] !== undefined
      return req[isRepeatable ? 'act' : 'read']((ctx) => read(ctx, req as Input<TSchema, TSchema, TSchema>))
    }
  }
  if ('act' in endpoint) {
    const { act, official } = endpoint
    if (official) return officialHandler(act)
    return (req) => req.act((ctx) => act(ctx, req as Input<TSchema, TSchema, TSchema>))
  }
  return endpoint.handle as unknown as RouteHandlerMethod
}

type Act = (ctx: WriteCtx, input: Input<TSchema, TSchema, TSchema>) => Promise<unknown>

function officialHandler(act: Act): RouteHandlerMethod {
  return async (req) => {
    const input = req as Input<TSchema, TSchema, TSchema>
    const { override } = (input.body ?? {}) as { override?: { reason: string } | null }
    const answer = await req.act(async (ctx) => {
      ctx.gate.override = override ?? undefined
      const result = (await act(ctx, input)) as object
      return { ...result, warnings: ctx.gate.warnings }
    })
    return { ...answer, warnings: answer.data.warnings }
  }
}

function given<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
