import { endOfChileanDay } from '#kernel/business-days.ts'
import { addDays, after, chileanDay, HOUR_MS, isCalendarDate, isInstant, toInstant } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import { pastInstant } from '#kernel/past.ts'
import type { Channel, RightType } from '../rules.ts'

/** The channel of a request, as letters and the history say it. */
export const CHANNEL_WORDS: Readonly<Record<Channel, string>> = {
  phone: 'por teléfono',
  mail: 'por correo electrónico',
  post: 'por carta',
  in_person: 'en persona',
  portal: 'por el portal de privacidad',
  form: 'por un formulario',
}

/** Older requests belong in the import of the former register, which sends no letters. */
export const MOST_DAYS_BACK = 60

/**
 * When the organisation received the request: the legal term runs from there. A date is read as its midday, today as now.
 */
export function receivedAtOf(text: string | null | undefined, now: Date): Date {
  const sent = text?.trim()
  if (!sent) return now
  const isDay = isCalendarDate(sent)
  if (!isDay && !isInstant(sent)) {
    const message = '«receivedAt» es una fecha (2026-12-15) o un instante (2026-12-15T12:00:00Z).'
    throw new Failure('malformed', message, { details: [{ path: 'receivedAt', message }] })
  }
  const today = chileanDay(now)
  if (isDay && sent > today)
    throw impossible('receivedAt', 'La recepción no puede estar en el futuro. Revise la fecha.')
  const at = isDay
    ? after(endOfChileanDay(sent), -12 * HOUR_MS)
    : pastInstant('receivedAt', toInstant(sent), now, 'La recepción')
  if (chileanDay(at) < addDays(today, -MOST_DAYS_BACK))
    throw impossible(
      'receivedAt',
      `La recepción puede ser de hasta ${MOST_DAYS_BACK} días atrás. Las anteriores se importan con su planilla.`,
    )
  return at > now ? now : at
}

/** The date that gives the folio its year. An invalid date is refused later, when the role has been checked. */
export function folioDayOf(text: string | null | undefined, now: Date): Date {
  try {
    return receivedAtOf(text, now)
  } catch {
    return now
  }
}

// ── free requests ──

export const FREE_ARTICLE = `art. 10, ${LAW_NAME}`

/** Rights that may cost something when repeated in a quarter. All other rights are always free. */
const FREE_ONCE: readonly RightType[] = ['ACCESS', 'PORTABILITY']

/**
 * The first day of the quarter in which a request came; null for rights that are always free. The law says «trimestre»
 * without a starting point: the calendar quarter never charges anybody who would be free under the other reading.
 */
export function quarterOf(rightType: RightType, receivedAt: Date): string | null {
  if (!FREE_ONCE.includes(rightType)) return null
  const [year, month] = chileanDay(receivedAt).split('-')
  const first = Math.floor((Number(month) - 1) / 3) * 3 + 1
  return `${year}-${String(first).padStart(2, '0')}-01`
}
