import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { CONSOLE_ENTITIES, consolePath } from './console-paths.ts'
import { createCounters } from './counters.ts'
import {
  DATA_CATEGORY_KEYS,
  includesSensitive,
  isSensitive,
  SENSITIVE_CATEGORIES,
} from './data-categories.ts'
import { builtName, ENTRIES, fileOf, ROOT } from './installed.ts'
import { pastInstant } from './past.ts'
import {
  errorType,
  inSpan,
  isTracing,
  type Span,
  startSpan,
  type Tracing,
  traceHeaders,
  traceIds,
  traceWith,
} from './tracing.ts'

describe('addresses of the console', () => {
  test('a list, and a record in it', () => {
    assert.equal(consolePath('tienda-sur', 'dsar_request'), '/organizacion/tienda-sur/solicitudes')
    assert.equal(consolePath('tienda-sur', 'breach', 'b1'), '/organizacion/tienda-sur/brechas/b1')
    assert.equal(consolePath('a', 'questionnaire_answer', 'x'), '/organizacion/a/cuestionarios/respuestas/x')
  })

  test('nothing in a slug or an id leads elsewhere', () => {
    assert.equal(
      consolePath('../x', 'breach', '../../y?z#w'),
      '/organizacion/..%2Fx/brechas/..%2F..%2Fy%3Fz%23w',
    )
  })

  test('no two kinds with pages of their own share an address, and none is a part of a record of another', () => {
    const own = CONSOLE_ENTITIES.filter(
      (entity) => consolePath('s', entity, 'x') !== consolePath('s', entity),
    )
    const paths = own.map((entity) => consolePath('s', entity))
    assert.equal(new Set(paths).size, paths.length)
    for (const entity of CONSOLE_ENTITIES)
      assert.match(consolePath('s', entity), /^\/organizacion\/s\/[a-z]+(\/[a-z]+)?$/)
  })
})

test('counters count each kind and result apart, and one set nothing of another', () => {
  const [one, other] = [createCounters(), createCounters()]
  one.add('mail', 'sent')
  one.add('mail', 'sent')
  one.add('mail', 'failed')
  one.add('stamp', 'sent')
  assert.deepEqual(one.entries(), [
    { kind: 'mail', result: 'sent', count: 2 },
    { kind: 'mail', result: 'failed', count: 1 },
    { kind: 'stamp', result: 'sent', count: 1 },
  ])
  assert.deepEqual(other.entries(), [])
})

describe('categories of data', () => {
  test('there are the seventeen of the contract', () => assert.equal(DATA_CATEGORY_KEYS.length, 17))

  test('sensitive are those of art. 2 letra g): convictions and data of children are not among them', () => {
    assert.deepEqual(SENSITIVE_CATEGORIES.toSorted(), [
      'biometric',
      'ethnic_origin',
      'health',
      'political',
      'religious',
      'sexual_orientation',
    ])
  })

  for (const [categories, socioeconomic, sensitive] of [
    [[], false, false],
    [['name', 'criminal', 'minor_data', 'financial'], false, false],
    [['name', 'health'], false, true],
    [[], true, true],
    [['name'], true, true],
    [['salud', 'Health', 'HEALTH'], false, false],
    [['toString'], false, false],
  ] as const)
    test(`[${categories.join(', ')}]${socioeconomic ? ' and the socioeconomic situation' : ''}: ${sensitive}`, () => {
      assert.equal(isSensitive({ dataCategories: categories, socioeconomic }), sensitive)
      assert.equal(includesSensitive(categories), sensitive && !socioeconomic)
    })
})

describe('where the parts of the service are', () => {
  test('the root is that of the project, and every part is a file in it', () => {
    assert.ok(existsSync(join(ROOT, 'package.json')))
    for (const entry of ENTRIES) {
      assert.ok(isAbsolute(fileOf(entry)))
      assert.ok(existsSync(fileOf(entry)), entry)
    }
  })
  test('built they lie side by side, and no two have one name', () => {
    assert.equal(builtName('db/embedded/make-files'), 'db-embedded-make-files')
    assert.equal(new Set(ENTRIES.map(builtName)).size, ENTRIES.length)
  })
})

