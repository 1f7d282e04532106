/** A call that waits until the person has shown who they are: `session` when theirs ended, `sudo` before grave acts. */
export type Asked = 'session' | 'sudo'

interface Waiting {
  asked: Asked
  answer: (proven: boolean) => void
}

let waiting: Waiting | undefined
let pending: Promise<boolean> | undefined
const listeners = new Set<() => void>()

/** Several calls may be refused at once: the person is asked once. */
export function askPerson(asked: Asked): Promise<boolean> {
  pending ??= new Promise<boolean>((answer) => {
    waiting = { asked, answer }
    tell()
  }).finally(() => {
    pending = undefined
  })
  return pending
}

export function answerAsked(proven: boolean): void {
  waiting?.answer(proven)
  waiting = undefined
  tell()
}

/** For React: what is asked just now. */
export const asking = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: (): Asked | undefined => waiting?.asked,
}

function tell(): void {
  for (const listener of listeners) listener()
}
