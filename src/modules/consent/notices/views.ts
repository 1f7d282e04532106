import Type from 'typebox'
import type { Tools } from '#db/context.ts'
import { viewOf } from '#http/view.ts'
import { embedCodeOf, pinnedCodeOf } from '#pages/embed.ts'
import type { Proof } from '../rules.ts'
import type { NoticeRow, RecordRow } from './repo.ts'
import type { NoticeContent } from './rules.ts'
import { Notice, NoticeRecord } from './schemas.ts'

/** The code for a site. The tag names the organisation's own list of hosts, so they are blocked from the first line on. */
const tagOf = ({ widget_key, purposes }: NoticeRow) =>
  widget_key && {
    name: 'banner.js' as const,
    query: `key=${widget_key}`,
    options: { key: widget_key, ...(hostsOf(purposes) && { hosts: hostsOf(purposes) }) },
  }

/** Keys are free text: a space or a sign in one would break the attribute. */
function hostsOf(purposes: NoticeContent['purposes']): string {
  return purposes
    .flatMap(({ key, hosts }) => (hosts ?? []).map((host) => `${host}=${encodeURIComponent(key)}`))
    .join(' ')
}

export const noticeView = viewOf<NoticeRow, [tools: Tools]>()(Notice, {
  hasUnpublishedChanges: ({ content_hash, published_hash }) => content_hash !== published_hash,
  embedCode: (row, { publicUrl }) => embedCodeOf(publicUrl, tagOf(row)),
  embedCodePinned: (row, { publicUrl }) => pinnedCodeOf(publicUrl, tagOf(row)),
  pageUrl: ({ widget_key }, { publicUrl }) => widget_key && `${publicUrl}/w/preview/${widget_key}`,
})

/** Absent and not null: older receipts were made without these fields. */
const added = {
  signal: ({ signal }: Pick<RecordRow, 'signal'>) => signal ?? undefined,
  language: ({ language }: Pick<RecordRow, 'language'>) => language ?? undefined,
  isEffective: ({ is_effective }: Pick<RecordRow, 'is_effective'>) => (is_effective ? undefined : false),
}

export const recordView = viewOf<RecordRow>()(NoticeRecord, { ...added, provenBy: proofOf })

const bare = viewOf<Omit<RecordRow, 'receipt'>>()(Type.Omit(NoticeRecord, ['receipt', 'provenBy']), added)

/** The record that the receipt is the hash of, as the interface shows it, so its holder can recompute the hash. */
export function evidenceOf(row: Omit<RecordRow, 'receipt'>): object {
  // Older receipts do not cover how the person was proven.
  if (row.proven_by === null) return bare(row)
  return { ...bare(row), provenBy: row.proven_by }
}

export function proofOf({ proven_by }: Pick<RecordRow, 'proven_by'>): Proof {
  return (proven_by as Proof | null) ?? 'nobody'
}

/** The content of a version. Its hash depends on exactly these fields. */
export function contentOf(row: NoticeRow): NoticeContent {
  return {
    name: row.name,
    title: row.title,
    description: row.description,
    language: row.language,
    domainId: row.domain_id,
    purposes: row.purposes,
    config: row.config,
  }
}
