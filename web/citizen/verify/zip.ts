import { type Opened, piecesOf, Unreadable, unpacked } from './files.ts'

/** Reads zip archives (APPNOTE 6.3) in place. Only their directory is in memory as a whole. */

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const END_BYTES = 22
const DEFLATED = 8

export async function filesOfZip(archive: Blob): Promise<Opened[]> {
  const from = Math.max(0, archive.size - END_BYTES)
  const tail = await viewOf(archive, from, archive.size)
  // Archives of the service have no comment. A comment could hide another directory.
  const at = tail.byteLength - END_BYTES
  if (at < 0 || tail.getUint32(at, true) !== END || tail.getUint16(at + 20, true) !== 0)
    throw new Unreadable('el archivo .zip está cortado o dañado')
  const [count, size, offset] = [
    tail.getUint16(at + 10, true),
    tail.getUint32(at + 12, true),
    tail.getUint32(at + 16, true),
  ]
  const directory = await viewOf(archive, offset, offset + size)
  const files: Opened[] = []
  let place = 0
  for (let each = 0; each < count; each += 1) {
    if (place + 46 > directory.byteLength || directory.getUint32(place, true) !== CENTRAL)
      throw new Unreadable('el índice del archivo .zip está dañado')
    const next = place + 46 + [28, 30, 32].reduce((sum, at) => sum + directory.getUint16(place + at, true), 0)
    if (next > directory.byteLength) throw new Unreadable('el índice del archivo .zip está dañado')
    const file = fileAt(archive, directory, place)
    if (!file.path.endsWith('/')) files.push(file)
    place = next
  }
  assertOnce(files)
  return files
}

/** Programs disagree on which of two entries with one name they show. */
function assertOnce(files: readonly Opened[]): void {
  const names = new Set<string>()
  for (const { path } of files) {
    const name = path.normalize('NFC').toLowerCase()
    if (names.has(name)) throw new Unreadable(`«${path}» viene dos veces`)
    names.add(name)
  }
}

function fileAt(archive: Blob, directory: DataView, at: number): Opened {
  const u16 = (by: number) => directory.getUint16(at + by, true)
  const u32 = (by: number) => directory.getUint32(at + by, true)
  const [method, packed, size, offset] = [u16(10), u32(20), u32(24), u32(42)]
  const bytes = new Uint8Array(directory.buffer, at + 46, u16(28))
  const path = new TextDecoder().decode(bytes)
  const read = async function* () {
    const local = await viewOf(archive, offset, offset + 30)
    if (local.byteLength < 30 || local.getUint32(0, true) !== LOCAL)
      throw new Unreadable(`«${path}» no está donde el índice dice`)
    const named = local.getUint16(26, true)
    const own = await archive.slice(offset + 30, offset + 30 + named).text()
    if (own !== path) throw new Unreadable(`«${path}» tiene otro nombre dentro del archivo`)
    const begin = offset + 30 + named + local.getUint16(28, true)
    const content = archive.slice(begin, begin + packed)
    const stream = method === DEFLATED ? unpacked(content) : content.stream()
    let sum = 0
    for await (const piece of piecesOf(stream)) {
      sum += piece.length
      // A file that unpacks to more than its declared size is not ours, and could be endless.
      if (sum > size) throw new Unreadable(`«${path}» es más grande de lo que dice`)
      yield piece
    }
  }
  return { path, size, read }
}

async function viewOf(archive: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await archive.slice(from, to).arrayBuffer())
}
