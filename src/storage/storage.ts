import { createReadStream, openAsBlob } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { inSpan } from '#kernel/tracing.ts'

/** Stores bytes. A place is `tenant/key`. Once `put` returns, the whole file is stored. */
export interface Storage {
  /** A directory for files that are still arriving, near their final place. */
  arrivals(): Promise<string>
  /** Takes over a finished temporary file. */
  put(place: string, temporaryFile: string, contentType: string): Promise<void>
  get(place: string): Promise<Readable>
  remove(place: string): Promise<void>
  /** Removes all files of a tenant, including those no row names. */
  removeAll(tenantId: string): Promise<void>
}

export function createStorage({ dataDir, s3Url }: { dataDir: string; s3Url: string | undefined }): Storage {
  return traced(s3Url ? bucket(new URL(s3Url)) : directory(join(dataDir, 'files')))
}

/** Places name organisations and files, so a span records the operation without the place. */
function traced(storage: Storage): Storage {
  const span = <T>(what: string, work: () => Promise<T>) => inSpan(`file ${what}`, { kind: 'client' }, work)
  return {
    arrivals: () => storage.arrivals(),
    put: (place, file, contentType) => span('put', () => storage.put(place, file, contentType)),
    get: (place) => span('get', () => storage.get(place)),
    remove: (place) => span('remove', () => storage.remove(place)),
    removeAll: (tenantId) => span('remove all', () => storage.removeAll(tenantId)),
  }
}

function directory(root: string): Storage {
  return {
    async arrivals() {
      const arriving = join(root, 'arriving')
      await mkdir(arriving, { recursive: true, mode: 0o700 })
      return arriving
    },
    async put(place, temporaryFile) {
      const target = join(root, place)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const partial = `${target}.part`
      await rename(temporaryFile, partial).catch(() => copyFile(temporaryFile, partial))
      const file = await open(partial, 'r')
      await file.sync().finally(() => file.close())
      await rename(partial, target)
    },
    async get(place) {
      const stream = createReadStream(join(root, place))
      await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
      return stream
    },
    remove: (place) => rm(join(root, place), { force: true }),
    removeAll: (tenantId) => rm(join(root, tenantId), { recursive: true, force: true }),
  }
}

const BUCKET_TIMEOUT_MS = 60_000

/** Any S3-compatible bucket: `https://key:secret@host/bucket?region=…`, addressed by path. */
function bucket(url: URL): Storage {
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    retries: 2,
  })
  const base = `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`

  /** The timeout covers the start of the answer. The duration of its body depends on the reader. */
  async function call(method: string, place: string, body?: Blob, contentType?: string): Promise<Response> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('the bucket does not answer')), BUCKET_TIMEOUT_MS)
    try {
      const response = await client.fetch(place.startsWith('?') ? `${base}${place}` : `${base}/${place}`, {
        method,
        signal: late.signal,
        ...(body && { body }),
        ...(contentType && { headers: { 'content-type': contentType } }),
      })
      if (!response.ok) throw new Error(`the bucket answered ${response.status} to ${method}`)
      return response
    } finally {
      clearTimeout(timer)
    }
  }

  /** Lists up to 1,000 keys. Our keys consist of ids and names that XML does not escape. */
  async function list(tenantId: string): Promise<string[]> {
    const answer = await call('GET', `?list-type=2&prefix=${encodeURIComponent(`${tenantId}/`)}`)
    return [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key!)
  }

  return {
    // The common temporary directory: a cleaner of old temporary files would remove one of ours while the service runs.
    arrivals: async () => tmpdir(),
    async put(place, temporaryFile, contentType) {
      // Streamed, because an archive may be larger than the memory.
      await call('PUT', place, await openAsBlob(temporaryFile), contentType)
    },
    async get(place) {
      const { body } = await call('GET', place)
      return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
    },
    async remove(place) {
      await call('DELETE', place)
    },
    async removeAll(tenantId) {
      // Each page is listed from the start, because the previous page has been deleted.
      for (let keys = await list(tenantId); keys.length > 0; keys = await list(tenantId)) {
        for (const key of keys) await call('DELETE', key)
      }
    },
  }
}
