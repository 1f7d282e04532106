import type { ReadCtx } from '#db/context.ts'
import { findEntity, findMainEntity } from '#modules/org/public.ts'

/** The entity that answers for a request, as shown to the person who made it. */
export interface Responsible {
  name: string
  taxId: string | null
  dpoName: string | null
  dpoEmail: string | null
  /** Where the person can write: the DPO's address, else the one that the entity publishes for requests. */
  contactEmail: string | null
  address: string | null
}

/** The columns of a legal entity that name who answers. */
interface Answering {
  name: string
  tax_id: string | null
  dpo_name: string | null
  dpo_email: string | null
  arco_public_email: string | null
  postal_address?: string | null
}

/** The given entity, else the main one. If all entities are inactive the organisation answers in its own name. */
export async function findResponsible(
  ctx: ReadCtx,
  legalEntityId: string | null | undefined,
): Promise<Responsible> {
  const [named, main, tenant] = await Promise.all([
    legalEntityId ? findEntity(ctx, legalEntityId) : undefined,
    findMainEntity(ctx),
    ctx.db.selectFrom('tenants').select('name').where('id', '=', ctx.tenantId).executeTakeFirstOrThrow(),
  ])
  return responsibleOf(named ?? main, tenant.name)
}

export function responsibleOf(entity: Answering | undefined, tenantName: string): Responsible {
  if (!entity)
    return { name: tenantName, taxId: null, dpoName: null, dpoEmail: null, contactEmail: null, address: null }
  // Forms send a blank for an unknown field.
  const known = (text: string | null) => text?.trim() || null
  const [dpoName, dpoEmail] = [known(entity.dpo_name), known(entity.dpo_email)]
  return {
    name: entity.name,
    taxId: known(entity.tax_id),
    dpoName,
    dpoEmail,
    contactEmail: dpoEmail ?? known(entity.arco_public_email),
    address: known(entity.postal_address ?? null),
  }
}
