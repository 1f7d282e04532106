import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useOrganisation } from './frame/organisation.tsx'
import { asSeen, inVersion } from './service.ts'

/** The version of a record that a person sees. */

/**
 * The version of a record when the part that edits it was opened. The person's own changes renew it. Changes of others do
 * not, so the service refuses to overwrite them.
 */
export function useSeen(path: string | undefined) {
  const { slug } = useOrganisation()
  const shown = () => (path === undefined ? {} : asSeen(slug, path))
  const [seen, setSeen] = useState(shown)
  return { seen, renew: () => setSeen(shown) }
}

/**
 * The version for an act that sends nothing of the record's content. The person's last change may still be saving when the
 * act opens. Once it is saved, the act uses the new version. A form filled from the record must not do that: it would take
 * over what others saved meanwhile.
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

/** The version of a list row, which carries its own ETag. */
export function useSeenRow({ etag }: { etag: string }) {
  const [seen, setSeen] = useState(() => inVersion(etag))
  return { seen, renew: () => setSeen(inVersion(etag)) }
}
