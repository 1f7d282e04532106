import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'

/** Node's own refusal of a missing Host header would be answered outside the envelope, so it is switched off. */
export function useHostCheck(app: FastifyInstance): void {
  /** Nearly all requests name the same host, so it is parsed once. */
  let lastHost = ''
  app.addHook('onRequest', ({ host, raw }, _reply, done) => {
    if (host && host === lastHost) return done()
    // HTTP/1.0 has no such header, and some balancers check health with it.
    if (host ? !URL.canParse(`http://${host}`) : raw.httpVersion !== '1.0') {
      return done(new Failure('malformed', 'Falta el encabezado «Host», o no es un nombre válido.'))
    }
    lastHost = host
    done()
  })
}
