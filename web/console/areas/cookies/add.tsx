import { useAct, useRecord } from '../../data.ts'
import { useSeen } from '../../seen.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, ChoiceField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { type Addition, additionOf, withItem } from '../../ui/found-cookies.ts'
import type { Item } from './words.ts'

/** Puts a found item into a purpose of the notice's draft. The catalogue fills in what it knows. */
export function AddDialog({
  item,
  noticeId: id,
  onClose,
}: {
  item: Item
  noticeId: string
  onClose: () => void
}) {
  const notice = useRecord('/consent/notices/{id}', { path: { id } })
  const save = useAct(
    (service, { values, seen }: { values: Addition; seen: Seen }) =>
      service.put('/consent/notices/{id}', {
        path: { id },
        body: { purposes: withItem(notice.purposes, item, values) },
        ...seen,
      }),
    {
      quiet: true,
      done: `«${item.name}» está en el borrador del aviso. Publíquelo para que cuente.`,
      after: onClose,
    },
  )
  const form = useForm<Addition>({
    version: useSeen(`/consent/notices/${id}`),
    initial: additionOf(item, notice.purposes),
    save: async (values, seen) => save.mutateAsync({ values, seen }),
  })
  const isHost = item.kind === 'host'
  return (
    <Dialog
      title={`Agregar «${item.name}» al aviso`}
      about={`Queda en el borrador de «${notice.name}». El sitio sigue mostrando lo publicado hasta que usted publique de nuevo.`}
      onClose={onClose}
    >
      <FormView form={form} submit="Agregar al borrador" onCancel={onClose}>
        <ChoiceField
          form={form}
          name="purposeKey"
          label="Finalidad"
          required
          none="Elija una"
          choices={notice.purposes.map(({ key, name }) => [key, name] as const)}
        />
        {!isHost && (
          <>
            <Pair>
              <TextField form={form} name="provider" label="De quién es" maxLength={200} />
              <TextField form={form} name="duration" label="Cuánto dura" maxLength={200} />
            </Pair>
            <AreaField form={form} name="description" label="Para qué sirve" rows={3} />
          </>
        )}
      </FormView>
    </Dialog>
  )
}
