import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import type { Role } from '#kernel/roles.ts'
import { createDns, proveDomain } from '#test/kit/company.ts'
import { openService, type Person } from '#test/kit/service.ts'

const { records, network } = createDns()
const api = await openService({}, { network })

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** An identity provider that manages the people of an organisation. */
class Directory {
  readonly token: string

  constructor(token: string) {
    this.token = token
  }

  async call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) {
    const response = await api.app.inject({
      method,
      url: `/api/v1/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${this.token}`,
        accept: 'application/scim+json',
        ...(body && { 'content-type': 'application/scim+json' }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    if (response.payload) assert.match(String(response.headers['content-type']), /^application\/scim\+json/)
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.payload ? JSON.parse(response.payload) : undefined,
    }
  }

  get = (path: string) => this.call('GET', path)
  post = (path: string, body: object) => this.call('POST', path, body)
  patch = (path: string, ...Operations: object[]) =>
    this.call('PATCH', path, { schemas: [PATCH], Operations })
  find = (userName: string) => this.get(`/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)
}

let counter = 0
async function company({ proven = true } = {}) {
  const number = ++counter
  const owner = await api.tenant({ name: `Directorio ${number}` })
  const domain = `directorio-${number}.cl`
  if (proven) {
    await proveDomain(owner, records, domain)
    // Saved while disabled and then enabled directly, to skip the check of the provider, which has its own tests.
    await owner.put('/settings/sso', {
      issuer: 'https://id.example',
      clientId: 'x',
      allowedDomains: [domain],
    })
    await api.access.asSystem('a test switches a sign-in on', (db) =>
      db.updateTable('sso_settings').set({ enabled: true }).where('tenant_id', '=', owner.tenantId).execute(),
    )
  }
  const { data } = await owner.post('/settings/scim/tokens', { name: 'Entra ID' })
  return { owner, domain, directory: new Directory(data.token), tokenId: data.id as string }
}

const memberOf = async (owner: Person, email: string) =>
  (await owner.get('/settings/members?limit=100')).data.members.find(
    (one: { email: string }) => one.email === email,
  )

/** A new person in the form of Entra ID. */
const entraUser = (email: string) => ({
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  ],
  externalId: `ext-${email}`,
  userName: email,
  active: true,
  displayName: 'Pedro Soto',
  emails: [{ primary: true, type: 'work', value: email }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Pedro Soto', familyName: 'Soto', givenName: 'Pedro' },
  title: 'Analista',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Legal' },
})

/** A new person in the form of Okta. */
const oktaUser = (email: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: email,
  name: { givenName: 'Olga', familyName: 'Kta' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Olga Kta',
  locale: 'es-CL',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
})

// ── the calls of Entra ID and Okta ──

test('Entra ID: looks up, creates, renames, disables and enables again', async () => {
  const { owner, domain, directory, tokenId } = await company()
  const email = `pedro@${domain}`
  const none = await directory.find(email)
  assert.deepEqual([none.status, none.body.totalResults, none.body.Resources], [200, 0, []])

  const made = await directory.post('/Users', entraUser(email))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, meta } = made.body
  assert.equal(made.headers['location'], meta.location)
  assert.equal(meta.location, `https://resguardo.test/api/v1/scim/v2/Users/${id}`)
  assert.deepEqual(
    [made.body.userName, made.body.active, made.body.externalId, made.body.name.givenName],
    [email, true, `ext-${email}`, 'Pedro'],
  )
  const member = await memberOf(owner, email)
  assert.deepEqual([member.status, member.role, member.name], ['ACTIVE', 'VIEWER', 'Pedro Soto'])
  assert.equal((await directory.find(email.toUpperCase())).body.Resources[0].id, id)

  const renamed = await directory.patch(
    `/Users/${id}`,
    { op: 'Replace', path: 'name.familyName', value: 'Soto Paz' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: `pedro.soto@${domain}` },
    { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'X' },
  )
  assert.deepEqual([renamed.status, renamed.body.name.familyName], [200, 'Soto Paz'])
  assert.equal(renamed.body.emails[0].value, `pedro.soto@${domain}`)

  const off = await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
  assert.deepEqual([off.status, off.body.active], [200, false])
  assert.equal(await memberOf(owner, email), undefined)
  assert.equal((await directory.get(`/Users/${id}`)).body.active, false)

  const on = await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
  assert.deepEqual([on.status, on.body.active, on.body.id], [200, true, id])
  assert.equal((await memberOf(owner, `pedro.soto@${domain}`)).status, 'ACTIVE')

  const rows = (await owner.get('/settings/audit-log?limit=100')).data.items
  const ours = rows.filter((row: { actorType: string }) => row.actorType === 'scim')
  assert.ok(ours.length >= 4)
  for (const row of ours) assert.deepEqual([row.actorId, row.actorName], [tokenId, 'Entra ID'])
})

test('Okta: creates, reads pages, replaces, deactivates without a path, deletes', async () => {
  const { owner, domain, directory } = await company()
  const email = `olga@${domain}`
  const { body: made } = await directory.post('/Users', oktaUser(email))
  const listed = await directory.get('/Users?startIndex=1&count=100')
  assert.deepEqual([listed.body.totalResults, listed.body.startIndex, listed.body.itemsPerPage], [1, 1, 1])
  assert.equal(
    (await directory.get(`/Users?filter=${encodeURIComponent('externalId eq "00ujl29u0le5T6Aj10h7"')}`)).body
      .totalResults,
    1,
  )

  const body = { ...oktaUser(email), displayName: 'Olga K.', id: made.id }
  const replaced = await directory.call('PUT', `/Users/${made.id}`, body)
  assert.deepEqual([replaced.status, replaced.body.displayName], [200, 'Olga K.'])

  const off = await directory.patch(`/Users/${made.id}`, { op: 'replace', value: { active: false } })
  assert.deepEqual([off.status, off.body.active], [200, false])
  assert.equal(await memberOf(owner, email), undefined)
  const again = await directory.call('PUT', `/Users/${made.id}`, { ...body, active: true })
  assert.equal(again.body.active, true)

  assert.equal((await directory.call('DELETE', `/Users/${made.id}`)).status, 204)
  assert.equal(await memberOf(owner, email), undefined)
  const gone = await directory.get(`/Users/${made.id}`)
  assert.deepEqual([gone.status, gone.body.schemas, gone.body.status], [404, [ERROR], '404'])
  // The password that Okta sends is ignored.
  assert.equal((await api.anyone.post('/auth/login', { email, password: '1mz050nq' })).status, 401)
})

test('groups are roles: the highest counts, and without any the default role applies', async () => {
  const { owner, domain, directory } = await company()
  const email = `gina@${domain}`
  const { body: user } = await directory.post('/Users', entraUser(email))
  const role = async () => (await memberOf(owner, email)).role

  const found = await directory.get(
    `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "DPO"')}`,
  )
  assert.deepEqual(
    [found.body.totalResults, found.body.Resources[0].id, found.body.Resources[0].members],
    [1, 'DPO', undefined],
  )
  const all = await directory.get('/Groups')
  assert.deepEqual(
    all.body.Resources.map(({ displayName }: { displayName: string }) => displayName),
    ['ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER'],
  )

  const add = { op: 'Add', path: 'members', value: [{ value: user.id }] }
  assert.equal((await directory.patch('/Groups/DPO', add)).status, 204)
  assert.equal(await role(), 'DPO')
  await directory.patch('/Groups/ANALYST', add)
  assert.equal(await role(), 'DPO')
  assert.deepEqual(
    (await directory.get('/Groups/DPO')).body.members.map(({ value }: { value: string }) => value),
    [user.id],
  )
  assert.equal((await directory.get(`/Users/${user.id}`)).body.groups.length, 2)
  await directory.patch('/Groups/DPO', { op: 'Remove', path: 'members', value: [{ value: user.id }] })
  assert.equal(await role(), 'ANALYST')
  await directory.patch('/Groups/ANALYST', { op: 'remove', path: `members[value eq "${user.id}"]` })
  assert.equal(await role(), 'VIEWER')
  await directory.patch('/Groups/APPROVER', { op: 'replace', path: 'members', value: [{ value: user.id }] })
  assert.equal(await role(), 'APPROVER')
  await directory.patch('/Groups/APPROVER', { op: 'replace', path: 'members', value: [] })
  assert.equal(await role(), 'VIEWER')
  // Okta repeats the name of a group. Another name is refused.
  assert.equal(
    (await directory.patch('/Groups/DPO', { op: 'replace', value: { id: 'DPO', displayName: 'DPO' } }))
      .status,
    204,
  )
  const renamed = await directory.patch('/Groups/DPO', { op: 'replace', value: { displayName: 'Otro' } })
  assert.deepEqual([renamed.status, renamed.body.scimType], [403, 'mutability'])
  assert.equal((await directory.get('/Groups/OWNER')).status, 404)
  assert.equal((await directory.patch('/Groups/OWNER', add)).status, 404)
  // A role in the person, like the app roles of Entra ID.
  await directory.patch(`/Users/${user.id}`, {
    op: 'Add',
    path: 'roles[primary eq "True"].value',
    value: 'ADMIN',
  })
  assert.equal(await role(), 'ADMIN')
})

// ── leaving ──

test('a person who leaves loses every session in the organisation at once', async () => {
  const { owner, domain, directory } = await company()
  const email = `lola@${domain}`
  const { body } = await directory.post('/Users', entraUser(email))
  const { userId } = await memberOf(owner, email)
  const sessionId = crypto.randomUUID()
  const now = new Date()
  await api.access.asSystem('a test opens a session', (db) =>
    db
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: userId,
        tenant_id: owner.tenantId,
        method: 'sso',
        sso_tenant_id: owner.tenantId,
        created_at: now,
        expires_at: new Date(8e12),
      })
      .execute(),
  )
  const token = api.tokens.sign({ userId, tenantId: owner.tenantId, sessionId, role: 'VIEWER' as Role }, now)
  const lola = api.with({ authorization: `Bearer ${token}` })
  assert.equal((await lola.get('/org/entities')).status, 200)
  await directory.patch(`/Users/${body.id}`, { op: 'replace', value: { active: false } })
  assert.equal((await lola.get('/org/entities')).status, 401)
  const [session] = await api.access.lookUp('a test looks', (db) =>
    db.selectFrom('sessions').select('revoked_at').where('id', '=', sessionId).execute(),
  )
  assert.ok(session?.revoked_at)
})

