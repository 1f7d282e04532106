import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsBy } from '#http/validation.ts'
import { ConnectorCallback, ConnectorPatch, NewConnector } from './schemas.ts'
import { trialOf } from './trial.ts'
import { connectorView, runView } from './views.ts'

const AT = new Date('2026-11-18T15:00:00Z')
const ROW = {
  tenant_id: 't',
  id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
  name: 'Base de clientes',
  system_id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8eaf',
  system_name: 'Tienda',
  kind: 'postgresql',
  config: { host: 'db.cl', port: 5432, database: 'tienda', user: 'lector', tls: 'verify', writes: false },
  queries: { ACCESS: 'select :email' },
  secret_sealed: 'sellado-muy-secreto',
  changed_by: 'u1',
  changed_by_name: 'Ana',
  changed_at: AT,
  approved_by: null,
  approved_by_name: null,
  approved_at: null,
  self_approved: false,
  created_at: AT,
  updated_at: AT,
}
const shown = (change: object = {}) =>
  connectorView({ ...ROW, ...change } as unknown as Parameters<typeof connectorView>[0])

test('a secret is never shown, sealed or not: the view only says whether there is one', () => {
  for (const row of [ROW, { ...ROW, kind: 'https', config: { url: 'https://a.cl' } }])
    assert.doesNotMatch(JSON.stringify(shown(row)), /sellado|secret_sealed/)
  assert.deepEqual([shown().config.hasPassword, shown().config.hasSecret], [true, false])
  assert.deepEqual(
    [shown({ secret_sealed: null }).config.hasPassword, shown({ secret_sealed: null }).config.hasSecret],
    [false, false],
  )
})

test('an endpoint shows its address and whether it signs, and no fields of a database', () => {
  const { config } = shown({ kind: 'https', config: { url: 'https://a.cl/x' } })
  assert.deepEqual(config, {
    host: null,
    port: null,
    database: null,
    user: null,
    tls: null,
    writes: null,
    hasPassword: false,
    url: 'https://a.cl/x',
    hasSecret: true,
  })
})

test('a connector is approved only after somebody approved it', () => {
  assert.deepEqual([shown().state, shown().approvedAt, shown().approvedBy], ['draft', null, null])
  const approved = shown({ approved_at: AT, approved_by: 'u2', approved_by_name: 'Eva', self_approved: true })
  assert.deepEqual(
    [approved.state, approved.approvedAt, approved.approvedBy, approved.selfApproved],
    ['approved', '2026-11-18T15:00:00.000Z', 'Eva', true],
  )
})

test('a run shows the number of rows, and no row', () => {
  const run = runView({
    tenant_id: 't',
    id: ROW.id,
    connector_id: ROW.id,
    task_id: ROW.id,
    request_id: ROW.id,
    folio: 'ARCO-2026-00042',
    right_type: 'ACCESS',
    status: 'done',
    writes: false,
    attempts: 1,
    row_count: 3,
    byte_count: 120,
    error: null,
    file_id: null,
    callback_hash: 'abc',
    callback_expires_at: AT,
    claimed_until: null,
    next_attempt_at: null,
    started_at: AT,
    ended_at: AT,
    created_at: AT,
    updated_at: AT,
  } as unknown as Parameters<typeof runView>[0])
  assert.deepEqual([run.right, run.rows, run.bytes, run.folio], ['ACCESS', 3, 120, 'ARCO-2026-00042'])
  assert.doesNotMatch(JSON.stringify(run), /callback|abc/)
})

// ── a dry run ──

test('by default a dry run asks for a copy about a made-up person', () => {
  for (const body of [null, {}, { person: null, right: null }]) {
    const { right, person } = trialOf(body)
    assert.equal(right, 'ACCESS')
    assert.equal(person.email, 'persona.de.prueba@ejemplo.invalid')
    assert.equal(person.rut, '0-0')
  }
})

test('a dry run normalises the person like a request', () => {
  const { right, person } = trialOf({ right: 'DELETION', person: { rut: '12.345.678-5', name: '' } })
  assert.deepEqual([right, person.rut, person.name], ['DELETION', '12345678-5', 'Persona de Prueba'])
  assert.equal(person.email, 'persona.de.prueba@ejemplo.invalid', 'the rest is still nobody')
  assert.equal(trialOf({ person: { rut: '12-3' } }).person.rut, '12-3', 'what is no RUT is tried as it is')
  assert.equal(trialOf({ person: { folio: 'ARCO-2026-00001' } as object }).person.folio, 'PRUEBA-0000')
})

// ── input ──

const LEAST = { name: 'Base', systemId: ROW.system_id, kind: 'postgresql', config: {} }
const faulty = (change: object) => faultsBy(NewConnector, { ...LEAST, ...change }).map(({ path }) => path)

test('a connector needs a name, a system, a kind and an address', () => {
  assert.deepEqual(faulty({}), [])
  for (const field of Object.keys(LEAST)) assert.deepEqual(faulty({ [field]: undefined }), [field])
  assert.deepEqual(faulty({ kind: 'oracle' }), ['kind'])
  for (const kind of ['postgresql', 'mysql', 'https']) assert.deepEqual(faulty({ kind }), [])
})

test('ports, encryption and lengths are bounded', () => {
  for (const [config, path] of [
    [{ port: 0 }, 'config.port'],
    [{ port: 65_536 }, 'config.port'],
    [{ port: '5432' }, 'config.port'],
    [{ tls: 'maybe' }, 'config.tls'],
    [{ writes: 'true' }, 'config.writes'],
    [{ password: 'x'.repeat(501) }, 'config.password'],
    [{ url: `https://${'x'.repeat(2000)}` }, 'config.url'],
  ] as const)
    assert.deepEqual(faulty({ config }), [path], JSON.stringify(config).slice(0, 60))
  for (const config of [{ port: 1 }, { port: 65_535 }, { tls: 'off' }, { password: 'x'.repeat(500) }])
    assert.deepEqual(faulty({ config }), [])
})

test("a query belongs to one of the law's rights", () => {
  const queries = (sent: object) => faultsBy(ConnectorPatch, { queries: sent })
  for (const right of ['ACCESS', 'RECTIFICATION', 'DELETION', 'OPPOSITION', 'PORTABILITY', 'BLOCKING'])
    assert.deepEqual(queries({ [right]: 'select :email' }), [], right)
  assert.deepEqual(queries({ ACCESS: null }), [])
  assert.equal(queries({ ACCESS: 'x'.repeat(10_001) }).length, 1)
  assert.equal(queries({ ACCESS: 5 }).length, 1)
  assert.equal(queries({ ERASURE: 'select :email' }).length, 1)
})

test('an answer by callback has an outcome, and at most ten thousand rows', () => {
  const sent = (body: object) => faultsBy(ConnectorCallback, body).map(({ path }) => path)
  assert.deepEqual(sent({ outcome: 'found', rows: Array(10_000).fill(null) }), [])
  assert.deepEqual(sent({ outcome: 'found', rows: Array(10_001).fill(null) }), ['rows'])
  assert.deepEqual(sent({}), ['outcome'])
  assert.deepEqual(sent({ outcome: 'done' }), ['outcome'])
  assert.deepEqual(sent({ outcome: 'kept', article: 'x'.repeat(201) }), ['article'])
})
