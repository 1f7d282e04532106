import { useAct } from '../../data.ts'
import { useSeenByAct } from '../../seen.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import type { Request } from './words.ts'

const WORDS = {
  VERIFYING: {
    title: 'Pedir antecedentes',
    about:
      'La persona verá «En verificación» en su seguimiento. El plazo sigue corriendo: pida los antecedentes cuanto antes.',
    label: 'Qué antecedente pidió y por qué medio',
    submit: 'Empezar la verificación',
    done: 'La solicitud quedó «En verificación».',
  },
  IN_PROGRESS: {
    title: 'Constancia de la verificación',
    about: 'Quien pide es quien dice ser. La solicitud pasa a «En curso».',
    label: 'Cómo lo comprobó',
    submit: 'Dejar constancia',
    done: 'Quedó la constancia. La solicitud está «En curso».',
  },
} as const

export function MoveDialog({
  request,
  to,
  onClose,
}: {
  request: Request
  to: keyof typeof WORDS
  onClose: () => void
}) {
  const { id } = request
  const seen = useSeenByAct(`/dsar/requests/${id}`)
  const { title, about, label, submit, done } = WORDS[to]
  const move = useAct(
    (service, { notes }: { notes: string }) =>
      service.patch('/dsar/requests/{id}', {
        path: { id },
        body: { status: to, notes: notes || null },
        ...seen,
      }),
    { quiet: true, done, after: onClose },
  )
  const form = useForm({
    keep: `move/${id}/${to}`,
    initial: { notes: '' },
    save: (values) => move.mutateAsync(values),
  })
  return (
    <Dialog title={title} about={about} onClose={onClose}>
      <FormView form={form} submit={submit} onCancel={onClose}>
        <AreaField
          form={form}
          name="notes"
          label={label}
          hint="Queda en el historial; la persona no la ve."
          rows={3}
        />
      </FormView>
    </Dialog>
  )
}
