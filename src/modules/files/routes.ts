import { rm } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Reading } from '#db/context.ts'
import type { ModuleDeps } from '#http/module.ts'
import { data, done, faults } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import { canonicalId } from '#kernel/ids.ts'
import { attachment, LARGEST_BYTES } from './rules.ts'
import * as schemas from './schemas.ts'
import * as files from './service.ts'
import { createStorage } from './storage.ts'

const tags = ['files']
/** Room for the frame around the file. */
const BODY_LIMIT = LARGEST_BYTES + 64 * 1024

export function routes(app: App, { config, modules }: ModuleDeps): void {
  const storage = createStorage(config)
  // One byte more than allowed is let in, so that too large a file is told apart from one of just the size.
  app.register(multipart, {
    limits: { files: 1, fields: 10, fileSize: LARGEST_BYTES + 1 },
    throwFileSizeLimit: false,
  })

  const isUsed = async (ctx: Reading, key: string) =>
    (await Promise.all(modules.map(({ usesFile }) => usesFile?.(ctx, key)))).includes(true)

  app.post(
    '/files',
    {
      config: { role: 'ANALYST' },
      bodyLimit: BODY_LIMIT,
      schema: {
        tags,
        operationId: 'uploadFile',
        summary: 'Subir un archivo de respaldo (multipart, campo «file», hasta 20 MiB)',
        consumes: ['multipart/form-data'],
        // The parser reads the form as it arrives, so the validator never sees it.
        'x-form': schemas.UploadForm,
        response: { 201: data(schemas.StoredFile), ...faults(413, 415, 422) },
      },
    },
    async (req) => {
      // Before a byte is taken in: whoever may not upload is told so.
      await req.read(async () => undefined)
      const arrival = await takeIn(req, await storage.arrivals())
      // What an Idempotency-Key is compared by.
      req.body = { name: arrival.name, sha256: arrival.sha256 } as never
      const place = `${req.claims!.tenantId}/${arrival.key}`
      try {
        // The bytes first: a row must never name what is not there. Bytes without a row are nobody's.
        await storage.put(place, arrival.temporaryFile, arrival.contentType)
        const answer = await req.act((ctx) => files.recordFile(ctx, arrival))
        // A repeated call: the first upload is the one that counts.
        if (answer.data.key !== arrival.key) await storage.remove(place)
        return answer
      } catch (error) {
        // Only when it was refused: of a commit that broke off nobody knows whether the row is there.
        if (error instanceof Failure) await storage.remove(place).catch(() => undefined)
        throw error
      } finally {
        await rm(arrival.temporaryFile, { force: true })
      }
    },
  )

  app.get(
    '/files/:key',
    {
      config: { role: 'VIEWER' },
      schema: {
        tags,
        operationId: 'downloadFile',
        summary: 'Descargar un archivo',
        params: schemas.ByKey,
        response: {
          200: {
            description: 'El archivo',
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          } as never,
        },
      },
    },
    async (req, reply) => {
      const { data: file } = await req.read((ctx) => files.findFile(ctx, req.params.key))
      const stream = await storage.get(`${file.tenant_id}/${file.id}`)
      return reply
        .type(file.content_type)
        .header('content-disposition', attachment(file.name))
        .header('content-length', file.size_bytes)
        .header('x-content-type-options', 'nosniff')
        .header('digest', `sha-256=${Buffer.from(file.sha256, 'hex').toString('base64')}`)
        .send(stream as never)
    },
  )

  app.delete(
    '/files/:key',
    {
      config: { role: 'ANALYST' },
      schema: {
        tags,
        operationId: 'deleteFile',
        summary: 'Eliminar un archivo que nada respalda',
        params: schemas.ByKey,
        response: { 200: done, ...faults(409) },
      },
    },
    async (req) => {
      const answer = await req.act((ctx) => files.deleteFile(ctx, req.params.key, isUsed))
      const key = canonicalId(req.params.key)
      await storage.remove(`${req.claims!.tenantId}/${key}`).catch((error: Error) => {
        req.log.warn({ reason: error.message }, 'the bytes of a deleted file are still there')
      })
      return answer
    },
  )
}

/** The one file of the body, whole; whatever stands beside it is passed over. */
async function takeIn(req: FastifyRequest, directory: string): Promise<files.Arrival> {
  let arrival: files.Arrival | undefined
  try {
    if (!req.isMultipart()) throw noFile()
    if (Number(req.headers['content-length'] ?? 0) > BODY_LIMIT) throw files.tooLarge()
    for await (const part of req.parts()) {
      if (part.type === 'file') arrival = await files.receive(part.file, part.filename, directory)
    }
    if (!arrival) throw noFile()
    return arrival
  } catch (error) {
    if (arrival) await rm(arrival.temporaryFile, { force: true })
    // What is still on its way is read and forgotten: many clients listen only once they have sent everything.
    req.raw.unpipe()
    req.raw.resume()
    throw explained(error)
  }
}

function noFile(): Failure {
  return new Failure('malformed', 'Envíe el archivo como multipart/form-data, en el campo «file».')
}

/** The parser's own errors say nothing to the caller; those of our disk are none of the caller's. */
function explained(error: unknown): unknown {
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (error instanceof Failure || (syscall !== undefined && code !== 'ECONNRESET')) return error
  return code === 'FST_FILES_LIMIT'
    ? new Failure('malformed', 'Envíe un solo archivo por solicitud.')
    : new Failure('malformed', 'El archivo llegó incompleto o mal enmarcado. Envíelo de nuevo.')
}
