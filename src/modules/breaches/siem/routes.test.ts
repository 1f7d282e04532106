import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/dates.ts'
import { hmac } from '#kernel/secrets.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const secret = await secretOf(ana)

async function secretOf(person: Person): Promise<string> {
  return (await person.get('/settings/tenant')).data.siemSecret
}

/** Signs in again: the clock has moved on and the first session has expired. */
async function signIn({ email }: Person) {
  const { data } = await api.anyone.post('/auth/login', { email, password: 'una-frase-larga' })
  return api.with({ authorization: `Bearer ${data.access_token}` })
}

const nested = (fields: object = {}) => ({
  alert: {
    rule: { id: '5712', description: 'SSHD brute force', level: 10 },
    agent: { name: 'web-01' },
    timestamp: '2026-03-02T10:45:00.000-0300',
    ...fields,
  },
})
const flat = (fields: object = {}) => ({
  source: 'wazuh',
  rule_id: 31103,
  rule_level: 12,
  rule_description: 'SQL injection attempt',
  agent: { id: '001', name: 'db-01' },
  timestamp: '2026-03-02T13:45:00Z',
  data: { srcip: '203.0.113.7', dstip: '10.0.0.5', action: 'blocked' },
  ...fields,
})

let serial = 0
/** A serial number keeps two tests from sending the same bytes by accident. */
const unique = (payload: object) => JSON.stringify({ ...payload, serial: ++serial })

function send(payload: string | Buffer, options: { slug?: string; signature?: string; type?: string } = {}) {
  const { slug = ana.slug, signature = `sha256=${hmac(secret, Buffer.from(payload))}`, type } = options
  return api.anyone.post(`/webhooks/siem/${slug}`, undefined, {
    payload,
    headers: { 'x-siem-signature': signature, ...(type && { 'content-type': type }) },
  })
}

const breachOf = async (id: string, person: Person = ana) => (await person.get(`/breaches/${id}`)).data
const total = async () => (await ana.get('/breaches?limit=1')).data.pagination.total

// ── from alert to breach ──

test('a signed alert creates a breach', async () => {
  const reply = await send(unique(nested()))
  assert.equal(reply.status, 201)
  const { breachId, ...rest } = reply.data
  assert.deepEqual(rest, { status: 'detected', detectionSource: 'siem' })
  const breach = await breachOf(breachId)
  assert.equal(breach.status, 'detected')
  assert.equal(breach.detectionSource, 'siem')
  assert.equal(breach.title, 'SSHD brute force')
  assert.equal(breach.detectedAt, '2026-03-02T13:45:00.000Z')
  assert.equal(breach.notificationDeadlineAt, '2026-03-05T13:45:00.000Z')
  assert.equal(breach.severity, 'medium')
  assert.deepEqual(breach.alert, nested().alert)
  assert.match(breach.description, /web-01.*5712.*nivel 10/)
  assert.deepEqual(
    breach.events.map(({ type, actorId }: Record<string, unknown>) => [type, actorId]),
    [
      ['created', null],
      ['siem_alert', null],
    ],
  )
  assert.deepEqual(breach.events[1].details, {
    ruleId: '5712',
    level: 10,
    severity: 'medium',
    agent: 'web-01',
  })
  const listed = (await ana.get('/breaches')).data.items[0]
  assert.deepEqual([listed.id, listed.severity], [breachId, 'medium'])
})

test('the flat variant creates one too', async () => {
  const { status, data } = await send(unique(flat()))
  assert.equal(status, 201)
  const breach = await breachOf(data.breachId)
  assert.equal(breach.title, 'SQL injection attempt')
  assert.equal(breach.detectedAt, '2026-03-02T13:45:00.000Z')
  assert.equal(breach.severity, 'high')
  assert.equal(breach.alert.data.srcip, '203.0.113.7')
})

for (const [level, severity] of [
  [0, 'low'],
  [7, 'low'],
  [8, 'medium'],
  [10, 'medium'],
  [11, 'high'],
  [13, 'high'],
  [14, 'critical'],
  [16, 'critical'],
] as const) {
  test(`level ${level} is of ${severity} severity`, async () => {
    const { data } = await send(unique(flat({ rule_level: level })))
    assert.equal((await breachOf(data.breachId)).severity, severity)
  })
}

