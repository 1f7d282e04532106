import { useState } from 'react'
import { useActIn } from '../../data.ts'
import { FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'

export function PasswordForm() {
  // A new key empties the form after it was sent.
  const [times, setTimes] = useState(0)
  return <Fields key={times} onDone={() => setTimes((count) => count + 1)} />
}

function Fields({ onDone }: { onDone: () => void }) {
  const change = useActIn(
    '',
    (service, body: { current: string; password: string }) => service.post('/auth/password', { body }),
    { quiet: true, done: 'Su contraseña cambió y cerramos sus demás sesiones.', after: onDone },
  )
  const form = useForm({
    initial: { current: '', password: '' },
    save: (values) => change.mutateAsync(values),
  })
  return (
    <FormView form={form} submit="Cambiar la contraseña">
      <TextField
        form={form}
        name="current"
        label="Contraseña de ahora"
        type="password"
        complete="current-password"
        required
      />
      <TextField
        form={form}
        name="password"
        label="Contraseña nueva"
        hint="De 8 a 128 caracteres. Una frase larga y propia es mejor que signos difíciles de recordar."
        type="password"
        complete="new-password"
        required
      />
    </FormView>
  )
}
