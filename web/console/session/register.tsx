import { Link } from '@tanstack/react-router'
import { serviceOf } from '../service.ts'
import { FormView, TextField } from '../ui/field.tsx'
import { useForm } from '../ui/form.ts'
import { Outside } from './outside.tsx'

/** Creates an account with its organisation. */
export function RegisterPage({ onDone }: { onDone: (slug: string) => void }) {
  const form = useForm({
    initial: { name: '', email: '', password: '', organizationName: '' },
    save: async (body) => {
      const answer = await serviceOf().post('/auth/register', { body })
      if ('tenant' in answer) onDone(answer.tenant.slug)
    },
  })
  return (
    <Outside title="Crear una cuenta" about="Con la organización cuya protección de datos va a llevar.">
      <FormView form={form} submit="Crear la cuenta">
        <TextField form={form} name="name" label="Su nombre" complete="name" maxLength={200} required />
        <TextField form={form} name="email" label="Correo" type="email" complete="username" required />
        <TextField
          form={form}
          name="password"
          label="Contraseña"
          hint="De 8 a 128 caracteres. Una frase larga y propia es mejor que signos difíciles de recordar."
          type="password"
          complete="new-password"
          required
        />
        <TextField
          form={form}
          name="organizationName"
          label="Organización"
          hint="Como la conocen sus clientes; la razón social se indica después."
          complete="organization"
          maxLength={200}
          required
        />
      </FormView>
      <p>
        ¿Ya tiene una cuenta? <Link to="/">Inicie sesión</Link>
      </p>
    </Outside>
  )
}
