import type { Selectable, SelectType } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { json } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { viewOf } from '#http/view.ts'
import type { Page } from '#kernel/paging.ts'
import { VERSIONS, Version, type VersionsQuery } from './schemas.ts'

/** The content that a person was shown, which a record of consent refers to. */
export interface Shown<Content> {
  version: number
  content: Content
  contentHash: string
}

type VersionTable = 'consent_notice_versions' | 'consent_template_versions'
type ContentOf<Name extends VersionTable> = SelectType<Tables[Name]['content']>
type Row = Omit<Selectable<Tables['consent_notice_versions']>, 'notice_id'>

interface Versions<Content> {
  /** A version is written once and never changes. */
  keep(ctx: WriteCtx, ownerId: string, shown: Shown<Content>): Promise<void>
  find(ctx: ReadCtx, ownerId: string, version: number): Promise<Shown<Content> | undefined>
  page(ctx: ReadCtx, ownerId: string, query: VersionsQuery): Promise<Page<Row>>
}

/** The versions of notices or of forms. Both tables have the same columns except for the owner's id. */
export function versionsOf<Name extends VersionTable>(
  table: Name,
  owner: Exclude<keyof Tables[Name], keyof Row> & string,
): Versions<ContentOf<Name>> {
  // The query builder cannot check a variable table name. It checks one of the two tables for both.
  const ownerId = owner as 'notice_id'
  const versionsBy = ({ db, tenantId }: ReadCtx, id: string) =>
    db
      .selectFrom(table as 'consent_notice_versions')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where(ownerId, '=', id)

  const versions: Versions<ContentOf<'consent_notice_versions'>> = {
    async keep({ db, tenantId, actor, now }, id, { version, content, contentHash }) {
      const row = {
        tenant_id: tenantId,
        [ownerId as 'notice_id']: id,
        version,
        content: json(content),
        content_hash: contentHash,
        published_by: actor.id ?? null,
        published_at: now,
      }
      await db
        .insertInto(table as 'consent_notice_versions')
        .values(row)
        .execute()
    },
    async find(ctx, id, version) {
      const row = await versionsBy(ctx, id).where('version', '=', version).executeTakeFirst()
      return row && { version, content: row.content, contentHash: row.content_hash }
    },
    page: (ctx, id, query) => listPage(ctx, VERSIONS, versionsBy(ctx, id), { ...query, [owner]: id }),
  }
  return versions as unknown as Versions<ContentOf<Name>>
}

const versionView = viewOf<Row>()(Version, { content: ({ content }) => ({ ...content }) })

export function versionList({ rows, ...page }: Page<Row>) {
  return { items: rows.map(versionView), ...page }
}
