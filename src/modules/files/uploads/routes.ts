import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#db/context.ts'
import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { isUnstorable } from '#kernel/text.ts'
import { storedOrRefused } from '#storage/refusal.ts'
import type { Storage } from '#storage/storage.ts'
import { type Arrival, receive } from '../service.ts'
import { isAccepted, LARGEST_UPLOAD_BYTES } from './rules.ts'
import * as schemas from './schemas.ts'
import * as uploads from './service.ts'
import { notAcceptedWords, TOO_LARGE } from './words.ts'

const SENDER: Actor = { type: 'public', id: undefined, name: 'Formulario público', role: undefined }

export function uploadRoutes(app: App, storage: Storage): void {
  // The body is the bytes, under any media type or none. Their type is read from the bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, bytes, done) => done(null, bytes))
  const route = endpoints(app, 'files')

  route.put('/public/uploads/:uploadKey', {
    id: 'sendUpload',
    summary: 'Enviar los bytes de un archivo, con la clave que se pidió para él',
    description:
      'Hasta 10 MiB: PDF, imágenes o Word, y con la clave de una tarea también planillas, CSV, JSON o texto, según sus bytes. La clave sirve una vez; si la llamada se rechaza, sigue sirviendo.',
    role: 'PUBLIC',
    audit: false,
    params: schemas.ByUploadKey,
    // The handler reads the body as it arrives, so the validator never sees it.
    describe: { 'x-bytes': true },
    ok: schemas.UploadedFile,
    refusals: [402, 409, 413, 422, 429],
    handle: async (req) => {
      const { uploadKey } = req.params
      const upload = isUnstorable(uploadKey)
        ? undefined
        : await app.access.lookUp('find the tenant of an upload', (db) =>
            uploads.findByKey(db, uploadKey, app.tools.now()),
          )
      if (!upload) throw refuse(req, notFound('la clave'))
      if (uploads.isSpent(upload)) throw refuse(req, uploads.spent())
      const arrival = await takeIn(req, upload, await storedOrRefused(req, storage.arrivals()))
      try {
        await req.actFor(upload.tenant_id, SENDER, (ctx) => uploads.claimUpload(ctx, upload.id, arrival))
        const place = `${upload.tenant_id}/${arrival.key}`
        await storedOrRefused(req, storage.put(place, arrival.temporaryFile, arrival.contentType))
        return await req.actFor(upload.tenant_id, SENDER, (ctx) =>
          uploads.recordUpload(ctx, upload.id, arrival),
        )
      } finally {
        await rm(arrival.temporaryFile, { force: true })
      }
    },
  })
}

async function takeIn(
  req: FastifyRequest,
  { name, takes_data }: { name: string; takes_data: boolean },
  directory: string,
): Promise<Arrival> {
  if (Number(req.headers['content-length'] ?? 0) > LARGEST_UPLOAD_BYTES) throw refuse(req, tooLarge())
  try {
    const arrival = await receive((req.body ?? req.raw) as Readable, name, directory, {
      largest: LARGEST_UPLOAD_BYTES,
      tooLarge,
    })
    if (isAccepted(arrival.contentType, takes_data)) return arrival
    await rm(arrival.temporaryFile, { force: true })
    throw notAccepted(notAcceptedWords(takes_data))
  } catch (error) {
    throw refuse(req, error)
  }
}

/** Reads and discards the rest: many clients read the answer only after they have sent everything. */
function refuse(req: FastifyRequest, error: unknown): unknown {
  req.raw.unpipe()
  req.raw.resume()
  return error
}

function tooLarge(): Failure {
  return new Failure('tooLarge', TOO_LARGE)
}

function notAccepted(message: string): Failure {
  return new Failure('impossible', message, { details: [{ path: '', message }] })
}
