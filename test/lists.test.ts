import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, NOBODY } from './kit/activities.ts'
import { openService } from './kit/service.ts'

/** Walks over all lists and checks what every list promises. New lists are included. */
const api = await openService()
const ana = await api.tenant({ plan: 'ENTERPRISE' })

interface Schema {
  properties?: Record<string, Schema & { enum?: string[] }>
}

/** Paged lists without the common search and sort order, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  'GET /rat/templates': 'knowledge of this version of the service: it comes whole and never changes',
  'GET /rat/packs': 'knowledge of this version of the service: it comes whole and never changes',
  'GET /rat/data-catalog': 'knowledge of this version of the service: it comes whole and never changes',
  'GET /org/entities/:entityId/departments': 'a tree: its roots are few, and a search finds every area',
  'GET /notifications': 'the news of one person, newest first; the stream brings what is new',
  'GET /public/privacy-portal/:tenantSlug/requests': 'what one person asked for, which is little',
}

const lists = api.app.routeTable
  .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/v1/'))
  .map(({ url, schema }) => ({
    name: `GET ${url.slice('/api/v1'.length)}`,
    path: url.slice('/api/v1'.length),
    query: (schema?.querystring as Schema | undefined)?.properties ?? {},
    data: ((schema?.response as Record<string, Schema> | undefined)?.['200']?.properties?.['data'] ??
      {}) as Schema,
  }))
  .filter(({ data }) => data.properties?.['pagination'])
const usual = lists.filter(({ name }) => !(name in EXCEPTIONS))

test('every paged list has a search, a sort order, a filter by change and a cursor', () => {
  assert.ok(lists.length >= 30, `${lists.length} lists`)
  for (const { name, query, data } of usual) {
    for (const wanted of ['page', 'limit', 'q', 'sort', 'updatedSince', 'cursor'])
      assert.ok(query[wanted], `${name} has no «${wanted}»: declare it with listQuery or wholeQuery`)
    assert.ok(data.properties?.['nextCursor'], name)
    assert.ok(query['sort']!.enum!.length >= 2, name)
  }
})

test('the exceptions are existing lists', () => {
  const names = lists.map(({ name }) => name)
  assert.deepEqual(
    Object.keys(EXCEPTIONS).filter((name) => !names.includes(name)),
    [],
  )
})

test('every list answers every sort order, search and cursor, even if it is empty', async () => {
  for (const name of ['Boletín', 'Encuesta']) await makeActivity(ana, { name })
  const broken: string[] = []
  for (const { name, path, query } of usual) {
    if (path.startsWith('/external/')) continue
    const at = path.replaceAll(/:\w+/g, NOBODY)
    const orders = query['sort']!.enum!.map((order) => `sort=${order}`)
    const asked = [...orders, ...orders.map((order) => `${order}&cursor=`), 'q=a', 'q=boletin%20x&page=2']
    for (const one of [...asked, 'updatedSince=2026-01-01T00:00:00Z', `q=a&${orders[0]}`]) {
      const reply = await ana.get(`${at}?${one}`)
      if (![200, 404].includes(reply.status))
        broken.push(`${name}?${one}: ${reply.status} ${reply.body.error?.message}`)
    }
  }
  assert.deepEqual(broken, [])
})

test('invalid questions to a list are refused in Spanish: an unknown order, a day instead of an instant, too many words', async () => {
  for (const { path, name } of usual.filter(({ path }) => !/:|^\/external/.test(path))) {
    for (const [asked, field] of [
      ['sort=nothing', 'sort'],
      ['updatedSince=ayer', 'updatedSince'],
      ['updatedSince=2026-01-01', 'updatedSince'],
      [`q=${'a'.repeat(201)}`, 'q'],
      ['cursor=v2.abcdefgh.AAAA', 'cursor'],
    ]) {
      const { status, body } = await ana.get(`${path}?${asked}`)
      assert.equal(status, 400, `${name}?${asked}`)
      assert.equal(body.error.code, 'VALIDATION_ERROR')
      assert.equal(body.error.details[0].path.replace('/', ''), field, `${name}?${asked}`)
    }
  }
})
