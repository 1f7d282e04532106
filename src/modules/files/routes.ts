import { rm } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ReadCtx } from '#db/context.ts'
import { endpoints } from '#http/endpoints.ts'
import { listOf } from '#http/schema-kit.ts'
import { assertKeyMay, mayRead } from '#http/scopes.ts'
import type { App } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { storedOrRefused } from '#storage/refusal.ts'
import { createStorage } from '#storage/storage.ts'
import { attachment, LARGEST_BYTES } from './rules.ts'
import * as schemas from './schemas.ts'
import * as files from './service.ts'
import { uploadRoutes } from './uploads/routes.ts'

const SEND_A_FORM = 'Envíe el archivo como multipart/form-data, en el campo «file».'
/** Room for the multipart frame around the file. */
const BODY_LIMIT = LARGEST_BYTES + 64 * 1024

export function routes(app: App, { config, modules }: ModuleDeps): void {
  const route = endpoints(app, 'files')

  const storage = createStorage(config)
  // One byte more than allowed, so that a file of that size is known to be too large.
  app.register(multipart, {
    limits: { files: 1, fields: 10, fileSize: LARGEST_BYTES + 1 },
    throwFileSizeLimit: false,
  })
  app.addContentTypeParser('*', async () => {
    throw new Failure('notJson', SEND_A_FORM)
  })

  const isUsed = async (ctx: ReadCtx, key: string) =>
    (await Promise.all(modules.map(({ usesFile }) => usesFile?.(ctx, key)))).includes(true)

  const namedBy = async (ctx: ReadCtx, entityType: string, entityId: string) => {
    const keys = await Promise.all(modules.map(({ filesOf }) => filesOf?.[entityType]?.(ctx, entityId) ?? []))
    return keys.flat().filter(isId).map(canonicalId)
  }

  const holders = new Map(modules.flatMap(({ holdsFiles = {} }) => Object.entries(holdsFiles)))
  const ownerOf = (entityType: string) =>
    modules.find(({ holdsFiles = {} }) => Object.hasOwn(holdsFiles, entityType))?.name

  /** An API key sees files of records that it may read, and files of no record. A person sees all. */
  const typesFor = (key: FastifyRequest['keyHolder']) =>
    key && [...holders.keys()].filter((type) => mayRead(key, ownerOf(type)!))

  app.register(async (scope) => uploadRoutes(scope as unknown as App, storage))

  route.get('/files', {
    id: 'listFiles',
    summary: 'Listar los archivos, o los de un registro',
    description:
      'Con entityType y entityId: los que llegaron con el registro y los que este nombra como respaldo. Una clave de API ve los de registros que puede leer, y los que no son de ninguno.',
    role: 'VIEWER',
    query: schemas.FilesQuery,
    ok: listOf('items', schemas.ListedFile),
    handle: (req) => req.read((ctx) => files.listFiles(ctx, req.query, namedBy, typesFor(req.keyHolder))),
  })

  route.post('/files', {
    id: 'uploadFile',
    summary: 'Subir un archivo de respaldo (multipart, campo «file», hasta 20 MiB)',
    description:
      'El tipo se reconoce por los bytes, no por el nombre. Con entityType y entityId queda como respaldo de ese registro, y no se elimina mientras el registro exista; una clave de API necesita también el permiso de escribir en el módulo del registro.',
    role: 'ANALYST',
    bodyLimit: BODY_LIMIT,
    // The parser reads the form as it arrives, so the validator never sees it.
    describe: { consumes: ['multipart/form-data'], 'x-form': schemas.UploadForm },
    created: schemas.StoredFile,
    refusals: [402, 413, 415, 422],
    handle: async (req) => {
      // A caller who may not upload is refused before a byte is read.
      await req.read(async () => undefined)
      const { arrival, of } = await takeIn(req, await storedOrRefused(req, storage.arrivals()))
      const place = `${req.tenantId}/${arrival.key}`
      try {
        const owner = of && ownerOf(of.entityType)
        // A file kept with a record is part of it, so the key needs the right to write that record.
        if (owner) assertKeyMay(req.keyHolder, owner, 'write')
        // The bytes are stored first: a row must never name bytes that are not there.
        await storedOrRefused(req, storage.put(place, arrival.temporaryFile, arrival.contentType))
        const fingerprint = { name: arrival.name, sha256: arrival.sha256, ...of }
        const answer = await req.act(
          async (ctx) => {
            const kept = of && (await files.assertHolds(ctx, holders, of))
            return files.recordFile(ctx, arrival, kept)
          },
          { fingerprint },
        )
        // A repeated call: the first upload counts.
        if (answer.data.key !== arrival.key) await storage.remove(place)
        return answer
      } catch (error) {
        // After a broken commit the row may exist, so the bytes are removed only when the act was refused.
        if (error instanceof Failure && error.kind !== 'unavailable')
          await storage.remove(place).catch(() => undefined)
        throw error
      } finally {
        await rm(arrival.temporaryFile, { force: true })
      }
    },
  })

  route.get('/files/:key', {
    id: 'downloadFile',
    summary: 'Descargar un archivo',
    description:
      'Si es de un registro, una clave de API necesita también el permiso de leer en el módulo del registro.',
    role: 'VIEWER',
    params: schemas.ByKey,
    file: { description: 'El archivo', types: ['application/octet-stream'] },
    handle: async (req, reply) => {
      const { data: file } = await req.read((ctx) => files.findFile(ctx, req.params.key))
      const owner = file.entity_type === null ? 'files' : ownerOf(file.entity_type)
      if (owner) assertKeyMay(req.keyHolder, owner, 'read')
      const stream = await storedOrRefused(req, storage.get(`${file.tenant_id}/${file.id}`))
      return reply
        .type(file.content_type)
        .header('content-disposition', attachment(file.name))
        .header('content-length', file.size_bytes)
        .header('x-content-type-options', 'nosniff')
        .header('digest', `sha-256=${Buffer.from(file.sha256, 'hex').toString('base64')}`)
        .send(stream)
    },
  })

  route.delete('/files/:key', {
    id: 'deleteFile',
    summary: 'Eliminar un archivo que nada respalda',
    role: 'ANALYST',
    params: schemas.ByKey,
    refusals: [409],
    handle: async (req) => {
      const answer = await req.act((ctx) => files.deleteFile(ctx, req.params.key, isUsed, holders))
      const key = canonicalId(req.params.key)
      await storage.remove(`${req.tenantId}/${key}`).catch((error: Error) => {
        req.log.warn({ reason: error.message }, 'the bytes of a deleted file are still there')
      })
      return answer
    },
  })
}

