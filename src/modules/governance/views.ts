import { iso } from '#kernel/dates.ts'
import type { ReportRow } from './repo.ts'
import type { Report } from './schemas.ts'

export function reportView(row: ReportRow): Report {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    status: row.status,
    progress: row.progress,
    score: row.score,
    level: row.level,
    contentType: row.content_type,
    fileName: row.file_name,
    error: row.error,
    createdBy: row.created_by,
    createdAt: iso(row.created_at),
    completedAt: iso(row.completed_at),
  }
}
