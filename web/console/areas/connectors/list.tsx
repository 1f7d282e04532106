import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { day } from '../../times.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { type Connector, KIND_CHOICES, KINDS, STATES } from './words.ts'

export function stateMark({ state }: Pick<Connector, 'state'>) {
  const [name, tone] = STATES[state]
  return <Mark tone={tone}>{name}</Mark>
}

/** The connectors: systems that answer without a person. */
export function ConnectorList() {
  const { search } = useFilters()
  const { may } = useOrganisation()
  const at = useAt()
  const { rows, total, more } = useRecords('/connectors', search)
  const add = may('POST /connectors') && (
    <ButtonLink kind="main" {...at('conectores/nuevo')}>
      Crear un conector
    </ButtonLink>
  )
  const isEmpty = total === 0 && Object.keys(search).length === 0
  return (
    <Page
      title="Conectores"
      about="Sus sistemas responden por sí solos a las solicitudes: una persona escribe qué se pregunta, otra lo aprueba."
      actions={!isEmpty && add}
    >
      {isEmpty ? (
        <Empty title="Todavía se busca a mano en cada sistema" action={add}>
          Un conector consulta una base de datos o llama a un sistema propio cuando llega una solicitud de
          acceso, supresión u otro derecho (arts. 5 a 9), y deja el resultado en su tarea. Solo lee, salvo que
          usted diga otra cosa.
        </Empty>
      ) : (
        <>
          <Filters
            filters={[
              { name: 'kind', label: 'Tipo', choices: KIND_CHOICES as [string, string][] },
              {
                name: 'approved',
                label: 'Aprobado',
                choices: [
                  ['true', 'Sí'],
                  ['false', 'No'],
                ],
              },
            ]}
          />
          <List
            label="Conectores"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`conectores/${id}`)}
            columns={[
              { label: 'Conector', sort: 'name', cell: ({ name }) => name },
              { label: 'Sistema', cell: ({ systemName }) => systemName },
              { label: 'Tipo', cell: ({ kind }) => KINDS[kind] },
              { label: 'Estado', cell: stateMark },
              { label: 'Cambió', sort: 'updatedAt', cell: ({ updatedAt }) => day(updatedAt) },
            ]}
          />
        </>
      )}
    </Page>
  )
}
