import { useEffect, useState } from 'react'
import { useAct } from '../../data.ts'
import { useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { Entries, Entry } from '../../ui/entries.tsx'
import { AreaField, CheckField, ChoiceField, FormView, LinesField, Pair, TextField } from '../../ui/field.tsx'
import { type Form, type Seen, useForm } from '../../ui/form.ts'
import { FrameView } from '../../ui/frame-view.tsx'
import { Notice } from '../../ui/mark.tsx'
import { OvertakenPart } from '../../ui/overtaken-part.tsx'
import { Panel } from '../../ui/page.tsx'
import { partOf, replaced } from '../../ui/part.ts'
import css from './consent.module.css'
import {
  blankField,
  bodyOf,
  type FieldDraft,
  type FormDesign,
  formDesignOf,
  previewPath,
} from './form-design.ts'
import type { ShownTemplate } from './shown.ts'
import { FIELD_TYPES, WITH_OPTIONS } from './words.ts'

/** The questions of the form, beside the form itself. */
export function FormDesigner({ template, version }: ShownTemplate) {
  const { may } = useOrganisation()
  const { id } = template
  const save = useAct(
    (service, { design, seen }: { design: FormDesign; seen: Seen }) =>
      service.put('/consent/templates/{id}', { path: { id }, body: bodyOf(design), ...seen }),
    {
      quiet: true,
      done: ({ version: number }) => `Guardado. Quien lo abra ve la versión ${number}.`,
      after: version.renew,
    },
  )
  const form = useForm<FormDesign>({
    keep: `consent/template/${id}`,
    version,
    initial: formDesignOf(template),
    save: (design, seen) => save.mutateAsync({ design, seen }),
  })
  const mayEdit = may('PUT /consent/templates/{id}')
  return (
    <div className={mayEdit ? css['beside'] : undefined}>
      {mayEdit && (
        <FormView form={form} submit="Guardar y publicar">
          {template.warnings.length > 0 && (
            <Notice tone="warn">
              <p className="strong">A este formulario le falta algo que pide la ley:</p>
              <ul>
                {template.warnings.map(({ key, message, article }) => (
                  <li key={key}>
                    {message} <span className="hint">{article}</span>
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          <Panel title="Lo que se pide">
            <TextField
              form={form}
              name="name"
              label="Nombre"
              hint="Es el título de su página."
              maxLength={200}
              required
            />
            <AreaField form={form} name="description" label="Descripción" rows={2} />
            <AreaField
              form={form}
              name="purposeText"
              label="A qué consiente la persona"
              hint="Otro texto es otra versión: quien consintió antes, consintió en el anterior."
              rows={5}
              required
            />
            <CheckField
              form={form}
              name="sensitive"
              label="Son datos sensibles"
              hint="El consentimiento debe ser expreso (art. 16). Si son biométricos, diga además con qué sistema, para qué y por cuánto tiempo se usan (art. 16 ter)."
            />
            <CheckField
              form={form}
              name="requireAge"
              label="Pedir la edad"
              hint="Hasta los 13 años consiente su madre, su padre, su representante legal o quien tiene su cuidado personal; a los 14 y 15, solo si los datos son sensibles (art. 16 quáter)."
            />
            <CheckField
              form={form}
              name="confirmEmail"
              label="Vale cuando la persona lo confirma en su correo"
            />
          </Panel>
          <Fields form={form} />
          <Panel title="Dónde se muestra">
            <LinesField
              form={form}
              name="allowedOrigins"
              label="Sitios que lo pueden mostrar"
              hint="Uno por línea, como https://www.tiendasur.cl. En blanco: cualquiera."
            />
          </Panel>
        </FormView>
      )}
      <div className={css['seen']}>
        <Preview id={id} design={form.values} />
      </div>
    </div>
  )
}

function Fields({ form }: { form: Form<FormDesign> }) {
  const { fields } = form.values
  return (
    <Panel title="Lo que la persona llena">
      <p className="muted">
        Pida solo lo que necesita. Sin un campo de correo, el formulario agrega el suyo.
      </p>
      <OvertakenPart form={form} name="fields" label="Campos" />
      <Entries
        title="Campos"
        add="Agregar un campo"
        onAdd={() => form.set('fields', [...fields, blankField(fields)])}
      >
        {fields.map((field, index) => {
          const part = partOf<FieldDraft>(
            form as never,
            field,
            (next) => form.set('fields', replaced(fields, index, next)),
            form.faults,
            `fields[${index}]`,
          )
          return (
            <Entry
              key={field.key}
              label={field.label || `Campo ${index + 1}`}
              onRemove={() => form.set('fields', replaced(fields, index))}
            >
              <Pair>
                <TextField form={part} name="label" label="Pregunta" maxLength={200} required />
                <ChoiceField form={part} name="type" label="Clase" choices={FIELD_TYPES} required />
              </Pair>
              {WITH_OPTIONS.includes(field.type) && (
                <LinesField form={part} name="options" label="Opciones" />
              )}
              <CheckField form={part} name="required" label="Obligatorio" />
            </Entry>
          )
        })}
      </Entries>
    </Panel>
  )
}

const PAUSE_MS = 500

/** Previews the form with unsaved changes. */
function Preview({ id, design }: { id: string; design: FormDesign }) {
  const url = useServiceUrl()
  const path = previewPath(id, design)
  const [shown, setShown] = useState(path)
  useEffect(() => {
    const timer = setTimeout(() => setShown(path), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [path])
  return (
    <Panel title="Así lo verán">
      <FrameView src={url(shown.path)} title="El formulario como lo verán las personas" />
      <p className="hint">
        {shown.isSaved
          ? 'El texto es muy largo para verlo antes de guardar: se ve lo guardado.'
          : 'Es el formulario real; desde aquí no se puede enviar.'}
      </p>
    </Panel>
  )
}
