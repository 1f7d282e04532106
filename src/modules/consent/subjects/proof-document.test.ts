import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decisionWords, proofDocument } from './proof-document.ts'
import type { ConsentRecord, SubjectRecord } from './schemas.ts'

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

test("the proof of a consent gives the answers in the form's words, without keys", () => {
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

const draw = (more: Partial<ConsentRecord>, all: SubjectRecord[] = []) =>
  JSON.stringify(
    proofDocument({ ...RECORD, ...more }, all, {
      organisation: 'Tienda Sur SpA',
      lawVersion: 'x',
      cited: 'art. 12',
      receipt: {
        record: { type: 'consent_form_record', id: RECORD.id },
        organisation: { id: RECORD.id, slug: 'tienda-sur', name: 'Tienda Sur SpA' },
        url: 'https://tienda.cl/verificar',
        proof: null,
      },
      fields: [],
    }).content,
  )

test("an organisation's own names for channels and values stand as they are, whatever the word", () => {
  for (const word of ['Feria de mayo', 'constructor', 'toString', '__proto__']) {
    const text = draw({ channel: word, values: Object.fromEntries([[word, 'x']]) })
    assert.equal(text.split(`"${word}"`).length - 1, 2, word)
    assert.doesNotMatch(text, /native code/)
  }
})

test('the document says whether the record still matches its receipt, and if not, whom to contact', () => {
  assert.match(draw({}), /El registro y el texto siguen dando este recibo/)
  assert.match(draw({ valid: false }), /No coincide: el registro o el texto cambiaron después\. Avise/)
})

for (const [source, shown] of [
  ['form', true],
  ['portal', true],
  ['banner', true],
  ['manual', false],
  ['external', false],
] as const) {
  test(`the text of a decision by ${source} is ${shown ? 'called the text shown' : 'called the text in force, which this service did not show'}`, () => {
    const text = draw({ source })
    assert.equal(text.includes('"Lo que se le mostró"'), shown)
    assert.equal(text.includes('Texto del formulario vigente al registrar la decisión'), !shown)
  })
}

test('of very many decisions the newest two hundred are printed, and the rest are counted', () => {
  const one = { ...RECORD } as unknown as SubjectRecord
  const many = (count: number) => Array.from({ length: count }, () => one)
  assert.doesNotMatch(draw({}, many(200)), /Y \d+ anteriores/)
  assert.match(draw({}, many(203)), /Y 3 anteriores\./)
})

// ── names of decisions ──

const decision = (day: number, more: Partial<SubjectRecord> = {}) =>
  ({ ...RECORD, occurredAt: `2026-11-0${day}T12:00:00.000Z`, ...more }) as unknown as SubjectRecord
const no = (day: number, more: Partial<SubjectRecord> = {}) => decision(day, { granted: false, ...more })

for (const [what, one, others, words] of [
  ['a yes', decision(2), [], 'Otorgó su consentimiento'],
  ['a no of who had said yes', no(2), [decision(1)], 'Retiró su consentimiento'],
  ['a second no', no(3), [decision(1), no(2)], 'Retiró su consentimiento'],
  ['a no of who never said yes', no(2), [], 'No otorgó su consentimiento'],
  ['a no before the yes', no(1), [decision(2)], 'No otorgó su consentimiento'],
  [
    'a no after a yes to another form',
    no(2),
    [decision(1, { templateId: 'otro' })],
    'No otorgó su consentimiento',
  ],
  [
    'a no after a yes that never counted',
    no(2),
    [decision(1, { isEffective: false })],
    'No otorgó su consentimiento',
  ],
  [
    'a yes that waits',
    decision(2, { isEffective: false }),
    [],
    'Otorgó su consentimiento (sin efecto: la persona no lo ha confirmado)',
  ],
] as [string, SubjectRecord, SubjectRecord[], string][]) {
  test(`${what} is called «${words}»`, () => assert.equal(decisionWords(one, [one, ...others]), words))
}

for (const [action, words] of [
  ['accept_all', 'Aceptó todo'],
  ['reject_all', 'Rechazó todo'],
  ['custom', 'Eligió por finalidad'],
  ['withdraw', 'Retiró su consentimiento'],
] as const) {
  test(`«${action}» in a notice is called «${words}», whatever was granted`, () => {
    for (const granted of [true, false])
      assert.equal(
        decisionWords(decision(2, { kind: 'notice', action, granted, templateId: null }), []),
        words,
      )
  })
}
