import type { Form } from './form-shape.ts'

/** A part of a form as a form of its own, so that the same fields edit it. Changes go to the whole form. */
export function partOf<V extends object>(
  whole: Form<never>,
  values: V,
  change: (next: V) => void,
  faults: Readonly<Record<string, string>>,
  /** Path of the part within the whole, as in refusals: `stages[2].fields[0]`. */
  place: string,
): Form<V> {
  const own = Object.entries(faults)
    .filter(([path]) => path.startsWith(`${place}.`))
    .map(([path, message]) => [path.slice(place.length + 1), message] as const)
    // A fault of one list entry is also shown at the list.
    .flatMap(([path, message]) => [[path.split('[')[0]!, message] as const, [path, message] as const])
  return {
    ...(whole as unknown as Form<V>),
    values,
    set: (name, value) => change({ ...values, [name]: value }),
    faults: Object.fromEntries(own),
    overtaken: {},
  }
}

/** A list with one entry replaced or removed. */
export function replaced<T>(list: readonly T[], index: number, ...by: T[]): T[] {
  return [...list.slice(0, index), ...by, ...list.slice(index + 1)]
}
