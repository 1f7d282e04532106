import { iso } from '#kernel/dates.ts'
import type { NoticeRow, RecordRow, VersionRow } from './repo.ts'
import type { NoticeContent } from './rules.ts'
import type { Notice, NoticeRecord } from './schemas.ts'

export function noticeView(row: NoticeRow): Notice {
  return {
    id: row.id,
    ...contentOf(row),
    status: row.status,
    version: row.version,
    widgetKey: row.widget_key,
    publishedAt: iso(row.published_at),
    hasUnpublishedChanges: row.content_hash !== row.published_hash,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

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

export function versionView(row: Omit<VersionRow, 'notice_id' | 'content'> & { content: object }) {
  return {
    version: row.version,
    content: row.content as Record<string, unknown>,
    contentHash: row.content_hash,
    publishedBy: row.published_by,
    publishedAt: iso(row.published_at),
  }
}

/** What the receipt is the hash of: whoever holds the record can compute it again. */
export function evidenceOf(row: Omit<RecordRow, 'receipt'>): Omit<NoticeRecord, 'receipt'> {
  return {
    id: row.id,
    noticeId: row.notice_id,
    noticeVersion: row.notice_version,
    contentHash: row.content_hash,
    subjectRef: row.subject_ref,
    decisions: row.decisions,
    action: row.action,
    source: row.source,
    url: row.url,
    userAgent: row.user_agent,
    ipHash: row.ip_hash,
    createdAt: iso(row.created_at),
  }
}

export function recordView(row: RecordRow): NoticeRecord {
  return { ...evidenceOf(row), receipt: row.receipt }
}
