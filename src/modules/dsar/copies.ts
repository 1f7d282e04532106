import { copyable } from '#modules/portfolio/public.ts'
import { widgets } from './widgets/repo.ts'
import { createWidget } from './widgets/service.ts'

/** Settings that belong to the first organisation, its sites and its entity: copies leave them out. */
const OWN = ['allowedOrigins', 'legalEntityId']

/** The texts of a rights form. */
export const WIDGET_COPIES = copyable({
  kind: 'dsar_widget',
  list: (ctx) =>
    widgets
      .select(ctx)
      .select(['id', 'name'])
      .where('is_active', '=', true)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  async read(ctx, id) {
    const row = await widgets.find(ctx, id)
    if (!row) return undefined
    const config = Object.fromEntries(
      Object.entries(row.config as Record<string, unknown>).filter(([field]) => !OWN.includes(field)),
    )
    return { name: row.name, body: { name: row.name, config } }
  },
  make: createWidget,
})
