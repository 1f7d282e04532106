import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField, FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'

/** Adds a system to the data map without leaving the activity. */
export function NewSystem({ onMade }: { onMade: (id: string) => void }) {
  const { may } = useOrganisation()
  const [open, setOpen] = useState(false)
  if (!may('POST /data-map/systems')) return null
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Agregar un sistema</Button>
      {open && <SystemDialog onMade={onMade} onClose={() => setOpen(false)} />}
    </div>
  )
}

function SystemDialog({ onMade, onClose }: { onMade: (id: string) => void; onClose: () => void }) {
  const { vocabulary } = useRecord('/data-map/catalog')
  const make = useAct(
    (service, body: { name: string; type: string }) => service.post('/data-map/systems', { body }),
    {
      quiet: true,
      done: 'El sistema quedó en el mapa de datos.',
      after: ({ id }) => {
        onMade(id)
        onClose()
      },
    },
  )
  const form = useForm({
    initial: { name: '', type: vocabulary.systemTypes[0]?.value ?? '' },
    save: (values) => make.mutateAsync(values),
  })
  return (
    <Dialog
      title="Agregar un sistema"
      about="Un programa, una planilla o un archivador con datos personales."
      onClose={onClose}
    >
      <FormView form={form} submit="Agregar" onCancel={onClose}>
        <TextField form={form} name="name" label="Nombre" maxLength={200} required />
        <ChoiceField
          form={form}
          name="type"
          label="Clase"
          choices={vocabulary.systemTypes.map(({ value, label }) => [value, label] as const)}
          required
        />
      </FormView>
    </Dialog>
  )
}
