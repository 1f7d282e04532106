import { Unreadable } from './files.ts'

const BLOCK = 512

/** An entry of a tar. Read its content to the end before the next entry. */
export interface TarEntry {
  name: string
  size: number
  content: AsyncGenerator<Uint8Array>
}

/** The entries of a tar (POSIX ustar), streamed. The archive is never in memory as a whole. */
export async function* entriesOfTar(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const source = pieces[Symbol.asyncIterator]()
  let held = new Uint8Array(0)

  /** At most this many bytes. None means the end. */
  async function some(most: number): Promise<Uint8Array> {
    while (held.length === 0) {
      const { done, value } = await source.next()
      if (done) return held
      held = value as Uint8Array<ArrayBuffer>
    }
    const taken = held.subarray(0, most)
    held = held.subarray(taken.length)
    return taken
  }

  async function* exactly(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      const piece = await some(left)
      if (piece.length === 0) throw new Unreadable('el archivo está cortado')
      left -= piece.length
      yield piece
    }
  }

  for (;;) {
    const header = new Uint8Array(BLOCK)
    let filled = 0
    for await (const piece of exactly(BLOCK)) {
      header.set(piece, filled)
      filled += piece.length
    }
    if (header.every((byte) => byte === 0)) return
    const text = (from: number, length: number) =>
      new TextDecoder().decode(header.subarray(from, from + length)).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 12).trim() || '0', 8)
    if (text(257, 5) !== 'ustar' || Number.isNaN(size)) throw new Unreadable('no es un archivo tar')
    const prefix = text(345, 155)
    yield { name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100), size, content: exactly(size) }
    for await (const _ of exactly((BLOCK - (size % BLOCK)) % BLOCK));
  }
}
