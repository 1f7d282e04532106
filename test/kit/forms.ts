import type { FastifyRequest } from 'fastify'
import { schemaController } from '#http/validation.ts'

type Build = (part: { schema: object; httpPart?: string }) => (value: unknown) => boolean
const { buildValidator } = schemaController!.compilersFactory as unknown as {
  buildValidator(shared: object): Build
}
const build = buildValidator({})

/** A request with the service's own validators, which is all that reading a form needs. */
export function formRequest(): FastifyRequest {
  return {
    compileValidationSchema: (schema: object, httpPart: string) => build({ schema, httpPart }),
  } as unknown as FastifyRequest
}

/** Whether the service's validator accepts a body, without starting a service. */
export function takes(schema: object): (body: unknown) => boolean {
  const validate = build({ schema, httpPart: 'body' })
  return (body) => validate(structuredClone(body))
}

/** The paths of faults that the service's validator finds in a body. */
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
