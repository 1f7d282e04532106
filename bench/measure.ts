import autocannon from 'autocannon'

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Figures {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
}

export interface Load {
  seconds?: number
  warmUpSeconds?: number
  connections?: number
}

const CONNECTIONS = 64

/** Sends the calls in turn over 64 connections, each connection starting at another place of the list. */
export async function measure(
  base: string,
  calls: readonly Call[],
  { seconds = 6, warmUpSeconds = 2, connections = CONNECTIONS }: Load = {},
): Promise<Figures> {
  let started = 0
  const turn = () => {
    const from = (started++ * 7919) % calls.length
    return [...calls.slice(from), ...calls.slice(0, from)]
  }
  await load(base, { connections, duration: warmUpSeconds }, turn)
  const result = await load(base, { connections, duration: seconds }, turn)
  if (result['2xx'] === 0) throw new Error(`${calls[0]?.path}: no answer in ${seconds} s`)
  return { requestsPerSecond: result.requests.average, ...latencyOf(result) }
}

export interface Target {
  base: string
  calls: readonly Call[]
}

const TURNS = 4
/** Until the compiler has seen all of the path: ours is longer than the bare one. */
const WARM_UP_SECONDS = 6

/** Two targets measured in turns of two seconds, so that the machine's noise falls on both alike. */
export async function measureInTurns(
  ours: Target,
  theirs: Target,
  options: Load = {},
): Promise<[ours: Figures, theirs: Figures]> {
  for (const { base, calls } of [ours, theirs])
    await measure(base, calls, { ...options, warmUpSeconds: WARM_UP_SECONDS, seconds: 1 })
  const turns: [Figures, Figures][] = []
  const load = { ...options, seconds: 2, warmUpSeconds: 0.5 }
  for (let turn = 0; turn < TURNS; turn += 1) {
    turns.push([await measure(ours.base, ours.calls, load), await measure(theirs.base, theirs.calls, load)])
  }
  return [middle(turns.map(([figures]) => figures)), middle(turns.map(([, figures]) => figures))]
}

function middle(figures: readonly Figures[]): Figures {
  const of = (read: (one: Figures) => number) => {
    const sorted = figures.map(read).sort((a, b) => a - b)
    const half = sorted.length / 2
    return (sorted[Math.floor(half - 0.5)]! + sorted[Math.floor(half)]!) / 2
  }
  return {
    requestsPerSecond: of((one) => one.requestsPerSecond),
    p50Ms: Math.round(of((one) => one.p50Ms)),
    p99Ms: Math.round(of((one) => one.p99Ms)),
  }
}

/**
 * Sends every call exactly once: for what can happen only once. A connection sends its own in the order of the list,
 * and a place of the list belongs to the connection that its number leaves as a remainder.
 */
export async function measureOnce(
  base: string,
  calls: readonly Call[],
  connections: number,
): Promise<Figures> {
  if (calls.length % connections !== 0) throw new Error('each connection needs equally many calls')
  let started = 0
  const share = () => {
    const mine = started++
    return calls.filter((_, place) => place % connections === mine)
  }
  const begun = performance.now()
  const result = await load(base, { connections, amount: calls.length }, share)
  const seconds = (performance.now() - begun) / 1000
  if (result['2xx'] !== calls.length) {
    throw new Error(`${calls[0]?.path}: ${result['2xx']} of ${calls.length} calls were answered`)
  }
  return { requestsPerSecond: calls.length / seconds, ...latencyOf(result) }
}

/** The same figures, from latencies that were taken by hand. */
export function figuresOf(latenciesMs: readonly number[], seconds: number): Figures {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  return { requestsPerSecond: sorted.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
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

/** One call outside the load: throws unless it succeeds. */
export async function send(base: string, { method = 'GET', path, headers, body }: Call): Promise<Response> {
  const response = await fetch(base + path, {
    method,
    ...(headers && { headers }),
    ...(body && { body }),
    signal: AbortSignal.timeout(60_000),
  })
  if (response.ok) return response
  throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`)
}

/** The `data` of the answer. */
export async function ask<T>(base: string, call: Call): Promise<T> {
  const { data } = (await (await send(base, call)).json()) as { data: T }
  return data
}

async function load(
  base: string,
  options: { connections: number; duration?: number; amount?: number },
  callsOfNext: () => readonly Call[],
): Promise<autocannon.Result> {
  let path = ''
  const result = await autocannon({
    url: base,
    timeout: 30,
    ...options,
    setupClient(client) {
      const calls = callsOfNext()
      path ||= calls[0]!.path
      client.setRequests(
        calls.map(({ method = 'GET', path, headers, body }) => ({
          method,
          path,
          ...(headers && { headers }),
          ...(body && { body }),
        })),
      )
    },
  })
  if (result.non2xx === 0 && result.errors === 0) return result
  throw new Error(
    `${path}: ${result['2xx']} succeeded, ${result.non2xx} did not (${result['4xx']} of them 4xx), ${result.errors} errors`,
  )
}

function latencyOf({ latency }: autocannon.Result): Pick<Figures, 'p50Ms' | 'p99Ms'> {
  return { p50Ms: latency.p50, p99Ms: latency.p99 }
}
