import { type Bytes, hex } from './bytes.ts'

/**
 * SHA-256 (FIPS 180-4) of data in pieces: browsers hash only data that is in memory as a whole, and a folder may be larger.
 */
export interface Hashing {
  update(bytes: Uint8Array): void
  /** Returns lowercase hexadecimal. Nothing may be added afterwards. */
  digest(): string
}

/** The constants of the standard: the first 32 bits of the fractions of roots of primes. */
function fractions(count: number, root: number): Uint32Array {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number += 1)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  return Uint32Array.from(primes, (prime) => (prime ** (1 / root) % 1) * 2 ** 32)
}

const K = fractions(64, 3)
const START = fractions(8, 2)
const BLOCK = 64

export function startHashing(): Hashing {
  const state = START.slice()
  const words = new Uint32Array(64)
  const held = new Uint8Array(BLOCK)
  let [filled, length] = [0, 0]

  function update(bytes: Uint8Array): void {
    length += bytes.length
    let at = 0
    if (filled > 0) {
      at = Math.min(BLOCK - filled, bytes.length)
      held.set(bytes.subarray(0, at), filled)
      filled += at
      if (filled < BLOCK) return
      compress(state, words, held, 0)
      filled = 0
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) compress(state, words, bytes, at)
    held.set(bytes.subarray(at))
    filled = bytes.length - at
  }

  return {
    update,
    digest() {
      const bits = length * 8
      const padding: Bytes = new Uint8Array(((filled < 56 ? 56 : 120) - filled) as number)
      padding[0] = 0x80
      const size = new Uint8Array(8)
      const view = new DataView(size.buffer)
      view.setUint32(0, Math.floor(bits / 2 ** 32))
      view.setUint32(4, bits >>> 0)
      update(padding)
      update(size)
      const digest = new DataView(new ArrayBuffer(32))
      for (const [at, word] of state.entries()) digest.setUint32(at * 4, word)
      return hex(new Uint8Array(digest.buffer))
    },
  }
}

function compress(state: Uint32Array, w: Uint32Array, bytes: Uint8Array, at: number): void {
  for (let t = 0; t < 16; t += 1) {
    const i = at + t * 4
    w[t] = (bytes[i]! << 24) | (bytes[i + 1]! << 16) | (bytes[i + 2]! << 8) | bytes[i + 3]!
  }
  for (let t = 16; t < 64; t += 1) {
    const [x, y] = [w[t - 15]!, w[t - 2]!]
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[t] = w[t - 16]! + s0 + w[t - 7]! + s1
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let t = 0; t < 64; t += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[t]! + w[t]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}
