import Type, { type Static } from 'typebox'
import { AnyObject, CalendarDate, Id, Instant, listQuery } from '#http/schema-kit.ts'
import { type List, newestWritten } from '#kernel/paging.ts'
import { normaliseRef } from './rules.ts'

/** What notices and templates have in common. */

export const SubjectRef = () =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    description: 'Correo, RUT con guion o identificador propio de la persona',
    examples: ['camila@correo.cl'],
  })

/** Records are found by the beginning of a person's reference, written as it is kept. */
export const RECORDS = newestWritten('consent_records', { starts: ['subject_ref'], as: normaliseRef })

export const RecordsQuery = listQuery(RECORDS, { subjectRef: Type.Optional(SubjectRef()) })
export type RecordsQuery = Static<typeof RecordsQuery>

/** The versions of one notice or form: the number names each. */
export const VERSIONS: List<'version' | 'publishedAt'> = {
  name: 'consent_versions',
  sorts: { version: 'version', publishedAt: 'published_at' },
  first: '-version',
  changed: 'published_at',
  id: 'version',
  search: { columns: ['content'] },
}

export const VersionsQuery = listQuery(VERSIONS, {})
export type VersionsQuery = Static<typeof VersionsQuery>

export const StatsQuery = Type.Object({
  from: Type.Optional(CalendarDate()),
  to: Type.Optional(CalendarDate()),
})
export type StatsQuery = Static<typeof StatsQuery>

const counts = { total: Type.Integer(), granted: Type.Integer(), withdrawn: Type.Integer() }

export const Stats = Type.Object({
  ...counts,
  rate: Type.Number({ description: 'Proporción de registros que otorgan, de 0 a 1', examples: [0.75] }),
  from: CalendarDate(),
  to: CalendarDate(),
  byDay: Type.Array(Type.Object({ date: CalendarDate(), ...counts }), {
    description: 'Días de Chile que tienen registros, del más antiguo al más nuevo',
  }),
})

export const Hash = () =>
  Type.String({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })

export const Recorded = Type.Object({
  id: Id(),
  receipt: Type.String({
    description:
      'SHA-256 del registro y del texto mostrado, en JSON canónico (RFC 8785): prueba del consentimiento',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  createdAt: Instant(),
})

export const Version = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  content: AnyObject({ description: 'Lo que se mostró', examples: [{ title: 'Su privacidad' }] }),
  contentHash: Hash(),
  publishedBy: Type.Unsafe<string | null>({ type: ['string', 'null'], examples: [null] }),
  publishedAt: Instant(),
})
