import type { Reading } from '#db/context.ts'
import { type DomainRow, listDomains } from './repo.ts'

export { linkDomain as linkActivity } from './links.ts'
export { type DomainRow, findDomain, listDomains, listDomainsOfActivity, listLinks } from './repo.ts'

/** Those that count in reports and in the consent banner (contract 3.9). */
export function activeDomains(ctx: Reading): Promise<DomainRow[]> {
  return listDomains(ctx, { isActive: true })
}
