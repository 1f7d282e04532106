import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import css from './dsar.module.css'
import { RIGHTS, STATES } from './words.ts'

const number = (value: number) => value.toLocaleString('es-CL', { maximumFractionDigits: 1 })

/** Figures about the requests, with links to the requests behind them. */
export function RequestStats() {
  const at = useAt()
  const stats = useRecord('/dsar/stats')
  const closed = stats.total - stats.open
  return (
    <Page
      title="Estadísticas de solicitudes"
      about="De todas las solicitudes registradas. Los plazos son los de la ley (art. 11)."
      back={{ ...at('solicitudes'), children: 'Solicitudes' }}
    >
      {stats.total === 0 ? (
        <Empty title="Aún no hay nada que contar">Cuando llegue la primera solicitud, la verá aquí.</Empty>
      ) : (
        <>
          <div className={css['tiles']}>
            <Tile figure={number(stats.open)} label="En curso" to={at('solicitudes')} />
            <Tile
              figure={number(stats.overdue)}
              label="Vencidas"
              tone={stats.overdue > 0 ? 'danger' : 'ok'}
              to={at('solicitudes', { cola: 'vencidas' })}
            />
            <Tile
              figure={number(stats.dueSoon)}
              label="Vencen en 7 días"
              tone={stats.dueSoon > 0 ? 'warn' : ''}
              to={at('solicitudes')}
            />
            <Tile figure={number(closed)} label="Cerradas" to={at('solicitudes', { cola: 'cerradas' })} />
            <Tile
              figure={stats.onTimeRate === null ? '—' : `${number(stats.onTimeRate)} %`}
              label="De las cerradas, en plazo"
            />
            <Tile
              figure={stats.averageResponseDays === null ? '—' : number(stats.averageResponseDays)}
              label="Días en responder, promedio"
            />
          </div>
          <div className={css['beside']}>
            <Panel title="Por derecho">
              <Bars
                caption="Cuántas solicitudes de cada derecho"
                rows={stats.byRightType.map(({ rightType, count }) => ({
                  key: rightType,
                  label: (
                    <Link {...at('solicitudes', { cola: 'todas', rightType })}>{RIGHTS[rightType].name}</Link>
                  ),
                  count,
                }))}
              />
            </Panel>
            <Panel title="Por estado">
              <Bars
                caption="Cuántas solicitudes en cada estado"
                rows={stats.byStatus.map(({ status, count }) => ({
                  key: status,
                  label: <Link {...at('solicitudes', { cola: 'todas', status })}>{STATES[status][0]}</Link>,
                  count,
                  tone: STATES[status][1],
                }))}
              />
            </Panel>
          </div>
        </>
      )}
    </Page>
  )
}

function Tile({
  figure,
  label,
  tone = '',
  to,
}: {
  figure: string
  label: string
  tone?: string
  to?: ReturnType<ReturnType<typeof useAt>>
}) {
  const inside = (
    <>
      <span className={`${css['figure']} ${tone}`}>{figure}</span>
      <span className="muted">{label}</span>
    </>
  )
  return to ? (
    <Link {...to} className={css['tile']}>
      {inside}
    </Link>
  ) : (
    <div className={css['tile']}>{inside}</div>
  )
}

interface Bar {
  key: string
  label: ReactNode
  count: number
  tone?: string
}

/** A table for screen readers, bars for sighted readers. */
function Bars({ caption, rows }: { caption: string; rows: readonly Bar[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <table className={css['chart']}>
      <caption className="hint">{caption}</caption>
      <thead className="heard">
        <tr>
          <th scope="col">Nombre</th>
          <th scope="col">Proporción</th>
          <th scope="col">Cantidad</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, count, tone = '' }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>
              <div className={css['track']}>
                <div
                  className={[css['bar'], tone && css[tone], count === 0 && css['none']]
                    .filter(Boolean)
                    .join(' ')}
                  style={{ width: `${(100 * count) / most}%` }}
                />
              </div>
            </td>
            <td className={css['number']}>{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
