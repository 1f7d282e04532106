import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { assertStorable, LARGE_BODY_BYTES, largeBodies } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps the bytes as they came, for signatures. */
    rawBody?: true
  }
  interface FastifyRequest {
    rawBody: Buffer | undefined
    /** Why the body of a `rawBody` route cannot be read. The route refuses it after checking the signature. */
    bodyFault: Error | undefined
  }
}

/** No form nests this deep. Without a bound a few bytes per level would exhaust the stack of code that walks the body. */
const DEEPEST = 64

/** Bodies are JSON. An empty one counts as none: many clients send it with a JSON content type. */
export function useJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('rawBody', undefined)
  app.decorateRequest('bodyFault', undefined)
  app.removeAllContentTypeParsers()
  acceptJson(app, 'application/json')
}

/** Parses another media type as JSON. */
export function acceptJson(
  app: Pick<FastifyInstance, 'addContentTypeParser' | 'getDefaultJsonParser'>,
  type: string,
): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, bytes: Buffer, answer) => {
    const signed = request.routeOptions.config.rawBody === true
    if (signed) request.rawBody = bytes
    const done = (fault: Error | null, body?: unknown) => {
      if (!fault || !signed) return answer(fault, body)
      request.bodyFault = fault
      return answer(null)
    }
    const text = bytes.toString('utf8')
    if (text.trim() === '') {
      done(null, undefined)
      return
    }
    if (!isUtf8(bytes)) {
      done(new Failure('malformed', 'El cuerpo no está en UTF-8. Revise la codificación del texto.'))
      return
    }
    if (nestsTooDeep(bytes)) {
      done(new Failure('malformed', `El cuerpo tiene más de ${DEEPEST} niveles, uno dentro de otro.`))
      return
    }
    parse(request, text, (error, body) => {
      if (error) {
        done(new Failure('malformed', 'El cuerpo no es JSON válido. Revise comillas, comas y llaves.'))
        return
      }
      try {
        assertStorable(text, body)
        if (bytes.length > LARGE_BODY_BYTES && typeof body === 'object' && body) largeBodies.add(body)
        done(null, body)
      } catch (fault) {
        done(fault as Error)
      }
    })
  })
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

function nestsTooDeep(bytes: Buffer): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte === QUOTE) quoted = !quoted
    else if (quoted) at += byte === BACKSLASH ? 1 : 0
    else if (OPENING.has(byte)) depth += 1
    else if (CLOSING.has(byte)) depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}
