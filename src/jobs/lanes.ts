export interface Lanes {
  /**
   * A place, given back by calling the answer. Undefined when none came free in time; at once when the tenant's calls
   * to this host have waited longer than that themselves.
   */
  enter(host: string, tenantId: string, patienceMs: number): Promise<Leave | undefined>
  /** Remembers work that outlives the job which began it. */
  follow(work: Promise<void>): Promise<void>
  settled(): Promise<void>
}

export type Leave = () => void

interface Caller {
  host: string
  tenantId: string
  enteredAt: number
}

interface Waiting extends Caller {
  admit(leave: Leave): void
}

/**
 * Bounded places for calls to the outside, in this process. Those of a host are each tenant's own: where many use the
 * same service, one whose part of it hangs takes no place from the others.
 */
export function createLanes(limits: { perHost: number; perTenant: number; total: number }): Lanes {
  const inside = new Set<Caller>()
  const waiting = new Set<Waiting>()
  const goingOn = new Set<Promise<void>>()

  const of = (tenantId: string) => [...inside].filter((caller) => caller.tenantId === tenantId)

  function isFree({ host, tenantId }: Caller): boolean {
    const own = of(tenantId)
    const there = own.filter((caller) => caller.host === host)
    return inside.size < limits.total && own.length < limits.perTenant && there.length < limits.perHost
  }

  function take(caller: Caller): Leave {
    const place = { ...caller, enteredAt: performance.now() }
    inside.add(place)
    return () => {
      inside.delete(place)
      for (const next of waiting) if (isFree(next)) next.admit(take(next))
    }
  }

  return {
    async enter(host, tenantId, patienceMs) {
      const caller = { host, tenantId, enteredAt: performance.now() }
      if (isFree(caller)) return take(caller)
      const hangs = of(tenantId).filter(
        (other) => other.host === host && caller.enteredAt - other.enteredAt > patienceMs,
      )
      if (hangs.length >= limits.perHost) return undefined
      const { promise, resolve } = Promise.withResolvers<Leave | undefined>()
      const end = (answer: Leave | undefined) => {
        waiting.delete(next)
        clearTimeout(timer)
        resolve(answer)
      }
      const next: Waiting = { ...caller, admit: end }
      const timer = setTimeout(end, patienceMs, undefined)
      waiting.add(next)
      return promise
    },
    follow(work) {
      goingOn.add(work)
      return work.finally(() => goingOn.delete(work))
    },
    async settled() {
      while (goingOn.size > 0) await Promise.allSettled(goingOn)
    },
  }
}
