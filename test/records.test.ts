import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordKind } from '#db/records.ts'
import { exampleOf } from '#http/schema-kit.ts'
import { newId } from '#kernel/ids.ts'
import { ROLES } from '#kernel/roles.ts'
import { MARK, plantRows, snapshot } from './kit/other-tenant.ts'
import { openService } from './kit/service.ts'

/**
 * Walks over the routes of records and their versions. contract-live.test.ts sends the current version with each write, and
 * each write passes.
 */
const id = newId()
const proof = `${MARK} ${id}`
const api = await openService(
  {},
  {
    network: {
      get: async () => {
        throw new Error('the proof of a domain is looked for in the DNS first')
      },
      connect: async () => {
        throw new Error('nobody visits a site here')
      },
      resolveTxt: async () => [proof, `resguardo-verification=${proof}`],
    },
  },
)
const { engine } = api.access.database
const ana = await api.tenant()
await plantRows(engine, ana.tenantId, id)
// The route looks for the proof before it writes.
await engine.asOwner(`update domains set url = 'https://ejemplo.cl' where id = '${id}'`)

interface Schema {
  format?: string
  properties?: Record<string, Schema>
}

interface Route {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  record: RecordKind | undefined
  schema: { params?: Schema; body?: Schema; response?: Record<string, { content?: unknown }> }
}

const PREFIX = '/api/v1'
const routes = api.app.routeTable
  .filter(({ url, config }) => url.startsWith(PREFIX) && ROLES.some((role) => role === config?.role))
  .map(({ method, url, config, schema }) => {
    const path = url.slice(PREFIX.length)
    return { name: `${method} ${path}`, method, url: path, record: config?.record, schema } as Route
  })
const isRead = ({ method }: Route) => method === 'GET' || (method as string) === 'HEAD'
const shapeOf = (url: string) => url.replace(/:\w+/g, ':id')
/** GETs that return one record as data: their path ends with the id. Files are bytes and never change. */
const shown = routes.filter(
  ({ method, url, schema }) =>
    method === 'GET' &&
    /^[^:]*\/:\w+$/.test(url) &&
    schema.response?.['200']?.content === undefined &&
    Object.values(schema.params?.properties ?? {})[0]?.format === 'uuid',
)
const writes = routes.filter((route) => !isRead(route))
const heeding = writes.filter(({ record, url }) => record && (record.isOnly || url.includes(':')))

/** Shown records without a version, with the reason. */
const NO_VERSION: Record<string, string> = {
  'GET /consent/records/:id': 'a decision is evidence: nobody can change it',
}

test('every GET of one record shows its version', () => {
  assert.ok(shown.length > 15, String(shown.length))
  assert.deepEqual(
    shown.filter(({ name, record }) => !record && !(name in NO_VERSION)).map(({ name }) => name),
    [],
  )
})

/** Posts below a record that leave it unchanged. */
const NO_WRITES: Record<string, string> = {
  'POST /rat/activities/:id/from-template':
    'it takes the system of an activity, or nothing of one that is called «new», and makes another',
  'POST /dsar/requests/:id/respond/preview': 'it reads the letter of an answer that is not sent',
  'POST /consent/notices/:id/preview/config': 'it shows a notice with changes that are not saved',
  'POST /connectors/:id/test': 'it tries a connector and changes nothing of it',
  'POST /settings/webhooks/:id/test': 'it sends an event to a webhook and changes nothing of it',
  'POST /settings/webhooks/:id/deliveries/:deliveryId/redeliver':
    'it sends an event again and changes nothing of the webhook',
  'POST /dsar/requests/:id/tasks/:taskId/run': 'it asks a system, which answers the task later',
}

