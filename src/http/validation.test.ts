import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openProbe } from '#test/kit/probe.ts'

const api = await openProbe()
const ana = await api.tenant()

const send = (body: unknown) => ana.post('/probe/things', body)
const sendRaw = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  ana.post('/probe/things', undefined, {
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** Every fault of a refused body, as `path: message`. */
function faultsOf(reply: Awaited<ReturnType<typeof send>>): string[] {
  assert.deepEqual(
    [reply.status, reply.body.success, reply.body.error.code],
    [400, false, 'VALIDATION_ERROR'],
  )
  assert.ok(reply.body.error.details.length > 0)
  return reply.body.error.details.map(({ path, message }: Record<string, string>) => `${path}: ${message}`)
}

// ── bodies ──

test('a body is not coerced: no value is read as another type', async () => {
  for (const [wrong, message] of [
    [{ count: '5' }, 'count: «count» debe ser un número entero.'],
    [{ count: 1.5 }, 'count: «count» debe ser un número entero.'],
    [{ count: true }, 'count: «count» debe ser un número entero.'],
    [{ count: -1 }, 'count: «count» debe ser mayor o igual que 0.'],
    [{ active: 'true' }, 'active: «active» debe ser verdadero o falso (true o false).'],
    [{ active: 1 }, 'active: «active» debe ser verdadero o falso (true o false).'],
    [{ name: 5 }, 'name: «name» debe ser texto.'],
    [{ name: ['Algo'] }, 'name: «name» debe ser texto.'],
    [{ name: null }, 'name: «name» debe ser texto.'],
    [{ labels: 'una' }, 'labels: «labels» debe ser una lista.'],
    [{ labels: ['una', 2] }, 'labels[1]: «labels[1]» debe ser texto.'],
    [{ config: [] }, 'config: «config» debe ser un objeto.'],
    [{ color: 'azul' }, 'color: «color» debe ser uno de: rojo, verde.'],
    [{ color: 'ROJO' }, 'color: «color» debe ser uno de: rojo, verde.'],
    [{ email: 'ana' }, 'email: «email» debe ser un correo electrónico, por ejemplo ana@empresa.cl.'],
    [{ parts: [{ name: 'a' }, {}] }, 'parts[1].name: «parts[1].name» es obligatorio.'],
  ] as const)
    assert.deepEqual(faultsOf(await send({ name: 'Algo', ...wrong })), [message], JSON.stringify(wrong))
})

test('texts in an object with free keys have a bound, however deep, and so has the whole of it', async () => {
  const long = 'ñ'.repeat(10_001)
  const most = '🦩'.repeat(10_000)
  const text = (path: string) => `${path}: «${path}» debe tener como máximo 10000 caracteres.`
  const whole = 'config: «config» debe ocupar como máximo 100 kB.'
  for (const [config, faults] of [
    [{ nota: long }, [text('config.nota')]],
    [{ a: { b: [{ c: 'x' }, { 'd/e~f': long }] } }, [text('config.a.b[1].d/e~f')]],
    [{ uno: long, dos: [long] }, [text('config.uno'), text('config.dos[0]')]],
    [Object.fromEntries(Array.from({ length: 11 }, (_, key) => [key, 'x'.repeat(9500)])), [whole]],
    [{ lista: Array.from({ length: 50_001 }, () => 1) }, [whole]],
    [{ ['k'.repeat(100_000)]: 1 }, [whole]],
    [{ grande: 'x'.repeat(300_000) }, [text('config.grande')]],
  ] as const)
    assert.deepEqual(faultsOf(await send({ name: 'Algo', config })).slice(0, faults.length), faults)
  for (const config of [
    { nota: 'ñ'.repeat(10_000) },
    { flamencos: [most, { otro: most }] },
    { lista: Array.from({ length: 49_000 }, () => 1) },
    { nulo: null, cero: 0, no: false, vacío: '', nada: {}, ninguna: [] },
  ]) {
    assert.equal((await send({ name: 'Algo', config })).status, 201, Object.keys(config)[0])
  }
})

test('an email domain may have ñ and accents', async () => {
  for (const email of ['ana@ñandú.cl', 'Ana.Rojas+rat@sub.empresa.cl', 'a@xn--and-6ma2c.cl'])
    assert.equal((await send({ name: 'Algo', email })).status, 201, email)
  for (const email of ['ana@empresa', 'ana@-a.cl', 'a b@c.cl', 'ana@@c.cl', 'ana@c..cl', '<a@c.cl>'])
    assert.equal((await send({ name: 'Algo', email })).status, 400, email)
})

test('numbers that JSON can write but nothing can represent are refused', async () => {
  for (const count of ['1e400', '-1e400', '9007199254740993', '1e16'])
    faultsOf(await sendRaw(`{"name":"Algo","count":${count}}`))
})

test('a required text that is absent, empty or blank is missing', async () => {
  for (const name of [undefined, '', '   ', '\t\n', '\u00a0\u2003'])
    assert.match(faultsOf(await send({ name }))[0]!, /^name: «name» es obligatorio/)
  assert.equal((await send({ name: ' x ' })).status, 201)
})

test('every text has a bound, counted in characters', async () => {
  assert.equal((await send({ name: 'ñ'.repeat(200) })).status, 201)
  assert.equal((await send({ name: '😀'.repeat(200) })).status, 201)
  assert.deepEqual(faultsOf(await send({ name: 'ñ'.repeat(201) })), [
    'name: «name» debe tener como máximo 200 caracteres.',
  ])
})

test('every fault is reported, one sentence each', async () => {
  const faults = faultsOf(await send({ count: 'x', color: 'azul', day: '2026-02-30', labels: [''] }))
  assert.deepEqual(faults.map((fault) => fault.split(':', 1)[0]).sort(), [
    'color',
    'count',
    'day',
    'labels[0]',
    'name',
  ])
  assert.equal(
    faultsOf(await send({ name: 'Algo', labels: Array(150).fill(1) })).length,
    50,
    'and fifty at most',
  )
})

test('null means none where a field is optional', async () => {
  const reply = await send({ name: 'Algo', count: null, color: null, labels: null, config: null })
  assert.equal(reply.status, 201)
})

test('unknown fields are ignored, the tenant among them', async () => {
  const stranger = await api.tenant()
  const reply = await send({
    name: 'Algo',
    tenantId: stranger.tenantId,
    tenant_id: stranger.tenantId,
    id: 'mío',
  })
  assert.equal(reply.status, 201)
  assert.notEqual(reply.data.id, 'mío')
  assert.equal((await stranger.get('/probe/things')).data.pagination.total, 0)
  assert.ok((await ana.get(`/probe/things?tenantId=${stranger.tenantId}`)).data.pagination.total > 0)
})

test('days must exist, and instants must state their offset', async () => {
  for (const day of [
    '2026-02-30',
    '2026-13-01',
    '2025-02-29',
    '0000-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
  ])
    assert.match(faultsOf(await send({ name: 'Algo', day }))[0]!, /una fecha que exista/, day)
  for (const at of [
    '2026-12-01T12:00:00',
    '2026-12-01',
    '2026-02-30T12:00:00Z',
    '2026-12-01T24:00:00Z',
    '2026-12-01T12:00:00+25:00',
    'ayer',
  ])
    assert.match(faultsOf(await send({ name: 'Algo', at }))[0]!, /con zona/, at)
  for (const at of ['2026-12-01T09:30:00-03:00', '2026-12-01T12:00:00.123456Z', '2024-02-29T00:00:00z'])
    assert.equal((await send({ name: 'Algo', at })).status, 201, at)
})

test('a non-JSON body is reported as such, with its fault listed', async () => {
  for (const payload of [
    '{',
    '{"name":}',
    'name=Algo',
    '{"name":"Algo",}',
    "{'name':'Algo'}",
    '{"name":"a\u0000b"}',
    '\ufeff{',
  ])
    assert.match(faultsOf(await sendRaw(payload))[0]!, /^: El cuerpo no es JSON válido/, payload)
  for (const payload of ['null', '5', '"texto"', '[]', '', '  '])
    assert.match(
      faultsOf(await sendRaw(payload))[0]!,
      /^: El cuerpo de la solicitud debe ser un objeto/,
      payload,
    )
  assert.match(faultsOf(await sendRaw(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])))[0]!, /UTF-8/)
})

