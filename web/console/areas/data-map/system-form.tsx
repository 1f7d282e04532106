import { isAbroad, readCountry } from '#kernel/countries.ts'
import { includesSensitive } from '#kernel/data-categories.ts'
import { VOCABULARY } from '#modules/data-map/knowledge/vocabulary.ts'
import {
  AreaField,
  CheckField,
  ChoiceField,
  DayField,
  FormView,
  LinesField,
  Pair,
  TextField,
} from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import { ManyField } from '../../ui/group-field.tsx'
import { Panel } from '../../ui/page.tsx'
import type { Values } from './system-values.ts'
import { choicesOf } from './words.ts'

export function SystemForm({
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
      <Panel title="Qué es">
        <Pair>
          <TextField form={form} name="name" label="Nombre" maxLength={200} required />
          <ChoiceField
            form={form}
            name="type"
            label="Clase"
            choices={choicesOf(VOCABULARY.systemTypes, [values.type])}
            none="Elija una"
            required
          />
        </Pair>
        <AreaField form={form} name="description" label="Para qué se usa" rows={2} />
        <Pair>
          <TextField
            form={form}
            name="owner"
            label="A cargo de"
            hint="La gerencia, el área o la persona."
            maxLength={200}
          />
          <TextField
            form={form}
            name="ownerEmail"
            label="Su correo"
            hint="Cuando una persona ejerce sus derechos, se le pide buscar en este sistema."
            type="email"
            maxLength={254}
          />
        </Pair>
      </Panel>
      <Panel title="Qué datos tiene">
        <ManyField
          form={form}
          name="dataCategories"
          label="Datos personales"
          choices={choicesOf(VOCABULARY.dataCategories, values.dataCategories)}
          columns
        />
        {includesSensitive(values.dataCategories) ? (
          <p className="hint">Por sus datos, cuenta como sistema con datos sensibles (art. 2 letra g).</p>
        ) : (
          <CheckField
            form={form}
            name="hasSensitiveData"
            label="Tiene también otros datos sensibles"
            hint="Por ejemplo, la situación socioeconómica (art. 2 letra g)."
          />
        )}
        <ManyField
          form={form}
          name="securityMeasures"
          label="Medidas de seguridad"
          hint="Art. 14 quinquies."
          choices={VOCABULARY.securityMeasures.map(({ value, label }) => [value, label] as const)}
          columns
        />
        <LinesField form={form} name="otherMeasures" label="Otras medidas" />
      </Panel>
      <Panel title="Dónde está y quién lo opera">
        <Pair>
          <ChoiceField
            form={form}
            name="hostingType"
            label="Alojamiento"
            choices={choicesOf(VOCABULARY.hostingTypes, [values.hostingType])}
            none="No se sabe"
          />
          <TextField
            form={form}
            name="hostingCountry"
            label="País"
            hint={<CountryHint text={values.hostingCountry} />}
            maxLength={200}
          />
        </Pair>
        <TextField
          form={form}
          name="vendor"
          label="Proveedor que lo opera"
          hint="Trata datos por cuenta de la organización: queda como encargado y necesita contrato (art. 15 bis). En blanco si lo opera la propia organización."
          maxLength={200}
        />
        {values.vendor.trim() !== '' && (
          <>
            <Pair>
              <ChoiceField
                form={form}
                name="contractStatus"
                label="Contrato"
                choices={choicesOf(VOCABULARY.contractStatuses, [values.contractStatus])}
                none="No se sabe"
              />
              <DayField form={form} name="contractExpiry" label="Vence el" />
            </Pair>
            <CheckField form={form} name="hasDpaClause" label="El contrato trata la protección de datos" />
          </>
        )}
      </Panel>
    </FormView>
  )
}

function CountryHint({ text }: { text: string }) {
  if (text.trim() === '') return <>Dónde quedan guardados los datos.</>
  const country = readCountry(text)
  if (!country) return <span className="warn">No conocemos ese país: contará como fuera de Chile.</span>
  return isAbroad(text) ? (
    <span className="warn">
      {country.name}: guardar datos ahí es una transferencia internacional (arts. 27 y 28).
    </span>
  ) : (
    <span className="ok">En Chile.</span>
  )
}
