import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { type Encoding, encodingFor } from '#kernel/encodings.ts'
import { encodedTag } from './records.ts'

/** Below this size the headers cost about as much as compression saves. */
const SMALLEST_BYTES = 1024
/** Shared texts are kept compressed from this size on: the API description and the script of its reference. */
const WORTH_KEEPING_BYTES = 64 * 1024
const MOST_KEPT_BYTES = 4 * 1024 * 1024
const TEXT = /^(?:text\/(?!event-stream)|application\/(?:json|javascript|[\w.-]+\+json)|image\/svg\+xml)/

const br = promisify(brotliCompress)
const gz = promisify(gzip)

const BY_ENCODING: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  // Quality 4 is about as fast as gzip and smaller; from 5 on it is several times slower.
  br: (bytes) =>
    br(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (bytes) => gz(bytes, { level: 5 }),
}

/**
 * Compresses text answers that are whole in memory, in a thread of their own. Streams (files, sheets) and encoded answers
 * are sent unchanged.
 *
 * When an answer holds a secret beside text that an attacker chooses, its compressed length reveals the secret (BREACH).
 * So sign-in, which answers with tokens, and answers that set a session cookie are not compressed. Other secrets are shown
 * once, in answers to POST below the smallest size.
 */
export function useCompression(app: FastifyInstance): void {
  const kept = new BoundedMap<string, Buffer>({ most: MOST_KEPT_BYTES, weigh: ({ length }) => length })
  /** Compressed forms of bytes that somebody keeps, such as a published notice. They are freed with those bytes. */
  const ofBytes = new WeakMap<Buffer, Partial<Record<Encoding, Buffer>>>()

  async function compressedBytes(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
    const known = ofBytes.get(bytes) ?? {}
    ofBytes.set(bytes, known)
    known[encoding] ??= await BY_ENCODING[encoding](bytes)
    return known[encoding]
  }

  async function compressedText(encoding: Encoding, text: string, isShared: boolean): Promise<Buffer> {
    const bytes = Buffer.from(text)
    if (!isShared || bytes.length < WORTH_KEEPING_BYTES) return BY_ENCODING[encoding](bytes)
    const key = `${encoding} ${createHash('sha256').update(bytes).digest('base64')}`
    const known = kept.get(key)
    if (known) return known
    const made = await BY_ENCODING[encoding](bytes)
    kept.set(key, made)
    return made
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isText(payload) || !mayCompress(request, reply)) return done(null, payload)
    vary(reply)
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === undefined) return done(null, payload)
    const smaller =
      typeof payload === 'string'
        ? compressedText(encoding, payload, request.routeOptions.config.role === 'PUBLIC')
        : compressedBytes(encoding, payload)
    smaller.then(
      (bytes) => {
        reply.removeHeader('content-length')
        reply.header('content-encoding', encoding)
        renameTag(reply, encoding)
        done(null, bytes)
      },
      (error) => done(error),
    )
  })
}

function isText(payload: unknown): payload is string | Buffer {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= SMALLEST_BYTES
}

const GIVES_TOKENS = '/api/v1/auth/'

function mayCompress({ url }: FastifyRequest, reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type')
  return (
    typeof type === 'string' &&
    TEXT.test(type) &&
    !reply.hasHeader('content-encoding') &&
    !reply.hasHeader('set-cookie') &&
    !url.startsWith(GIVES_TOKENS)
  )
}

function vary(reply: FastifyReply): void {
  const already = reply.getHeader('vary')
  reply.header('vary', already ? `${already}, Accept-Encoding` : 'Accept-Encoding')
}

/**
 * A strong tag names one sequence of bytes, and the compressed bytes differ. `If-None-Match` compares weakly; `If-Match`
 * does not, so the tag of a record stays strong and names the encoding.
 */
function renameTag(reply: FastifyReply, encoding: Encoding): void {
  const etag = reply.getHeader('etag')
  if (typeof etag !== 'string' || etag.startsWith('W/')) return
  reply.header('etag', reply.request.routeOptions.config.record ? encodedTag(etag, encoding) : `W/${etag}`)
}
