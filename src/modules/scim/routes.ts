import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { Actor, ReadCtx, WriteCtx } from '#db/context.ts'
import { toFailure } from '#http/errors.ts'
import { acceptJson } from '#http/json-bodies.ts'
import type { App } from '#http/types.ts'
import type { Role } from '#kernel/roles.ts'
import { attributesOf, memberChanges, patched } from './rules.ts'
import * as schemas from './schemas.ts'
import * as scim from './service.ts'
import * as views from './views.ts'

const MEDIA_TYPE = 'application/scim+json'
const MOST_RESULTS = 200
const USUAL_RESULTS = 100

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** RFC 7644 has its own media types, errors and lists, so these routes do not use `endpoints`. */
export function routes(app: App): void {
  const root = `${app.tools.publicUrl}/api/v1/scim/v2`
  acceptJson(app, MEDIA_TYPE)
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error)
    if (failure.kind === 'internal') request.log.error({ err: error }, 'unexpected error')
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
    return send(reply, failure.status, views.errorView(failure))
  })

  /** `handle` returns the body of a 200, or answers itself. */
  function route(
    method: Method,
    path: string,
    handle: (req: FastifyRequest, reply: FastifyReply) => Promise<object> | object,
    shapes: { body?: TSchema; querystring?: TSchema } = {},
  ): void {
    const schema = { hide: true, ...shapes } as FastifySchema
    app[method](`/scim/v2${path}`, { config: { role: 'SCIM' }, schema }, async (req, reply) => {
      const answer = await handle(req, reply)
      return reply.sent ? reply : send(reply, reply.statusCode, answer)
    })
  }
  const read = async <T>(req: FastifyRequest, work: (ctx: ReadCtx) => Promise<T>): Promise<T> =>
    ((await req.readFor(req.tenantId, work)) as { data: T }).data
  const act = async <T>(req: FastifyRequest, work: (ctx: WriteCtx) => Promise<T>): Promise<T> =>
    ((await req.actFor(req.tenantId, actorOf(req), work)) as { data: T }).data
  const idOf = (req: FastifyRequest) => (req.params as { id: string }).id
  const operationsOf = (req: FastifyRequest) => (req.body as schemas.PatchBody).Operations

  route('get', '/ServiceProviderConfig', () => views.SERVICE_PROVIDER_CONFIG)
  route('get', '/ResourceTypes', () => views.listView(views.RESOURCE_TYPES, views.RESOURCE_TYPES.length, 1))
  route('get', '/Schemas', () => views.listView(views.SCHEMAS, views.SCHEMAS.length, 1))

  route(
    'get',
    '/Users',
    async (req) => {
      const query = pageOf(req.query as schemas.ListQuery)
      const { rows, total } = await read(req, (ctx) => scim.listUsers(ctx, query))
      return views.listView(
        rows.map((row) => views.userView(root, row)),
        total,
        query.startIndex,
      )
    },
    { querystring: schemas.ListQuery },
  )
  route(
    'post',
    '/Users',
    async (req, reply) => {
      const attributes = attributesOf(req.body as Record<string, unknown>)
      const user = views.userView(root, await act(req, (ctx) => scim.createUser(ctx, attributes)))
      reply.code(201).header('location', user.meta.location)
      return user
    },
    { body: schemas.UserBody },
  )
  route('get', '/Users/:id', async (req) =>
    views.userView(root, await read(req, (ctx) => scim.getUser(ctx, idOf(req)))),
  )
  route(
    'put',
    '/Users/:id',
    async (req) => {
      const sent = attributesOf(req.body as Record<string, unknown>)
      const isWithoutRoles = (req.body as { roles?: unknown }).roles === undefined
      const replaced = (before: typeof sent) => ({
        ...sent,
        groups: isWithoutRoles ? before.groups : sent.groups,
      })
      return views.userView(root, await act(req, (ctx) => scim.changeUser(ctx, idOf(req), replaced)))
    },
    { body: schemas.UserBody },
  )
  route(
    'patch',
    '/Users/:id',
    async (req) => {
      const change = (before: Parameters<typeof patched>[0]) => patched(before, operationsOf(req))
      return views.userView(root, await act(req, (ctx) => scim.changeUser(ctx, idOf(req), change)))
    },
    { body: schemas.PatchBody },
  )
  route('delete', '/Users/:id', async (req, reply) => {
    await act(req, (ctx) => scim.removeUser(ctx, idOf(req)))
    return reply.code(204).send()
  })

  route(
    'get',
    '/Groups',
    async (req) => {
      const query = req.query as schemas.ListQuery
      const { startIndex, count } = pageOf(query)
      const groups = await read(req, (ctx) => scim.listGroups(ctx, query.filter))
      const shown = groups.slice(startIndex - 1, startIndex - 1 + count)
      return views.listView(
        shown.map((group) => views.groupView(root, group, wantsMembers(req))),
        groups.length,
        startIndex,
      )
    },
    { querystring: schemas.ListQuery },
  )
  route(
    'get',
    '/Groups/:id',
    async (req) =>
      views.groupView(root, await read(req, (ctx) => scim.getGroup(ctx, idOf(req))), wantsMembers(req)),
    { querystring: schemas.ListQuery },
  )
  route(
    'patch',
    '/Groups/:id',
    async (req, reply) => {
      const changesOf = (role: Role) => memberChanges(role, operationsOf(req))
      await act(req, (ctx) => scim.changeGroup(ctx, idOf(req), changesOf))
      return reply.code(204).send()
    },
    { body: schemas.PatchBody },
  )
}

function send(reply: FastifyReply, status: number, answer: object): FastifyReply {
  return reply.code(status).type(`${MEDIA_TYPE}; charset=utf-8`).serializer(JSON.stringify).send(answer)
}

function actorOf({ keyHolder }: FastifyRequest): Actor {
  return { type: 'scim', id: keyHolder!.keyId, name: keyHolder!.name, role: undefined }
}

/** RFC 7644, 3.4.2.4: an index below 1 means 1, a count below 0 means 0. */
function pageOf({ filter, startIndex, count }: schemas.ListQuery): scim.ListQuery {
  return {
    filter,
    startIndex: Math.max(1, Number(startIndex ?? 1)),
    count: Math.min(MOST_RESULTS, Math.max(0, Number(count ?? USUAL_RESULTS))),
  }
}

function wantsMembers(req: FastifyRequest): boolean {
  return !/\bmembers\b/i.test((req.query as schemas.ListQuery).excludedAttributes ?? '')
}
