import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createDns, proveDomain } from '#test/kit/company.ts'
import { openIdentityProvider } from '#test/kit/identity-provider.ts'
import { openService } from '#test/kit/service.ts'

const { records, network } = createDns()
const api = await openService({}, { network })
const provider = await openIdentityProvider('https://resguardo.test/api/v1/auth/sso/callback')
const { issuer, clientId, clientSecret } = provider

const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const admin = await ana.colleague('ADMIN', 'Alba Díaz')
await proveDomain(ana, records, 'tiendasur.cl')
const valid = { enabled: true, issuer, clientId, clientSecret, allowedDomains: ['tiendasur.cl'] }

async function reasonOf(body: object, by = admin) {
  const reply = await by.put('/settings/sso', body)
  assert.deepEqual(
    [reply.status, reply.body.error?.code],
    [422, 'VALIDATION_ERROR'],
    JSON.stringify(reply.body),
  )
  return reply.body.error.details[0] as { path: string; message: string }
}

test('without its own sign-in an organisation sees the defaults and the values for its provider', async () => {
  const { status, data } = await (await api.tenant({ name: 'Nueva SpA' })).get('/settings/sso')
  assert.equal(status, 200)
  assert.deepEqual(data, {
    enabled: false,
    issuer: null,
    clientId: null,
    clientSecretSet: false,
    allowedDomains: [],
    defaultRole: 'VIEWER',
    roleClaim: null,
    roleMap: {},
    enforce: false,
    confirmedByOwner: false,
    testedByMe: false,
    redirectUri: 'https://resguardo.test/api/v1/auth/sso/callback',
    startUrl: 'https://resguardo.test/api/v1/auth/sso/nueva-spa/start',
    updatedAt: null,
  })
})

