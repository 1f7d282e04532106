import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import * as kit from './schema-kit.ts'
import { faultsBy, validationFailure } from './validation.ts'

/** The sentences about a body with one field. */
const said = (schema: TSchema, value: unknown) =>
  faultsBy(Type.Object({ x: schema }), value === undefined ? {} : { x: value }).map(({ path, message }) => {
    assert.equal(path.startsWith('x'), true, path)
    return message
  })

test('each kind of fault has one sentence with the expected value', () => {
  for (const [schema, value, sentence] of [
    [kit.ShortText(), undefined, '«x» es obligatorio.'],
    [kit.ShortText(), '', '«x» es obligatorio.'],
    [kit.ShortText(), '   ', '«x» es obligatorio y no puede estar en blanco.'],
    [kit.ShortText(), 'x'.repeat(501), '«x» debe tener como máximo 500 caracteres.'],
    [kit.BoundedText(1), 'xy', '«x» debe tener como máximo 1 carácter.'],
    [Type.String({ minLength: 8 }), 'corta', '«x» debe tener al menos 8 caracteres.'],
    [kit.Name(), 'dos\nlíneas', '«x» es obligatorio y va en una sola línea, sin saltos ni tabulaciones.'],
    [kit.ShortText(), 7, '«x» debe ser texto.'],
    [kit.Flag(), 'true', '«x» debe ser verdadero o falso (true o false).'],
    [kit.Count(), 1.5, '«x» debe ser un número entero.'],
    [kit.Count(), -1, '«x» debe ser mayor o igual que 0.'],
    [Type.Number({ exclusiveMinimum: 0 }), 0, '«x» debe ser mayor que 0.'],
    [Type.Number({ maximum: 72 }), 73, '«x» debe ser menor o igual que 72.'],
    [Type.Number({ exclusiveMaximum: 1 }), 1, '«x» debe ser menor que 1.'],
    [Type.Number(), '5', '«x» debe ser un número.'],
    [kit.Texts(), 'a', '«x» debe ser una lista.'],
    [Type.Array(Type.Any(), { minItems: 1 }), [], '«x» debe tener al menos 1 elemento.'],
    [Type.Array(Type.Any(), { minItems: 2 }), [1], '«x» debe tener al menos 2 elementos.'],
    [Type.Array(Type.Any(), { maxItems: 1 }), [1, 2], '«x» debe tener como máximo 1 elemento.'],
    [kit.Texts({}, 2), ['a', 'b', 'c'], '«x» debe tener como máximo 2 elementos.'],
    [Type.Array(Type.Any(), { uniqueItems: true }), [1, 1], '«x» no puede repetir elementos.'],
    [Type.Object({}), [], '«x» debe ser un objeto.'],
    [kit.FreeObject({}, 1), { a: 1, b: 2 }, '«x» debe tener como máximo 1 campo.'],
    [kit.oneOf(['DPA', 'CCT']), 'dpa', '«x» debe ser uno de: DPA, CCT.'],
    [Type.Literal('withdraw'), 'x', '«x» debe ser "withdraw".'],
    [kit.Email(), 'ana', '«x» debe ser un correo electrónico, por ejemplo ana@empresa.cl.'],
    [kit.CalendarDate(), '2026-02-30', '«x» debe ser una fecha que exista, con el formato AAAA-MM-DD.'],
    [kit.WebUrl(), 'ftp://x.cl', '«x» debe ser una dirección http o https completa.'],
    [Type.String({ pattern: '^a' }), 'b', '«x» no tiene el formato esperado.'],
  ] as const)
    assert.deepEqual(said(schema, value), [sentence], sentence)
})

test('the sentence for an optional field does not mention null, because nobody types it', () => {
  assert.deepEqual(said(kit.optional(kit.ShortText()), 7), ['«x» debe ser texto.'])
  assert.deepEqual(said(kit.optional(kit.oneOf(['a', 'b'])), 'c'), ['«x» debe ser uno de: a, b.'])
  assert.deepEqual(said(kit.optional(kit.ShortText()), null), [])
})

test('a path is written for people, and names the missing field', () => {
  const Stages = Type.Object({
    stages: Type.Array(Type.Object({ name: kit.Name(), fields: Type.Array(Type.Object({ id: kit.Id() })) })),
  })
  assert.deepEqual(
    faultsBy(Stages, { stages: [{ name: 'a', fields: [] }, { fields: [{ id: 'x' }, {}] }] }).map(
      ({ path }) => path,
    ),
    ['stages[1].name', 'stages[1].fields[1].id'],
  )
  assert.deepEqual(faultsBy(Stages, 7), [
    { path: '', message: 'El cuerpo de la solicitud debe ser un objeto.', rule: 'type' },
  ])
  const odd = Type.Object({ 'a/b~c': Type.Object({ d: kit.Flag() }) })
  assert.deepEqual(
    faultsBy(odd, { 'a/b~c': { d: 1 } }).map(({ path }) => path),
    ['a/b~c.d'],
  )
})

