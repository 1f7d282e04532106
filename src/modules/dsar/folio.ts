import { createCipheriv, type KeyObject } from 'node:crypto'

/** Contract 2.4: ARCO-YYYY-NNNNN. Beyond 99,999 in a year the number grows (decisions, DSAR). */
const SHAPE = /^ARCO-\d{4}-(\d{5}|[1-9]\d{5,14})$/
const PLAIN_SHAPE = /^ARCO-\d{4}-\d{5}$/

const DIGITS = 5

export function formatFolio(year: number, number: number): string {
  return `ARCO-${year}-${String(number).padStart(DIGITS, '0')}`
}

/** Whether the text can be a folio. */
export function isFolio(text: string): boolean {
  return SHAPE.test(text)
}

/** Whether the text has the contract's form, which everyone knows. Longer folios exist only once they are issued. */
export function isPlainFolio(text: string): boolean {
  return PLAIN_SHAPE.test(text)
}

/**
 * The number of the year's nth folio. It is a keyed permutation: without the key, one folio reveals nothing about the next.
 * The number has as many digits as n, at least five, so two n never give the same number.
 */
export function folioNumber(key: KeyObject, year: number, nth: number): number {
  const digits = Math.max(DIGITS, String(nth).length)
  const first = digits === DIGITS ? 1 : 10 ** (digits - 1)
  const size = 10 ** digits - first
  return first + permute(key, year * 100 + digits, size, nth - first)
}

const ROUNDS = 8

/**
 * A Feistel network over the next power of four. A result outside the range goes through the network again until it is
 * inside. The rounds are AES blocks under a 32-byte key. Each round has an input of its own: `tweak`, round and half.
 */
export function permute(key: KeyObject, tweak: number, size: number, index: number): number {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const block = Buffer.alloc(16)
  block.writeUInt32BE(tweak)
  let halfBits = 1
  while (4 ** halfBits < size) halfBits += 1
  const half = 2 ** halfBits
  let value = index
  do {
    let [left, right] = [Math.floor(value / half), value % half]
    for (let round = 0; round < ROUNDS; round += 1) {
      block.writeUInt32BE(round, 4)
      block.writeUInt32BE(right, 8)
      ;[left, right] = [right, (left + cipher.update(block).readUInt32BE()) % half]
    }
    value = left * half + right
  } while (value >= size)
  return value
}
