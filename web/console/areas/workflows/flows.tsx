import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { day } from '../../times.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { KIND_CHOICES, KINDS } from './words.ts'

const FILTERS = [
  { name: 'entityType', label: 'Para qué', choices: KIND_CHOICES },
  {
    name: 'isActive',
    label: 'Estado',
    choices: [
      ['true', 'En uso'],
      ['false', 'Retirados'],
    ] as const,
  },
]

/** The flows: who decides what, and in which order. */
export function FlowList() {
  const { search } = useFilters()
  const { may } = useOrganisation()
  const at = useAt()
  const { rows, total, more } = useRecords('/workflows', search)
  return (
    <Page
      title="Flujos de aprobación"
      about="Quién decide, en qué orden y en qué plazo. Un flujo propio reemplaza al de fábrica; si hay varios para lo mismo, vale el más nuevo."
      actions={
        may('POST /workflows') && (
          <ButtonLink kind="main" {...at('flujos/nuevo')}>
            Crear un flujo
          </ButtonLink>
        )
      }
    >
      <Filters filters={FILTERS} />
      <List
        label="Flujos"
        rows={rows}
        total={total}
        more={more}
        to={({ id }) => at(`flujos/${id}`)}
        columns={[
          { label: 'Flujo', sort: 'name', cell: ({ name }) => name },
          { label: 'Para qué', cell: ({ entityType }) => KINDS[entityType].name },
          {
            label: 'Etapas',
            cell: ({ stages }) => stages.map(({ name }) => name).join(' → '),
          },
          {
            label: 'Estado',
            cell: ({ isActive, isSystem }) =>
              isSystem ? (
                <Mark>De fábrica</Mark>
              ) : isActive ? (
                <Mark tone="ok">En uso</Mark>
              ) : (
                <Mark>Retirado</Mark>
              ),
          },
          { label: 'Versión', cell: ({ version }) => version },
          {
            label: 'Cambiado',
            sort: 'updatedAt',
            cell: ({ updatedAt }) => <span style={{ whiteSpace: 'nowrap' }}>{day(updatedAt)}</span>,
          },
        ]}
      />
    </Page>
  )
}
