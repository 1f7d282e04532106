import type { TObject } from 'typebox'
import { type SnakeCase, snakeCase } from '#kernel/case.ts'
import { noneIfBlank } from '#kernel/text.ts'

type ColumnsOf<Body, Cleared> = {
  [F in keyof Body as SnakeCase<F & string>]: F extends keyof Cleared ? NonNullable<Body[F]> : Body[F]
}

/**
 * The fields of a body as columns. The schema is the whitelist: a body may bring other fields, which are ignored. A blank
 * text becomes null and an absent field stays absent. `cleared` says what null means for columns that cannot be null: an
 * empty list, false.
 */
export function columnsOf<
  Body extends object,
  Cleared extends { [F in keyof Body]?: NonNullable<Body[F]> } = Record<never, never>,
>({ properties }: TObject, body: Body, cleared?: Cleared): ColumnsOf<Body, Cleared> {
  const sent = Object.entries(body).filter(
    ([field, value]) => Object.hasOwn(properties, field) && value !== undefined,
  )
  return Object.fromEntries(
    sent.map(([field, value]) => {
      const kept = typeof value === 'string' ? noneIfBlank(value) : value
      return [snakeCase(field), kept ?? cleared?.[field as keyof Cleared] ?? null]
    }),
  ) as ColumnsOf<Body, Cleared>
}
