import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openCollector, type SentSpan } from './kit/collector.ts'
import { newInstallation, type Running, startService } from './kit/installation.ts'
import { openReceiver } from './kit/receiver.ts'

/** A real service, and a receiver that reads its exports like a collector. */
const [installation, collector, receiver] = await Promise.all([
  newInstallation({ LOG_LEVEL: 'info' }),
  openCollector(),
  openReceiver(),
])
const SENDING = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: '200',
  OTEL_METRIC_EXPORT_INTERVAL: '1000',
}
after(() => Promise.all([collector.close(), receiver.close()]))

const SERVER = 2
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const named = (name: string) => collector.spans.filter((span) => span.name === name)
const isPartOf = (span: SentSpan, root: SentSpan) => span.traceId === root.traceId

function forget(): void {
  collector.spans.length = 0
  collector.requests.length = 0
  collector.metrics.clear()
  collector.answerWith(200)
}

function call(
  { url }: Running,
  path: string,
  token: string | undefined,
  headers: Record<string, string>,
  body?: unknown,
) {
  return fetch(`${url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function subscribe(service: Running, token: string): Promise<void> {
  const hook = { url: receiver.url, events: ['processor.created'] }
  assert.equal((await service.call('POST', '/settings/webhooks', hook, token)).status, 201)
}

const processor = (name: string) => ({ name, country: 'CL', serviceType: 'Correo' })

test('a request is one trace: its statements, the job that follows and the webhook sent', async () => {
  forget()
  const service = await startService(installation, {
    ...SENDING,
    OTEL_SERVICE_NAME: 'privacidad',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=prueba,equipo=datos%20uno',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=abc%3D1',
  })
  const { access_token: token } = await service.register('ana.traza@ejemplo.cl')
  await subscribe(service, token)
  const made = await call(
    service,
    '/processors',
    token,
    { traceparent: `00-${TRACE}-${PARENT}-01` },
    processor('Correos'),
  )
  assert.equal(made.status, 201, await made.text())
  const [received] = await receiver.until(1)
  const awaited = ['process events.hand_out', 'process webhook.deliver']
  await collector.until(
    (spans) =>
      spans.some(({ name, kind }) => name === 'POST' && kind === 3) &&
      awaited.every((job) => spans.some(({ name }) => name === job)),
  )

  const [root] = named('POST /api/v1/processors')
  assert.deepEqual([root!.traceId, root!.parentSpanId, root!.kind], [TRACE, PARENT, SERVER])
  assert.equal(root!.attributes['http.response.status_code'], 201)
  assert.equal(root!.attributes['http.route'], '/api/v1/processors')
  const trace = collector.spans.filter((span) => isPartOf(span, root!))
  const names = trace.map(({ name }) => name)
  assert.ok(names.includes('transaction'), names.join(', '))
  const insert = trace.find(({ attributes }) =>
    /insert processors/.test(String(attributes['db.query.summary'])),
  )
  assert.equal(insert?.attributes['db.system.name'], 'postgresql', names.join(', '))
  for (const job of ['process events.hand_out', 'process webhook.deliver']) {
    const span = trace.find(({ name }) => name === job)
    assert.equal(span?.kind, 5, `${job} in ${names.join(', ')}`)
  }
  const sent = trace.find(({ name, kind }) => name === 'POST' && kind === 3)!
  assert.equal(sent.attributes['server.address'], '127.0.0.1')
  assert.equal(received!.headers['traceparent'], `00-${TRACE}-${sent.spanId}-01`)
  const ids = new Set([PARENT, ...trace.map(({ spanId }) => spanId)])
  const lost = trace.filter(({ parentSpanId }) => !ids.has(parentSpanId))
  assert.deepEqual(
    lost.map(({ name }) => name),
    [],
    'every span hangs from another',
  )

  const { 'service.name': name, 'deployment.environment.name': environment, equipo } = collector.resource
  assert.deepEqual([name, environment, equipo], ['privacidad', 'prueba', 'datos uno'])
  const [request] = collector.requests
  assert.deepEqual([request!.type, request!.headers['x-token']], ['application/x-protobuf', 'abc=1'])
  const { stdout } = await service.stop()
  const lines = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const answered = lines.filter(({ route, method }) => route === '/api/v1/processors' && method === 'POST')
  assert.deepEqual(
    answered.map(({ trace_id }) => trace_id),
    [TRACE],
  )
})

test('exported metrics are those of /metrics, under the same names', async () => {
  forget()
  const service = await startService(installation, { ...SENDING, OTEL_TRACES_EXPORTER: 'none' })
  await service.call('GET', '/auth/me')
  await wait(2500)
  const shown = await (await fetch(`${service.url}/metrics`)).text()
  // Reads until the next export has the same counts.
  const count =
    /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/auth\/me",status="401"\} (\d+)/.exec(
      shown,
    )
  const sent = collector.metrics
    .get('http_request_duration_seconds')
    ?.find(({ labels }) => labels['route'] === '/api/v1/auth/me')
  assert.deepEqual([sent?.labels['status'], sent?.value], ['401', Number(count?.[1])])
  const types = [...shown.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!)
  const withValues = types.filter((name) => new RegExp(`^${name}(_count)?[ {]`, 'm').test(shown))
  assert.deepEqual(
    withValues.filter((name) => !collector.metrics.has(name)),
    [],
  )
  assert.ok(collector.metrics.get('resguardo_disk_bytes')!.every(({ value }) => value > 0))
  assert.equal(collector.spans.length, 0)
  await service.stop()
})

test('OTLP as JSON, to the address for traces alone', async () => {
  forget()
  const service = await startService(installation, {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/otro/v1/traces`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  })
  await service.call('GET', '/auth/me')
  // Stopping the process sends what is queued.
  await service.stop()
  assert.equal(named('GET /api/v1/auth/me').length, 1)
  assert.deepEqual(
    [...new Set(collector.requests.map(({ path, type }) => `${path} ${type}`))],
    ['/otro/v1/traces application/json'],
  )
})

