import pg from 'pg'

/** PostgreSQL prints UTC as `2026-11-15 02:50:09.123+00`; other offsets take the slow path. */
function parseInstant(text: string): Date {
  if (text.endsWith('+00')) return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
  return new Date(text.replace(/([+-]\d{2})$/, '$1:00'))
}

export type Parse = (text: string) => unknown

/** By the type numbers of PostgreSQL's catalogue: int8, date, timestamptz, numeric. */
export const PARSERS: Record<number, Parse> = {
  20: Number,
  1082: (text) => text,
  1184: parseInstant,
  1700: Number,
}

/** The conversion of values to JavaScript's, for batches and for the driver's own queries. */
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parse =>
    (format !== 'binary' && PARSERS[oid]) || pg.types.getTypeParser(oid, format as 'text'),
}
