import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { App } from '#http/types.ts'

interface Response {
  $ref?: string
  content?: Record<string, { schema: object }>
}
interface Operation {
  responses: Record<string, Response>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object>; responses?: Record<string, Response> }
}

export const DESCRIPTION_FILE = 'RESGUARDO_TEST_DESCRIPTION_FILE'

export type CheckReply = (
  method: string,
  url: string,
  status: number,
  contentType: string,
  body: string,
) => void

const checkers = new Map<string, CheckReply>()

/** Checks every reply of every test against the OpenAPI document. An undocumented status or field is a failure. */
export function replyChecker(app: App): CheckReply {
  // All files test the same service, so the run writes its document once (see test/run.ts).
  const file = process.env[DESCRIPTION_FILE]
  if (!file) return checkerOf(app.swagger() as unknown as Document)
  const checker = checkers.get(file) ?? checkerOf(JSON.parse(readFileSync(file, 'utf8')))
  checkers.set(file, checker)
  return checker
}

function checkerOf(document: Document): CheckReply {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'openapi')
  const resolve = (ref: string) => document.components?.responses?.[ref.split('/').at(-1)!] ?? {}
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      shape: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      variables: (path.match(/\{/g) ?? []).length,
      operation,
    })),
  )
  // A fixed segment has priority over a variable, as in the router.
  operations.sort((a, b) => a.variables - b.variables)
  const validators = new Map<string, ValidateFunction>()
  const validatorAt = (pointer: string) => {
    const validator = validators.get(pointer) ?? ajv.compile({ $ref: encodeURI(pointer) })
    validators.set(pointer, validator)
    return validator
  }

  return (method, url, status, contentType, body) => {
    const path = url.split('?', 1)[0]!
    const found = operations.find((operation) => operation.method === method && operation.shape.test(path))
    if (!found || status >= 500) return
    const declared = found.operation.responses[status]
    assert.ok(
      declared,
      `${method} ${found.path} answered ${status}, which its description does not list: ${body.slice(0, 300)}`,
    )
    const response = declared.$ref ? resolve(declared.$ref) : declared
    const [mediaType = ''] = contentType.split(';', 1)
    // An uploaded file is sent with its own media type, so it may have any.
    const listed = response.content?.[mediaType] ?? response.content?.['application/octet-stream']
    assert.ok(
      (status >= 300 && status < 400) || listed,
      `${method} ${found.path} answered ${status} as «${contentType}», which its description does not list`,
    )
    if (mediaType !== 'application/json') return
    const own = `#/paths/${found.path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`
    const pointer = `openapi${declared.$ref ?? own}/content/application~1json/schema`
    const validate = validatorAt(pointer)
    assert.ok(
      validate(JSON.parse(body)),
      `${method} ${found.path} ${status} breaks its description: ${ajv.errorsText(validate.errors)}\n${body.slice(0, 500)}`,
    )
  }
}
