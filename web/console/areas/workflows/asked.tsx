import { AreaField, ChoiceField, DayField, TextField } from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import type { Stage } from './words.ts'

/** The path of an answer, as the service names it in a refusal. */
export const placeOf = (name: string) => `fieldValues.${name}`

/** The questions of a stage, each with the control of its type. */
export function AskedFields({
  form,
  fields,
}: {
  form: Form<Record<string, string>>
  fields: Stage['fields']
}) {
  return fields.map(({ id, name, label, type, required, options }) => {
    const props = { form, name: placeOf(name), label, required }
    switch (type.toUpperCase()) {
      case 'TEXTAREA':
        return <AreaField key={id} {...props} rows={3} />
      case 'DATE':
        return <DayField key={id} {...props} />
      case 'SELECT':
        return (
          <ChoiceField
            key={id}
            {...props}
            none="Elija una"
            choices={options.map((option) =>
              typeof option === 'string'
                ? ([option, option] as const)
                : ([option.value, option.label] as const),
            )}
          />
        )
      default:
        return <TextField key={id} {...props} maxLength={10_000} />
    }
  })
}

/** The form of a stage, filled in with known answers. */
export function blankOf(
  fields: Stage['fields'],
  known: Record<string, unknown> = {},
): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [placeOf(name), String(known[name] ?? '')]))
}

/** The answers as the API takes them. Blank ones are left out. */
export function valuesOf(fields: Stage['fields'], values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    fields
      .map(({ name }) => [name, values[placeOf(name)] ?? ''] as const)
      .filter(([, value]) => value.trim() !== ''),
  )
}
