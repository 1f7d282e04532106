import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Smaller screenshots: a browser writes millions of colours, and a screen of the console has some hundreds. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MOST_COLOURS = 40
/** Colours nearer than this count as one, so that the few pixels of a mark keep their own. */
const ALIKE = 60

/** The same picture with a palette. Rarer colours become the nearest common one, so letters stay sharp. */
export function withPalette(png: Buffer): Buffer {
  const { width, height, pixels } = read(png)
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const palette: number[] = []
  for (const [colour] of [...counts].sort(([, a], [, b]) => b - a))
    if (palette.length < MOST_COLOURS && !palette.some((other) => distance(other, colour) < ALIKE))
      palette.push(colour)
  const places = new Map(palette.map((colour, index) => [colour, index]))
  for (const colour of counts.keys()) if (!places.has(colour)) places.set(colour, nearest(palette, colour))
  const rows = Buffer.alloc((width + 1) * height)
  for (const [index, colour] of pixels.entries())
    rows[index + Math.floor(index / width) + 1] = places.get(colour)!
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits per pixel, as an index into the palette.
  head.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.from(palette.flatMap(partsOf))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function partsOf(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255]
}

function distance(one: number, other: number): number {
  const [[r, g, b], [red, green, blue]] = [partsOf(one), partsOf(other)]
  return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
}

function nearest(palette: readonly number[], colour: number): number {
  const distances = palette.map((other) => distance(other, colour))
  return distances.indexOf(Math.min(...distances))
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Reads the format that browsers write: eight bits, three or four channels, not interlaced. */
function read(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const size = png[25] === 6 ? 4 : 3
  const parts: Buffer[] = []
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const raw = inflateSync(Buffer.concat(parts))
  const stride = width * size
  const pixels = new Uint32Array(width * height)
  let above = Buffer.alloc(stride)
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)]!
    const row = raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1))
    for (let x = 0; x < stride; x += 1) {
      const [left, up] = [x < size ? 0 : row[x - size]!, above[x]!]
      row[x] = row[x]! + foretold(filter, left, up, x < size ? 0 : above[x - size]!)
    }
    for (let x = 0; x < width; x += 1)
      pixels[y * width + x] = (row[x * size]! << 16) | (row[x * size + 1]! << 8) | row[x * size + 2]!
    above = row
  }
  return { width, height, pixels }
}

/** The value that each of the five PNG filters adds back. */
function foretold(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
