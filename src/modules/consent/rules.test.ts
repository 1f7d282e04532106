import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Failure } from '#kernel/failure.ts'
import { assertEditMove, completeContent, decide, STATES } from './notices/rules.ts'
import { canonical, hashOf } from './proof.ts'
import { decidedAt, normaliseRef } from './rules.ts'
import { kindOf } from './submitter.ts'
import {
  ageOn,
  assertMayConsent,
  checkValues,
  completeFields,
  needsRepresentative,
  readAge,
  readRepresentative,
} from './templates/rules.ts'

// ── references ──

for (const [sent, stored] of [
  ['  Camila@Correo.CL ', 'camila@correo.cl'],
  ['12.345.678-5', '12345678-5'],
  ['12345678-5', '12345678-5'],
  ['6.000.000-k', '6000000-K'],
  ['12.345.678-9', '12.345.678-9'],
  ['123456785', '123456785'],
  ['Cliente-77', 'Cliente-77'],
  ['ABC', 'ABC'],
] as const) {
  test(`the reference «${sent}» is stored as «${stored}»`, () => assert.equal(normaliseRef(sent), stored))
}

test('normalising a reference twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (ref) => {
      assert.equal(normaliseRef(normaliseRef(ref)), normaliseRef(ref))
    }),
  )
})

test('a decision lies in the past; a clock that is slightly ahead is accepted', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const at = (text: string) => decidedAt('obtainedAt', new Date(text), now).toISOString()
  assert.equal(decidedAt('obtainedAt', undefined, now), now)
  assert.equal(at('2020-01-01T00:00:00Z'), '2020-01-01T00:00:00.000Z')
  assert.equal(at('2026-12-01T12:09:00Z'), '2026-12-01T12:00:00.000Z')
  assert.throws(() => at('2026-12-01T12:11:00Z'), { status: 422 })
})

// ── proof ──

test('canonical JSON does not depend on the order of keys, and follows RFC 8785', () => {
  assert.equal(
    canonical({ b: [1, { d: null, c: 'ñ"' }], a: 1e21, z: undefined }),
    '{"a":1e+21,"b":[1,{"c":"ñ\\"","d":null}]}',
  )
  assert.equal(hashOf({ a: 1, b: 2 }), hashOf({ b: 2, a: 1 }))
  assert.notEqual(hashOf({ a: 1, b: 2 }), hashOf({ a: 1, b: '2' }))
})

