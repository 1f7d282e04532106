import { copyable } from '#modules/portfolio/public.ts'
import { notices } from './notices/repo.ts'
import { createNotice } from './notices/service.ts'
import { contentOf } from './notices/views.ts'
import { templates } from './templates/repo.ts'
import { createTemplate } from './templates/service.ts'

/** Settings of a notice that belong to the organisation's own sites. */
const OF_THE_SITE = ['allowedOrigins', 'privacyPolicyUrl', 'cookiePolicyUrl']

/** Copies a draft without its site: the second organisation has its own. */
export const NOTICE_COPIES = copyable({
  kind: 'consent_notice',
  list: (ctx) =>
    notices
      .select(ctx)
      .select(['id', 'name'])
      .where('status', '<>', 'ARCHIVED')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  async read(ctx, id) {
    const row = await notices.find(ctx, id)
    if (!row) return undefined
    const content = contentOf(row)
    const config = Object.fromEntries(
      Object.entries(content.config ?? {}).filter(([name]) => !OF_THE_SITE.includes(name)),
    )
    return { name: row.name, body: { ...content, domainId: null, config } }
  },
  make: createNotice,
})

/** Copies a form's text and fields, switched off, without the sites that may show it. */
export const FORM_COPIES = copyable({
  kind: 'consent_template',
  list: (ctx) =>
    templates
      .select(ctx)
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  async read(ctx, id) {
    const row = await templates.find(ctx, id)
    if (!row || row.deleted_at) return undefined
    const { name, description, purpose_text: purposeText, fields, require_age, sensitive } = row
    const rules = { requireAge: require_age, sensitive, confirmEmail: row.confirm_email }
    const body = { name, description, purposeText, fields, ...rules }
    // The text may name the first organisation, so nobody may consent to it before it is checked.
    return { name, body: { ...body, isActive: false } }
  },
  make: createTemplate,
})
