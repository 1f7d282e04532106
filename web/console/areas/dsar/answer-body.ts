import { isRefusal, type ResponseType } from './words.ts'

/** Values of the editor of an answer. */
export interface Values {
  responseType: string
  ground: string
  beginning: string
  responseNotes: string
  denialReason: string
  responseFileKey: string
  overrideReason: string
}

/** Whether the outcome needs a legal ground: refusals do, in whole or in part. */
export const needsGround = (type: string) => isRefusal(type) || type === 'PARTIALLY_FULFILLED'

/** Another opening text that the service proposes. */
export interface Alternative {
  responseType: string
  responseNotes: string | null
  nothingHeld: boolean
}

/** Sends only the fields of the chosen outcome. The form keeps the others. */
export function bodyOf(
  { responseType, beginning, responseNotes, denialReason, responseFileKey }: Values,
  alternatives: readonly Alternative[],
) {
  const other = beginning === '' ? undefined : alternatives[Number(beginning)]
  return {
    nothingHeld: other?.responseType === responseType && other.nothingHeld,
    responseType: responseType as ResponseType,
    responseNotes: isRefusal(responseType) ? null : responseNotes || null,
    denialReason: needsGround(responseType) ? denialReason || null : null,
    responseFileKey: responseFileKey || null,
  }
}
