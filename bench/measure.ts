import { type Call, type Figures, Load } from './load.ts'
import type { Server } from './servers.ts'

export interface LoadOptions {
  seconds?: number
  warmUpSeconds?: number
  connections?: number
}

const CONNECTIONS = 64
const WARM_UP_ANSWERS = 4000
const MOST_WARM_UP_SECONDS = 15
/** Until then V8 still compiles: in the first seconds of a process a list takes Node a third more time. */
const STEADY_AFTER_SECONDS = 25

/** The calls in turn over 64 connections. */
export async function measure(
  base: string,
  calls: readonly Call[],
  { seconds = 5, warmUpSeconds = 2, connections = CONNECTIONS }: LoadOptions = {},
): Promise<Figures> {
  const load = new Load(base, calls, connections)
  try {
    await load.warmUp(warmUpSeconds, WARM_UP_ANSWERS, Math.max(warmUpSeconds, MOST_WARM_UP_SECONDS))
    return await load.during(seconds)
  } finally {
    load.stop()
  }
}

/** The figures of one server. */
export interface Target {
  start(): Promise<Server>
  calls: readonly Call[]
}

export interface Measured extends Figures {
  /** Processor time of the server's own process; the database's is not in it. */
  microsPerRequest: number
}

/**
 * Targets take turns, so that the machine's noise affects all alike. The figures are the medians of the rounds.
 */
export async function inTurns<T, F extends object>(
  targets: readonly T[],
  rounds: number,
  measureOne: (target: T) => Promise<F>,
): Promise<F[]> {
  const figures: F[][] = targets.map(() => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [at, target] of targets.entries()) figures[at]!.push(await measureOne(target))
  return figures.map(medianOf)
}

/** Runs each target in a process of its own, started for the turn. */
export function measureInTurns(
  targets: readonly Target[],
  rounds: number,
  options: LoadOptions = {},
): Promise<Measured[]> {
  return inTurns(targets, rounds, (target) => measureFresh(target, options))
}

async function measureFresh(
  { start, calls }: Target,
  { seconds = 5, warmUpSeconds = STEADY_AFTER_SECONDS, connections = CONNECTIONS }: LoadOptions,
): Promise<Measured> {
  const server = await start()
  const load = new Load(server.address, calls, connections)
  try {
    await load.warmUp(warmUpSeconds, WARM_UP_ANSWERS, Math.max(warmUpSeconds, MOST_WARM_UP_SECONDS))
    const before = await server.ask()
    const figures = await load.during(seconds)
    const { cpuMicros } = await server.ask()
    const microsPerRequest = (cpuMicros - before.cpuMicros) / (figures.requestsPerSecond * seconds)
    return { ...figures, microsPerRequest }
  } finally {
    load.stop()
    await server.stop()
  }
}

/** Takes the median of each figure. */
function medianOf<F extends object>(figures: readonly F[]): F {
  const names = Object.keys(figures[0]!) as (keyof F)[]
  const middle = (name: keyof F) => {
    const sorted = figures.map((one) => Number(one[name])).sort((a, b) => a - b)
    const half = sorted.length / 2
    return (sorted[Math.floor(half - 0.5)]! + sorted[Math.floor(half)]!) / 2
  }
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as F
}

/** Runs the work for every item, a number of them at a time. The first that fails fails all. */
export async function inParallel<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length)
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of queue) results[index] = await work(item, index)
    }),
  )
  return results
}
