import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { reading } from '../data.ts'
import { Button } from '../ui/button.tsx'
import css from './frame.module.css'
import { useOrganisation, useServiceUrl } from './organisation.tsx'

const Notices = lazy(() => import('./notices.tsx').then((module) => ({ default: module.Notices })))

const LATEST = { query: { limit: 30 } }

/** The person's notices in this organisation. The service pushes new ones. */
export function Bell() {
  const { slug } = useOrganisation()
  // A mail about several notices links to the open list.
  const [open, setOpen] = useState(() => new URLSearchParams(location.search).get('avisos') === 'si')
  useNews()
  const unread = useQuery(reading(slug, '/notifications', LATEST)).data?.unread ?? 0
  return (
    <span className={css['with']}>
      <Button
        kind="quiet"
        icon
        label={unread === 0 ? 'Avisos' : `Avisos: ${unread} sin leer`}
        onClick={() => setOpen(true)}
      >
        <BellIcon size={18} aria-hidden />
      </Button>
      {unread > 0 && (
        <span className={css['dot']} aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
      {open && (
        <Suspense>
          <Notices latest={LATEST} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}

function useNews(): void {
  const { slug } = useOrganisation()
  const queries = useQueryClient()
  const stream = useServiceUrl()('/notifications/stream')
  useEffect(() => {
    const events = new EventSource(stream)
    const look = () => void queries.invalidateQueries({ queryKey: [slug] })
    events.addEventListener('notification', look)
    return () => events.close()
  }, [stream, slug, queries])
}
