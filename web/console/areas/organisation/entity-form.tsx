import { canonicalRut } from '#kernel/rut.ts'
import { CheckField, FormView, Pair, TextField } from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import { Panel } from '../../ui/page.tsx'
import type { Entity } from './words.ts'

export type Values = ReturnType<typeof valuesOf>

export function valuesOf(entity?: Entity) {
  return {
    name: entity?.name ?? '',
    taxId: entity?.taxId ?? '',
    postalAddress: entity?.postalAddress ?? '',
    legalRepName: entity?.legalRepName ?? '',
    legalRepEmail: entity?.legalRepEmail ?? '',
    arcoPublicEmail: entity?.arcoPublicEmail ?? '',
    isPublicBody: entity?.isPublicBody ?? false,
    essentialService: entity?.essentialService ?? false,
  }
}

export function bodyOf(values: Values) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' && name !== 'name' ? null : value]),
  )
}

export function EntityForm({
  form,
  submit,
  onCancel,
}: {
  form: Form<Values>
  submit: string
  onCancel: () => void
}) {
  const { values } = form
  return (
    <FormView form={form} submit={submit} onCancel={onCancel}>
      <Panel title="Identidad">
        <Pair>
          <TextField
            form={form}
            name="name"
            label="Razón social"
            hint="Como está en el Servicio de Impuestos Internos."
            maxLength={200}
            required
          />
          <TextField
            form={form}
            name="taxId"
            label="RUT"
            hint={<RutHint text={values.taxId} />}
            maxLength={12}
          />
        </Pair>
        <TextField
          form={form}
          name="postalAddress"
          label="Domicilio"
          hint="El de la política y de las cartas (art. 14 ter)."
          maxLength={500}
        />
        <Pair>
          <TextField form={form} name="legalRepName" label="Representante legal" maxLength={200} />
          <TextField form={form} name="legalRepEmail" label="Correo del representante" type="email" />
        </Pair>
        <TextField
          form={form}
          name="arcoPublicEmail"
          label="Correo para los titulares"
          hint="El que se publica para que las personas ejerzan sus derechos (art. 14 ter)."
          type="email"
        />
      </Panel>
      <Panel title="Régimen">
        <CheckField
          form={form}
          name="isPublicBody"
          label="Es un órgano del Estado"
          hint="Su base de licitud es el ejercicio de sus funciones (arts. 20 y siguientes), las multas recaen en la jefatura (art. 44) y su delegado debe ser un funcionario en ejercicio."
        />
        <CheckField
          form={form}
          name="essentialService"
          label="Presta un servicio esencial o es operador de importancia vital"
          hint="Cada brecha abre además los plazos para reportar al CSIRT Nacional: alerta temprana, segundo reporte e informe final (art. 9, Ley 21.663)."
        />
      </Panel>
    </FormView>
  )
}

const LONG_ENOUGH = 8

/** Checks the number while the person types. The service checks it again. */
function RutHint({ text }: { text: string }) {
  if (canonicalRut(text)) return <span className="ok">El RUT es correcto.</span>
  if (text.replace(/[^\dkK]/g, '').length < LONG_ENOUGH) return <>Por ejemplo 76.543.210-3.</>
  return <span className="danger">El dígito verificador no corresponde: revise el número.</span>
}
