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

/** Forms sent with their files without a script. The files wait as uploads until a record takes them. */

export interface SentForm {
  fields: URLSearchParams
  files: readonly SentFile[]
  /** Faults of files, under the names of their fields. */
  faults: readonly FaultDetail[]
}

export interface SentFile {
  uploadKey: string
  /** The field of the form. */
  field: string
  kind: UploadKind
  name: string
  sha256: string
}

const [MOST_FILES, MOST_FIELDS, LONGEST_FIELD] = [4, 200, 100_000]
export const FORM_LIMIT = MOST_FILES * LARGEST_UPLOAD_BYTES + 1024 * 1024

export interface FormReader {
  /** Lets the routes of the scope accept such forms. */
  use(scope: FastifyInstance): void
  /**
   * `kinds`: the fields with files, and their kinds. `isWorthKeeping`: decides, once everything is read, whether a person
   * sent the form; files of other forms are dropped. `takesData`: accepts spreadsheets and text too.
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
      // A truncated file may look like an unknown format. Its size is the true reason.
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
    // An hour is enough: the person has the page with the form open.
    await request.actFor(tenantId, actor, (ctx) => uploads.recordUpload(ctx, data.id, arrival, KEY_TTL_MS))
    return { uploadKey: data.uploadKey, name: arrival.name, sha256: arrival.sha256 }
  }

  return {
    use(scope) {
      scope.register(multipart, {
        // One byte more than allowed, so that a file of that size is known to be too large.
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
          // Browsers send an empty file field too, without a file name.
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

/** Reads to the end, whatever the size: a browser shows no answer to a form that was not read whole. */
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
