import { isDeepStrictEqual } from 'node:util'
import type { Condition } from './model.ts'

/** The input of conditions: collected values and the entity's own facts by name, the latter also under `entity.`. */
export type Facts = Readonly<Record<string, unknown>>

/** Collected values take precedence over facts of the entity. */
export function factsOf(entity: Facts, values: Facts): Facts {
  return { ...entity, ...values, entity }
}

export function holds({ field, operator, value }: Condition, facts: Facts): boolean {
  const actual = actualOf({ field }, facts)
  switch (operator) {
    case 'eq':
      return same(actual, value)
    case 'neq':
      return !same(actual, value)
    case 'in':
      return listed(actual).some((item) => listed(value).some((wanted) => same(item, wanted)))
    case 'gt':
      return compare(actual, value) > 0
    case 'lt':
      return compare(actual, value) < 0
    case 'exists':
      return (actual !== undefined && actual !== null && actual !== '') === (value !== false)
  }
}

/** The value of a name or a dotted path. */
export function actualOf({ field: path }: Pick<Condition, 'field'>, facts: Facts): unknown {
  if (Object.hasOwn(facts, path)) return plain(facts[path])
  let at: unknown = facts
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined
    at = (at as Facts)[part]
  }
  return plain(at)
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value
}

function same(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a ?? null, b ?? null)
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** Compares numbers as numbers and texts (including ISO dates) as texts. NaN for other values: neither above nor below. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  const [left, right] = [numeric(a), numeric(b)]
  return left < right ? -1 : left > right ? 1 : left === right ? 0 : Number.NaN
}

function numeric(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}