/** PUT and PATCH without a version, each with its reason. */
const NO_RECORD: Record<string, string> = {
  'PATCH /auth/me': 'only the person changes this name, one field',
  'PATCH /auth/passkeys/:id': 'only the person names this key, one field',
  'PUT /auth/preferences': 'only the person changes these, and each window keeps its own',
  'PUT /settings/notifications': 'only the person changes these choices, one at a time',
  'PUT /scim/v2/Users/:id':
    'the directory is the source of these data, and SCIM makes conditions optional (RFC 7644, 3.14)',
  'PATCH /scim/v2/Users/:id': 'as PUT',
  'PATCH /scim/v2/Groups/:id': 'it adds and removes single members',
  'PUT /public/uploads/:uploadKey': 'a key takes one file, once',
  'PUT /public/questionnaires/:key':
    'the page saves each answer by itself, beside the answers of colleagues with the same link',
}

test('every PUT and PATCH is about a record, and heeds its version', () => {
  const names = api.app.routeTable
    .filter(({ method, url }) => /^(PUT|PATCH)$/.test(String(method)) && url.startsWith(PREFIX))
    .map(({ method, url }) => `${method} ${url.slice(PREFIX.length)}`)
  assert.ok(names.length > 40, String(names.length))
  const unheeding = names.filter((name) => !heeding.some((route) => route.name === name))
  assert.deepEqual(unheeding.toSorted(), Object.keys(NO_RECORD).toSorted())
})

test('every write below a record is listed as one of it', () => {
  const forgotten = writes.filter(
    ({ name, url, record }) =>
      !(name in NO_WRITES) &&
      !record &&
      shown.some((one) => `${shapeOf(url)}/`.startsWith(`${shapeOf(one.url)}/`)),
  )
  assert.deepEqual(
    forgotten.map(({ name }) => name),
    [],
  )
  assert.ok(heeding.length > 70, String(heeding.length))
})

/** Bodies that need no lookup before the act. */
const PLAIN: Record<string, object> = { 'PUT /settings/sso': { enabled: false, allowedDomains: [] } }

/** The service opens the file before the act. routes.alone.test.ts sends an outdated version there. */
const OPENED_FIRST = ['PUT /settings/signing-certificate']

test('every write of a record refuses an outdated version and changes nothing', async () => {
  const before = await snapshot(engine, ana.tenantId)
  const faults: string[] = []
  for (const route of heeding) {
    if (OPENED_FIRST.includes(route.name)) continue
    const { method, url, schema } = route
    const path = url.replace(/:(\w+)/g, (_, name: string) => {
      const part = schema.params?.properties?.[name] ?? {}
      return part.format === 'uuid' ? id : encodeURIComponent(String(exampleOf(part as never)))
    })
    const example = schema.body === undefined ? undefined : exampleOf(schema.body as never)
    const body = PLAIN[route.name] ?? example
    const reply = await ana.call(method, path, body, { headers: { 'if-match': '"anterior"' } })
    const { code, details } = reply.body?.error ?? {}
    if (reply.status !== 412 || code !== 'CONFLICT' || details[0]?.rule !== 'if-match')
      faults.push(`${route.name}: ${reply.status} ${JSON.stringify(reply.body)}`)
  }
  assert.deepEqual(faults, [])
  assert.deepEqual(await snapshot(engine, ana.tenantId), before)
})

test('the API description says where a version is returned and where it is checked', () => {
  interface Operation {
    parameters?: { in: string; name: string }[]
    responses: Record<string, { headers?: Record<string, unknown> }>
  }
  const { paths } = api.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
  const named = (url: string) => `${PREFIX}${url.replace(/:(\w+)/g, '{$1}')}`
  const faults = routes.flatMap((route) => {
    const operation = paths[named(route.url)]?.[route.method.toLowerCase()]
    if (!operation) return []
    const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))!
    const isHeeding = heeding.includes(route)
    const takes = operation.parameters?.some((one) => one.in === 'header' && one.name === 'if-match') ?? false
    return [
      ...('ETag' in (success.headers ?? {}) === Boolean(route.record) ? [] : [`${route.name}: ETag`]),
      ...(takes === isHeeding ? [] : [`${route.name}: If-Match`]),
      ...('412' in operation.responses === isHeeding ? [] : [`${route.name}: 412`]),
    ]
  })
  assert.deepEqual(faults, [])
})
