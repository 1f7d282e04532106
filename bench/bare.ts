import fastify from 'fastify'
import pg from 'pg'
import { openEmbedded } from '#db/embedded/embedded.ts'
import { reportUsage } from './usage.ts'

/**
 * The bare routes, in a process of their own. They list and count the same rows and do nothing else: no identity, no
 * isolation, no limits. `insert` writes one row and nothing else. `hello` answers without a database.
 */
const COLUMNS =
  'id, actor_type, actor_id, actor_name, action, entity_type, entity_id, changes, request_id, created_at'
const LIST = `select ${COLUMNS} from audit_log where tenant_id = $1 order by created_at desc, id desc limit 20`
const COUNT = 'select count(*)::int as total from audit_log where tenant_id = $1'
const ACTIVITIES = `select id, name, purpose, legal_basis, data_categories, subject_categories, retention_period, status,
    system_id, risk_level, dpia_required, has_sensitive_data, created_at, updated_at
  from activities where tenant_id = $1 order by created_at desc, id desc limit 20`
const COUNT_ACTIVITIES = 'select count(*)::int as total from activities where tenant_id = $1'
const FOUND = `select a.id, a.name, left(a.purpose, 200) as purpose, a.status, a.updated_at
  from (select entity_id from search_words where tenant_id = $1 and list = 'activities' and word >= $2 and word < $3
    order by word desc, entity_id desc limit 1000) w
  join activities a on a.tenant_id = $1 and a.id = w.entity_id
  order by a.updated_at desc, a.id desc limit 5`
const INSERT = `insert into consent_records (tenant_id, id, notice_id, notice_version, content_hash, subject_ref,
    decisions, action, granted, source, url, ip_hash, receipt, created_at)
  values ($1, gen_random_uuid(), $1, 1, repeat('a', 64), $2, $3::jsonb, 'custom', true, 'banner', $4, repeat('a', 64),
    repeat('a', 64), now())
  returning id, receipt, created_at`

const text = { type: ['string', 'null'] }
const item = {
  type: 'object',
  properties: {
    id: text,
    actor_type: text,
    actor_id: text,
    actor_name: text,
    action: text,
    entity_type: text,
    entity_id: text,
    changes: { type: 'object', additionalProperties: true },
    request_id: text,
    created_at: { type: 'string' },
  },
}
const response = {
  200: {
    type: 'object',
    properties: { items: { type: 'array', items: item }, total: { type: 'integer' } },
  },
}

interface Decision {
  subjectRef: string
  decisions: Record<string, boolean>
  url: string
}
const decision = {
  type: 'object',
  required: ['subjectRef', 'decisions', 'url'],
  properties: {
    subjectRef: { type: 'string' },
    decisions: { type: 'object', additionalProperties: { type: 'boolean' } },
    url: { type: 'string' },
  },
}
const recorded = {
  type: 'object',
  properties: { id: text, receipt: text, created_at: { type: 'string' } },
}

const url = process.env['DATABASE_URL']
const query = url ? onServer(url) : await embedded(process.env['DATA_DIR']!)
const app = fastify({ logger: false })
app.get('/hello', async () => ({ hello: 'world' }))
app.get<{ Params: { tenantId: string } }>('/list/:tenantId', { schema: { response } }, async ({ params }) => {
  const [items, [count]] = await Promise.all([
    query('list', LIST, [params.tenantId]),
    query('count', COUNT, [params.tenantId]),
  ])
  return { items, total: count!['total'] }
})
app.get<{ Params: { tenantId: string } }>('/activities/:tenantId', async ({ params }) => {
  const [items, [count]] = await Promise.all([
    query('activities', ACTIVITIES, [params.tenantId]),
    query('count activities', COUNT_ACTIVITIES, [params.tenantId]),
  ])
  return { items, total: count!['total'] }
})
app.get<{ Params: { tenantId: string; word: string } }>('/search/:tenantId/:word', async ({ params }) => {
  const { tenantId, word } = params
  return { items: await query('found', FOUND, [tenantId, word, `${word}\u{10ffff}`]) }
})
app.post<{ Params: { tenantId: string }; Body: Decision }>(
  '/insert/:tenantId',
  { schema: { body: decision, response: { 201: recorded } } },
  async ({ params, body }, reply) => {
    const values = [params.tenantId, body.subjectRef, JSON.stringify(body.decisions), body.url]
    const [row] = await query('insert', INSERT, values)
    return reply.code(201).send(row)
  },
)
reportUsage(await app.listen({ port: 0, host: '127.0.0.1' }))

type Query = (name: string, sql: string, values: string[]) => Promise<Record<string, unknown>[]>

function onServer(connectionString: string): Query {
  const pool = new pg.Pool({ connectionString, max: 8 })
  return async (name, text, values) => (await pool.query({ name, text, values })).rows
}

async function embedded(dataDir: string): Promise<Query> {
  const engine = await openEmbedded(dataDir)
  return async (_name, sql, values) => (await engine.asOwner(sql, values)).rows
}
