import { isCalendarDate } from '#kernel/dates.ts'
import { Failure, type FaultDetail, impossible } from '#kernel/failure.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { type Proof, refuseRepeatedKeys } from '../rules.ts'

/** Arts. 12 and 16 quáter, Ley 19.628 (mod. Ley 21.719). */

export const SOURCES = ['form', 'manual', 'external', 'portal'] as const
export type Source = (typeof SOURCES)[number]

/** How a source proves the person by itself. */
export const PROOF_OF_SOURCE: Readonly<Record<Source, Proof>> = {
  form: 'nobody',
  manual: 'staff',
  external: 'api_key',
  portal: 'portal',
}

export const MOST_RECEIPTS_A_DAY = 3

export const EVENTS = ['consent.granted', 'consent.withdrawn'] as const
export type Event = (typeof EVENTS)[number]

export type Option = string | { value: string; label: string }

export interface Field {
  key: string
  label: string
  type: string
  required: boolean
  options: Option[]
}

/** The content that a person consents to. A form's name and description are labels, and may change without a new version. */
export interface TemplateContent {
  purposeText: string
  fields: Field[]
  requireAge: boolean
  sensitive: boolean
}

export interface SentField {
  key?: string | null | undefined
  name?: string | null | undefined
  label?: string | null | undefined
  type?: string | null | undefined
  required?: boolean | null | undefined
  options?: Option[] | null | undefined
}

/**
 * The law requires the age, under these keys, whether or not the form lists them. A field with one of these keys is read as
 * the age even if its type is missing or unknown.
 */
const AGE_TYPES: ReadonlyMap<string, 'number' | 'date'> = new Map([
  ['age', 'number'],
  ['birthDate', 'date'],
])
const READ_AS_AGE: readonly string[] = ['text', 'textarea', 'other']

const given = (text: string | null | undefined) => noneIfBlank(text) ?? undefined

/** A field may be sent as its bare name. Missing ones among key, name and label are filled in from the others. */
export function completeFields(sent: readonly (SentField | string)[]): Field[] {
  const fields = sent.map((field, index) => {
    const { key, name, label, type, required, options } = typeof field === 'string' ? { key: field } : field
    const known = given(key) ?? given(name) ?? given(label)
    if (!known) throw impossible(`fields[${index}].key`, 'Indique la clave del campo.')
    const complete = {
      key: known,
      label: given(label) ?? given(name) ?? known,
      type: given(type) ?? AGE_TYPES.get(known) ?? 'text',
      required: required ?? false,
      options: options ?? [],
    }
    const ageType = AGE_TYPES.get(known)
    if (ageType && typeOf(complete) !== ageType) {
      throw impossible(
        `fields[${index}].type`,
        `La clave «${known}» es la que dice la edad (art. 16 quáter): su tipo debe ser «${ageType}». Para otra pregunta use otra clave.`,
      )
    }
    return complete
  })
  refuseRepeatedKeys('fields', fields)
  return fields
}

// ── values of a form ──

export type Values = Record<string, unknown>

const LONGEST_TEXT = 10_000
const LONGEST_VALUES = 32_768

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_TEXT
const isPlain = (value: unknown) =>
  isText(value) || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
const isOffered = (value: unknown, { options }: Field) =>
  isText(value) &&
  (options.length === 0 || options.some((one) => (typeof one === 'string' ? one : one.value) === value))

interface Kind {
  accepts(value: unknown, field: Field): boolean
  wanted: string
}

/** The list of types is open: an unknown type accepts any plain value. */
const TYPES: Readonly<Record<string, Kind>> = {
  text: { accepts: isText, wanted: 'un texto' },
  textarea: { accepts: isText, wanted: 'un texto' },
  email: {
    accepts: (value) => isText(value) && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value.trim()),
    wanted: 'un correo electrónico',
  },
  phone: {
    accepts: (value) => isText(value) && /^\+?[\d\s().-]{6,30}$/.test(value.trim()),
    wanted: 'un número de teléfono',
  },
  rut: { accepts: (value) => isText(value) && canonicalRut(value) !== undefined, wanted: 'un RUT válido' },
  number: { accepts: (value) => typeof value === 'number' && Number.isFinite(value), wanted: 'un número' },
  date: { accepts: (value) => isText(value) && isCalendarDate(value), wanted: 'una fecha (AAAA-MM-DD)' },
  checkbox: { accepts: (value) => typeof value === 'boolean', wanted: 'verdadero o falso' },
  select: { accepts: isOffered, wanted: 'una de las opciones' },
  radio: { accepts: isOffered, wanted: 'una de las opciones' },
  multiselect: {
    accepts: (value, field) =>
      Array.isArray(value) && value.length <= 100 && value.every((one) => isOffered(one, field)),
    wanted: 'algunas de las opciones',
  },
}
const ANY: Kind = { accepts: isPlain, wanted: 'un texto, un número o verdadero o falso' }

/** The field's type in its canonical spelling. Any unknown word becomes `other`. */
export function typeOf({ key, type }: Pick<Field, 'key' | 'type'>): string {
  const word = type.toLowerCase()
  const known = Object.hasOwn(TYPES, word) ? word : 'other'
  return (READ_AS_AGE.includes(known) && AGE_TYPES.get(key)) || known
}