test('a sampler that takes nothing sends nothing, and a caller of an open route cannot override it', async () => {
  forget()
  const flag = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'ajeno=1' }
  const service = await startService(installation, {
    ...SENDING,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  })
  await call(service, '/public/evidence/keys', undefined, flag)
  await call(service, '/auth/me', 'no-token', flag)
  await service.stop()
  assert.deepEqual(
    collector.spans.filter(({ kind }) => kind === SERVER).map(({ name }) => name),
    ['GET /api/v1/auth/me'],
    'the rule of the parent is for routes that ask for a credential',
  )

  forget()
  const off = await startService(installation, { ...SENDING, OTEL_TRACES_SAMPLER: 'always_off' })
  await call(off, '/auth/me', undefined, flag)
  await off.stop()
  assert.deepEqual(collector.spans, [])
})

test('on an open route the trace is our own, with a link to the caller’s', async () => {
  forget()
  const service = await startService(installation, SENDING)
  await call(service, '/public/evidence/keys', undefined, {
    traceparent: `00-${TRACE}-${PARENT}-01`,
    tracestate: 'ajeno=marca',
  })
  await call(service, '/auth/me', undefined, { traceparent: `00-${TRACE.toUpperCase()}-${PARENT}-01` })
  await service.stop()
  const [open] = named('GET /api/v1/public/evidence/keys')
  assert.notEqual(open!.traceId, TRACE)
  assert.deepEqual(
    open!.links.map(({ traceId, spanId }) => [traceId, spanId]),
    [[TRACE, PARENT]],
  )
  const [wrong] = named('GET /api/v1/auth/me')
  assert.equal(wrong!.parentSpanId, '', 'what is no trace context begins a trace')
  assert.ok(!collector.requests.some(({ raw }) => raw.includes('marca')))
})

