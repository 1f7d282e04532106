import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChoosing } from '../../choices.ts'
import { useAct } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead, useRecords } from '../../lists.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useEntityFilter } from '../../ui/entities.ts'
import { FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { PickOneField } from '../../ui/pick-field.tsx'
import { Views } from '../../ui/views.tsx'
import { STATES } from './words.ts'

const FILTERS = [
  {
    name: 'status',
    label: 'Estado',
    choices: Object.entries(STATES).map(([key, [name]]) => [key, name] as const),
  },
  { name: 'reviewDue', label: 'Revisión pendiente', choices: [['true', 'Sí']] as const },
]

export function AssessmentList() {
  const { search } = useFilters()
  const { may } = useOrganisation()
  const at = useAt()
  useAhead([['/org/entities']], [['/dpia/assessments', search]])
  const entities = useEntityFilter()
  const [adding, setAdding] = useState(false)
  const { rows, total, more } = useRecords('/dpia/assessments', search)
  const isEmpty = total === 0 && !Object.keys(search).some((name) => name !== 'sort')
  const add = may('POST /dpia/assessments') && (
    <Button kind="main" onClick={() => setAdding(true)}>
      Empezar una evaluación
    </Button>
  )
  return (
    <Page
      title="Evaluaciones de impacto"
      about="Antes de tratar datos con un riesgo alto para las personas (art. 15 ter)."
      actions={!isEmpty && add}
    >
      {isEmpty ? (
        <Empty title="Ninguna evaluación todavía" action={add}>
          El registro marca las actividades que la requieren. La evaluación describe el tratamiento, por qué
          es necesario y proporcionado, sus riesgos y cómo se tratan; alguien con facultades la aprueba.
        </Empty>
      ) : (
        <>
          <Filters filters={[...FILTERS, ...entities]}>
            <Views area="evaluaciones" />
          </Filters>
          <List
            label="Evaluaciones de impacto"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`evaluaciones/${id}`)}
            columns={[
              { label: 'Evaluación', sort: 'title', cell: ({ title }) => title },
              {
                label: 'Estado',
                cell: ({ status }) => <Mark tone={STATES[status][1]}>{STATES[status][0]}</Mark>,
              },
              { label: 'Riesgos', cell: ({ riskCount }) => riskCount },
              { label: 'Versión', cell: ({ version }) => version },
              { label: 'Revisión', cell: ({ reviewAt }) => (reviewAt ? day(reviewAt) : '—') },
              { label: 'Cambiada', sort: 'updatedAt', cell: ({ updatedAt }) => day(updatedAt) },
            ]}
          />
        </>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const at = useAt()
  const navigate = useNavigate()
  const activities = useChoosing('/rat/activities', { dpiaRequired: true })
  const add = useAct(
    (service, { title, activityId }: { title: string; activityId: string }) =>
      service.post('/dpia/assessments', {
        body: { title, activityId: activityId || null },
        idempotencyKey: true,
      }),
    { quiet: true, after: ({ id }) => void navigate(at(`evaluaciones/${id}`)) },
  )
  const form = useForm({
    keep: 'assessment/new',
    initial: { title: '', activityId: '' },
    save: (values) => add.mutateAsync(values),
  })
  return (
    <Dialog title="Empezar una evaluación" onClose={onClose}>
      <FormView form={form} submit="Empezar" onCancel={onClose}>
        <PickOneField
          form={form}
          name="activityId"
          label="Actividad"
          hint="Las que la requieren, según el registro."
          none="Todavía ninguna"
          from={activities}
        />
        <TextField form={form} name="title" label="Título" maxLength={200} required />
      </FormView>
    </Dialog>
  )
}
