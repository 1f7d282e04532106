import { reaches } from '#kernel/roles.ts'
import { useAct, useRecord } from '../data.ts'
import { useAt, useOrganisation } from '../frame/organisation.tsx'
import { useSeenByAct } from '../seen.ts'
import { moment } from '../times.ts'
import { ButtonLink } from './button.tsx'
import { Clock } from './clock.tsx'
import { AreaField, FormView } from './field.tsx'
import { useForm } from './form.ts'
import { OverrideField, useOverride } from './gate.tsx'
import { RadioField } from './group-field.tsx'
import { Panel } from './page.tsx'

type Action = 'APPROVE' | 'REQUEST_INFO' | 'REJECT'

const ACTIONS: readonly (readonly [Action, label: string, about: string])[] = [
  ['APPROVE', 'Aprobar', 'pasa a la etapa siguiente, o queda aprobada'],
  ['REQUEST_INFO', 'Pedir información', 'vuelve a quien la escribe'],
  ['REJECT', 'Rechazar', 'se corrige y empieza otra versión'],
]

/** The approval of a record, shown on the record's own screen: its stage, and the decision for people who may take it. */
export function Approval({ id }: { id: string }) {
  const approval = useRecord('/workflow-instances/{id}', { path: { id } })
  const { role, may } = useOrganisation()
  const at = useAt()
  const { definitionSnapshot, currentStageId, status, sla, completedAt } = approval
  const stage = definitionSnapshot.stages.find(({ id: one }) => one === currentStageId)
  const isActive = status === 'ACTIVE' && stage !== undefined
  const mayDecide =
    isActive && may('POST /workflow-instances/{id}/action') && reaches(role, stage.requiredRole)
  // A stage with questions or reviews is decided on the approval's own screen.
  const isPlain = isActive && stage.fields.length === 0 && stage.parallelStages.length === 0
  return (
    <Panel title="Aprobación">
      {isActive ? (
        <>
          <p>
            Espera en la etapa <span className="strong">{stage.name}</span>.
          </p>
          {sla.dueAt && (
            <Clock label="Plazo de la etapa" due={sla.dueAt} basis="Lo fija el flujo de su organización" />
          )}
        </>
      ) : (
        <p className="muted">
          {status === 'ACTIVE' ? 'En curso.' : 'Ya no espera a nadie.'}
          {completedAt && ` Terminó el ${moment(completedAt)}.`}
        </p>
      )}
      {mayDecide && isPlain && <Decide key={stage.id} id={id} stageId={stage.id} />}
      <div>
        <ButtonLink {...at(`aprobaciones/${id}`)}>
          {mayDecide && !isPlain ? 'Decidir' : 'Ver la aprobación completa'}
        </ButtonLink>
      </div>
    </Panel>
  )
}

function Decide({ id, stageId }: { id: string; stageId: string }) {
  const seen = useSeenByAct(`/workflow-instances/${id}`)
  const override = useOverride()
  const act = useAct(
    (service, values: { actionType: string; notes: string; overrideReason: string }) =>
      service.post('/workflow-instances/{id}/action', {
        path: { id },
        body: {
          stageId,
          actionType: values.actionType as Action,
          notes: values.notes || null,
          ...(values.overrideReason && { override: { reason: values.overrideReason } }),
        },
        ...seen,
      }),
    { quiet: true, done: 'Quedó su decisión.' },
  )
  const form = useForm({
    keep: `decision/${id}/${stageId}`,
    initial: { actionType: '', notes: '', overrideReason: '' },
    save: (values) => override.watch(act.mutateAsync(values)),
  })
  return (
    <FormView form={form} submit="Dejar mi decisión" grave={form.values.actionType === 'REJECT'}>
      <RadioField form={form} name="actionType" label="Su decisión" choices={ACTIONS} required />
      <AreaField form={form} name="notes" label="Notas" rows={2} />
      {override.isRefused && <OverrideField form={form} />}
    </FormView>
  )
}
