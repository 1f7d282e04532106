import { FlaskConical, Plus } from 'lucide-react'
import { useState } from 'react'
import { useOrganisation } from '../../frame/organisation.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, ChoiceField, FormView, Pair, TextField } from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import { useFilters } from '../../ui/list.tsx'
import { Notice } from '../../ui/mark.tsx'
import { OvertakenPart } from '../../ui/overtaken-part.tsx'
import { Panel } from '../../ui/page.tsx'
import { AsText } from './as-text.tsx'
import { advice, faultsIn } from './checks.ts'
import css from './designer.module.css'
import { blankStage, type Draft, moved, stagesOf } from './draft.ts'
import { Drawing } from './drawing.tsx'
import { StageEditor } from './stage-editor.tsx'
import { Trial } from './trial.tsx'
import { WebhooksEditor } from './webhooks-editor.tsx'
import { KIND_CHOICES, type Kind } from './words.ts'

interface DesignerProps {
  form: Form<Draft>
  submit: string
  onCancel?: () => void
  /** Ids of the saved webhooks. */
  hooks?: ReadonlySet<string>
}

const NO_HOOKS: ReadonlySet<string> = new Set()

/** Edits a flow: stages on the left, the chosen one on the right. Shows faults while the person types. */
export function Designer({ form, submit, onCancel, hooks = NO_HOOKS }: DesignerProps) {
  const { may } = useOrganisation()
  const { search, set } = useFilters()
  const [trying, setTrying] = useState(false)
  const { values } = form
  const kind = values.entityType as Kind
  const stages = stagesOf(values)
  // The service's refusals stay until the next attempt.
  const faults = { ...(form.changed ? faultsIn(values) : {}), ...form.faults }
  const said = advice(values)
  const index = Math.max(
    0,
    values.stages.findIndex(({ id }) => id === search['etapa']),
  )
  const choose = (etapa: string) => set({ etapa })
  const add = () => {
    const stage = blankStage(`Etapa ${values.stages.length + 1}`)
    form.set('stages', [...values.stages, stage])
    choose(stage.id)
  }
  const faulty = new Set(
    values.stages
      .filter((_, at) => Object.keys(faults).some((path) => path.startsWith(`stages[${at}].`)))
      .map(({ id }) => id),
  )
  const top = { ...form, faults }
  return (
    <>
      <FormView form={form} submit={submit} {...(onCancel && { onCancel })}>
        <Panel title="Qué se aprueba">
          <Pair>
            <TextField form={top} name="name" label="Nombre del flujo" maxLength={200} required />
            <ChoiceField form={top} name="entityType" label="Para qué" choices={KIND_CHOICES} required />
          </Pair>
          <AreaField form={top} name="description" label="Descripción" rows={2} />
          {said
            .filter(({ stageId }) => stageId === '')
            .map(({ text }) => (
              <Notice key={text} tone="warn">
                {text}
              </Notice>
            ))}
        </Panel>
        <div className={css['desk']}>
          <div className={css['sheet']}>
            <OvertakenPart form={form} name="stages" label="Etapas" />
            <Drawing
              kind={kind}
              stages={stages}
              chosen={values.stages[index]?.id}
              choose={choose}
              move={(id, by) => form.set('stages', moved(values.stages, id, by))}
              faulty={faulty}
            />
            <div className="row">
              <Button onClick={add}>
                <Plus size={16} aria-hidden /> Agregar una etapa
              </Button>
              <Button onClick={() => setTrying(true)}>
                <FlaskConical size={16} aria-hidden /> Probar sin guardar
              </Button>
            </div>
            <p className="hint">Con el teclado: Alt y una flecha mueven la etapa que tiene el foco.</p>
          </div>
          {values.stages[index] && (
            <StageEditor
              form={form}
              index={index}
              faults={faults}
              advice={said
                .filter(({ stageId }) => stageId === values.stages[index]?.id)
                .map(({ text }) => text)}
              choose={choose}
            />
          )}
        </div>
        <Panel title="En palabras">
          <AsText kind={kind} stages={stages} />
        </Panel>
        {may('PUT /workflows/{id}') && <WebhooksEditor form={form} known={hooks} faults={faults} />}
      </FormView>
      {trying && (
        <Dialog
          wide
          title="Simulación"
          about="Recorra el flujo con respuestas supuestas, como está dibujado ahora. No se guarda nada."
          onClose={() => setTrying(false)}
        >
          <Trial kind={kind} stages={stages} />
        </Dialog>
      )}
    </>
  )
}
