import { after, DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import type { Law } from '#kernel/law/law.ts'
import { calendarDays, LAW_NAME } from '#kernel/law/wording.ts'
import type { ActsAs } from './decision-rules.ts'

/**
 * The clocks that run from the detection. Art. 14 sexies, Ley 19.628 (mod. Ley 21.719), sets no number of hours, so the 72
 * hours are an internal target of the contract. Art. 9, Ley 21.663, sets three terms for essential services and operators of
 * vital importance.
 */

export const TARGET_HOURS = 72

export const TARGET_NOTE =
  `Meta interna de referencia: ${TARGET_HOURS} horas desde la detección. La ley exige reportar por el medio más ` +
  'expedito y sin dilaciones indebidas, y no fija un número de horas (art. 14 sexies, Ley 19.628, mod. Ley 21.719).'

/** A processor owes its notice only to the controller. */
const PROCESSOR_TARGET_NOTE =
  `Meta interna de referencia: ${TARGET_HOURS} horas desde la detección para informar al responsable. La ley no fija ` +
  'un número de horas al encargado: informe de inmediato, y antes si el contrato lo dice (art. 15 bis, Ley 19.628, mod. Ley 21.719).'

export function targetNote(actsAs: ActsAs): string {
  return actsAs === 'processor' ? PROCESSOR_TARGET_NOTE : TARGET_NOTE
}

export function notificationTarget(detectedAt: Date): Date {
  return after(detectedAt, TARGET_HOURS * HOUR_MS)
}

export const CLOCK_KEYS = ['apdp', 'internal_72h', 'csirt_alert', 'csirt_report', 'csirt_final'] as const
export type ClockKey = (typeof CLOCK_KEYS)[number]

/** Clocks that a person marks as met. The report to the Agency meets its own. */
export type MarkedKey = Exclude<ClockKey, 'apdp'>
export type ClocksDone = Partial<Record<MarkedKey, string>>

/** The fields of a breach and of its legal entity that clocks depend on. */
export interface Timed {
  detectedAt: Date
  actsAs: ActsAs
  essentialService: boolean
  notifiedApdpAt: Date | null
  controllerNotifiedAt: Date | null
  marked: ClocksDone
}

export interface Clock {
  key: ClockKey
  label: string
  dueAt: Date | null
  doneAt: Date | null
  basis: string
  /** The article behind the clock. The internal target says that it is internal. */
  article: string
}

interface ClockRule {
  label: string
  /** Milliseconds from the detection; null if the law sets no time. */
  ms: number | null
  basis: string
  article: string
  applies(timed: Timed): boolean
}

const always = () => true
const isController = ({ actsAs }: Timed) => actsAs === 'controller'
const isEssential = ({ essentialService }: Timed) => essentialService

/**
 * The article that requires the notice: from the controller to the Agency and the people, from a processor to the
 * controller.
 */
export const DUTY_OF: Readonly<Record<ActsAs, string>> = {
  controller: `art. 14 sexies, ${LAW_NAME}`,
  processor: `art. 15 bis, ${LAW_NAME}`,
}

const CSIRT_ARTICLE = 'art. 9, Ley 21.663'
const CSIRT = `${CSIRT_ARTICLE}, si el incidente puede tener efectos significativos`

export function clockRules({ agency, terms }: Law, actsAs: ActsAs): Readonly<Record<ClockKey, ClockRule>> {
  return {
    apdp: {
      label: `Reporte a la ${agency.name}`,
      ms: null,
      basis:
        'Por el medio más expedito y sin dilaciones indebidas; la ley no fija horas (art. 14 sexies, Ley 19.628, mod. Ley 21.719).',
      article: DUTY_OF.controller,
      applies: isController,
    },
    internal_72h: {
      label:
        actsAs === 'processor'
          ? 'Meta interna de 72 horas para informar al responsable'
          : 'Meta interna de 72 horas',
      ms: TARGET_HOURS * HOUR_MS,
      basis: targetNote(actsAs),
      article: `meta interna: el ${DUTY_OF[actsAs]}, no fija horas`,
      applies: always,
    },
    csirt_alert: {
      label: 'Alerta temprana al CSIRT Nacional',
      ms: terms.csirtAlertHours * HOUR_MS,
      basis: `${terms.csirtAlertHours} horas desde la detección (${CSIRT}).`,
      article: CSIRT_ARTICLE,
      applies: isEssential,
    },
    csirt_report: {
      label: 'Actualización al CSIRT Nacional',
      ms: terms.csirtReportHours * HOUR_MS,
      basis: `${terms.csirtReportHours} horas desde la detección (${CSIRT}); para un operador de importancia vital cuyo servicio esencial se afectó el plazo puede ser menor: confírmelo con el CSIRT.`,
      article: CSIRT_ARTICLE,
      applies: isEssential,
    },
    csirt_final: {
      label: 'Informe final al CSIRT Nacional',
      ms: terms.csirtFinalDays * DAY_MS,
      basis: `${calendarDays(terms.csirtFinalDays)}, contados aquí desde la detección (${CSIRT}).`,
      article: CSIRT_ARTICLE,
      applies: isEssential,
    },
  }
}

export function isClockKey(text: string): text is ClockKey {
  return (CLOCK_KEYS as readonly string[]).includes(text)
}

/** The clocks of this breach, in order. A marked clock stays even if the entity is no longer an essential service. */
export function clocksOf(timed: Timed, law: Law): Clock[] {
  const rules = clockRules(law, timed.actsAs)
  const isMarked = (key: ClockKey) => key !== 'apdp' && timed.marked[key] !== undefined
  return CLOCK_KEYS.filter((key) => rules[key].applies(timed) || isMarked(key)).map((key) => {
    const { label, ms, basis, article } = rules[key]
    const dueAt = ms === null ? null : after(timed.detectedAt, ms)
    return { key, label, dueAt, doneAt: doneAt(key, timed), basis, article }
  })
}

/** The notice behind the internal target meets it too. */
function doneAt(key: ClockKey, { actsAs, notifiedApdpAt, controllerNotifiedAt, marked }: Timed): Date | null {
  if (key === 'apdp') return notifiedApdpAt
  const mark = marked[key]
  if (mark) return new Date(mark)
  if (key !== 'internal_72h') return null
  return actsAs === 'processor' ? controllerNotifiedAt : notifiedApdpAt
}

export function isOverdue({ dueAt, doneAt }: Clock, now: Date): boolean {
  return dueAt !== null && doneAt === null && dueAt < now
}

/** Whether the clock still requires something. If nobody has to be notified, the target is not owed. */
export function isOwed(
  { key, dueAt, doneAt }: Pick<Clock, 'key' | 'dueAt' | 'doneAt'>,
  { decision, acts_as }: { decision: { requiresNotification: boolean } | null; acts_as: ActsAs },
): boolean {
  const isForNobody =
    key === 'internal_72h' && acts_as === 'controller' && decision?.requiresNotification === false
  return dueAt !== null && doneAt === null && !isForNobody
}

/**
 * A reminder comes a day before the end, or at half of a term shorter than two days. There is none for a clock that ended
 * days ago.
 */
export function dueReminder(
  { dueAt, doneAt }: Clock,
  { detected_at: detectedAt }: { detected_at: Date },
  now: Date,
): 'breach.due_soon' | 'breach.overdue' | undefined {
  if (dueAt === null || doneAt !== null || after(dueAt, 2 * DAY_MS) < now) return undefined
  if (dueAt < now) return 'breach.overdue'
  const term = dueAt.getTime() - detectedAt.getTime()
  return after(dueAt, -Math.min(DAY_MS, term / 2)) <= now ? 'breach.due_soon' : undefined
}
