import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES } from '#kernel/roles.ts'
import { openService } from '#test/kit/service.ts'

/** The routes that may read from a replica, taken from the route table, so future ones are included. */
const api = await openService()
const routes = api.app.routeTable
  .filter(({ url }) => url.startsWith('/api/v1/'))
  .map(({ method, url, config }) => ({
    name: `${method} ${url.slice('/api/v1'.length)}`,
    path: url.slice('/api/v1'.length),
    method,
    config: config!,
  }))
const fromReplicas = routes.filter(({ config }) => config.readsFrom === 'replica')
const names = new Set(fromReplicas.map(({ name }) => name))

test('acts and public requests never read from a replica', () => {
  assert.ok(fromReplicas.length > 100, `${fromReplicas.length} of ${routes.length}`)
  for (const { name, method, config } of fromReplicas) {
    assert.equal(method, 'GET', name)
    assert.notEqual(config.work, 'act', name)
    assert.equal(config.writesBecause, undefined, name)
    assert.ok(
      ROLES.some((role) => role === config.role),
      name,
    )
  }
})

test('sign-in, sessions, members, keys, company sign-in, suspension and their notices are read on the primary', () => {
  const guarded = /^\/(auth|scim|settings|notifications|external|public|portal)(\/|$)/
  const allowed = /^\/settings\/audit-log(\/|$)/
  for (const { name, path } of fromReplicas) assert.ok(!guarded.test(path) || allowed.test(path), name)
  for (const { name, path } of routes)
    if (/^\/(auth|scim)\/|api-keys|members|\/sso|\/scim/.test(path)) assert.ok(!names.has(name), name)
})

test('lists, searches, statistics, exports and documents may come from a replica', () => {
  for (const name of [
    'GET /rat/activities',
    'GET /rat/activities/:id',
    'GET /rat/stats',
    'GET /governance/export/rat',
    'GET /search',
    'GET /breaches',
    'GET /dsar/requests',
    'GET /dsar/stats',
    'GET /settings/audit-log',
    'GET /settings/audit-log/export',
    'GET /governance/compliance-score',
    'GET /contracts/:id/document',
  ])
    assert.ok(names.has(name), name)
})
