import { VOCABULARY } from '#modules/data-map/knowledge/vocabulary.ts'
import { useAct } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { useSeenRow } from '../../seen.ts'
import { inVersion } from '../../service.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, CheckField, ChoiceField, FormView, Pair } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { ManyField } from '../../ui/group-field.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Facts } from '../../ui/page.tsx'
import { TransferMark } from './chosen.tsx'
import type { Known } from './seen.ts'
import { categoryNames, choicesOf, type Flow } from './words.ts'

type Values = ReturnType<typeof valuesOf>

const BLANK = { flujo: '', de: '', a: '' }

/** Adds a flow («nuevo» in the address), changes one, or only shows it. */
export function FlowDialog({ known, id }: { known: Known; id: string }) {
  const { search, set } = useFilters()
  const { may } = useOrganisation()
  const close = () => set(BLANK)
  const flow = known.graph.flows.find((one) => one.id === id)
  if (id === 'nuevo' && may('POST /data-map/flows'))
    return (
      <Dialog
        title="Agregar un flujo"
        about="Datos que pasan de un sistema a otro: una carga nocturna, una integración, una planilla que se envía."
        onClose={close}
      >
        <NewFlow known={known} from={search['de']} to={search['a']} onDone={close} />
      </Dialog>
    )
  if (!flow)
    return (
      <Dialog title="Este flujo no está" onClose={close}>
        <p className="muted">Alguien lo eliminó, o su rol no permite agregar flujos.</p>
      </Dialog>
    )
  return (
    <Dialog title="Flujo de datos" onClose={close}>
      {may('PUT /data-map/flows/{id}') ? (
        <EditFlow key={id} known={known} flow={flow} onDone={close} />
      ) : (
        <Facts
          facts={[
            ['De', known.systems.get(flow.source)?.name],
            ['A', known.systems.get(flow.target)?.name],
            ['Transferencia', <TransferMark key="mark" known={known} flow={flow} />],
            ['Qué pasa', flow.description, 'whole'],
            ['Datos', categoryNames(flow.dataCategories), 'whole'],
            ['Garantías', flow.safeguards, 'whole'],
          ]}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  known: Known
  onDone: () => void
}

function NewFlow({
  known,
  from,
  to,
  onDone,
}: FormProps & { from: string | undefined; to: string | undefined }) {
  const add = useAct(
    (service, values: Values) =>
      service.post('/data-map/flows', { body: bodyOf(values), idempotencyKey: true }),
    { quiet: true, done: 'El flujo quedó en el mapa.', after: onDone },
  )
  const form = useForm({
    keep: `flow/new/${from ?? ''}/${to ?? ''}`,
    initial: { ...valuesOf(), sourceSystemId: from ?? '', targetSystemId: to ?? '' },
    save: (values) => add.mutateAsync(values),
  })
  return <FlowForm form={form} known={known} submit="Agregar" onDone={onDone} />
}

function EditFlow({ known, flow, onDone }: FormProps & { flow: Flow }) {
  const { id } = flow
  const { may } = useOrganisation()
  const save = useAct(
    (service, { values, seen }: { values: Values; seen: Seen }) =>
      service.put('/data-map/flows/{id}', { path: { id }, body: bodyOf(values), ...seen }),
    { quiet: true, done: 'Guardado.', after: onDone },
  )
  const remove = useAct(
    (service) => service.delete('/data-map/flows/{id}', { path: { id }, ...inVersion(flow.etag) }),
    { done: 'El flujo ya no está.', after: onDone },
  )
  const form = useForm({
    keep: `flow/${id}`,
    version: useSeenRow(flow),
    initial: valuesOf(flow),
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return (
    <>
      <FlowForm form={form} known={known} submit="Guardar" onDone={onDone} />
      {may('DELETE /data-map/flows/{id}') && (
        <div>
          <ConfirmButton
            kind="grave"
            title="¿Eliminar este flujo?"
            about="Deja de verse en el mapa y en las actividades que lo nombran. Los sistemas quedan."
            confirm="Eliminar"
            act={() => remove.mutate()}
          >
            Eliminar el flujo
          </ConfirmButton>
        </div>
      )}
    </>
  )
}

function FlowForm({
  form,
  known,
  submit,
  onDone,
}: FormProps & { form: ReturnType<typeof useForm<Values>>; submit: string }) {
  const systems = known.graph.systems
    .map(({ id, name }) => [id, name] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, 'es'))
  return (
    <FormView form={form} submit={submit} onCancel={onDone}>
      <Pair>
        <ChoiceField
          form={form}
          name="sourceSystemId"
          label="De"
          choices={systems}
          none="Elija un sistema"
          required
        />
        <ChoiceField
          form={form}
          name="targetSystemId"
          label="A"
          choices={systems}
          none="Elija un sistema"
          required
        />
      </Pair>
      <AreaField
        form={form}
        name="description"
        label="Qué pasa"
        hint="Cada cuánto y para qué. Por ejemplo: «pedidos pagados, cada 15 minutos, para emitir la boleta»."
        rows={2}
      />
      <ManyField
        form={form}
        name="dataCategories"
        label="Qué datos pasan"
        choices={choicesOf(VOCABULARY.dataCategories, form.values.dataCategories)}
        columns
      />
      <CheckField
        form={form}
        name="isInternational"
        label="Los datos salen de Chile"
        hint="Es una transferencia internacional: necesita un país adecuado, una garantía o, si es ocasional, un caso del art. 27 (arts. 27 y 28)."
      />
      {form.values.isInternational && (
        <AreaField
          form={form}
          name="safeguards"
          label="Garantías"
          hint="Las cláusulas firmadas, la certificación o la autorización en que se apoya."
          rows={2}
        />
      )}
    </FormView>
  )
}

function valuesOf(flow?: Flow) {
  return {
    sourceSystemId: flow?.source ?? '',
    targetSystemId: flow?.target ?? '',
    description: flow?.description ?? '',
    dataCategories: [...(flow?.dataCategories ?? [])],
    isInternational: flow?.isInternational ?? false,
    safeguards: flow?.safeguards ?? '',
  }
}

function bodyOf({ description, safeguards, ...values }: Values) {
  return { ...values, description: description || null, safeguards: safeguards || null }
}
