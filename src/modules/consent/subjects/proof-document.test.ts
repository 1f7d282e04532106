import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proofDocument } from './proof-document.ts'
import type { ConsentRecord } from './schemas.ts'

const RECORD: ConsentRecord = {
  id: '0199aa00-0000-7000-8000-000000000001',
  kind: 'template',
  noticeId: null,
  templateId: '0199aa00-0000-7000-8000-000000000002',
  version: 1,
  granted: true,
  decisions: null,
  action: null,
  source: 'manual',
  provenBy: 'staff',
  occurredAt: '2026-12-01T12:00:00.000Z',
  createdAt: '2026-12-01T12:00:00.000Z',
  name: 'Boletín',
  subjectRef: 'camila@correo.cl',
  isEffective: true,
  receipt: 'a'.repeat(64),
  valid: true,
  contentHash: 'b'.repeat(64),
  shown: { title: 'Boletín', text: 'Autorizo el envío.', purposes: [] },
  values: { age: 30, birthDate: '1996-01-02', news: true, topics: ['wine', 'Viajes'], other: 'x' },
  representative: null,
  channel: 'in_person',
  evidence: 'Carpeta 12',
  recordedBy: 'Luis Soto',
  url: null,
  userAgent: null,
  language: null,
  signal: null,
}

test('the proof of a consent tells what was answered as the form asked it, without keys', () => {
  const { content } = proofDocument(RECORD, [], {
    organisation: 'Tienda Sur SpA',
    lawVersion: 'x',
    cited: 'art. 12',
    receipt: {
      record: { type: 'consent_form_record', id: RECORD.id },
      organisation: { id: RECORD.id, slug: 'tienda-sur', name: 'Tienda Sur SpA' },
      url: 'https://tienda.cl/verificar',
      proof: null,
    },
    fields: [
      { key: 'news', label: 'Quiero el boletín', type: 'checkbox', required: false, options: [] },
      {
        key: 'topics',
        label: 'Temas',
        type: 'multiselect',
        required: false,
        options: [{ value: 'wine', label: 'Vinos' }, 'Viajes'],
      },
    ],
  })
  const text = JSON.stringify(content)
  for (const words of [
    'En persona',
    'Edad',
    'Fecha de nacimiento',
    'Quiero el boletín',
    'Sí',
    'Vinos, Viajes',
  ])
    assert.ok(text.includes(`"${words}"`), words)
  assert.doesNotMatch(text, /in_person|"age"|"birthDate"|"news"|"true"|wine/)
})
