import { useNavigate } from '@tanstack/react-router'
import { useAct } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import type { Flow } from './words.ts'

/** Starts an approval for a record kept elsewhere. Approvals of the service's own records start automatically. */
export function StartDialog({ flow: { id, entityType }, onClose }: { flow: Flow; onClose: () => void }) {
  const at = useAt()
  const navigate = useNavigate()
  const start = useAct(
    (service, { entityId }: { entityId: string }) =>
      service.post('/workflows/{definitionId}/start', {
        path: { definitionId: id },
        body: { entityType, entityId: entityId.trim() },
      }),
    {
      quiet: true,
      done: 'La aprobación empezó.',
      after: (instance) => void navigate(at(`aprobaciones/${instance.id}`)),
    },
  )
  const form = useForm({ initial: { entityId: '' }, save: (values) => start.mutateAsync(values) })
  return (
    <Dialog
      title="Iniciar una aprobación"
      about="Nombre el asunto como lo reconocerá quien decide: un número de compra, un proyecto, un documento."
      onClose={onClose}
    >
      <FormView form={form} submit="Iniciar" onCancel={onClose}>
        <TextField form={form} name="entityId" label="Asunto" maxLength={200} required />
      </FormView>
    </Dialog>
  )
}
