import { RotateCcw, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOrganisation } from '../../frame/organisation.tsx'
import { messageOf, serviceOf } from '../../service.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField, FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { AskedFields, blankOf, valuesOf } from './asked.tsx'
import css from './designer.module.css'
import type { Trial as Outcome } from './draft.ts'
import { Drawing, type Standing } from './drawing.tsx'
import { comparedOf, FACTS, factsFor, type KnownFact, shown } from './facts.ts'
import { ACTIONS, type ActionType, type Kind, OPERATORS, STATES, type Stage } from './words.ts'

interface Answer {
  stageId: string
  subStageId?: string
  actionType: ActionType
  fieldValues?: Record<string, string>
}

const OUTCOMES: Record<Outcome['road'][number]['outcome'], Standing> = {
  waiting: { word: 'Aquí está', tone: 'info', now: true },
  approved: { word: 'Aprobada', tone: 'ok' },
  rejected: { word: 'Rechazada', tone: 'danger' },
  skipped: { word: 'Se salta', tone: 'plain' },
  auto_advanced: { word: 'Pasa sola', tone: 'ok' },
}

/** Walks through the flow with made-up answers on the service's engine. It stores nothing. */
export function Trial({ kind, stages }: { kind: Kind; stages: readonly Stage[] }) {
  const { slug } = useOrganisation()
  const [facts, setFacts] = useState<Record<string, unknown>>({})
  const [answers, setAnswers] = useState<readonly Answer[]>([])
  const [outcome, setOutcome] = useState<Outcome>()
  const [refusal, setRefusal] = useState('')
  const walk = async (nextFacts: Record<string, unknown>, nextAnswers: readonly Answer[]) => {
    const body = {
      entityType: kind,
      stages: stages as never,
      facts: nextFacts,
      answers: nextAnswers as never,
    }
    const answer = await serviceOf(slug).post('/workflows/dry-run', { body })
    setFacts(nextFacts)
    setAnswers(nextAnswers)
    setOutcome(answer)
    setRefusal('')
  }
  const again = (nextFacts: Record<string, unknown>, nextAnswers: readonly Answer[]) =>
    void walk(nextFacts, nextAnswers).catch((error: unknown) => setRefusal(messageOf(error)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once, where an approval would begin.
  useEffect(() => again({}, []), [])
  const standing = stages.find(({ id }) => id === outcome?.currentStageId)
  const isOver = outcome !== undefined && outcome.status !== 'ACTIVE'
  return (
    <div className={css['desk']}>
      <div className={css['sheet']}>
        <Drawing
          brief
          kind={kind}
          stages={stages}
          standings={new Map(outcome?.road.map(({ stageId, outcome: came }) => [stageId, OUTCOMES[came]]))}
          end={
            isOver
              ? { word: STATES[outcome.status][0], tone: STATES[outcome.status][1], now: true }
              : undefined
          }
        />
      </div>
      <div className="stack">
        <Supposed kind={kind} stages={stages} onChange={(next) => again(next, [])} />
        {refusal && (
          <Notice tone="danger" alert>
            {refusal}
          </Notice>
        )}
        {outcome && (
          <Panel title={isOver ? 'Terminó' : `Ahora: ${standing?.name}`}>
            {isOver && (
              <div>
                <Mark tone={STATES[outcome.status][1]}>{STATES[outcome.status][0]}</Mark>
              </div>
            )}
            {!isOver && standing && (
              <Step
                key={`${standing.id} ${answers.length}`}
                stage={standing}
                pending={outcome.pendingSubStages}
                answer={(answer) => walk(facts, [...answers, answer])}
              />
            )}
            <Why kind={kind} stages={stages} outcome={outcome} />
            {answers.length > 0 && (
              <div className="row">
                <Button onClick={() => again(facts, answers.slice(0, -1))}>
                  <Undo2 size={16} aria-hidden /> Un paso atrás
                </Button>
                <Button onClick={() => again(facts, [])}>
                  <RotateCcw size={16} aria-hidden /> Desde el comienzo
                </Button>
              </div>
            )}
          </Panel>
        )}
      </div>
    </div>
  )
}

interface StepProps {
  stage: Stage
  pending: Outcome['pendingSubStages']
  answer: (answer: Answer) => Promise<unknown>
}

function Step({ stage, pending, answer }: StepProps) {
  const form = useForm<Record<string, string>>({
    initial: { actionType: 'APPROVE', ...blankOf(stage.fields) },
    save: (values) =>
      answer({
        stageId: stage.id,
        actionType: values['actionType'] as ActionType,
        fieldValues: valuesOf(stage.fields, values),
      }),
  })
  if (pending.length > 0)
    return (
      <ul className="stack plain">
        {pending.map(({ id, name }) => (
          <li key={id} className="row spread">
            {name}
            <Button onClick={() => void answer({ stageId: stage.id, subStageId: id, actionType: 'APPROVE' })}>
              Dar por revisada
            </Button>
          </li>
        ))}
      </ul>
    )
  const kinds = [...new Set(stage.actions.map(({ type }) => type))].filter(
    (type) => type === 'APPROVE' || type === 'REJECT',
  )
  return (
    <FormView form={form} submit="Responder">
      <RadioField
        form={form}
        name="actionType"
        label="Qué se responde"
        choices={kinds.map((type) => [type, ACTIONS[type][0]] as const)}
        required
      />
      <AskedFields form={form} fields={stage.fields} />
    </FormView>
  )
}

/** Made-up facts of the record, for those that the conditions read. */
function Supposed({
  kind,
  stages,
  onChange,
}: {
  kind: Kind
  stages: readonly Stage[]
  onChange: (facts: Record<string, unknown>) => void
}) {
  const asked = new Set(stages.flatMap(({ fields }) => fields.map(({ name }) => name)))
  const read = [...new Set(stages.flatMap(({ conditions }) => conditions.map(({ field }) => field)))].filter(
    (name) => name !== '' && !asked.has(name),
  )
  const facts = read.map(
    (name): KnownFact => FACTS[kind].find((fact) => fact.name === name) ?? { name, label: name },
  )
  const form = useForm<Record<string, string>>({
    initial: Object.fromEntries(read.map((name) => [name, ''])),
    save: async (values) =>
      onChange(
        Object.fromEntries(
          facts
            .filter(({ name }) => values[name] !== '')
            .map((fact) => [fact.name, comparedOf(values[fact.name] ?? '', 'eq', fact)]),
        ),
      ),
  })
  if (read.length === 0) return null
  return (
    <Panel title="Suponga que el registro dice…">
      <FormView form={form} submit="Empezar con esto">
        {facts.map(({ name, label, choices }) =>
          choices ? (
            <ChoiceField key={name} form={form} name={name} label={label} none="Nada" choices={choices} />
          ) : (
            <TextField key={name} form={form} name={name} label={label} />
          ),
        )}
      </FormView>
    </Panel>
  )
}

/** Explains the path that the dry run took. */
function Why({ kind, stages, outcome }: { kind: Kind; stages: readonly Stage[]; outcome: Outcome }) {
  const judged = outcome.road.filter(({ conditions }) => conditions.length > 0)
  if (judged.length === 0) return null
  return (
    <section className="stack tight" aria-label="Por qué">
      <h3>Por qué</h3>
      <ul className="stack tight plain">
        {judged.flatMap(({ stageId, conditions }) => {
          const at = stages.findIndex(({ id }) => id === stageId)
          const facts = factsFor(kind, stages.slice(0, at))
          return conditions.map(({ field, operator, value, actual, holds }) => {
            const fact = facts.find(({ name }) => name === field)
            return (
              <li key={`${stageId} ${field} ${operator}`} className="hint">
                <span className={holds ? 'ok' : 'warn'}>{holds ? 'Se cumple' : 'No se cumple'}</span> en «
                {stages[at]?.name}»: {fact?.label ?? field} {OPERATORS[operator]}
                {operator === 'exists' ? '' : ` ${shown(value, fact)}`}; dice {shown(actual, fact)}.
              </li>
            )
          })
        })}
      </ul>
    </section>
  )
}
