import { ResguardoError } from '#client'

/** The network, not the service, refused. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  constructor() {
    super('No hay conexión con el servicio. Revise su red: lo que escribió sigue aquí.')
  }
}

/** Said as it is: the page, not the service, knows why. */
export class Told extends Error {
  override readonly name = 'Told'
}

/** What to tell the person. */
export function messageOf(error: unknown): string {
  if (error instanceof ResguardoError && error.status >= 500 && error.requestId)
    return `${error.message} Si se repite, indique este número a quien opera el servicio: ${error.requestId}`
  if (error instanceof ResguardoError || error instanceof Unreachable || error instanceof Told)
    return forPeople(error.message)
  return 'Algo falló en esta página. Vuelva a cargarla; lo que escribió se conserva.'
}

/** Where a program would send a field, a person has it on the screen. */
function forPeople(message: string): string {
  return message.replace(' e indique el motivo en «override.reason»', '')
}
