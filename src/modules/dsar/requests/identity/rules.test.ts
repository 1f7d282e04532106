import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityOf, METHODS, PROVABLE, standing, unprovable } from './rules.ts'

const ASKER = {
  source: 'staff',
  subject_email: 'maria@correo.cl',
  subject_rut: '12345678-5',
  is_representative: true,
  heir_name: null,
} as const
const check = (id: string, proves: string[], method: (typeof METHODS)[number] = 'other') => ({
  id,
  method,
  proves,
  withdraws: null,
})
const withdrawal = (withdraws: string) => ({ id: `not ${withdraws}`, method: null, proves: [], withdraws })

test('each method proves only what it can, and every method proves something', () => {
  const proven = (method: (typeof METHODS)[number]) =>
    PROVABLE.filter((what) => unprovable(method, what, ASKER) === undefined)
  assert.deepEqual(proven('code_mail'), ['email'])
  assert.deepEqual(proven('clave_unica'), ['rut'])
  assert.deepEqual(proven('document_seen'), ['rut', 'representation'])
  assert.deepEqual(proven('mandate'), ['representation'])
  for (const method of METHODS) assert.ok(proven(method).length > 0, method)
})

test('a fact that the request does not state cannot be proven', () => {
  const bare = { ...ASKER, subject_email: null, subject_rut: null, is_representative: false }
  for (const what of PROVABLE) assert.match(unprovable('other', what, bare)!, /no hay/)
  assert.equal(unprovable('mandate', 'representation', { ...bare, heir_name: 'Luis' }), undefined)
})

test('identity follows from the valid checks; a withdrawn one no longer counts', () => {
  assert.deepEqual(identityOf(ASKER, []), {
    email: 'claimed',
    rut: 'claimed',
    representation: 'claimed',
    method: 'none',
  })
  const checks = [check('a', ['rut'], 'document_seen'), check('b', ['email'], 'code_mail')]
  assert.deepEqual(identityOf(ASKER, checks), {
    email: 'proven',
    rut: 'proven',
    representation: 'claimed',
    method: 'code_mail',
  })
  const left = [...checks, withdrawal('b')]
  assert.deepEqual(
    standing(left).map(({ id }) => id),
    ['a'],
  )
  assert.deepEqual(identityOf({ ...ASKER, is_representative: false }, left), {
    email: 'claimed',
    rut: 'proven',
    representation: null,
    method: 'document_seen',
  })
  assert.equal(identityOf({ ...ASKER, source: 'portal' }, []).method, 'portal_code')
})

const BY: Record<(typeof METHODS)[number], string[]> = {
  document_seen: ['rut', 'representation'],
  document_copy: ['rut', 'representation'],
  known_client: ['email', 'rut', 'representation'],
  code_mail: ['email'],
  call_back: ['email', 'rut'],
  clave_unica: ['rut'],
  mandate: ['representation'],
  other: ['email', 'rut', 'representation'],
}

for (const method of METHODS)
  test(`«${method}» proves ${BY[method].join(' and ')}, and says so when it is asked for more`, () => {
    for (const what of PROVABLE) {
      const why = unprovable(method, what, ASKER)
      if (BY[method].includes(what)) assert.equal(why, undefined, what)
      else assert.match(why!, /no prueba .*\. Puede probar /, what)
    }
  })

test('each gap of a request has words of its own', () => {
  const bare = { ...ASKER, subject_email: null, subject_rut: null, is_representative: false }
  const words = PROVABLE.map((what) => unprovable('known_client', what, bare)!)
  assert.match(words[0]!, /no indica el correo/)
  assert.match(words[1]!, /no indica el RUT/)
  assert.match(words[2]!, /pide por sí misma/)
})

test('an heir counts as a representative; the portal proves a mailbox but no RUT; a later check gives the method', () => {
  const heir = { ...ASKER, is_representative: false, heir_name: 'Luis' }
  assert.equal(identityOf(heir, []).representation, 'claimed')
  assert.equal(identityOf(heir, [check('a', ['representation'], 'mandate')]).representation, 'proven')
  const portal = { ...ASKER, source: 'portal' } as const
  assert.deepEqual(identityOf(portal, []), {
    email: 'proven',
    rut: 'claimed',
    representation: 'claimed',
    method: 'portal_code',
  })
  const seen = check('a', ['rut'], 'document_seen')
  assert.equal(identityOf(portal, [seen]).method, 'document_seen')
  assert.deepEqual(
    [identityOf(portal, [seen, withdrawal('a')]).method, identityOf(portal, [seen, withdrawal('a')]).rut],
    ['portal_code', 'claimed'],
  )
})