describe('an instant at which something was done', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

  test('has happened, with ten minutes for a clock that runs ahead', () => {
    for (const at of [minutes(-525_600), minutes(0), minutes(10)])
      assert.equal(pastInstant('at', at, now), at)
    assert.throws(() => pastInstant('at', new Date(minutes(10).getTime() + 1), now))
  })

  test('else it is refused beside its field, with the time that the service has', () => {
    assert.throws(
      () => pastInstant('signedAt', minutes(11), now, 'El día de la firma'),
      (error: { details?: readonly { path: string; message: string }[] }) => {
        assert.deepEqual(
          error.details?.map(({ path, message }) => [path, message]),
          [
            [
              'signedAt',
              'El día de la firma no puede estar más de 10 minutos en el futuro. La hora del servicio es 2026-12-01T12:00:00.000Z.',
            ],
          ],
        )
        return true
      },
    )
  })
})

describe('spans', () => {
  after(() => traceWith(undefined))

  test('without somebody who watches, the work runs as if it stood alone', async () => {
    traceWith(undefined)
    assert.deepEqual([isTracing(), traceHeaders(), traceIds()], [false, undefined, {}])
    const span = startSpan('x', { kind: 'internal' })
    span.set({ a: 1 })
    span.fail('x')
    span.end()
    assert.equal(
      span.run(() => 7),
      7,
    )
    assert.equal(await inSpan('x', { kind: 'internal' }, async (one) => one.run(() => 8)), 8)
    await assert.rejects(
      inSpan('x', { kind: 'internal' }, () => Promise.reject(new Error('a'))),
      /^Error: a$/,
    )
  })

  function watched() {
    const seen: string[] = []
    const tracing: Tracing = {
      start(name, { kind }): Span {
        seen.push(`start ${name} ${kind}`)
        return {
          set: (attributes) => seen.push(`set ${JSON.stringify(attributes)}`),
          fail: (type) => seen.push(`fail ${type}`),
          end: () => seen.push(`end ${name}`),
          run: (work) => {
            seen.push('run')
            return work()
          },
        }
      },
      headers: () => ({ traceparent: '00-a-b-01' }),
      ids: () => ({ trace_id: 'a', span_id: 'b' }),
    }
    traceWith(tracing)
    return seen
  }

  test('a span ends with its work', async () => {
    const seen = watched()
    const work = async (span: Span) => {
      span.set({ n: 1 })
      return 'done'
    }
    assert.equal(await inSpan('draw', { kind: 'client' }, work), 'done')
    assert.deepEqual(seen, ['start draw client', 'run', 'set {"n":1}', 'end draw'])
    assert.deepEqual(
      [isTracing(), traceHeaders(), traceIds()],
      [true, { traceparent: '00-a-b-01' }, { trace_id: 'a', span_id: 'b' }],
    )
  })

  test('and with its failure, of which it learns the kind and never the words', async () => {
    const seen = watched()
    const failing = inSpan('draw', { kind: 'client' }, () => Promise.reject(new TypeError('ana@sur.cl')))
    await assert.rejects(failing, /ana@sur\.cl/)
    assert.deepEqual(seen, ['start draw client', 'run', 'fail TypeError', 'end draw'])
  })

  for (const [name, error, type] of [
    ['a code', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    ['a code of the database', Object.assign(new Error('x'), { code: '23505' }), '23505'],
    ['a class', new RangeError('x'), 'RangeError'],
    ['a code that people wrote', Object.assign(new Error('x'), { code: 'ana@sur.cl' }), 'Error'],
    ['a code that is a number', Object.assign(new Error('x'), { code: 7 }), 'Error'],
    ['a code that is too long', Object.assign(new Error('x'), { code: 'A'.repeat(41) }), 'Error'],
    ['a name that people wrote', { name: 'Ana Soto' }, '_OTHER'],
    ['a name that begins with a digit', { name: '1a' }, '_OTHER'],
    ['a text', 'ana@sur.cl', '_OTHER'],
    ['nothing', undefined, '_OTHER'],
    ['null', null, '_OTHER'],
  ] as const)
    test(`of ${name} it says ${type}`, () => assert.equal(errorType(error), type))
})
