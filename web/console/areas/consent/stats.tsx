import { dayInDigits } from '#kernel/dates.ts'
import { useRecord } from '../../data.ts'
import { today } from '../../times.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterChoice, useFilters } from '../../ui/list.tsx'
import { Panel } from '../../ui/page.tsx'
import { barsOf, type Day, daysFrom, fromDay } from './chart.ts'
import css from './consent.module.css'

const PERIODS = [
  ['', 'Últimos 30 días'],
  ['90', 'Últimos 90 días'],
  ['365', 'Último año'],
] as const

const number = (value: number) => value.toLocaleString('es-CL')

/** Decisions per day. */
export function StatsView({ of, id }: { of: 'notices' | 'templates'; id: string }) {
  const { search } = useFilters()
  const days = Number(search['periodo'] ?? 30) || 30
  const to = today()
  const from = fromDay(to, days)
  const path = of === 'notices' ? '/consent/notices/{id}/stats' : '/consent/templates/{id}/stats'
  const stats = useRecord(path, { path: { id }, query: { from, to } })
  const names = NAMES[of]
  if (stats.total === 0)
    return (
      <Empty title="Aún no hay nada que contar">
        Cuando alguien decida, aquí se ve cuántas personas aceptan, rechazan y retiran.
      </Empty>
    )
  return (
    <>
      <div className={css['tiles']}>
        <Tile figure={number(stats.total)} label="Decisiones, en total" />
        <Tile figure={`${Math.round(stats.rate * 100)} %`} label="Aceptan algo o todo" />
        <Tile figure={number(stats.total - stats.granted - stats.withdrawn)} label={names.refused} />
        <Tile figure={number(stats.withdrawn)} label={names.withdrawn} />
      </div>
      <Panel title="Por día" actions={<FilterChoice name="periodo" label="Período" choices={PERIODS} />}>
        <Chart days={daysFrom(from, to, stats.byDay)} names={names} />
      </Panel>
    </>
  )
}

function Tile({ figure, label }: { figure: string; label: string }) {
  return (
    <div className={css['tile']}>
      <span className={css['figure']}>{figure}</span>
      <span className="muted">{label}</span>
    </div>
  )
}

const [WIDTH, HEIGHT] = [720, 200]

const KINDS = ['granted', 'refused', 'withdrawn'] as const
type Names = Record<(typeof KINDS)[number], string>

/** For a form, `refused` counts the answers that wait for the person's confirmation. */
const NAMES: Record<'notices' | 'templates', Names> = {
  notices: { granted: 'Aceptan', refused: 'Rechazan', withdrawn: 'Retiran' },
  templates: { granted: 'Aceptan', refused: 'Sin confirmar', withdrawn: 'Rechazan o retiran' },
}

/** Bars for sighted readers, and the same figures as a table for everybody. */
function Chart({ days, names }: { days: readonly Day[]; names: Names }) {
  const { bars, top } = barsOf(days, WIDTH, HEIGHT)
  const [first, last] = [days[0]!, days.at(-1)!]
  const withSome = days.filter(({ granted, refused, withdrawn }) => granted + refused + withdrawn > 0)
  return (
    <figure className="stack tight">
      <div className={css['legend']} aria-hidden>
        {KINDS.map((kind) => (
          <span key={kind} className="row">
            <span className={`${css['swatch']} ${css[kind]}`} /> {names[kind]}
          </span>
        ))}
        <span className="hint">máximo {number(top)} en un día</span>
      </div>
      <svg
        className={css['chart']}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Decisiones por día; las cifras están en la tabla que sigue"
      >
        {bars.map(({ key, kind, ...box }) => (
          <rect key={key} className={css[kind]} {...box} />
        ))}
      </svg>
      <figcaption className="row spread hint">
        <span>{dayInDigits(first.date)}</span>
        <span>{dayInDigits(last.date)}</span>
      </figcaption>
      <details className={css['more']}>
        <summary>Las cifras en una tabla</summary>
        <table className={css['figures']}>
          <thead>
            <tr>
              <th scope="col">Día</th>
              {KINDS.map((kind) => (
                <th key={kind} scope="col">
                  {names[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {withSome.toReversed().map((day) => (
              <tr key={day.date}>
                <th scope="row">{dayInDigits(day.date)}</th>
                {KINDS.map((kind) => (
                  <td key={kind}>{number(day[kind])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
