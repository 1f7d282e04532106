import Type, { type Static } from 'typebox'
import { QUEUE_SCHEMA } from '#jobs/queue.ts'

/**
 * An organisation as one file: a gzipped tar. First a note for people, then the rows as NDJSON, table by table in the
 * order in which they can be inserted, then the uploaded files, and last the manifest with the SHA-256 of each entry.
 */
export const FORMAT = 'resguardo-organisation'
export const VERSION = 1

export const NOTE = 'LEAME.txt'
export const MANIFEST = 'manifest.json'
/** Waiting jobs are rows of this table of the queue. */
export const JOBS = `${QUEUE_SCHEMA}.job`

const MIB = 2 ** 20
/** A part of a table is closed when it is longer than this. */
export const PART_BYTES = 4 * MIB
export const LONGEST_LINE = 64 * MIB
/** An entry is held in memory as a whole. */
export const LARGEST_ENTRY = LONGEST_LINE + 8 * MIB
export const LARGEST_MANIFEST = 256 * MIB

export const rowsEntry = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(6, '0')}.ndjson`
export const fileEntry = (name: string) => `files/${name}`

/** The allowed names of entries. A name is never used as a path on the disk. */
export const ENTRY =
  /^(?:tables\/(?<table>[a-z_]+(?:\.[a-z_]+)?)\/\d{6,}\.ndjson|files\/(?<file>[0-9a-f-]{36}(?:\.\d{1,9})?)|LEAME\.txt|manifest\.json)$/

const closed = { additionalProperties: false }
const amount = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const hash = () => Type.String({ pattern: '^[0-9a-f]{64}$' })
const id = () => Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })

export const Manifest = Type.Object(
  {
    format: Type.Literal(FORMAT),
    version: Type.Integer({ minimum: 1 }),
    /** The last migration of the source database. */
    schema: Type.String({ maxLength: 100 }),
    createdAt: Type.String({ maxLength: 30 }),
    organisation: Type.Object(
      {
        id: id(),
        slug: Type.String({ minLength: 1, maxLength: 100 }),
        name: Type.String({ maxLength: 1000 }),
      },
      closed,
    ),
    tables: Type.Array(Type.Object({ name: Type.String({ maxLength: 100 }), rows: amount() }, closed)),
    entries: Type.Array(
      Type.Object({ name: Type.String({ maxLength: 200 }), bytes: amount(), sha256: hash() }, closed),
    ),
    /** Files that the storage lacked, or that differ from what was uploaded. */
    faulty: Type.Array(Type.String({ maxLength: 200 })),
    /** Months of the organisation's rows that are not here, because they were moved from the database to a file. */
    archivedMonths: Type.Optional(
      Type.Array(
        Type.Object(
          { table: Type.String({ maxLength: 100 }), month: Type.String({ maxLength: 10 }) },
          closed,
        ),
      ),
    ),
    /** Signed by the exporting service with its evidence key. */
    seal: Type.Optional(
      Type.Object(
        {
          kid: Type.String({ maxLength: 100 }),
          alg: Type.Literal('EdDSA'),
          value: Type.String({ maxLength: 200 }),
        },
        closed,
      ),
    ),
    /** Absent when every secret was left out. */
    secrets: Type.Optional(
      Type.Object(
        {
          salt: Type.String({ minLength: 20, maxLength: 100 }),
          /** The sealed digest of the other fields. It proves the passphrase, and that nobody without it changed them. */
          proof: Type.String({ maxLength: 1000 }),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type Manifest = Static<typeof Manifest>
export type Entry = Manifest['entries'][number]

/** A refusal, in words for the operator. */
export class ArchiveRefused extends Error {}

/** A value of a row that is to be JSON. */
export function jsonOf(table: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw damaged(`una fila de ${table} tiene un valor que no se entiende`, error)
  }
}

export const damaged = (detail: string, cause?: unknown) =>
  new ArchiveRefused(
    `El archivo está dañado o no es una exportación de una organización: ${detail}. Copie de nuevo el original o expórtelo otra vez.`,
    { cause },
  )
