import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditRow } from './repo.ts'
import { AUDIT_COLUMNS, auditRow } from './sheet.ts'

const ROW: AuditRow = {
  id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e01',
  actor_type: 'user',
  actor_id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e02',
  actor_name: 'Ana Ñuñoa',
  action: 'update',
  entity_type: 'api_key',
  entity_id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e03',
  changes: {},
  request_id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e04',
  address_prefix: '203.0.113.0',
  created_at: new Date('2026-12-01T12:00:00.000Z'),
}

const cell = (row: Partial<AuditRow>, column: string) =>
  auditRow({ ...ROW, ...row })[AUDIT_COLUMNS.findIndex((name) => name.startsWith(column))]

test('an entry is in words, each under its column', () => {
  assert.equal(auditRow(ROW).length, AUDIT_COLUMNS.length)
  for (const [column, text] of [
    ['Quién', 'Ana Ñuñoa'],
    ['Tipo', 'Persona de la organización'],
    ['Acción', 'Modificar'],
    ['Sobre', 'Clave de API'],
    ['ID del registro', ROW.entity_id],
    ['ID de quién', ROW.actor_id],
    ['Solicitud', ROW.request_id],
  ] as const)
    assert.equal(cell({}, column), text, column)
})

test('a word outside the vocabulary is shown unchanged', () => {
  const odd = { actor_type: 'robot', action: 'bailar', entity_type: 'cosa', actor_name: null }
  assert.deepEqual(
    ['Tipo', 'Acción', 'Sobre', 'Quién'].map((column) => cell(odd, column)),
    ['robot', 'bailar', 'cosa', null],
  )
})

test('times are Chilean, in summer and winter, over midnight and leap days', () => {
  for (const [instant, shown] of [
    ['2026-12-01T12:00:00.000Z', '01-12-2026 09:00'],
    ['2026-07-01T12:00:00.000Z', '01-07-2026 08:00'],
    ['2028-03-01T02:59:59.999Z', '29-02-2028 23:59'],
    ['2027-01-01T03:00:00.000Z', '01-01-2027 00:00'],
  ] as const)
    assert.equal(cell({ created_at: new Date(instant) }, 'Fecha'), shown)
})

test('a change shows the old and the new value; an added field shows one value', () => {
  for (const [change, text] of [
    [{ old: 'Boletín', new: 'Noticias' }, '«Boletín» → «Noticias»'],
    [{ old: null, new: 'Noticias' }, '«Noticias»'],
    [{ old: '', new: 'Noticias' }, '«Noticias»'],
    [{ old: 'Boletín', new: null }, '«Boletín» → vacío'],
    [{ old: 'Boletín', new: '' }, '«Boletín» → vacío'],
    [{ old: true, new: false }, 'sí → no'],
    [{ old: null, new: false }, 'no'],
    [{ old: 0, new: 5 }, '«0» → «5»'],
    [{ old: ['a'], new: { b: 'ñ' } }, '«["a"]» → «{"b":"ñ"}»'],
  ] as const)
    assert.equal(cell({ changes: { x_y: change } }, 'Cambios'), `x_y: ${text}`)
})

test('changes are listed by their Spanish names; empty to empty is no change', () => {
  const changes = {
    is_active: { old: true, new: false },
    notes: { old: null, new: '' },
    other: { old: '', new: null },
    zzz: { old: 1, new: 2 },
  }
  assert.equal(cell({ changes }, 'Cambios'), 'activo: sí → no; zzz: «1» → «2»')
  assert.equal(cell({ changes: {} }, 'Cambios'), '')
})
