import { AreaField, DayField, FormView, Pair, TextField } from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import type { Values } from './words.ts'

export function ProcessorForm({
  form,
  submit,
  onCancel,
}: {
  form: Form<Values>
  submit: string
  onCancel: () => void
}) {
  return (
    <FormView form={form} submit={submit} onCancel={onCancel}>
      <TextField form={form} name="name" label="Nombre o razón social" maxLength={200} required />
      <Pair>
        <TextField form={form} name="taxId" label="RUT" hint="De una empresa chilena." />
        <TextField
          form={form}
          name="country"
          label="País"
          hint="Fuera de Chile es una transferencia internacional."
        />
      </Pair>
      <AreaField form={form} name="services" label="Qué servicios presta" rows={2} />
      <Pair>
        <TextField form={form} name="contactName" label="Contacto" complete="off" />
        <TextField
          form={form}
          name="contactEmail"
          label="Correo del contacto"
          type="email"
          hint="Ahí llega el contrato para firmar."
        />
      </Pair>
      <DayField form={form} name="reviewAt" label="Revisarlo el" hint="Ese día se le avisa." />
    </FormView>
  )
}
