import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { rootFrom } from './page.ts'

/** A page of its own address: `app.get('/seguimiento', PAGE, handler)`. The API description leaves it out. */
export const PAGE = { config: { role: 'PUBLIC' }, schema: { hide: true } as FastifySchema } as const

const TRIES = 20
const BETWEEN_MS = 250

/**
 * A person who presses a button twice leaves the first answer behind: the second call waits for the first to end, and
 * gets what it got.
 */
export async function sendOnce<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      const isRunning = error instanceof Failure && error.kind === 'conflict' && error.retryAfterSeconds === 1
      if (!isRunning || tries >= TRIES) throw error
      await wait(BETWEEN_MS)
    }
  }
}

const MOST_FIELDS = 200

/** Pages take what a form sends without a script. The API does not: another site could send it such a form. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text: string, done) => {
      const fields = new URLSearchParams(text)
      if (fields.size > MOST_FIELDS) done(new Failure('malformed', 'El formulario tiene demasiados campos.'))
      else done(null, fields)
    },
  )
}

/** From an address of the API to the page that people read instead; what was asked goes along. */
export function toPage(reply: FastifyReply, ...path: readonly string[]): FastifyReply {
  const { originalUrl } = reply.request
  const address = path.map(encodeURIComponent).join('/')
  const query = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : ''
  return reply.header('vary', 'Accept').redirect(`${rootFrom(originalUrl)}${address}${query}`, 303)
}
