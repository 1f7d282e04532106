import { useRecord } from '../../data.ts'
import { AreaField, CheckField, ChoiceField, FormView, Pair, TextField } from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import { type Domain, ENVIRONMENTS } from './words.ts'

export type Values = ReturnType<typeof valuesOf>

export function valuesOf(domain?: Domain) {
  return {
    url: domain?.url ?? '',
    name: domain?.name ?? '',
    legalEntityId: domain?.legalEntityId ?? '',
    description: domain?.description ?? '',
    environment: (domain?.environment ?? 'PRODUCTION') as string,
    isActive: domain?.isActive ?? true,
  }
}

export function DomainForm({
  form,
  submit,
  onCancel,
  exists,
}: {
  form: Form<Values>
  submit: string
  onCancel: () => void
  exists?: boolean
}) {
  const { entities } = useRecord('/org/entities')
  const choices = entities
    .filter(({ id, isActive }) => isActive || id === form.values.legalEntityId)
    .map(({ id, name }) => [id, name] as const)
  return (
    <FormView form={form} submit={submit} onCancel={onCancel}>
      <TextField
        form={form}
        name="url"
        label="Dirección"
        hint={
          exists
            ? 'Al cambiarla se pierde la verificación: habrá que probar que la nueva es suya.'
            : 'Por ejemplo https://www.tiendasur.cl. Sin comodines: un sitio a la vez.'
        }
        maxLength={255}
        required
      />
      <Pair>
        <TextField
          form={form}
          name="name"
          label="Nombre"
          hint="Como lo conocen en la organización."
          required
        />
        <ChoiceField
          form={form}
          name="legalEntityId"
          label="Entidad legal que responde"
          choices={choices}
          none="Elija una"
          required
        />
      </Pair>
      <AreaField form={form} name="description" label="Para qué es" rows={2} />
      <ChoiceField
        form={form}
        name="environment"
        label="Uso"
        choices={Object.entries(ENVIRONMENTS)}
        required
      />
      {exists && (
        <CheckField
          form={form}
          name="isActive"
          label="Está activo"
          hint="Los inactivos no cuentan en el puntaje ni se revisan."
        />
      )}
    </FormView>
  )
}
