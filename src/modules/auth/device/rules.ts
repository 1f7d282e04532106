import { randomInt } from 'node:crypto'
import { MINUTE_MS } from '#kernel/dates.ts'

/** Time to open the page and read the code. */
export const DEVICE_SIGN_IN_TTL_MS = 10 * MINUTE_MS
export const POLL_SECONDS = 5

/** Without vowels, so that no code is a word, and without letters that look like digits (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

/** «WDJB-MJHT»: 20^8 possible codes, valid for ten minutes. */
export function newUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** Reads a typed code: in any case, with or without the dash and blanks. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '')
  const isCode = letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter))
  return isCode ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined
}
