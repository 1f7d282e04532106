import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure, inWordsOfPages } from '#kernel/failure.ts'
import { html, NOTHING } from '#kernel/html.ts'
import { wantsPage } from './negotiate.ts'
import { type Page, sendPage, titled } from './page.ts'

/**
 * The error handler of a route with a page: browsers get refusals as pages too, programs as data. `translate` turns an
 * error into a refusal where possible.
 */
export function refusalAsPage(translate: (error: unknown) => unknown, pageOf: (message: string) => Page) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = translate(error)
    if (!wantsPage(request) || !(failure instanceof Failure)) throw error
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
    sendPage(reply, pageOf(inWordsOfPages(failure.message)), failure.status)
  }
}

/** For a person who follows a link or sends a page's form. Undefined for programs. */
export function sendRefusalPage(reply: FastifyReply, { status, message }: Failure): FastifyReply | undefined {
  const { method, is404, id, originalUrl } = reply.request
  const calls = !['GET', 'HEAD'].includes(method) && originalUrl.startsWith('/api/')
  if (calls || !wantsPage(reply.request)) return undefined
  const reference =
    status >= 500 ? html`<p>Si escribe a quien opera el servicio, indique este número: ${id}</p>` : NOTHING
  const text = is404 ? NO_PAGE : inWordsOfPages(message)
  const page = titled(TITLES[status] ?? 'No pudimos mostrar esta página', html`<p>${text}</p>\n${reference}`)
  return sendPage(reply, page, status)
}

const NO_PAGE =
  'La dirección está mal escrita, o lo que había en ella ya no está. Revise el enlace que recibió.'

const TITLES: Readonly<Record<number, string>> = {
  401: 'Necesita iniciar sesión',
  403: 'Esta página no se puede mostrar',
  404: 'No encontramos esta página',
  429: 'Demasiadas visitas seguidas',
  500: 'Algo falló de nuestro lado',
  503: 'El servicio no puede responder ahora',
}
