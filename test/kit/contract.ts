import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { App } from '#http/types.ts'

interface Operation {
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object> }
}

export type CheckReply = (
  method: string,
  url: string,
  status: number,
  contentType: string,
  body: string,
) => void

/** Holds every reply of every test against the published description: a status or a field not in it is a failure. */
export function replyChecker(app: App): CheckReply {
  const document = app.swagger() as unknown as Document
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'openapi')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      shape: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      variables: (path.match(/\{/g) ?? []).length,
      operation,
    })),
  )
  // A fixed segment wins over a variable one, as in the router.
  operations.sort((a, b) => a.variables - b.variables)

  return (method, url, status, contentType, body) => {
    const path = url.split('?', 1)[0]!
    const found = operations.find((operation) => operation.method === method && operation.shape.test(path))
    if (!found || status >= 500) return
    const declared = found.operation.responses[status]
    assert.ok(
      declared,
      `${method} ${found.path} answered ${status}, which its description does not list: ${body.slice(0, 300)}`,
    )
    if (!contentType.startsWith('application/json')) return
    const own = `#/paths/${found.path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`
    const pointer = `openapi${declared.$ref ?? own}/content/application~1json/schema`
    const valid = ajv.validate({ $ref: encodeURI(pointer) }, JSON.parse(body))
    assert.ok(
      valid,
      `${method} ${found.path} ${status} breaks its description: ${ajv.errorsText()}\n${body.slice(0, 500)}`,
    )
  }
}
