import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead, useRecords } from '../../lists.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useEntityFilter } from '../../ui/entities.ts'
import { useForm } from '../../ui/form.ts'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { DomainForm, type Values, valuesOf } from './domain-form.tsx'
import { ENVIRONMENTS, mainOf } from './words.ts'

const FILTERS = [
  {
    name: 'isActive',
    label: 'Estado',
    choices: [
      ['true', 'Activos'],
      ['false', 'Inactivos'],
    ] as const,
  },
]

/** The sites of the organisation. */
export function DomainList() {
  const { search } = useFilters()
  const { may } = useOrganisation()
  const at = useAt()
  useAhead([['/org/entities']], [['/domains', search]])
  const entities = useEntityFilter()
  const [adding, setAdding] = useState(false)
  const { rows, total, more } = useRecords('/domains', search)
  const isEmpty = total === 0 && !Object.keys(search).some((name) => name !== 'sort')
  const add = may('POST /domains') && (
    <Button kind="main" onClick={() => setAdding(true)}>
      Agregar un dominio
    </Button>
  )
  return (
    <Page
      title="Dominios"
      about="Los sitios de la organización: cuáles probó que son suyos, y qué avisos, políticas y actividades tiene cada uno."
      actions={!isEmpty && add}
    >
      {isEmpty ? (
        <Empty title="Ningún dominio todavía" action={add}>
          Agregue los sitios en que la organización recoge datos. De cada uno cuelgan su aviso de cookies y su
          política, y con su verificación se comprueba que es suyo.
        </Empty>
      ) : (
        <>
          <Filters filters={[...FILTERS, ...entities]} />
          <List
            label="Dominios"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`dominios/${id}`)}
            columns={[
              { label: 'Dominio', sort: 'name', cell: ({ name }) => name },
              { label: 'Dirección', cell: ({ url }) => url.replace(/^https?:\/\//, '') },
              {
                label: 'Verificación',
                cell: ({ isVerified, verifiedAt }) =>
                  isVerified ? (
                    <Mark tone="ok">Verificado{verifiedAt ? ` el ${day(verifiedAt)}` : ''}</Mark>
                  ) : (
                    <Mark tone="warn">Sin verificar</Mark>
                  ),
              },
              {
                label: 'Uso',
                cell: ({ environment, isActive }) => (isActive ? ENVIRONMENTS[environment] : 'Inactivo'),
              },
              { label: 'Entidad', cell: ({ entityName }) => entityName },
            ]}
          />
        </>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { entities } = useRecord('/org/entities')
  const at = useAt()
  const navigate = useNavigate()
  const add = useAct(
    (service, { description, isActive: _active, ...values }: Values) =>
      service.post('/domains', {
        body: { ...values, description: description || null } as never,
        idempotencyKey: true,
      }),
    {
      quiet: true,
      done: 'El dominio quedó registrado. Ahora verifique que es suyo.',
      after: ({ id }) => void navigate(at(`dominios/${id}`)),
    },
  )
  const form = useForm({
    keep: 'domain/new',
    initial: { ...valuesOf(), legalEntityId: mainOf(entities)?.id ?? '' },
    save: (values) => add.mutateAsync(values),
  })
  return (
    <Dialog title="Agregar un dominio" onClose={onClose}>
      <DomainForm form={form} submit="Agregar" onCancel={onClose} />
    </Dialog>
  )
}
