import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'

const api = await openService({ PUBLIC_URL: 'http://10.0.0.5:3000' })

test('at an address where browsers offer no passkeys the service says why', async () => {
  const ana = await api.tenant()
  for (const reply of [
    await ana.post('/auth/passkeys/register/options'),
    await api.anyone.post('/auth/passkeys/login/options'),
  ]) {
    assert.equal(reply.status, 409)
    assert.match(reply.body.error.message, /nombre de dominio con https/)
  }
})
