import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { exampleOf } from '#http/schema-kit.ts'
import type { RouteAccess } from '#http/types.ts'
import { newId } from '#kernel/ids.ts'
import { ROLES, type Role, reaches } from '#kernel/roles.ts'
import { digest } from '#kernel/secrets.ts'
import { MODULES } from '#src/modules.ts'
import { MARK, plantRows, snapshot } from './kit/other-tenant.ts'
import { type Caller, openService, type Reply } from './kit/service.ts'

/**
 * Walks over the route table: what must hold for every endpoint is checked for every endpoint, including new ones. Bodies
 * are the examples of the API reference, so they are tested too.
 */
const api = await openService()
const { engine } = api.access.database

interface Schema {
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  examples?: unknown[]
  content?: unknown
}

interface Route {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  access: RouteAccess
  scope: string | undefined
  schema: {
    operationId?: string
    summary?: string
    tags?: string[]
    hide?: boolean
    body?: Schema
    params?: Schema
    querystring?: Schema
    response?: Record<string, Schema>
  }
}

const PREFIX = '/api/v1'
const routes = api.app.routeTable
  .filter(({ url }) => url.startsWith(`${PREFIX}/`))
  .map(
    ({ method, url, config, schema }) =>
      ({
        name: `${method} ${url.slice(PREFIX.length)}`,
        method,
        url: url.slice(PREFIX.length),
        access: config!.role!,
        scope: config!.scope,
        schema: schema ?? {},
      }) as Route,
  )
const documented = routes.filter(({ schema }) => !schema.hide)
const isRole = (access: RouteAccess): access is Role => (ROLES as readonly string[]).includes(access)
const forMembers = routes.filter(({ access }) => isRole(access))
const forKeys = routes.filter(({ access }) => access === 'API_KEY')
/** Other routes that a key with the scope can call. */
const alsoForKeys = forMembers.filter(({ scope }) => scope !== undefined)

const ana = await api.tenant({ name: 'Quien llama' })
const pedro = await api.tenant({ name: 'La otra organización' })
const foreignId = newId()
await api.access.asSystem('a test adds a user elsewhere', async (db) => {
  const stamps = { created_at: new Date(), updated_at: new Date() }
  const user = { id: foreignId, email: `${foreignId}@ejemplo.cl`, name: MARK, password_hash: null }
  await db
    .insertInto('users')
    .values({ ...user, ...stamps })
    .execute()
})
await plantRows(engine, pedro.tenantId, foreignId)

/** A caller with a key that has these scopes. The organisation is Ana's by default. */
async function keyWith(scopes: string[], { tenantId } = ana): Promise<Caller> {
  const key = `rsg_${newId()}`
  const stamps = { created_at: new Date(), updated_at: new Date() }
  await api.access.asSystem('a test adds an API key', (db) =>
    db
      .insertInto('api_keys')
      .values({
        tenant_id: tenantId,
        id: newId(),
        name: 'Clave de prueba',
        prefix: key.slice(0, 8),
        key_hash: digest(key),
        scopes,
        role: 'DPO',
        is_active: true,
        ...stamps,
      })
      .execute(),
  )
  return api.with({ 'x-api-key': key })
}
const everyScope = [...new Set([...forKeys, ...alsoForKeys].flatMap(({ scope }) => scope ?? []))]

