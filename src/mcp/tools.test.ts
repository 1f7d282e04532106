import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LONGEST_RESULT, resultOf } from './server.ts'
import { type Action, actionsOf, type Description, may } from './tools.ts'

const JSON_ANSWER = { '200': { content: { 'application/json': {} } } }

/** An operation as in the API description. */
const operation = (more: object = {}) => ({
  operationId: 'getThing',
  summary: 'Ver una cosa',
  tags: ['rat'],
  responses: JSON_ANSWER,
  'x-required-role': 'VIEWER',
  'x-required-scope': 'rat:read',
  ...more,
})

function actions(paths: Record<string, Record<string, object>>, schemas: object = {}): Action[] {
  return actionsOf({ paths, components: { schemas } } as unknown as Description)
}

const one = (more: object, method = 'get', schemas: object = {}) =>
  actions({ '/api/v1/things': { [method]: operation(more) } }, schemas)[0]

test('only operations within reach of a key, with JSON both ways, are tools', () => {
  assert.ok(one({}))
  for (const [what, more] of [
    ['public', { 'x-required-role': undefined }],
    ['for a named person', { 'x-required-scope': undefined }],
    ['deprecated', { deprecated: true }],
    ['a file', { responses: { '200': { content: { 'application/pdf': {} } } } }],
    ['an upload', { requestBody: { content: { 'multipart/form-data': { schema: {} } } } }],
  ] as const)
    assert.equal(one(more), undefined, what)
  // The query chooses a file or data.
  assert.ok(one({ responses: { '200': { content: { 'application/json': {}, 'application/pdf': {} } } } }))
  assert.equal(one({ responses: { ...JSON_ANSWER, '404': {} } })?.tool.name, 'getThing')
})

test('search is a tool although keys cannot call it', () => {
  const person = { 'x-required-scope': undefined }
  assert.equal(actions({ '/api/v1/search': { get: operation(person) } }).length, 1)
  assert.equal(actions({ '/api/v1/search': { post: operation(person) } }).length, 0)
})