test('a real alert of Wazuh is accepted: dozens of fields, ids of either type, its own time format, spaces kept', async () => {
  const alert = {
    timestamp: '2026-03-01T10:00:00.000+0000',
    rule: {
      level: 5,
      description: 'Autenticación fallida: «ñandú» 🦩',
      id: 5503,
      mitre: { id: ['T1110'], tactic: ['Credential Access'], technique: ['Brute Force'] },
      firedtimes: 3,
      mail: false,
      groups: ['pam', 'syslog', 'authentication_failed'],
      pci_dss: ['10.2.4'],
    },
    agent: { id: '001', name: 'web-01', ip: '10.0.0.4' },
    manager: { name: 'wazuh-manager' },
    id: '1580123327.49031',
    full_log: 'x'.repeat(20_000),
    predecoder: { program_name: 'sshd', timestamp: 'Jan 27 10:10:00', hostname: 'web-01' },
    decoder: { parent: 'pam', name: 'pam' },
    data: { srcuser: 'root', uid: '0', deep: { er: [{ and: null }] } },
    location: '/var/log/auth.log',
  }
  const { status, data } = await send(JSON.stringify({ alert, extra: true }, null, 4))
  assert.equal(status, 201)
  const breach = await breachOf(data.breachId)
  assert.equal(breach.detectedAt, '2026-03-01T10:00:00.000Z')
  assert.deepEqual(breach.alert, alert)
})

test('an agent whose clock runs ahead loses no alert: the time of receipt is the latest detection', async (t) => {
  t.after(() => api.clock.release())
  const now = new Date()
  api.clock.set(now)
  const [came, edge, past] = [0, 10 * MINUTE_MS, 10 * MINUTE_MS + 1].map((ms) => after(now, ms).toISOString())
  for (const [timestamp, detectedAt] of [
    [edge, edge],
    [past, came],
    ['2061-06-01T12:00:00.000+0000', came],
    ['1999-12-31T23:59:59.000Z', '1999-12-31T23:59:59.000Z'],
  ]) {
    const { status, data } = await send(unique(nested({ timestamp })))
    assert.equal(status, 201, timestamp)
    const breach = await breachOf(data.breachId)
    assert.deepEqual([breach.detectedAt, breach.alert.timestamp], [detectedAt, timestamp])
  }
})

test('a description longer than a title is cut, never inside a character', async () => {
  const description = `${'x'.repeat(199)}🦩${'y'.repeat(300)}`
  const { status, data } = await send(unique(nested({ rule: { id: '1', description, level: 3 } })))
  assert.equal(status, 201)
  const breach = await breachOf(data.breachId)
  assert.equal(breach.title.length, 200)
  assert.ok(breach.title.isWellFormed())
  assert.ok(breach.description.includes(description))
})

test('the audit log names the SIEM and does not store the alert again', async () => {
  const { data } = await send(unique(nested({ full_log: 'secreto de bitácora' })))
  const rows = await api.access.asSystem('a test reads the audit log', (db) =>
    db.selectFrom('audit_log').selectAll().where('entity_id', '=', data.breachId).execute(),
  )
  assert.deepEqual(
    rows.map(({ action, actor_type, actor_name }) => [action, actor_type, actor_name]),
    [['create', 'system', 'SIEM']],
  )
  assert.equal(JSON.stringify(rows).includes('secreto de bitácora'), false)
})

// ── signatures ──

test('no signature, a wrong one and an unknown slug get the same 401', async () => {
  const before = await total()
  const body = unique(nested())
  const right = hmac(secret, body)
  const other = await api.tenant()
  const answers = [
    await send(body, { signature: '' }),
    await send(body, { signature: `sha256=${'0'.repeat(64)}` }),
    await send(body, { signature: right }),
    await send(body, { signature: `sha1=${right}` }),
    await send(body, { signature: `sha256=${right.slice(0, -1)}` }),
    await send(`${body} `, { signature: `sha256=${right}` }),
    await send(body, { signature: `sha256=${hmac('otro secreto', body)}` }),
    await send(body, { slug: 'no-existe' }),
    await send(body, { slug: other.slug }),
    await send(body, { slug: 'Ñ' }),
    await api.anyone.post(`/webhooks/siem/${ana.slug}`, JSON.parse(body)),
    await api.anyone.post(`/webhooks/siem/${ana.slug}`),
  ]
  for (const reply of answers) {
    assert.equal(reply.status, 401)
    assert.deepEqual(reply.body, answers[0]!.body)
    assert.equal(reply.body.error.code, 'UNAUTHORIZED')
    assert.ok(reply.headers['x-ratelimit-remaining'] !== undefined)
  }
  assert.equal(await total(), before)
})

