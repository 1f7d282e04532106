import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handleOf, isBehind, relyingPartyOf } from './rules.ts'

test('passkeys need a host name, and https or localhost', () => {
  assert.deepEqual(relyingPartyOf('https://resguardo.tiendasur.cl'), {
    id: 'resguardo.tiendasur.cl',
    origin: 'https://resguardo.tiendasur.cl',
  })
  assert.deepEqual(relyingPartyOf('https://tiendasur.cl:8443/privacidad'), {
    id: 'tiendasur.cl',
    origin: 'https://tiendasur.cl:8443',
  })
  assert.deepEqual(relyingPartyOf('http://localhost:3000'), {
    id: 'localhost',
    origin: 'http://localhost:3000',
  })
  for (const url of [
    'http://127.0.0.1:3000',
    'https://10.0.0.5',
    'https://[::1]:3000',
    'http://tiendasur.cl',
  ])
    assert.equal(relyingPartyOf(url), undefined, url)
})

test('a counter that does not grow means a copy, unless the authenticator does not count', () => {
  assert.equal(isBehind(0, 0), false)
  assert.equal(isBehind(0, 1), false)
  assert.equal(isBehind(7, 8), false)
  assert.equal(isBehind(7, 7), true)
  assert.equal(isBehind(7, 3), true)
  assert.equal(isBehind(7, 0), true)
})

test('the user handle is the id in bytes', () => {
  assert.equal(
    Buffer.from(handleOf('019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f')).toString('hex'),
    '019a8c5e7b1a7c3d9e2f4a5b6c7d8e9f',
  )
})
