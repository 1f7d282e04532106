import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import {
  BoundedText,
  blankable,
  CalendarDate,
  Email,
  exampleOf,
  Id,
  Instant,
  Name,
  nullable,
  oneOf,
  optional,
  Remark,
  WebUrl,
} from './schema-kit.ts'
import { routableUrl } from './urls.ts'
import { faultsBy } from './validation.ts'

const accepts = (schema: TSchema, value: unknown) =>
  faultsBy(Type.Object({ x: schema }), value === undefined ? {} : { x: value }).length === 0

/** For each part of the kit: accepted and refused values. */
const WORDS: readonly (readonly [string, TSchema, readonly unknown[], readonly unknown[]])[] = [
  [
    'a name is one line',
    Name(),
    ['A', ' Ana ', 'Ñandú & Cía. 🦤', '😀'.repeat(200)],
    [
      '',
      ' ',
      'a\nb',
      'a\tb',
      'a\u2028b',
      'a\u0085b',
      'a\u0007b',
      '\u001b',
      'a\u007f',
      'x'.repeat(201),
      5,
      null,
      undefined,
    ],
  ],
  [
    'a text has a letter in it',
    BoundedText(3),
    ['a', 'a\nb', '😀😀😀'],
    ['', '\n\t ', '\u00a0', 'abcd', null],
  ],
  [
    'an id is opaque, and never blank',
    Id(),
    ['019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f', 'nada', 'x'.repeat(100)],
    ['', ' ', '\u00a0\t', 'x'.repeat(101), 5, null],
  ],
  ['an id that may be left out', blankable(Id()), ['nada', '', ' ', null, undefined], [5, 'x'.repeat(101)]],
  ['a remark may be empty', Remark(3), ['', ' ', 'abc'], ['abcd', null, 1]],
  [
    'an address of mail has one @ and a domain',
    Email(),
    ['ana@sur.cl', ' ana@sur.cl ', 'ana+x@ñandú.cl', "o'neil@a-b.co.uk", `${'x'.repeat(64)}@sur.cl`],
    [
      'ana@sur',
      'ana',
      '@sur.cl',
      'a@b@c.cl',
      'ana@-sur.cl',
      'ana@sur-.cl',
      'a b@sur.cl',
      'ana@sur..cl',
      'a,b@sur.cl',
      `${'x'.repeat(65)}@sur.cl`,
      '',
    ],
  ],
  [
    'a day is one of the calendar',
    CalendarDate(),
    ['2028-02-29', '2026-12-31'],
    [
      '2026-02-29',
      '2100-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '2026-12-31T00:00:00Z',
      '0000-01-01',
      '',
    ],
  ],
  [
    'an instant says its offset',
    Instant(),
    ['2026-12-01T12:00:00Z', '2026-12-01T09:00:00.123-03:00'],
    ['2026-12-01T12:00:00', '2026-12-01', '2026-12-01T25:00:00Z', '2026-02-30T12:00:00Z', ''],
  ],
  [
    'an address of the web is http or https',
    WebUrl(),
    ['https://sur.cl', 'http://sur.cl:8080/a?b#c'],
    ['javascript:alert(1)', 'data:text/html,x', 'ftp://sur.cl', 'sur.cl', '/a', 'https://', ''],
  ],
  ['null beside a closed list', nullable(oneOf(['a', 'b'])), ['a', 'b', null], ['c', '', undefined]],
  ['an optional field', optional(oneOf(['a'])), ['a', null, undefined], ['', 'b', 5]],
  [
    'a field of a form that may be left blank',
    blankable(Email()),
    ['ana@sur.cl', '', '  \n', null, undefined],
    ['ana', ' '.repeat(101), 5, false],
  ],
]

for (const [what, schema, right, wrong] of WORDS)
  test(`${what}: accepted and refused values`, () => {
    for (const value of right) assert.equal(accepts(schema, value), true, JSON.stringify(value))
    for (const value of wrong) assert.equal(accepts(schema, value), false, JSON.stringify(value))
  })

test('an example is the given one, or is built from the parts', () => {
  for (const [schema, example] of [
    [Type.String({ examples: ['uno', 'dos'] }), 'uno'],
    [oneOf(['b', 'a']), 'b'],
    [nullable(Type.Integer({ minimum: 3 })), 3],
    [Type.Number(), 1],
    [Type.Boolean(), true],
    [Type.String(), 'texto'],
    [Type.Array(Type.Integer({ minimum: 0 })), [0]],
    [Type.Object({ a: Type.Object({ b: Type.String({ examples: ['x'] }) }) }), { a: { b: 'x' } }],
    [Type.Union([Type.Null(), Type.Boolean()]), null],
    [Type.Object({ a: Type.String() }, { examples: [{ a: 'entero' }] }), { a: 'entero' }],
  ] as const)
    assert.deepEqual(exampleOf(schema), example)
})

test('an undecodable url leads nowhere, whatever its query', () => {
  for (const [url, routed] of [
    ['/api/v1/org', '/api/v1/org'],
    ['/docs', '/docs/'],
    ['/docs?x', '/docs?x'],
    ['/p/%C3%B1andu', '/p/%C3%B1andu'],
    ['/p/%F1andu', '/-'],
    ['/p/%', '/-'],
    ['/p/x?q=%', '/p/x?q=%'],
    [undefined, '/'],
  ] as const)
    assert.equal(routableUrl({ url }), routed, url)
})