test('a signature in capital letters is the same signature', async () => {
  const body = unique(nested())
  assert.equal((await send(body, { signature: `SHA256=${hmac(secret, body).toUpperCase()}` })).status, 201)
})

test('the signature is checked before the body: wrong with a bad body is 401, right with a bad body is 400', async () => {
  const bad = [
    'esto no es JSON',
    '{"alert":',
    '',
    '[]',
    'null',
    '5',
    '{}',
    JSON.stringify({ alert: {} }),
    JSON.stringify({ alert: 'x' }),
    JSON.stringify({ alert: null }),
    ...['rule', 'agent', 'timestamp'].map((field) => JSON.stringify(nested({ [field]: undefined }))),
    JSON.stringify(nested({ rule: { id: '1', description: 'x', level: '10' } })),
    JSON.stringify(nested({ rule: { id: '1', description: 'x', level: -1 } })),
    JSON.stringify(nested({ rule: { id: '1', description: ' ', level: 1 } })),
    JSON.stringify(nested({ rule: { id: {}, description: 'x', level: 1 } })),
    JSON.stringify(nested({ timestamp: 'ayer' })),
    JSON.stringify(nested({ timestamp: '2026-02-30T10:00:00.000+0000' })),
    JSON.stringify(nested({ agent: { name: '' } })),
    JSON.stringify(nested({ full_log: 'a\u0000b' })),
    ...Object.keys(flat())
      .filter((field) => field !== 'source' && field !== 'data')
      .map((field) => JSON.stringify(flat({ [field]: undefined }))),
  ]
  const before = await total()
  for (const body of bad) {
    assert.equal((await send(body, { signature: 'sha256=00' })).status, 401, body)
    const reply = await send(body)
    assert.equal(reply.status, 400, body)
    assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
  }
  assert.equal(await total(), before)
})

test('the faults named are those of the variant that was sent', async () => {
  const reply = await send(JSON.stringify(nested({ timestamp: undefined, agent: undefined })))
  const paths = reply.body.error.details.map(({ path }: { path: string }) => path)
  assert.ok(paths.includes('alert.timestamp') && paths.includes('alert.agent'))
  assert.equal(paths.includes('rule_id'), false)
  assert.equal(
    (await send(JSON.stringify(nested({ timestamp: 'ayer' })))).body.error.details[0].path,
    'alert.timestamp',
  )
})

test('a body of another type is 415', async () => {
  const body = unique(nested())
  assert.equal((await send(body, { type: 'text/plain' })).status, 415)
  assert.equal((await send(body, { type: 'application/json; charset=utf-8' })).status, 201)
})

test('an alert larger than 1 MiB is 413', async () => {
  assert.equal((await send(unique(nested({ full_log: 'x'.repeat(1024 * 1024) })))).status, 413)
})

test('JSON nested beyond reason is 400', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const body = JSON.stringify(nested({ data: 'HERE' })).replace('"HERE"', deep)
  assert.equal((await send(body)).status, 400)
  assert.equal((await send(body, { signature: 'x' })).status, 401)
})

// ── the same alert again ──

test('the same bytes return the same breach in any of its states', async () => {
  const body = unique(nested())
  const before = await total()
  const first = await send(body)
  await ana.patch(`/breaches/${first.data.breachId}/status`, { status: 'investigating' })
  const again = await send(body)
  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal(await total(), before + 1)
  const other = await send(`${body}\n`)
  assert.notEqual(other.data.breachId, first.data.breachId)
})

test('identical simultaneous alerts create one breach', async () => {
  const body = unique(nested())
  const before = await total()
  const replies = await Promise.all(Array.from({ length: 8 }, () => send(body)))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(replies.map(({ data }) => data.breachId)).size, 1)
  assert.equal(await total(), before + 1)
})

test('two tenants may receive the same bytes: each has its own breach', async () => {
  const pedro = await api.tenant()
  const body = unique(nested())
  const theirs = await send(body, {
    slug: pedro.slug,
    signature: `sha256=${hmac(await secretOf(pedro), body)}`,
  })
  const ours = await send(body)
  assert.notEqual(ours.data.breachId, theirs.data.breachId)
  assert.equal((await ana.get(`/breaches/${theirs.data.breachId}`)).status, 404)
  assert.equal((await breachOf(theirs.data.breachId, pedro)).detectionSource, 'siem')
})

