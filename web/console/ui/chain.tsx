import { useState } from 'react'
import type { Data } from '#client'
import { useRecord } from '../data.ts'
import { useOrganisation } from '../frame/organisation.tsx'
import { messageOf, serviceOf } from '../service.ts'
import { moment } from '../times.ts'
import { Button } from './button.tsx'
import { Notice } from './mark.tsx'
import { Facts } from './page.tsx'

export const headOf = (tenantSlug: string) =>
  ['/public/evidence/{tenantSlug}/heads', { path: { tenantSlug }, query: { limit: 1 } }] as const

/** How far the organisation's chain is sealed. On request, checks the whole chain. */
export function ChainState() {
  const { slug, may } = useOrganisation()
  const { items } = useRecord(...headOf(slug))
  const [head] = items
  const [walk, setWalk] = useState<Walk>()
  const verify = async () => {
    try {
      await walkChain(slug, setWalk)
    } catch (error) {
      setWalk({ fault: messageOf(error) })
    }
  }
  return (
    <>
      <p className="muted">
        Cada acto, decisión, carta, firma y documento publicado queda en una cadena de huellas firmada: si
        alguien cambia o borra uno, se nota, también si lo hace quien administra la base de datos.
      </p>
      {head ? (
        <Facts
          facts={[
            ['Último sello', moment(head.at)],
            ['Anotaciones', head.seq.toLocaleString('es-CL')],
            [
              'Sello de tiempo externo',
              head.stamps[0]
                ? `${head.stamps[0].authority}, ${moment(head.stamps[0].at)}`
                : 'Sin sello externo',
              'whole',
            ],
          ]}
        />
      ) : (
        <p>Todavía no hay sellos: el primero llega menos de un minuto después del primer registro.</p>
      )}
      {may('GET /settings/audit-log/verify') && (
        <div>
          <Button busy={walk !== undefined && 'done' in walk && !walk.last} onClick={() => void verify()}>
            Verificar toda la cadena
          </Button>
        </div>
      )}
      <div aria-live="polite" className="stack">
        {walk && <WalkState walk={walk} />}
      </div>
    </>
  )
}

type Part = Data<'GET /settings/audit-log/verify'>
type Walk = { done: number; of: number; last?: Part } | { fault: string }

/** Checks the chain part by part, as the service returns it. */
async function walkChain(slug: string, show: (walk: Walk) => void): Promise<void> {
  let from: number | undefined
  show({ done: 0, of: 1 })
  for (;;) {
    const part = await serviceOf(slug).get('/settings/audit-log/verify', { query: from ? { from } : {} })
    const { next, checkedTo, entries, valid } = part
    if (next === null || !valid) return show({ done: checkedTo, of: entries, last: part })
    show({ done: checkedTo, of: entries })
    from = next
  }
}

function WalkState({ walk }: { walk: Walk }) {
  if ('fault' in walk) return <Notice tone="danger">{walk.fault}</Notice>
  const { done, of, last } = walk
  if (!last)
    return <progress max={of} value={done} aria-label="Avance de la verificación" style={{ width: '100%' }} />
  if (last.firstBroken)
    return (
      <Notice tone="danger">
        <p>
          La cadena está alterada
          {last.firstBroken.seq !== null && ` desde la anotación ${last.firstBroken.seq}`}:{' '}
          {last.firstBroken.message}
        </p>
      </Notice>
    )
  return (
    <Notice tone="ok">
      <p>
        Íntegra: {last.entries.toLocaleString('es-CL')} {last.entries === 1 ? 'anotación' : 'anotaciones'}
        {last.erased > 0 && `, ${last.erased} con su contenido borrado por ley`}
        {last.archived > 0 && `, ${last.archived} en meses archivados`}
        {last.waiting > 0 && `, y ${last.waiting} por sellar`}.
      </p>
    </Notice>
  )
}
