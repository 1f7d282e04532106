import { addDays } from '#kernel/dates.ts'
import { useAct, useRecord } from '../../data.ts'
import { useSeenByAct } from '../../seen.ts'
import { day } from '../../times.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import type { Request } from './words.ts'

/** Extends the term. The law allows it once, with a reason that the person reads. */
export function ExtendDialog({ request, onClose }: { request: Request; onClose: () => void }) {
  const { terms } = useRecord('/settings/law')
  const { id, legalDueOn } = request
  const seen = useSeenByAct(`/dsar/requests/${id}`)
  const extend = useAct(
    (service, { reason }: { reason: string }) =>
      service.post('/dsar/requests/{id}/extend', {
        path: { id },
        body: { reason },
        ...seen,
      }),
    { quiet: true, done: 'Se amplió el plazo y se avisó a la persona.', after: onClose },
  )
  const form = useForm({
    keep: `extend/${id}`,
    initial: { reason: '' },
    save: (values) => extend.mutateAsync(values),
  })
  return (
    <Dialog
      title="Ampliar el plazo"
      about={`Una sola vez y hasta por ${terms.extensionDays} días corridos (art. 11). Se amplía por el máximo: del ${day(legalDueOn)} al ${day(addDays(legalDueOn, terms.extensionDays))}. Se le avisa por correo, con el motivo.`}
      onClose={onClose}
    >
      <FormView form={form} submit="Ampliar y avisar" onCancel={onClose}>
        <AreaField
          form={form}
          name="reason"
          label="Motivo"
          hint="La persona lo leerá tal cual."
          rows={3}
          required
        />
      </FormView>
    </Dialog>
  )
}