test('an account that a stranger made with a new colleague’s address gets no access', async () => {
  const { owner, domain, directory } = await company()
  const email = `gerente@${domain}`
  const account = { email, password: 'la-frase-de-un-extrano' }
  const made = await api.anyone.post('/auth/register', { ...account, name: 'X', organizationName: 'Falsa' })
  assert.equal(made.status, 201)
  assert.equal((await directory.post('/Users', entraUser(email))).status, 201)
  const headers = { authorization: `Bearer ${made.data.access_token}`, 'x-resguardo-tenant': owner.slug }
  const stranger = api.with(headers)
  const refused = await stranger.get('/org/entities')
  assert.deepEqual([refused.status, refused.body.error.details[0].rule], [403, 'mailbox'])
  const here = (await stranger.get('/auth/me')).data.tenants.find(
    ({ id }: { id: string }) => id === owner.tenantId,
  )
  assert.deepEqual([here.refusal, here.waiting], ['mailbox', null])

  // The owner of the mailbox takes over the account, which excludes the stranger.
  await api.anyone.post('/auth/password/forgot', { email })
  await api.drain()
  const letter = api.mailbox.to(email).findLast(({ text }) => text?.includes('/restablecer'))
  const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1]
  const password = 'la-frase-de-la-gerente'
  assert.equal((await api.anyone.post('/auth/password/reset', { token, password })).status, 200)
  assert.equal((await stranger.get('/org/entities')).status, 401)
  const { access_token } = (await api.anyone.post('/auth/login', { email, password })).data
  const person = api.with({ authorization: `Bearer ${access_token}`, 'x-resguardo-tenant': owner.slug })
  assert.equal((await person.get('/org/entities')).status, 200)
})

