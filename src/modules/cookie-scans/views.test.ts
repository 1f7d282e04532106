import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Said } from './compare.ts'
import type { ScanRow } from './repo.ts'
import type { Item } from './rules.ts'
import { scanView } from './views.ts'

/** A finished scan as people read it. */

const AT = new Date('2026-12-01T12:00:00Z')
const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

const item = (more: Partial<Item>): Item => ({
  kind: 'cookie',
  name: '_ga',
  domain: 'tienda.cl',
  party: 'first',
  before: true,
  after: true,
  seconds: 63_072_000,
  httpOnly: false,
  secure: true,
  writer: 'script',
  source: 'https://tienda.cl/a.js',
  page: 'https://tienda.cl/',
  requests: 0,
  ...more,
})

const SAID: Said = {
  policy: null,
  notice: {
    cookies: [
      { name: '_ga', category: 'analytics', required: false, purpose: 'Medición de uso' },
      { name: 'carro_*', category: null, required: true, purpose: 'Necesarias' },
    ],
    hosts: [],
  },
}

const view = (items: Item[], said = SAID) =>
  scanView(
    {
      tenant_id: ID,
      id: ID,
      domain_id: ID,
      domain_url: 'https://tienda.cl',
      status: 'DONE',
      cause: 'manual',
      mode: 'browser',
      progress: 100,
      banner: true,
      early_count: 1,
      undeclared_count: 0,
      error: null,
      pages: [{ url: 'https://tienda.cl/', status: 200, problem: null }],
      items,
      findings: [],
      notes: ['Una nota.'],
      created_at: AT,
      updated_at: AT,
      started_at: AT,
      completed_at: AT,
      requested_by: null,
    } as unknown as ScanRow,
    said,
  )

test('a known cookie has its explanation, its lifetime here and the purpose that lists it', () => {
  const [one] = view([item({})]).items
  assert.deepEqual(
    [one!.duration, one!.purpose, one!.known?.provider],
    ['2 años', 'Medición de uso', 'Google Analytics'],
  )
  assert.equal('seconds' in one!, false)
})

test("an unknown cookie has no explanation; the notice's pattern for its name counts", () => {
  const [listed, other] = view([item({ name: 'carro_77', seconds: null }), item({ name: 'x' })]).items
  assert.deepEqual([listed!.known, listed!.purpose, listed!.duration], [null, 'Necesarias', 'Sesión'])
  assert.deepEqual([other!.known, other!.purpose], [null, null])
})

test('a host has no lifetime and no purpose by name, whatever a cookie is called', () => {
  const [one] = view([item({ kind: 'host', name: 'carro_9.cl', seconds: null, party: 'third' })]).items
  assert.deepEqual([one!.duration, one!.purpose], [null, null])
  const [known] = view([item({ kind: 'host', name: 'www.google-analytics.com', party: 'third' })]).items
  assert.equal(known!.known?.category, 'analytics')
})

test('without a published notice no item has a purpose', () => {
  const items = [item({}), item({ kind: 'local_storage', name: 'carro_1', seconds: null })]
  const shown = view(items, { notice: null, policy: null }).items
  assert.deepEqual(
    shown.map(({ purpose, duration }) => [purpose, duration]),
    [
      [null, '2 años'],
      [null, 'Permanente'],
    ],
  )
})

test('the scan gives its request, its time and its notes', () => {
  const shown = view([])
  assert.deepEqual(
    [shown.domainUrl, shown.earlyCount, shown.undeclaredCount, shown.createdAt, shown.notes],
    ['https://tienda.cl', 1, 0, '2026-12-01T12:00:00.000Z', ['Una nota.']],
  )
  for (const hidden of ['tenantId', 'tenant_id', 'requestedBy']) assert.equal(hidden in shown, false)
})