test('keys that reach into object prototypes are refused', async () => {
  for (const payload of [
    '{"name":"Algo","__proto__":{"admin":true}}',
    '{"name":"Algo","config":{"__proto__":{"admin":true}}}',
    '{"name":"Algo","config":{"\\u005f_proto__":1}}',
    '{"name":"Algo","config":{"constructor":{"prototype":{}}}}',
  ])
    faultsOf(await sendRaw(payload))
  assert.equal((await send({ name: 'Algo', config: { toString: 'x', hasOwnProperty: 1 } })).status, 201)
})

test('text that PostgreSQL cannot store is refused before any query, in values and in keys', async () => {
  for (const [payload, path] of [
    ['{"name":"a\\u0000b"}', 'name'],
    ['{"name":"\\ud800"}', 'name'],
    ['{"name":"\\udc00x"}', 'name'],
    ['{"name":"Algo","labels":["\\u0000"]}', 'labels.0'],
    ['{"name":"Algo","config":{"a":{"b":"\\uDBFF"}}}', 'config.a.b'],
    ['{"name":"Algo","config":{"\\u0000":1}}', 'config'],
    ['{"\\ud800":1,"name":"Algo"}', ''],
  ] as const)
    assert.equal(faultsOf(await sendRaw(payload))[0]!.split(': ', 1)[0], path, payload)
  const fine = await sendRaw('{"name":"\\ud83d\\ude00 \\\\u0000"}')
  assert.deepEqual([fine.status, fine.data.name], [201, '😀 \\u0000'])
})

