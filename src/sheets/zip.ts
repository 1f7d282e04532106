import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** One file of an archive. Its content is read once, and only as fast as the archive is read. */
export interface ZipEntry {
  path: string
  content: Content
}

interface Written {
  name: Buffer
  crc: number
  packedBytes: number
  bytes: number
  offset: number
}

const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50]
/** 2.0: compressed files. */
const VERSION = 20
/** Sizes come after the file, and names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
const LARGEST = 0xffff_ffff
const MOST_ENTRIES = 0xffff

/**
 * An archive (APPNOTE 6.3), written file by file: neither a file nor the archive is held in memory as a whole. Compression
 * runs in the threads of zlib, so it blocks nobody. `byName`: the directory, and so a viewer, lists the files by name,
 * whatever the order of packing.
 */
export async function* zip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  modifiedAt: Date,
  { byName = false } = {},
): AsyncGenerator<Buffer> {
  const time = dosTime(modifiedAt)
  const written: Written[] = []
  let offset = 0
  const count = (bytes: Buffer) => {
    offset += bytes.length
    return bytes
  }
  for await (const { path, content } of entries) {
    const entry: Written = { name: Buffer.from(path), crc: 0, packedBytes: 0, bytes: 0, offset }
    yield count(
      record(
        [4, LOCAL],
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATED],
        [4, time],
        [12, 0],
        [2, entry.name.length],
        [2, 0],
      ),
    )
    yield count(entry.name)
    for await (const chunk of packed(content, entry)) {
      entry.packedBytes += chunk.length
      yield count(chunk)
    }
    yield count(record([4, DESCRIPTOR], [4, entry.crc], [4, entry.packedBytes], [4, entry.bytes]))
    written.push(entry)
    if (offset > LARGEST || entry.bytes > LARGEST || written.length > MOST_ENTRIES)
      throw new Error('the archive is larger than its format allows')
  }
  const from = offset
  if (byName) written.sort((a, b) => Buffer.compare(a.name, b.name))
  for (const { name, crc, packedBytes, bytes, offset: at } of written) {
    yield count(
      record(
        [4, CENTRAL],
        [2, VERSION],
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATED],
        [4, time],
        [4, crc],
        [4, packedBytes],
        [4, bytes],
        [2, name.length],
        [12, 0],
        [4, at],
      ),
    )
    yield count(name)
  }
  const directory = offset - from
  yield record([4, END], [4, 0], [2, written.length], [2, written.length], [4, directory], [4, from], [2, 0])
}

function packed(content: Content, entry: Written): AsyncIterable<Buffer> {
  // An error of the source ends the compression, which passes it on.
  return pipeline(Readable.from(measured(content, entry)), createDeflateRaw(), () => {})
}

async function* measured(content: Content, entry: Written): AsyncGenerator<Buffer | Uint8Array> {
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    entry.crc = crc32(bytes, entry.crc)
    entry.bytes += bytes.length
    yield bytes
  }
}

/** Numbers of the given sizes in bytes, little-endian. A size of 12 is only for zeros. */
function record(...fields: readonly (readonly [size: 2 | 4 | 12, value: number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) bytes.writeUInt16LE(value, at)
    else if (size === 4) bytes.writeUInt32LE(value, at)
    at += size
  }
  return bytes
}

/** Time, then date, in MS-DOS form: in steps of two seconds, from 1980 on. */
function dosTime(at: Date): number {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return date * 0x1_0000 + time
}
