import Type from 'typebox'
import { viewOf } from '#http/view.ts'
import type { NoticeRow, RecordRow } from './repo.ts'
import type { NoticeContent } from './rules.ts'
import { Notice, NoticeRecord } from './schemas.ts'

export const noticeView = viewOf<NoticeRow>()(Notice, {
  hasUnpublishedChanges: ({ content_hash, published_hash }) => content_hash !== published_hash,
})

export const recordView = viewOf<RecordRow>()(NoticeRecord, { provenBy: () => 'nobody' as const })

const bare = viewOf<Omit<RecordRow, 'receipt'>>()(Type.Omit(NoticeRecord, ['receipt', 'provenBy']))

/** What the receipt is the hash of: the record as the interface shows it, so that its holder can compute it again. */
export function evidenceOf(row: Omit<RecordRow, 'receipt'>): object {
  // Receipts of before say nothing of how the person was proven.
  return row.proven_by === null ? bare(row) : { ...bare(row), provenBy: row.proven_by }
}

/** What a version keeps. Its hash depends on exactly these fields. */
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
