import { ResguardoError } from '#client'
import { isStale, messageOf } from '../refusals.ts'
import type { Form } from './form-shape.ts'

/** Fields that the service names differently from the form: «deceased.heirName» is `heirName`. */
export type Names = Readonly<Record<string, string>>

/** For every form with a written reason (`useOverride`). */
const USUAL: Names = { 'override.reason': 'overrideReason' }

/** Messages about length or format. For a blank field they would say too much. */
const OF_SHAPE =
  / debe (tener al menos \d+ (caracteres|elementos?)|ser un correo electrónico|ser una (dirección|fecha))/

/** The message of a refusal, and its faults by field. */
export function faultsOf(
  refusal: unknown,
  values: object,
  names: Names = {},
  /** It changes a record, and what was typed can be put over what somebody else saved. */
  isOfRecord = true,
): Pick<Form<object>, 'faults' | 'fault' | 'reasons' | 'stale'> {
  if (refusal === undefined) return { faults: {}, fault: undefined, reasons: [], stale: false }
  if (isStale(refusal)) {
    const fault = isOfRecord ? refusal.message : messageOf(refusal)
    return { faults: {}, fault, reasons: [], stale: isOfRecord }
  }
  const details = (refusal instanceof ResguardoError ? refusal.details : []).map(({ path, message }) => {
    const place = placeOf(path)
    const own = names[place] ?? names[partOf(place)] ?? USUAL[place]
    const places = [...(own ? [own] : []), partOf(place), place]
    const isBlank = places.some((name) => (values as Record<string, unknown>)[name] === '')
    return { message: isBlank && OF_SHAPE.test(message) ? 'Es obligatorio.' : message, places }
  })
  const faults = Object.fromEntries(
    details.toReversed().flatMap(({ places, message }) => places.map((name) => [name, message] as const)),
  )
  // Faults of fields that are not on the screen are shown for the whole form.
  const elsewhere = details.filter(({ places }) => !places.some((name) => name in values))
  const atFields = details.length > elsewhere.length
  const fault = atFields && elsewhere.length === 0 ? undefined : messageOf(refusal)
  const reasons = new Set(elsewhere.map(({ message }) => message))
  return {
    faults,
    fault,
    reasons: [...reasons].filter((reason) => !fault?.includes(reason)),
    stale: false,
  }
}

/** The faults without those of the corrected fields. */
export function without<F extends Pick<Form<object>, 'faults'>>(corrected: readonly string[], refusal: F): F {
  const faults = Object.entries(refusal.faults).filter(([name]) => !corrected.includes(name))
  return { ...refusal, faults: Object.fromEntries(faults) }
}

/** «queries[0]» and «queries.0» both belong to the field `queries`. */
const partOf = (place: string) => place.split(/[/.[]/)[0] ?? ''

/** The whole path, for forms with parts: `stages[0].name`. */
function placeOf(path: string): string {
  return path.replace(/^\/?(body|query)(?:[/.]|$)/, '').replace(/^\//, '')
}

/** Replaces messages about text formats where the screen has a choice or a date. */
const ON_A_SCREEN: readonly (readonly [RegExp, string])[] = [
  [/^debe ser uno de: /, 'Elija una de las opciones.'],
  [/^debe ser una fecha y hora con zona/, 'Escriba la fecha y la hora.'],
  [/^debe ser una fecha que exista/, 'Escriba una fecha que exista.'],
  [/^debe tener al menos 1 elemento/, 'Indique al menos una opción.'],
]

/** Removes the API name of the field, because its label stands beside the message. */
export function ownWords(message: string): string {
  const words = message.replace(/^«[^»]*»\s+/, '')
  return ON_A_SCREEN.find(([form]) => form.test(words))?.[1] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
