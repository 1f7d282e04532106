export interface Turns {
  /** Whether somebody's work is under way, or waits. */
  readonly isTaken: boolean
  /** Runs the work when all that came before it has ended, well or not. */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** One piece of work at a time, in the order in which they came. */
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
