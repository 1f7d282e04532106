import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead, useRecords } from '../../lists.ts'
import { day, dayOf } from '../../times.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Due } from '../../ui/clock.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useEntityFilter } from '../../ui/entities.ts'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { Views } from '../../ui/views.tsx'
import { STATES, TYPES } from './words.ts'

const FILTERS = [
  {
    name: 'status',
    label: 'Estado',
    choices: Object.entries(STATES).map(([key, [name]]) => [key, name] as const),
  },
  { name: 'type', label: 'Clase', choices: Object.entries(TYPES) },
  { name: 'expiringSoon', label: 'Por vencer', choices: [['true', 'Sí']] as const },
]

export function ContractList() {
  const { search } = useFilters()
  const { may } = useOrganisation()
  const at = useAt()
  useAhead([['/org/entities']], [['/contracts', search]])
  const entities = useEntityFilter()
  const { rows, total, more } = useRecords('/contracts', search)
  const isFiltered = Object.keys(search).some((name) => name !== 'sort')
  const add = may('POST /contracts/generate') && (
    <ButtonLink kind="main" {...at('contratos/nuevo')}>
      Preparar un contrato
    </ButtonLink>
  )
  return (
    <Page
      title="Contratos"
      about="Con encargados y destinatarios: se redactan desde el registro, se firman en línea y avisan antes de vencer."
      actions={
        <>
          <ButtonLink {...at('contratos/vencimientos')}>Vencimientos</ButtonLink>
          {add}
        </>
      }
    >
      {total === 0 && !isFiltered ? (
        <Empty title="Ningún contrato todavía" action={add}>
          Elija un encargado y las actividades que le confía: el texto se escribe con lo que dice el registro,
          y usted lo revisa antes de enviarlo a firmar.
        </Empty>
      ) : (
        <>
          <Filters filters={[...FILTERS, ...entities]}>
            <Views area="contratos" />
          </Filters>
          <List
            label="Contratos"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`contratos/${id}`)}
            columns={[
              { label: 'Con', cell: ({ processorName }) => processorName },
              {
                label: 'Estado',
                cell: ({ status }) => <Mark tone={STATES[status][1]}>{STATES[status][0]}</Mark>,
              },
              { label: 'Clase', cell: ({ type }) => TYPES[type] },
              { label: 'Enviado', cell: ({ sentAt }) => (sentAt ? day(sentAt) : '—') },
              { label: 'Firmado', cell: ({ signedAt }) => (signedAt ? day(signedAt) : '—') },
              {
                label: 'Vence',
                cell: ({ expiresAt, status }) => (
                  <Due at={expiresAt && dayOf(expiresAt)} done={status !== 'SIGNED'} />
                ),
              },
              { label: 'Creado', sort: 'createdAt', cell: ({ createdAt }) => day(createdAt) },
            ]}
          />
        </>
      )}
    </Page>
  )
}
