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
  const renew = () => setSeen(shown)
  useOnceSaved(slug, renew)
  return { seen, renew }
}

/**
 * What one did a moment ago may not be saved yet when the next part opens: once it is, that part changes the record as
 * it is then.
 */
function useOnceSaved(slug: string, renew: () => void): void {
  const client = useQueryClient()
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
}

/** The same of a row of a list, which says its version itself. */
export function useSeenRow({ etag }: { etag: string }) {
  const [seen, setSeen] = useState(() => inVersion(etag))
  return { seen, renew: () => setSeen(inVersion(etag)) }
}
