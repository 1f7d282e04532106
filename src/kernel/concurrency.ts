/** Releases a key or a place. Calling it again does nothing. */
export type Release = () => void

export interface Mutex {
  /** Resolves when every earlier holder of the key has released it: first come, first served. */
  acquire(key?: string): Promise<Release>
  /** The key if it is free, undefined otherwise. Does not wait. */
  tryAcquire(key: string): Release | undefined
  /** Runs the work while it holds the key. Work that fails releases the key too. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

/** One holder per key, in this process. Calls without a key share one. */
export function createMutex(): Mutex {
  /** By key, the end of the last holder in line. */
  const ends = new Map<string, Promise<void>>()

  function enqueue(key: string): Release {
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(key, promise)
    return () => {
      if (ends.get(key) === promise) ends.delete(key)
      resolve()
    }
  }

  async function acquire(key = ''): Promise<Release> {
    const before = ends.get(key)
    const release = enqueue(key)
    await before
    return release
  }

  return {
    acquire,
    tryAcquire: (key) => (ends.has(key) ? undefined : enqueue(key)),
    async run(key, work) {
      const release = await acquire(key)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}

/** Calls that arrive while the work of their key runs share its result. The result may be older than the call. */
export function singleFlight<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (key) => {
    const shared = running.get(key) ?? work(key).finally(() => running.delete(key))
    running.set(key, shared)
    return shared
  }
}

/**
 * Handles many items in one run of the work, which returns a result for each, in their order. Items that arrive during a
 * run share the next one. So a result is never older than its item, and only one run is under way.
 */
export function createGatherer<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  let next: { items: Item[]; results: Promise<readonly Result[]> } | undefined

  function plan() {
    const items: Item[] = []
    const results = running.then(() => {
      next = undefined
      return work(items)
    })
    running = results.catch(() => undefined)
    return { items, results }
  }

  return async (item) => {
    next ??= plan()
    const at = next.items.push(item) - 1
    return (await next.results)[at]!
  }
}

/** Loads many keys in one run of the work, each key once. */
export function createLoader<T>(
  work: (keys: ReadonlySet<string>) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  return createGatherer(async (keys: readonly string[]) => {
    const found = await work(new Set(keys))
    return keys.map((key) => found.get(key))
  })
}

/** The number of places under a key. */
export interface Limit {
  key: string
  most: number
}

export interface Limiter {
  /**
   * A place under all of these limits, widest first. Undefined when none came free in time. Undefined at once when every
   * place of the narrowest limit has been held for longer than that: its holders hang, so waiting does not help.
   */
  acquire(limits: readonly Limit[], patienceMs: number): Promise<Release | undefined>
}

/** The time since when a place is held. */
interface Holder {
  since: number
}

/** Bounded places per key, in this process. A free place goes to the first waiter that fits. */
export function createLimiter(): Limiter {
  const holders = new Map<string, Set<Holder>>()
  const waiting = new Map<readonly Limit[], (release: Release) => void>()

  const isFree = (limits: readonly Limit[]) =>
    limits.every(({ key, most }) => (holders.get(key)?.size ?? 0) < most)

  function hold(limits: readonly Limit[]): Release {
    const holder = { since: performance.now() }
    for (const { key } of limits) holders.set(key, (holders.get(key) ?? new Set()).add(holder))
    let held = true
    return () => {
      if (!held) return
      held = false
      for (const { key } of limits) giveBack(key, holder)
      for (const [next, admit] of waiting) if (isFree(next)) admit(hold(next))
    }
  }

  function giveBack(key: string, holder: Holder): void {
    const ofKey = holders.get(key)!
    ofKey.delete(holder)
    if (ofKey.size === 0) holders.delete(key)
  }

  function hangs(limits: readonly Limit[], patienceMs: number): boolean {
    const narrowest = limits.at(-1)
    if (!narrowest) return false
    const before = performance.now() - patienceMs
    const hanging = [...(holders.get(narrowest.key) ?? [])].filter(({ since }) => since < before)
    return hanging.length >= narrowest.most
  }

  return {
    async acquire(limits, patienceMs) {
      if (isFree(limits)) return hold(limits)
      if (hangs(limits, patienceMs)) return undefined
      const { promise, resolve } = Promise.withResolvers<Release | undefined>()
      // The copy is the waiter's own key in the map, even if two callers pass the same array.
      const own = [...limits]
      const end = (release?: Release) => {
        waiting.delete(own)
        clearTimeout(timer)
        resolve(release)
      }
      const timer = setTimeout(end, patienceMs)
      waiting.set(own, end)
      return promise
    },
  }
}

export interface Turns {
  /** Runs the work on its turn. Returns undefined at once when too many wait already. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> | undefined
}

/**
 * Runs a few works at a time, one by default, and serves the keys in turn: a key with many works delays those of another
 * key by one each, not by all of them.
 */
export function createTurns({ atOnce = 1, perKey, total }: TurnBounds): Turns {
  /** By key: the waiting works, the number of works, and the last turn. */
  const lines = new Map<string, { waiting: (() => void)[]; works: number; turn: number }>()
  let [running, works, turn] = [0, 0, 0]

  function startNext(): void {
    const waiting = [...lines.values()].filter((line) => line.waiting.length > 0)
    const next = waiting.reduce((one, other) => (other.turn < one.turn ? other : one), waiting[0]!)
    if (!next || running >= atOnce) return
    running += 1
    turn += 1
    next.turn = turn
    next.waiting.shift()!()
  }

  function end(key: string): void {
    const line = lines.get(key)!
    running -= 1
    works -= 1
    line.works -= 1
    if (line.works === 0) lines.delete(key)
    startNext()
  }

  return {
    run(key, work) {
      // A new key comes before the key that just had its turn, and after keys that have waited longer.
      const line = lines.get(key) ?? { waiting: [], works: 0, turn: turn - 1 }
      if (line.works >= perKey || works >= total) return undefined
      const { promise: admitted, resolve } = Promise.withResolvers<void>()
      line.waiting.push(resolve)
      line.works += 1
      works += 1
      lines.set(key, line)
      startNext()
      return admitted.then(work).finally(() => end(key))
    },
  }
}

export interface TurnBounds {
  atOnce?: number
  /** The most works of one key, including those under way. */
  perKey: number
  /** The most works of all keys together. */
  total: number
}

export interface Background {
  /** Remembers work that its caller does not await. */
  track<T>(work: Promise<T>): Promise<T>
  /** Resolves when all tracked work has ended, including work tracked meanwhile. */
  settled(): Promise<void>
}

export function createBackground(): Background {
  const underWay = new Set<Promise<unknown>>()
  return {
    track(work) {
      underWay.add(work)
      return work.finally(() => underWay.delete(work))
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}
