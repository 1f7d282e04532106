/** The need of a waiting call: `session` when the session ended, `sudo` before a grave act. */
export type Asked = 'session' | 'sudo'

/** Here a 401 refuses typed credentials, not the session. */
const SIGN_IN =
  /\/api\/v1\/auth\/(login|logout|register|mfa\/verify|passkeys\/login|password\/|invitations|sudo)/

/** The proof of identity without which a refused call cannot be repeated. */
export async function whatIsAsked(url: string, response: Response): Promise<Asked | undefined> {
  if (SIGN_IN.test(url) || url.endsWith('/auth/me')) return undefined
  if (response.status === 401) return 'session'
  if (response.status !== 403) return undefined
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { error?: { details?: { rule?: string }[] } } | undefined
  return body?.error?.details?.[0]?.rule === 'sudo' ? 'sudo' : undefined
}

interface Waiting {
  asked: Asked
  answer: (proven: boolean) => void
}

let waiting: Waiting | undefined
let pending: Promise<boolean> | undefined
const listeners = new Set<() => void>()

/** If several calls are refused at once, the person is asked once. */
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

/** The current question, as a store for React. */
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
