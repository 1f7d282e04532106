import { Entries, Entry } from '../../ui/entries.tsx'
import { AreaField, ChoiceField, TextField } from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import { ManyField } from '../../ui/group-field.tsx'
import { partOf, replaced } from '../../ui/part.ts'
import type { DraftCondition, DraftStage } from './draft.ts'
import { factsFor, type KnownFact, operatorsFor } from './facts.ts'
import { type Kind, OPERATORS, type Operator, type Stage } from './words.ts'

const OTHER = '…'

/** The stage runs only if all conditions hold. Otherwise it is skipped. */
export function Conditions({
  form,
  kind,
  earlier,
}: {
  form: Form<DraftStage>
  kind: Kind
  earlier: readonly Stage[]
}) {
  const { conditions } = form.values
  const facts = factsFor(kind, earlier)
  const add = () => {
    const [first] = facts
    const operator = operatorsFor(first)[0]!
    form.set('conditions', [...conditions, { field: first?.name ?? '', operator, value: firstValue(first) }])
  }
  return (
    <Entries title="Solo se pasa por aquí si…" add="Agregar una condición" onAdd={add}>
      {conditions.length === 0 && <p className="hint">Sin condiciones, siempre se pasa por esta etapa.</p>}
      {conditions.length > 1 && <p className="hint">Deben cumplirse todas; si no, la etapa se salta.</p>}
      {conditions.map((condition, index) => {
        const part = partOf(
          form as never,
          condition,
          (next) => form.set('conditions', replaced(conditions, index, settled(condition, next, facts))),
          form.faults,
          `conditions[${index}]`,
        )
        return (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own, and only their order tells them apart.
            key={index}
            label={`Condición ${index + 1}`}
            onRemove={() => form.set('conditions', replaced(conditions, index))}
          >
            <ConditionFields form={part} facts={facts} />
          </Entry>
        )
      })}
    </Entries>
  )
}

function firstValue(fact: KnownFact | undefined): string {
  return fact?.choices?.[0]?.[0] ?? ''
}

/** After a change of fact or operator, picks an operator and a value that fit it. */
function settled(before: DraftCondition, next: DraftCondition, facts: readonly KnownFact[]): DraftCondition {
  const field = next.field === OTHER ? '' : next.field
  const fact = facts.find(({ name }) => name === field)
  if (field !== before.field) {
    const known = facts.some(({ name }) => name === before.field)
    // While the person types the name of an unknown fact, the operator and the value stay.
    if (!known && !fact) return { ...next, field }
    return { field, operator: operatorsFor(fact)[0]!, value: firstValue(fact) }
  }
  if (next.operator !== before.operator && fact?.choices && next.operator !== 'in')
    return { ...next, value: next.operator === 'exists' ? '' : firstValue(fact) }
  return next
}

function ConditionFields({ form, facts }: { form: Form<DraftCondition>; facts: readonly KnownFact[] }) {
  const { field, operator } = form.values
  const fact = facts.find(({ name }) => name === field)
  const operators = operatorsFor(fact)
  const shownOperators = operators.includes(operator as Operator)
    ? operators
    : [...operators, operator as Operator]
  const chooser = partOf<{ of: string }>(
    form as never,
    { of: fact ? field : OTHER },
    ({ of }) => form.set('field', of),
    {},
    'of',
  )
  return (
    <>
      <ChoiceField
        form={chooser}
        name="of"
        label="De qué depende"
        choices={[
          ...facts.map(({ name, label, asked }) => [name, asked ? `Respuesta: ${label}` : label] as const),
          [OTHER, 'Otro dato, por su nombre'],
        ]}
        required
      />
      {!fact && (
        <TextField
          form={form}
          name="field"
          label="Nombre del dato"
          hint="Como lo llama la interfaz del servicio, o el nombre de una pregunta."
          maxLength={200}
          required
        />
      )}
      <ChoiceField
        form={form}
        name="operator"
        label="Cómo se compara"
        choices={shownOperators.map((key) => [key, OPERATORS[key]] as const)}
        required
      />
      {operator === 'exists' && (
        <ChoiceField
          form={form}
          name="value"
          label="Debe"
          choices={[
            ['', 'tener un valor'],
            ['false', 'estar en blanco'],
          ]}
          required
        />
      )}
      {operator === 'in' && fact?.choices && <AnyOf form={form} choices={fact.choices} />}
      {operator === 'in' && !fact?.choices && (
        <AreaField form={form} name="value" label="Valores" hint="Uno por línea." rows={3} required />
      )}
      {operator !== 'exists' && operator !== 'in' && fact?.choices && (
        <ChoiceField form={form} name="value" label="Valor" choices={fact.choices} required />
      )}
      {operator !== 'exists' && operator !== 'in' && !fact?.choices && (
        <TextField
          form={form}
          name="value"
          label="Valor"
          maxLength={500}
          {...(fact?.number && { code: true })}
          required
        />
      )}
    </>
  )
}

function AnyOf({
  form,
  choices,
}: {
  form: Form<DraftCondition>
  choices: NonNullable<KnownFact['choices']>
}) {
  const several = partOf<{ values: string[] }>(
    form as never,
    { values: form.values.value.split('\n').filter(Boolean) },
    ({ values }) => form.set('value', values.join('\n')),
    form.faults['value'] ? { 'of.values': form.faults['value'] } : {},
    'of',
  )
  return <ManyField form={several} name="values" label="Valores" choices={choices} required />
}
