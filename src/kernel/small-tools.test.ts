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
  test('for a list, and for a record in it', () => {
    assert.equal(consolePath('tienda-sur', 'dsar_request'), '/organizacion/tienda-sur/solicitudes')
    assert.equal(consolePath('tienda-sur', 'breach', 'b1'), '/organizacion/tienda-sur/brechas/b1')
    assert.equal(consolePath('a', 'questionnaire_answer', 'x'), '/organizacion/a/cuestionarios/respuestas/x')
  })

  test('no slug or id can lead elsewhere', () => {
    assert.equal(
      consolePath('../x', 'breach', '../../y?z#w'),
      '/organizacion/..%2Fx/brechas/..%2F..%2Fy%3Fz%23w',
    )
  })

  test('kinds with pages have distinct paths, and no path looks like a record of another kind', () => {
    const own = CONSOLE_ENTITIES.filter(
      (entity) => consolePath('s', entity, 'x') !== consolePath('s', entity),
    )
    const paths = own.map((entity) => consolePath('s', entity))
    assert.equal(new Set(paths).size, paths.length)
    for (const entity of CONSOLE_ENTITIES)
      assert.match(consolePath('s', entity), /^\/organizacion\/s\/[a-z]+(\/[a-z]+)?$/)
  })
})

test('counters count each kind and result separately, and sets of counters are independent', () => {
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

  test('the sensitive ones are those of art. 2 letra g), without convictions and data of children', () => {
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

describe('the files of the service', () => {
  test('the root is the project’s, and every part is a file in it', () => {
    assert.ok(existsSync(join(ROOT, 'package.json')))
    for (const entry of ENTRIES) {
      assert.ok(isAbsolute(fileOf(entry)))
      assert.ok(existsSync(fileOf(entry)), entry)
    }
  })
  test('in a build they are side by side, with distinct names', () => {
    assert.equal(builtName('db/embedded/make-files'), 'db-embedded-make-files')
    assert.equal(new Set(ENTRIES.map(builtName)).size, ENTRIES.length)
  })
})

describe('the time of a past event', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

  test('is accepted up to ten minutes ahead, for a fast clock', () => {
    for (const at of [minutes(-525_600), minutes(0), minutes(10)])
      assert.equal(pastInstant('at', at, now), at)
    assert.throws(() => pastInstant('at', new Date(minutes(10).getTime() + 1), now))
  })

  test('is otherwise refused at its field, with the service’s time', () => {
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

  test('without a collector the work runs unchanged', async () => {
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

  test('a span ends with its failed work and records only the kind of failure', async () => {
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
    test(`the type of ${name} is ${type}`, () => assert.equal(errorType(error), type))
})