/** The path with its ids replaced. Other variables get the value of their example. */
function fill({ url, schema }: Route, id: string): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => {
    const part = schema.params?.properties?.[name] ?? {}
    return encodeURIComponent(part.format === 'uuid' ? id : String(exampleOf(part as never) ?? 'texto'))
  })
  const query = (schema.querystring?.required ?? []).map(
    (name) => [name, String(exampleOf(schema.querystring!.properties![name] as never))] as [string, string],
  )
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`
}

const hasIds = ({ schema }: Route) =>
  Object.values(schema.params?.properties ?? {}).some(({ format }) => format === 'uuid')

function call(caller: Caller, route: Route, id = newId()): Promise<Reply> {
  const body = route.schema.body === undefined ? undefined : exampleOf(route.schema.body as never)
  return caller.call(route.method, fill(route, id), body)
}

/** Calls each route once and reports every unexpected answer, not only the first. */
async function expect(
  some: readonly Route[],
  answer: (route: Route) => Promise<Reply>,
  expected: (route: Route) => string,
): Promise<void> {
  const faults: string[] = []
  for (const route of some) {
    const { status, body } = await answer(route)
    const got = `${status} ${body?.error?.code}`
    if (got !== expected(route)) faults.push(`${route.name}: ${got} instead of ${expected(route)}`)
    else if (typeof body.error.message !== 'string') faults.push(`${route.name}: no message`)
  }
  assert.deepEqual(faults, [])
}

const NOT_FOUND = ({ url }: Route) =>
  /^\/workflow(s|-instances)(\/|$)/.test(url) ? '404 NOT_FOUND' : '404 RESOURCE_NOT_FOUND'

test('there are routes to walk over', () => {
  assert.ok(forMembers.length > 10)
})

test('every route that is not public refuses a missing or made-up credential', async () => {
  const closed = routes.filter(({ access }) => access !== 'PUBLIC' && access !== 'SCIM')
  const now = api.clock.now()
  const token = api.tokens.sign({ ...ana, sessionId: newId(), role: 'OWNER' }, now)
  const expired = api.tokens.sign(
    { ...ana, sessionId: newId(), role: 'OWNER' },
    new Date(now.getTime() - 3600_000),
  )
  const strangers = [
    api.anyone,
    api.with({ authorization: 'Bearer nada', 'x-api-key': 'nada' }),
    api.with({ authorization: `Bearer ${token.slice(0, -2)}xx` }),
    api.with({ authorization: `Bearer ${expired}` }),
  ]
  for (const caller of strangers)
    await expect(
      closed,
      (route) => call(caller, route),
      () => '401 UNAUTHORIZED',
    )
  // SCIM answers have a format of their own.
  const forScim = routes.filter(({ access }) => access === 'SCIM')
  assert.ok(forScim.length > 5)
  for (const caller of strangers)
    for (const route of forScim) assert.equal((await call(caller, route)).status, 401, route.name)
  const signedOut = api.with({ authorization: `Bearer ${token}` })
  await expect(
    forMembers,
    (route) => call(signedOut, route),
    () => '401 UNAUTHORIZED',
  )
})

test('every route refuses the role just below the one it needs', async () => {
  const below = (access: RouteAccess) => ROLES[ROLES.indexOf(access as Role) + 1]
  const people = new Map(
    await Promise.all(ROLES.map(async (role) => [role, await ana.colleague(role)] as const)),
  )
  await expect(
    forMembers.filter(({ access }) => below(access) !== undefined),
    (route) => call(people.get(below(route.access)!)!, route),
    () => '403 FORBIDDEN',
  )
})

test('every route immediately refuses a former member', async () => {
  const former = await ana.colleague('OWNER')
  await api.access.asSystem('a test removes a member', (db) =>
    db.deleteFrom('memberships').where('user_id', '=', former.userId).execute(),
  )
  await expect(
    forMembers,
    (route) => call(former, route),
    () => '403 FORBIDDEN',
  )
})

test('every route for API keys refuses a key without its scope', async () => {
  const key = await keyWith(['otro:permiso'])
  await expect(
    [...forKeys, ...forMembers].filter(({ scope, access }) => scope !== undefined || isRole(access)),
    (route) => call(key, route),
    () => '403 FORBIDDEN',
  )
})

test('with its scope a key reaches what its role may, except routes for people', async () => {
  const key = await keyWith(everyScope)
  const mayPass = ({ scope, access }: Route) =>
    scope !== undefined && isRole(access) && reaches('DPO', access)
  const refused: string[] = []
  for (const route of forMembers.filter(mayPass)) {
    const { status } = await call(key, route)
    if (status === 401 || status === 403 || status >= 500) refused.push(`${route.name}: ${status}`)
  }
  assert.deepEqual(refused, [])
  await expect(
    forMembers.filter((route) => !mayPass(route)),
    (route) => call(key, route),
    () => '403 FORBIDDEN',
  )
  await expect(
    routes.filter(({ access }) => access === 'SIGNED_IN'),
    (route) => call(key, route),
    () => '403 FORBIDDEN',
  )
})

/** People manage these, so no key may, whatever its scopes. A new route below them must be closed too. */
test('only people manage members, keys, sessions and decisions', () => {
  const PEOPLE = [
    /^\/auth\//,
    /^\/settings\/(members|api-keys|sso|scim)/,
    /\/action$/,
    /^\/contracts\/:id\/sign$/,
  ]
  const open = [...forMembers, ...routes.filter(({ access }) => access === 'SIGNED_IN')]
    .filter(({ url, scope }) => PEOPLE.some((path) => path.test(url)) && scope !== undefined)
    .map(({ name }) => name)
  assert.deepEqual(open, [])
})

test('records of another organisation are not found and stay unchanged', async () => {
  // Each round is about an organisation's limit of calls per minute, so each has its own organisation.
  const [person, keyHolder] = [await api.tenant(), await api.tenant()]
  const key = await keyWith(everyScope, keyHolder)
  const before = await snapshot(engine, pedro.tenantId)
  for (const [table, rows] of Object.entries(before)) assert.ok(rows.length > 0, `no foreign row in ${table}`)
  await expect(
    [...forMembers, ...forKeys].filter(hasIds),
    (route) => call(route.access === 'API_KEY' ? key : person, route, foreignId),
    NOT_FOUND,
  )
  await expect(
    alsoForKeys.filter((route) => hasIds(route) && isRole(route.access) && reaches('DPO', route.access)),
    (route) => call(key, route, foreignId),
    NOT_FOUND,
  )
  assert.deepEqual(await snapshot(engine, pedro.tenantId), before)
})

test('an unknown or invalid id is not found', async () => {
  const key = await keyWith(everyScope)
  for (const id of [newId(), 'no-es-un-id', '%00', "1' or '1'='1", '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9g']) {
    // Each round is about an organisation's limit of calls per minute.
    const person = await api.tenant()
    await expect(
      [...forMembers, ...forKeys].filter(hasIds),
      (route) => call(route.access === 'API_KEY' ? key : person, route, id),
      NOT_FOUND,
    )
  }
})

test('every path variable that names an id is declared as an id', () => {
  /**
   * Paths where other words are valid: records of a workflow may live elsewhere, so any text names one. The word «new»
   * stands for no activity. Templates of the record have names.
   */
  const OPEN = [
    '/workflow-instances/entity/:entityType/:entityId',
    '/rat/activities/:id/from-template',
    '/rat/templates/:templateId',
  ]
  const faults = forMembers
    .filter(({ url }) => !OPEN.some((open) => url.startsWith(open)))
    .flatMap(({ name, url, schema }) =>
      [...url.matchAll(/:(\w*id)\b/gi)]
        .filter(([, variable]) => schema.params?.properties?.[variable!]?.format !== 'uuid')
        .map(([, variable]) => `${name}: ${variable}`),
    )
  assert.deepEqual(faults, [])
})

test('every route can read its example body, and no answer shows other people’s data', async () => {
  const faults: string[] = []
  const key = await keyWith(everyScope)
  // Routes for files take no JSON. Their modules' tests send files.
  for (const route of documented.filter(({ schema }) => !('consumes' in schema))) {
    // Signing out and similar calls would end this test's own session.
    const caller =
      route.access === 'API_KEY' ? key : route.access === 'SIGNED_IN' ? await ana.colleague('OWNER') : ana
    const { status, body, raw } = await call(caller, route, foreignId)
    if (status >= 500 || body?.error?.code === 'VALIDATION_ERROR')
      if (status !== 422 && route.name !== 'PUT /settings/signing-certificate')
        // The example of a certificate is not a real one. Its module's tests send real ones.
        faults.push(`${route.name}: ${status} ${JSON.stringify(body?.error)}`)
    if (raw.includes(MARK)) faults.push(`${route.name}: shows a foreign row`)
  }
  assert.deepEqual(faults, [])
})

test('every route has its own name, a Spanish summary, its module’s tag and an answer', () => {
  const ENGLISH = /\b(the|of|and|list|get|create|update|delete|add|remove|by|with|for|from|to)\b/i
  const tags = MODULES.map(({ name }) => name)
  const faults = documented.flatMap(({ name, schema: { operationId, summary, tags: own, response } }) => [
    ...(/^[a-z][A-Za-z0-9]+$/.test(operationId ?? '') ? [] : [`${name}: operationId`]),
    ...(/^\p{Lu}.+[^.]$/u.test(summary ?? '') && !ENGLISH.test(summary!)
      ? []
      : [`${name}: summary «${summary}»`]),
    ...(own?.length === 1 && tags.includes(own[0]!) ? [] : [`${name}: tags`]),
    ...(Object.keys(response ?? {}).some((status) => /^[23]/.test(status)) ? [] : [`${name}: no answer`]),
  ])
  assert.deepEqual(faults, [])
  const ids = documented.map(({ schema }) => schema.operationId)
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
    'operationId used twice',
  )
})

test('every body and every JSON answer has an example that fits its schema', () => {
  interface Content {
    schema: object
    example?: unknown
    examples?: unknown
  }
  interface Operation {
    operationId: string
    requestBody?: { content: Record<string, Content> }
    responses: Record<string, { content?: Record<string, Content> }>
  }
  const document = api.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'openapi')
  const faults: string[] = []
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { operationId, requestBody, responses }] of Object.entries(operations)) {
      const pointer = `openapi#/paths/${path.replaceAll('/', '~1')}/${method}`
      const parts = [
        ['requestBody', requestBody?.content?.['application/json']] as const,
        ...Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([status, { content }]) => [`responses/${status}`, content?.['application/json']] as const),
      ]
      for (const [part, content] of parts) {
        if (!content) continue
        if (content.example === undefined) faults.push(`${operationId} ${part}: no example`)
        else if (
          !ajv.validate(
            { $ref: encodeURI(`${pointer}/${part}/content/application~1json/schema`) },
            content.example,
          )
        )
          faults.push(`${operationId} ${part}: ${ajv.errorsText()}`)
      }
    }
  assert.deepEqual(faults, [])
})