test('the same bytes are the same alert years later, also under the former secret; an old new alert is accepted', async (t) => {
  t.after(() => api.clock.release())
  api.clock.set(new Date())
  const owner = await api.tenant()
  const key = await secretOf(owner)
  const post = (body: string) => send(body, { slug: owner.slug, signature: `sha256=${hmac(key, body)}` })
  const body = unique(nested())
  const first = await post(body)
  api.clock.advance(2 * DAY_MS)
  assert.deepEqual((await post(body)).body, first.body)
  api.clock.advance(3 * 365 * DAY_MS)
  const replies = await Promise.all([post(body), post(body), post(body)])
  for (const reply of replies) assert.deepEqual([reply.status, reply.body], [201, first.body])
  const late = await post(unique(nested({ timestamp: '2019-01-01T00:00:00Z' })))
  assert.equal(late.status, 201)
  assert.notEqual(late.data.breachId, first.data.breachId)

  const again = (await api.anyone.post('/auth/login', { email: owner.email, password: 'una-frase-larga' }))
    .data
  const here = api.with({ authorization: `Bearer ${again.access_token}` })
  assert.equal((await here.get('/breaches')).data.pagination.total, 2)
  await here.put('/settings/tenant', { siemSecret: 'un secreto nuevo y largo' })
  assert.equal((await post(body)).data.breachId, first.data.breachId)
})

// ── rotation ──

test('for a day after a rotation the former secret is still valid, and only that one', async (t) => {
  t.after(() => api.clock.release())
  api.clock.set(new Date())
  const owner = await api.tenant()
  const signedBy = (key: string) => {
    const body = unique(nested())
    return send(body, { slug: owner.slug, signature: `sha256=${hmac(key, body)}` })
  }
  const first = await secretOf(owner)
  const second = 'un secreto nuevo y largo'
  const third = 'otro secreto nuevo y largo'
  assert.equal((await owner.put('/settings/tenant', { siemSecret: second })).status, 200)
  assert.equal((await signedBy(first)).status, 201)
  assert.equal((await signedBy(second)).status, 201)
  assert.equal((await signedBy(third)).status, 401)

  api.clock.advance(60_000)
  assert.equal((await owner.put('/settings/tenant', { siemSecret: third })).status, 200)
  assert.equal((await signedBy(first)).status, 401)
  assert.equal((await signedBy(second)).status, 201)
  assert.equal((await signedBy(third)).status, 201)

  api.clock.advance(DAY_MS - 1)
  assert.equal((await signedBy(second)).status, 201)
  api.clock.advance(1)
  assert.equal((await signedBy(second)).status, 401)
  assert.equal((await signedBy(third)).status, 201)
})

