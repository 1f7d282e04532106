import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRecord } from '../../data.ts'
import { Button } from '../../ui/button.tsx'
import { AreaField, CheckField, ChoiceField, FormView, Pair, TextField } from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import { Notice } from '../../ui/mark.tsx'
import { OvertakenPart } from '../../ui/overtaken-part.tsx'
import { Panel } from '../../ui/page.tsx'
import { partOf, replaced } from '../../ui/part.ts'
import {
  askedOf,
  type Draft,
  isChoice,
  NEW_QUESTION,
  newSection,
  type QuestionDraft,
  type SectionDraft,
  sectionsOf,
} from './draft.ts'
import { moved } from './moved.ts'
import css from './questionnaires.module.css'
import { Preview } from './questions.tsx'
import { OPERATORS, optionsIn, TARGETS, TYPES } from './words.ts'

export function Editor({
  form,
  submit,
  onCancel,
  about,
}: {
  form: Form<Draft>
  submit: string
  onCancel: () => void
  about?: string | undefined
}) {
  const { sections } = form.values
  const { items: fields } = useRecord('/questionnaires/fields')
  const fillable = fields.map(
    ({ target, field, label }) => [`${target}.${field}`, `${TARGETS[target].one}: ${label}`] as const,
  )
  const set = (next: SectionDraft[]) => form.set('sections', next)
  const asked = askedOf(sectionsOf(form.values))
  return (
    <div className={css['editing']}>
      <FormView form={form} submit={submit} onCancel={onCancel}>
        {about && <Notice tone="info">{about}</Notice>}
        <TextField form={form} name="name" label="Nombre" maxLength={200} required />
        <AreaField
          form={form}
          name="description"
          label="Qué se pide y para qué"
          hint="Es lo primero que lee quien responde."
          rows={3}
        />
        <OvertakenPart form={form} name="sections" label="Secciones y preguntas" />
        {sections.map((section, index) => (
          <SectionEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a section has no name of its own until it is saved.
            key={index}
            form={form}
            section={section}
            index={index}
            fillable={fillable}
            onChange={(...next) => set(replaced(sections, index, ...next))}
            onMove={(by) => set(moved(sections, index, by))}
          />
        ))}
        <div>
          <Button onClick={() => set([...sections, newSection()])}>Agregar una sección</Button>
        </div>
      </FormView>
      <Panel title="Así se preguntará">
        {asked.length === 0 ? (
          <p className="muted">Escriba la primera pregunta para verla como la leerá quien responde.</p>
        ) : (
          <Preview sections={asked} />
        )}
      </Panel>
    </div>
  )
}

function SectionEditor({
  form,
  section,
  index,
  fillable,
  onChange,
  onMove,
}: {
  form: Form<Draft>
  section: SectionDraft
  index: number
  fillable: readonly (readonly [string, string])[]
  onChange: (...next: SectionDraft[]) => void
  onMove: (by: -1 | 1) => void
}) {
  const place = `sections[${index}]`
  const part = partOf(form as unknown as Form<never>, section, (next) => onChange(next), form.faults, place)
  const { questions } = section
  const set = (next: QuestionDraft[]) => onChange({ ...section, questions: next })
  const before = form.values.sections.slice(0, index).flatMap((one) => one.questions)
  return (
    <fieldset className={css['section']} aria-label={`Sección ${index + 1}`}>
      <Head label={`Sección ${index + 1}`} onMove={onMove} onRemove={() => onChange()} />
      <TextField form={part} name="title" label="Título" maxLength={200} required />
      <AreaField form={part} name="description" label="Explicación" rows={2} />
      {questions.map((question, at) => (
        <QuestionEditor
          key={question.key || at}
          form={partOf(
            form as unknown as Form<never>,
            question,
            (next) => set(replaced(questions, at, next)),
            form.faults,
            `${place}.questions[${at}]`,
          )}
          label={`Pregunta ${index + 1}.${at + 1}`}
          before={[...before, ...questions.slice(0, at)].filter(({ key }) => key !== '')}
          fillable={fillable}
          onMove={(by) => set(moved(questions, at, by))}
          onRemove={() => set(replaced(questions, at))}
        />
      ))}
      <div>
        <Button onClick={() => set([...questions, { ...NEW_QUESTION }])}>Agregar una pregunta</Button>
      </div>
    </fieldset>
  )
}

function Head({
  label,
  onMove,
  onRemove,
}: {
  label: string
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}) {
  return (
    <div className="row spread">
      <span className="hint">{label}</span>
      <span className="row">
        <Button icon kind="quiet" label={`Subir: ${label}`} onClick={() => onMove(-1)}>
          <ArrowUp size={16} aria-hidden />
        </Button>
        <Button icon kind="quiet" label={`Bajar: ${label}`} onClick={() => onMove(1)}>
          <ArrowDown size={16} aria-hidden />
        </Button>
        <Button icon kind="quiet" label={`Quitar: ${label}`} onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
        </Button>
      </span>
    </div>
  )
}

function QuestionEditor({
  form,
  label,
  before,
  fillable,
  onMove,
  onRemove,
}: {
  form: Form<QuestionDraft>
  label: string
  /** The earlier questions, which a condition may refer to. */
  before: readonly QuestionDraft[]
  fillable: readonly (readonly [string, string])[]
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}) {
  const { values } = form
  const other = before.find(({ key }) => key === values.ifQuestion)
  return (
    <fieldset className={css['entry']} aria-label={label}>
      <Head label={label} onMove={onMove} onRemove={onRemove} />
      <TextField form={form} name="label" label="Pregunta" maxLength={500} required />
      <Pair>
        <ChoiceField
          form={form}
          name="type"
          label="Se responde con"
          choices={Object.entries(TYPES)}
          required
        />
        <TextField form={form} name="hint" label="Ayuda" maxLength={1000} />
      </Pair>
      {isChoice(values) && (
        <AreaField form={form} name="options" label="Opciones" hint="Una por línea." rows={4} />
      )}
      <CheckField form={form} name="required" label="Es obligatoria" />
      {before.length > 0 && (
        <Pair>
          <ChoiceField
            form={form}
            name="ifQuestion"
            label="Preguntar solo si"
            none="Siempre"
            choices={before.map((one) => [one.key, one.label] as const)}
          />
          {other && <ConditionFields form={form} other={other} />}
        </Pair>
      )}
      <ChoiceField
        form={form}
        name="fills"
        label="Al convertir, llena"
        none="Nada"
        choices={fillable}
        hint="El campo del registro que toma la respuesta."
      />
    </fieldset>
  )
}

function ConditionFields({ form, other }: { form: Form<QuestionDraft>; other: QuestionDraft }): ReactNode {
  const options: (readonly [string, string])[] =
    other.type === 'yes_no'
      ? [
          ['yes', 'Sí'],
          ['no', 'No'],
        ]
      : optionsIn(other.options, other.was).map(({ value, label }) => [value, label] as const)
  const operators = Object.entries(OPERATORS).filter(([key]) =>
    key === 'answered'
      ? true
      : key === 'includes'
        ? other.type === 'choices'
        : key === 'is'
          ? other.type === 'yes_no' || other.type === 'choice'
          : isChoice(other) || other.type === 'yes_no',
  )
  return (
    <div className="stack tight">
      <ChoiceField form={form} name="ifOperator" label="La respuesta" choices={operators} />
      {form.values.ifOperator !== 'answered' && options.length > 0 && (
        <ChoiceField form={form} name="ifValue" label="Opción" none="Elija…" choices={options} />
      )}
    </div>
  )
}
