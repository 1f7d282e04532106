import { DAY_MS, HOUR_MS } from '#kernel/dates.ts'

/** Files of people without an account. Their limits are tighter than those of members. */

export const UPLOAD_KINDS = ['mandate', 'identity', 'other'] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

/** With scans of letters by the staff. */
export const FILE_KINDS = [...UPLOAD_KINDS, 'scan'] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const LARGEST_UPLOAD_BYTES = 10 * 1024 * 1024

/** Lifetime of a key without its file, and of a file that came with a refused form. */
export const KEY_TTL_MS = HOUR_MS

/** Lifetime of a file that no record took over. */
export const UPLOAD_TTL_MS = DAY_MS

/** Waiting files of one organisation, so that strangers do not fill its disk. */
export const MOST_WAITING = 200

/** Waiting files from one network, so that one sender does not take all the room. */
export const MOST_WAITING_OF_NETWORK = 20

/** Bytes from one network to an organisation in a day, also with requests: enough for two requests of the largest size. */
export const MOST_BYTES_OF_NETWORK = 200 * 1024 * 1024

export const MOST_ATTACHMENTS = 10

/** Papers and pictures of papers. These formats run nothing and hide no other files. */
export const UPLOAD_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const

/** Exports of systems, for people whom the organisation asked for data: text and spreadsheets, which run nothing either. */
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
