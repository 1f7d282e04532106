import type { Data } from '#client'
import { useRecord } from '../../data.ts'
import { useSeen } from '../../seen.ts'
import { CheckField, FormView, TextField } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { ManyField } from '../../ui/group-field.tsx'

export type Hook = Data<'GET /settings/webhooks/{id}'>

const ALL = '*'

/** The address and the events of a webhook. */
export function HookForm({
  hook,
  submit,
  save,
  onCancel,
}: {
  hook?: Hook
  submit: string
  save: (body: object, seen: Seen) => Promise<unknown>
  onCancel: () => void
}) {
  const { items } = useRecord('/settings/webhooks/events')
  const version = useSeen(hook && `/settings/webhooks/${hook.id}`)
  const form = useForm({
    ...(hook && { version }),
    initial: {
      url: hook?.url ?? '',
      description: hook?.description ?? '',
      all: hook?.events.includes(ALL) ?? false,
      events: (hook?.events.filter((one) => one !== ALL) ?? []) as string[],
    },
    save: ({ all, events, description, ...values }, seen) =>
      save({ ...values, description: description.trim() || null, events: all ? [ALL] : events }, seen),
  })
  return (
    <FormView form={form} submit={submit} onCancel={onCancel}>
      <TextField
        form={form}
        name="url"
        label="Dirección del receptor"
        hint="Empieza con https://. Cada envío va firmado."
        type="url"
        required
      />
      <TextField
        form={form}
        name="description"
        label="Para qué sirve"
        hint="Para quien lo lea después."
        maxLength={500}
      />
      <CheckField form={form} name="all" label="Todo lo que ocurra, también lo que se agregue después" />
      {!form.values.all && (
        <ManyField
          form={form}
          name="events"
          label="Avisar cuando"
          choices={items.map(({ type, label }) => [type, label] as const)}
          columns
          required
        />
      )}
    </FormView>
  )
}
