import { useState } from 'react'
import { useAct } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { useSeenByAct } from '../../seen.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView, WhenField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import type { Breach } from './words.ts'

type Key = Breach['clocks'][number]['key']

/** Clocks that the record of a sent letter meets. People do not mark them by hand. */
const BY_LETTER: readonly Key[] = ['apdp', 'csirt_alert', 'csirt_report']

export function MarkClock({ id, clock }: { id: string; clock: Breach['clocks'][number] }) {
  const { may } = useOrganisation()
  const [open, setOpen] = useState(false)
  if (clock.doneAt !== null || BY_LETTER.includes(clock.key) || !may('POST /breaches/{id}/clocks/{key}/done'))
    return null
  return (
    <div>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Marcar como cumplido
      </Button>
      {open && <MarkDialog id={id} clock={clock} onClose={() => setOpen(false)} />}
    </div>
  )
}

function MarkDialog({
  id,
  clock: { key, label, basis },
  onClose,
}: {
  id: string
  clock: Breach['clocks'][number]
  onClose: () => void
}) {
  const seen = useSeenByAct(`/breaches/${id}`)
  const mark = useAct(
    (service, body: { doneAt: string }) =>
      service.post('/breaches/{id}/clocks/{key}/done', {
        path: { id, key },
        body,
        ...seen,
      }),
    { quiet: true, done: 'El plazo quedó cumplido.', after: onClose },
  )
  const form = useForm({
    initial: { doneAt: new Date().toISOString() },
    save: (values) => mark.mutateAsync(values),
  })
  return (
    <Dialog title={label} about={basis} onClose={onClose}>
      <FormView form={form} submit="Marcar como cumplido" onCancel={onClose}>
        <WhenField form={form} name="doneAt" label="Cuándo se cumplió" hint="Hora de Chile." required />
      </FormView>
    </Dialog>
  )
}