test('a GET writes only where its declaration says why', () => {
  const writing = api.app.routeTable.filter(
    ({ method, config }) => method === 'GET' && config?.work === 'act',
  )
  const silent = writing.filter(({ config }) => config?.writesBecause === undefined)
  assert.deepEqual(
    silent.map(({ url }) => url),
    [],
  )
})

test('bodies and answers have names in the API description, with a few known exceptions', () => {
  const { paths } = api.app.swagger() as unknown as { paths: Record<string, Record<string, Described>> }
  interface Shape {
    $ref?: string
    anyOf?: Shape[]
    items?: Shape
    properties?: Record<string, Shape>
  }
  interface Described {
    operationId: string
    requestBody?: { content: Record<string, { schema: Shape }> }
    responses: Record<string, { content?: Record<string, { schema: Shape }> }>
  }
  const isNamed = (shape: Shape): boolean =>
    [shape, shape.items, ...(shape.anyOf ?? [])].some((part) => part?.$ref !== undefined) ||
    (shape.properties?.['pagination'] !== undefined && Object.values(shape.properties).some(isNamed))
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const anonymous = operations.filter(({ requestBody, responses }) => {
    const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    const payloads = answers.map(
      ([, { content }]) => content?.['application/json']?.schema.properties?.['data'],
    )
    const shapes = [requestBody?.content['application/json']?.schema, ...payloads]
    return shapes.some((shape) => shape && !isNamed(shape))
  })
  assert.deepEqual(
    anonymous.map(({ operationId }) => operationId),
    // The body of this operation has one of two shapes.
    ['receiveSiemAlert'],
  )
})
