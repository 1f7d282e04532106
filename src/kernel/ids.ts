import { randomFillSync } from 'node:crypto'

let lastMs = 0
let counter = 0

/** Random bytes are fetched for many ids at once. */
const pool = Buffer.alloc(10 * 400)
let used = pool.length

function tenRandomBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 10
  return pool.subarray(used - 10, used)
}

/**
 * A UUIDv7 that never goes backwards within this process. Node's own generator is random inside a millisecond, and lists
 * are ordered by (createdAt, id), so the rows of one import would come out shuffled.
 */
export function newId(): string {
  const random = tenRandomBytes()
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = random.readUInt16BE(0) & 0x7ff
  } else if (++counter > 0xfff) {
    lastMs += 1
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  random[2] = (random[2]! & 0x3f) | 0x80
  const tail = random.toString('hex', 2)
  const sequence = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isId(text: string): boolean {
  return UUID.test(text)
}

/** Ids ignore letter case, and text columns hold them in lowercase. Other texts stay unchanged. */
export function canonicalId(text: string): string {
  return isId(text) ? text.toLowerCase() : text
}
