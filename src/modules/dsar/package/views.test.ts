import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeptFile } from '#modules/files/public.ts'
import { REQUEST_ID, taskRow } from '#test/kit/dsar-rows.ts'
import type { PackageRow } from './repo.ts'
import { packageView, sourcesView } from './views.ts'

const BUILT = new Date('2026-12-20T12:00:00Z')
const ROW = {
  id: 'p',
  request_id: REQUEST_ID,
  status: 'ready',
  progress: 100,
  contents: [],
  size_bytes: 12,
  sha256: 'ab',
  built_at: BUILT,
  built_by_name: 'Ana Rojas',
  created_at: new Date('2026-12-20T11:00:00Z'),
  note: null,
  error: null,
  redactions: [],
  sent_at: null,
  sent_to: null,
  expires_at: null,
  downloads: 0,
  last_download_at: null,
  opened_at: null,
  revoked_at: null,
} as unknown as PackageRow
const view = (fields: Partial<PackageRow> = {}, days = 30) => packageView({ ...ROW, ...fields }, days)

test('a ready package can be downloaded and says until when: its days run from the delivery', () => {
  assert.equal(view().keptUntil, '2027-01-19T12:00:00.000Z')
  assert.equal(view({}, 15).keptUntil, '2027-01-04T12:00:00.000Z')
  const sent = { sent_at: new Date('2026-12-25T12:00:00Z'), sent_to: 'm@x.cl', expires_at: BUILT }
  assert.equal(view(sent).keptUntil, '2027-01-24T12:00:00.000Z')
  assert.equal(view().downloadUrl, `/api/v1/dsar/requests/${REQUEST_ID}/package/file`)
})

test('a package that is not ready has no bytes to download and no day of deletion', () => {
  for (const status of ['pending', 'failed', 'expired'] as const) {
    const { keptUntil, downloadUrl } = view({ status, built_at: null })
    assert.deepEqual([keptUntil, downloadUrl], [null, null], status)
  }
})

test('a delivery shows its address, its last day and its outcome; before it there is none', () => {
  assert.equal(view().delivery, null)
  const at = (day: string) => new Date(`2026-12-${day}T12:00:00Z`)
  assert.deepEqual(
    view({
      sent_at: at('21'),
      sent_to: 'maria@correo.cl',
      expires_at: new Date('2027-01-05T12:00:00Z'),
      downloads: 2,
      last_download_at: at('23'),
      opened_at: at('22'),
      revoked_at: at('24'),
    }).delivery,
    {
      sentAt: '2026-12-21T12:00:00.000Z',
      to: 'maria@correo.cl',
      expiresAt: '2027-01-05T12:00:00.000Z',
      downloads: 2,
      lastDownloadAt: '2026-12-23T12:00:00.000Z',
      openedAt: '2026-12-22T12:00:00.000Z',
      revokedAt: '2026-12-24T12:00:00.000Z',
    },
  )
})

test('a redaction shows its author by name, not by id; the view leaves out the key of the link', () => {
  const one = {
    fileId: null,
    field: 'a',
    replacementFileId: null,
    what: 'b',
    reason: 'c',
    by: 'secret-id',
    byName: 'Ana',
    at: 'x',
  }
  const shown = view({ redactions: [one], key_hash: 'secret-hash' } as Partial<PackageRow>)
  assert.equal(shown.redactions[0]!.byName, 'Ana')
  assert.doesNotMatch(JSON.stringify(shown), /secret/)
})

test('sources list the files of each system with their known columns', () => {
  const file = (id: string) =>
    ({ id, name: `${id}.json`, content_type: 'application/json', size_bytes: 7 }) as unknown as KeptFile
  const done = taskRow({ status: 'done', outcome: 'found', done_at: BUILT })
  const shown = sourcesView(
    { tasks: [{ ...done, files: [file('a'), file('b')] }], files: [file('c')] },
    new Map([
      ['a', ['nombre', 'correo']],
      ['b', null],
    ]),
    true,
  )
  assert.deepEqual(
    shown.tasks[0]!.files.map(({ id, columns }) => [id, columns]),
    [
      ['a', ['nombre', 'correo']],
      ['b', null],
    ],
  )
  assert.deepEqual(shown.files, [
    { id: 'c', name: 'c.json', contentType: 'application/json', size: 7, columns: null },
  ])
  assert.deepEqual(
    [shown.tasks[0]!.outcome, shown.tasks[0]!.doneAt, shown.hasPackage],
    ['found', '2026-12-20T12:00:00.000Z', true],
  )
})
