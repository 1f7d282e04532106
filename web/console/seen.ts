import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useOrganisation } from './frame/organisation.tsx'
import { asSeen, inVersion } from './service.ts'

/** Which version of a record a person has before their eyes. */

/**
 * The version of a record when the part that changes it was opened: one's own changes renew it, what others save
 * meanwhile does not.
 */
export function useSeen(path: string | undefined) {
  const { slug } = useOrganisation()
  const shown = () => (path === undefined ? {} : asSeen(slug, path))
  const [seen, setSeen] = useState(shown)
  return { seen, renew: () => setSeen(shown) }
}

/**
 * The same for an act that repeats nothing of what the record says. What one did a moment ago may not be saved yet when it
 * opens: once it is, the act is about the record as it is then. A form that was filled with the record does not take over
 * what others saved meanwhile.
 */
export function useSeenByAct(path: string) {
  const { slug } = useOrganisation()
  const client = useQueryClient()
  const { seen, renew } = useSeen(path)
  const saved = useEffectEvent(renew)
  useEffect(() => {
    const isSaving = () => client.isMutating({ mutationKey: [slug] }) > 0
    if (!isSaving()) return
    const stop = client.getMutationCache().subscribe(() => {
      if (isSaving()) return
      stop()
      saved()
    })
    return stop
  }, [client, slug])
  return seen
}

/** The same of a row of a list, which says its version itself. */
export function useSeenRow({ etag }: { etag: string }) {
  const [seen, setSeen] = useState(() => inVersion(etag))
  return { seen, renew: () => setSeen(inVersion(etag)) }
}
