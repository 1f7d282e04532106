import { isRefusal, type ResponseType } from './words.ts'

/** What the editor of an answer holds. */
export interface Values {
  responseType: string
  ground: string
  beginning: string
  responseNotes: string
  denialReason: string
  responseFileKey: string
  overrideReason: string
}

/** A refusal, whole or in part, says on what it rests. */
export const needsGround = (type: string) => isRefusal(type) || type === 'PARTIALLY_FULFILLED'

/** Another text to begin with, as the service proposes it. */
export interface Alternative {
  responseType: string
  responseNotes: string | null
  nothingHeld: boolean
}

/** Only what belongs to the outcome: what was typed for another one stays in the form. */
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
