/** Counts the work of a process by kind and result, for /metrics. Both are words of ours, so it stays small. */
export interface Counters {
  add(kind: string, result: string): void
  entries(): { kind: string; result: string; count: number }[]
}

export function createCounters(): Counters {
  const counts = new Map<string, { kind: string; result: string; count: number }>()
  return {
    add(kind, result) {
      const key = `${kind} ${result}`
      const entry = counts.get(key) ?? { kind, result, count: 0 }
      entry.count += 1
      counts.set(key, entry)
    },
    entries: () => [...counts.values()],
  }
}
