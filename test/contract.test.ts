import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaController } from '#http/validation.ts'
import { readConfig } from '#src/config.ts'
import { describeApi } from '#src/describe.ts'
import { ENDPOINTS } from './contract-endpoints.ts'

/**
 * Each promised endpoint is served, documented with an example, and has the promised inputs and outputs. A field counts only
 * if the description requires it: then the serialiser refuses an answer without it. Every answer of every test is checked
 * against the same description.
 */
interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  /** A shape that callers get only on request, so clients of the contract never see it. */
  'x-only'?: string
}
interface Content {
  schema: Schema
  example?: unknown
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const document = (await describeApi(
  readConfig({ APP_SECRET: 'a secret of more than thirty-two characters', LOG_LEVEL: 'silent' }),
)) as Document

/** Names of parameters may differ. Only their positions count. */
const shapeOf = (path: string) => path.replace(/\{[^}]+\}/g, '{}')
const served = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${shapeOf(path.replace('/api/v1', ''))}`,
      operation,
    ]),
  ),
)

/** The possible shapes of a value, without null. */
function variantsOf(schema: Schema | undefined): Schema[] {
  if (!schema || schema.type === 'null' || schema['x-only']) return []
  if (schema.$ref) return variantsOf(document.components.schemas[schema.$ref.split('/').at(-1)!])
  return schema.anyOf ? schema.anyOf.flatMap(variantsOf) : [schema]
}

/** Follows `areas[].findings[].message` through the schema. Every shape on the path must have the next step. */
function shows(schema: Schema | undefined, [step, ...rest]: readonly string[]): boolean {
  const variants = variantsOf(schema)
  if (step === undefined) return schema !== undefined
  return (
    variants.length > 0 &&
    variants.every(({ items, properties = {}, required = [] }) => {
      if (step === '[]') return shows(items, rest)
      const name = step.replace('?', '')
      return (step.endsWith('?') || required.includes(name)) && shows(properties[name], rest)
    })
  )
}

for (const { name, query, body, status, file, fields } of ENDPOINTS)
  test(`${name} is as promised`, () => {
    const operation = served.get(shapeOf(name))
    assert.ok(operation, 'not served')
    const faults: string[] = []

    const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
    for (const parameter of query)
      if (!inQuery.some(({ name: known, required }) => known === parameter && !required))
        faults.push(`the query does not take ${parameter}, or cannot do without`)

    const taken = operation.requestBody?.content['application/json']
    if (taken && taken.example === undefined) faults.push('the body has no example')
    const shapes = variantsOf(taken?.schema)
    for (const field of body) {
      const key = field.replace('!', '')
      if (!shapes.some(({ properties }) => properties?.[key])) faults.push(`the body does not take ${key}`)
      if (shapes.some(({ required }) => required?.includes(key)) !== field.endsWith('!'))
        faults.push(`${key} must ${field.endsWith('!') ? '' : 'not '}be required`)
    }
    const unforeseen = shapes
      .flatMap(({ required }) => required ?? [])
      .filter((key) => !body.includes(`${key}!`))
    if (body.length > 0) faults.push(...unforeseen.map((key) => `${key} is required, against the promise`))

    const response = operation.responses[status]
    if (!response) faults.push(`answers ${Object.keys(operation.responses)}, not ${status}`)
    const content = response?.content ?? {}
    if (file && !content[file]) faults.push(`answers ${Object.keys(content)}, not ${file}`)
    if (!file && content['application/json']?.example === undefined) faults.push('the answer has no example')
    for (const field of fields) {
      const steps = field.replaceAll('[]', '.[]').split('.').filter(Boolean)
      if (!shows(content['application/json']?.schema, ['data', ...steps]))
        faults.push(`data.${field} is not in every answer`)
    }
    assert.deepEqual(faults, [])
  })

test('no endpoint is promised twice', () => {
  const names = ENDPOINTS.map(({ name }) => shapeOf(name))
  assert.equal(new Set(names).size, names.length)
})

test('an answer without a required field cannot be written', () => {
  const build = schemaController.compilersFactory!.buildSerializer!({}, {})
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
  const serialize = build({ schema, httpStatus: '200' } as never)
  assert.equal(serialize({ id: 'x' }), '{"id":"x"}')
  assert.throws(() => serialize({}), /required/)
})
