import { after } from 'node:test'
import Type from 'typebox'
import { audit } from '#db/audit.ts'
import { page } from '#db/sql.ts'
import type { LogSink } from '#http/logging.ts'
import * as kit from '#http/schema-kit.ts'
import { newId } from '#kernel/ids.ts'
import { pagination } from '#kernel/paging.ts'
import { auth } from '#modules/auth/module.ts'
import type { Module } from '#modules/module.ts'
import { org } from '#modules/org/module.ts'
import { settings } from '#modules/settings/module.ts'
import { buildApp } from '#src/app.ts'
import { readConfig } from '#src/config.ts'
import { openService, TestService } from './service.ts'

/** The HTTP layer with a few routes that test it, independent of the real modules. */
export async function openProbe(env: Record<string, string> = {}, logTo?: LogSink): Promise<TestService> {
  const base = await openService(env)
  return probeOver(base, env, logTo)
}

/** A second app over the same database, in place of another process. */
export async function probeOver(
  base: TestService,
  env: Record<string, string> = {},
  logTo?: LogSink,
): Promise<TestService> {
  const config = readConfig({
    APP_SECRET: 'not used: tokens and vault come from the service',
    DATA_DIR: base.dataDir,
    LOG_LEVEL: logTo ? 'info' : 'silent',
    PUBLIC_RATE_LIMIT: '1000000',
    PUBLIC_URL: 'https://resguardo.test',
    ...env,
  })
  const { access, tokens } = base
  const app = await buildApp({
    config,
    access,
    tools: base.app.tools,
    tokens,
    modules: [auth, org, settings, probe],
    ...(logTo && { logTo }),
  })
  after(() => app.close())
  return new TestService({ ...base.service, app }, base.mailbox, base.clock, base.dataDir, base.config)
}

let pass: () => Promise<void> = async () => {}