test('a value has the same hash after a round trip through JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      assert.equal(hashOf(value), hashOf(JSON.parse(JSON.stringify(value))))
      assert.deepEqual(JSON.parse(canonical(value)), JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('of a browser only its kind is stored, not its exact version', () => {
  assert.equal(
    kindOf(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1',
    ),
    'Mozilla/5 (iPhone; CPU iPhone OS 18 like Mac OS X) AppleWebKit/605 Version/18 Safari/604',
  )
  assert.deepEqual([kindOf(undefined), kindOf('x'.repeat(300))?.length], [null, 200])
})

// ── notices ──

test('a notice is published by a call of its own, and archived and reopened by an edit', () => {
  const open = STATES.flatMap((from) =>
    STATES.filter((to) => {
      try {
        assertEditMove(from, to)
        return from !== to
      } catch (error) {
        assert.equal((error as { code: string }).code, 'CONFLICT')
        return false
      }
    }).map((to) => `${from} → ${to}`),
  )
  assert.deepEqual(open, ['DRAFT → ARCHIVED', 'PUBLISHED → ARCHIVED', 'ARCHIVED → DRAFT'])
})

const { purposes } = completeContent({
  name: 'Banner',
  purposes: [
    { key: 'necessary', name: 'Necesarias', required: true },
    { key: 'analytics', name: 'Medición' },
    { key: 'marketing', name: 'Publicidad' },
  ],
})

for (const [sent, action, outcome, granted] of [
  [{ necessary: true, analytics: true, marketing: true }, undefined, 'accept_all', true],
  [{ analytics: true, marketing: true }, undefined, 'accept_all', true],
  [{ analytics: false, marketing: false }, undefined, 'reject_all', false],
  [{}, undefined, 'reject_all', false],
  [{ analytics: true }, undefined, 'custom', true],
  [{ analytics: true }, 'accept_all', 'custom', true],
  [{ analytics: true, marketing: true }, 'custom', 'custom', true],
  [{ analytics: true, marketing: true }, 'reject_all', 'accept_all', true],
  [{}, 'accept_all', 'accept_all', true],
  [{}, 'reject_all', 'reject_all', false],
  [{}, 'custom', 'custom', false],
  [{}, 'withdraw', 'withdraw', false],
  [{ analytics: true, marketing: false }, 'withdraw', 'withdraw', true],
] as const) {
  test(`${JSON.stringify(sent)} sent as ${action} is ${outcome}`, () => {
    const decided = decide(purposes, sent, action)
    assert.equal(decided.action, outcome)
    assert.equal(decided.granted, granted)
    assert.deepEqual(Object.keys(decided.decisions), ['necessary', 'analytics', 'marketing'])
    assert.equal(decided.decisions['necessary'], true)
  })
}

test('a withdrawal that refuses nothing, an unknown purpose and a refused necessary one are impossible', () => {
  for (const [sent, action] of [
    [{ analytics: true, marketing: true }, 'withdraw'],
    [{ otra: true }, undefined],
    [{ toString: true }, undefined],
    [{ necessary: false }, undefined],
  ] as const) {
    assert.throws(() => decide(purposes, sent as Record<string, boolean>, action), { status: 422 })
  }
})

test('a purpose without an answer counts as refused, whatever the other answers', () => {
  const answers = fc.record({ analytics: fc.boolean(), marketing: fc.boolean() }, { requiredKeys: [] })
  fc.assert(
    fc.property(answers, (sent) => {
      const { decisions, action } = decide(purposes, sent)
      assert.deepEqual(decisions, { necessary: true, analytics: false, marketing: false, ...sent })
      const accepted = Number(decisions['analytics']) + Number(decisions['marketing'])
      assert.equal(action, ['reject_all', 'custom', 'accept_all'][accepted])
    }),
  )
})

test('a purpose rests on consent unless it is necessary or states another basis', () => {
  const bases = completeContent({
    name: 'x',
    purposes: [
      { key: 'a', name: 'a', required: true },
      { key: 'b', name: 'b' },
      { key: 'c', name: 'c', legalBasis: 'contract' },
    ],
  }).purposes.map(({ legalBasis }) => legalBasis)
  assert.deepEqual(bases, ['legitimate_interest', 'consent', 'contract'])
})

test('arts. 8 b and 12: a purpose that cannot be refused is neither consent nor advertising', () => {
  for (const [purpose, path] of [
    [{ key: 'a', name: 'Medición', legalBasis: 'consent' }, 'purposes[0].legalBasis'],
    [{ key: 'marketing', name: 'Comunicaciones' }, 'purposes[0].required'],
    [{ key: 'b', name: 'Publicidad y ofertas', legalBasis: 'legitimate_interest' }, 'purposes[0].required'],
    [{ key: 'c', name: 'Boletín de novedades', legalBasis: 'contract' }, 'purposes[0].required'],
  ] as const) {
    const content = (required: boolean) =>
      completeContent({ name: 'x', purposes: [{ ...purpose, required }] }).purposes[0]!.required
    assert.throws(
      () => content(true),
      (error: Failure) => error.status === 422 && error.details?.[0]?.path === path,
    )
    assert.equal(content(false), false)
  }
})

// ── forms ──

const fields = completeFields([
  { key: 'nombre', label: 'Nombre', required: true },
  { key: 'correo', label: 'Correo', type: 'email' },
  { key: 'rut', label: 'RUT', type: 'RUT' },
  { key: 'hijos', label: 'Hijos', type: 'number' },
  { key: 'region', label: 'Región', type: 'select', options: ['RM', { value: 'v', label: 'Valparaíso' }] },
  { key: 'temas', label: 'Temas', type: 'multiselect', options: ['a', 'b'] },
  { key: 'nace', label: 'Nacimiento', type: 'date' },
  { key: 'fono', label: 'Teléfono', type: 'phone' },
  { key: 'leido', label: 'Leí el texto', type: 'checkbox' },
  { key: 'raro', label: 'Otro', type: 'color' },
])
const form = { complete: true, others: false }

test('a form accepts only values that fit its fields', () => {
  const sent = {
    nombre: 'Ana',
    correo: 'ana@x.cl',
    rut: '12.345.678-5',
    hijos: 2,
    region: 'v',
    temas: ['a', 'b'],
    nace: '1990-02-28',
    fono: '+56 9 1234 5678',
    leido: false,
    raro: '#fff',
  }
  assert.deepEqual(checkValues(fields, { ...sent, intruso: 'x' }, form), { ...sent, rut: '12345678-5' })
  assert.deepEqual(checkValues(fields, { nombre: 'Ana', correo: '', hijos: null }, form), { nombre: 'Ana' })
  assert.deepEqual(checkValues(fields, { intruso: 'x' }, { complete: false, others: true }), { intruso: 'x' })
})

for (const [key, value] of [
  ['nombre', ' '],
  ['nombre', 5],
  ['nombre', 'x'.repeat(10_001)],
  ['correo', 'ana'],
  ['hijos', '2'],
  ['region', 'X'],
  ['temas', 'a'],
  ['temas', ['c']],
  ['nace', '2026-02-30'],
  ['fono', 'no'],
  ['leido', 'true'],
  ['raro', { a: 1 }],
] as const) {
  test(`«${key}» does not take ${JSON.stringify(value).slice(0, 40)}`, () => {
    assert.throws(
      () => checkValues(fields, { nombre: 'Ana', [key]: value }, form),
      (error: { status: number; details: { path: string }[] }) =>
        error.status === 422 && error.details[0]!.path === `values.${key}`,
    )
  })
}

test('one refusal names every fault of a form, and a wrong RUT has a code of its own', () => {
  assert.throws(
    () => checkValues(fields, { correo: 'x', hijos: 'x' }, form),
    (error: { details: { path: string }[] }) =>
      error.details.map(({ path }) => path).join() === 'values.nombre,values.correo,values.hijos',
  )
  assert.throws(() => checkValues(fields, { nombre: 'Ana', rut: '1-9' }, form), { code: 'INVALID_RUT' })
})

test('values are bounded, and a required box must be ticked', () => {
  const huge = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`v${n}`, 'x'.repeat(10_000)]))
  assert.throws(() => checkValues([], huge, { complete: false, others: true }), { status: 422 })
  const box = completeFields([{ key: 'ok', label: 'Acepto', type: 'checkbox', required: true }])
  assert.throws(() => checkValues(box, { ok: false }, form), { status: 422 })
  assert.deepEqual(checkValues(box, { ok: true }, form), { ok: true })
})

