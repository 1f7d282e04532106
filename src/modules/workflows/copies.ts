import { copyable } from '#modules/portfolio/public.ts'
import { definitions } from './definitions/repo.ts'
import { createDefinition } from './definitions/service.ts'

/** Without webhooks, which have addresses and secrets of the first organisation. */
export const DEFINITION_COPIES = copyable({
  kind: 'workflow_definition',
  list: (ctx) =>
    definitions
      .select(ctx)
      .select(['id', 'name'])
      .where('is_system', '=', false)
      .where('is_active', '=', true)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  async read(ctx, id) {
    const row = await definitions.find(ctx, id)
    if (!row || row.is_system) return undefined
    const { name, description, entity_type: entityType, stages } = row
    return { name, body: { name, description, entityType, stages } }
  },
  make: createDefinition,
})
