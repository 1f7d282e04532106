import { useNavigate } from '@tanstack/react-router'
import { useAct, useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useForm } from '../../ui/form.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Designer } from './designer.tsx'
import { blankDraft, bodyOf, type Draft, draftOf, hooksOf } from './draft.ts'

/** A blank flow, or a copy of an existing one (`?desde=`). */
export function NewFlow() {
  const { search } = useFilters()
  const from = search['desde']
  return from ? <Copied id={from} /> : <Editor keep="flow/new" initial={blankDraft()} />
}

function Copied({ id }: { id: string }) {
  const flow = useRecord('/workflows/{id}', { path: { id } })
  const draft = draftOf(flow)
  return (
    <Editor
      keep={`flow/copy/${id}`}
      initial={{ ...draft, name: `${draft.name} (propio)`, description: '', webhooks: [] }}
      from={flow.name}
    />
  )
}

function Editor({ keep, initial, from }: { keep: string; initial: Draft; from?: string }) {
  const at = useAt()
  const navigate = useNavigate()
  const create = useAct(
    (service, draft: Draft) =>
      service.post('/workflows', {
        body: { ...bodyOf(draft), ...(draft.webhooks.length > 0 && { webhooks: hooksOf(draft) }) },
        idempotencyKey: true,
      }),
    {
      quiet: true,
      done: 'El flujo quedó creado y en uso.',
      after: ({ id }) => void navigate(at(`flujos/${id}`)),
    },
  )
  const form = useForm<Draft>({ keep, initial, save: (draft) => create.mutateAsync(draft) })
  return (
    <FormPage
      needs="POST /workflows"
      title="Nuevo flujo"
      about={
        from
          ? `A partir de «${from}». Cuando lo guarde, reemplazará al de fábrica para lo que empiece desde entonces.`
          : 'Dibuje quién decide y en qué orden. Lo que ya está en curso sigue con el flujo con que empezó.'
      }
      back={{ ...at('flujos'), children: 'Flujos' }}
    >
      <Designer form={form} submit="Guardar el flujo" />
    </FormPage>
  )
}
