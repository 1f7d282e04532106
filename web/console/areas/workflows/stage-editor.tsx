import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Entries, Entry } from '../../ui/entries.tsx'
import { AreaField, CheckField, ChoiceField, NumberField, Pair, TextField } from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import { ManyField } from '../../ui/group-field.tsx'
import { Notice } from '../../ui/mark.tsx'
import { partOf, replaced } from '../../ui/part.ts'
import css from './designer.module.css'
import { blankField, blankPart, type Draft, type DraftStage, moved, stagesOf } from './draft.ts'
import { Conditions } from './stage-conditions.tsx'
import { ACTION_CHOICES, DECIDING, FIELD_TYPES, type Kind } from './words.ts'

interface EditorProps {
  form: Form<Draft>
  index: number
  faults: Readonly<Record<string, string>>
  advice: readonly string[]
  /** Chooses another stage to edit, or none. */
  choose: (id: string) => void
}

/** One stage: who decides, the deadline, the questions, and the conditions. */
export function StageEditor({ form, index, faults, advice, choose }: EditorProps) {
  const { stages, entityType } = form.values
  const stage = stages[index]!
  const place = `stages[${index}]`
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(stage.id)
  useEffect(() => {
    // The focus moves to the heading when the person chooses another stage.
    if (before.current !== stage.id) heading.current?.focus({ preventScroll: false })
    before.current = stage.id
  }, [stage.id])
  const change = (next: DraftStage) => form.set('stages', replaced(stages, index, next))
  const part = partOf<DraftStage>(form as never, stage, change, faults, place)
  const remove = () => {
    form.set('stages', replaced(stages, index))
    choose((stages[index + 1] ?? stages[index - 1])?.id ?? '')
  }
  const passes = stage.autoAdvance && stage.parallelStages.length === 0
  return (
    <section className={css['editor']} aria-label={`Etapa ${index + 1}`}>
      <div className="row spread">
        <h2 ref={heading} tabIndex={-1}>
          Etapa {index + 1}
        </h2>
        <div className="row" style={{ gap: '0.25rem' }}>
          <Button
            icon
            kind="quiet"
            label="Subir la etapa"
            disabled={index === 0}
            onClick={() => form.set('stages', moved(stages, stage.id, -1))}
          >
            <ArrowUp size={16} aria-hidden />
          </Button>
          <Button
            icon
            kind="quiet"
            label="Bajar la etapa"
            disabled={index === stages.length - 1}
            onClick={() => form.set('stages', moved(stages, stage.id, 1))}
          >
            <ArrowDown size={16} aria-hidden />
          </Button>
          <Button icon kind="quiet" label="Quitar la etapa" disabled={stages.length === 1} onClick={remove}>
            <Trash2 size={16} aria-hidden />
          </Button>
        </div>
      </div>
      {advice.map((text) => (
        <Notice key={text} tone="warn">
          {text}
        </Notice>
      ))}
      <TextField form={part} name="name" label="Nombre de la etapa" maxLength={200} required />
      <AreaField form={part} name="description" label="Qué se revisa" hint="Lo lee quien decide." rows={2} />
      <CheckField
        form={part}
        name="autoAdvance"
        label="Pasa sola"
        hint="No espera a nadie; con revisiones a la vez, sigue cuando están todas."
      />
      {!passes && (
        <>
          <ChoiceField
            form={part}
            name="requiredRole"
            label="Quién decide"
            hint="Ese rol o uno superior."
            choices={
              stage.requiredRole === 'VIEWER' ? [['VIEWER', 'Cualquier persona'], ...DECIDING] : DECIDING
            }
            required
          />
          <Pair>
            <NumberField
              form={part}
              name="slaDays"
              label="Plazo, en días"
              hint="Corridos; en blanco, sin plazo."
            />
            <NumberField form={part} name="slaWarningDays" label="Avisar antes, en días" hint="Por correo." />
          </Pair>
          <ManyField
            form={part}
            name="actions"
            label="Qué puede hacer"
            hint="Sin marcar ninguna, las cuatro."
            choices={ACTION_CHOICES}
          />
          <Questions form={part} />
          <Parallel form={part} />
        </>
      )}
      <Conditions
        form={part}
        kind={entityType as Kind}
        earlier={stagesOf({ entityType, stages: stages.slice(0, index) })}
      />
    </section>
  )
}

function Questions({ form }: { form: Form<DraftStage> }) {
  const { fields } = form.values
  return (
    <Entries
      title="Preguntas a quien decide"
      add="Agregar una pregunta"
      onAdd={() => form.set('fields', [...fields, blankField()])}
    >
      {fields.map((field, index) => {
        const part = partOf(
          form as never,
          field,
          (next) => form.set('fields', replaced(fields, index, next)),
          form.faults,
          `fields[${index}]`,
        )
        const types = FIELD_TYPES.some(([key]) => key === field.type)
          ? FIELD_TYPES
          : [...FIELD_TYPES, [field.type, `Otro: ${field.type}`] as const]
        return (
          <Entry
            key={field.id}
            label={`Pregunta ${index + 1}`}
            onRemove={() => form.set('fields', replaced(fields, index))}
          >
            <TextField form={part} name="label" label="Qué se pregunta" maxLength={200} required />
            <ChoiceField form={part} name="type" label="Cómo se responde" choices={types} required />
            {field.type === 'SELECT' && <OptionsField form={part} />}
            <CheckField form={part} name="required" label="Es obligatoria para aprobar o rechazar" />
          </Entry>
        )
      })}
    </Entries>
  )
}

function OptionsField({ form }: { form: Form<Draft['stages'][number]['fields'][number]> }) {
  const lines = form.values.options
  const asText = partOf(
    form as never,
    { options: lines.join('\n') },
    ({ options }) => form.set('options', options.split('\n')),
    {},
    'options',
  )
  return (
    <AreaField
      form={asText}
      name="options"
      label="Opciones"
      hint="Una por línea. «valor = texto» guarda un valor distinto del que se lee."
      rows={3}
      required
    />
  )
}

function Parallel({ form }: { form: Form<DraftStage> }) {
  const { parallelStages: parts } = form.values
  return (
    <Entries
      title="Revisiones a la vez"
      add="Agregar una revisión"
      onAdd={() => form.set('parallelStages', [...parts, blankPart()])}
    >
      {parts.map((entry, index) => {
        const part = partOf(
          form as never,
          entry,
          (next) => form.set('parallelStages', replaced(parts, index, next)),
          form.faults,
          `parallelStages[${index}]`,
        )
        return (
          <Entry
            key={entry.id}
            label={`Revisión ${index + 1}`}
            onRemove={() => form.set('parallelStages', replaced(parts, index))}
          >
            <TextField form={part} name="name" label="Nombre de la revisión" maxLength={200} required />
            <ChoiceField
              form={part}
              name="requiredRole"
              label="Quién la hace"
              none="El rol de la etapa"
              choices={DECIDING}
            />
          </Entry>
        )
      })}
    </Entries>
  )
}
