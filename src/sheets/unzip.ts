import { Inflate } from 'fflate'
import { BOUNDS, refuse } from './bounds.ts'

/** A file of an archive, as listed in its directory. */
export interface Packed {
  name: string
  method: number
  offset: number
  size: number
  /** The unpacked size that the archive declares. */
  declared: number
}

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const END_BYTES = 22
const LONGEST_COMMENT = 0xffff
const [STORED, DEFLATED] = [0, 8]
const ENCRYPTED = 1

/** The directory at the end of an archive (APPNOTE 6.3). Files not listed there are not read. */
export function readDirectory(file: Buffer): Map<string, Packed> {
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  if (count > BOUNDS.entries) refuse('bomb')
  const entries = new Map<string, Packed>()
  let at = file.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== CENTRAL) refuse('damaged')
    if (file.readUInt16LE(at + 8) & ENCRYPTED) refuse('encrypted')
    const nameEnd = at + 46 + file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/')
    entries.set(name, {
      name,
      method: file.readUInt16LE(at + 10),
      size: file.readUInt32LE(at + 20),
      declared: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    })
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(file: Buffer): number {
  const first = Math.max(0, file.length - END_BYTES - LONGEST_COMMENT)
  for (let at = file.length - END_BYTES; at >= first; at -= 1) {
    if (file.readUInt32LE(at) === END) return at
  }
  return refuse('damaged')
}

/** So small that even a thousand times as much, when unpacked, is little. */
const PIECE = 4096

/** Unpacks files of an archive piece by piece, and counts their total size. */
export function createUnpacker(file: Buffer) {
  let unpacked = 0

  return function unpack(
    { offset, size, declared, method }: Packed,
    take: (piece: Uint8Array) => void,
  ): void {
    if (unpacked + declared > BOUNDS.unpackedBytes) refuse('bomb')
    if (offset + 30 > file.length || file.readUInt32LE(offset) !== LOCAL) refuse('damaged')
    const from = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
    const packed = file.subarray(from, from + size)
    if (packed.length < size) refuse('damaged')
    const count = (piece: Uint8Array) => {
      unpacked += piece.length
      if (unpacked > BOUNDS.unpackedBytes) refuse('bomb')
      if (piece.length > 0) take(piece)
    }
    if (method === STORED) {
      count(packed)
      return
    }
    if (method !== DEFLATED) refuse('damaged')
    const inflate = new Inflate(count)
    for (let at = 0; at < size; at += PIECE) inflate.push(packed.subarray(at, at + PIECE), at + PIECE >= size)
  }
}
