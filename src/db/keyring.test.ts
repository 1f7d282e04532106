import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LASTING_KEYS, newToken } from '#kernel/secrets.ts'
import { BadConfig } from '#src/config.ts'
import { MODULES, sealsOf } from '#src/modules.ts'
import { Caller, openRestartable } from '#test/kit/service.ts'
import { acceptLoss, openVault, WrongSecret } from './keyring.ts'
import { resealAll } from './sealed.ts'

const [FIRST, SECOND, THIRD] = [newToken(), newToken(), newToken()]
const { start } = await openRestartable()
const api = await start({ APP_SECRET: FIRST })
const ana = await api.tenant()
const { database } = api.access
const now = () => api.clock.now()
const open = (appSecret: string, ...appSecretPrevious: string[]) =>
  openVault(database, { appSecret, appSecretPrevious }, now())
const siemSecret = (await ana.get('/settings/tenant')).data.siemSecret
const login = { email: ana.email, password: 'una-frase-larga' }
const stage = { name: 'Revisión', order: 1, requiredRole: 'DPO' }
const hook = {
  url: 'https://ejemplo.cl/a',
  events: ['workflow.started'],
  secret: 'un-secreto-de-flujo',
  enabled: true,
}
const flow = (
  await ana.post('/workflows', {
    name: 'Flujo',
    entityType: 'DSAR',
    stages: [stage],
    webhooks: [hook, { ...hook, url: 'https://ejemplo.cl/b' }],
  })
).data
const form = (await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo.' })).data
const formHooks = `/consent/templates/${form.id}/webhooks`
await ana.post(formHooks, { url: 'https://ejemplo.cl/c', secret: 'un-secreto-de-formulario' })

/** Values that only the right secret reveals. */
async function shown(caller: Caller) {
  const [tenant, hooks, definition] = await Promise.all([
    caller.get('/settings/tenant'),
    caller.get(formHooks),
    caller.get(`/workflows/${flow.id}`),
  ])
  assert.deepEqual([tenant.status, hooks.status, definition.status], [200, 200, 200])
  return [
    tenant.data.siemSecret,
    hooks.data.items[0].secret,
    ...definition.data.webhooks.map(({ secret }: { secret: string | null }) => secret),
  ]
}
const ALL = [siemSecret, 'un-secreto-de-formulario', 'un-secreto-de-flujo', 'un-secreto-de-flujo']

test('another secret stops the start with a line that says what to do', async () => {
  await assert.rejects(start({ APP_SECRET: SECOND }), (error: BadConfig) => {
    assert.ok(error instanceof BadConfig)
    assert.match(
      error.message,
      /^APP_SECRET: no abre lo que guarda esta base de datos\. [^\n]+APP_SECRET_PREVIOUS/,
    )
    return true
  })
  await assert.rejects(open(SECOND, THIRD), WrongSecret)
})

test('a database without a check value is checked by one of its seals', async () => {
  const forget = () => api.access.asSystem('a test', (db) => db.deleteFrom('installation_keys').execute())
  const { tenants } = await api.access.asSystem('a test', async (db) => ({
    tenants: await db.selectFrom('tenants').select(['id', 'siem_secret_sealed']).execute(),
  }))
  // A seal of the first version, under an unknown secret.
  const old = 'v1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  const seal = (siem_secret_sealed: string) =>
    api.access.asSystem('a test', (db) =>
      db.updateTable('tenants').set({ siem_secret_sealed }).where('id', '=', ana.tenantId).execute(),
    )
  await seal(old)
  await forget()
  await assert.rejects(open(FIRST), WrongSecret)
  await seal(tenants[0]!.siem_secret_sealed)
  await open(FIRST)
})

test('with the new secret before the old one, stored secrets, sessions and repeated calls still work', async () => {
  const { folio, widget } = await makeRequest('Camila Soto', 'clave-repetida')
  const turned = await start({ APP_SECRET: SECOND, APP_SECRET_PREVIOUS: `${THIRD}, ${FIRST}` })
  const signedBefore = (await ana.service.anyone.post('/auth/login', login)).data
  const caller = new Caller(turned, { authorization: `Bearer ${signedBefore.access_token}` })
  assert.deepEqual(await shown(caller), ALL)
  const signedAfter = (await turned.anyone.post('/auth/login', login)).data
  const kid = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid
  assert.match(kid(signedAfter.access_token), /^[\w-]{8}$/)
  assert.notEqual(kid(signedAfter.access_token), kid(signedBefore.access_token))
  assert.equal(
    (await ana.service.with({ authorization: `Bearer ${signedAfter.access_token}` }).get('/auth/me')).status,
    401,
  )
  const again = await turned.anyone.post(`/public/dsar/${widget}`, request('Camila Soto'), {
    headers: { 'idempotency-key': 'clave-repetida' },
  })
  assert.match(folio, /^ARCO-/)
  assert.equal(again.data.folioNumber, folio)
})

async function makeRequest(name: string, key: string) {
  const widget = (await ana.post('/dsar/widgets', { name: 'Derechos' })).data.widgetKey
  const headers = { 'idempotency-key': key }
  const made = await api.anyone.post(`/public/dsar/${widget}`, request(name), { headers })
  assert.equal(made.status, 201)
  return { folio: made.data.folioNumber, widget }
}

function request(subjectName: string) {
  return {
    rightType: 'ACCESS',
    subjectName,
    subjectEmail: 'camila@correo.cl',
    subjectRut: '12.345.678-5',
    description: 'Quiero saber qué datos tienen de mí.',
  }
}

test('after resealing the old secret is not needed, and current seals are not touched', async () => {
  const turned = await start({ APP_SECRET: SECOND, APP_SECRET_PREVIOUS: FIRST })
  const { vault } = turned.service.jobEnv.tools
  const first = await resealAll(turned.access, vault, sealsOf(MODULES))
  const changed = Object.fromEntries(
    first.map(({ table, column, changed }) => [`${table}.${column}`, changed]),
  )
  assert.equal(changed['tenants.siem_secret_sealed'], 1)
  assert.equal(changed['workflow_definitions.webhooks'], 1)
  assert.equal(changed['consent_webhooks.secret_sealed'], 1)
  assert.equal(changed['installation_keys.value_sealed'], LASTING_KEYS.length + 1)
  assert.ok(first.every(({ unreadable }) => unreadable === 0))
  assert.equal(first.at(-1)!.table, 'installation_keys')
  const second = await resealAll(turned.access, vault, sealsOf(MODULES))
  assert.ok(second.every(({ changed, unreadable }) => changed === 0 && unreadable === 0))

  const alone = await start({ APP_SECRET: SECOND })
  const { access_token } = (await alone.anyone.post('/auth/login', login)).data
  assert.deepEqual(await shown(new Caller(alone, { authorization: `Bearer ${access_token}` })), ALL)
  await assert.rejects(open(FIRST), WrongSecret)
  for (const use of LASTING_KEYS)
    assert.deepEqual(
      alone.service.jobEnv.tools.vault.lasting(use),
      api.service.jobEnv.tools.vault.lasting(use),
    )
})

test('after a lost secret its values are shown as absent and entered again, and nothing answers 500', async () => {
  assert.ok((await acceptLoss(database, { appSecret: THIRD, appSecretPrevious: [] }, now())) > 1)
  const after = await start({ APP_SECRET: THIRD })
  const { access_token } = (await after.anyone.post('/auth/login', login)).data
  const caller = new Caller(after, { authorization: `Bearer ${access_token}` })
  assert.deepEqual(await shown(caller), [null, null, null, null])
  assert.equal(
    (await after.anyone.post(`/webhooks/siem/${ana.slug}`, {}, { headers: { 'x-siem-signature': 'x' } }))
      .status,
    401,
  )
  const report = await resealAll(after.access, after.service.jobEnv.tools.vault, sealsOf(MODULES))
  assert.equal(report.find(({ table }) => table === 'consent_webhooks')!.unreadable, 1)
  const entered = await caller.put('/settings/tenant', { siemSecret: 'un-secreto-nuevo-de-32-caracteres!!' })
  assert.deepEqual([entered.status, entered.data.siemSecret], [200, 'un-secreto-nuevo-de-32-caracteres!!'])
  assert.equal(await acceptLoss(database, { appSecret: THIRD, appSecretPrevious: [] }, now()), 0)
})
