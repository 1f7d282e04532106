import type { FastifyRequest } from 'fastify'
import { readForm } from '#http/forms.ts'
import { isCalendarDate } from '#kernel/dates.ts'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import type { Quality } from '../asking.ts'
import { isFolio } from '../folio.ts'
import { RIGHT_TYPES, type RightType } from '../rules.ts'
import { citizenFaults } from './faults.ts'
import { askerIn, QUESTIONS, type Question } from './questions.ts'
import { type Asked, Intake } from './schemas.ts'

/** Reads what a person wrote in a page's form into the body of the API's own call. */

export interface Answered {
  body: Asked
  /** The folio of the request that a block accompanies: people know the folio, the API takes the id. */
  parentFolio: string | undefined
}

const LONGEST = 10_000

export function isRight(text: string | null | undefined): text is RightType {
  return RIGHT_TYPES.some((right) => right === text)
}

/** Reports all faults in one refusal, each under the name of its field. */
export function readAnswers(
  request: FastifyRequest,
  sent: URLSearchParams,
  already: readonly FaultDetail[] = [],
): Answered {
  const right = sent.get('rightType')
  const asker = askerIn(sent)
  const questions = isRight(right) ? QUESTIONS[right] : []
  const faults = [
    ...already,
    ...questions.flatMap((question) => faultOf(question, sent)),
    ...(right === 'ACCESS' ? periodFaults(sent.get('desde'), sent.get('hasta')) : []),
    ...representation(sent),
  ]
  const own = new URLSearchParams(
    [...sent].filter(
      ([name]) =>
        Object.hasOwn(Intake.properties, name) &&
        !COMPOSED.includes(name) &&
        (asker !== 'self' || !OF_ANOTHER.includes(name)),
    ),
  )
  if (sent.get('declarationTruthful') !== 'true')
    faults.push({ path: 'declarationTruthful', message: 'Marque que lo que informa es verdadero.' })
  let body: Intake | undefined
  try {
    body = readForm(request, Intake, citizenFaults, own)
  } catch (error) {
    if (!(error instanceof Failure) || !error.details) throw error
    faults.push(...error.details)
  }
  if (!body || faults.length > 0) throw new Failure('malformed', messageOf(faults), { details: faults })
  const specific = Object.fromEntries(
    questions
      .filter(({ name, kind }) => kind !== 'folio' && !Object.hasOwn(Intake.properties, name))
      .flatMap((question) => {
        const value = answerTo(question, sent)
        return value === undefined ? [] : [[question.name, value]]
      }),
  )
  return {
    body: {
      ...askedBy(body, asker),
      ...(Object.keys(specific).length > 0 && { specificData: specific }),
    },
    parentFolio: typedFolio(sent.get('parentFolio') ?? '') || undefined,
  }
}

/** Somebody who asks for another is a representative or, if the person died, an heir (art. 4). Both use the same fields. */
function askedBy(body: Intake, asker: Quality | undefined): Asked {
  const { representativeName: name, representativeRelation: relation, ...asked } = body
  if (asker === 'heir' && name && relation)
    return { ...asked, isRepresentative: false, deceased: { isHeir: true, heirName: name, relation } }
  // If the quality is missing, a representative's name implies one.
  return { ...body, isRepresentative: asker === 'representative' || (!asker && Boolean(name)) }
}

/** Fields that may still be filled in after somebody switched from asking for another to asking for themself. */
const OF_ANOTHER = ['isRepresentative', 'representativeName', 'representativeRut', 'representativeRelation']

/** Fields that are put together from several inputs. */
const COMPOSED = ['specificData', 'parentRequestId', 'attachments', 'representativeDocUrl']

export function messageOf(faults: readonly FaultDetail[]): string {
  return faults.length === 1 ? 'Falta corregir un dato' : `Falta corregir ${faults.length} datos`
}

/** Accepts the folio as people type it: in lower case, with spaces, with any dash. */
export function typedFolio(text: string): string {
  const folio = text
    .trim()
    .toUpperCase()
    .replace(/[\s‐-―-]+/gu, '-')
  return /^\d{4}-\d+$/.test(folio) ? `ARCO-${folio}` : folio
}

function answerTo({ name, kind }: Question, sent: URLSearchParams): string | string[] | true | undefined {
  const values = sent
    .getAll(name)
    .map((value) => value.trim())
    .filter((value) => value !== '')
  if (values.length === 0) return undefined
  if (kind === 'yes') return true
  return kind === 'some' ? values : values[0]
}

function faultOf(question: Question, sent: URLSearchParams): FaultDetail[] {
  const { name, kind, label, options = [], isOptional, onlyWith } = question
  const [values, fault] = [sent.getAll(name), (message: string) => [{ path: name, message }]]
  if (answerTo(question, sent) === undefined) {
    const isAsked = !onlyWith || sent.getAll(onlyWith.name).includes(onlyWith.value)
    if (isOptional || kind === 'yes' || !isAsked) return []
    const isChoice = kind === 'one' || kind === 'some'
    return fault(`${isChoice ? 'Elija una respuesta' : 'Falta responder'}: «${label}»`)
  }
  if (values.some((value) => value.length > LONGEST))
    return fault(`«${label}»: use a lo más ${LONGEST} caracteres.`)
  if (kind === 'date' && !values.every((value) => isCalendarDate(value)))
    return fault(`«${label}» debe ser una fecha que exista.`)
  if (kind === 'folio' && !isFolio(typedFolio(values[0]!)))
    return fault('El folio tiene la forma ARCO-2026-01234: revise el que recibió por correo.')
  const isChoice = kind === 'one' || kind === 'some'
  if (isChoice && !values.every((value) => options.some((one) => one.value === value)))
    return fault(`Elija una de las respuestas: «${label}»`)
  return []
}

/** Skips values that are not dates: they are reported elsewhere. */
export function periodFaults(from: string | null, until: string | null): FaultDetail[] {
  if (!from || !until || !isCalendarDate(from) || !isCalendarDate(until) || from <= until) return []
  return [{ path: 'hasta', message: 'La fecha final es anterior a la inicial. Revise las dos.' }]
}

/** Arts. 4 and 11: a person who asks for another must identify themself too. */
function representation(sent: URLSearchParams): FaultDetail[] {
  if ([undefined, 'self'].includes(askerIn(sent))) return []
  return (
    [
      ['representativeName', 'Escriba su nombre: usted pide por otra persona.'],
      ['representativeRelation', 'Diga cuál es su relación con la persona por quien pide.'],
    ] as const
  )
    .filter(([path]) => !sent.get(path)?.trim())
    .map(([path, message]) => ({ path, message }))
}
