import type { ReadCtx } from '#db/context.ts'
import { impossible } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { type EntityRow, entities, findMainEntity } from './repo.ts'

export { type EntityRow, findMainEntity, findMember, listEntities } from './repo.ts'

/** `lockEntity` holds the entity against changes until the act ends; rows that refer to it may still be written. */
export const { find: findEntity, lockFields: lockEntity } = entities

/** The legal entity that a query means: the main one unless it names another. */
export async function entityAskedFor(ctx: ReadCtx, id: string | undefined): Promise<EntityRow | undefined> {
  if (!id?.trim()) return findMainEntity(ctx)
  return isId(id) ? findEntity(ctx, id) : undefined
}

/** The legal entity that a body means; one that does not exist is impossible (422). */
export async function entityToWriteFor(ctx: ReadCtx, id: string | null | undefined): Promise<EntityRow> {
  const entity = await entityAskedFor(ctx, id ?? undefined)
  if (entity) return entity
  throw impossible('legalEntityId', 'La entidad legal indicada no existe en su organización.')
}