test('an operation that makes a secret is no tool, however deep the secret; one that reads it is', () => {
  const schemas = {
    Made: { type: 'object', properties: { hook: { $ref: '#/components/schemas/Hook' } } },
    Hook: { type: 'object', properties: { clientSecret: { type: 'string' } } },
    Plain: { type: 'object', properties: { secretary: { type: 'string' } } },
  }
  const answers = (name: string) => ({
    responses: {
      '201': { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
    },
  })
  for (const [name, method, isTool] of [
    ['Made', 'post', false],
    ['Hook', 'put', false],
    ['Plain', 'post', true],
    ['Made', 'get', true],
  ] as const)
    assert.equal(one(answers(name), method, schemas) !== undefined, isTool, `${method} ${name}`)
})

test('reading tools say so, writing ones ask twice, and deleting ones warn', () => {
  for (const [method, writes, destroys, repeatable] of [
    ['get', false, false, true],
    ['post', true, false, false],
    ['put', true, false, true],
    ['patch', true, false, true],
    ['delete', true, true, true],
  ] as const) {
    const { tool, writes: found } = one({}, method)!
    assert.equal(found, writes, method)
    assert.deepEqual(tool.annotations, {
      readOnlyHint: !writes,
      destructiveHint: destroys,
      idempotentHint: repeatable,
      openWorldHint: false,
    })
    const properties = tool.inputSchema['properties'] as Record<string, unknown>
    assert.equal('confirm' in properties, writes, method)
    assert.equal(/la primera llamada no hace nada/.test(tool.description), writes, method)
  }
})

test('a tool takes the parameters of path, query and body, and nothing else', () => {
  const [action] = actions({
    '/api/v1/things/{id}': {
      put: operation({
        description: 'Con cuidado.',
        parameters: [
          { in: 'path', name: 'id', required: true, description: 'Cuál', schema: { type: 'string' } },
          { in: 'query', name: 'limit', schema: { type: 'integer' } },
          { in: 'header', name: 'if-match', schema: { type: 'string' } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      }),
    },
  })
  const { inputSchema, description } = action!.tool
  assert.deepEqual(Object.keys(inputSchema['properties'] as object), ['id', 'limit', 'body', 'confirm'])
  assert.deepEqual(inputSchema['required'], ['id', 'body'])
  assert.equal(inputSchema['additionalProperties'], false)
  assert.deepEqual((inputSchema['properties'] as Record<string, object>)['id'], {
    type: 'string',
    description: 'Cuál',
  })
  assert.match(description, /^Ver una cosa\. Con cuidado\. Cambia datos: /)
  assert.deepEqual(
    [action!.query, action!.takesLimit, action!.path],
    [['limit'], true, '/api/v1/things/{id}'],
  )
  assert.equal(
    one({ requestBody: { content: { 'application/json': { schema: {} } } } }, 'post')!.tool.inputSchema[
      'required'
    ]?.toString(),
    '',
  )
})

test('a tool includes the schemas it refers to, recursive ones too', () => {
  const schemas = {
    Node: {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Node' }, of: { $ref: '#/components/schemas/Leaf' } },
    },
    Leaf: { type: 'string' },
    Other: { type: 'string' },
  }
  const body = { $ref: '#/components/schemas/Node' }
  const { inputSchema } = one(
    { requestBody: { content: { 'application/json': { schema: body } } } },
    'post',
    schemas,
  )!.tool
  assert.deepEqual((inputSchema['properties'] as Record<string, object>)['body'], { $ref: '#/$defs/Node' })
  assert.deepEqual(inputSchema['$defs'], {
    Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, of: { $ref: '#/$defs/Leaf' } } },
    Leaf: { type: 'string' },
  })
  assert.equal('$defs' in one({})!.tool.inputSchema, false)
})

test('a person may act within the role; a key within its role and scopes', () => {
  const action = (role: string, scope: string | undefined) =>
    ({ ...one({ 'x-required-role': role }), scope }) as Action
  for (const [caller, role, scope, passes] of [
    [{ role: 'VIEWER' }, 'VIEWER', 'rat:read', true],
    [{ role: 'VIEWER' }, 'ANALYST', 'rat:write', false],
    [{ role: 'OWNER' }, 'ADMIN', 'settings:write', true],
    [{ role: 'VIEWER' }, 'VIEWER', undefined, true],
    [{ role: 'ANALYST', scopes: ['rat:write'] }, 'ANALYST', 'rat:write', true],
    [{ role: 'ANALYST', scopes: ['rat:*'] }, 'ANALYST', 'rat:write', true],
    [{ role: 'ANALYST', scopes: ['rat:read'] }, 'ANALYST', 'rat:write', false],
    [{ role: 'VIEWER', scopes: ['rat:*'] }, 'ANALYST', 'rat:write', false],
    [{ role: 'OWNER', scopes: ['rat:*'] }, 'VIEWER', undefined, false],
    [{ role: 'OWNER', scopes: [] }, 'VIEWER', 'rat:read', false],
  ] as const)
    assert.equal(
      may(action(role, scope), { id: 'x', ...caller }),
      passes,
      JSON.stringify([caller, role, scope]),
    )
})

// ── answers shown to a model ──

const shown = (value: unknown, status = 200, type = 'application/json; charset=utf-8') => {
  const { content, isError } = resultOf({
    status,
    type,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  })
  return { text: content[0]!.text, isError }
}

test('an answer is shown without its envelope, and «there is none» differs from «done»', () => {
  for (const [answer, text] of [
    [{ success: true, data: { id: 'a' } }, '{"id":"a"}'],
    [{ success: true, data: [] }, '[]'],
    [{ success: true, data: null }, 'null'],
    [{ success: true, data: false }, 'false'],
    [{ success: true }, '{"success":true}'],
  ] as const)
    assert.deepEqual(shown(answer), { text, isError: false })
})

test('a refusal is an error with its code and message', () => {
  const error = { code: 'CONFLICT', message: 'Ya está.' }
  assert.deepEqual(shown({ success: false, error }, 409), { text: JSON.stringify(error), isError: true })
  assert.equal(shown({ success: true }, 399).isError, false)
  assert.equal(shown('no es JSON', 502, 'text/plain').isError, true)
})

test('secrets are masked everywhere, but only texts', () => {
  const data = {
    siemSecret: 'hunter2',
    list: [{ clientSecret: 'hunter2', secretary: 'Ana', hasSecret: true, secret: null }],
  }
  assert.deepEqual(JSON.parse(shown({ success: true, data }).text), {
    siemSecret: '(oculto)',
    list: [{ clientSecret: '(oculto)', secretary: 'Ana', hasSecret: true, secret: null }],
  })
})

test('an answer too long for a model is cut off, and says so', () => {
  const whole = 'x'.repeat(LONGEST_RESULT)
  assert.equal(shown(whole, 200, 'text/plain').text, whole)
  const { text } = shown(`${whole}y`, 200, 'text/plain')
  assert.equal(text.startsWith(`${whole}\n… `), true)
  assert.match(text, /\(se muestran 40000 de 40001 caracteres: acote con filtros o con «limit»\)$/)
})
