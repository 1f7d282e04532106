import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#src/config.ts'
import { describeApi } from '#src/describe.ts'
import { ENDPOINTS } from './contract-endpoints.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: unknown
}
interface Operation {
  parameters?: { name: string; in: string }[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const document = (await describeApi(
  readConfig({ APP_SECRET: 'a secret of more than thirty-two characters', LOG_LEVEL: 'silent' }),
)) as Document

/** Parameter names are ours to choose: only their places count. */
const shapeOf = (path: string) => path.replace(/\{[^}]+\}/g, '{}')
const served = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${shapeOf(path)}`,
      operation,
    ]),
  ),
)

function resolve(schema: Schema | undefined): Schema[] {
  if (!schema) return []
  if (schema.$ref) return resolve(document.components.schemas[schema.$ref.split('/').at(-1)!])
  return [schema, ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(resolve)]
}

/** Walks `areas[].findings[].message` down the schema. */
function shows(schema: Schema | undefined, steps: readonly string[]): boolean {
  const [step, ...rest] = steps
  const variants = resolve(schema)
  if (step === undefined) return variants.length > 0
  const next = (variant: Schema) => (step === '[]' ? variant.items : variant.properties?.[step])
  return variants.some((variant) => next(variant) !== undefined && shows(next(variant), rest))
}

for (const line of ENDPOINTS) {
  const [method, path, status, ...fields] = line.split(' ') as [string, string, string, ...string[]]
  test(`${method} ${path} is served as promised`, () => {
    const operation = served.get(`${method} /api/v1${shapeOf(path)}`)
    assert.ok(operation, 'not served')
    const response = operation.responses[status]
    assert.ok(response, `answers ${Object.keys(operation.responses)}, not ${status}`)
    const body = response.content?.['application/json']?.schema
    for (const field of fields) {
      const steps = field.replaceAll('[]', '.[]').split('.').filter(Boolean)
      assert.ok(shows(body, ['data', ...steps]), `data.${field} is not in the description`)
    }
  })
}
