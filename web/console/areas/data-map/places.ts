import { isAbroad, showCountry } from '#kernel/countries.ts'
import type { Known, Seen } from './seen.ts'
import type { Activity, Flow, Graph, Node } from './words.ts'

/** A country that holds data of the organisation, or receives them. */
export interface Country {
  code: string
  name: string
  isHome: boolean
  /** The Agency found its protection adequate (art. 28). */
  isAdequate: boolean
  systems: Node[]
  processors: Graph['processors'][number][]
  /** Flows into this country from another one. */
  flows: Flow[]
  /** Activities that declare transfers to this country. */
  activities: Activity[]
}

/** Chile first, then the countries with most items. */
export function countriesOf(known: Known, seen: Seen, adequateCountries: readonly string[]): Country[] {
  const countries = new Map<string, Country>()
  const at = (text: string): Country => {
    const { code, name } = showCountry(text)
    const country = countries.get(code) ?? {
      code,
      name,
      isHome: !isAbroad(text),
      isAdequate: adequateCountries.includes(code),
      systems: [],
      processors: [],
      flows: [],
      activities: [],
    }
    countries.set(code, country)
    return country
  }
  const shown = new Set(seen.systems.map(({ id }) => id))
  const operators = new Set(seen.systems.map(({ processorId }) => processorId))
  for (const system of seen.systems) if (system.country?.trim()) at(system.country).systems.push(system)
  for (const processor of known.graph.processors)
    if (operators.has(processor.id) && processor.country?.trim())
      at(processor.country).processors.push(processor)
  for (const flow of seen.flows) {
    const place = known.systems.get(flow.target)?.country?.trim()
    if (place && known.isTransfer(flow)) at(place).flows.push(flow)
  }
  for (const activity of known.graph.activities)
    if (
      activity.transferExists &&
      activity.transferCountry?.trim() &&
      activity.systemIds.some((id) => shown.has(id))
    )
      at(activity.transferCountry).activities.push(activity)
  return [...countries.values()].sort(
    (a, b) =>
      Number(b.isHome) - Number(a.isHome) || weightOf(b) - weightOf(a) || a.name.localeCompare(b.name, 'es'),
  )
}

export function weightOf({ systems, flows, activities }: Country): number {
  return systems.length + flows.length + activities.length
}
