import type { Form } from './form-shape.ts'

/** A part of a larger form as a form of its own: the same fields serve it, and what is typed goes to the whole. */
export function partOf<V extends object>(
  whole: Form<never>,
  values: V,
  change: (next: V) => void,
  faults: Readonly<Record<string, string>>,
  /** Where the part stands in the whole, as refusals name it: `stages[2].fields[0]`. */
  place: string,
): Form<V> {
  const own = Object.entries(faults)
    .filter(([path]) => path.startsWith(`${place}.`))
    .map(([path, message]) => [path.slice(place.length + 1), message] as const)
    // One entry of a list is shown at the list.
    .flatMap(([path, message]) => [[path.split('[')[0]!, message] as const, [path, message] as const])
  return {
    ...(whole as unknown as Form<V>),
    values,
    set: (name, value) => change({ ...values, [name]: value }),
    faults: Object.fromEntries(own),
    overtaken: {},
  }
}

/** A list with one entry changed, or taken out. */
export function replaced<T>(list: readonly T[], index: number, ...by: T[]): T[] {
  return [...list.slice(0, index), ...by, ...list.slice(index + 1)]
}
