import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { serviceOf } from '../service.ts'
import { FormView, TextField } from '../ui/field.tsx'
import { useForm } from '../ui/form.ts'
import { Notice } from '../ui/mark.tsx'
import { Outside } from './outside.tsx'

export function RecoverPage() {
  const [sent, setSent] = useState(false)
  const form = useForm({
    initial: { email: '' },
    save: async (body) => {
      await serviceOf().post('/auth/password/forgot', { body })
      setSent(true)
    },
  })
  return (
    <Outside title="Recuperar el acceso" about="Le enviamos un enlace para elegir otra contraseña.">
      {sent ? (
        <Notice tone="ok" alert>
          <p>
            Si hay una cuenta con ese correo, el enlace ya va en camino. Sirve una vez y por poco tiempo;
            revise también el correo no deseado.
          </p>
        </Notice>
      ) : (
        <FormView form={form} submit="Enviar el enlace">
          <TextField form={form} name="email" label="Correo" type="email" complete="username" required />
        </FormView>
      )}
      <p>
        <Link to="/">Volver a iniciar sesión</Link>
      </p>
    </Outside>
  )
}
