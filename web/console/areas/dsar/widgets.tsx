import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ChoiceField, FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { List } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { settingsOf } from './widget-settings.ts'
import { RIGHT_CHOICES, RIGHTS } from './words.ts'

/** The forms with which people make requests. */
export function WidgetList() {
  const { may } = useOrganisation()
  const at = useAt()
  useAhead([['/dsar/widgets'], ['/org/entities']])
  const { widgets } = useRecord('/dsar/widgets')
  const { entities } = useRecord('/org/entities')
  const [creating, setCreating] = useState(false)
  const create = may('POST /dsar/widgets') && (
    <Button kind="main" onClick={() => setCreating(true)}>
      Crear un formulario
    </Button>
  )
  return (
    <Page
      title="Formularios"
      about="Por donde las personas ejercen sus derechos: un medio simple y rápido (art. 10)."
      back={{ ...at('solicitudes'), children: 'Solicitudes' }}
      actions={widgets.length > 0 && create}
    >
      {widgets.length === 0 ? (
        <Empty title="Ningún formulario todavía" action={create}>
          Cree uno y obtenga dos cosas: una página propia para enlazar, y un código para pegarlo en su sitio.
        </Empty>
      ) : (
        <List
          label="Formularios"
          rows={widgets}
          total={widgets.length}
          to={({ id }) => at(`solicitudes/formularios/${id}`)}
          columns={[
            { label: 'Formulario', cell: ({ name }) => name },
            {
              label: 'Estado',
              cell: ({ isActive }) => (
                <Mark tone={isActive ? 'ok' : 'plain'}>{isActive ? 'Publicado' : 'Desactivado'}</Mark>
              ),
            },
            {
              label: 'Derechos',
              cell: ({ config }) => {
                const { rightTypes } = settingsOf(config)
                return rightTypes.length === 0 || rightTypes.length === RIGHT_CHOICES.length
                  ? 'Todos'
                  : rightTypes.map((right) => RIGHTS[right].name).join(', ')
              },
            },
            ...(entities.length > 1
              ? [
                  {
                    label: 'Responde',
                    cell: ({ legalEntityId }: { legalEntityId: string }) =>
                      entities.find(({ id }) => id === legalEntityId)?.name ?? '—',
                  },
                ]
              : []),
            { label: 'Creado', cell: ({ createdAt }) => day(createdAt) },
          ]}
        />
      )}
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const at = useAt()
  const navigate = useNavigate()
  const { entities } = useRecord('/org/entities')
  const create = useAct(
    (service, { name, legalEntityId }: { name: string; legalEntityId: string }) =>
      service.post('/dsar/widgets', {
        body: { name, config: {}, legalEntityId: legalEntityId || null },
        idempotencyKey: true,
      }),
    {
      quiet: true,
      done: 'El formulario está publicado. Ajústelo y péguelo en su sitio.',
      after: ({ id }) => void navigate(at(`solicitudes/formularios/${id}`)),
    },
  )
  const form = useForm({
    initial: { name: '', legalEntityId: '' },
    save: (values) => create.mutateAsync(values),
  })
  return (
    <Dialog title="Crear un formulario" onClose={onClose}>
      <FormView form={form} submit="Crear" onCancel={onClose}>
        <TextField
          form={form}
          name="name"
          label="Nombre"
          hint="Para reconocerlo aquí; las personas no lo ven."
          maxLength={200}
          required
        />
        {entities.length > 1 && (
          <ChoiceField
            form={form}
            name="legalEntityId"
            label="Quién responde"
            none="La entidad principal"
            choices={entities.map(({ id, name }) => [id, name] as const)}
          />
        )}
      </FormView>
    </Dialog>
  )
}
