import type { FastifyRequest } from 'fastify'
import { digest } from '#kernel/secrets.ts'

/** Decides on the form of an answer, and whether the caller already has it. */

type Asked = Pick<FastifyRequest, 'headers'>

/** Browsers get a page. Programs that accept anything, or JSON as much as HTML, get data. */
export function wantsPage({ headers }: Asked): boolean {
  const accepted = rangesOf(headers.accept ?? '*/*')
  const [page, data] = [preferenceFor('text/html', accepted), preferenceFor('application/json', accepted)]
  if (page.quality !== data.quality) return page.quality > data.quality
  return page.quality > 0 && page.precision > data.precision
}

interface Range {
  type: string
  quality: number
}

/** RFC 9110, 12.5.1: media ranges, each with a weight from 0 to 1. Parameters of a type are ignored. */
function rangesOf(accept: string): Range[] {
  return accept
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
      return { type, quality: weight === undefined ? 1 : qualityOf(weight) }
    })
}

function qualityOf(weight: string): number {
  const value = Number.parseFloat(weight)
  return value >= 0 && value <= 1 ? value : 0
}

/** The most specific range that covers the type decides. */
function preferenceFor(type: string, accepted: readonly Range[]): { quality: number; precision: number } {
  const ranges = ['*/*', `${type.split('/')[0]}/*`, type]
  const covering = accepted
    .map((range) => ({ quality: range.quality, precision: ranges.indexOf(range.type) }))
    .filter(({ precision }) => precision >= 0)
  return covering.reduce((best, one) => (one.precision > best.precision ? one : best), {
    quality: 0,
    precision: -1,
  })
}

export function etagOf(body: string): string {
  return `"${digest(body).slice(0, 32)}"`
}

/** RFC 9110, 13.1.2: tags are compared weakly, and `*` matches any answer. */
export function isUnchanged({ headers: { 'if-none-match': known } }: Asked, etag: string): boolean {
  if (known === undefined) return false
  if (known.trim() === '*') return true
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
