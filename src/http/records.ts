import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { type LastChange, lastChangeOf, lockVersion, type RecordKind, versionOf } from '#db/records.ts'
import { iso, momentInDigits } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { canonicalId } from '#kernel/ids.ts'
import { digest } from '#kernel/secrets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The record that the route shows or changes. Answers carry its version as `ETag`, and writes heed `If-Match`. */
    record?: RecordKind
  }
  interface FastifyRequest {
    /** The version of the route's record, known when the transaction ends. */
    recordTag: Promise<string | undefined> | undefined
  }
}

/** If two people edit the same record, the second to save learns of the first, provided the client sends `If-Match`. */
export function useRecordTags(app: FastifyInstance): void {
  app.decorateRequest('recordTag', undefined)
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.recordTag === undefined || reply.statusCode >= 300) return done()
    request.recordTag.then((etag) => {
      if (etag !== undefined) reply.header('etag', etag)
      done()
    }, done)
  })
}

/** The record whose id is the first variable of the path. */
function namedBy({ params, routeOptions: { config } }: FastifyRequest, { tenantId }: ReadCtx) {
  const kind = config.record
  if (!kind) return undefined
  const [first] = Object.values((params ?? {}) as Record<string, string>)
  const id = kind.isOnly ? tenantId : first
  return id === undefined ? undefined : { kind, id: canonicalId(id) }
}

/** A GET shows its record. The version is read first. */
export function noteShown(request: FastifyRequest, ctx: ReadCtx): void {
  if (request.recordTag !== undefined || !/^(GET|HEAD)$/.test(request.method)) return
  const named = namedBy(request, ctx)
  if (named) note(request, tagOf(ctx, named.kind, named.id))
}

export function noteWritten(request: FastifyRequest, tag: Promise<string | undefined>): void {
  if (request.routeOptions.config.record) note(request, tag)
}

/** A failed transaction sends no tag. */
function note(request: FastifyRequest, tag: Promise<string | undefined>): void {
  request.recordTag = tag.catch(() => undefined)
}

/** The version after an act: of the record that the path names, or of the one it created. */
export async function tagAfter(
  request: FastifyRequest,
  ctx: WriteCtx,
  result: unknown,
): Promise<string | undefined> {
  const kind = request.routeOptions.config.record
  const id = namedBy(request, ctx)?.id ?? (result as { id?: string } | undefined)?.id
  return kind && id !== undefined ? tagOf(ctx, kind, id) : undefined
}

async function tagOf(ctx: ReadCtx, kind: RecordKind, id: string): Promise<string | undefined> {
  const version = await versionOf(ctx, kind, id)
  return version === undefined ? undefined : tagFor(id, version)
}

/** Letters and digits only, so that an encoding's name can be appended and told apart. */
export function tagFor(id: string, version: string): string {
  return `"${digest(`${id} ${version}`).slice(0, 32)}"`
}

/** The tag of the same record in other bytes. */
export function encodedTag(etag: string, encoding: string): string {
  return etag.replace(/"$/, `-${encoding}"`)
}

const TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/
const MOST_TAGS = 20

/**
 * The versions that a caller knows: undefined without the header, `*` for any. RFC 9110, 13.1.1 compares them strongly, so
 * a weak one is never ours.
 */
export function readIfMatch(header: string | string[] | undefined): readonly string[] | '*' | undefined {
  if (header === undefined) return undefined
  const sent = String(header).trim()
  if (sent === '*') return '*'
  const parts = sent.split(',').map((part) => TAG.exec(part.trim()))
  if (parts.length > MOST_TAGS || parts.some((part) => part === null))
    throw new Failure('malformed', '«If-Match» debe ser el «ETag» de una respuesta, con sus comillas, o «*».')
  return parts.flatMap((part) => (part![1] ? [] : [`"${part![2]!.replace(/-(br|gzip)$/, '')}"`]))
}

const judged = new WeakSet<FastifyRequest>()

/** Inside the act and before its work: locks the record and refuses if its version is not one the caller knows. */
export async function assertUnchanged(request: FastifyRequest, ctx: WriteCtx): Promise<void> {
  const header = request.headers['if-match']
  if (header === undefined || judged.has(request)) return
  const named = namedBy(request, ctx)
  if (!named) return
  // A second act of the request would meet the changes of the first.
  judged.add(request)
  const known = readIfMatch(header)
  const version = await lockVersion(ctx, named.kind, named.id)
  // The act itself refuses a missing record, in its own words.
  if (version === undefined || known === '*' || known?.includes(tagFor(named.id, version))) return
  throw stale(ctx, await lastChangeOf(ctx, named.kind, named.id, version))
}

function stale(ctx: WriteCtx, change: LastChange | undefined): Failure {
  const what = change ? `: ${whoAndWhen(ctx, change)}` : ''
  const message = `Este registro cambió después de que usted lo abrió${what}. Nada se guardó: vuelva a cargarlo, revise el cambio y guarde de nuevo.`
  const details = {
    path: '',
    message,
    rule: 'if-match',
    ...(change && { changedBy: change.actor_name, changedAt: iso(change.created_at) }),
  }
  return new Failure('stale', message, { details: [details] })
}

function whoAndWhen(ctx: WriteCtx, change: LastChange): string {
  const when = `el ${momentInDigits(change.created_at)}, hora de Chile`
  if (change.actor_id !== null && change.actor_id === ctx.actor.id)
    return `usted lo cambió ${when}, quizás en otra ventana`
  const name = change.actor_name === null ? 'alguien de fuera de la organización' : `«${change.actor_name}»`
  const key = change.actor_type === 'api_key' ? 'la clave de API ' : ''
  return `${key}${name} lo cambió ${when}`
}
