import { randomBytes } from 'node:crypto'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createVault } from '#kernel/secrets.ts'
import { createMcpServer } from './server.ts'
import { actionsOf, type Description } from './tools.ts'
import { type Answer, type Ask, whoCalls } from './who.ts'

export interface StdioSettings {
  /** The address of the service. */
  url: string
  key: string
  writes: boolean
  modules: readonly string[]
  version: string
}

/** The same tools for a local program, over standard input and output. Ends when its input ends. */
export async function serveOverStdio({ url, key, ...serving }: StdioSettings): Promise<void> {
  const root = url.replace(/\/+$/, '')
  const call = async ({ method, path, body, headers }: Ask): Promise<Answer> => {
    const answer = await fetch(`${root}${path}`, {
      method,
      headers: {
        'x-api-key': key,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      text: await answer.text(),
    }
  }
  const caller = await whoCalls(call, true)
  if ('status' in caller) throw new Error(`El servicio no aceptó la clave: ${messageIn(caller)}`)
  const { text } = await call({ method: 'GET', path: '/api/v1/openapi.json' })
  const actions = actionsOf(JSON.parse(text) as Description)
  const vault = createVault(randomBytes(32).toString('hex'))
  const ended = new Promise((resolve) => process.stdin.once('close', resolve))
  serveStdio(() => createMcpServer({ ...serving, actions, caller, call, vault, now: () => new Date() }))
  await ended
}

function messageIn({ text, status }: Answer): string {
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message
  } catch {
    return `respondió ${status}`
  }
}
