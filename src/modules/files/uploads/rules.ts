import { DAY_MS } from '#kernel/dates.ts'

/** Files of people without an account. What they send is bounded more tightly than what members do. */

export const UPLOAD_KINDS = ['mandate', 'identity', 'other'] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

export const LARGEST_UPLOAD_BYTES = 10 * 1024 * 1024

/** A file that no record took over is erased then. */
export const UPLOAD_TTL_MS = DAY_MS

/** Of one organisation at a time, so that strangers do not fill its disk. */
export const MOST_WAITING = 200

export const MOST_ATTACHMENTS = 10

/** Papers and pictures of papers: nothing that runs, and nothing that contains other files unseen. */
export const UPLOAD_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const

export function isAccepted(contentType: string): boolean {
  return (UPLOAD_TYPES as readonly string[]).includes(contentType)
}