test('a hundred thousand brackets are refused and harm nobody', async () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  for (const payload of [
    deep(100_000),
    '['.repeat(100_000),
    '{"a":'.repeat(100_000),
    `{"name":"\\u0000","config":{"a":${deep(100_000)}}}`,
    `{"name":"Algo","config":{"a":${deep(63)}}}`,
  ])
    faultsOf(await sendRaw(payload))
  assert.equal((await sendRaw(`{"name":"Algo","config":{"a":${deep(62)}}}`)).status, 201)
  assert.equal((await send({ name: '[['.repeat(90), config: { a: '"]{\\"' } })).status, 201)
})

test('a body over one mebibyte is too large, one just below is read', async () => {
  const filled = (bytes: number) => {
    const empty = '{"name":"Algo","ignorado":{"a":""}}'
    return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`)
  }
  assert.equal((await sendRaw(filled(1024 * 1024))).status, 201)
  const large = await sendRaw(filled(1024 * 1024 + 1))
  assert.deepEqual([large.status, large.body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
})

test('only the first fault of a large body is reported', async () => {
  const parts = `[${Array(349_000).fill('{}').join(',')}]`
  assert.equal(faultsOf(await sendRaw(`{"name":"Algo","parts":${parts}}`)).length, 1)
})

test('a content type that is not JSON is 415, with and without a schema for the body', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data',
    'x',
  ]) {
    for (const path of ['/probe/things', '/probe/twice']) {
      const reply = await ana.post(path, undefined, { payload: '{}', headers: { 'content-type': type } })
      assert.deepEqual([reply.status, reply.body.error.code], [415, 'VALIDATION_ERROR'], type)
    }
  }
  assert.equal(
    (await sendRaw('{"name":"Algo"}', { 'content-type': 'application/json; charset=UTF-8' })).status,
    201,
  )
})

test('every request gets an envelope and never a 500', async () => {
  const anything = fc.anything({ withNullPrototype: false, maxDepth: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.record({ name: fc.string({ unit: 'binary' }), config: anything, labels: anything }),
      async (body) => {
        const text = JSON.stringify(body, (_key, value) =>
          typeof value === 'bigint' ? Number(value) : value,
        )
        const reply = await sendRaw(text)
        assert.ok(reply.status === 201 || reply.status === 400, text)
        assert.equal(reply.body.success, reply.status === 201)
      },
    ),
    { numRuns: 150 },
  )
})

// ── query strings and paths ──

test('a query string is read as numbers and flags, within bounds', async () => {
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=Infinity',
    'limit=-Infinity',
    'limit=NaN',
    'limit=abc',
    'limit=',
    'limit=1e3',
    'limit=1e1',
    'limit=0x10',
    'limit=%205',
    'limit=5.0',
    'page=0b1',
    'limit=10&limit=20',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=Infinity',
    'page=1e400',
    'active=si',
    'active=1',
    'q=',
    'q=%20',
    `q=${'x'.repeat(501)}`,
  ]) {
    const reply = await ana.get(`/probe/things?${query}`)
    assert.deepEqual([reply.status, reply.body.error?.code], [400, 'VALIDATION_ERROR'], query)
    assert.equal(reply.body.error.details[0].path, query.split('=', 1)[0], query)
    assert.match(reply.body.error.message, /^Hay errores en los parámetros de la consulta: /)
  }
  for (const spelled of ['1e1', '0x10', '%205', '5.0', 'NaN', '1e400']) {
    const reply = await ana.get(`/probe/things?page=${spelled}`)
    assert.equal(reply.body.error.details[0].message, '«page» debe ser un número entero.', spelled)
  }
  for (const query of ['limit=1', 'limit=100', 'page=1', 'active=true', 'active=false', 'q=%25', 'otra=cosa'])
    assert.equal((await ana.get(`/probe/things?${query}`)).status, 200, query)
})

test('a page past the end is an empty list with the true totals', async () => {
  const pedro = await api.tenant()
  for (let count = 0; count < 5; count += 1) await pedro.post('/probe/things', { name: 'Algo' })
  const at = async (query: string) => (await pedro.get(`/probe/things?${query}`)).data
  assert.deepEqual((await at('')).pagination, { page: 1, limit: 20, total: 5, totalPages: 1 })
  assert.deepEqual((await at('limit=2&page=3')).pagination, { page: 3, limit: 2, total: 5, totalPages: 3 })
  assert.equal((await at('limit=2&page=3')).items.length, 1)
  for (const page of [4, 1000, 999_999_999, 90_071_992_547_409]) {
    assert.deepEqual(await at(`limit=2&page=${page}`), {
      items: [],
      pagination: { page, limit: 2, total: 5, totalPages: 3 },
    })
  }
})

test('NUL in a query string is 400 and in a path 404, never 500', async () => {
  for (const query of ['q=%00', 'q=a%00b', '%00=1', 'otra=%00', 'q=x&q=%00']) {
    const reply = await ana.get(`/probe/things?${query}`)
    assert.deepEqual([reply.status, reply.body.error.code], [400, 'VALIDATION_ERROR'], query)
  }
  for (const path of ['/public/probe/%00', '/public/probe/a%00b', '/probe/things/%00']) {
    const reply = await ana.get(path)
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'RESOURCE_NOT_FOUND'], path)
  }
  assert.equal((await ana.get('/probe/things?q=%ff%fe%ED%A0%80')).status, 200)
})

test('a path id that is not an id is not found', async () => {
  for (const id of [
    '1',
    'undefined',
    "'",
    '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9',
    '%20',
    'x'.repeat(5000),
    '..%2f..',
  ]) {
    const reply = await ana.get(`/probe/things/${id}`)
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'RESOURCE_NOT_FOUND'], id)
  }
})
