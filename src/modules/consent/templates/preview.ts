import { Value } from 'typebox/value'
import type { ReadCtx } from '#db/context.ts'
import { readOrganisation } from '#db/organisation.ts'
import type { Organisation } from '#kernel/branding.ts'
import { impossible } from '#kernel/failure.ts'
import { lawToday } from '#kernel/law/wording.ts'
import type { Module } from '#modules/module.ts'
import type { Page } from '#pages/page.ts'
import { readAsker } from './asker.ts'
import { consentPage } from './form.ts'
import { completeFields, type Field } from './rules.ts'
import { PreviewFields, type PreviewQuery } from './schemas.ts'
import { getTemplate } from './service.ts'

/** The form with an editor's unsaved changes. It cannot send anything. */
export async function previewForm(
  ctx: ReadCtx,
  modules: readonly Module[],
  id: string,
  asked: PreviewQuery,
): Promise<Page> {
  const [row, organisation] = await Promise.all([getTemplate(ctx, id), readOrganisation(ctx)])
  const template = {
    ...row,
    name: asked.name?.trim() || row.name,
    description: asked.description ?? row.description,
    purpose_text: asked.purposeText ?? row.purpose_text,
    fields: asked.fields === undefined ? row.fields : readFields(asked.fields),
    require_age: asked.requireAge ?? row.require_age,
    sensitive: asked.sensitive ?? row.sensitive,
    confirm_email: asked.confirmEmail ?? row.confirm_email,
  }
  const look = organisation as Organisation
  const drawn = consentPage(
    {
      template,
      organisation: look,
      on: lawToday(ctx),
      embeddedBy: [],
      ...(await readAsker(ctx, modules, look, `${ctx.tools.publicUrl}/`)),
    },
    template.form_key,
    'preview',
  )
  // Without its script: previews run none.
  const { script: _script, ...still } = drawn
  return { ...still, mayBeFramed: true }
}

function readFields(sent: string): Field[] {
  const fields = parsed(sent)
  if (!Value.Check(PreviewFields, fields)) throw impossible('fields', 'Los campos no se entienden.')
  return completeFields(fields)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