test('two people with one address, and unknown roles, are refused', async () => {
  const { domain, directory } = await company()
  const email = `doble@${domain}`
  await directory.post('/Users', entraUser(email))
  const twice = await directory.post('/Users', { ...entraUser(email), userName: `otra@${domain}` })
  assert.equal(twice.status, 409)
  for (const roles of [[null], [{}], [{ value: 'OWNER' }]])
    assert.equal((await directory.post('/Users', { ...entraUser(`r@${domain}`), roles })).status, 400)
})

test('owners are protected: they cannot be disabled, deleted or given another role', async () => {
  const { owner, directory } = await company()
  const { body } = await directory.post('/Users', entraUser(owner.email))
  assert.equal(body.active, true)
  const add = { op: 'add', path: 'members', value: [{ value: body.id }] }
  for (const attempt of [
    directory.patch(`/Users/${body.id}`, { op: 'replace', path: 'active', value: false }),
    directory.call('DELETE', `/Users/${body.id}`),
    directory.patch('/Groups/VIEWER', add),
  ]) {
    const reply = await attempt
    assert.deepEqual([reply.status, reply.body.scimType], [403, 'mutability'])
  }
  assert.equal((await memberOf(owner, owner.email)).role, 'OWNER')
  assert.equal((await owner.get('/org/entities')).status, 200)
  const asked = await directory.post('/Users', { ...entraUser('x@y.cl'), roles: [{ value: 'OWNER' }] })
  assert.deepEqual([asked.status, asked.body.scimType], [400, 'invalidValue'])
})