/** A required box is answered only by ticking it. */
const isMissing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/**
 * Returns the form's values, checked. `complete`: required values must be present. `others`: values beyond the form's fields
 * are stored; integrators may send them, public pages may not.
 */
export function checkValues(
  fields: readonly Field[],
  sent: Values,
  { complete, others }: { complete: boolean; others: boolean },
): Values {
  const faults: FaultDetail[] = []
  let badRut = false
  const kept = new Map(Object.entries(sent).filter(([key]) => others || AGE_TYPES.has(key)))
  for (const field of fields) {
    const path = `values.${field.key}`
    const value = Object.hasOwn(sent, field.key) ? sent[field.key] : undefined
    if (complete && field.required && isMissing(value)) {
      faults.push({ path, message: `«${field.label}» es obligatorio.` })
      continue
    }
    if (value === undefined || value === null || value === '') {
      kept.delete(field.key)
      continue
    }
    const type = typeOf(field)
    const { accepts, wanted } = TYPES[type] ?? ANY
    if (accepts(value, field)) {
      kept.set(field.key, type === 'rut' ? canonicalRut(value as string) : value)
      continue
    }
    badRut ||= type === 'rut'
    faults.push({ path, message: `«${field.label}» debe ser ${wanted}.` })
  }
  if (faults.length > 0) {
    throw new Failure(badRut && faults.length === 1 ? 'invalidRut' : 'impossible', faults[0]!.message, {
      details: faults,
    })
  }
  const values = Object.fromEntries(kept)
  if (JSON.stringify(values).length > LONGEST_VALUES) {
    throw impossible('values', `Los valores superan los ${LONGEST_VALUES} caracteres.`)
  }
  return values
}

// ── children ──

export interface Representative {
  name: string | null
  rut: string | null
  relation: string | null
  email: string | null
  /** The representative declared that they are of age and may consent for the person. Absent if nothing was stated. */
  declared?: true
}

type SentRepresentative = { [K in Exclude<keyof Representative, 'declared'>]?: string | null | undefined } & {
  declared?: boolean | null | undefined
}

const ADULT_FOR_DATA = 14
const ADULT_FOR_SENSITIVE_DATA = 16

/** The age from which a person consents alone. */
export function ageToConsent(sensitive: boolean): number {
  return sensitive ? ADULT_FOR_SENSITIVE_DATA : ADULT_FOR_DATA
}

const OLDEST = 130

/** Whole years on a day. Both are calendar dates. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** The age that was sent. Undefined if none was. */
export function readAge({ age, birthDate }: Values, today: string): number | undefined {
  if (birthDate !== undefined && birthDate !== null && birthDate !== '') {
    const known = typeof birthDate === 'string' && isCalendarDate(birthDate) ? ageOn(birthDate, today) : -1
    if (known >= 0 && known <= OLDEST) return known
    throw impossible(
      'values.birthDate',
      'La fecha de nacimiento debe ser una fecha pasada que exista (AAAA-MM-DD).',
    )
  }
  if (age === undefined || age === null || age === '') return undefined
  if (typeof age === 'number' && Number.isInteger(age) && age >= 0 && age <= OLDEST) return age
  throw impossible('values.age', `La edad debe ser un número entero entre 0 y ${OLDEST}.`)
}

export function needsRepresentative(age: number, sensitive: boolean): boolean {
  return age < ageToConsent(sensitive)
}

/** Art. 16 quáter. A known age binds even if the form did not ask for it. */
export function assertMayConsent(
  { requireAge, sensitive }: Pick<TemplateContent, 'requireAge' | 'sensitive'>,
  values: Values,
  representative: Representative | null,
  today: string,
): void {
  const age = readAge(values, today)
  if (age === undefined) {
    if (!requireAge) return
    throw impossible(
      'values.age',
      'Indique la edad («values.age») o la fecha de nacimiento («values.birthDate»).',
    )
  }
  if (!needsRepresentative(age, sensitive)) return
  const absent = (['name', 'rut', 'relation'] as const).filter((key) => !representative?.[key])
  if (absent.length === 0) return
  const line = ageToConsent(sensitive)
  const message = `Con menos de ${line} años${sensitive ? ', por ser datos sensibles,' : ''} consiente su madre, su padre, su representante legal o quien tenga su cuidado personal (art. 16 quáter, Ley 19.628 mod. Ley 21.719).`
  throw new Failure('impossible', message, {
    details: absent.map((key) => ({
      path: `representative.${key}`,
      message: `«representative.${key}» es obligatorio. ${message}`,
    })),
  })
}

/** A RUT is checked whenever it is sent, even if no representative was needed. */
export function readRepresentative(sent: SentRepresentative | null | undefined): Representative | null {
  if (!sent) return null
  const rut = sent.rut?.trim() ? canonicalRut(sent.rut) : null
  if (rut === undefined) {
    const message = `El RUT del representante «${sent.rut}» no es válido. Revise el dígito verificador.`
    throw new Failure('invalidRut', message, { details: [{ path: 'representative.rut', message }] })
  }
  return {
    name: sent.name?.trim() || null,
    rut,
    relation: sent.relation?.trim() || null,
    email: noneIfBlank(sent.email) ?? null,
    ...(sent.declared && { declared: true as const }),
  }
}
