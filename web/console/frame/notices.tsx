import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Data } from '#client'
import { reading, useAct } from '../data.ts'
import { inRecord } from '../shown-at-once.ts'
import { ago } from '../times.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Mark } from '../ui/mark.tsx'
import { areaAt } from './areas.ts'
import { useOrganisation } from './organisation.tsx'

type Notifications = Data<'GET /notifications'>
type Read = { ids: string[] } | { all: true }

function afterReading(shown: Notifications, read: Read): Notifications {
  const readAt = new Date().toISOString()
  const isRead = ({ id }: { id: string }) => 'all' in read || read.ids.includes(id)
  const items = shown.items.map((item) => (item.readAt === null && isRead(item) ? { ...item, readAt } : item))
  const fewer = shown.items.filter((item) => item.readAt === null && isRead(item)).length
  return { ...shown, items, unread: 'all' in read ? 0 : shown.unread - fewer }
}

/** The latest notices, with what was read. */
export function Notices({ latest, onClose }: { latest: { query: { limit: number } }; onClose: () => void }) {
  const { slug } = useOrganisation()
  const navigate = useNavigate()
  const { data } = useQuery(reading(slug, '/notifications', latest))
  const read = useAct((service, body: Read) => service.post('/notifications/read', { body }), {
    atOnce: [inRecord('/notifications', afterReading)],
  })
  const items = data?.items ?? []
  return (
    <Dialog title="Avisos" onClose={onClose}>
      {items.length === 0 && (
        <p className="muted">Aquí le avisamos de lo que llega, lo que vence y lo que espera su decisión.</p>
      )}
      {items.some(({ readAt }) => readAt === null) && (
        <div>
          <Button onClick={() => read.mutate({ all: true })} busy={read.isPending}>
            Marcar todos como leídos
          </Button>
        </div>
      )}
      <ul className="stack plain">
        {items.map(({ id, title, text, url, createdAt, readAt, urgent }) => (
          <li key={id} className="stack tight">
            <span className="row">
              {areaAt(url) ? (
                <a
                  href={url}
                  className={readAt === null ? 'strong' : ''}
                  onClick={(event) => {
                    event.preventDefault()
                    if (readAt === null) read.mutate({ ids: [id] })
                    onClose()
                    void navigate({
                      href: new URL(url, location.href).pathname.replace(/^.*(?=\/organizacion\/)/, ''),
                    } as never)
                  }}
                >
                  {title}
                </a>
              ) : (
                <span className={readAt === null ? 'strong' : ''}>{title}</span>
              )}
              {readAt === null && <Mark tone="info">Nuevo</Mark>}
              {urgent && <Mark tone="warn">Corre un plazo</Mark>}
            </span>
            <span>{text}</span>
            <span className="hint">{ago(createdAt)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
