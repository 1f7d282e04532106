import type { Reading } from '#db/context.ts'
import { findEntity, findMainEntity } from '#modules/org/public.ts'

/** Who answers for a request, as the person who made it is told. */
export interface Responsible {
  name: string
  dpoName: string | null
  dpoEmail: string | null
  /** Where the person can write: to the DPO, else to the address the entity publishes for this. */
  contactEmail: string | null
}

/** The entity named, else the main one; an organisation whose entities are all inactive answers in its own name. */
export async function findResponsible(ctx: Reading, legalEntityId: string | null): Promise<Responsible> {
  const named = legalEntityId === null ? undefined : await findEntity(ctx, legalEntityId)
  const entity = named ?? (await findMainEntity(ctx))
  // Forms send a blank for what they do not know.
  const known = (text: string | null) => text?.trim() || null
  if (entity) {
    const [dpoName, dpoEmail] = [known(entity.dpo_name), known(entity.dpo_email)]
    return { name: entity.name, dpoName, dpoEmail, contactEmail: dpoEmail ?? known(entity.arco_public_email) }
  }
  const { name } = await ctx.db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', ctx.tenantId)
    .executeTakeFirstOrThrow()
  return { name, dpoName: null, dpoEmail: null, contactEmail: null }
}
