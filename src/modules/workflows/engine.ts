import { isCalendarDate } from '#kernel/dates.ts'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { type Role, reaches, sayRole } from '#kernel/roles.ts'
import { type Facts, holds } from './conditions.ts'
import type { ActionType, Field, InstanceStatus, Stage, SubStage } from './model.ts'

/**
 * The approval engine (contract 3.8 and 4.11): computes the next state and the happenings from the state of an instance and
 * an action. It uses neither clock nor database. It refuses with a Failure.
 */
export interface State {
  status: InstanceStatus
  /** The current stage, or the last one. Null only if the instance ended without entering a stage. */
  stageId: string | null
  assignedTo: string | null
  /** The values collected so far, by field name. */
  values: Values
  completions: readonly Completion[]
}

export type Values = Record<string, unknown>

export interface Completion {
  stageId: string
  subStageId: string
}

export interface Action {
  stageId: string
  subStageId?: string | null
  actionType: ActionType
  notes?: string | null
  reassignTo?: string | null
  fieldValues?: Record<string, unknown> | null
}

/** An entry in the history of an instance. Webhooks receive those of contract 6.1. */
export interface Happening {
  type: HappeningType
  stageId: string | null
  subStageId: string | null
  actionType: ActionType | null
  newStageId: string | null
  status: InstanceStatus
  notes: string | null
  values: Values | null
  assignedTo: string | null
}

export type HappeningType =
  | 'workflow.started'
  | 'workflow.completed'
  | 'workflow.cancelled'
  | `stage.${Lowercase<ActionType>}`
  | 'stage.skipped'
  | 'stage.auto_advanced'
  | 'entity.completed'
  | 'entity.refused'
  | 'sla.warning'
  | 'sla.overdue'

export interface Step {
  state: State
  happenings: Happening[]
}

/** `stages` must be sorted, here and below. */
export function begin(stages: readonly Stage[], facts: Facts): Step {
  const road = walk(stages, 0, facts)
  const state: State = {
    status: road.standing ? 'ACTIVE' : 'COMPLETED',
    stageId: road.standing?.id ?? road.lastPassed ?? null,
    assignedTo: null,
    values: {},
    completions: [],
  }
  const first = road.entered ?? null
  const happenings = [happening('workflow.started', first, 'ACTIVE'), ...road.passed]
  if (!road.standing) happenings.push(happening('workflow.completed', state.stageId, 'COMPLETED'))
  return { state, happenings }
}

/** Checks in the decided order: ACTIVE, stage, role, offered action, fields, sub-stages. */
export function act(
  stages: readonly Stage[],
  state: State,
  role: Role,
  action: Action,
  factsWith: (values: Values) => Facts,
): Step {
  const stage = standingStage(stages, state, action)
  const subStage = stage.parallelStages.find(({ id }) => id === action.subStageId)
  assertRole(role, subStage?.requiredRole ?? stage.requiredRole)
  assertOffered(stage, action.actionType)
  const sent = readFields(stage, action)
  assertSubStages(stage, subStage, state, action)

  const values = { ...state.values, ...sent }
  const after: State = { ...state, values }
  const passed: Happening[] = []
  if (action.actionType === 'REJECT') after.status = 'REJECTED'
  if (action.actionType === 'REASSIGN') after.assignedTo = action.reassignTo ?? null
  if (action.actionType === 'APPROVE') {
    if (subStage) after.completions = [...state.completions, { stageId: stage.id, subStageId: subStage.id }]
    if (!subStage || (stage.autoAdvance && pendingSubStages(stage, after).length === 0)) {
      const road = walk(stages, stages.indexOf(stage) + 1, factsWith(values))
      passed.push(...road.passed)
      after.assignedTo = null
      after.stageId = road.standing?.id ?? road.lastPassed ?? stage.id
      if (!road.standing) after.status = 'COMPLETED'
    }
  }
  const moved = after.status === 'ACTIVE' && after.stageId !== stage.id
  const done: Happening = {
    type: `stage.${action.actionType.toLowerCase() as Lowercase<ActionType>}`,
    stageId: stage.id,
    subStageId: subStage?.id ?? null,
    actionType: action.actionType,
    newStageId: moved ? after.stageId : null,
    status: after.status,
    notes: action.notes ?? null,
    values: Object.keys(sent).length > 0 ? sent : null,
    assignedTo: action.actionType === 'REASSIGN' ? after.assignedTo : null,
  }
  const happenings = [done, ...passed]
  if (after.status === 'COMPLETED') {
    const completed = happening('workflow.completed', after.stageId, 'COMPLETED')
    happenings.push({ ...completed, actionType: action.actionType })
  }
  return { state: after, happenings }
}

/** For an entity that no longer needs approval. An ended instance does not change. */
export function cancel(state: State, reason: string): Step {
  if (state.status !== 'ACTIVE') return { state, happenings: [] }
  const cancelled = happening('workflow.cancelled', state.stageId, 'CANCELLED')
  return { state: { ...state, status: 'CANCELLED' }, happenings: [{ ...cancelled, notes: reason }] }
}

export function pendingSubStages(stage: Stage, { completions }: Pick<State, 'completions'>): SubStage[] {
  const done = completions.filter(({ stageId }) => stageId === stage.id).map(({ subStageId }) => subStageId)
  return stage.parallelStages.filter(({ id }) => !done.includes(id))
}

