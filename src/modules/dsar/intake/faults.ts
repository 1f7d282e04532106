import type { FastifySchemaValidationError } from 'fastify'
import { validationFailure } from '#http/validation.ts'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { RIGHTS } from '../knowledge.ts'

/** What a person calls the fields of a request. Programs find the field in `path`. */
const NAMES: Readonly<Record<string, string>> = {
  subjectName: 'El nombre de la persona de quien son los datos',
  subjectEmail: 'Su correo electrónico',
  subjectRut: 'El RUT de la persona de quien son los datos',
  subjectPhone: 'Su teléfono',
  rightType: 'El derecho que quiere ejercer',
  description: 'El detalle de lo que pide',
  documentType: 'El tipo de documento',
  documentNumber: 'El número de documento',
  organizationRelation: 'La relación con la organización',
  isRepresentative: 'Si actúa en representación de otra persona',
  representativeName: 'El nombre de quien pide por otra persona',
  representativeRut: 'El RUT de quien pide por otra persona',
  representativeRelation: 'La relación de quien pide con la persona',
  representativeDocUrl: 'El documento de la representación',
  subtype: 'El tipo de solicitud',
  subtypeDetail: 'El detalle del tipo de solicitud',
  specificData: 'Los datos de que se trata',
  portabilityTarget: 'A quién se traspasan los datos',
  portabilityFormat: 'El formato de la copia',
  portabilityDirectTransfer: 'Si se traspasan directamente',
  declarationTruthful: 'La declaración de que lo informado es verdadero',
  declarationDataProcessing: 'La declaración sobre el tratamiento de los datos',
  declarationPhoneContact: 'La autorización para llamarle',
  deceased: 'El nombre y la relación del heredero',
  attachments: 'Los archivos adjuntos',
  parentRequestId: 'La solicitud principal del bloqueo',
  legalEntityId: 'La empresa a la que se dirige',
  rut: 'Su RUT',
  email: 'Su correo electrónico',
  code: 'El código',
}

/** Words the faults of a body for the person who filled in a form: no names of fields, no words of programs. */
export function citizenFaults(errors: FastifySchemaValidationError[], part: string): Failure {
  const failure = validationFailure(errors, part)
  if (part !== 'body') return failure
  const details = (failure.details ?? []).map(inWords)
  const [first] = details
  return new Failure('malformed', first ? `Revise lo que escribió: ${first.message}` : failure.message, {
    details,
  })
}

function inWords({ path, message }: FaultDetail): FaultDetail {
  const [field = ''] = path.split(/[.[]/)
  if (field === 'rightType') {
    const rights = Object.values(RIGHTS).map(({ label }) => label)
    return { path, message: `Elija el derecho que quiere ejercer: ${rights.join(', ')}.` }
  }
  const name = NAMES[field] ?? 'Uno de los datos'
  return { path, message: message.replace(`«${path}»`, `«${name}»`).replace(' (true o false)', '') }
}
