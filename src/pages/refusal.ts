import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { wantsPage } from './negotiate.ts'
import { type Page, sendPage } from './page.ts'

/**
 * The error handler of a route with a page: a browser gets the refusal as a page too, a program as everywhere.
 * `translate` makes a refusal of an error where it can.
 */
export function refusalAsPage(translate: (error: unknown) => unknown, pageOf: (message: string) => Page) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = translate(error)
    if (!wantsPage(request) || !(failure instanceof Failure)) throw error
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
    sendPage(reply, pageOf(failure.message), failure.status)
  }
}
