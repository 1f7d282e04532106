import { Entries, Entry } from '../../ui/entries.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import { ManyField } from '../../ui/group-field.tsx'
import { OvertakenPart } from '../../ui/overtaken-part.tsx'
import { Panel } from '../../ui/page.tsx'
import { partOf, replaced } from '../../ui/part.ts'
import { blankHook, type Draft, type Draft as Whole } from './draft.ts'
import { HOOK_EVENTS } from './words.ts'

/** The webhooks of a flow. */
export function WebhooksEditor({
  form,
  known,
  faults,
}: {
  form: Form<Draft>
  /** Ids of the saved webhooks. */
  known: ReadonlySet<string>
  faults: Readonly<Record<string, string>>
}) {
  const { webhooks } = form.values
  return (
    <Panel title="Avisos a otros sistemas">
      <p className="muted">
        El servicio envía cada suceso a estas direcciones, firmado con su secreto (cabecera
        X-Workflow-Signature). Al cambiarlas le pedirá su contraseña otra vez.
      </p>
      <OvertakenPart form={form} name="webhooks" label="Direcciones" />
      <Entries
        title="Direcciones"
        add="Agregar una dirección"
        onAdd={() => form.set('webhooks', [...webhooks, blankHook()])}
      >
        {webhooks.map((hook, index) => {
          const part = partOf<Whole['webhooks'][number]>(
            form as never,
            hook,
            (next) => form.set('webhooks', replaced(webhooks, index, next)),
            faults,
            `webhooks[${index}]`,
          )
          return (
            <Entry
              key={hook.id}
              label={`Dirección ${index + 1}`}
              onRemove={() => form.set('webhooks', replaced(webhooks, index))}
            >
              <TextField form={part} name="url" type="url" label="Dirección" maxLength={2000} required />
              <ManyField
                form={part}
                name="events"
                label="Qué se envía"
                choices={Object.entries(HOOK_EVENTS)}
                columns
                required
              />
              <TextField
                form={part}
                name="secret"
                label="Secreto"
                hint={
                  known.has(hook.id)
                    ? 'En blanco conserva el que tiene.'
                    : 'En blanco se crea uno; lo verá después de guardar.'
                }
                maxLength={500}
              />
              <CheckField form={part} name="enabled" label="En uso" />
            </Entry>
          )
        })}
      </Entries>
    </Panel>
  )
}
