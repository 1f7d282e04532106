import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Storage } from './storage.ts'

/**
 * A large file that a job makes is stored in parts, each a file of the storage. A part is on the disk while it is written
 * and goes to the storage when full, so the size of the file costs no memory.
 */
const PART_BYTES = 8 * 2 ** 20

export interface Kept {
  parts: number
  size_bytes: number
  sha256: string
}

export interface Folder {
  tenantId: string
  id: string
}

const placeOf = ({ tenantId, id }: Folder, part: number) => `${tenantId}/${id}.${part}`

/** `announce` records a part before it exists, so that parts of a process that died can be found. */
export async function keepInParts(
  storage: Storage,
  folder: Folder,
  content: AsyncIterable<Buffer>,
  announce: (parts: number) => Promise<void>,
): Promise<Kept> {
  const temporaryFile = join(await storage.arrivals(), `resguardo-${folder.id}`)
  const hash = createHash('sha256')
  let [parts, size_bytes, written] = [0, 0, 0]
  let file: FileHandle | undefined
  const finish = async () => {
    await file!.close()
    file = undefined
    written = 0
    parts += 1
    await announce(parts)
    await storage.put(placeOf(folder, parts), temporaryFile, 'application/octet-stream')
    await rm(temporaryFile, { force: true })
  }
  try {
    for await (const chunk of content) {
      file ??= await open(temporaryFile, 'w', 0o600)
      // On a nearly full disk a single write may write only a part.
      await file.appendFile(chunk)
      hash.update(chunk)
      size_bytes += chunk.length
      written += chunk.length
      if (written >= PART_BYTES) await finish()
    }
    if (file) await finish()
    return { parts, size_bytes, sha256: hash.digest('hex') }
  } finally {
    await file?.close()
    await rm(temporaryFile, { force: true })
  }
}

/** Opens the first part before it returns: a silent storage then gives a refusal, not a broken download. */
export async function readParts(storage: Storage, folder: Folder, parts: number): Promise<Readable> {
  const first = await storage.get(placeOf(folder, 1))
  async function* whole() {
    yield* first
    for (let part = 2; part <= parts; part += 1) yield* await storage.get(placeOf(folder, part))
  }
  return Readable.from(whole(), { objectMode: false })
}

export async function removeParts(storage: Storage, folder: Folder, parts: number): Promise<void> {
  for (let part = 1; part <= parts; part += 1) await storage.remove(placeOf(folder, part))
}
