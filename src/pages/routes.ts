import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { rootFrom } from './page.ts'

/** A page with its own address: `app.get('/seguimiento', PAGE, handler)`. The API description omits it. */
export const PAGE = { config: { role: 'PUBLIC' }, schema: { hide: true } as FastifySchema } as const

const TRIES = 20
const BETWEEN_MS = 250

/**
 * A double click sends a form twice, and the first answer is lost. The second call waits for the first to end and gets the
 * same answer.
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

/** Pages accept forms sent without a script. The API does not, because another site could send it such a form. */
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

/** Redirects from an API address to its page, with the query. */
export function toPage(reply: FastifyReply, ...path: readonly string[]): FastifyReply {
  const { originalUrl } = reply.request
  const address = path.map(encodeURIComponent).join('/')
  const query = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : ''
  return reply.header('vary', 'Accept').redirect(`${rootFrom(originalUrl)}${address}${query}`, 303)
}
