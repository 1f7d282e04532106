import type { ReadCtx } from '#db/context.ts'
import { readOrganisation } from '#db/organisation.ts'
import type { Organisation } from '#kernel/branding.ts'
import { notFound } from '#kernel/failure.ts'
import { lawToday } from '#kernel/law/wording.ts'
import type { Page } from '#pages/page.ts'
import { choicePage, requestPage } from '../intake/form.ts'
import { formConfig } from '../intake/service.ts'
import { findResponsible } from '../responsible.ts'
import { widgets } from './repo.ts'
import type { PreviewQuery } from './schemas.ts'

/** The form with an editor's unsaved changes. It cannot send anything. */
export async function previewForm(ctx: ReadCtx, id: string, asked: PreviewQuery): Promise<Page> {
  const row = await widgets.find(ctx, id)
  if (!row) throw notFound('el formulario')
  const [responsible, organisation, kept] = await Promise.all([
    findResponsible(ctx, asked.legalEntityId ?? row.legal_entity_id),
    readOrganisation(ctx),
    ctx.db
      .selectFrom('tenants')
      .select('answer_retention_days')
      .where('id', '=', ctx.tenantId)
      .executeTakeFirstOrThrow(),
  ])
  const look = organisation as Organisation
  const form = {
    ...row,
    config: { ...row.config, ...changesOf(asked) },
    responsible,
  }
  const config = formConfig(form, lawToday(ctx))
  const offered = config.rightTypes.filter(({ value }) => value === asked.right)
  const page = (rightTypes: typeof offered) => ({
    config: { ...config, rightTypes },
    organisation: look,
    embeddedBy: [],
    answerDays: kept.answer_retention_days,
    policyUrl: undefined,
  })
  const drawn = offered[0]
    ? requestPage(page(offered), offered[0].value, 'preview')
    : choicePage(page(config.rightTypes))
  // Without its script: previews run none.
  const { script: _script, ...still } = drawn
  return { ...still, mayBeFramed: true }
}

function changesOf({ title, intro, rightTypes, color }: PreviewQuery): Record<string, unknown> {
  return {
    ...(title !== undefined && { title }),
    ...(intro !== undefined && { intro }),
    ...(rightTypes !== undefined && { rightTypes: rightTypes.split(',') }),
    ...(color !== undefined && { theme: color === '' ? null : { color } }),
  }
}
