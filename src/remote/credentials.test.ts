import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { forgetCredentials, keepCredentials, readCredentials } from './credentials.ts'

const home = mkdtempSync(join(tmpdir(), 'resguardo-home-'))
const kept = join(home, 'resguardo', 'session.json')
after(() => rmSync(home, { recursive: true }))

const session = {
  url: 'https://privacidad.tiendasur.cl',
  accessToken: 'a',
  refreshToken: 'r',
  organisation: 'tienda-sur',
}

test('a session reads back as saved, is readable by this account alone, and is never half-written', () => {
  assert.equal(readCredentials(kept), undefined)
  keepCredentials(session, kept)
  assert.deepEqual(readCredentials(kept), session)
  assert.equal(statSync(kept).mode & 0o777, 0o600)
  assert.equal(statSync(dirname(kept)).mode & 0o777, 0o700)
  assert.deepEqual(readdirSync(dirname(kept)), ['session.json'])
})

test('saving again closes a file that others could read', () => {
  chmodSync(kept, 0o644)
  keepCredentials({ ...session, accessToken: 'b' }, kept)
  assert.equal(statSync(kept).mode & 0o777, 0o600)
  assert.equal(readCredentials(kept)?.accessToken, 'b')
})

test('a broken file is no session, and forgetting twice does no harm', () => {
  writeFileSync(kept, '{"url":')
  assert.equal(readCredentials(kept), undefined)
  forgetCredentials(kept)
  assert.throws(() => statSync(kept), { code: 'ENOENT' })
  assert.doesNotThrow(() => forgetCredentials(kept))
  rmSync(dirname(kept), { recursive: true })
  assert.doesNotThrow(() => forgetCredentials(kept))
  mkdirSync(dirname(kept))
})
