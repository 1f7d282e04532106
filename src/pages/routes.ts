import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { rootFrom } from './page.ts'

/** A page of its own address: `app.get('/seguimiento', PAGE, handler)`. The API description leaves it out. */
export const PAGE = { config: { role: 'PUBLIC' }, schema: { hide: true } as FastifySchema } as const

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
  const [, query] = originalUrl.split('?', 2)
  const address = path.map(encodeURIComponent).join('/')
  return reply
    .header('vary', 'Accept')
    .redirect(`${rootFrom(originalUrl)}${address}${query ? `?${query}` : ''}`, 303)
}
