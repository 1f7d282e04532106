import css from './designer.module.css'
import { conditionsIn } from './drawing.tsx'
import { ACTIONS, days, decides, type Kind, type Stage } from './words.ts'

/** The flow in sentences. */
export function AsText({ kind, stages }: { kind: Kind; stages: readonly Stage[] }) {
  return (
    <ol className={css['text']}>
      {stages.map((stage, index) => (
        <li key={stage.id}>
          <span className="strong">{stage.name || 'Sin nombre'}.</span>{' '}
          {sentencesOf(kind, stage, stages.slice(0, index)).join(' ')}
        </li>
      ))}
    </ol>
  )
}

function sentencesOf(kind: Kind, stage: Stage, earlier: readonly Stage[]): string[] {
  const { fields, parallelStages: parts, slaDays, slaWarningDays, autoAdvance } = stage
  const passes = autoAdvance && parts.length === 0
  const skipped =
    stage.conditions.length > 0 ? [`Solo si ${conditionsIn(kind, stage, earlier)}; si no, se salta.`] : []
  if (passes) return [...skipped, 'Pasa sola.']
  const can = stage.actions.map(({ type, label }) => (label || ACTIONS[type][0]).toLowerCase())
  const asked = fields.map(({ label, required }) => `«${label}»${required ? ' (obligatoria)' : ''}`)
  const warned = slaWarningDays === null ? '' : `; se avisa ${days(slaWarningDays)} antes`
  return [
    ...skipped,
    `Decide: ${decides(stage.requiredRole)}. Puede ${can.join(', ')}.`,
    slaDays === null ? 'Sin plazo.' : `Plazo: ${days(slaDays)}${warned}.`,
    ...(asked.length > 0 ? [`Se pregunta ${asked.join(', ')}.`] : []),
    ...(parts.length > 0 ? [`A la vez: ${parts.map(({ name }) => name).join(', ')}.`] : []),
  ]
}
