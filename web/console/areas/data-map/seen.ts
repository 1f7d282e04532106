import { isAbroad, readCountry } from '#kernel/countries.ts'
import { fold } from '#kernel/text.ts'
import { type Activity, type Flow, type Graph, type Node, typeName } from './words.ts'

/** The filters of the map, as the address holds them. */
export type Asked = Readonly<Record<string, string | undefined>>

export const FILTER_NAMES = ['q', 'categoria', 'personas', 'actividad', 'transferencias'] as const

export interface Seen {
  systems: readonly Node[]
  flows: readonly Flow[]
}

/** The map with its lookups. */
export interface Known {
  graph: Graph
  systems: ReadonlyMap<string, Node>
  processors: ReadonlyMap<string, Graph['processors'][number]>
  activitiesOf: (systemId: string) => readonly Activity[]
  /** Whether the flow takes data out of the country. */
  isTransfer: (flow: Flow) => boolean
  /** Whether the flow is a transfer without a recorded guarantee (art. 27). */
  isUnfounded: (flow: Flow) => boolean
}

export function know(graph: Graph, adequateCountries: readonly string[]): Known {
  const systems = new Map(graph.systems.map((system) => [system.id, system]))
  const bySystem = new Map<string, Activity[]>()
  for (const activity of graph.activities)
    for (const id of activity.systemIds) bySystem.set(id, [...(bySystem.get(id) ?? []), activity])
  const placeOf = (id: string) => systems.get(id)?.country?.trim() || undefined
  const isTransfer = ({ source, target, isInternational }: Flow) => {
    const [from, to] = [placeOf(source), placeOf(target)]
    return isInternational || (to !== undefined && isAbroad(to) && codeOf(from) !== codeOf(to))
  }
  const isAdequate = (place: string | undefined) => adequateCountries.includes(codeOf(place) ?? '')
  return {
    graph,
    systems,
    processors: new Map(graph.processors.map((one) => [one.id, one])),
    activitiesOf: (id) => bySystem.get(id) ?? [],
    isTransfer,
    isUnfounded: (flow) =>
      isTransfer(flow) &&
      !flow.safeguards?.trim() &&
      !flow.activities.some(({ transferMechanism }) => transferMechanism) &&
      !isAdequate(placeOf(flow.target)),
  }
}

function codeOf(place: string | undefined): string | undefined {
  return place === undefined ? undefined : (readCountry(place)?.code ?? place)
}

/** Shows a system if it fits the filters itself, or if a flow that fits them begins or ends at it. */
export function seenOf(known: Known, asked: Asked): Seen {
  const { graph } = known
  const flows = graph.flows.filter((flow) => fitsFlow(known, flow, asked))
  const ends = new Set(flows.flatMap(({ source, target }) => [source, target]))
  const systems = graph.systems.filter((system) => ends.has(system.id) || fitsSystem(known, system, asked))
  return found({ systems, flows }, known, asked['q'])
}

/** Keeps the shown systems that match the words, their flows, and the systems at the other end. */
function found({ systems, flows }: Seen, known: Known, words: string | undefined): Seen {
  if (!words?.trim()) return { systems, flows }
  const text = fold(words.trim())
  const named = new Set(systems.filter((system) => wordsOf(system, known).includes(text)).map(({ id }) => id))
  const joined = flows.filter(({ source, target }) => named.has(source) || named.has(target))
  const kept = new Set([...named, ...joined.flatMap(({ source, target }) => [source, target])])
  return { systems: systems.filter(({ id }) => kept.has(id)), flows: joined }
}

function wordsOf({ name, type, owner, processorId }: Node, { processors }: Known): string {
  return fold([name, typeName(type), owner, processorId && processors.get(processorId)?.name].join(' '))
}

function fitsFlow(
  known: Known,
  flow: Flow,
  { categoria, personas, actividad, transferencias }: Asked,
): boolean {
  if (categoria && !flow.dataCategories.includes(categoria)) return false
  if (actividad && !flow.activities.some(({ id }) => id === actividad)) return false
  if (personas) {
    const of = new Set(flow.activities.map(({ id }) => id))
    const concerns = known.graph.activities.some(
      ({ id, subjectCategories }) => of.has(id) && subjectCategories.includes(personas),
    )
    if (!concerns) return false
  }
  if (transferencias === 'si') return known.isTransfer(flow)
  if (transferencias === 'sin-garantia') return known.isUnfounded(flow)
  return transferencias !== 'no' || !known.isTransfer(flow)
}

function fitsSystem(known: Known, system: Node, { categoria, personas, actividad, transferencias }: Asked) {
  const activities = known.activitiesOf(system.id)
  const place = system.country?.trim()
  if (categoria && !system.dataCategories.includes(categoria)) return false
  if (actividad && !activities.some(({ id }) => id === actividad)) return false
  if (personas && !activities.some(({ subjectCategories }) => subjectCategories.includes(personas)))
    return false
  if (transferencias === 'si') return Boolean(place) && isAbroad(place!)
  // Only flows are transfers, so no system lacks a guarantee by itself.
  if (transferencias === 'sin-garantia') return false
  return transferencias !== 'no' || !place || !isAbroad(place)
}
