import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#db/context.ts'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { storedOrRefused } from '#storage/refusal.ts'
import { createStorage } from '#storage/storage.ts'
import { type Arrival, receive } from '../service.ts'
import { isAccepted, KEY_TTL_MS, LARGEST_UPLOAD_BYTES, type UploadKind } from './rules.ts'
import * as uploads from './service.ts'
import { notAcceptedWords, TOO_LARGE } from './words.ts'

/** A form of a page that is sent with its files, without a script: the files wait as uploads until a record takes them. */

export interface SentForm {
  fields: URLSearchParams
  files: readonly SentFile[]
  /** What was wrong with files, under the names of their fields. */
  faults: readonly FaultDetail[]
}

export interface SentFile {
  uploadKey: string
  /** Of the form. */
  field: string
  kind: UploadKind
  name: string
  sha256: string
}

const [MOST_FILES, MOST_FIELDS, LONGEST_FIELD] = [4, 200, 100_000]
export const FORM_LIMIT = MOST_FILES * LARGEST_UPLOAD_BYTES + 1024 * 1024

export interface FormReader {
  /** The routes of the scope take such forms. */
  use(scope: FastifyInstance): void
  /**
   * `kinds`: which fields hold files, and what those are. `isWorthKeeping`: asked once all is read; what no person sent
   * leaves nothing behind. `takesData`: spreadsheets and text too.
   */
  read(
    request: FastifyRequest,
    tenantId: string,
    actor: Actor,
    kinds: Readonly<Record<string, UploadKind>>,
    isWorthKeeping: (fields: URLSearchParams) => boolean,
    takesData?: boolean,
  ): Promise<SentForm>
}

export function createFormReader(config: Parameters<typeof createStorage>[0]): FormReader {
  const storage = createStorage(config)

  async function takeIn(request: FastifyRequest, part: MultipartFile, takesData: boolean): Promise<Arrival> {
    const { stream, isTooLarge } = bounded(part.file)
    const directory = await storedOrRefused(request, storage.arrivals())
    const arrival = await receive(stream, part.filename, directory).catch((error) => {
      // What is left of a file that is cut off may look like none at all.
      throw isTooLarge() ? new Failure('tooLarge', TOO_LARGE) : error
    })
    if (!isTooLarge() && isAccepted(arrival.contentType, takesData)) return arrival
    await drop(arrival)
    throw isTooLarge()
      ? new Failure('tooLarge', TOO_LARGE)
      : new Failure('impossible', notAcceptedWords(takesData))
  }

  async function keep(request: FastifyRequest, tenantId: string, actor: Actor, arrival: Arrival) {
    const { data } = await request.actFor(tenantId, actor, (ctx) => uploads.beginUpload(ctx, arrival))
    const place = `${tenantId}/${arrival.key}`
    await storedOrRefused(request, storage.put(place, arrival.temporaryFile, arrival.contentType))
    // The page that comes back is open: nobody comes for it tomorrow.
    await request.actFor(tenantId, actor, (ctx) => uploads.recordUpload(ctx, data.id, arrival, KEY_TTL_MS))
    return { uploadKey: data.uploadKey, name: arrival.name, sha256: arrival.sha256 }
  }

  return {
    use(scope) {
      scope.register(multipart, {
        // One byte more than allowed shows that a file is too large.
        limits: {
          files: MOST_FILES,
          fields: MOST_FIELDS,
          fieldSize: LONGEST_FIELD,
          fileSize: LARGEST_UPLOAD_BYTES + 1,
        },
        throwFileSizeLimit: false,
      })
    },
    async read(request, tenantId, actor, kinds, isWorthKeeping, takesData = false) {
      if (!request.isMultipart())
        return { fields: (request.body ?? new URLSearchParams()) as URLSearchParams, files: [], faults: [] }
      const [fields, files, faults] = [new URLSearchParams(), [] as SentFile[], [] as FaultDetail[]]
      const arrivals: { field: string; kind: UploadKind; arrival: Arrival }[] = []
      const noting = async (field: string, work: () => Promise<unknown>) => {
        try {
          await work()
        } catch (error) {
          if (!(error instanceof Failure) || error.status >= 500) throw error
          faults.push({ path: field, message: error.message })
        }
      }
      try {
        for await (const part of request.parts()) {
          const { fieldname: field } = part
          if (part.type === 'field') {
            fields.append(field, String(part.value))
            continue
          }
          const kind = Object.hasOwn(kinds, field) ? kinds[field] : undefined
          // A field without a file is sent too, without a name.
          if (kind && part.filename)
            await noting(field, async () =>
              arrivals.push({ field, kind, arrival: await takeIn(request, part, takesData) }),
            )
          else part.file.resume()
        }
        if (isWorthKeeping(fields))
          for (const { field, kind, arrival } of arrivals)
            await noting(field, async () =>
              files.push({ ...(await keep(request, tenantId, actor, arrival)), field, kind }),
            )
        return { fields, files, faults }
      } finally {
        for (const { arrival } of arrivals) await drop(arrival)
      }
    },
  }
}

async function drop({ temporaryFile }: Arrival): Promise<void> {
  await rm(temporaryFile, { force: true })
}

/** Read to its end, whatever its size: a form that is not read whole gets no answer that a browser shows. */
function bounded(file: Readable) {
  let size = 0
  async function* chunks() {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size <= LARGEST_UPLOAD_BYTES) yield chunk
    }
  }
  return { stream: Readable.from(chunks()), isTooLarge: () => size > LARGEST_UPLOAD_BYTES }
}
