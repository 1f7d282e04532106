import { assertShown, type TenantAccess } from '#db/access.ts'
import type { ReadCtx } from '#db/context.ts'
import { LANGUAGES, type Language } from '#documents/languages.ts'
import { compare, type PolicyDocument, type SectionDifference } from '#documents/sections.ts'
import type { Organisation } from '#kernel/branding.ts'
import { iso } from '#kernel/dates.ts'
import { notFound } from '#kernel/failure.ts'
import { listPublishedNotices } from '#modules/consent/public.ts'
import * as cookiePolicies from '#modules/cookie-policy/public.ts'
import { activeDomains } from '#modules/domains/public.ts'
import * as privacyPolicies from '#modules/privacy-policy/public.ts'
import type { CookiesQuery, PageQuery, PublishedPolicy } from './schemas.ts'

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

// ── as pages ──

export interface PolicyToShow {
  organisation: Organisation
  policy: PublishedPolicy
  /** All published versions, newest first. */
  versions: { version: number; publishedAt: string }[]
  /** Sites with a notice, where people change their decision about cookies. */
  sites?: readonly string[]
  /** The changes since the version before, if requested. */
  changes?: { since: number; sections: SectionDifference[]; intro: { before: string; after: string } }
}

const PRIVACY = {
  sectionKeys: privacyPolicies.SECTION_KEYS,
  listVersions: privacyPolicies.listPublishedVersions,
}
const COOKIES = {
  sectionKeys: cookiePolicies.SECTION_KEYS,
  listVersions: cookiePolicies.listPublishedVersions,
  listSites,
}

export const showPrivacyPolicy = (access: TenantAccess, slug: string, query: PageQuery) =>
  show(access, slug, query, PRIVACY, (ctx, language) =>
    privacyPolicies.findPublishedDocument(ctx, query.legalEntityId, language),
  )

export const showCookiePolicy = (access: TenantAccess, slug: string, query: PageQuery) =>
  show(access, slug, query, COOKIES, (ctx, language) =>
    cookiePolicies.findPublishedDocument(ctx, query, language),
  )

/** Sites of this policy that show a notice. */
async function listSites(ctx: ReadCtx, { legal_entity_id, domain_id }: PublishedRow): Promise<string[]> {
  const [domains, notices] = await Promise.all([activeDomains(ctx), listPublishedNotices(ctx)])
  const [named, isEverywhere] = [
    new Set(notices.map(({ domainId }) => domainId)),
    notices.some(({ domainId }) => domainId === null),
  ]
  return domains
    .filter((one) => one.legal_entity_id === legal_entity_id && one.environment === 'PRODUCTION')
    .filter(({ id }) => (!domain_id || id === domain_id) && (isEverywhere || named.has(id)))
    .map(({ url }) => url)
    .slice(0, MOST_SITES)
}

const MOST_SITES = 10

interface Found<Row extends PublishedRow> {
  row: Row
  document: PolicyDocument
  languages: Language[]
}

interface Kind<Row extends PublishedRow> {
  sectionKeys: readonly string[]
  listVersions(ctx: ReadCtx, row: Row): Promise<{ row: Row; document: PolicyDocument }[]>
  listSites?(ctx: ReadCtx, row: Row): Promise<string[]>
}

function show<Row extends PublishedRow>(
  access: TenantAccess,
  slug: string,
  query: PageQuery,
  kind: Kind<Row>,
  find: (ctx: ReadCtx, language: Language | undefined) => Promise<Found<Row> | undefined>,
): Promise<PolicyToShow> {
  return read(access, slug, query.language, async (ctx, language, organisation) => {
    const current = await find(ctx, language)
    if (!current) return undefined
    const all = await kind.listVersions(ctx, current.row)
    const at = all.findIndex(({ row }) => row.version === (query.version ?? current.row.version))
    const chosen = all[at]
    if (!chosen) return undefined
    const before = query.changes ? all[at + 1] : undefined
    const sites = await kind.listSites?.(ctx, current.row)
    return {
      organisation,
      ...(sites && { sites }),
      policy: view({ ...chosen, languages: current.languages }),
      versions: all.map(({ row }) => ({ version: row.version, publishedAt: iso(row.published_at!) })),
      ...(before && {
        changes: {
          since: before.row.version,
          sections: compare(kind.sectionKeys, before.document, chosen.document),
          intro: { before: before.document.intro, after: chosen.document.intro },
        },
      }),
    }
  })
}

/** Unknown organisations and those without publications answer the same. */
async function read<T>(
  access: TenantAccess,
  slug: string,
  asked: string | undefined,
  find: (ctx: ReadCtx, language: Language | undefined, organisation: Organisation) => Promise<T | undefined>,
): Promise<T> {
  const language = LANGUAGES.find((one) => one === asked)
  const known = !asked || language !== undefined
  const found = await access.asSystem('find the tenant whose policy is read', async (db, enter) => {
    const tenant = await db
      .selectFrom('tenants')
      .select(['id', 'plan', 'suspended_at', 'name', 'slug', 'branding'])
      .where('slug', '=', slug)
      .executeTakeFirst()
    if (tenant) assertShown(tenant.suspended_at)
    return tenant && known
      ? find(await enter(tenant, READER, { readsOnly: true }), language, tenant)
      : undefined
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
  /** Set for a policy of one site. */
  domain_id?: string | null
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
