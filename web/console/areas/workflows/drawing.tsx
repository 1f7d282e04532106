import { CircleCheck, CirclePlay, Clock3, FastForward, Split, UserRound } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Tone } from '../../times.ts'
import { Mark } from '../../ui/mark.tsx'
import css from './drawing.module.css'
import { factsFor, shown } from './facts.ts'
import { ACTIONS, days, decides, KINDS, type Kind, OPERATORS, type Stage } from './words.ts'

/** The state of a stage in an approval that has run. */
export interface Standing {
  word: string
  tone: Tone
  now?: boolean
}

interface DrawingProps {
  kind: Kind
  stages: readonly Stage[]
  chosen?: string | undefined
  choose?: (id: string) => void
  /** Called when Alt and an arrow key move a stage. */
  move?: (id: string, by: -1 | 1) => void
  standings?: ReadonlyMap<string, Standing>
  /** The end state, if the approval has ended. */
  end?: Standing | undefined
  faulty?: ReadonlySet<string>
  /** Hides the actions of each stage. */
  brief?: boolean
}

/** Draws the stages from the start to the effect. Screen readers get an ordered list. */
export function Drawing({
  kind,
  stages,
  chosen,
  choose,
  move,
  standings,
  end,
  faulty,
  brief = false,
}: DrawingProps) {
  return (
    <ol className={css['flow']} aria-label="Las etapas, en orden">
      <li className={css['edge']}>
        <CirclePlay size={16} aria-hidden /> {KINDS[kind].begins}
      </li>
      {stages.map((stage, index) => (
        <li key={stage.id} className={css['step']}>
          {stage.conditions.length > 0 && (
            <>
              <span className={css['bypass']} aria-hidden />
              <Gate kind={kind} stage={stage} earlier={stages.slice(0, index)} />
            </>
          )}
          <Node
            stage={stage}
            index={index}
            isChosen={stage.id === chosen}
            isFaulty={faulty?.has(stage.id) ?? false}
            brief={brief}
            standing={standings?.get(stage.id)}
            choose={choose && (() => choose(stage.id))}
            move={move && ((by) => move(stage.id, by))}
          />
        </li>
      ))}
      <li className={`${css['edge']} ${end?.now ? css[end.tone] : ''}`}>
        <CircleCheck size={16} aria-hidden /> {end?.word ?? KINDS[kind].ends}
      </li>
    </ol>
  )
}

function Gate({ kind, stage, earlier }: { kind: Kind; stage: Stage; earlier: readonly Stage[] }) {
  return (
    <span className={css['gate']}>
      <Split size={14} aria-hidden />
      <span>
        Solo si {conditionsIn(kind, stage, earlier)}
        <span className="heard">; si no, se salta.</span>
      </span>
    </span>
  )
}

/** «Riesgo más alto es Alto y Hay datos sensibles es Sí». */
export function conditionsIn(kind: Kind, stage: Stage, earlier: readonly Stage[]): string {
  const facts = factsFor(kind, earlier)
  return stage.conditions
    .map(({ field, operator, value }) => {
      const fact = facts.find(({ name }) => name === field)
      const label = `«${fact?.label ?? (field || '…')}»`
      if (operator === 'exists') return `${label} ${value === false ? 'está en blanco' : 'tiene un valor'}`
      return `${label} ${OPERATORS[operator]} ${shown(value, fact)}`
    })
    .join(' y ')
}

interface NodeProps {
  stage: Stage
  index: number
  isChosen: boolean
  isFaulty: boolean
  brief: boolean
  standing: Standing | undefined
  choose: (() => void) | undefined
  move: ((by: -1 | 1) => void) | undefined
}

function Node({ isChosen, choose, move, ...shown }: NodeProps) {
  const { stage, standing } = shown
  const inside = <Inside {...shown} />
  const look = [
    css['node'],
    stage.autoAdvance && stage.parallelStages.length === 0 && css['auto'],
    standing?.now && css['now'],
    standing && css[standing.tone],
  ]
    .filter(Boolean)
    .join(' ')
  if (!choose)
    return (
      <div className={look} aria-current={standing?.now ? 'step' : undefined}>
        {inside}
      </div>
    )
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (!event.altKey || !by || !move) return
    event.preventDefault()
    move(by)
  }
  return (
    <button
      type="button"
      className={`${look} ${css['press']}`}
      aria-pressed={isChosen}
      aria-keyshortcuts={move && 'Alt+ArrowUp Alt+ArrowDown'}
      data-stage={stage.id}
      onClick={choose}
      onKeyDown={press}
    >
      {inside}
    </button>
  )
}

function Inside({
  stage,
  index,
  isFaulty,
  brief,
  standing,
}: Omit<NodeProps, 'isChosen' | 'choose' | 'move'>) {
  const passes = stage.autoAdvance && stage.parallelStages.length === 0
  return (
    <>
      <span className={css['head']}>
        <span className={css['number']} aria-hidden>
          {index + 1}
        </span>
        <span className="strong">{stage.name || 'Sin nombre'}</span>
        {standing && <Mark tone={standing.tone}>{standing.word}</Mark>}
        {isFaulty && <Mark tone="danger">Por corregir</Mark>}
      </span>
      <span className={css['facts']}>
        {passes ? (
          <Bit icon={<FastForward size={14} aria-hidden />}>Pasa sola</Bit>
        ) : (
          <Bit icon={<UserRound size={14} aria-hidden />}>{decides(stage.requiredRole)}</Bit>
        )}
        {!passes && stage.slaDays !== null && (
          <Bit icon={<Clock3 size={14} aria-hidden />}>{days(stage.slaDays)}</Bit>
        )}
        {stage.fields.length > 0 && (
          <Bit>{stage.fields.length === 1 ? '1 pregunta' : `${stage.fields.length} preguntas`}</Bit>
        )}
        {!passes && !brief && (
          <Bit>{stage.actions.map(({ type, label }) => label || ACTIONS[type][0]).join(' · ')}</Bit>
        )}
      </span>
      {stage.parallelStages.length > 0 && (
        <span className={css['parallel']}>
          {stage.parallelStages.map(({ id, name, requiredRole }) => (
            <span key={id} className={css['part']}>
              {name || 'Sin nombre'}
              <span className="hint">{decides(requiredRole ?? stage.requiredRole)}</span>
            </span>
          ))}
        </span>
      )}
    </>
  )
}

function Bit({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={css['bit']}>
      {icon}
      {children}
    </span>
  )
}
