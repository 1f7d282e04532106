import { type Draft, type DraftStage, nameOf } from './draft.ts'
import { factsFor } from './facts.ts'
import type { Kind } from './words.ts'

/** Shows while the person types what the service would refuse, under the paths of its refusals. */
export function faultsIn(draft: Draft): Record<string, string> {
  const faults: Record<string, string> = {}
  const say = (path: string, message: string | false | undefined) => {
    if (message) faults[path] ??= message
  }
  say('name', nameFault(draft.name))
  draft.stages.forEach((stage, index) => {
    for (const [path, message] of stageFaults(stage)) say(`stages[${index}].${path}`, message)
  })
  draft.webhooks.forEach(({ url }, index) => {
    say(`webhooks[${index}].url`, !isWebAddress(url) && 'Escriba una dirección completa, como https://…')
  })
  return faults
}

const LONGEST_NAME = 200
const LONGEST_TERM = 3650

function nameFault(name: string): string | false {
  if (name.trim() === '') return 'Es obligatorio.'
  return name.trim().length > LONGEST_NAME && `Debe tener como máximo ${LONGEST_NAME} caracteres.`
}

function* stageFaults(stage: DraftStage): Generator<[path: string, message: string | false]> {
  yield ['name', nameFault(stage.name)]
  yield ['slaDays', termFault(stage.slaDays)]
  yield ['slaWarningDays', termFault(stage.slaWarningDays)]
  const names = stage.fields.map(nameOf)
  for (const [index, field] of stage.fields.entries()) {
    yield [`fields[${index}].label`, field.label.trim() === '' && 'Escriba qué se pregunta.']
    yield [
      `fields[${index}].label`,
      names.indexOf(names[index]!) < index && 'Ya hay otra pregunta con este texto en la etapa.',
    ]
  }
  for (const [index, { field, operator, value }] of stage.conditions.entries()) {
    yield [`conditions[${index}].field`, field.trim() === '' && 'Elija de qué depende.']
    yield [`conditions[${index}].value`, operator !== 'exists' && value.trim() === '' && 'Indique el valor.']
  }
  for (const [index, { name }] of stage.parallelStages.entries())
    yield [`parallelStages[${index}].name`, nameFault(name)]
}

function termFault(days: number | null): string | false {
  if (days === null || (days >= 0 && days <= LONGEST_TERM)) return false
  return `Debe estar entre 0 y ${LONGEST_TERM.toLocaleString('es-CL')} días.`
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]+\S*$/.test(text.trim())
}

/** Advice about valid but risky definitions, by stage. The stage '' stands for the whole flow. */
export function advice(draft: Draft): readonly { stageId: string; text: string }[] {
  const said: { stageId: string; text: string }[] = []
  const passes = ({ autoAdvance, parallelStages }: DraftStage) => autoAdvance && parallelStages.length === 0
  if (draft.stages.every(passes))
    said.push({ stageId: '', text: 'Todas las etapas pasan solas: nadie decidiría nada.' })
  else if (draft.stages.every((stage) => passes(stage) || stage.conditions.length > 0))
    said.push({
      stageId: '',
      text: 'Todas las etapas tienen condiciones: si ninguna se cumple, se aprueba sin que nadie decida.',
    })
  for (const { url, events } of draft.webhooks)
    if (events.length === 0)
      said.push({ stageId: '', text: `A ${url || 'una dirección'} no se le envía nada: elija qué.` })
  draft.stages.forEach((stage, index) => {
    const say = (text: string | false) => {
      if (text) said.push({ stageId: stage.id, text })
    }
    say(
      stage.slaDays !== null &&
        stage.slaWarningDays !== null &&
        stage.slaWarningDays > stage.slaDays &&
        'El aviso es anterior al comienzo de la etapa: se avisará apenas empiece.',
    )
    say(
      !passes(stage) &&
        stage.actions.length > 0 &&
        !stage.actions.includes('APPROVE') &&
        'Sin «Aprobar» nadie puede pasar de esta etapa.',
    )
    for (const { type, label, options } of stage.fields)
      say(
        type === 'SELECT' &&
          options.filter((option) => option.trim()).length === 0 &&
          `«${label}» no tiene opciones: aceptaría cualquier texto.`,
      )
    const earlier = draft.stages.slice(0, index).map(({ fields }) => ({
      fields: fields.map((field) => ({ ...field, name: nameOf(field) })),
    }))
    const known = factsFor(draft.entityType as Kind, earlier).map(({ name }) => name)
    for (const { field } of stage.conditions)
      say(
        field.trim() !== '' &&
          !known.includes(field) &&
          `Ninguna etapa anterior pregunta por «${field}»: asegúrese de que el registro lo tiene.`,
      )
  })
  return said
}
