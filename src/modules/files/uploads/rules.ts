import { DAY_MS, HOUR_MS } from '#kernel/dates.ts'

/** Files of people without an account. What they send is bounded more tightly than what members do. */

export const UPLOAD_KINDS = ['mandate', 'identity', 'other'] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

/** With what staff scans of a letter. */
export const FILE_KINDS = [...UPLOAD_KINDS, 'scan'] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const LARGEST_UPLOAD_BYTES = 10 * 1024 * 1024

/** A key without its file ends then, and so does a file that came with a form which was refused. */
export const KEY_TTL_MS = HOUR_MS

/** A file that no record took over is erased then. */
export const UPLOAD_TTL_MS = DAY_MS

/** Of one organisation at a time, so that strangers do not fill its disk. */
export const MOST_WAITING = 200

/** Of those, from one network: one place must not take the room of everybody else. */
export const MOST_WAITING_OF_NETWORK = 20

/** What one network sends to an organisation in a day, also with requests: two that are as full as can be. */
export const MOST_BYTES_OF_NETWORK = 200 * 1024 * 1024

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

/** What a system exports, from those whom the organisation asked for it: text and spreadsheets, which run nothing either. */
export const DATA_TYPES = [
  ...UPLOAD_TYPES,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
  'application/json',
  'text/plain',
] as const

export function isAccepted(contentType: string, takesData: boolean): boolean {
  const types: readonly string[] = takesData ? DATA_TYPES : UPLOAD_TYPES
  return types.includes(contentType)
}