// ── moving through the stages ──

interface Road {
  /** The stage that waits for a person; undefined at the end. */
  standing: Stage | undefined
  entered: string | undefined
  lastPassed: string | undefined
  passed: Happening[]
}

/** Skips stages with failing conditions and passes those that advance automatically. */
function walk(stages: readonly Stage[], from: number, facts: Facts): Road {
  const road: Road = { standing: undefined, entered: undefined, lastPassed: undefined, passed: [] }
  for (const stage of stages.slice(from)) {
    if (!stage.conditions.every((condition) => holds(condition, facts))) {
      road.passed.push(happening('stage.skipped', stage.id, 'ACTIVE'))
      continue
    }
    road.entered ??= stage.id
    if (!stage.autoAdvance || stage.parallelStages.length > 0) {
      road.standing = stage
      break
    }
    road.lastPassed = stage.id
    road.passed.push(happening('stage.auto_advanced', stage.id, 'ACTIVE'))
  }
  return road
}

export function happening(type: HappeningType, stageId: string | null, status: InstanceStatus): Happening {
  return {
    type,
    stageId,
    subStageId: null,
    actionType: null,
    newStageId: null,
    status,
    notes: null,
    values: null,
    assignedTo: null,
  }
}

// ── the checks ──

function standingStage(stages: readonly Stage[], state: State, action: Action): Stage {
  if (state.status !== 'ACTIVE') {
    throw new Failure('workflow', `El flujo ya terminó (${state.status}): no admite más acciones.`)
  }
  const stage = stages.find(({ id }) => id === state.stageId)!
  if (action.stageId === stage.id) return stage
  throw new Failure(
    'workflow',
    `El flujo no está en la etapa «${action.stageId}» sino en «${stage.id}» (${stage.name}). Vuelva a cargarlo.`,
  )
}

function assertRole(role: Role, required: Role): void {
  if (reaches(role, required)) return
  throw new Failure(
    'forbidden',
    `Esta etapa requiere el rol ${sayRole(required)} o superior; usted tiene ${sayRole(role)}. Pida a alguien con ese rol que actúe.`,
  )
}

function assertOffered(stage: Stage, type: ActionType): void {
  if (stage.actions.some((action) => action.type === type)) return
  const offered = stage.actions.map((action) => action.type).join(', ')
  throw new Failure('workflow', `La etapa «${stage.name}» no ofrece ${type}. Ofrece: ${offered}.`)
}

function assertSubStages(stage: Stage, subStage: SubStage | undefined, state: State, action: Action): void {
  const pending = pendingSubStages(stage, state)
  if (typeof action.subStageId === 'string') {
    if (!subStage) {
      throw new Failure('workflow', `La etapa «${stage.name}» no tiene la subetapa «${action.subStageId}».`)
    }
    if (!pending.includes(subStage)) {
      throw new Failure('workflow', `La subetapa «${subStage.name}» ya está completa.`)
    }
  } else if (action.actionType === 'APPROVE' && pending.length > 0) {
    const names = pending.map(({ name }) => `«${name}»`).join(', ')
    throw new Failure('workflow', `Antes de aprobar la etapa faltan estas subetapas: ${names}.`)
  }
}

// ── fields ──

const LONGEST_VALUE = 10_000

/**
 * The values of the action for the stage's own fields. Required fields matter only to an approval or rejection of the stage
 * itself, not of a sub-stage. Formats are always checked.
 */
function readFields(stage: Stage, { actionType, subStageId, fieldValues, reassignTo }: Action): Values {
  const deciding = typeof subStageId !== 'string' && (actionType === 'APPROVE' || actionType === 'REJECT')
  const sent = fieldValues ?? {}
  const details: FaultDetail[] = []
  const values: [string, unknown][] = []
  for (const field of stage.fields) {
    const value = Object.hasOwn(sent, field.name) ? sent[field.name] : undefined
    const message = isBlank(value)
      ? field.required && deciding && `«${field.label}» es obligatorio.`
      : faultIn(field, value)
    if (message) details.push({ path: `fieldValues.${field.name}`, message })
    else if (!isBlank(value)) values.push([field.name, value])
  }
  if (actionType === 'REASSIGN' && isBlank(reassignTo)) {
    details.push({ path: 'reassignTo', message: 'Indique a quién reasignar en «reassignTo».' })
  }
  if (details.length === 0) return Object.fromEntries(values)
  throw new Failure('malformed', `Hay errores en los campos de la etapa: ${details[0]!.message}`, { details })
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

function faultIn(field: Field, value: unknown): string | undefined {
  if (JSON.stringify(value).length > LONGEST_VALUE) {
    return `«${field.label}» debe tener como máximo ${LONGEST_VALUE} caracteres.`
  }
  switch (field.type.toUpperCase()) {
    case 'DATE':
      if (typeof value === 'string' && isCalendarDate(value)) return undefined
      return `«${field.label}» debe ser una fecha que exista, con el formato AAAA-MM-DD.`
    case 'SELECT': {
      const options = field.options.map((option) => (typeof option === 'string' ? option : option.value))
      if (typeof value === 'string' && (options.length === 0 || options.includes(value))) return undefined
      return `«${field.label}» debe ser una de las opciones: ${options.join(', ')}.`
    }
    default:
      return undefined
  }
}