/** Receives the one file of the body and the record it belongs to. Ignores other fields. */
async function takeIn(
  req: FastifyRequest,
  directory: string,
): Promise<{ arrival: files.Arrival; of: files.Holder | undefined }> {
  let arrival: files.Arrival | undefined
  const fields: Record<string, string> = {}
  try {
    if (!req.isMultipart()) throw noFile()
    if (Number(req.headers['content-length'] ?? 0) > BODY_LIMIT) throw files.tooLarge()
    for await (const part of req.parts()) {
      if (part.type === 'file') arrival = await files.receive(part.file, part.filename, directory)
      else fields[part.fieldname] = String(part.value).trim()
    }
    if (!arrival) throw noFile()
    return { arrival, of: files.holderOf(fields) }
  } catch (error) {
    if (arrival) await rm(arrival.temporaryFile, { force: true })
    // Read and discard the rest: many clients read the answer only after they have sent everything.
    req.raw.unpipe()
    req.raw.resume()
    if (error instanceof Failure) throw error
    const { code, syscall } = error as NodeJS.ErrnoException
    // A system error is our disk's, unless the caller hung up.
    if (syscall !== undefined && code !== 'ECONNRESET') await storedOrRefused(req, Promise.reject(error))
    throw new Failure(
      'malformed',
      code === 'FST_FILES_LIMIT'
        ? 'Envíe un solo archivo por solicitud.'
        : 'El archivo llegó incompleto o dañado. Envíelo de nuevo.',
    )
  }
}

function noFile(): Failure {
  return new Failure('malformed', SEND_A_FORM)
}
