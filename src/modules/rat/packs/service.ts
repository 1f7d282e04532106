import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import type { MaybePage } from '#http/schema-kit.ts'
import { found } from '#kernel/failure.ts'
import { pageOrAll } from '#kernel/paging.ts'
import { newDraft } from '../activities/fields.ts'
import { activities } from '../activities/repo.ts'
import { insertDrafts } from '../activities/service.ts'
import { findTemplate } from '../assistant/catalogue.ts'
import { draftOf } from '../assistant/draft.ts'
import { PACKS } from '../knowledge/packs.ts'

const VIEWS = PACKS.map(({ key, name, about, templateIds }) => ({
  key,
  name,
  about,
  templateIds: [...templateIds],
  templates: templateIds.map((id) => ({ id, name: findTemplate(id)!.name })),
}))

export async function listPacks(query: MaybePage) {
  const { shown, pagination } = pageOrAll(VIEWS, query)
  return { items: shown, pagination }
}

/** Adds drafts of the missing activities: repeated, concurrent or overlapping packs create nothing twice. */
export async function applyPack(ctx: WriteCtx, key: string) {
  const { templateIds } = found(
    PACKS.find((pack) => pack.key === key),
    'el paquete',
  )
  await sql`select pg_advisory_xact_lock(hashtextextended(${`packs of ${ctx.tenantId}`}, 4))`.execute(ctx.db)
  const kept = await activities
    .select(ctx)
    .select('template_id')
    .distinct()
    .where('template_id', 'in', templateIds)
    .execute()
  const known = new Set(kept.map(({ template_id }) => template_id))
  const missing = templateIds.filter((id) => !known.has(id))
  const drafts = missing.map((id) => ({ ...newDraft(ctx, draftOf(findTemplate(id)!)), template_id: id }))
  const rows = drafts.length === 0 ? [] : await insertDrafts(ctx, drafts)
  await audit(ctx, {
    action: 'apply',
    entityType: 'rat_pack',
    entityId: key,
    after: { created: rows.length },
  })
  return {
    key,
    created: rows.map(({ id, name, template_id }) => ({ id, name, templateId: template_id! })),
    skipped: templateIds.filter((id) => known.has(id)),
  }
}
