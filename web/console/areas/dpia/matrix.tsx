import css from './matrix.module.css'
import { LEVEL_KEYS, LEVELS, type Level, PROBABILITIES } from './words.ts'

/** The least product of each level, as the service defines it. */
const FROM: readonly (readonly [product: number, Level])[] = [
  [12, 'critical'],
  [6, 'high'],
  [3, 'medium'],
]

/** A risk with its number in the list and its position. */
export interface Placed {
  number: number
  likelihood: Level
  impact: Level
}

interface MatrixProps {
  label: string
  risks: readonly Placed[]
  /** Called when the person presses a cell. */
  onPick?: ((likelihood: Level, impact: Level) => void) | undefined
  /** Describes a press for screen readers. */
  picks?: string
  /** The chosen cell. */
  chosen?: { likelihood: Level; impact: Level } | undefined
  /** The person chooses one of the cells. */
  isChoice?: boolean
}

/** Likelihood by impact, four by four. Each cell names its risks and its level. */
export function Matrix({ label, risks, onPick, picks = 'Agregar uno aquí', chosen, isChoice }: MatrixProps) {
  return (
    <table className={css['matrix']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <span className={css['wide']}>Probabilidad</span>
            <abbr className={css['narrow']} title="Probabilidad">
              Prob.
            </abbr>
          </th>
          {LEVEL_KEYS.map((impact) => (
            <th key={impact} scope="col">
              <span className={css['wide']}>Impacto </span>
              {LEVELS[impact][0].toLowerCase()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...LEVEL_KEYS].reverse().map((likelihood) => (
          <tr key={likelihood}>
            <th scope="row">{PROBABILITIES[likelihood]}</th>
            {LEVEL_KEYS.map((impact) => {
              const here = risks.filter((risk) => risk.likelihood === likelihood && risk.impact === impact)
              const [level, tone] = LEVELS[gravest(likelihood, impact)]
              const place = `Probabilidad ${PROBABILITIES[likelihood].toLowerCase()}, impacto ${LEVELS[impact][0].toLowerCase()}`
              const isChosen = chosen?.likelihood === likelihood && chosen.impact === impact
              const numbers = here.map(({ number }) => number).join(', ')
              const words = (
                <>
                  <span className={css['level']}>{level}</span>
                  {numbers && <span className={css['numbers']}>{numbers}</span>}
                  <span className="heard">
                    . {place}: {here.length} {here.length === 1 ? 'riesgo' : 'riesgos'}
                  </span>
                </>
              )
              return (
                <td key={impact} className={css[tone]}>
                  {onPick ? (
                    <button
                      type="button"
                      className={css['cell']}
                      aria-pressed={isChoice ? isChosen : undefined}
                      onClick={() => onPick(likelihood, impact)}
                    >
                      {words}
                      <span className="heard">. {picks}</span>
                    </button>
                  ) : (
                    <span className={css['field']}>{words}</span>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Contract 4: the product of both, each from one to four. For a saved risk the level comes from the service. */
export function gravest(likelihood: Level, impact: Level): Level {
  const product = (LEVEL_KEYS.indexOf(likelihood) + 1) * (LEVEL_KEYS.indexOf(impact) + 1)
  return FROM.find(([from]) => product >= from)?.[1] ?? 'low'
}