test('a person with an unproven domain only gets an invitation', async () => {
  const { owner, directory } = await company({ proven: false })
  const stranger = await api.tenant()
  const { status } = await directory.post('/Users', entraUser(stranger.email))
  assert.equal(status, 201)
  assert.equal((await memberOf(owner, stranger.email)).status, 'INVITED')
  await api.drain()
  assert.match(api.mailbox.to(stranger.email).at(-1)?.subject ?? '', /Invitación/)
  assert.equal((await stranger.get('/auth/me')).data.tenants.length, 1)
})

test('an existing member is adopted with their role', async () => {
  const { owner, directory } = await company()
  const dpo = await owner.colleague('DPO')
  const { status, body } = await directory.post('/Users', entraUser(dpo.email))
  assert.deepEqual([status, body.active], [201, true])
  assert.equal((await memberOf(owner, dpo.email)).role, 'DPO')
  assert.equal((await dpo.get('/org/entities')).status, 200)
})

// ── invalid calls ──

test('a repeated person is 409 uniqueness, even in concurrent calls', async () => {
  const { domain, directory } = await company()
  const email = `dos@${domain}`
  const replies = await Promise.all([
    directory.post('/Users', entraUser(email)),
    directory.post('/Users', entraUser(email)),
  ])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409])
  const late = await directory.post('/Users', entraUser(email.toUpperCase()))
  assert.deepEqual([late.status, late.body.scimType, late.body.schemas], [409, 'uniqueness', [ERROR]])
})

test('unsupported filters and invalid bodies get SCIM errors', async () => {
  const { domain, directory } = await company()
  for (const filter of [
    'userName co "x"',
    'userName eq x',
    'title eq "x"',
    'userName eq "a" and active eq true',
    'userName eq "a" or 1',
  ])
    assert.equal(
      (await directory.get(`/Users?filter=${encodeURIComponent(filter)}`)).body.scimType,
      'invalidFilter',
      filter,
    )
  for (const body of [
    {},
    { userName: '' },
    { userName: 5 },
    { userName: 'sin-correo' },
    { ...entraUser(`a@${domain}`), active: 'quizás' },
  ]) {
    const reply = await directory.post('/Users', body)
    assert.deepEqual([reply.status, reply.body.schemas], [400, [ERROR]], JSON.stringify(body))
  }
  const { body } = await directory.post('/Users', entraUser(`b@${domain}`))
  for (const operation of [
    { op: 'mover', path: 'active' },
    { op: 'remove' },
    { op: 'replace', path: 'userName', value: '' },
  ])
    assert.equal((await directory.patch(`/Users/${body.id}`, operation)).status, 400)
  assert.equal(
    (await directory.patch(`/Groups/DPO`, { op: 'add', path: 'members', value: [{ value: 'nadie' }] }))
      .status,
    404,
  )
  for (const path of ['/Users/nadie', `/Users/${crypto.randomUUID()}`, '/Groups/JEFES'])
    assert.equal((await directory.get(path)).status, 404)
  assert.equal((await directory.get('/Users?count=0')).body.Resources.length, 0)
  assert.equal((await directory.get('/Users?startIndex=-5&count=-1')).status, 200)
})

