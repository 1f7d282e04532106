import { type Breach, FLAGS } from './words.ts'

/** Values of the editor of a breach. Empty fields are '' where the API has null. */
export type Values = ReturnType<typeof valuesOf>

export function valuesOf(breach?: Breach) {
  return {
    title: breach?.title ?? '',
    detectedAt: breach?.detectedAt ?? new Date().toISOString(),
    occurredAt: breach?.occurredAt ?? '',
    detectionSource: breach?.detectionSource ?? 'manual',
    description: breach?.description ?? '',
    attackVector: breach?.attackVector ?? '',
    nature: (breach?.nature ?? []) as string[],
    dataCategories: breach?.dataCategories ?? [],
    hasSensitiveData: breach?.hasSensitiveData ?? false,
    estimatedRecords: breach?.estimatedRecords ?? null,
    activityIds: breach?.activityIds ?? [],
    systemIds: breach?.systemIds ?? [],
    effects: breach?.effects ?? '',
    containmentActions: breach?.containmentActions ?? [],
    prevention: breach?.prevention ?? '',
    riskRationale: breach?.riskRationale ?? '',
    actsAs: (breach?.actsAs ?? 'controller') as string,
    controllerName: breach?.controllerName ?? '',
    legalEntityId: breach?.legalEntityId ?? '',
    noNoticeReason: breach?.noNoticeReason ?? '',
  }
}

/** Drops blank lines. Blank dates and entities become null. */
export function bodyOf(values: Values) {
  const lines = (texts: string[]) => texts.map((text) => text.trim()).filter(Boolean)
  return {
    ...values,
    actsAs: values.actsAs as Breach['actsAs'],
    nature: values.nature as Breach['nature'],
    containmentActions: lines(values.containmentActions),
    occurredAt: values.occurredAt || null,
    legalEntityId: values.legalEntityId || null,
  }
}

// ── the decision ──

export type Flag = keyof typeof FLAGS

export type Answers = Record<Flag | `${Flag}Reason` | 'riskToSubjects' | 'riskRationale', string>

/** Leaves out unanswered questions, so that the service names them. */
export function decisionOf(values: Answers) {
  const reasons = Object.fromEntries(
    (Object.keys(FLAGS) as Flag[]).flatMap((flag) => {
      const reason = values[`${flag}Reason`].trim()
      return reason ? [[flag, reason]] : []
    }),
  )
  const answered = Object.fromEntries(
    (Object.keys(FLAGS) as Flag[]).flatMap((flag) =>
      values[flag] === '' ? [] : [[flag, values[flag] === 'yes']],
    ),
  )
  return {
    ...(values.riskToSubjects && { riskToSubjects: values.riskToSubjects }),
    ...answered,
    riskRationale: values.riskRationale || null,
    overrideReasons: reasons,
  } as never
}

/** True if the record says yes, so that answering no needs a reason. */
export function isRecorded({ decision, hasSensitiveData, dataCategories }: Breach, flag: Flag): boolean {
  const answer = decision?.answers?.find(({ field }) => field === flag)
  if (answer) return answer.recorded
  if (flag === 'hasSensitiveData') return hasSensitiveData
  return dataCategories.includes(flag === 'hasMinorData' ? 'minor_data' : 'financial')
}
