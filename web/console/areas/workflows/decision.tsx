import { useState } from 'react'
import { reaches } from '#kernel/roles.ts'
import { useAct } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { useWhole } from '../../lists.ts'
import { useSeenByAct } from '../../seen.ts'
import { useMe } from '../../session/me.ts'
import { Clock } from '../../ui/clock.tsx'
import { AreaField, ChoiceField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { OverrideField, useOverride, type Warning, Warnings } from '../../ui/gate.tsx'
import { RadioField } from '../../ui/group-field.tsx'
import { Notice } from '../../ui/mark.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import { usePeople } from '../../ui/people.ts'
import { AskedFields, blankOf, valuesOf } from './asked.tsx'
import { SubStages } from './sub-stages.tsx'
import { ACTIONS, type ActionType, type Approval, decides, type Stage } from './words.ts'

/** The current stage, and what this person may do in it. */
export function Decision({ approval }: { approval: Approval }) {
  const { role, may } = useOrganisation()
  const nameOf = usePeople()
  const { user } = useMe()
  const [warnings, setWarnings] = useState<readonly Warning[]>([])
  const { definitionSnapshot, currentStageId, assignedTo, sla, status } = approval
  const stage = definitionSnapshot.stages.find(({ id }) => id === currentStageId)
  if (status !== 'ACTIVE' || !stage) return <Warnings warnings={warnings} />
  const mayAct = may('POST /workflow-instances/{id}/action')
  const mayDecide = mayAct && reaches(role, stage.requiredRole)
  const isOthers = assignedTo !== null && assignedTo !== user?.id
  return (
    <Panel title={stage.name}>
      {stage.description && <p className="muted">{stage.description}</p>}
      {sla.dueAt && (
        <Clock label="Plazo de la etapa" due={sla.dueAt} basis="Lo fija el flujo de su organización" />
      )}
      <Facts
        facts={[
          ['Decide', decides(stage.requiredRole)],
          ['En manos de', assignedTo ? (nameOf(assignedTo) ?? 'Otra persona') : 'Nadie todavía'],
        ]}
      />
      <Warnings warnings={warnings} />
      {isOthers && mayDecide && (
        <Notice>Está en manos de {nameOf(assignedTo) ?? 'otra persona'}; usted también puede decidir.</Notice>
      )}
      <InStage
        key={stage.id}
        approval={approval}
        stage={stage}
        mayAct={mayAct}
        mayDecide={mayDecide}
        onWarned={setWarnings}
      />
    </Panel>
  )
}

interface StageProps {
  approval: Approval
  stage: Stage
  onWarned: (warnings: readonly Warning[]) => void
}

/** The reviews and the decision of a stage. */
function InStage({ mayAct, mayDecide, ...props }: StageProps & { mayAct: boolean; mayDecide: boolean }) {
  const { approval, stage } = props
  return (
    <>
      <SubStages approval={approval} stage={stage} mayAct={mayAct} />
      {mayDecide ? (
        <DecisionForm {...props} />
      ) : (
        <Notice>
          Espera a una persona con este rol: {decides(stage.requiredRole)}. Usted puede leer y seguir el
          historial.
        </Notice>
      )}
    </>
  )
}

const DONE: Record<ActionType, string> = {
  APPROVE: 'Quedó aprobada esta etapa.',
  REJECT: 'Quedó rechazada.',
  REQUEST_INFO: 'Quedó pedida la información.',
  REASSIGN: 'Quedó en manos de otra persona.',
}

function DecisionForm({ approval, stage, onWarned }: StageProps) {
  const { id } = approval
  const seen = useSeenByAct(`/workflow-instances/${id}`)
  const override = useOverride()
  const pending = pendingOf(approval, stage)
  const act = useAct(
    (service, values: Record<string, string>) =>
      service.post('/workflow-instances/{id}/action', {
        path: { id },
        body: {
          stageId: stage.id,
          actionType: values['actionType'] as ActionType,
          notes: values['notes'] || null,
          fieldValues: valuesOf(stage.fields, values),
          ...(values['actionType'] === 'REASSIGN' && { reassignTo: values['reassignTo'] ?? '' }),
          ...(values['overrideReason'] && { override: { reason: values['overrideReason'] } }),
        },
        ...seen,
      }),
    {
      quiet: true,
      done: (_, values) => DONE[values['actionType'] as ActionType],
      after: ({ warnings }) => {
        onWarned(warnings)
        // Moves the focus to the top, where the current state stands.
        document.querySelector('h1')?.focus()
      },
    },
  )
  const form = useForm<Record<string, string>>({
    keep: `decision/${id}/${stage.id}`,
    initial: {
      actionType: '',
      notes: '',
      reassignTo: '',
      overrideReason: '',
      ...blankOf(stage.fields, approval.fieldValues),
    },
    save: async (values) => {
      await override.watch(act.mutateAsync(values))
      // The stage may stay the same, so the form starts blank for the next decision.
      form.discard()
    },
  })
  const chosen = form.values['actionType'] as ActionType | ''
  const offered = stage.actions.filter(({ type }) => type !== 'APPROVE' || pending.length === 0)
  const labelOf = (type: ActionType) =>
    stage.actions.find((one) => one.type === type)?.label ?? ACTIONS[type][0]
  return (
    <FormView form={form} submit={chosen ? labelOf(chosen) : 'Dejar mi decisión'} grave={chosen === 'REJECT'}>
      <RadioField
        form={form}
        name="actionType"
        label="Su decisión"
        choices={[
          ...new Map(
            offered.map(({ type, label }) => [type, [type, label, ACTIONS[type][1]] as const]),
          ).values(),
        ]}
        required
      />
      {pending.length > 0 && (
        <p className="hint">
          Podrá aprobar cuando estén revisadas: {pending.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {(chosen === 'APPROVE' || chosen === 'REJECT') && <AskedFields form={form} fields={stage.fields} />}
      {chosen === 'REASSIGN' && <Assignee form={form} stage={stage} />}
      <AreaField
        form={form}
        name="notes"
        label={chosen === 'REQUEST_INFO' ? 'Qué información falta' : 'Comentario'}
        hint="Queda en el historial y lo lee quien la pidió."
        rows={3}
      />
      {override.isRefused && chosen === 'APPROVE' && <OverrideField form={form as never} />}
    </FormView>
  )
}

function Assignee({
  form,
  stage,
}: {
  form: ReturnType<typeof useForm<Record<string, string>>>
  stage: Stage
}) {
  const members = useWhole('/settings/members', {})
  const able = members.filter(({ role }) => reaches(role, stage.requiredRole))
  return (
    <ChoiceField
      form={form}
      name="reassignTo"
      label="A quién"
      hint="Solo quienes pueden decidir en esta etapa."
      none="Elija a una persona"
      choices={able.map(({ userId, name, email }) => [userId, name || email] as const)}
      required
    />
  )
}

/** The reviews of a stage that are still open. */
export function pendingOf({ subStageCompletions }: Approval, stage: Stage): Stage['parallelStages'] {
  const done = subStageCompletions
    .filter(({ stageId }) => stageId === stage.id)
    .map(({ subStageId }) => subStageId)
  return stage.parallelStages.filter(({ id }) => !done.includes(id))
}
