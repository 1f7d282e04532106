import { ResguardoError } from '#client'

/** The network failed, so the service did not answer. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  constructor() {
    super('No hay conexión con el servicio. Revise su red: lo que escribió sigue aquí.')
  }
}

/** A message of the page itself, shown as it is. */
export class Told extends Error {
  override readonly name = 'Told'
}

/** True if somebody else changed the record since the console read it. */
export function isStale(error: unknown): error is ResguardoError {
  return error instanceof ResguardoError && error.status === 412
}

/** The last sentence of a 412 is for forms. A button has nothing to merge, and the console has read the record again. */
const SAVE_AGAIN = /Nada se guardó: .*$/
const PRESS_AGAIN =
  'No se hizo nada. Ya se muestra como quedó: revise el cambio y, si corresponde, presione de nuevo.'

/** The message for the person. */
export function messageOf(error: unknown): string {
  if (isStale(error)) return error.message.replace(SAVE_AGAIN, PRESS_AGAIN)
  if (error instanceof ResguardoError && error.status >= 500 && error.requestId)
    return `${error.message} Si se repite, indique este número a quien opera el servicio: ${error.requestId}`
  if (error instanceof ResguardoError || error instanceof Unreachable || error instanceof Told)
    return forPeople(error.message)
  return 'Algo falló en esta página. Vuelva a cargarla; lo que escribió se conserva.'
}

/** Removes the name of an API field: on the screen the person sees the field. */
function forPeople(message: string): string {
  return message.replace(' e indique el motivo en «override.reason»', '')
}
