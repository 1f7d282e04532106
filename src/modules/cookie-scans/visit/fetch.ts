import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { connect as secure } from 'node:tls'
import type { Connect } from '#outbound/outbound.ts'

export interface Fetched {
  url: URL
  status: number
  type: string
  /** The cookie lines as sent, each with the address that sent it. */
  cookies: { line: string; url: URL }[]
  text: string
}

const TIMEOUT_MS = 10_000
const MOST_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

interface Asked {
  connect: Connect
  userAgent: string
  mostBytes: number
  signal: AbortSignal
  /** Whether a redirect to this address may be followed. */
  mayGo: (url: URL) => boolean
}

/** A page as text. Each hop of a redirect is a new connection under the same guard. */
export async function fetchText(start: URL, asked: Asked): Promise<Fetched> {
  const cookies: Fetched['cookies'] = []
  let url = start
  for (let hop = 0; ; hop++) {
    const answer = await ask(url, asked)
    cookies.push(...(answer.headers['set-cookie'] ?? []).map((line) => ({ line, url })))
    const status = answer.statusCode!
    const next = REDIRECTS.includes(status) ? URL.parse(answer.headers.location ?? '', url.href) : null
    if (next && hop < MOST_REDIRECTS && /^https?:$/.test(next.protocol) && asked.mayGo(next)) {
      answer.destroy()
      url = next
      continue
    }
    return {
      url,
      status,
      cookies,
      type: answer.headers['content-type'] ?? '',
      text: await startOf(answer, asked),
    }
  }
}

async function ask(url: URL, { connect, userAgent, signal }: Asked): Promise<IncomingMessage> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const isSecure = url.protocol === 'https:'
  const bare = await connect(url.hostname, Number(url.port || (isSecure ? 443 : 80)), within)
  bare.on('error', () => {})
  const socket = isSecure ? secure({ socket: bare, servername: url.hostname }) : bare
  socket.on('error', () => {})
  const request = (isSecure ? https : http).request(url, {
    createConnection: () => socket,
    headers: { 'user-agent': userAgent, accept: 'text/html,text/plain;q=0.9,*/*;q=0.1', connection: 'close' },
    signal: within,
  })
  request.on('error', () => {})
  request.end()
  return (await once(request, 'response', { signal: within }))[0]
}

async function startOf(answer: IncomingMessage, { mostBytes }: Asked): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= mostBytes) break
    }
  } catch {
    // Cut off or out of time: the part received is read.
  }
  answer.destroy()
  return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8')
}
