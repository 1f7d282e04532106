import type { Data } from '#client'
import type { Tone } from '../../times.ts'

export type Questionnaire = Data<'GET /questionnaires/{id}'>
export type Section = Questionnaire['sections'][number]
export type Question = Section['questions'][number]
export type Answer = Data<'GET /questionnaires/answers/{id}'>
export type AnswerItem = Data<'GET /questionnaires/answers'>['items'][number]
export type Target = Questionnaire['targets'][number]

export const STATES: Readonly<Record<AnswerItem['status'], readonly [name: string, tone: Tone]>> = {
  sent: ['Enviado', 'plain'],
  started: ['En curso', 'info'],
  submitted: ['Respondido', 'ok'],
  returned: ['Devuelto', 'warn'],
  revoked: ['Revocado', 'plain'],
  expired: ['Vencido', 'danger'],
}

export const STATE_CHOICES = (['sent', 'started', 'submitted', 'returned', 'revoked'] as const).map(
  (key) => [key, STATES[key][0]] as const,
)

export const TYPES: Readonly<Record<Question['type'], string>> = {
  text: 'Texto corto',
  long_text: 'Texto largo',
  yes_no: 'Sí o no',
  choice: 'Una opción',
  choices: 'Varias opciones',
  number: 'Número',
  date: 'Fecha',
  email: 'Correo',
  file: 'Archivo',
}

export const OPERATORS: Readonly<Record<Question['showIf'][number]['operator'], string>> = {
  is: 'es',
  is_not: 'no es',
  includes: 'incluye',
  answered: 'tiene respuesta',
}

/** The records that an answer can become. */
export const TARGETS: Readonly<Record<Target, { one: string; act: string; into: string }>> = {
  activity: { one: 'Actividad', act: 'Crear el borrador', into: 'Completar una actividad que ya existe' },
  processor: { one: 'Encargado', act: 'Crear el encargado', into: 'Completar un encargado que ya existe' },
  system: { one: 'Sistema', act: 'Crear el sistema', into: 'Completar un sistema que ya existe' },
  risk: { one: 'Riesgo', act: 'Agregar a la evaluación', into: 'La evaluación que lo recibe' },
}

/** «Cuándo se pregunta», in words. */
export function conditionWords(
  conditions: Question['showIf'],
  questions: readonly Question[],
): string | undefined {
  if (conditions.length === 0) return undefined
  const words = conditions.map(({ question, operator, value }) => {
    const other = questions.find(({ key }) => key === question)
    const label = other?.label ?? question
    const option =
      other?.type === 'yes_no'
        ? { yes: 'Sí', no: 'No' }[value ?? '']
        : other?.options.find((one) => one.value === value)?.label
    return operator === 'answered'
      ? `«${label}» tiene respuesta`
      : `«${label}» ${OPERATORS[operator]} «${option ?? value ?? ''}»`
  })
  return `Si ${words.join(' y ')}`
}

interface Recipient {
  email: string
  name: string
}

/**
 * Reads recipients that a person typed or pasted: «Ana Rojas <ana@sur.cl>», «ana@sur.cl, Ana Rojas» or a bare address per
 * line, or several on a line, as mail programs copy them. Removes duplicates. A line without an address stays, so that the
 * service refuses it.
 */
export function peopleIn(text: string): Recipient[] {
  const people = text
    .split(/\n|;/)
    .filter((line) => line.trim() !== '')
    .flatMap(personsOf)
  const first = new Map(people.toReversed().map((person) => [person.email.toLowerCase(), person]))
  return people.filter((person) => first.get(person.email.toLowerCase()) === person)
}

const ADDRESS = /[^\s<>,;"()]+@[^\s<>,;"()]+/g

function personsOf(line: string): Recipient[] {
  const found = [...line.matchAll(ADDRESS)]
  if (found.length < 2) {
    const email = found[0]?.[0] ?? line.trim()
    return [recipient(email, line.replace(email, ''))]
  }
  let end = 0
  return found.map(({ 0: email, index }) => {
    const before = line.slice(end, index)
    end = index + email.length
    // Words before «<» are the name of that address. Words between bare addresses belong to no one for sure, so they are
    // dropped.
    return recipient(email, before.trimEnd().endsWith('<') ? before : '')
  })
}

function recipient(email: string, words: string): Recipient {
  const name = words
    .replace(/[<>,"]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ')
  return { email, name: name || email.split('@')[0]!.replace(/[._-]+/g, ' ') }
}

/** A unique key for a question, made from its words. */
export function keyFor(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '')
    .slice(0, 40)
  const base = plain || 'pregunta'
  if (!taken.includes(base)) return base
  let count = 2
  while (taken.includes(`${base}_${count}`)) count += 1
  return `${base}_${count}`
}

/** The options as the API takes them. An option without a value gets one made from its words. */
export function optionsIn(text: string, before: Question['options']): Question['options'] {
  const labels = text
    .split('\n')
    .map((label) => label.trim())
    .filter((label) => label !== '')
  const known = (label: string) => before.find((one) => one.label === label)?.value
  // Saved values are reserved for their options, because earlier answers refer to them.
  const taken = labels.flatMap((label) => known(label) ?? [])
  return labels.map((label) => {
    const value = known(label) ?? keyFor(label, taken)
    taken.push(value)
    return { value, label }
  })
}
