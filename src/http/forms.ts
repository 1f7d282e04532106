import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Failure } from '#kernel/failure.ts'
import { assertStorableUrl, validationFailure } from './validation.ts'

/**
 * Reads a form sent without a script by the schema of the matching API call. Text becomes numbers and flags, and blank
 * fields count as not sent.
 */
export function readForm<S extends TSchema>(
  request: FastifyRequest,
  schema: S,
  faults: (errors: FastifySchemaValidationError[], part: string) => Error | Failure = validationFailure,
  sent = (request.body ?? new URLSearchParams()) as URLSearchParams,
): Static<S> {
  const names = [...new Set(sent.keys())]
  const all = names.map((name) => [name, sent.getAll(name)] as const)
  assertStorableUrl(
    {},
    Object.fromEntries(all.map(([name, [one, ...more]]) => [name, more.length ? [one, ...more] : one])),
  )
  const fields = all.flatMap(([name, given]) => {
    const values = given.filter((value) => value.trim() !== '')
    return values.length === 0 ? [] : [[name, values.length === 1 ? values[0] : values]]
  })
  const body = Object.fromEntries(fields) as Static<S>
  // Validated like a query string, because all values are text.
  const validate = request.compileValidationSchema(schema as object, 'querystring')
  if (!validate(body)) throw faults((validate.errors ?? []) as FastifySchemaValidationError[], 'body')
  return body
}