test('the overlap is as long as requested, shown while it runs, and ended or shortened by hours alone', async (t) => {
  t.after(() => api.clock.release())
  const now = new Date()
  api.clock.set(now)
  const owner = await api.tenant()
  const first = await secretOf(owner)
  const dpo = await owner.colleague('DPO')
  assert.equal((await dpo.put('/settings/tenant', { siemSecretOverlapHours: 0 })).status, 403)
  assert.equal((await dpo.get('/settings/tenant')).data.siemPreviousSecretUntil, null)
  const second = 'un secreto nuevo y largo'
  const good = async (key: string) => {
    const body = unique(nested())
    const { status } = await send(body, { slug: owner.slug, signature: `sha256=${hmac(key, body)}` })
    return status === 201
  }
  const put = async (body: object) => {
    const { status, data } = await here.put('/settings/tenant', body)
    assert.equal(status, 200)
    assert.equal(
      (await here.get('/settings/tenant')).data.siemPreviousSecretUntil,
      data.siemPreviousSecretUntil,
    )
    return data.siemPreviousSecretUntil
  }
  let here = await signIn(owner)
  const hourLater = async () => {
    api.clock.advance(HOUR_MS)
    here = await signIn(owner)
  }
  const inHours = (hours: number) => after(now, hours * HOUR_MS).toISOString()
  const idle = async (hours: unknown) => assert.equal(await put({ siemSecretOverlapHours: hours }), null)
  for (const hours of [0, 5, 72, null]) await idle(hours)

  assert.equal(await put({ siemSecret: second }), inHours(24), 'the default')
  assert.equal(await put({ siemSecret: second }), inHours(24), 'the secret in use is not a rotation')
  assert.equal(await put({ siemSecretOverlapHours: null }), inHours(24))
  assert.equal(await put({ siemSecretOverlapHours: 72 }), inHours(24), 'hours alone never lengthen it')
  assert.equal(await put({ siemSecret: second, siemSecretOverlapHours: 48 }), inHours(24))
  assert.equal(await put({ siemSecretOverlapHours: 2 }), inHours(2))
  await hourLater()
  assert.deepEqual([await good(first), await good(second)], [true, true])
  assert.equal(await put({ siemSecretOverlapHours: 1 }), inHours(2))
  await hourLater()
  assert.equal((await here.get('/settings/tenant')).data.siemPreviousSecretUntil, null)
  assert.deepEqual([await good(first), await good(second)], [false, true])
  await idle(72)
  assert.equal(await good(first), false, 'what has ended does not begin again')

  assert.equal(await put({ siemSecret: first, siemSecretOverlapHours: 72 }), inHours(74))
  assert.equal(await good(second), true)
  await idle(0)
  assert.deepEqual([await good(first), await good(second)], [true, false])
  assert.equal(await put({ siemSecret: second, siemSecretOverlapHours: 0 }), null)
  assert.deepEqual([await good(first), await good(second)], [false, true])

  for (const hours of [-1, 73, 1.5, '24', true]) {
    const reply = await here.put('/settings/tenant', { siemSecret: first, siemSecretOverlapHours: hours })
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [400, 'siemSecretOverlapHours'])
  }
  assert.equal(await good(first), false)
})

// ── limits ──

test("unsigned calls use up their budget; the SIEM's alerts from the same address do not", async () => {
  const strict = await openService({ PUBLIC_RATE_LIMIT: '6' })
  const owner = await strict.tenant()
  const key = await secretOf(owner)
  const post = (body: string, signature: string) =>
    strict.anyone.post(`/webhooks/siem/${owner.slug}`, undefined, {
      payload: body,
      headers: { 'x-siem-signature': signature },
    })
  const strangers = []
  for (let call = 0; call < 10; call += 1) strangers.push(await post('{}', 'sha256=00'))
  assert.equal(strangers[0]!.status, 401)
  const last = strangers.at(-1)!
  assert.deepEqual([last.status, last.body.error.code], [429, 'RATE_LIMIT_EXCEEDED'])
  assert.ok(Number(last.headers['retry-after']) > 0)

  const alerts = Array.from({ length: 20 }, () => unique(nested()))
  const replies = await Promise.all(alerts.map((body) => post(body, `sha256=${hmac(key, body)}`)))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(replies.map(({ data }) => data.breachId)).size, 20)
  assert.equal(Number(replies[0]!.headers['x-ratelimit-limit']), 6000)
})

test('a body that is not read counts for its address, like an unsigned call', async () => {
  const strict = await openService({ PUBLIC_RATE_LIMIT: '6' })
  const owner = await strict.tenant()
  const post = (payload: string, type: string) =>
    strict.anyone.post(`/webhooks/siem/${owner.slug}`, undefined, {
      payload,
      headers: { 'content-type': type, 'x-siem-signature': 'sha256=00' },
    })
  const [another, tooLong] = [
    await post('<alert/>', 'application/xml'),
    await post(JSON.stringify({ log: 'x'.repeat(1024 * 1024) }), 'application/json'),
  ]
  assert.deepEqual([another.status, another.body.error.code], [415, 'VALIDATION_ERROR'])
  assert.deepEqual([tooLong.status, tooLong.body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
  const remaining = [another, tooLong].map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  assert.equal(remaining[1], remaining[0]! - 1)
  for (const { headers } of [another, tooLong])
    for (const name of ['limit', 'reset']) assert.ok(Number(headers[`x-ratelimit-${name}`]) > 0, name)

  for (let left = remaining[1]!; left > 0; left -= 1) await post('<alert/>', 'application/xml')
  const last = await post('<alert/>', 'application/xml')
  assert.deepEqual([last.status, last.body.error.code], [429, 'RATE_LIMIT_EXCEEDED'])
})
