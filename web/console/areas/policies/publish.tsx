import { useAct } from '../../data.ts'
import { useSeenByAct } from '../../seen.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { OverrideField, useOverride, type Warning } from '../../ui/gate.tsx'
import { callOf, KINDS, type Kind } from './words.ts'

interface PublishProps {
  kind: Kind
  id: string
  onDone: (warnings: readonly Warning[]) => void
  onClose: () => void
}

export function PublishDialog({ kind, id, onDone, onClose }: PublishProps) {
  const seen = useSeenByAct(callOf(kind, `/privacy-policy/${id}`))
  const override = useOverride()
  const publish = useAct(
    (service, { notes, overrideReason }: { notes: string; overrideReason: string }) =>
      service.post(callOf(kind, '/privacy-policy/{id}/publish'), {
        path: { id },
        body: { notes: notes || null, ...(overrideReason && { override: { reason: overrideReason } }) },
        ...seen,
      }),
    {
      quiet: true,
      done: ({ message }) => message,
      after: ({ warnings }) => {
        onDone(warnings)
        onClose()
      },
    },
  )
  const form = useForm({
    keep: `policy/publish/${id}`,
    initial: { notes: '', overrideReason: '' },
    save: (values) => override.watch(publish.mutateAsync(values)),
  })
  return (
    <Dialog
      title={`Publicar la ${KINDS[kind].name.toLowerCase()}`}
      about="Con la aprobación que pida su organización, reemplaza a la anterior del mismo idioma en la página pública. Las versiones publicadas quedan a la vista."
      onClose={onClose}
    >
      <FormView form={form} submit="Publicar" onCancel={onClose}>
        <AreaField
          form={form}
          name="notes"
          label="Qué cambió"
          hint="Lo leen quienes la aprueban, y queda con la versión."
          rows={2}
        />
        {override.isRefused && <OverrideField form={form} />}
      </FormView>
    </Dialog>
  )
}
