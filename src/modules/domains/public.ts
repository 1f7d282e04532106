import type { ReadCtx } from '#db/context.ts'
import { type DomainRow, listDomains, listVerifiedUrls } from './repo.ts'
import { readUrl } from './rules.ts'

export { link as linkActivity } from './links.ts'
export { type DomainRow, findDomain, holdDomain, listDomainsOfActivity } from './repo.ts'
export { type Claim, faultInDns, readClaimsOf } from './verification.ts'

/** The parts of a domain's detail that other modules provide (contract 2.8). */
export interface DomainDetail {
  notices: { id: string; name: string; status: string }[]
  activities: { id: string; activityId: string; name: string; role: string }[]
  policies: { id: string; kind: string; version: number; status: string }[]
}

/** The domains that count in reports and in the consent banner (contract 3.9). */
export function activeDomains(ctx: ReadCtx): Promise<DomainRow[]> {
  return listDomains(ctx, { isActive: true })
}

/** The hosts of the tenant's verified sites. */
export async function verifiedHosts(ctx: Pick<ReadCtx, 'db' | 'tenantId'>): Promise<Set<string>> {
  const urls = await listVerifiedUrls(ctx)
  return new Set(urls.map((url) => readUrl(url)!.host))
}
