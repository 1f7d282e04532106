import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fold } from '#kernel/text.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useForm } from '../../ui/form.ts'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { bodyOf, EntityForm, type Values, valuesOf } from './entity-form.tsx'
import { mainOf } from './words.ts'

/** The controllers: companies, foundations, services. */
export function EntityList() {
  const { entities } = useRecord('/org/entities')
  const { search } = useFilters()
  const { may } = useOrganisation()
  const at = useAt()
  const [adding, setAdding] = useState(false)
  const main = mainOf(entities)
  const words = fold(search['q'] ?? '')
  const rows = entities
    .filter(({ name, taxId, dpoName }) => fold([name, taxId, dpoName].join(' ')).includes(words))
    .toSorted((a, b) => Number(b === main) - Number(a === main) || Number(b.isActive) - Number(a.isActive))
  return (
    <Page
      title="Entidades legales"
      about="Quién responde por los datos: cada sociedad, fundación o servicio, con su representante y su delegado o delegada."
      actions={
        may('POST /org/entities') && (
          <Button kind="main" onClick={() => setAdding(true)}>
            Agregar una entidad
          </Button>
        )
      }
    >
      {entities.length > 5 && <Filters filters={[]} />}
      <List
        label="Entidades legales"
        rows={rows}
        total={rows.length}
        to={({ id }) => at(`entidades/${id}`)}
        columns={[
          { label: 'Entidad', cell: ({ name }) => name },
          { label: 'RUT', cell: ({ taxId }) => taxId ?? '—' },
          {
            label: 'Estado',
            cell: (entity) =>
              entity === main ? (
                <Mark tone="info">Principal</Mark>
              ) : entity.isActive ? (
                <Mark tone="ok">Activa</Mark>
              ) : (
                <Mark>Inactiva</Mark>
              ),
          },
          { label: 'Representante legal', cell: ({ legalRepName }) => legalRepName ?? '—' },
          { label: 'Delegado o delegada', cell: ({ dpoName }) => dpoName ?? '—' },
          {
            label: 'Régimen',
            cell: ({ isPublicBody, essentialService }) =>
              [isPublicBody && 'Órgano del Estado', essentialService && 'Servicio esencial']
                .filter(Boolean)
                .join(', ') || '—',
          },
        ]}
      />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { workspaces } = useRecord('/org/workspaces')
  const at = useAt()
  const navigate = useNavigate()
  const add = useAct(
    (service, values: Values) =>
      service.post('/org/entities', {
        // Newest first, so the last one is the workspace that the organisation began with.
        body: { ...bodyOf(values), workspaceId: workspaces.at(-1)!.id } as never,
        idempotencyKey: true,
      }),
    {
      quiet: true,
      done: 'La entidad quedó registrada.',
      after: ({ id }) => void navigate(at(`entidades/${id}`)),
    },
  )
  const form = useForm({
    keep: 'entity/new',
    initial: valuesOf(),
    save: (values) => add.mutateAsync(values),
  })
  return (
    <Dialog title="Agregar una entidad" onClose={onClose} wide>
      <EntityForm form={form} submit="Agregar" onCancel={onClose} />
    </Dialog>
  )
}