test('no trace or metric contains people’s texts', async () => {
  forget()
  const MARK = 'Zarzaparrilla'
  const RUT = '12.345.678-5'
  const service = await startService(installation, SENDING)
  const { access_token: token, refresh_token: refresh } = await service.register(
    `${MARK}@ejemplo.cl`,
    `${MARK} SpA`,
  )
  await subscribe(service, token)
  receiver.received.length = 0
  const headers = {
    'x-marca': MARK,
    'user-agent': MARK,
    referer: `https://${MARK}.cl/`,
    baggage: `a=${MARK}`,
    cookie: `a=${MARK}`,
    'idempotency-key': MARK,
  }
  const send = async (path: string, body?: unknown) =>
    (await call(service, path, token, headers, body)).status
  assert.equal(await send('/processors', processor(MARK)), 201)
  const widget = await service.call('POST', '/dsar/widgets', { name: MARK, config: { title: MARK } }, token)
  const key = widget.body.data.widgetKey
  const person = {
    subjectName: MARK,
    subjectEmail: `${MARK}@correo.cl`,
    subjectRut: RUT,
    rightType: 'ACCESS',
    organizationRelation: 'cliente',
    description: MARK,
    declarationTruthful: true,
  }
  const outcomes = [
    await send(`/public/dsar/${key}`, person),
    await send(`/rat/activities?q=${MARK}&page=1`),
    await send(`/rat/activities?page=${MARK}`),
    await send(`/processors/${MARK}`),
    await send(`/${MARK}/${RUT}`),
    await send('/auth/login', { email: `${MARK}@ejemplo.cl`, password: MARK }),
    await send('/settings/members', { email: `otra.${MARK}@ejemplo.cl`, name: MARK, role: 'ANALYST' }),
    await send('/breaches', { title: MARK, description: MARK }),
    await send(`/public/dsar/${MARK}`, person),
  ]
  await fetch(`${service.url}/restablecer?token=${MARK}`)
  await fetch(`${service.url}/seguimiento/${MARK}`)
  await fetch(`${service.url}/p/${MARK.toLowerCase()}`)
  await receiver.until(1)
  await wait(2500)
  await service.stop()
  assert.ok(outcomes.includes(201) && outcomes.includes(400) && outcomes.includes(404), outcomes.join())
  assert.ok(named('send mail').length > 0 && named('process webhook.deliver').length > 0)
  const bytes = Buffer.concat(collector.requests.map(({ raw }) => raw))
    .toString('latin1')
    .toLowerCase()
  assert.ok(bytes.length > 10_000)
  for (const secret of [
    MARK,
    RUT,
    '12345678',
    'ejemplo.cl',
    'correo.cl',
    token,
    refresh,
    receiver.url,
    'una-frase-larga',
    key,
  ])
    assert.ok(!bytes.includes(String(secret).toLowerCase()), String(secret))
})

/** Sends requests in sequence and counts those over a second. A busy machine has a few by itself. */
async function slowOf(service: Running, count: number): Promise<number> {
  let slow = 0
  for (let left = count; left > 0; left -= 1) {
    const from = performance.now()
    assert.equal((await fetch(`${service.url}/api/v1/auth/me`)).status, 401)
    if (performance.now() - from > 1000) slow += 1
  }
  return slow
}

/** The signals that the service reported as dropped. */
const warnedOf = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.includes('takes no telemetry'))
    .map((line): string => JSON.parse(line).signal)

const LONGEST_SILENCE_MS = 60_000

/** Waits until the service has reported both signals, or until a timeout: a busy machine exports late. */
async function hasWarned({ child }: Running): Promise<void> {
  let heard = ''
  child.stdout!.on('data', (text) => {
    heard += text
  })
  const until = performance.now() + LONGEST_SILENCE_MS
  while (new Set(warnedOf(heard)).size < 2 && performance.now() < until) await wait(100)
}

const memoryOf = async ({ url }: Running) =>
  Number(/^process_resident_memory_bytes (\d+)/m.exec(await (await fetch(`${url}/metrics`)).text())![1])

for (const [how, answer] of [
  ['answers 500', 500],
  ['never answers', () => {}],
] as const)
  test(`a collector that ${how} delays no request, and data that it misses are dropped`, async () => {
    forget()
    collector.answerWith(answer)
    // Delays of a service that exports nothing come from the machine, not from the collector.
    const silent = await startService(installation, {})
    const usual = await slowOf(silent, 1000)
    await silent.stop()
    const service = await startService(installation, { ...SENDING, OTEL_EXPORTER_OTLP_TIMEOUT: '1000' })
    const warned = hasWarned(service)
    await slowOf(service, 500)
    const before = await memoryOf(service)
    const slow = await slowOf(service, 3000)
    const grown = (await memoryOf(service)) - before
    assert.ok(slow <= 5 + 6 * usual, `${slow} of 3000, and ${usual} of 1000 without a collector`)
    assert.ok(grown < 80 * 2 ** 20, `${grown / 2 ** 20} MiB`)
    await warned
    // More exports fail than are reported.
    await wait(3000)
    const from = performance.now()
    const { code, stdout } = await service.stop()
    assert.equal(code, 0)
    assert.ok(performance.now() - from < 15_000)
    // One line per signal, however often it failed.
    assert.deepEqual(warnedOf(stdout).sort(), ['metrics', 'traces'])
  })

test('without a collector listening the service starts, answers and stops', async () => {
  const service = await startService(installation, {
    ...SENDING,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  })
  await slowOf(service, 50)
  const from = performance.now()
  assert.equal((await service.stop()).code, 0)
  assert.ok(performance.now() - from < 15_000)
})

test('OTEL_SDK_DISABLED stops all exports, whatever else is set', async () => {
  forget()
  const service = await startService(installation, { ...SENDING, OTEL_SDK_DISABLED: 'true' })
  await slowOf(service, 5)
  await wait(1500)
  await service.stop()
  assert.deepEqual(collector.requests, [])
})
