import type { ReadCtx } from '#db/context.ts'
import { impossible } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { type EntityRow, entities, findMainEntity } from './repo.ts'

export { type EntityRow, findMainEntity, findMember, listEntities } from './repo.ts'

/** `lockEntity` holds the entity against changes until the act ends; rows that refer to it may still be written. */
export const { find: findEntity, lockFields: lockEntity } = entities

/** Where somebody outside can write to: the DPO, else the address that the entity publishes for this. */
export function contactOf(
  entity: Pick<EntityRow, 'dpo_email' | 'arco_public_email'> | undefined,
): string | null {
  return entity?.dpo_email?.trim() || entity?.arco_public_email?.trim() || null
}

/** The legal entity that a query means: the main one unless it names another. */
export async function entityAskedFor(ctx: ReadCtx, id: string | undefined): Promise<EntityRow | undefined> {
  if (!id?.trim()) return findMainEntity(ctx)
  return isId(id) ? findEntity(ctx, id) : undefined
}

/** The legal entity that a body means; one that does not exist or is no longer active is impossible (422). */
export async function entityToWriteFor(ctx: ReadCtx, id: string | null | undefined): Promise<EntityRow> {
  return active(await entityAskedFor(ctx, id ?? undefined))
}

/**
 * The legal entity that a record is written for, as columns of its row: none when the body names none, so that the
 * database gives a new record the main entity and a change leaves it alone. One that is not there or no longer active is
 * impossible (422).
 */
export async function entityColumn(
  ctx: ReadCtx,
  id: string | null | undefined,
  path = 'legalEntityId',
): Promise<{ legal_entity_id?: string }> {
  return id?.trim() ? { legal_entity_id: await activeEntityId(ctx, id, path) } : {}
}

/** The same where the body has to name one: blanks name none. */
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
