import { useRecord } from '../../data.ts'
import { today } from '../../times.ts'
import { Mark } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { ScoreBar } from '../../ui/score-bar.tsx'
import { SCORE_DAYS } from './first.ts'
import css from './today.module.css'
import { HEIGHT, lineOf, trendWords, WIDTH, withToday } from './trend.ts'

const LEVELS = {
  low: ['Bajo', 'danger'],
  medium: ['Medio', 'warn'],
  high: ['Alto', 'ok'],
} as const

/** The score, its trend and its parts. */
export function ScorePanel() {
  const { score, level, areas } = useRecord('/governance/compliance-score')
  const { items } = useRecord('/governance/score-history', SCORE_DAYS)
  const history = withToday(items, { on: today(), score })
  const words = trendWords(history)
  const [name, tone] = LEVELS[level]
  return (
    <Panel title="Puntaje de cumplimiento">
      <div className={css['score']}>
        <span className={css['figure']}>
          {score}
          <small> de 100</small>
        </span>
        <Mark tone={tone}>{name}</Mark>
      </div>
      {history.length > 1 && (
        <svg
          className={css['line']}
          viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Puntaje de los últimos ${history.length} días: de ${history[0]!.score} a ${score}. ${words}`}
        >
          <path className={css['floor']} d={`M0 ${HEIGHT}H${WIDTH}`} vectorEffect="non-scaling-stroke" />
          <path className={css['stroke']} d={lineOf(history)} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
      <p className="muted">{words}</p>
      <ul className={`plain ${css['areas']}`}>
        {areas
          .filter(({ hasData }) => hasData)
          .map((area) => (
            <li key={area.key}>
              <span>{area.label}</span>
              <ScoreBar value={area.score} label={area.label} />
              <span>{area.score}</span>
            </li>
          ))}
      </ul>
    </Panel>
  )
}
