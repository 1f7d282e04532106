import type { Caller } from './tools.ts'

/** One API call on behalf of the caller. */

export interface Ask {
  method: string
  /** The path with its query. */
  path: string
  body?: unknown
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  type: string
  text: string
}

export type Call = (ask: Ask) => Promise<Answer>

/** The answer when the organisation of the caller is unknown. */
const NOWHERE: Answer = {
  status: 403,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify({
    success: false,
    error: { code: 'FORBIDDEN', message: 'La persona no es parte de ninguna organización.' },
  }),
}

export async function whoCalls(call: Call, byKey: boolean): Promise<Caller | Answer> {
  const answer = await call({ method: 'GET', path: byKey ? '/api/v1/external/key' : '/api/v1/auth/me' })
  if (answer.status !== 200) return answer
  const { data } = JSON.parse(answer.text)
  if (byKey) return { id: data.id, role: data.role, scopes: data.scopes }
  if (!data.tenant) return NOWHERE
  // Includes the organisation: a code shown in one organisation must not work in another.
  return { id: `${data.user.id} ${data.tenant.id}`, role: data.tenant.role }
}
