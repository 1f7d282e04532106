import type { Static, TObject } from 'typebox'
import { type SnakeCase, snakeCase } from '#kernel/case.ts'
import { iso } from '#kernel/dates.ts'

/** A column as it goes out: an instant becomes text. */
type Sent<T> = T extends Date ? string : T

/** The fields whose column has the same name and, once sent, the same type. */
type SameField<Wire, Row> = {
  [F in keyof Wire & string]: SnakeCase<F> extends keyof Row
    ? [Sent<Row[SnakeCase<F>]>] extends [Wire[F]]
      ? F
      : never
    : never
}[keyof Wire & string]

type Compute<Wire, Row, Extra extends unknown[], F extends keyof Wire> = (
  row: Row,
  ...extra: Extra
) => Wire[F]

/** Required for a field without a column of its own, allowed for any other. */
type Computed<Wire, Row, Extra extends unknown[]> = {
  [F in Exclude<keyof Wire & string, SameField<Wire, Row>>]: Compute<Wire, Row, Extra, F>
} & { [F in SameField<Wire, Row>]?: Compute<Wire, Row, Extra, F> }

/**
 * Turns a row into the response schema's fields: `viewOf<Row, [now: Date]>()(Schema, computed)`. A column maps to the field
 * of its name, and only computed fields are written out. The schema is the whitelist: no other column is sent.
 */
export function viewOf<Row extends object, Extra extends unknown[] = []>() {
  return <S extends TObject>(
    schema: S,
    ...[computed]: Record<never, never> extends Computed<Static<S>, Row, Extra>
      ? [computed?: Computed<Static<S>, Row, Extra>]
      : [computed: Computed<Static<S>, Row, Extra>]
  ): ((row: Row, ...extra: Extra) => Static<S>) => {
    const fields = Object.keys(schema.properties)
      .filter((field) => !(computed && field in computed))
      .map((field) => [field, snakeCase(field)] as const)
    const written = Object.entries(computed ?? {}) as [string, (row: Row, ...extra: Extra) => unknown][]
    return (row, ...extra) => {
      const view: Record<string, unknown> = {}
      for (const [field, column] of fields) view[field] = sent((row as Record<string, unknown>)[column])
      for (const [field, compute] of written) view[field] = compute(row, ...extra)
      return view as Static<S>
    }
  }
}

function sent(value: unknown): unknown {
  return value instanceof Date ? iso(value) : value
}
