import type { FastifySchemaValidationError } from 'fastify'
import { validationFailure } from '#http/validation.ts'
import { Failure } from '#kernel/failure.ts'

export function definitionNotFound(): Failure {
  return new Failure('workflowNotFound', 'No encontramos el flujo de aprobación. Revise el identificador.')
}

export function instanceNotFound(): Failure {
  return new Failure('workflowNotFound', 'No encontramos la aprobación. Revise el identificador.')
}

/**
 * For routes with a definition or instance in the path: a malformed id is NOT_FOUND too (contract part 7). The id of a
 * delivery is excepted.
 */
export function malformed(absent: () => Failure) {
  return {
    schemaErrorFormatter(errors: FastifySchemaValidationError[], part: string): Failure {
      const isOurs = part === 'params' && errors.some(({ instancePath }) => instancePath !== '/deliveryId')
      return isOurs ? absent() : validationFailure(errors, part)
    },
  }
}
