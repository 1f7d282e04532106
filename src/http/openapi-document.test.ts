import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Document, type Node, publish } from './openapi-document.ts'

const json = (schema: Node) => ({ content: { 'application/json': { schema } } })

function published(operation: object) {
  const paths = { '/x': { post: { responses: {}, ...operation } } } as unknown as Document['paths']
  const { components } = publish({ paths, components: {} })
  return { operation: paths['/x']!['post']!, components }
}

const answered = (schema: Node) =>
  published({ responses: { 200: json(schema) } }).operation.responses['200']!.content!['application/json']!
    .schema

test('a parameter with a default is optional', () => {
  const { operation } = published({
    parameters: [{ in: 'query', name: 'page', required: true, schema: { type: 'integer', default: 1 } }],
    requestBody: json({
      type: 'object',
      required: ['name', 'language'],
      properties: { name: { type: 'string' }, language: { type: 'string', default: 'es' } },
    }),
  })
  assert.equal(operation.parameters![0]!.required, false)
  assert.deepEqual(operation.requestBody!.content['application/json']!.schema.required, ['name'])
})

test('bounds are added where missing, and existing ones stay', () => {
  const { properties } = answered({
    type: 'object',
    properties: {
      text: { type: ['string', 'null'] },
      short: { type: 'string', maxLength: 5, pattern: '^a' },
      closed: { type: 'string', enum: ['a'] },
      id: { type: 'string', format: 'uuid' },
      count: { type: 'integer', minimum: 0, maximum: 9 },
      list: { type: 'array', items: { type: 'integer' } },
    },
  })
  const { text, short, closed, id, count, list } = properties!
  assert.ok(text!.maxLength! > 200_000 && new RegExp(text!.pattern!, 'u').test('ñ\n🦩'))
  assert.equal(new RegExp(text!.pattern!, 'u').test('a\u0000'), false)
  assert.deepEqual([short!.maxLength, short!.pattern], [5, '^a'])
  assert.deepEqual(closed, { type: 'string', enum: ['a'] })
  assert.deepEqual([id!.maxLength, id!.pattern], [36, undefined])
  assert.deepEqual(count, { type: 'integer', minimum: 0, maximum: 9, format: 'int32' })
  assert.equal(list!.items!.format, 'int64')
  assert.ok(list!.maxItems! > 100)
})

test('a list beside its pagination has the length of a page', () => {
  const { properties } = answered({
    type: 'object',
    properties: { items: { type: 'array', items: {} }, pagination: { type: 'object' } },
  })
  assert.equal(properties!['items']!.maxItems, 100)
})

test('two forms of a body are both described', () => {
  const [a, b] = [{ type: 'object', required: ['a'] }, { type: 'object' }]
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema, in a schema.
  assert.deepEqual(answered({ type: 'object', if: { required: ['a'] }, then: a, else: b }), {
    type: 'object',
    anyOf: [a, b],
  })
})

test('equal refusals are shared, and differently worded ones stay', () => {
  const fault = (description: string) => ({ description, ...json({ type: 'object' }) })
  const paths = {
    '/a': { get: { responses: { 404: fault('No existe.') } } },
    '/b': { get: { responses: { 404: fault('No existe.'), 429: fault('Demasiadas.') } } },
    '/c': { get: { responses: { 404: fault('Otra cosa.') } } },
  } as unknown as Document['paths']
  const { components } = publish({ paths, components: {} })
  const refusal = (path: string, status: number) =>
    paths[path]!['get']!.responses[status] as { $ref?: string; description?: string }
  assert.equal(refusal('/a', 404).$ref, '#/components/responses/Refusal404')
  assert.equal(refusal('/b', 404).$ref, '#/components/responses/Refusal404')
  assert.equal(refusal('/c', 404).description, 'Otra cosa.')
  const headers = (components['responses']!['Refusal429'] as { headers: object }).headers
  assert.ok('Retry-After' in headers && 'X-RateLimit-Remaining' in headers)
})

test('bytes are described by their media type, and an upload by its form', () => {
  const { operation } = published({
    'x-form': { type: 'object', properties: { file: { type: 'string', format: 'binary', maxLength: 9 } } },
    responses: { 200: { content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } } },
  })
  assert.deepEqual(operation.responses['200']!.content, {
    'application/pdf': { schema: { contentMediaType: 'application/pdf' } },
  })
  assert.deepEqual(Object.keys(operation.requestBody!.content), ['multipart/form-data'])
  assert.equal('x-form' in operation, false)
})
