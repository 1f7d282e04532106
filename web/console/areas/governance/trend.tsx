import { dayInDigits } from '#kernel/dates.ts'
import css from './governance.module.css'

interface Scored {
  on: string
  score: number
}

const WIDTH = 320
const HEIGHT = 120
/** The scores at which the level changes. */
const LEVELS = [60, 85]

const at = (on: string) => Date.parse(`${on}T00:00:00Z`)
const y = (score: number) => HEIGHT - (score / 100) * HEIGHT

/** The score per day. The line bridges days without a score. */
export function Trend({ items, label }: { items: readonly Scored[]; label: string }) {
  const [first, last] = [items[0]!, items.at(-1)!]
  const span = at(last.on) - at(first.on) || 1
  const points = items.map(
    ({ on, score }) => `${(((at(on) - at(first.on)) / span) * WIDTH).toFixed(1)} ${y(score).toFixed(1)}`,
  )
  return (
    <figure className="stack tight">
      <svg
        className={css['trend']}
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {LEVELS.map((level) => (
          <path
            key={level}
            className={css['level']}
            d={`M0 ${y(level)}H${WIDTH}`}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path className={css['line']} d={`M${points.join('L')}`} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption className="row spread hint">
        <span>
          {dayInDigits(first.on)}: {first.score}
        </span>
        <span>hoy: {last.score}</span>
      </figcaption>
    </figure>
  )
}
