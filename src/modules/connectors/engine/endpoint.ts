import { SECOND_MS } from '#kernel/dates.ts'
import { OutboundError } from '#outbound/outbound.ts'
import { signedHeaders } from '#outbound/webhook-signing.ts'
import { type EndpointAnswer, type Person, type Right, readAnswer } from '../rules.ts'
import { type Bounds, ConnectorFault, cutText } from './bounds.ts'
import type { Reach } from './reach.ts'

/** A call to a company's own system, signed like a webhook. */
export interface EndpointCall {
  url: string
  secret: string
  /** The same on every try, so that the company recognises a repeated call. */
  id: string
  type: 'dsar.task' | 'dsar.test'
  right: Right
  person: Person
  callbackUrl: string | null
  bounds: Bounds
  now: Date
}

export type EndpointResult =
  | { kind: 'later' }
  | { kind: 'answer'; answer: EndpointAnswer; bytes: number }
  | { kind: 'file'; name: string; body: Buffer }

export async function callEndpoint({ exchange }: Reach, call: EndpointCall): Promise<EndpointResult> {
  const { id, type, right, person, callbackUrl, bounds } = call
  const { folio, name, email, rut } = person
  const body = Buffer.from(
    JSON.stringify({ id, type, right, folio, person: { name, email, rut }, callbackUrl }),
  )
  const headers = signedHeaders(
    {
      deliveryId: id,
      signatureHeader: 'x-resguardo-signature',
      deliveryHeader: 'x-resguardo-delivery',
      secret: call.secret,
      body,
    },
    call.now,
  )
  const answer = await exchange(call.url, {
    headers,
    body,
    timeoutMs: bounds.ms,
    maxBytes: bounds.bytes + 1,
  }).catch((error) => {
    if (!(error instanceof OutboundError)) throw error
    throw new ConnectorFault(error.message, { again: error.fault !== 'refused' })
  })
  const { status } = answer
  if (status === 202) return { kind: 'later' }
  if (status >= 300 && status < 400)
    throw new ConnectorFault(`El sistema respondió ${status}: una redirección, que no se sigue.`)
  if (status !== 200) {
    const again = status >= 500 || status === 429 || status === 408
    throw new ConnectorFault(`El sistema respondió ${status}.`, { again })
  }
  if (!answer.whole || answer.body.length > bounds.bytes) throw unfinished(answer.body.length, bounds)
  const media = (answer.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (media !== 'application/json') {
    if (answer.body.length === 0) throw new ConnectorFault('El sistema respondió sin contenido.')
    return { kind: 'file', name: nameIn(answer.headers['content-disposition']), body: answer.body }
  }
  return { kind: 'answer', answer: answerIn(answer.body, bounds), bytes: answer.body.length }
}

function unfinished(size: number, bounds: Bounds): ConnectorFault {
  return size > bounds.bytes
    ? new ConnectorFault(`${cutText('bytes', bounds)}: la respuesta es más grande, y no se guardó.`)
    : new ConnectorFault(`La respuesta no llegó entera en ${Math.round(bounds.ms / SECOND_MS)} segundos.`, {
        again: true,
      })
}

export function answerIn(body: Buffer, bounds: Bounds): EndpointAnswer {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw new ConnectorFault('La respuesta dice ser JSON y no se puede leer.')
  }
  const read = readAnswer(value)
  if (typeof read === 'string') throw new ConnectorFault(read)
  if (read.rows && read.rows.length > bounds.rows)
    throw new ConnectorFault(`La respuesta trae más de ${bounds.rows.toLocaleString('es-CL')} filas.`)
  return read
}

/** RFC 6266. The files module removes characters that a name must not have. */
function nameIn(disposition = ''): string {
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim())
    } catch {}
  }
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1]?.trim() || 'respuesta'
}