test('an ADMIN saves the provider; the secret is sealed and never shown or logged', async () => {
  const reply = await admin.put('/settings/sso', { ...valid, roleClaim: 'groups', roleMap: { dpo: 'DPO' } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.deepEqual(
    [reply.data.enabled, reply.data.clientSecretSet, reply.data.confirmedByOwner],
    [true, true, false],
  )
  assert.deepEqual((await admin.get('/settings/sso')).data, reply.data)
  assert.ok(!JSON.stringify(reply.body).includes(clientSecret))
  const log = await ana.get('/settings/audit-log?entityType=sso')
  assert.equal(log.data.items[0].action, 'update')
  assert.ok(!JSON.stringify(log.body).includes(clientSecret))
  const stored = await api.access.lookUp('a test looks', (db) =>
    db
      .selectFrom('sso_settings')
      .select('client_secret_sealed')
      .where('tenant_id', '=', ana.tenantId)
      .execute(),
  )
  assert.ok(stored[0]?.client_secret_sealed && !stored[0].client_secret_sealed.includes(clientSecret))
})

test('an absent field stays, null clears', async () => {
  await admin.put('/settings/sso', { ...valid, roleClaim: 'groups' })
  const kept = await admin.put('/settings/sso', { defaultRole: 'ANALYST' })
  assert.deepEqual(
    [kept.data.clientSecretSet, kept.data.roleClaim, kept.data.defaultRole, kept.data.allowedDomains],
    [true, 'groups', 'ANALYST', ['tiendasur.cl']],
  )
  const cleared = await admin.put('/settings/sso', { clientSecret: null, roleClaim: null })
  assert.deepEqual([cleared.data.clientSecretSet, cleared.data.roleClaim], [false, null])
})

test('a domain must be proven by DNS now: an unknown one, a proof by file or an old proof is not enough', async () => {
  assert.match(
    (await reasonOf({ ...valid, allowedDomains: ['gmail.com'] })).message,
    /no está probado por DNS/,
  )
  await proveDomain(ana, records, 'otrosur.cl')
  records.delete('_resguardo.otrosur.cl')
  const { path, message } = await reasonOf({ ...valid, allowedDomains: ['tiendasur.cl', 'otrosur.cl'] })
  assert.equal(path, 'allowedDomains')
  assert.match(message, /«_resguardo\.otrosur\.cl» no tiene registros TXT/)
  // A subdomain of a proven one is another domain.
  await reasonOf({ ...valid, allowedDomains: ['sub.tiendasur.cl'] })
  // Another organisation's proof does not count.
  const other = await api.tenant()
  await reasonOf(valid, other)
})

for (const [name, change] of [
  ['an issuer that is no address', { issuer: 'tiendasur' }],
  ['a domain with a scheme', { allowedDomains: ['https://tiendasur.cl'] }],
  ['a wildcard', { allowedDomains: ['*.tiendasur.cl'] }],
  ['an unknown role', { roleMap: { x: 'JEFE' } }],
  ['an unknown default role', { defaultRole: 'JEFE' }],
  ['a blank client', { clientId: ' ' }],
] as const)
  test(`${name}: 400`, async () => {
    assert.equal((await admin.put('/settings/sso', { ...valid, ...change })).status, 400)
  })

test('enabling calls the provider, and a missing, invalid or different one gives the reason', async () => {
  const site = createServer((request, response) => {
    if (request.url?.startsWith('/lento')) return
    response.setHeader('content-type', 'application/json')
    const own = `http://${request.headers.host}`
    if (request.url?.startsWith('/otro')) response.end(JSON.stringify({ issuer: `${own}/comun` }))
    else response.writeHead(404).end('{}')
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  after(() => {
    site.closeAllConnections()
    site.close()
  })
  const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const cases = [
    ['http://127.0.0.1:1', /no se pudo contactar/],
    ['http://no-existe.invalid', /no existe en el DNS/],
    [base, /no es OpenID Connect/],
    [`${base}/otro`, /no es OpenID Connect|se llama a sí mismo/],
  ] as const
  for (const [wrong, pattern] of cases) {
    const { path, message } = await reasonOf({ ...valid, issuer: wrong })
    assert.equal(path, 'issuer')
    assert.match(message, pattern)
  }
  const began = performance.now()
  assert.match((await reasonOf({ ...valid, issuer: `${base}/lento` })).message, /no respondió/)
  assert.ok(performance.now() - began < 10_000)
  // Nothing was saved, and saving a disabled draft calls nobody.
  assert.equal((await admin.get('/settings/sso')).data.issuer, issuer)
  const draft = await (await api.tenant()).put('/settings/sso', {
    issuer: 'http://127.0.0.1:1',
    clientId: 'x',
  })
  assert.deepEqual([draft.status, draft.data.enabled], [200, false])
})

test('in production the provider needs a public https address', async () => {
  const strict = await openService({ NODE_ENV: 'production', HOST: '127.0.0.1' }, { network })
  const owner = await strict.tenant()
  await proveDomain(owner, records, 'estricta.cl')
  for (const wrong of [issuer, 'https://127.0.0.1:9', 'https://localhost']) {
    const reply = await owner.put('/settings/sso', {
      ...valid,
      issuer: wrong,
      allowedDomains: ['estricta.cl'],
    })
    assert.equal(reply.status, 422, wrong)
  }
})

test('only an OWNER can let the provider give OWNER, and must confirm it', async () => {
  for (const change of [{ defaultRole: 'OWNER' }, { roleMap: { jefes: 'OWNER' } }]) {
    const reply = await admin.put('/settings/sso', { ...valid, ...change })
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'FORBIDDEN'])
  }
  const owned = await ana.put('/settings/sso', { ...valid, roleMap: { jefes: 'OWNER' } })
  assert.deepEqual([owned.status, owned.data.confirmedByOwner], [200, true])
  // People may choose the values of another claim themselves, so an ADMIN cannot change the claim. Other fields they can, and
  // a new provider needs the owner's confirmation again.
  assert.equal((await admin.put('/settings/sso', { roleClaim: 'name' })).status, 403)
  const kept = await admin.put('/settings/sso', { roleMap: { jefes: 'OWNER', dpo: 'DPO' } })
  assert.deepEqual([kept.status, kept.data.confirmedByOwner], [200, true])
  const turned = await admin.put('/settings/sso', { clientSecret })
  assert.deepEqual([turned.status, turned.data.confirmedByOwner], [200, false])
})

test('sign-in can be enforced only after the caller has used it', async () => {
  await ana.put('/settings/sso', valid)
  const { path, message } = await reasonOf({ enforce: true }, ana)
  assert.equal(path, 'enforce')
  assert.match(message, /entre usted una vez/)
  assert.equal((await ana.get('/settings/sso')).data.enforce, false)
})

test('below ADMIN it is neither shown nor changed', async () => {
  for (const role of ['DPO', 'VIEWER'] as const) {
    const person = await ana.colleague(role)
    assert.equal((await person.get('/settings/sso')).status, 403)
    assert.equal((await person.put('/settings/sso', valid)).status, 403)
  }
  assert.equal((await api.anyone.get('/settings/sso')).status, 401)
})

test('of two concurrent saves one succeeds and the other must reload', async () => {
  const replies = await Promise.all([
    ana.put('/settings/sso', { ...valid, clientSecret: 'uno' }),
    admin.put('/settings/sso', { ...valid, clientSecret: 'dos' }),
  ])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
})
