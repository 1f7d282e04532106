import { after, DAY_MS, iso } from '#kernel/dates.ts'
import type { Gathered } from './gathering.ts'
import type { PackageRow } from './repo.ts'
import type { AnswerPackage, PackageSources } from './schemas.ts'

export function packageView(row: PackageRow, answerDays: number): AnswerPackage {
  const isReady = row.status === 'ready'
  return {
    id: row.id,
    status: row.status,
    progress: row.progress,
    contents: row.contents,
    size: row.size_bytes,
    sha256: row.sha256,
    builtAt: iso(row.built_at),
    builtBy: row.built_by_name,
    createdAt: iso(row.created_at),
    note: row.note,
    error: row.error,
    redactions: row.redactions.map(({ by: _, ...one }) => one),
    keptUntil: isReady ? iso(after(row.sent_at ?? row.built_at!, answerDays * DAY_MS)) : null,
    delivery:
      row.sent_at === null
        ? null
        : {
            sentAt: iso(row.sent_at),
            to: row.sent_to!,
            expiresAt: iso(row.expires_at!),
            downloads: row.downloads,
            lastDownloadAt: iso(row.last_download_at),
            openedAt: iso(row.opened_at),
            revokedAt: iso(row.revoked_at),
          },
    downloadUrl: isReady ? `/api/v1/dsar/requests/${row.request_id}/package/file` : null,
  }
}

/** `columns`: by file, the names at the beginning of each set of rows. */
export function sourcesView(
  { tasks, files }: Gathered,
  columns: ReadonlyMap<string, string[] | null>,
  hasPackage: boolean,
): PackageSources {
  const fileView = ({ id, name, content_type, size_bytes }: Gathered['files'][number]) => ({
    id,
    name,
    contentType: content_type,
    size: size_bytes,
    columns: columns.get(id) ?? null,
  })
  return {
    tasks: tasks.map((task) => ({
      id: task.id,
      systemName: task.system_name,
      status: task.status,
      outcome: task.outcome,
      doneAt: iso(task.done_at),
      files: task.files.map(fileView),
    })),
    files: files.map(fileView),
    hasPackage,
  }
}
