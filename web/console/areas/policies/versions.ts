import { useSuspenseQuery } from '@tanstack/react-query'
import { reading } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import type { Kind, Version } from './words.ts'

type Listed = Version & { domainId?: string | null }

/** The versions of one entity, the newest first. */
export function useVersions(kind: Kind, legalEntityId: string): readonly Listed[] {
  const { slug } = useOrganisation()
  const asked = kind === 'privacy' ? ofPrivacy(slug, legalEntityId) : ofCookies(slug, legalEntityId)
  const { data } = useSuspenseQuery<readonly Listed[] | { items: readonly Listed[] }>(asked as never)
  return 'items' in data ? data.items : data
}

const ofPrivacy = (slug: string, legalEntityId: string) =>
  reading(slug, '/privacy-policy/versions', { query: { legalEntityId } })

const ofCookies = (slug: string, legalEntityId: string) =>
  reading(slug, '/cookie-policy/versions', { query: { legalEntityId, limit: 100 } })