test('the capabilities are published where SCIM looks for them', async () => {
  const { directory } = await company()
  const config = (await directory.get('/ServiceProviderConfig')).body
  assert.deepEqual(
    [config.patch.supported, config.bulk.supported, config.filter.supported],
    [true, false, true],
  )
  const types = (await directory.get('/ResourceTypes')).body.Resources
  assert.deepEqual(
    types.map(({ endpoint }: { endpoint: string }) => endpoint),
    ['/Users', '/Groups'],
  )
  assert.equal((await directory.get('/Schemas')).body.totalResults, 2)
})

// ── tokens ──

test('another organisation sees and changes nothing', async () => {
  const [ours, theirs] = [await company(), await company()]
  const { body } = await ours.directory.post('/Users', entraUser(`nora@${ours.domain}`))
  assert.equal((await theirs.directory.get('/Users')).body.totalResults, 0)
  assert.equal((await theirs.directory.get(`/Users/${body.id}`)).status, 404)
  assert.equal(
    (await theirs.directory.patch(`/Users/${body.id}`, { op: 'replace', value: { active: false } })).status,
    404,
  )
  assert.equal((await theirs.directory.call('DELETE', `/Users/${body.id}`)).status, 404)
  assert.equal(
    (await theirs.directory.patch('/Groups/DPO', { op: 'add', path: 'members', value: [{ value: body.id }] }))
      .status,
    404,
  )
  assert.equal((await ours.directory.get(`/Users/${body.id}`)).body.active, true)
  assert.equal((await theirs.owner.delete(`/settings/scim/tokens/${ours.tokenId}`)).status, 404)
})

test('a token is shown once, opens only SCIM, and is useless after revocation or expiry', async () => {
  const { owner, directory, tokenId } = await company()
  const listed = await owner.get('/settings/scim/tokens')
  assert.deepEqual([listed.data.items[0].id, listed.data.items[0].name], [tokenId, 'Entra ID'])
  assert.ok(!JSON.stringify(listed.body).includes(directory.token))
  assert.equal((await directory.get('/Users')).status, 200)
  assert.ok((await owner.get('/settings/scim/tokens')).data.items[0].lastUsedAt)
  assert.equal(
    (await api.with({ authorization: `Bearer ${directory.token}` }).get('/org/entities')).status,
    401,
  )
  assert.equal((await api.with({ 'x-api-key': directory.token }).get('/org/entities')).status, 401)

  const soon = new Date(Date.now() + DAY_MS).toISOString()
  const { data } = await owner.post('/settings/scim/tokens', { name: 'Breve', expiresAt: soon })
  const brief = new Directory(data.token)
  assert.equal((await brief.get('/Users')).status, 200)
  try {
    api.clock.advance(2 * DAY_MS)
    const late = await brief.get('/Users')
    assert.deepEqual([late.status, late.body.schemas], [401, [ERROR]])
  } finally {
    api.clock.release()
  }
  assert.equal((await owner.delete(`/settings/scim/tokens/${tokenId}`)).status, 200)
  assert.equal((await directory.get('/Users')).status, 401)
  // Neither a session nor an API key is a token.
  const person = new Directory(owner.headers['authorization']!.slice(7))
  assert.equal((await person.get('/Users')).status, 401)
  const { key } = (await owner.post('/settings/api-keys', { name: 'CRM' })).data
  assert.equal((await new Directory(key).get('/Users')).status, 401)
  const nobody = await api.app.inject({ url: '/api/v1/scim/v2/Users' })
  assert.equal(nobody.statusCode, 401)
})

test('only ADMIN and above make, list and revoke tokens; API keys cannot', async () => {
  const { owner, tokenId } = await company()
  const dpo = await owner.colleague('DPO')
  assert.equal((await dpo.get('/settings/scim/tokens')).status, 403)
  assert.equal((await dpo.post('/settings/scim/tokens', { name: 'x' })).status, 403)
  assert.equal((await dpo.delete(`/settings/scim/tokens/${tokenId}`)).status, 403)
  const { key } =
    (await owner.post('/settings/api-keys', { name: 'CRM', scopes: ['settings:read', 'settings:write'] }))
      .data ?? {}
  if (key)
    assert.equal(
      (await api.with({ 'x-api-key': key }).post('/settings/scim/tokens', { name: 'x' })).status,
      403,
    )
})
