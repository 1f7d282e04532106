import { Failure } from './failure.ts'

/** A state machine as a table: each state with its possible next states. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>

/** The name of each state for people. */
export type Labels<State extends string> = Readonly<Record<State, string>>

export function assertMove<State extends string>(
  moves: Moves<State>,
  labels: Labels<State>,
  from: State,
  to: State,
): void {
  if (moves[from].includes(to)) return
  const open = moves[from].map((state) => `«${labels[state]}»`)
  const next = open.length === 0 ? 'Ese estado es final.' : `Desde ahí puede pasar a ${open.join(', ')}.`
  throw new Failure('conflict', `No se puede pasar de «${labels[from]}» a «${labels[to]}». ${next}`)
}
