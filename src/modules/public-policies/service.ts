import { assertShown, type TenantAccess } from '#db/access.ts'
import type { ReadCtx } from '#db/context.ts'
import { LANGUAGES, type Language } from '#documents/languages.ts'
import type { PolicyDocument } from '#documents/sections.ts'
import { iso } from '#kernel/dates.ts'
import { notFound } from '#kernel/failure.ts'
import * as cookiePolicies from '#modules/cookie-policy/public.ts'
import * as privacyPolicies from '#modules/privacy-policy/public.ts'
import type { CookiesQuery, PublishedPolicy } from './schemas.ts'

const READER = { type: 'public', id: undefined, name: undefined, role: undefined } as const

export function readPrivacyPolicy(access: TenantAccess, slug: string, query: Omit<CookiesQuery, 'domainId'>) {
  return read(access, slug, query.language, async (ctx, language) => {
    const found = await privacyPolicies.findPublishedDocument(ctx, query.legalEntityId, language)
    return found && view(found)
  })
}

export function readCookiePolicy(
  access: TenantAccess,
  slug: string,
  { language: asked, ...scope }: CookiesQuery,
) {
  return read(access, slug, asked, async (ctx, language) => {
    const found = await cookiePolicies.findPublishedDocument(ctx, scope, language)
    return found && { ...view(found), cookies: found.row.cookies }
  })
}

/** An organisation that does not exist and one that published nothing answer the same. */
async function read<T>(
  access: TenantAccess,
  slug: string,
  asked: string | undefined,
  find: (ctx: ReadCtx, language: Language | undefined) => Promise<T | undefined>,
): Promise<T> {
  const language = LANGUAGES.find((one) => one === asked)
  const known = !asked || language !== undefined
  const found = await access.asSystem('find the tenant whose policy is read', async (db, enter) => {
    const tenant = await db
      .selectFrom('tenants')
      .select(['id', 'plan', 'suspended_at'])
      .where('slug', '=', slug)
      .executeTakeFirst()
    if (tenant) assertShown(tenant.suspended_at)
    return tenant && known ? find(await enter(tenant, READER), language) : undefined
  })
  if (!found) throw notFound('una política publicada')
  return found
}

interface PublishedRow {
  version: number
  law_version: string
  language: Language
  published_at: Date | null
  legal_entity_id: string
  entity_name: string
}

function view({
  row,
  document,
  languages,
}: {
  row: PublishedRow
  document: PolicyDocument
  languages: Language[]
}): PublishedPolicy {
  return {
    ...document,
    version: row.version,
    lawVersion: row.law_version,
    language: row.language,
    languages,
    publishedAt: iso(row.published_at!),
    legalEntity: { id: row.legal_entity_id, name: row.entity_name },
  }
}
