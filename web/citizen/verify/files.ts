import { startHashing } from '../../../src/kernel/evidence/sha256.ts'

/** A file to check, read in pieces. */
export interface Opened {
  path: string
  size: number
  read(): AsyncIterable<Uint8Array>
}

/** Reports progress: the bytes just read, the current file, and the total. */
export type Advance = (bytes: number, path: string, total: number) => void

/** The person no longer waits for the result. */
export class Stopped extends Error {}

/** The content does not have the expected format. */
export class Unreadable extends Error {}

export async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** The unpacked bytes of a file in an archive. */
export function unpacked(packed: Blob): ReadableStream<Uint8Array> {
  return packed.stream().pipeThrough(new DecompressionStream('deflate-raw') as never)
}

export async function hashOfFile(
  file: Opened,
  advance: Advance,
  total = file.size,
): Promise<{ sha256: string; bytes: number }> {
  const hashing = startHashing()
  let bytes = 0
  for await (const piece of file.read()) {
    hashing.update(piece)
    bytes += piece.length
    advance(piece.length, file.path, total)
  }
  return { sha256: hashing.digest(), bytes }
}

const LARGEST_TEXT = 64 * 2 ** 20

/** The whole of a small file. */
export async function bytesOf(file: Opened): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of file.read()) {
    size += piece.length
    if (size > LARGEST_TEXT) throw new Unreadable(`«${file.path}» es más grande de lo que puede ser`)
    pieces.push(piece)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** The files of an unpacked folder. Their paths begin with the folder's name. */
export function filesOfFolder(files: readonly File[]): Opened[] {
  return files.map((file) => ({
    path: file.webkitRelativePath.split('/').slice(1).join('/') || file.name,
    size: file.size,
    read: () => piecesOf(file.stream()),
  }))
}
