import { claimsAdequacy, readCountry } from '#modules/rat/public.ts'

/**
 * The places outside Chile to which one processor takes the activities' data, and the guarantees for it (arts. 27 and 28).
 */
export interface Destinations {
  /** Names of countries, each once. */
  countries: string[]
  /** Recorded mechanisms, each once. */
  mechanisms: string[]
}

interface Declared {
  internationalTransfer: { exists: boolean; country: string | null; mechanism: string | null }
  processors: readonly { id: string; country: string | null }[]
}

const HOME = 'CL'

/**
 * The processor's own facts come first: its country, and the hosting of its systems. A transfer declared by an activity
 * counts if it names one of those places. It also counts if nothing else is known and no other processor of the activity is
 * in that country: clauses with one processor never cover the country of another.
 */
export function destinationsOf(
  processor: { id: string; country: string | null },
  hosting: readonly string[],
  activities: readonly Declared[],
): Destinations {
  const own = new Set([processor.country, ...hosting].flatMap(abroad))
  const countries = new Set(own)
  const mechanisms = new Set<string>()
  for (const { internationalTransfer, processors } of activities) {
    const { exists, country, mechanism } = internationalTransfer
    if (!exists) continue
    const others = processors
      .filter(({ id }) => id !== processor.id)
      .flatMap((other) => abroad(other.country))
    const declared = abroad(country).filter((place) =>
      own.size > 0 ? own.has(place) : !others.includes(place),
    )
    for (const place of declared) countries.add(place)
    // Only the Agency finds a country adequate, and the law's list has those countries (art. 27 letra a).
    if (claimsAdequacy(mechanism)) continue
    if (mechanism?.trim() && (declared.length > 0 || (country === null && own.size > 0)))
      mechanisms.add(mechanism.trim())
  }
  return { countries: [...countries], mechanisms: [...mechanisms] }
}

/** The name of a place outside Chile. A text that names no country is returned as it is. */
function abroad(place: string | null): string[] {
  const text = place?.trim()
  if (!text) return []
  const country = readCountry(text)
  return country?.code === HOME ? [] : [country?.name ?? text]
}
