import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService, type TestService } from '#test/kit/service.ts'

let counter = 0
const register = (api: TestService, more: object = {}) => {
  counter += 1
  return api.anyone.post('/auth/register', {
    email: `persona-${counter}@ejemplo.cl`,
    password: 'una-frase-larga',
    name: 'Ana',
    organizationName: 'Empresa',
    ...more,
  })
}

test('first: of many simultaneous registrations one succeeds; later people are invited', async () => {
  const api = await openService({ SIGNUP: 'first' })
  const replies = await Promise.all(Array.from({ length: 5 }, () => register(api)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 403, 403, 403, 403])
  const refused = replies.find(({ status }) => status === 403)!
  assert.deepEqual([refused.body.error.code, refused.body.error.details[0].rule], ['FORBIDDEN', 'signup'])
  assert.match(refused.body.error.message, /quien opera el servicio \(variable SIGNUP\)/)

  const first = replies.find(({ status }) => status === 201)!
  const owner = api.with({ authorization: `Bearer ${first.data.access_token}` })
  const invited = { email: 'rosa@ejemplo.cl', name: 'Rosa', role: 'VIEWER' }
  const { invitationUrl } = (await owner.post('/settings/members', invited)).data
  const token = new URL(invitationUrl).searchParams.get('token')
  const joined = await api.anyone.post('/auth/invitations/accept', {
    token,
    name: 'Rosa',
    password: 'una-frase-larga',
  })
  assert.equal(joined.status, 200, 'an invitation always works')
  const opened = await owner.post('/auth/tenants', { organizationName: 'Filial' })
  assert.equal(opened.status, 201, 'people of the installation open more')
})

test('invite and closed refuse every registration and leave no rows behind', async () => {
  for (const signup of ['invite', 'closed']) {
    const api = await openService({ SIGNUP: signup })
    const reply = await register(api)
    assert.equal(reply.status, 403, signup)
    const users = await api.access.lookUp('a test counts accounts', (db) =>
      db.selectFrom('users').select('id').execute(),
    )
    assert.equal(users.length, 0)
  }
})
