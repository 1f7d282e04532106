import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { countryName } from '../../countries.ts'
import { useAct } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { day } from '../../times.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useForm } from '../../ui/form.ts'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { Views } from '../../ui/views.tsx'
import { ProcessorForm } from './form.tsx'
import { bodyOf, CONTRACTS, RISKS, type Values, valuesOf } from './words.ts'

const FILTERS = [
  {
    name: 'dpaStatus',
    label: 'Contrato',
    choices: Object.entries(CONTRACTS).map(([key, [name]]) => [key, name] as const),
  },
  {
    name: 'risk',
    label: 'Riesgo',
    choices: Object.entries(RISKS)
      .reverse()
      .map(([key, [name]]) => [key, name] as const),
  },
  { name: 'reviewDue', label: 'Revisión pendiente', choices: [['true', 'Sí']] as const },
]

/** The processors of the organisation. */
export function ProcessorList() {
  const { search } = useFilters()
  const { may } = useOrganisation()
  const at = useAt()
  const url = useServiceUrl()
  const [adding, setAdding] = useState(false)
  const { rows, total, more } = useRecords('/processors', search)
  const isFiltered = Object.keys(search).some((name) => name !== 'sort')
  const add = may('POST /processors') && (
    <Button kind="main" onClick={() => setAdding(true)}>
      Agregar un encargado
    </Button>
  )
  return (
    <Page
      title="Encargados"
      about="Quienes tratan datos por cuenta de la organización, y el contrato que pide el art. 15 bis."
      actions={
        <>
          {total > 0 && (
            <FileLink href={url('/governance/export/processors?format=xlsx')}>Descargar en Excel</FileLink>
          )}
          {add}
        </>
      }
    >
      {total === 0 && !isFiltered ? (
        <Empty title="Ningún encargado todavía" action={add}>
          La nube, la empresa de remuneraciones, la agencia de marketing: quien trata datos por encargo
          necesita un contrato que diga para qué, por cuánto tiempo y con qué cuidado.
        </Empty>
      ) : (
        <>
          <Filters filters={FILTERS}>
            <Views area="encargados" />
          </Filters>
          <List
            label="Encargados"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`encargados/${id}`)}
            columns={[
              { label: 'Encargado', sort: 'name', cell: ({ name }) => name },
              {
                label: 'Contrato',
                cell: ({ dpaStatus }) => (
                  <Mark tone={CONTRACTS[dpaStatus][1]}>{CONTRACTS[dpaStatus][0]}</Mark>
                ),
              },
              {
                label: 'Riesgo',
                cell: ({ risk }) => (
                  <span title={risk.reasons.map(({ reason }) => reason).join(' ')}>
                    <Mark tone={RISKS[risk.level][1]}>{RISKS[risk.level][0]}</Mark>
                  </span>
                ),
              },
              { label: 'Servicios', cell: ({ services }) => services ?? '—' },
              { label: 'País', cell: ({ country }) => countryName(country) || '—' },
              { label: 'Revisión', cell: ({ reviewAt }) => (reviewAt ? day(reviewAt) : '—') },
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
  const add = useAct(
    (service, values: Values) => service.post('/processors', { body: bodyOf(values), idempotencyKey: true }),
    {
      quiet: true,
      done: 'El encargado quedó registrado.',
      after: ({ id }) => void navigate(at(`encargados/${id}`)),
    },
  )
  const form = useForm({
    keep: 'processor/new',
    initial: valuesOf(),
    save: (values) => add.mutateAsync(values),
  })
  return (
    <Dialog title="Agregar un encargado" onClose={onClose}>
      <ProcessorForm form={form} submit="Agregar" onCancel={onClose} />
    </Dialog>
  )
}