test('for a field of a text or a list, the fault is that of the sent form', () => {
  const TextOrList = Type.Union([kit.ShortText(), Type.Array(kit.ShortText(), { minItems: 1, maxItems: 2 })])
  for (const [sent, ...sentences] of [
    [5, '«x» debe ser texto o una lista.'],
    ['', '«x» es obligatorio.'],
    [[], '«x» debe tener al menos 1 elemento.'],
    [['a', 'b', 'c'], '«x» debe tener como máximo 2 elementos.'],
    [['a', 7], '«x[1]» debe ser texto.'],
    [['', 'b'], '«x[0]» es obligatorio.'],
  ] as const)
    assert.deepEqual(said(TextOrList, sent), sentences, JSON.stringify(sent))
})

test('a fault also names its rule and its bound, for programs', () => {
  const Body = Type.Object({
    name: kit.Name(),
    text: kit.optional(kit.ShortText()),
    on: kit.optional(kit.CalendarDate()),
    color: kit.optional(kit.oneOf(['a', 'b'])),
    count: kit.optional(Type.Integer({ minimum: 0, maximum: 5 })),
    many: kit.optional(Type.Array(Type.String(), { maxItems: 1 })),
    free: kit.optional(kit.FreeObject()),
  })
  for (const [sent, rule, limit] of [
    [{ name: undefined }, 'required'],
    [{ name: '' }, 'required'],
    [{ name: 'x'.repeat(201) }, 'maxLength', 200],
    [{ name: 'a\nb' }, 'pattern'],
    [{ text: 7 }, 'type'],
    [{ text: 'x'.repeat(501) }, 'maxLength', 500],
    [{ on: '2026-02-30' }, 'format'],
    [{ on: '2026-11-15T00:00:00Z' }, 'format'],
    [{ color: 'c' }, 'enum'],
    [{ count: -1 }, 'minimum', 0],
    [{ count: 6 }, 'maximum', 5],
    [{ many: ['a', 'b'] }, 'maxItems', 1],
    [{ free: { text: 'x'.repeat(10_001) } }, 'maxLength', 10_000],
  ] as const) {
    const [fault] = faultsBy(Body, { name: 'Ana', ...sent })
    assert.deepEqual([fault?.rule, fault?.limit], [rule, limit], JSON.stringify(sent).slice(0, 40))
  }
  const Said = Type.Object({ why: Type.String({ minLength: 1, pattern: '\\S' }) })
  assert.equal(faultsBy(Said, { why: '  ' })[0]?.rule, 'required', 'a blank text is missing')
})

test('one fault per field is reported, and at most fifty fields', () => {
  // Too long and also no date: the second fault says more.
  assert.deepEqual(said(kit.CalendarDate(), '2026-11-15T00:00:00Z'), [
    '«x» debe ser una fecha que exista, con el formato AAAA-MM-DD.',
  ])
  const names = Array.from({ length: 60 }, (_, at) => `f${at}`)
  const many = Type.Object(Object.fromEntries(names.map((name) => [name, kit.Flag()])))
  assert.equal(faultsBy(many, {}).length, 50)
})

test('texts of a free object are bounded at any depth, and so is the whole object', () => {
  const free = kit.FreeObject()
  assert.deepEqual(said(free, { a: { b: ['x'.repeat(10_000)] } }), [])
  assert.deepEqual(said(free, { a: { b: ['x'.repeat(10_001)] } }), [
    '«x.a.b[0]» debe tener como máximo 10000 caracteres.',
  ])
  // Counted in characters, not in UTF-16 units.
  assert.deepEqual(said(free, { a: '🦩'.repeat(10_000) }), [])
  const full = (bytes: number) => ({
    list: [...Array(9).fill('x'.repeat(10_000)), 'x'.repeat(bytes - 90_040)],
  })
  assert.equal(Buffer.byteLength(JSON.stringify(full(100_000))), 100_000)
  assert.deepEqual(said(free, full(100_000)), [])
  assert.deepEqual(said(free, full(100_001)), ['«x» debe ocupar como máximo 100 kB.'])
})

test('a refusal names the place of the fault; a path that names nothing is not found', () => {
  const fault = {
    instancePath: '/limit',
    keyword: 'maximum',
    params: { limit: 100 },
    schemaPath: '',
    message: '',
  }
  const body = validationFailure([fault], 'body')
  assert.deepEqual(
    [body.status, body.message],
    [400, 'Hay errores en los datos enviados: «limit» debe ser menor o igual que 100.'],
  )
  assert.match(
    validationFailure([fault], 'querystring').message,
    /^Hay errores en los parámetros de la consulta: /,
  )
  const path = validationFailure([fault], 'params')
  assert.deepEqual([path.status, path.code, path.details], [404, 'RESOURCE_NOT_FOUND', undefined])
})
