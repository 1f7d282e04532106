import { useAct } from '../../data.ts'
import { useSeenByAct } from '../../seen.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { OverrideField, useOverride } from '../../ui/gate.tsx'
import { say } from '../../ui/say.ts'
import { type Breach, STATES, type State } from './words.ts'

const ABOUT: Partial<Record<State, string>> = {
  investigating: 'Deja constancia de que el equipo trabaja en ella.',
  contained:
    'El acceso está cerrado, o los datos están a salvo. Los plazos de comunicación siguen corriendo.',
  resolved: 'Se cierra la brecha. Si falta algo que pide la ley, se lo diremos.',
}

export function MoveDialog({ breach, to, onClose }: { breach: Breach; to: State; onClose: () => void }) {
  const { id } = breach
  const seen = useSeenByAct(`/breaches/${id}`)
  const override = useOverride()
  const move = useAct(
    (service, { notes, overrideReason }: { notes: string; overrideReason: string }) =>
      service.patch('/breaches/{id}/status', {
        path: { id },
        body: {
          status: to,
          notes: notes || null,
          ...(overrideReason && { override: { reason: overrideReason } }),
        },
        ...seen,
      }),
    {
      quiet: true,
      after: ({ warnings }) => {
        const [first] = warnings
        say(
          first
            ? `Quedó «${STATES[to][0]}», pero falta: ${warnings.map(({ message }) => message).join(' ')}`
            : `La brecha quedó «${STATES[to][0]}».`,
          first ? 'danger' : 'ok',
        )
        onClose()
      },
    },
  )
  const form = useForm({
    keep: `move/${id}/${to}`,
    initial: { notes: '', overrideReason: '' },
    save: (values) => override.watch(move.mutateAsync(values)),
  })
  return (
    <Dialog title={`Pasar a «${STATES[to][0]}»`} about={ABOUT[to]} onClose={onClose}>
      <FormView form={form} submit="Confirmar" onCancel={onClose}>
        <AreaField form={form} name="notes" label="Nota" hint="Queda en el historial." rows={2} />
        {override.isRefused && <OverrideField form={form} />}
      </FormView>
    </Dialog>
  )
}
