import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useOrganisation } from './frame/organisation.tsx'
import { isStale } from './refusals.ts'
import { asSeen, inVersion } from './service.ts'
import type { Seen } from './ui/form.ts'

/** The version of a record that a person sees. */

/**
 * The version of a record when the part that edits it was opened. The person's own changes renew it. Changes of others do
 * not, so the service refuses to overwrite them.
 */
export function useSeen(path: string | undefined) {
  return useSeenIn(useOrganisation().slug, path)
}

/** The same in the organisation that is named. */
export function useSeenIn(slug: string, path: string | undefined) {
  const shown = () => (path === undefined ? {} : asSeen(slug, path))
  const [seen, setSeen] = useState(shown)
  return { seen, renew: () => setSeen(shown) }
}

/**
 * The version for an act that sends nothing of the record's content. The person's last change may still be saving when the
 * act opens. Once it is saved, the act uses the new version. After a refusal for somebody else's change, the act uses the
 * version that the console read again. A form filled from the record must do neither: it would overwrite what others saved.
 */
export function useSeenByAct(path: string) {
  const { slug } = useOrganisation()
  const client = useQueryClient()
  const { seen, renew } = useSeen(path)
  const readAgain = useEffectEvent(renew)
  useEffect(() => {
    const isSaving = () => client.isMutating({ mutationKey: [slug] }) > 0
    let waits = isSaving()
    return client.getMutationCache().subscribe((event) => {
      const wasRefused =
        event.type === 'updated' && event.action.type === 'error' && isStale(event.action.error)
      const wasSaved = waits && !isSaving()
      if (wasSaved) waits = false
      if (wasSaved || wasRefused) readAgain()
    })
  }, [client, slug])
  return seen
}

/** The version on the screen at the moment of the call, for a button on a page. */
export function useShown(path: string): () => Seen {
  const { slug } = useOrganisation()
  return () => asSeen(slug, path)
}

/** The version of a list row, which carries its own ETag. */
export function useSeenRow({ etag }: { etag: string }) {
  const [seen, setSeen] = useState(() => inVersion(etag))
  return { seen, renew: () => setSeen(inVersion(etag)) }
}
