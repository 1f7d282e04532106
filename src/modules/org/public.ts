import type { ReadCtx } from '#db/context.ts'
import { impossible } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { type EntityRow, entities, findMainEntity } from './repo.ts'

export { type EntityRow, findMainEntity, findMember, listEntities } from './repo.ts'

/** `lockEntity` locks the entity against changes until the act ends. Rows that refer to it can still be written. */
export const { find: findEntity, lockFields: lockEntity } = entities

/** The address for people outside: the DPO's, otherwise the one that the entity publishes for requests. */
export function contactOf(
  entity: Pick<EntityRow, 'dpo_email' | 'arco_public_email'> | undefined,
): string | null {
  return entity?.dpo_email?.trim() || entity?.arco_public_email?.trim() || null
}

/** The legal entity of a query: the named one, otherwise the main one. */
export async function entityAskedFor(ctx: ReadCtx, id: string | undefined): Promise<EntityRow | undefined> {
  if (!id?.trim()) return findMainEntity(ctx)
  return isId(id) ? findEntity(ctx, id) : undefined
}

/** The legal entity of a body, or the main one. A missing or inactive one is refused (422). */
export async function entityToWriteFor(ctx: ReadCtx, id: string | null | undefined): Promise<EntityRow> {
  return active(await entityAskedFor(ctx, id ?? undefined))
}

/**
 * The legal entity of a record, as columns of its row. Empty if the body names none: then a new record gets the main entity
 * from the database, and a change keeps its entity. A missing or inactive one is refused (422).
 */
export async function entityColumn(
  ctx: ReadCtx,
  id: string | null | undefined,
  path = 'legalEntityId',
): Promise<{ legal_entity_id?: string }> {
  return id?.trim() ? { legal_entity_id: await activeEntityId(ctx, id, path) } : {}
}

/** The same for bodies that must name one. A blank counts as missing. */
export async function activeEntityId(ctx: ReadCtx, id: string, path = 'legalEntityId'): Promise<string> {
  return active(isId(id) ? await findEntity(ctx, id) : undefined, path).id
}

function active(entity: EntityRow | undefined, path = 'legalEntityId'): EntityRow {
  if (entity?.is_active) return entity
  throw impossible(
    path,
    entity
      ? `«${entity.name}» está desactivada. Elija una entidad legal activa.`
      : 'La entidad legal indicada no existe en su organización.',
  )
}
