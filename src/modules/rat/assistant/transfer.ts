import { isAbroad, readCountry } from '#kernel/countries.ts'
import { fold } from '#kernel/text.ts'
import { FOREIGN_SERVICES } from '../knowledge/clues.ts'
import type { Draft, SystemFacts } from './draft.ts'
import { findClues, read } from './words.ts'

/** A transfer by a country in the words, the country of the system, or a service known to store data abroad (art. 27). */
export function settleTransfer(
  draft: Pick<Draft, 'internationalTransfer'>,
  text: string,
  system: SystemFacts | undefined,
  reasons: string[],
): void {
  const hosted = system?.hostingCountry && isAbroad(system.hostingCountry) ? system.hostingCountry : undefined
  const named = hosted ?? countryNamed(text)
  const service = named === undefined ? findClues(read(text), FOREIGN_SERVICES)[0] : undefined
  const country = named ?? service?.key
  if (country === undefined) return
  draft.internationalTransfer = { exists: true, country, mechanism: 'contractual_clauses' }
  const place = readCountry(country)?.name ?? country
  reasons.push(
    service
      ? `Por «${service.clue}» los datos pueden salir a ${place}: confirme dónde se alojan; se proponen cláusulas contractuales (art. 27).`
      : `Los datos salen a ${place}: se proponen cláusulas contractuales (art. 27).`,
  )
}

/** A country other than Chile, by name: codes of two letters are too often words. */
function countryNamed(text: string): string | undefined {
  const words = fold(text).match(/[a-z.]+/g) ?? []
  for (let length = 3; length >= 1; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const name = words.slice(at, at + length).join(' ')
      const country = name.length > 3 ? readCountry(name) : undefined
      if (country && isAbroad(name)) return country.code
    }
  }
  return undefined
}