/** Holds the next call of `/probe/slow` until it is released. */
export function holdSlow(): { arrived: Promise<void>; release: () => void } {
  const [arrival, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  pass = () => {
    arrival.resolve()
    return release.promise
  }
  return { arrived: arrival.promise, release: release.resolve }
}

const Thing = Type.Object(
  {
    name: kit.Name(),
    count: kit.optional(kit.Count()),
    email: kit.optional(kit.Email()),
    day: kit.optional(kit.CalendarDate()),
    at: kit.optional(kit.Instant()),
    color: kit.optional(kit.oneOf(['rojo', 'verde'])),
    active: kit.optional(kit.Flag()),
    labels: kit.optional(kit.Texts()),
    parts: kit.optional(Type.Array(Type.Object({ name: kit.Name() }), { maxItems: 200 })),
    config: kit.optional(kit.FreeObject()),
  },
  { examples: [{ name: 'Algo' }] },
)
const Made = Type.Object({
  id: kit.Id(),
  name: Type.String({ examples: ['Algo'] }),
  received: kit.FreeObject(),
})
const Filter = Type.Object({
  ...kit.Paging,
  q: Type.Optional(kit.ShortText()),
  active: Type.Optional(kit.Flag()),
})
const ByKey = Type.Object({ key: Type.String({ examples: ['clave'] }) })
const Counted = Type.Object({ first: Type.Integer(), second: Type.Integer() })
const PUBLIC = { type: 'public', id: undefined, name: undefined, role: undefined } as const
const tags = ['probe']

let calls = 0

const probe: Module = {
  name: 'probe',
  tag: 'Pruebas',
  routes(app) {
    const make = (path: string, wait: () => Promise<void>) =>
      app.post(
        path,
        {
          config: { role: 'ANALYST' },
          schema: {
            tags,
            operationId: path,
            summary: 'Crear',
            body: Thing,
            response: { 201: kit.data(Made) },
          },
        },
        (req) =>
          req.act(async (ctx) => {
            await wait()
            const id = newId()
            await audit(ctx, { action: 'create', entityType: 'thing', entityId: id, after: req.body })
            return { id, name: req.body.name, received: req.body }
          }),
      )
    make('/probe/things', async () => undefined)
    make('/probe/slow', () => pass())

    app.get(
      '/probe/things',
      {
        config: { role: 'VIEWER' },
        schema: {
          tags,
          operationId: 'listThings',
          summary: 'Listar',
          querystring: Filter,
          response: { 200: kit.data(kit.listOf('items', Type.Object({ id: kit.Id() }))) },
        },
      },
      (req) =>
        req.read(async (ctx) => {
          const { q } = req.query
          let query = ctx.db
            .selectFrom('audit_log')
            .select('id')
            .where('tenant_id', '=', ctx.tenantId)
            .where('entity_type', '=', 'thing')
            .orderBy('id', 'desc')
          if (q !== undefined) query = query.where('entity_id', 'like', `%${q}%`)
          const { rows, total } = await page(ctx.db, query, req.query)
          return { items: rows, pagination: pagination(req.query, total) }
        }),
    )
    app.get(
      '/probe/things/:id',
      {
        config: { role: 'VIEWER', writesBecause: 'a test asks for the role' },
        schema: {
          tags,
          operationId: 'getThing',
          summary: 'Ver',
          params: kit.ById,
          response: { 200: kit.data(Type.Object({ role: kit.Id() })) },
        },
      },
      (req) => req.act(async (ctx) => ({ role: String(ctx.actor.role) })),
    )
    app.post(
      '/probe/unaudited',
      {
        config: { role: 'ANALYST' },
        schema: { tags, operationId: 'unaudited', summary: 'Sin rastro', response: { 200: kit.done } },
      },
      (req) =>
        req.act(async (ctx) => {
          const blank = { recipient: 'x@ejemplo.cl', subject: 'x', body_text: 'x', body_html: 'x' }
          const mail = { tenant_id: ctx.tenantId, id: newId(), created_at: ctx.now, ...blank }
          await ctx.db.insertInto('mails').values(mail).execute()
        }),
    )
    app.post(
      '/probe/twice',
      {
        config: { role: 'ANALYST', audit: false },
        schema: { tags, operationId: 'twice', summary: 'Dos actos', response: { 200: kit.data(Counted) } },
      },
      async (req) => {
        const count = async () => {
          calls += 1
          return calls
        }
        const [first, second] = [await req.act(count), await req.act(count)]
        return { success: true as const, data: { first: first.data, second: second.data } }
      },
    )
    app.get(
      '/probe/sneaky',
      {
        config: { role: 'VIEWER' },
        schema: { tags, operationId: 'sneaky', summary: 'Escribir sin decirlo', response: { 200: kit.done } },
      },
      (req) => req.act(async () => undefined),
    )
    app.get(
      '/probe/crash',
      {
        config: { role: 'PUBLIC' },
        schema: { tags, operationId: 'crash', summary: 'Fallar', response: { 200: kit.done } },
      },
      async () => {
        throw new Error('something broke')
      },
    )
    app.get(
      '/external/probe',
      {
        config: { role: 'API_KEY', scope: 'probe:read' },
        schema: { tags, operationId: 'externalProbe', summary: 'Con clave', response: { 200: kit.done } },
      },
      (req) => req.read(async () => undefined),
    )
    app.get(
      '/public/probe/:key',
      {
        config: { role: 'PUBLIC', writesBecause: 'a test opens the system’s rights' },
        schema: {
          tags,
          operationId: 'publicProbe',
          summary: 'Público',
          params: ByKey,
          response: { 200: kit.data(Type.Object({ found: Type.Boolean() })) },
        },
      },
      (req) =>
        req.asSystem('a test looks for a tenant', async (db) => {
          const tenants = db.selectFrom('tenants').select('id').where('slug', '=', req.params.key)
          return { found: (await tenants.executeTakeFirst()) !== undefined }
        }),
    )
    for (const role of ['PUBLIC', 'PORTAL'] as const) {
      app.post(
        role === 'PUBLIC' ? '/public/probe/:key' : '/public/probe/:key/portal',
        {
          config: { role },
          schema: {
            tags,
            operationId: `${role}-act`,
            summary: 'Público que actúa',
            params: ByKey,
            body: Thing,
            response: { 201: kit.data(Made) },
          },
        },
        (req) =>
          req.actFor(req.params.key, PUBLIC, async (ctx) => {
            const id = newId()
            await audit(ctx, { action: 'create', entityType: 'thing', entityId: id, after: req.body })
            return { id, name: req.body.name, received: req.body }
          }),
      )
    }
  },
}
