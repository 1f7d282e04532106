import Type, { type Static } from 'typebox'
import { AnyObject, CalendarDate, Flag, Id, Instant, listQuery } from '#http/schema-kit.ts'
import { type List, newestWritten } from '#kernel/paging.ts'
import { normaliseRef } from './rules.ts'

/** Schemas that notices and templates share. */

export const SubjectRef = () =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    description: 'Correo, RUT con guion o identificador propio de la persona',
    examples: ['camila@correo.cl'],
  })

/** Records are searched by the beginning of the person's reference, in its stored form. */
export const RECORDS: List<'createdAt'> = {
  ...newestWritten('consent_records', { starts: ['subject_ref'], as: normaliseRef }),
  isInMonths: true,
}

export const RecordsQuery = listQuery(RECORDS, { subjectRef: Type.Optional(SubjectRef()) })
export type RecordsQuery = Static<typeof RecordsQuery>

/** The versions of one notice or form, named by their number. */
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

/** The decision was stored, and counts once the person confirms it. */
export const Unconfirmed = Type.Object({
  ...Recorded.properties,
  confirmationSent: Flag({ description: 'Si se envió al correo de la persona una carta para confirmarla' }),
})

// ── subject tokens ──

const SecretText = (description: string) =>
  Type.String({ description, examples: ['q0fV7b1l9ZxW4m2nYtC8sJ5kRhU6dGpEaOiLwXvBzNc'] })

export const ShownSecret = {
  subjectSecret: Type.Optional(
    SecretText(
      'Con él su servidor firma quién decide (`X-Subject-Token`). Solo para programas con rol ADMIN o superior',
    ),
  ),
}

export const SubjectSecret = Type.Object({
  subjectSecret: SecretText('Firma el JWT, con HS256'),
  audience: Type.Union([Type.String(), Type.Null()], {
    description:
      'El `aud` del JWT: la clave del formulario o del aviso; null mientras el aviso no se publica',
    examples: ['b8Zr1xW0qLk4uTn7'],
  }),
})

export const SubjectTokenHeader = Type.Object({
  'x-subject-token': Type.Optional(
    Type.String({
      description:
        'JWT HS256 firmado con el subjectSecret: `sub` es subjectRef, `aud` la clave, `exp` a lo más 10 minutos adelante. Uno que no sirve es 401',
    }),
  ),
})
