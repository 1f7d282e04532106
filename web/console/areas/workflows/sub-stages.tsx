import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { reaches } from '#kernel/roles.ts'
import { useAct } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { useSeenByAct } from '../../seen.ts'
import { moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { type Approval, decides, type Stage } from './words.ts'

type Part = Stage['parallelStages'][number]

/** The parallel reviews of a stage. */
export function SubStages({
  approval,
  stage,
  mayAct,
}: {
  approval: Approval
  stage: Stage
  mayAct: boolean
}) {
  const { role } = useOrganisation()
  const [open, setOpen] = useState<Part>()
  if (stage.parallelStages.length === 0) return null
  return (
    <section className="stack tight" aria-label="Revisiones a la vez">
      <h3>Revisiones a la vez</h3>
      <ul className="stack plain">
        {stage.parallelStages.map((part) => {
          const done = approval.subStageCompletions.find(
            ({ stageId, subStageId }) => stageId === stage.id && subStageId === part.id,
          )
          const required = part.requiredRole ?? stage.requiredRole
          return (
            <li key={part.id} className="row spread" style={{ flexWrap: 'nowrap' }}>
              <span className="row" style={{ flexWrap: 'nowrap' }}>
                {done ? (
                  <CircleCheck size={18} className="ok" aria-label="Revisada" />
                ) : (
                  <CircleDashed size={18} className="muted" aria-label="Pendiente" />
                )}
                <span className="stack tight" style={{ gap: 0 }}>
                  <span>{part.name}</span>
                  <span className="hint">
                    {done
                      ? `${done.completedByName ?? 'Alguien'}, ${moment(done.completedAt)}`
                      : decides(required)}
                  </span>
                </span>
              </span>
              {!done && mayAct && reaches(role, required) && (
                <Button label={`Dar por revisada: ${part.name}`} onClick={() => setOpen(part)}>
                  Dar por revisada
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {open && (
        <PartDialog approval={approval} stage={stage} part={open} onClose={() => setOpen(undefined)} />
      )}
    </section>
  )
}

interface PartProps {
  approval: Approval
  stage: Stage
  part: Part
  onClose: () => void
}

function PartDialog({ approval: { id }, stage, part, onClose }: PartProps) {
  const seen = useSeenByAct(`/workflow-instances/${id}`)
  const act = useAct(
    (service, { notes }: { notes: string }) =>
      service.post('/workflow-instances/{id}/action', {
        path: { id },
        body: { stageId: stage.id, subStageId: part.id, actionType: 'APPROVE', notes: notes || null },
        ...seen,
      }),
    {
      quiet: true,
      done: `Quedó revisada: ${part.name}.`,
      after: onClose,
    },
  )
  const form = useForm({ initial: { notes: '' }, save: (values) => act.mutateAsync(values) })
  return (
    <Dialog
      title={`Dar por revisada: ${part.name}`}
      about="Queda su nombre y la hora. No se puede deshacer."
      onClose={onClose}
    >
      <FormView form={form} submit="Dar por revisada" onCancel={onClose}>
        <AreaField form={form} name="notes" label="Comentario" rows={3} />
      </FormView>
    </Dialog>
  )
}