// ── children (art. 16 quáter) ──

test('a person is a year older on the birthday', () => {
  assert.equal(ageOn('2012-11-15', '2026-11-14'), 13)
  assert.equal(ageOn('2012-11-15', '2026-11-15'), 14)
  assert.equal(ageOn('2012-02-29', '2026-02-28'), 13)
  assert.equal(ageOn('2012-02-29', '2026-03-01'), 14)
})

test('under 14 a representative consents; under 16 where the data are sensitive', () => {
  const needed = (sensitive: boolean) =>
    Array.from({ length: 20 }, (_, age) => age).filter((age) => needsRepresentative(age, sensitive)).length
  assert.equal(needed(false), 14)
  assert.equal(needed(true), 16)
})

test('the age comes from either value, and must make sense', () => {
  const today = '2026-11-15'
  assert.equal(readAge({}, today), undefined)
  assert.equal(readAge({ age: 13 }, today), 13)
  assert.equal(readAge({ age: 40, birthDate: '2016-01-01' }, today), 10)
  for (const values of [
    { age: '13' },
    { age: -1 },
    { age: 13.5 },
    { age: 131 },
    { birthDate: '2026-11-16' },
    { birthDate: '2026-02-30' },
    { birthDate: '1800-01-01' },
    { birthDate: 5 },
  ]) {
    assert.throws(() => readAge(values, today), { status: 422 }, JSON.stringify(values))
  }
})

test('a representative is named with a valid RUT and the relation', () => {
  const whole = readRepresentative({ name: 'Eva', rut: '12.345.678-5', relation: 'madre' })
  assert.deepEqual(whole, { name: 'Eva', rut: '12345678-5', relation: 'madre', email: null })
  assert.equal(readRepresentative(null), null)
  assert.throws(() => readRepresentative({ rut: '12.345.678-9' }), { code: 'INVALID_RUT' })
  const form = { requireAge: true, sensitive: false }
  assert.doesNotThrow(() => assertMayConsent(form, { age: 13 }, whole, '2026-11-15'))
  assert.doesNotThrow(() => assertMayConsent(form, { age: 14 }, null, '2026-11-15'))
  assert.doesNotThrow(() => assertMayConsent({ ...form, requireAge: false }, {}, null, '2026-11-15'))
  for (const [values, representative] of [
    [{}, whole],
    [{ age: 13 }, null],
    [{ age: 13 }, { ...whole!, relation: null }],
    [{ age: 13 }, { ...whole!, rut: null }],
  ] as const) {
    assert.throws(() => assertMayConsent(form, values, representative, '2026-11-15'), { status: 422 })
  }
  const notAsked = { requireAge: false, sensitive: true }
  assert.throws(() => assertMayConsent(notAsked, { age: 15 }, null, '2026-11-15'), { status: 422 })
})
