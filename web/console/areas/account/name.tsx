import { useActIn } from '../../data.ts'
import { FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'

export function NameForm({ name }: { name: string }) {
  const change = useActIn('', (service, body: { name: string }) => service.patch('/auth/me', { body }), {
    quiet: true,
    done: 'Su nombre cambió en todas sus organizaciones.',
  })
  const form = useForm({ initial: { name }, save: (values) => change.mutateAsync(values) })
  return (
    <FormView form={form} submit="Cambiar el nombre">
      <TextField
        form={form}
        name="name"
        label="Nombre"
        hint="Como firma lo que hace aquí. La auditoría de cada organización guarda el cambio."
        complete="name"
        maxLength={200}
        required
      />
    </FormView>
  )
}
