import type { FastifyRequest } from 'fastify'
import { schemaController } from '#http/validation.ts'

type Build = (part: { schema: object; httpPart?: string }) => (value: unknown) => boolean
const { buildValidator } = schemaController!.compilersFactory as unknown as {
  buildValidator(shared: object): Build
}
const build = buildValidator({})

/** What reading a form needs of a request: the validators of the service itself. */
export function formRequest(): FastifyRequest {
  return {
    compileValidationSchema: (schema: object, httpPart: string) => build({ schema, httpPart }),
  } as unknown as FastifyRequest
}

/** Whether the service takes a body of this schema, by its own compiler and without a service. */
export function takes(schema: object): (body: unknown) => boolean {
  const validate = build({ schema, httpPart: 'body' })
  return (body) => validate(structuredClone(body))
}

/** The fields of a body that are not well formed, as the service judges it before anything else. */
export function bodyFaults(schema: object, body: unknown): string[] {
  const validate = build({ schema, httpPart: 'body' }) as ((value: unknown) => boolean) & {
    errors?: { instancePath: string; keyword: string; params: { missingProperty?: string } }[]
  }
  if (validate(structuredClone(body))) return []
  const paths = (validate.errors ?? []).map(({ instancePath, params }) =>
    [instancePath.slice(1), params.missingProperty].filter(Boolean).join('/'),
  )
  return [...new Set(paths)]
}
