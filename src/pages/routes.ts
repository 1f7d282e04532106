import type { FastifyInstance, FastifySchema } from 'fastify'
import { Failure } from '#kernel/failure.ts'

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
