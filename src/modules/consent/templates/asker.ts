import type { ReadCtx } from '#db/context.ts'
import type { Module } from '#modules/module.ts'
import { contactOf, findMainEntity } from '#modules/org/public.ts'
import type { Asking } from './form.ts'

/**
 * The entity that asks for consent, how to reach it, and its policy. `root` is the relative path to the root of the service.
 */
export async function readAsker(
  ctx: ReadCtx,
  modules: readonly Pick<Module, 'hasPrivacyPolicy'>[],
  { slug, name }: { slug: string; name: string },
  root: string,
): Promise<Pick<Asking, 'responsible' | 'links'>> {
  const entity = await findMainEntity(ctx)
  const asked = modules.map(({ hasPrivacyPolicy }) => entity && hasPrivacyPolicy?.(ctx, entity.id))
  const hasPolicy = (await Promise.all(asked)).includes(true)
  return {
    responsible: {
      name: entity?.name ?? name,
      taxId: entity?.tax_id?.trim() || null,
      contactEmail: contactOf(entity),
    },
    links: { policy: hasPolicy ? `${root}politica/${slug}` : undefined, rights: `${root}p/${slug}` },
  }
}
