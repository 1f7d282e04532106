import { reaches } from '#kernel/roles.ts'
import { useAct } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { useSeen } from '../../seen.ts'
import { moment } from '../../times.ts'
import { AreaField, FormView } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/mark.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import type { Assessment } from './words.ts'

interface OpinionProps {
  assessment: Assessment
}

/** Opinions of the DPO and of those affected. People write them until the decision, and read them with it. */
export function Opinions({ assessment }: { assessment: Assessment }) {
  const { may, role } = useOrganisation()
  const mayWrite = may('PUT /dpia/assessments/{id}') && assessment.status !== 'approved'
  return (
    <>
      <Panel title="Delegado de protección de datos">
        {mayWrite && reaches(role, 'DPO') ? (
          <DpoOpinion assessment={assessment} />
        ) : (
          <>
            <Facts facts={[['Opinión', assessment.dpoOpinion, 'whole']]} />
            {mayWrite && <Notice>La escribe quien tiene el rol de delegado, o uno superior.</Notice>}
          </>
        )}
        {assessment.dpoOpinionAt && (
          <p className="hint">
            {assessment.dpoOpinionBy}, {moment(assessment.dpoOpinionAt)}
          </p>
        )}
      </Panel>
      <Panel title="Personas afectadas">
        {mayWrite ? (
          <SubjectsOpinion assessment={assessment} />
        ) : (
          <Facts
            facts={[
              ['Cómo se les consultó', assessment.subjectsConsultation, 'whole'],
              ['Qué dijeron', assessment.subjectsOpinion, 'whole'],
            ]}
          />
        )}
      </Panel>
    </>
  )
}

function useOpinion({ assessment: { id } }: OpinionProps) {
  return useAct(
    (service, { values, seen }: { values: Record<string, string>; seen: Seen }) =>
      service.put('/dpia/assessments/{id}', {
        path: { id },
        body: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || null])),
        ...seen,
      }),
    { quiet: true, done: 'La opinión quedó guardada.' },
  )
}

function DpoOpinion({ assessment }: OpinionProps) {
  const save = useOpinion({ assessment })
  const form = useForm({
    keep: `assessment/${assessment.id}/dpo`,
    version: useSeen(`/dpia/assessments/${assessment.id}`),
    initial: { dpoOpinion: assessment.dpoOpinion ?? '' },
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return (
    <FormView form={form} submit="Guardar la opinión del delegado">
      <AreaField
        form={form}
        name="dpoOpinion"
        label="Opinión"
        hint="Si el tratamiento puede seguir, con qué condiciones, y qué riesgo queda. Por ejemplo: «Favorable, si el doble factor está activo antes de partir»."
      />
    </FormView>
  )
}

function SubjectsOpinion({ assessment }: OpinionProps) {
  const save = useOpinion({ assessment })
  const form = useForm({
    keep: `assessment/${assessment.id}/subjects`,
    version: useSeen(`/dpia/assessments/${assessment.id}`),
    initial: {
      subjectsConsultation: assessment.subjectsConsultation ?? '',
      subjectsOpinion: assessment.subjectsOpinion ?? '',
    },
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return (
    <FormView form={form} submit="Guardar lo que dijeron">
      <AreaField
        form={form}
        name="subjectsConsultation"
        label="Cómo se les consultó"
        hint="Una encuesta, el sindicato, una asociación de pacientes. Si no se hizo, por qué."
        rows={2}
      />
      <AreaField
        form={form}
        name="subjectsOpinion"
        label="Qué dijeron"
        hint="Y qué se cambió por ello."
        rows={3}
      />
    </FormView>
  )
}
