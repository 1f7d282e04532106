import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { SECOND_MS } from '#kernel/dates.ts'
import { createDns, proveDomain, Visitor } from '#test/kit/company.ts'
import { type Mood, openHostileProvider } from '#test/kit/hostile-provider.ts'
import { openService } from '#test/kit/service.ts'

/** A provider that lies, fails or was taken over. */
const { records, network } = createDns()
const api = await openService({}, { network })
const person = { sub: 'ana', email: 'ana@tiendasur.cl', email_verified: true, name: 'Ana' }
const provider = await openHostileProvider(person)
const owner = await api.tenant({ name: 'Tienda Sur SpA' })
await proveDomain(owner, records, 'tiendasur.cl')
const { issuer } = provider
await owner.put('/settings/sso', {
  enabled: true,
  issuer,
  clientId: 'resguardo',
  clientSecret: 's',
  allowedDomains: ['tiendasur.cl'],
})

beforeEach(() => {
  provider.mood = {}
})

async function enter(mood: Mood = {}) {
  const visitor = new Visitor(api)
  const url = await visitor.start(owner.slug, '?client=api')
  provider.mood = mood
  return visitor.back(provider.visit(url))
}

const members = async () => (await owner.get('/settings/members')).data.members.length
const sessions = () =>
  api.access.lookUp('a test counts', async (db) => {
    const rows = await db.selectFrom('sessions').select('id').where('method', '=', 'sso').execute()
    return rows.length
  })

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset

for (const [name, mood, words] of [
  ['a nonce of another attempt', { claims: { nonce: 'otro' } }, /otra aplicación o para otro intento/],
  ['no nonce', { claims: { nonce: undefined } }, /otra aplicación|no es OpenID/],
  ['a token for another application', { claims: { aud: 'otra' } }, /otra aplicación/],
  ['a token of another issuer', { claims: { iss: 'https://otro.example' } }, /otra aplicación/],
  ['an expired token', { claims: { exp: seconds(-120), iat: seconds(-400) } }, /vencida/],
  ['a token that is not valid yet', { claims: { nbf: seconds(300) } }, /vencida/],
  ['a key that is not published', { header: { kid: 'desconocida' } }, /no publica/],
  ['a signature of another key', { foreignKey: true }, /no es OpenID Connect/],
  ['no signature', { token: 'unsigned' }, /forma de firma|no es OpenID/],
  ['a signature with a shared secret', { header: { alg: 'HS256' } }, /forma de firma|no es OpenID/],
  ['an answer of another provider (mix-up)', { back: { iss: 'https://otro.example' } }, /no es OpenID|otra/],
  ['an answer that does not say of which provider', { back: { iss: undefined } }, /no es OpenID|otra/],
  ['another state', { back: { state: 'x'.repeat(43) } }, /venció/],
  ['a code of nobody', { back: { code: 'inventado' } }, /invalid_grant/],
  ['a page instead of a token', { token: 'broken' }, /no es OpenID Connect/],
  ['a redirection', { token: 'redirects' }, /no es OpenID Connect/],
  ['an error with markup', { back: { code: undefined, error: '<b>x</b>' } }, /\(bxb\)/],
] as [string, Mood, RegExp][])
  test(`${name} opens no session`, async () => {
    const before = [await members(), await sessions()]
    const reply = await enter(mood)
    assert.equal(reply.status, 401, JSON.stringify(reply.body))
    assert.match(reply.body.error.message, words)
    assert.deepEqual([await members(), await sessions()], before)
  })

for (const [name, mood] of [
  ['a silent token endpoint', { token: 'silent' }],
  ['silent keys', { keys: 'silent' }],
] as [string, Mood][])
  test(`${name}: a clear answer within 10 seconds, and no row is written`, async () => {
    const before = [await members(), await sessions()]
    const began = performance.now()
    const reply = await enter(mood)
    assert.ok(performance.now() - began < 10 * SECOND_MS)
    assert.equal(reply.status, 503)
    assert.match(reply.body.error.message, /no respondió/)
    assert.deepEqual([await members(), await sessions()], before)
  })

test('an endless answer is cut off', async () => {
  assert.equal((await enter({ token: 'endless' })).status, 401)
})

test('a key that the provider added after the sign-in began is accepted', async () => {
  const reply = await enter({ newKey: true })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
})

test('clocks may differ by a minute, and no more', async () => {
  assert.equal((await enter({ claims: { exp: seconds(-30) } })).status, 200)
  assert.equal((await enter({ claims: { exp: seconds(-90) } })).status, 401)
  // By our clock, whatever the machine's clock says.
  try {
    api.clock.advance(330 * SECOND_MS)
    assert.equal((await enter()).status, 200)
    api.clock.advance(60 * SECOND_MS)
    assert.equal((await enter()).status, 401)
  } finally {
    api.clock.release()
  }
})

test('the service asks the provider for a token only for an attempt of this browser', async () => {
  const asked = provider.tokensAsked
  const visitor = new Visitor(api)
  const address = provider.visit(await visitor.start(owner.slug))
  await new Visitor(api).back(address)
  assert.equal(provider.tokensAsked, asked)
})

test('a new provider does not receive the secret of the old one', async () => {
  await enter()
  assert.equal(provider.credentials, 'resguardo:s')
  const other = await openHostileProvider(person)
  const turned = await owner.put('/settings/sso', { issuer: other.issuer })
  const visitor = new Visitor(api)
  await visitor.back(other.visit(await visitor.start(owner.slug, '?client=api')))
  assert.equal(other.credentials, '')
  assert.deepEqual([turned.status, turned.body.error.details[0].path], [422, 'clientSecret'])
  assert.match(turned.body.error.message, /otro emisor/)
  for (const clientSecret of ['nuevo', null])
    assert.equal((await owner.put('/settings/sso', { issuer: other.issuer, clientSecret })).status, 200)
  await owner.put('/settings/sso', { issuer, clientSecret: 's' })
})

test("a browser shows a refusal as a page, without the provider's own words", async () => {
  const visitor = new Visitor(api)
  const url = await visitor.start(owner.slug)
  provider.mood = {
    back: { code: undefined, error: 'server_error', error_description: '<script>x</script>' },
  }
  const reply = await visitor.back(provider.visit(url), { accept: 'text/html' })
  assert.equal(reply.status, 401)
  assert.match(String(reply.headers['content-type']), /^text\/html/)
  assert.match(reply.body, /No pudimos iniciar su sesión/)
  assert.doesNotMatch(reply.body, /<script>x/)
})
