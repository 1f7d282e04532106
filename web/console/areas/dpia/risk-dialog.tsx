import { useAct } from '../../data.ts'
import { useSeen } from '../../seen.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, ChoiceField, DayField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import css from './matrix.module.css'
import { Matrix } from './matrix.tsx'
import {
  type Assessment,
  LEVEL_CHOICES,
  type Level,
  PROBABILITY_CHOICES,
  RISK_STATES,
  type Risk,
} from './words.ts'

export type Begun = Partial<Pick<Risk, 'description' | 'likelihood' | 'impact' | 'mitigation'>>

interface Values {
  description: string
  likelihood: string
  impact: string
  mitigation: string
  residualLikelihood: string
  residualImpact: string
  ownerName: string
  dueOn: string
  doneOn: string
  status: string
}

/** One risk: what could happen, its measures, and the risk that remains. */
export function RiskDialog({
  assessment: { id },
  risk,
  begun,
  onClose,
}: {
  assessment: Assessment
  risk: Risk | undefined
  begun: Begun
  onClose: () => void
}) {
  const save = useAct(
    (service, { values, seen }: { values: Values; seen: Seen }) => {
      const body = bodyOf(values)
      return risk
        ? service.put('/dpia/assessments/{id}/risks/{riskId}', {
            path: { id, riskId: risk.id },
            body,
            ...seen,
          })
        : service.post('/dpia/assessments/{id}/risks', { path: { id }, body, ...seen })
    },
    { quiet: true, done: 'El riesgo quedó anotado.', after: onClose },
  )
  const form = useForm<Values>({
    keep: `risk/${id}/${risk?.id ?? 'new'}`,
    version: useSeen(`/dpia/assessments/${id}`),
    initial: {
      description: begun.description ?? '',
      likelihood: begun.likelihood ?? 'medium',
      impact: begun.impact ?? 'medium',
      mitigation: begun.mitigation ?? '',
      residualLikelihood: risk?.residualLikelihood ?? '',
      residualImpact: risk?.residualImpact ?? '',
      ownerName: risk?.ownerName ?? '',
      dueOn: risk?.dueOn ?? '',
      doneOn: risk?.doneOn ?? '',
      status: risk?.status ?? '',
    },
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  const { likelihood, impact, residualLikelihood, residualImpact } = form.values
  return (
    <Dialog wide title={risk ? 'Cambiar el riesgo' : 'Agregar un riesgo'} onClose={onClose}>
      <FormView form={form} submit="Guardar" onCancel={onClose}>
        <AreaField
          form={form}
          name="description"
          label="Qué podría pasarle a las personas"
          hint="Por ejemplo: que alguien conozca su diagnóstico y las discrimine."
          rows={2}
          required
        />
        <Pair>
          <ChoiceField
            form={form}
            name="likelihood"
            label="Probabilidad"
            choices={PROBABILITY_CHOICES}
            required
          />
          <ChoiceField form={form} name="impact" label="Impacto" choices={LEVEL_CHOICES} required />
        </Pair>
        <AreaField
          form={form}
          name="mitigation"
          label="Cómo se trata"
          hint="La medida que baja la probabilidad o el daño."
          rows={3}
        />
        <Pair>
          <TextField
            form={form}
            name="ownerName"
            label="Quién la toma"
            hint="Una persona o un área."
            maxLength={200}
          />
          <DayField form={form} name="dueOn" label="Hasta cuándo" />
        </Pair>
        <DayField form={form} name="doneOn" label="Tomada el" hint="En blanco mientras esté pendiente." />
        <fieldset className={`stack tight ${css['after']}`}>
          <legend className="strong">Dónde queda después de la medida</legend>
          <Matrix
            label="Riesgo después de la medida"
            risks={[{ number: 1, likelihood: likelihood as Level, impact: impact as Level }]}
            picks="Queda aquí"
            isChoice
            chosen={
              residualLikelihood && residualImpact
                ? { likelihood: residualLikelihood as Level, impact: residualImpact as Level }
                : undefined
            }
            onPick={(nextLikelihood, nextImpact) => {
              form.set('residualLikelihood', nextLikelihood)
              form.set('residualImpact', nextImpact)
            }}
          />
          <span className="hint">El 1 marca dónde está hoy. Pulse la casilla donde queda con la medida.</span>
        </fieldset>
        <ChoiceField
          form={form}
          name="status"
          label="Estado"
          none="Según las medidas"
          choices={Object.entries(RISK_STATES)}
        />
      </FormView>
    </Dialog>
  )
}

function bodyOf(values: Values) {
  return {
    description: values.description,
    likelihood: values.likelihood as Level,
    impact: values.impact as Level,
    mitigation: values.mitigation || null,
    residualLikelihood: (values.residualLikelihood || null) as Level | null,
    residualImpact: (values.residualImpact || null) as Level | null,
    ownerName: values.ownerName || null,
    dueOn: values.dueOn || null,
    doneOn: values.doneOn || null,
    ...(values.status && { status: values.status as Risk['status'] }),
  }
}
