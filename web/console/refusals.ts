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

/** The message for the person. */
export function messageOf(error: unknown): string {
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
