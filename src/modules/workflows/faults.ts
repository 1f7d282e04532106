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
 * For routes whose path names a definition or an instance: a text that is not an id is NOT_FOUND too (contract
 * part 7). A delivery is neither of them.
 */
export function malformed(absent: () => Failure) {
  return {
    schemaErrorFormatter(errors: FastifySchemaValidationError[], part: string): Failure {
      const isOurs = part === 'params' && errors.some(({ instancePath }) => instancePath !== '/deliveryId')
      return isOurs ? absent() : validationFailure(errors, part)
    },
  }
}
