import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openService, type Reply } from './kit/service.ts'
import {
  assertShown,
  assertText,
  type Exchange,
  fill,
  type Names,
  readExchanges,
  readShown,
} from './kit/tour.ts'

/** Follows the page like a reader: sends every request and compares every answer with the shown one. */
const exchanges = readExchanges(readFileSync(join(import.meta.dirname, '../docs/tour.md'), 'utf8'))
const service = await openService({ PUBLIC_URL: 'http://127.0.0.1:3000' })
const names: Names = new Map()
service.clock.set('2026-12-01T12:00:00.000Z')

for (const exchange of exchanges) {
  const { line, method, path, answer } = exchange
  test(`docs/tour.md:${line} ${method} ${path}`, async () => {
    const reply = await send(exchange)
    const said = reply.raw.toString('utf8').slice(0, 2000)
    assert.equal(reply.status, answer.status, said)
    for (const [name, value] of Object.entries(answer.headers)) {
      assertText(value, reply.headers[name.toLowerCase()], names, name)
    }
    if (answer.body === undefined) return
    if (typeof reply.body === 'string') assertText(answer.body, reply.body, names, 'body')
    else assertShown(readShown(answer.body), reply.body, names)
    // Background work is done before the reader's next request.
    await service.drain()
    service.clock.advance(1000)
  })
}

test('the tour covers every module that a privacy officer works with', () => {
  const visited = new Set(
    exchanges.map(({ path }) =>
      path
        .split('/', 3)
        .slice(0, path.startsWith('/public') ? 3 : 2)
        .join('/'),
    ),
  )
  for (const place of PLACES) assert.ok(visited.has(place), `${place} is not in the tour`)
})

const PLACES = [
  ...['/auth', '/org', '/data-map', '/rat', '/domains', '/dpia', '/workflow-instances', '/contracts'],
  ...['/privacy-policy', '/consent', '/dsar', '/breaches', '/governance', '/settings'],
  ...['/public/consent', '/public/dsar', '/public/policies'],
]

test('an answer that differs from the shown one is found', () => {
  const differs = (shown: string, got: unknown) =>
    assert.throws(() => assertShown(readShown(shown), got, new Map([['$ANA', '1']])), shown)
  const agrees = (shown: string, got: unknown) => assertShown(readShown(shown), got, new Map([['$ANA', '1']]))
  differs('{ "a": 1 }', { a: 2 })
  differs('{ "a": 1 }', { a: 1, b: 2 })
  agrees('{ "a": 1, … }', { a: 1, b: 2 })
  differs('{ "a": 1, … }', { b: 2 })
  agrees('{ "a": … }', { a: { b: 2 } })
  differs('{ "a": null }', { a: 0 })
  differs('[1, 2]', [1, 2, 3])
  agrees('[…, 2, …]', [1, 2, 3])
  differs('[…, 2]', [1, 2, 3])
  differs('[…, 3, 2, …]', [1, 2, 3])
  agrees('{ "a": "x…z" }', { a: 'xyz' })
  differs('{ "a": "x…z" }', { a: 'xy' })
  agrees('{ "a": "$ANA", "b": "$NEW", "c": "$NEW" }', { a: '1', b: '2', c: '2' })
  differs('{ "a": "$ANA" }', { a: '2' })
  differs('{ "b": "$NEW", "c": "$NEW" }', { b: '2', c: '3' })
})

test('a request without an answer, an answer without a request and another kind of block are found', () => {
  const block = (text: string) => `\`\`\`http\n${text}\n\`\`\`\n`
  assert.equal(readExchanges(block('GET /a') + block('200 OK')).length, 1)
  for (const page of [
    block('GET /a'),
    block('200 OK'),
    block('GET /a') + block('200 Fine'),
    block('HEAD /a'),
  ]) {
    assert.throws(() => readExchanges(page), page)
  }
})

/** Every request except public ones carries the reader's token, as the page says once. */
function send({ method, path, headers, body }: Exchange): Promise<Reply> {
  const token = path.startsWith('/public/') ? undefined : names.get('$TOKEN')
  return service.anyone.call(method, fill(path, names), undefined, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { payload: fill(body, names) }),
  })
}
