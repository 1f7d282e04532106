import { Link } from '@tanstack/react-router'
import { counted } from '../../amounts.ts'
import { useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { ago } from '../../times.ts'
import { Panel } from '../../ui/page.tsx'
import { sinceYesterday } from './first.ts'
import { alike, deedOf, doerOf, placeOfAct } from './words.ts'

const SHOWN = 8

/** What people did since yesterday. */
export function News() {
  const { items, pagination } = useRecord('/activity', sinceYesterday())
  const at = useAt()
  const groups = alike(items)
  const hidden = pagination.total - groups.slice(0, SHOWN).reduce((sum, [, count]) => sum + count, 0)
  return (
    <Panel title="Desde ayer">
      {items.length === 0 && <p className="muted">Nada cambió en las últimas 24 horas.</p>}
      <ul className="stack plain">
        {groups.slice(0, SHOWN).map(([act, count]) => {
          const place = placeOfAct(act)
          return (
            <li key={act.id} className="stack tight">
              {place ? <Link {...at(place)}>{deedOf(act)}</Link> : <span>{deedOf(act)}</span>}
              <span className="hint">
                {doerOf(act)} · {ago(act.createdAt)}
                {count > 1 && ` · ${count} veces, la última`}
              </span>
            </li>
          )
        })}
      </ul>
      {hidden > 0 && <p className="hint">Y {counted(hidden, 'cambio más', 'cambios más')}.</p>}
    </Panel>
  )
}
