import { claimsAdequacy, readCountry } from '#modules/rat/public.ts'

/** Where one processor takes the data of the activities outside Chile, and under which guarantee (arts. 27 and 28). */
export interface Destinations {
  /** Names of countries, each once. */
  countries: string[]
  /** Mechanisms as they are recorded, each once. */
  mechanisms: string[]
}

interface Declared {
  internationalTransfer: { exists: boolean; country: string | null; mechanism: string | null }
  processors: readonly { id: string; country: string | null }[]
}

const HOME = 'CL'

/**
 * What is known of the processor itself comes first: its country, and the hosting of its systems. A transfer that an
 * activity declares counts where it names one of those, or where nothing else is known and no other processor of the
 * activity is in that country: clauses with one processor never cover the country of another.
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
    // Adequacy is the Agency's to find: of those countries the law tells (art. 27 letra a).
    if (claimsAdequacy(mechanism)) continue
    if (mechanism?.trim() && (declared.length > 0 || (country === null && own.size > 0)))
      mechanisms.add(mechanism.trim())
  }
  return { countries: [...countries], mechanisms: [...mechanisms] }
}

/** The name of a place outside Chile; a text that names no country stands for itself. */
function abroad(place: string | null): string[] {
  const text = place?.trim()
  if (!text) return []
  const country = readCountry(text)
  return country?.code === HOME ? [] : [country?.name ?? text]
}
