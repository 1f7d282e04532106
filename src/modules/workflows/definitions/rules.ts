import { isDeepStrictEqual } from 'node:util'
import { Failure, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { noneIfBlank } from '#kernel/text.ts'
import {
  ACTION_TYPES,
  type ActionType,
  type Condition,
  type Field,
  type SentStage,
  type Stage,
} from '../model.ts'

const LABELS: Record<ActionType, string> = {
  APPROVE: 'Aprobar',
  REJECT: 'Rechazar',
  REQUEST_INFO: 'Pedir información',
  REASSIGN: 'Reasignar',
}

/** Stages in their stored form: sorted, with all defaults and ids. Sending the same stages back changes nothing. */
export function completeStages(sent: readonly SentStage[], known: readonly Stage[] = []): Stage[] {
  const placed = sent.map((stage, index) => ({ ...stage, order: stage.order ?? index + 1 }))
  const stages = withIds(
    placed,
    known,
    (part, old) => part.name === old.name && part.order === old.order,
  ).map(({ part, id, old }, index) => completeStage(part, id, old, `stages[${index}]`))
  assertDistinct(stages)
  return stages.sort((a, b) => a.order - b.order)
}

export function sameStages(a: readonly Stage[], b: readonly Stage[]): boolean {
  return isDeepStrictEqual(a, b)
}

function completeStage(
  sent: SentStage & { order: number },
  id: string,
  old: Stage | undefined,
  path: string,
): Stage {
  const actions: NonNullable<SentStage['actions']> = sent.actions?.length
    ? sent.actions
    : ACTION_TYPES.map((type) => ({ type }))
  return {
    id,
    name: sent.name,
    description: noneIfBlank(sent.description) ?? null,
    order: sent.order,
    requiredRole: sent.requiredRole ?? 'ANALYST',
    actions: withIds(actions, old?.actions, (part, known) => part.type === known.type).map(
      ({ part, id }) => ({ id, type: part.type, label: noneIfBlank(part.label) ?? LABELS[part.type] }),
    ),
    autoAdvance: sent.autoAdvance ?? false,
    slaDays: sent.slaDays ?? null,
    slaWarningDays: sent.slaWarningDays ?? null,
    fields: withIds(
      (sent.fields ?? []).map((field, index) => ({
        ...field,
        name: nameOf([field.name, field.id, field.label], `${path}.fields[${index}].name`),
      })),
      old?.fields,
      (part, known) => part.name === known.name,
    ).map(
      ({ part, id }): Field => ({
        id,
        name: part.name,
        label: noneIfBlank(part.label) ?? part.name,
        type: noneIfBlank(part.type) ?? 'TEXT',
        required: part.required ?? false,
        options: (part.options ?? []).map((option) =>
          typeof option === 'string'
            ? option
            : { value: option.value, label: noneIfBlank(option.label) ?? option.value },
        ),
      }),
    ),
    conditions: (sent.conditions ?? []).map(
      ({ field, operator, value }): Condition => ({ field, operator, value: value ?? null }),
    ),
    parallelStages: withIds(
      (sent.parallelStages ?? []).map((part, index) => ({
        ...part,
        name: nameOf([part.name, part.label, part.id], `${path}.parallelStages[${index}].name`),
      })),
      old?.parallelStages,
      (part, known) => part.name === known.name,
    ).map(({ part, id }) => ({ id, name: part.name, requiredRole: part.requiredRole ?? null })),
  }
}

/** The first that is not blank. */
function nameOf(candidates: readonly (string | null | undefined)[], path: string): string {
  const name = candidates.find((candidate) => noneIfBlank(candidate) != null)
  if (name != null) return name
  const message = `«${path}» es obligatorio.`
  throw new Failure('malformed', `Hay errores en los datos enviados: ${message}`, {
    details: [{ path, message }],
  })
}

/** Keeps a sent id. Otherwise uses that of an alike known part, or a new one. */
export function withIds<Sent extends { id?: string | null }, Known extends { id: string }>(
  sent: readonly Sent[],
  known: readonly Known[] = [],
  alike: (part: Sent, old: Known) => boolean,
): { part: Sent; id: string; old: Known | undefined }[] {
  const named = new Set(sent.map(({ id }) => noneIfBlank(id)))
  const free = new Set(known.filter(({ id }) => !named.has(id)))
  return sent.map((part) => {
    const own = noneIfBlank(part.id)
    const old = own
      ? known.find(({ id }) => id === own)
      : [...free].find((candidate) => alike(part, candidate))
    if (old) free.delete(old)
    return { part, id: own ?? old?.id ?? newId(), old }
  })
}

/** Stage ids must be distinct in the definition. Ids of parts and field names must be distinct in their stage. */
function assertDistinct(stages: readonly Stage[]): void {
  refuseRepeated(stages, 'stages', 'id')
  stages.forEach((stage, index) => {
    refuseRepeated(stage.actions, `stages[${index}].actions`, 'id')
    refuseRepeated(stage.fields, `stages[${index}].fields`, 'id')
    refuseRepeated(stage.fields, `stages[${index}].fields`, 'name')
    refuseRepeated(stage.parallelStages, `stages[${index}].parallelStages`, 'id')
  })
}

export function refuseRepeated<K extends string>(
  parts: readonly Record<K, string>[],
  path: string,
  key: K,
): void {
  const seen = new Set<string>()
  parts.forEach((part, index) => {
    const value = part[key]
    if (seen.has(value)) {
      throw impossible(
        `${path}[${index}].${key}`,
        `«${value}» está repetido en ${path}: use valores distintos.`,
      )
    }
    seen.add(value)
  })
}
