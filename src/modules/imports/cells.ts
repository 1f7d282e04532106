import { isCalendarDate } from '#kernel/dates.ts'
import { fold } from '#kernel/text.ts'
import type { Choice, Column } from './rules.ts'

/** The value of a cell, or why it cannot be read. A blank cell has the value null. */
export type Said = { value: unknown } | { fault: string }

/** The form in which cells are compared. It removes changes that spreadsheets make by themselves. */
export function tidy(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
}

export function readCell(column: Column, text: string): Said {
  const told = tidy(text)
  if (told === '') return { value: null }
  switch (column.kind) {
    case 'text':
    case 'name':
      return { value: told }
    case 'flag':
      return readFlag(column, told)
    case 'day':
      return readDay(column, told)
    case 'one':
      return readOne(column, told)
    case 'many':
      return readMany(column, told)
  }
}

const YES = new Set(['si', 's', 'yes', 'y', 'true', 'verdadero', '1', 'x'])
const NO = new Set(['no', 'n', 'false', 'falso', '0', '-'])

function readFlag({ heading }: Column, text: string): Said {
  const word = fold(text)
  if (YES.has(word)) return { value: true }
  if (NO.has(word)) return { value: false }
  return { fault: `«${heading}» dice «${short(text)}». Escriba «Sí» o «No».` }
}

const AS_ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
/** Day first, as in Chile. */
const AS_WRITTEN = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[ T].*)?$/
const SERIAL = /^\d{5}$/

function readDay({ heading }: Column, text: string): Said {
  const day = dayOf(text)
  if (day !== undefined && isCalendarDate(day)) return { value: day }
  return { fault: `«${heading}» dice «${short(text)}», que no es una fecha. Escríbala así: 31-12-2026.` }
}

function dayOf(text: string): string | undefined {
  const iso = AS_ISO.exec(text)
  if (iso) return [iso[1], pad(iso[2]!), pad(iso[3]!)].join('-')
  const written = AS_WRITTEN.exec(text)
  if (written) {
    const [, day, month, year] = written
    return [year!.length === 2 ? `20${year}` : year, pad(month!), pad(day!)].join('-')
  }
  if (!SERIAL.test(text)) return undefined
  // A date whose cell was formatted as a number.
  return new Date(Date.UTC(1899, 11, 30) + Number(text) * 86_400_000).toISOString().slice(0, 10)
}

const pad = (digits: string) => digits.padStart(2, '0')

function readOne(column: Column, text: string): Said {
  const choice = choiceOf(column, text)
  if (choice) return { value: choice.value }
  return column.open ? { value: text } : { fault: unknown(column, text) }
}

/** Splits at semicolons and line ends. Splits at commas only if that yields known words. */
function readMany(column: Column, text: string): Said {
  const values: string[] = []
  for (const part of text.split(/[;\n]/).map(tidy)) {
    if (part === '') continue
    const parts = choiceOf(column, part) ? [part] : byComma(column, part)
    for (const one of parts) {
      const choice = choiceOf(column, one)
      if (!choice && !column.open) return { fault: unknown(column, one) }
      values.push(choice?.value ?? one)
    }
  }
  return { value: values }
}

function byComma(column: Column, text: string): string[] {
  const parts = text.split(',').map(tidy).filter(Boolean)
  if (parts.length < 2) return [text]
  return !column.open || parts.some((part) => choiceOf(column, part)) ? parts : [text]
}

function choiceOf({ choices = [] }: Column, text: string): Choice | undefined {
  const word = fold(text)
  return choices.find(
    ({ value, label, also = [] }) =>
      value === text || [value, label, ...also].some((known) => fold(known) === word),
  )
}

function unknown({ heading, choices = [] }: Column, text: string): string {
  return `«${heading}» dice «${short(text)}», que no es uno de: ${choices.map(({ label }) => label).join(', ')}.`
}

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text)
