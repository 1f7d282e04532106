import { useNavigate } from '@tanstack/react-router'
import { VOCABULARY } from '#modules/data-map/knowledge/vocabulary.ts'
import { countryName } from '../../countries.ts'
import { useAct } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useForm } from '../../ui/form.ts'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { Views } from '../../ui/views.tsx'
import { SystemForm } from './system-form.tsx'
import { bodyOf, type Values, valuesOf } from './system-values.ts'
import { CONTRACT_TONES, categoryNames, contractName, typeName } from './words.ts'

const FILTERS = [
  {
    name: 'type',
    label: 'Clase',
    choices: VOCABULARY.systemTypes.map(({ value, label }) => [value, label] as const),
  },
  {
    name: 'contractStatus',
    label: 'Contrato',
    choices: VOCABULARY.contractStatuses.map(({ value, label }) => [value, label] as const),
  },
]

export function SystemList() {
  const { search, set } = useFilters()
  const { agregar, ...asked } = search
  const { may } = useOrganisation()
  const at = useAt()
  const { rows, total, more } = useRecords('/data-map/systems', asked)
  const isFiltered = Object.keys(asked).some((name) => name !== 'sort')
  const add = may('POST /data-map/systems') && (
    <Button kind="main" onClick={() => set({ agregar: 'si' })}>
      Agregar un sistema
    </Button>
  )
  return (
    <Page
      title="Sistemas"
      about="Los programas, planillas y archivadores en que hay datos personales."
      back={{ ...at('mapa'), children: 'Mapa de datos' }}
      actions={add}
    >
      {total === 0 && !isFiltered ? (
        <Empty title="Ningún sistema todavía" action={add}>
          Empiece por los que más datos tienen: remuneraciones, ventas, atención de clientes. De cada uno
          bastan el nombre y la clase; lo demás se agrega cuando se sabe.
        </Empty>
      ) : (
        <>
          <Filters filters={FILTERS}>
            <Views area="sistemas" />
          </Filters>
          <List
            label="Sistemas"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`mapa/sistemas/${id}`)}
            columns={[
              { label: 'Sistema', sort: 'name', cell: ({ name }) => name },
              { label: 'Clase', cell: ({ type }) => typeName(type) },
              {
                label: 'Datos',
                isLong: true,
                cell: ({ hasSensitiveData, dataCategories }) => (
                  <>
                    {hasSensitiveData && <Mark tone="danger">Sensibles</Mark>}{' '}
                    {categoryNames(dataCategories) || '—'}
                  </>
                ),
              },
              { label: 'País', cell: ({ hostingCountry }) => countryName(hostingCountry) || '—' },
              { label: 'Proveedor', cell: ({ vendor }) => vendor ?? '—' },
              {
                label: 'Contrato',
                cell: ({ contractStatus }) =>
                  contractStatus ? (
                    <Mark tone={CONTRACT_TONES[contractStatus] ?? 'plain'}>
                      {contractName(contractStatus)}
                    </Mark>
                  ) : (
                    '—'
                  ),
              },
            ]}
          />
        </>
      )}
      {agregar === 'si' && may('POST /data-map/systems') && (
        <AddDialog onClose={() => set({ agregar: '' })} />
      )}
    </Page>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const at = useAt()
  const navigate = useNavigate()
  const add = useAct(
    (service, values: Values) =>
      service.post('/data-map/systems', { body: bodyOf(values), idempotencyKey: true }),
    {
      quiet: true,
      done: 'El sistema quedó en el mapa de datos.',
      after: ({ id }) => void navigate(at(`mapa/sistemas/${id}`)),
    },
  )
  const form = useForm({
    keep: 'system/new',
    initial: valuesOf(),
    save: (values) => add.mutateAsync(values),
  })
  return (
    <Dialog title="Agregar un sistema" onClose={onClose} wide>
      <SystemForm form={form} submit="Agregar" onCancel={onClose} />
    </Dialog>
  )
}
