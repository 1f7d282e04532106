import { endOfChileanDay } from '#kernel/business-days.ts'
import { chileanDay, longDay } from '#kernel/dates.ts'
import type { FaultDetail } from '#kernel/failure.ts'
import type { Law } from '#kernel/law/law.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { isFinal, legalTerm, outcomeOf, STATE_LABELS, type State } from '../rules.ts'
import { RESPONSE_LABELS } from './columns.ts'
import type { NewRow } from './schemas.ts'

/**
 * Registers call every ended request «Cerrada», and the outcome says how it ended. A refusal imported as granted would
 * wrongly count as one that third parties had to learn of.
 */
export function stateOf({ status, responseType }: Pick<NewRow, 'status' | 'responseType'>): State {
  return status === 'COMPLETED' && responseType ? outcomeOf(responseType) : status
}

/** Contradictions that no request can have, whatever the register says. */
export function faultsOf(body: NewRow, today: string, law: Law): FaultDetail[] {
  const faults: FaultDetail[] = []
  const wrong = (path: keyof NewRow, message: string) => void faults.push({ path, message })
  const { receivedOn, completedOn, extendedOn, status } = body
  const lastDay = chileanDay(legalTerm(body.rightType, endOfChileanDay(receivedOn), law))
  for (const path of ['receivedOn', 'completedOn', 'extendedOn'] as const) {
    const day = body[path]
    if (day && day > today) wrong(path, `«${path}» está en el futuro. Revise la fecha.`)
    else if (day && day < receivedOn) wrong(path, `«${path}» es anterior al ingreso de la solicitud.`)
  }
  if (isFinal(status) && !completedOn)
    wrong('completedOn', '«completedOn» es obligatorio en una solicitud terminada.')
  if (!isFinal(status) && completedOn)
    wrong(
      'status',
      `Tiene fecha de respuesta y su estado es «${STATE_LABELS[status]}». Corrija uno de los dos.`,
    )
  if (body.responseType && !isFinal(status))
    wrong(
      'responseType',
      `Tiene un resultado y su estado es «${STATE_LABELS[status]}». Corrija uno de los dos.`,
    )
  else if (status === 'REJECTED' && body.responseType && outcomeOf(body.responseType) !== status)
    wrong(
      'responseType',
      `Su resultado es «${RESPONSE_LABELS[body.responseType]}» y su estado «${STATE_LABELS[status]}». Corrija uno de los dos.`,
    )
  if (extendedOn && completedOn && completedOn < extendedOn)
    wrong('extendedOn', 'La prórroga es posterior a la respuesta. Revise las dos fechas.')
  if (status === 'EXTENDED' && (!extendedOn || !body.extensionReason?.trim()))
    wrong('extendedOn', 'Una solicitud con plazo ampliado necesita la fecha y el motivo de la prórroga.')
  if (Boolean(extendedOn) !== Boolean(body.extensionReason?.trim()))
    wrong('extensionReason', 'La prórroga se trae con su fecha y su motivo, o con ninguno de los dos.')
  if (extendedOn && body.rightType === 'BLOCKING')
    wrong('extendedOn', 'El plazo de un bloqueo temporal no se amplía (arts. 8 ter y 11, Ley 19.628).')
  else if (extendedOn && extendedOn > lastDay)
    wrong(
      'extendedOn',
      `El plazo venció el ${longDay(lastDay)} y un plazo vencido no se amplía (art. 11, ${LAW_NAME}). Traiga la solicitud sin la prórroga, o corrija la fecha.`,
    )
  const rut = body.subjectRut?.trim()
  if (rut && !canonicalRut(rut))
    wrong('subjectRut', `«${rut}» no es un RUT válido. Revise los números y el dígito verificador.`)
  return faults
}
