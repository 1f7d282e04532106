import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { serviceOf } from '../service.ts'
import { meQuery } from '../session/me.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormView, TextField } from '../ui/field.tsx'
import { useForm } from '../ui/form.ts'

/** Creates another organisation of the same person, such as a client or a branch, with separate data. */
export function NewOrganisation({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({
    initial: { organizationName: '' },
    save: async (body) => {
      const { tenant } = await serviceOf().post('/auth/tenants', { body })
      await client.invalidateQueries({ queryKey: meQuery.queryKey })
      onClose()
      await navigate({ to: `/organizacion/${tenant.slug}/comenzar`, search: {} } as never)
    },
  })
  return (
    <Dialog
      title="Crear otra organización"
      about="Queda separada de las demás, con usted como propietaria. Después se llena en tres pasos."
      onClose={onClose}
    >
      <FormView form={form} submit="Crearla" onCancel={onClose}>
        <TextField
          form={form}
          name="organizationName"
          label="Nombre"
          hint="Como la conocen sus clientes; la razón social se indica después."
          complete="organization"
          maxLength={200}
          required
        />
      </FormView>
    </Dialog>
  )
}
