export interface Turns {
  /** Whether any work runs or waits. */
  readonly isTaken: boolean
  /** Runs the work after all earlier work has ended, even if that failed. */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** Runs one piece of work at a time, in order of arrival. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    get isTaken() {
      return waiting > 0
    },
    take(work) {
      waiting += 1
      const turn = last.then(work).finally(() => {
        waiting -= 1
      })
      last = turn.catch(() => undefined)
      return turn
    },
  }
}
