import type { Data, Input } from '#client'
import { comparedOf, factsFor, type KnownFact, typedOf } from './facts.ts'
import {
  ACTIONS,
  type ActionType,
  type Flow,
  type HookEvent,
  type Kind,
  type Operator,
  type Stage,
} from './words.ts'

/** Values of the flow editor, with stages in the order of execution. */
export interface Draft {
  name: string
  description: string
  entityType: string
  stages: DraftStage[]
  webhooks: DraftHook[]
}

export interface DraftStage {
  id: string
  name: string
  description: string
  requiredRole: string
  actions: string[]
  /** The saved actions, which keep their names. A stage may have several of one type. */
  knownActions: Stage['actions']
  /** Null for a new stage, which takes its order from its position. */
  order: number | null
  autoAdvance: boolean
  slaDays: number | null
  slaWarningDays: number | null
  fields: DraftField[]
  conditions: DraftCondition[]
  parallelStages: DraftPart[]
}

export interface DraftField {
  id: string
  /** The key of the answer. Conditions refer to it, so it stays when the label changes. */
  name: string
  label: string
  type: string
  required: boolean
  options: string[]
}

export interface DraftCondition {
  field: string
  operator: string
  value: string
  /** The saved value, which keeps its type if nobody changes it. */
  known?: { typed: string; value: unknown }
}

export interface DraftPart {
  id: string
  name: string
  requiredRole: string
}

export interface DraftHook {
  id: string
  url: string
  events: string[]
  /** Typed only to replace the saved secret. */
  secret: string
  enabled: boolean
}

type Body = Input<'POST /workflows'>['body']

/** An id only has to be unique within the draft. */
const newId = () => crypto.randomUUID()

export function blankStage(name: string): DraftStage {
  return {
    id: newId(),
    name,
    description: '',
    requiredRole: 'DPO',
    actions: ['APPROVE', 'REJECT', 'REQUEST_INFO', 'REASSIGN'],
    knownActions: [],
    order: null,
    autoAdvance: false,
    slaDays: 5,
    slaWarningDays: 1,
    fields: [],
    conditions: [],
    parallelStages: [],
  }
}

export const blankField = (): DraftField => ({
  id: newId(),
  name: '',
  label: '',
  type: 'TEXTAREA',
  required: true,
  options: [],
})

export const blankPart = (): DraftPart => ({ id: newId(), name: '', requiredRole: '' })

export const blankHook = (): DraftHook => ({
  id: newId(),
  url: '',
  events: ['workflow.completed'],
  secret: '',
  enabled: true,
})

export function blankDraft(): Draft {
  return { name: '', description: '', entityType: 'DPIA', stages: [blankStage('Revisión')], webhooks: [] }
}

export function draftOf(
  flow: Pick<Flow, 'name' | 'description' | 'entityType' | 'stages' | 'webhooks'>,
): Draft {
  return {
    name: flow.name,
    description: flow.description ?? '',
    entityType: flow.entityType,
    stages: flow.stages.map((stage) => ({
      ...stage,
      description: stage.description ?? '',
      actions: [...new Set(stage.actions.map(({ type }) => type))],
      knownActions: stage.actions,
      fields: stage.fields.map((field) => ({
        ...field,
        options: field.options.map(optionLine),
      })),
      conditions: stage.conditions.map(({ field, operator, value }) => ({
        field,
        operator,
        value: typedOf(value),
        known: { typed: typedOf(value), value },
      })),
      parallelStages: stage.parallelStages.map((part) => ({
        ...part,
        requiredRole: part.requiredRole ?? '',
      })),
    })),
    webhooks: flow.webhooks.map(({ id, url, events, enabled }) => ({ id, url, events, enabled, secret: '' })),
  }
}

/** The stages as the service would store them, for the drawing and the dry run. */
export function stagesOf({ entityType, stages }: Pick<Draft, 'entityType' | 'stages'>): Stage[] {
  const drawn: Stage[] = []
  const inOrder = stages.every(
    ({ order }, index) => order !== null && order > (stages[index - 1]?.order ?? -Infinity),
  )
  stages.forEach((stage, index) => {
    const facts = factsFor(entityType as Kind, drawn)
    drawn.push({
      id: stage.id,
      name: stage.name.trim(),
      description: stage.description.trim() || null,
      order: inOrder ? stage.order! : index + 1,
      requiredRole: stage.requiredRole as Stage['requiredRole'],
      actions: actionsOf(stage),
      autoAdvance: stage.autoAdvance,
      slaDays: stage.slaDays,
      slaWarningDays: stage.slaWarningDays,
      fields: stage.fields.map((field) => ({
        ...field,
        name: nameOf(field),
        label: field.label.trim(),
        options: field.type === 'SELECT' ? field.options.map(optionOf).filter((option) => option !== '') : [],
      })),
      conditions: stage.conditions.map((condition) => conditionOf(condition, facts)),
      parallelStages: stage.parallelStages.map(({ id, name, requiredRole }) => ({
        id,
        name: name.trim(),
        requiredRole: (requiredRole || null) as Stage['requiredRole'] | null,
      })),
    })
  })
  return drawn
}

function actionsOf({ actions, knownActions }: DraftStage): Stage['actions'] {
  const kept = knownActions.filter(({ type }) => actions.includes(type))
  const added = actions.filter((type) => !kept.some((one) => one.type === type)) as ActionType[]
  return [...kept, ...added.map((type) => ({ id: type.toLowerCase(), type, label: ACTIONS[type][0] }))]
}

type Option = Stage['fields'][number]['options'][number]

/** «valor = texto», or one word if both are the same. */
function optionLine(option: Option): string {
  if (typeof option === 'string') return option
  return option.value === option.label ? option.value : `${option.value} = ${option.label}`
}

function optionOf(line: string): Option {
  const [, value, label] = /^(.+?) = (.+)$/.exec(line.trim()) ?? []
  return value && label ? { value: value.trim(), label: label.trim() } : line.trim()
}

function conditionOf({ field, operator, value, known }: DraftCondition, facts: readonly KnownFact[]) {
  if (known?.typed === value && (operator !== 'exists' || value !== 'false'))
    return { field, operator: operator as Operator, value: known.value }
  const fact = facts.find(({ name }) => name === field)
  return { field, operator: operator as Operator, value: comparedOf(value, operator as Operator, fact) }
}

/** The key of a new field is a plain form of its label. */
export function nameOf({ name, label, id }: Pick<DraftField, 'name' | 'label' | 'id'>): string {
  if (name) return name
  const plain = label
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return plain.slice(0, 60) || id
}

export function bodyOf(draft: Draft): Omit<Body, 'webhooks'> {
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    entityType: draft.entityType as Kind,
    stages: stagesOf(draft) as Body['stages'],
  }
}

/** A call of its own: changing where the service sends data needs a fresh proof of identity. */
export function hooksOf(draft: Draft): NonNullable<Body['webhooks']> {
  return draft.webhooks.map(({ id, url, events, secret, enabled }) => ({
    id,
    url: url.trim(),
    events: events as HookEvent[],
    enabled,
    ...(secret.trim() && { secret: secret.trim() }),
  }))
}

export function sameHooks(a: Draft, b: Draft): boolean {
  return JSON.stringify(a.webhooks) === JSON.stringify(b.webhooks)
}

export type Trial = Data<'POST /workflows/dry-run'>

export function moved(stages: readonly DraftStage[], id: string, by: -1 | 1): DraftStage[] {
  const from = stages.findIndex((stage) => stage.id === id)
  const to = from + by
  if (from < 0 || to < 0 || to >= stages.length) return [...stages]
  const next = [...stages]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
