import { after, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'

/** How a third party answers its letter, and when it is reminded (art. 11). */

export const RECIPIENT_STATES = ['pending', 'notified', 'acknowledged', 'declined'] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]

/** Counted from the last letter: long enough for a company that asks its lawyers. */
const KEY_MS = 90 * DAY_MS

export function expiryOf(writtenAt: Date): Date {
  return after(writtenAt, KEY_MS)
}

/** Days after the first letter on which the job reminds. */
export const REMINDER_DAYS = [7, 14] as const

/** How many of those days have passed. */
export function remindersAt(writtenAt: Date, now: Date): number {
  return REMINDER_DAYS.filter((days) => after(writtenAt, days * DAY_MS) <= now).length
}

interface Told {
  email: string | null
  notified_at: Date | null
  mailed_at?: Date | null
  letter_id: string | null
  reminded_at: Date | null
  acknowledged_at: Date | null
  acknowledged_done: boolean | null
}

/** A letter that waits in the queue counts as no notice. */
export function stateOf(row: Told): RecipientState {
  if (row.acknowledged_at !== null) return row.acknowledged_done ? 'acknowledged' : 'declined'
  return row.notified_at !== null || row.mailed_at ? 'notified' : 'pending'
}

/** By hand: at most once a day, only if our letter went out and was not answered. */
export function assertRemindable(row: Told, now: Date): void {
  if (row.acknowledged_at !== null)
    throw new Failure('conflict', 'Este destinatario ya respondió: no hay qué recordarle.')
  if (row.letter_id === null || row.email === null)
    throw new Failure(
      'conflict',
      'A este destinatario no se le ha escrito: la carta sale cuando la solicitud se acoge, a quien tiene correo.',
    )
  if (row.reminded_at !== null && chileanDay(row.reminded_at) === chileanDay(now))
    throw new Failure('conflict', 'Hoy ya se le escribió. Espere hasta mañana.')
}
