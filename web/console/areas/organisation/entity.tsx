import { Link } from '@tanstack/react-router'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { useSeen, useShown } from '../../seen.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { History, historyOf } from '../../ui/history.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { Dpo } from './dpo.tsx'
import { bodyOf, EntityForm, type Values, valuesOf } from './entity-form.tsx'
import { type Entity, mainOf } from './words.ts'

export function EntityPage() {
  const id = useParam('id')
  useAhead([['/org/entities']], [historyOf(useOrganisation(), 'legal_entity', id)])
  const { entities } = useRecord('/org/entities')
  const at = useAt()
  const entity = entities.find((one) => one.id === id)
  if (!entity)
    return (
      <Page title="Entidad legal" back={{ ...at('entidades'), children: 'Entidades legales' }}>
        <Empty title="Esta entidad no está">
          No existe en la organización, o la dirección está mal escrita.
        </Empty>
      </Page>
    )
  return <Shown entity={entity} isMain={entity === mainOf(entities)} />
}

function Shown({ entity, isMain }: { entity: Entity; isMain: boolean }) {
  const { id, isActive } = entity
  const { may } = useOrganisation()
  const shown = useShown(`/org/entities/${id}`)
  const at = useAt()
  const { search, set } = useFilters()
  const isEditing = search['editar'] === 'si' && may('PATCH /org/entities/{id}')
  const turn = useAct(
    (service) =>
      isActive
        ? service.delete('/org/entities/{id}', { path: { id }, ...shown() })
        : service.patch('/org/entities/{id}', { path: { id }, body: { isActive: true }, ...shown() }),
    {
      done: isActive ? 'La entidad quedó inactiva. Lo suyo se conserva.' : 'La entidad está activa otra vez.',
    },
  )
  const state = isMain ? (
    <Mark tone="info">Principal</Mark>
  ) : isActive ? (
    <Mark tone="ok">Activa</Mark>
  ) : (
    <Mark>Inactiva</Mark>
  )
  return (
    <Page
      title={entity.name}
      mark={state}
      back={{ ...at('entidades'), children: 'Entidades legales' }}
      actions={
        !isEditing && (
          <>
            {may('PATCH /org/entities/{id}') && <Button onClick={() => set({ editar: 'si' })}>Editar</Button>}
            {isActive && !isMain && may('DELETE /org/entities/{id}') && (
              <ConfirmButton
                title="¿Desactivar esta entidad?"
                about="No se puede elegir para lo nuevo; lo que ya es suyo se conserva. Se puede volver a activar."
                confirm="Desactivar"
                act={() => turn.mutate()}
              >
                Desactivar
              </ConfirmButton>
            )}
            {!isActive && may('PATCH /org/entities/{id}') && (
              <Button busy={turn.isPending} onClick={() => turn.mutate()}>
                Activar
              </Button>
            )}
          </>
        )
      }
    >
      {isEditing ? (
        <Editor id={id} onDone={() => set({ editar: '' })} />
      ) : (
        <Split aside={<History entityType="legal_entity" entityId={id} />}>
          <Panel title="Identidad">
            <Facts
              facts={[
                ['RUT', entity.taxId],
                ['Representante legal', entity.legalRepName],
                ['Correo del representante', entity.legalRepEmail],
                ['Correo para los titulares', entity.arcoPublicEmail],
                ['Domicilio', entity.postalAddress, 'whole'],
              ]}
            />
            {isMain && (
              <p className="hint">
                Es la principal: lo que no nombra otra entidad es suyo. Lo es la más antigua de las activas.
              </p>
            )}
          </Panel>
          <Dpo entity={entity} />
          <Panel title="Régimen">
            <Facts
              facts={[
                ['Órgano del Estado', entity.isPublicBody ? 'Sí: arts. 20 y siguientes' : 'No'],
                [
                  'Servicio esencial (Ley 21.663)',
                  entity.essentialService ? 'Sí: cada brecha abre los plazos del CSIRT Nacional' : 'No',
                ],
              ]}
            />
          </Panel>
          <p>
            <Link {...at('areas', { entidad: id })}>Ver sus departamentos</Link>
          </p>
        </Split>
      )}
    </Page>
  )
}

function Editor({ id, onDone }: { id: string; onDone: () => void }) {
  const entity = useRecord('/org/entities/{id}', { path: { id } })
  const save = useAct(
    (service, { values, seen }: { values: Values; seen: Seen }) =>
      service.patch('/org/entities/{id}', { path: { id }, body: bodyOf(values) as never, ...seen }),
    { quiet: true, done: 'Guardado.', after: onDone },
  )
  const form = useForm({
    keep: `entity/${id}`,
    version: useSeen(`/org/entities/${id}`),
    initial: valuesOf(entity),
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return <EntityForm form={form} submit="Guardar" onCancel={onDone} />
}
