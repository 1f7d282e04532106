import { useAct } from '../../data.ts'
import { messageOf, Told } from '../../service.ts'
import { inRecord, inRows } from '../../shown-at-once.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { useMembers } from '../../ui/people.ts'
import { say } from '../../ui/say.ts'

interface Assigned {
  id: string
  folioNumber: string
}

/** Assigns one or many requests to one person. Names each request that could not be assigned, with the reason. */
export function AssignDialog({
  requests,
  current = '',
  onClose,
  onDone,
}: {
  requests: readonly Assigned[]
  current?: string
  onClose: () => void
  onDone?: () => void
}) {
  const members = useMembers()
  const one = requests.length === 1 ? requests[0] : undefined
  const assign = useAct(
    async (service, assignedTo: string) => {
      const refused: string[] = []
      for (const { id, folioNumber } of requests) {
        try {
          await service.post('/dsar/requests/{id}/assign', { path: { id }, body: { assignedTo } })
        } catch (error) {
          // A single request stays with its owner, and the refusal says why.
          if (one) throw error
          refused.push(`${folioNumber}: ${messageOf(error)}`)
        }
      }
      return refused
    },
    {
      atOnce: [
        ...requests.map(({ id }) =>
          inRecord('/dsar/requests/{id}', (request, assignedTo: string) => ({ ...request, assignedTo }), {
            path: { id },
          }),
        ),
        inRows('/dsar/requests', (row, assignedTo: string) =>
          requests.some(({ id }) => id === row.id) ? { ...row, assignedTo } : row,
        ),
      ],
      after: (refused, userId) => {
        const name = members.find(([id]) => id === userId)?.[1] ?? 'esa persona'
        const count = requests.length - refused.length
        if (count > 0)
          say(one ? `La solicitud quedó asignada a ${name}.` : `${count} solicitudes quedaron con ${name}.`)
        if (refused.length > 0) say(`No se asignaron: ${refused.join(' ')}`, 'danger')
      },
    },
  )
  const form = useForm({
    initial: { assignedTo: current },
    save: async ({ assignedTo }) => {
      if (!assignedTo) throw new Told('Elija a quién queda asignada.')
      assign.mutate(assignedTo)
      onDone?.()
      onClose()
    },
  })
  return (
    <Dialog
      title={one ? 'Asignar la solicitud' : `Asignar ${requests.length} solicitudes`}
      about="Quien la tiene recibe los avisos del plazo. La que nadie había tomado pasa a «En curso»."
      onClose={onClose}
    >
      <FormView form={form} submit="Asignar" onCancel={onClose}>
        <ChoiceField
          form={form}
          name="assignedTo"
          label="Responsable"
          none="Elija una persona"
          choices={members}
          required
        />
      </FormView>
    </Dialog>
  )
}
