import { useRecord } from '../../data.ts'
import { placeOf, points } from '../../frame/findings.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { day, today } from '../../times.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel, Split } from '../../ui/page.tsx'
import { ScoreBar } from '../../ui/score-bar.tsx'
import css from './governance.module.css'
import { Trend } from './trend.tsx'
import { byPoints, LEVELS, type Score, SEVERITIES } from './words.ts'

const SHOWN = 8

/** The score, its best improvements, and its parts. */
export function ScorePart() {
  const days = useDays()
  useAhead([['/governance/compliance-score'], ['/governance/score-history', { query: { days } }]])
  const score = useRecord('/governance/compliance-score')
  const [name, tone] = LEVELS[score.level]
  return (
    <>
      {score.lawNotice && <Notice>{score.lawNotice}</Notice>}
      <Split
        aside={
          <>
            <Panel title="Puntaje de cumplimiento">
              <div className={css['figure']}>
                <span>
                  {score.score}
                  <small> de 100</small>
                </span>
                <Mark tone={tone}>{name}</Mark>
              </div>
              <p className="hint">
                Bajo hasta 59, medio hasta 84, alto desde 85. Se calcula cada vez que se mira.
              </p>
            </Panel>
            <TrendPanel score={score.score} />
          </>
        }
      >
        <Next score={score} />
        <Areas score={score} />
      </Split>
    </>
  )
}

function Next({ score }: { score: Score }) {
  const at = useAt()
  const { search, set } = useFilters()
  const all = byPoints(score)
  const isWhole = search['todo'] === 'si'
  const shown = isWhole ? all : all.slice(0, SHOWN)
  const sum = shown.reduce((total, { pointsLost }) => total + pointsLost, 0)
  return (
    <Panel title="Qué hacer primero">
      {all.length === 0 ? (
        <Notice tone="ok">Nada pendiente de lo que el puntaje mide.</Notice>
      ) : (
        <p className="muted">
          Ordenado por los puntos que suma. Lo que se ve a continuación vale{' '}
          {points(Math.min(Math.round(sum * 10) / 10, 100 - score.score))}.
        </p>
      )}
      <ol className={`plain ${css['rows']}`}>
        {shown.map((finding) => {
          const place = placeOf(finding.target)
          const [severity, tone] = SEVERITIES[finding.severity]
          return (
            <li key={finding.check} className={css['rowOf']}>
              <div className="stack tight">
                <span className="strong">{finding.message}</span>
                <span>{finding.action}</span>
                <span className="hint">
                  {finding.area} · {finding.article}
                </span>
              </div>
              <div className={css['side']}>
                <span className={css['points']}>+{points(finding.pointsLost)}</span>
                <Mark tone={tone}>{severity}</Mark>
                <ButtonLink {...at(place.path, place.search)}>
                  Resolver<span className="heard">: {finding.message}</span>
                </ButtonLink>
              </div>
            </li>
          )
        })}
      </ol>
      {all.length > SHOWN && (
        <button type="button" className="linklike" onClick={() => set({ todo: isWhole ? '' : 'si' })}>
          {isWhole ? 'Ver solo lo primero' : `Ver los ${all.length}`}
        </button>
      )}
    </Panel>
  )
}

/** The parts of the score: each area with its weight and its checks. */
function Areas({ score }: { score: Score }) {
  return (
    <Panel title="De qué se compone">
      <div className="stack">
        {score.areas.map(({ key, label, score: own, weight, hasData, checks }) => (
          <details key={key} className={css['area']}>
            <summary>
              <span className="strong">{label}</span>
              {hasData ? (
                <>
                  <ScoreBar value={own} label={`${label}: ${own} de 100`} />
                  <span>{own}</span>
                </>
              ) : (
                <span className={`muted ${css['none']}`}>sin casos que medir</span>
              )}
              <span className="hint">pesa {weight} de 100</span>
            </summary>
            <ul className="stack tight plain">
              {checks.map((check) => (
                <li key={check.key} className="row">
                  <Mark tone={check.met === check.total ? 'ok' : 'warn'}>
                    {check.met} de {check.total}
                  </Mark>
                  <span>{check.label}</span>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </Panel>
  )
}

const SPANS = [
  ['30', '30 días'],
  ['90', '90 días'],
  ['365', 'Un año'],
] as const

function useDays(): number {
  const { search } = useFilters()
  return Number(SPANS.find(([key]) => key === search['dias'])?.[0] ?? 90)
}

function TrendPanel({ score }: { score: number }) {
  const { set } = useFilters()
  const days = useDays()
  const { items } = useRecord('/governance/score-history', { query: { days } })
  const history = [...items.filter(({ on }) => on < today()), { on: today(), score }]
  const change = score - history[0]!.score
  const words =
    change === 0
      ? `Sin cambio desde el ${day(history[0]!.on)}.`
      : `${change > 0 ? 'Subió' : 'Bajó'} ${points(Math.abs(change))} desde el ${day(history[0]!.on)}.`
  return (
    <Panel title="Tendencia">
      <fieldset className={`row ${css['spans']}`}>
        <legend className="heard">Cuánto mostrar</legend>
        {SPANS.map(([key, label]) => (
          <button
            key={key}
            type="button"
            className="linklike"
            aria-pressed={Number(key) === days}
            onClick={() => set({ dias: key })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {history.length < 2 ? (
        <p className="muted">Se guarda un puntaje por día: mañana se verá el primer cambio.</p>
      ) : (
        <>
          <Trend
            items={history}
            label={`Puntaje de ${history.length} días: de ${history[0]!.score} a ${score}. ${words}`}
          />
          <p className="muted">{words}</p>
        </>
      )}
    </Panel>
  )
}
