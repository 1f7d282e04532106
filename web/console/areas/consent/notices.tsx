import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChoosing, useChoosingAhead, useNames } from '../../choices.ts'
import { useAct } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead, useRecords } from '../../lists.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { PickOneField } from '../../ui/pick-field.tsx'
import { Parts } from './parts.tsx'
import { STATES } from './words.ts'

const FILTERS = [
  {
    name: 'status',
    label: 'Estado',
    choices: Object.entries(STATES).map(([key, [name]]) => [key, name] as const),
  },
]

/** The notices that ask the visitors of sites. */
export function NoticeList() {
  const { may } = useOrganisation()
  const at = useAt()
  const { search } = useFilters()
  const { q, status, sort } = search
  useAhead([], [['/consent/notices', { q, status, sort }]])
  useChoosingAhead(['/domains'])
  const { rows, total, more } = useRecords('/consent/notices', { q, status, sort })
  const siteNames = useNames(
    useChoosing('/domains'),
    rows.flatMap(({ domainId }) => domainId ?? []),
  )
  const [creating, setCreating] = useState(false)
  const create = may('POST /consent/notices') && (
    <Button kind="main" onClick={() => setCreating(true)}>
      Crear un aviso
    </Button>
  )
  const isEmpty = total === 0 && !q && !status
  return (
    <Page
      title="Consentimiento"
      about="Libre, informado, previo, inequívoco y específico para cada finalidad; se retira cuando se quiera, por medios similares y sin costo (art. 12)."
      actions={!isEmpty && create}
    >
      <Parts />
      {isEmpty ? (
        <Empty title="Ningún aviso todavía" action={create}>
          Un aviso pregunta a las visitas de un sitio, retiene lo que no es necesario hasta que acepten y
          guarda cada decisión con su recibo.
        </Empty>
      ) : (
        <>
          <Filters filters={FILTERS} />
          <List
            label="Avisos"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`consentimiento/avisos/${id}`)}
            columns={[
              { label: 'Aviso', sort: 'name', cell: ({ name }) => name },
              {
                label: 'Estado',
                cell: ({ status: state, hasUnpublishedChanges }) => (
                  <span className="row">
                    <Mark tone={STATES[state][1]}>{STATES[state][0]}</Mark>
                    {state === 'PUBLISHED' && hasUnpublishedChanges && (
                      <Mark tone="warn">Con cambios sin publicar</Mark>
                    )}
                  </span>
                ),
              },
              {
                label: 'Sitio',
                cell: ({ domainId }) => (domainId ? siteNames.get(domainId) : 'Cualquiera'),
              },
              { label: 'Finalidades', cell: ({ purposes }) => String(purposes.length) },
              { label: 'Versión', cell: ({ version }) => String(version) },
              {
                label: 'Publicado',
                cell: ({ publishedAt }) => (publishedAt ? day(publishedAt) : '—'),
              },
            ]}
          />
        </>
      )}
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

const TEXT =
  'Usamos cookies propias y de terceros. Usted elige para qué, y puede cambiar de opinión cuando quiera.'

/** The purposes of a new notice, all permitted by the law. */
const PURPOSES = [
  {
    key: 'necesarias',
    name: 'Necesarias',
    description: 'Hacen funcionar el sitio.',
    required: true,
  },
  {
    key: 'medicion',
    name: 'Medición de uso',
    description: 'Nos muestran qué páginas sirven y cuáles fallan.',
    category: 'analytics' as const,
  },
]

function CreateDialog({ onClose }: { onClose: () => void }) {
  const at = useAt()
  const navigate = useNavigate()
  const domains = useChoosing('/domains')
  const create = useAct(
    (service, { name, domainId }: { name: string; domainId: string }) =>
      service.post('/consent/notices', {
        body: {
          name,
          title: 'Su privacidad',
          description: TEXT,
          domainId: domainId || null,
          purposes: PURPOSES,
        },
        idempotencyKey: true,
      }),
    {
      quiet: true,
      done: 'El aviso está en borrador. Ajústelo y publíquelo.',
      after: ({ id }) => void navigate(at(`consentimiento/avisos/${id}`)),
    },
  )
  const form = useForm({
    // With several sites the person chooses: a guess would tie the banner to the wrong one.
    initial: { name: '', domainId: domains.total === 1 ? domains.rows[0]!.id : '' },
    save: (values) => create.mutateAsync(values),
  })
  return (
    <Dialog title="Crear un aviso" onClose={onClose}>
      <FormView form={form} submit="Crear" onCancel={onClose}>
        <TextField
          form={form}
          name="name"
          label="Nombre"
          hint="Para reconocerlo aquí; las visitas no lo ven."
          maxLength={200}
          required
        />
        <PickOneField form={form} name="domainId" label="Sitio" none="Cualquiera" from={domains} />
      </FormView>
    </Dialog>
  )
}
