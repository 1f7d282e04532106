import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { AreaField, FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { Parts } from './parts.tsx'

/** The forms with which people consent to one purpose. */
export function TemplateList() {
  const { may } = useOrganisation()
  const at = useAt()
  const { search } = useFilters()
  const { q, sort } = search
  const { rows, total, more } = useRecords('/consent/templates', { q, sort })
  const [creating, setCreating] = useState(false)
  const create = may('POST /consent/templates') && (
    <Button kind="main" onClick={() => setCreating(true)}>
      Crear un formulario
    </Button>
  )
  const isEmpty = total === 0 && !q
  return (
    <Page
      title="Formularios de consentimiento"
      about="Para pedir un consentimiento específico: ofertas, imágenes, datos sensibles (arts. 12 y 16)."
      actions={!isEmpty && create}
    >
      <Parts />
      {isEmpty ? (
        <Empty title="Ningún formulario todavía" action={create}>
          Cree uno y obtenga una página para enlazar y un código para pegarlo en su sitio. Cada respuesta
          queda con su recibo, y la persona recibe un enlace para retirarla.
        </Empty>
      ) : (
        <>
          <Filters filters={[]} />
          <List
            label="Formularios"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`consentimiento/formularios/${id}`)}
            columns={[
              { label: 'Formulario', sort: 'name', cell: ({ name }) => name },
              {
                label: 'Estado',
                cell: ({ isActive }) => (
                  <Mark tone={isActive ? 'ok' : 'plain'}>{isActive ? 'En uso' : 'Desactivado'}</Mark>
                ),
              },
              { label: 'Datos', cell: ({ sensitive }) => (sensitive ? 'Sensibles' : 'No sensibles') },
              { label: 'Versión', cell: ({ version }) => String(version) },
              { label: 'Creado', cell: ({ createdAt }) => day(createdAt) },
            ]}
          />
        </>
      )}
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const at = useAt()
  const navigate = useNavigate()
  const create = useAct(
    (service, body: { name: string; purposeText: string }) =>
      service.post('/consent/templates', { body, idempotencyKey: true }),
    {
      quiet: true,
      done: 'El formulario está publicado. Ajústelo y péguelo en su sitio.',
      after: ({ id }) => void navigate(at(`consentimiento/formularios/${id}`)),
    },
  )
  const form = useForm({
    keep: 'consent/template/new',
    initial: { name: '', purposeText: '' },
    save: (values) => create.mutateAsync(values),
  })
  return (
    <Dialog
      title="Crear un formulario"
      about="Queda publicado al crearlo. Si pide datos sensibles o es para menores de edad, márquelo enseguida en «Diseño»."
      onClose={onClose}
    >
      <FormView form={form} submit="Crear y publicar" onCancel={onClose}>
        <TextField
          form={form}
          name="name"
          label="Nombre"
          hint="Es el título de su página."
          maxLength={200}
          required
        />
        <AreaField
          form={form}
          name="purposeText"
          label="A qué consiente la persona"
          hint="Una sola finalidad, en palabras que se entiendan: quién, qué datos y para qué."
          rows={4}
          required
        />
      </FormView>
    </Dialog>
  )
}
