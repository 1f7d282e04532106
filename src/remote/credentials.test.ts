import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { forgetCredentials, keepCredentials, readCredentials } from './credentials.ts'
import { connect, NotSignedIn } from './session.ts'

const home = mkdtempSync(join(tmpdir(), 'resguardo-home-'))
const kept = join(home, 'resguardo', 'session.json')
const was = process.env['XDG_CONFIG_HOME']
before(() => {
  process.env['XDG_CONFIG_HOME'] = home
})
after(() => {
  if (was === undefined) delete process.env['XDG_CONFIG_HOME']
  else process.env['XDG_CONFIG_HOME'] = was
  rmSync(home, { recursive: true })
})

const session = {
  url: 'https://privacidad.tiendasur.cl',
  accessToken: 'a',
  refreshToken: 'r',
  organisation: 'tienda-sur',
}

test('without a session a command says how to sign in', () => {
  assert.equal(readCredentials(), undefined)
  assert.throws(() => connect(), NotSignedIn)
  assert.match(new NotSignedIn().message, /resguardo login --url /)
})

test('a session is read as it was kept, by this account alone, and leaves nothing half-written', () => {
  keepCredentials(session)
  assert.deepEqual(readCredentials(), session)
  assert.equal(statSync(kept).mode & 0o777, 0o600)
  assert.equal(statSync(dirname(kept)).mode & 0o777, 0o700)
  assert.deepEqual(readdirSync(dirname(kept)), ['session.json'])
})

test('one that others could read is closed to them when it is kept again', () => {
  chmodSync(kept, 0o644)
  keepCredentials({ ...session, accessToken: 'b' })
  assert.equal(statSync(kept).mode & 0o777, 0o600)
  assert.equal(readCredentials()?.accessToken, 'b')
})

test('a broken file is no session, and forgetting twice is no fault', () => {
  writeFileSync(kept, '{"url":')
  assert.equal(readCredentials(), undefined)
  forgetCredentials()
  assert.throws(() => statSync(kept), { code: 'ENOENT' })
  assert.doesNotThrow(forgetCredentials)
  rmSync(dirname(kept), { recursive: true })
  assert.doesNotThrow(forgetCredentials)
  mkdirSync(dirname(kept))
})
