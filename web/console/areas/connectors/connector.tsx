import { useNavigate } from '@tanstack/react-router'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { useSeenByAct } from '../../seen.ts'
import { moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { Seen } from '../../ui/form.ts'
import { History } from '../../ui/history.tsx'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import css from './connectors.module.css'
import { ConnectorForm } from './editor.tsx'
import { stateMark } from './list.tsx'
import { TrialPanel } from './trial.tsx'
import type { Body } from './values.ts'
import { type Connector, KINDS, placeOf, RIGHTS, RUN_CHOICES, RUN_STATES, rightName, TLS } from './words.ts'

const TABS = [
  ['consultas', 'Qué se ejecuta'],
  ['ejecuciones', 'Ejecuciones'],
  ['historial', 'Historial'],
] as const

export function ConnectorPage() {
  const id = useParam('id')
  const one = useRecord('/connectors/{id}', { path: { id } })
  const { may } = useOrganisation()
  const at = useAt()
  const navigate = useNavigate()
  const { search, set } = useFilters()
  const tab = useTab(TABS)
  const isEditing = search['editar'] === 'si' && may('PATCH /connectors/{id}')
  const isApproving = search['aprobar'] === 'si' && may('POST /connectors/{id}/approve')
  const remove = useAct((service) => service.delete('/connectors/{id}', { path: { id } }), {
    done: 'El conector ya no está.',
    after: () => void navigate(at('conectores')),
  })
  return (
    <Page
      title={one.name}
      mark={stateMark(one)}
      about={`${KINDS[one.kind]}, para «${one.systemName}».`}
      back={{ ...at('conectores'), children: 'Conectores' }}
      actions={
        !isEditing && (
          <>
            {may('POST /connectors/{id}/approve') && one.state === 'draft' && (
              <Button kind="main" onClick={() => set({ aprobar: 'si' })}>
                Aprobar
              </Button>
            )}
            {may('PATCH /connectors/{id}') && (
              <Button onClick={() => set({ editar: 'si', parte: '' })}>Editar</Button>
            )}
            {may('DELETE /connectors/{id}') && (
              <ConfirmButton
                kind="grave"
                title="¿Eliminar este conector?"
                about="Se va con la lista de sus ejecuciones. Lo que trajo queda en las solicitudes, y lo que hizo, en la auditoría."
                confirm="Eliminar"
                act={() => remove.mutate()}
              >
                Eliminar
              </ConfirmButton>
            )}
          </>
        )
      }
    >
      {isEditing ? (
        <Change one={one} onDone={() => set({ editar: '' })} />
      ) : (
        <>
          <Tabs label="Partes del conector" tabs={TABS} />
          {tab === 'historial' && <History entityType="connector" entityId={id} />}
          {tab === 'ejecuciones' && <Runs id={id} />}
          {tab === 'consultas' && (
            <Split aside={<Place one={one} />}>
              <Panel title="Qué se ejecuta">
                <Executed one={one} />
              </Panel>
              {may('POST /connectors/{id}/test') && <TrialPanel one={one} />}
            </Split>
          )}
        </>
      )}
      {isApproving && one.state === 'draft' && (
        <ApproveDialog one={one} onClose={() => set({ aprobar: '' })} />
      )}
    </Page>
  )
}

function Place({ one }: { one: Connector }) {
  const { config } = one
  return (
    <Panel title="Dónde y con qué permiso">
      <Facts
        facts={[
          ['Dirección', placeOf(one)],
          ...(config.user ? [['Usuario', config.user] as const] : []),
          ...(config.tls ? [['Conexión', TLS[config.tls]] as const] : []),
          ['Cambia datos', changesText(one)],
          ['Escrito por', `${one.changedBy ?? '—'}, ${moment(one.changedAt)}`],
          ['Aprobado por', one.approvedAt ? `${one.approvedBy ?? '—'}, ${moment(one.approvedAt)}` : '—'],
        ]}
      />
      {one.selfApproved && (
        <p className="hint">Lo aprobó quien lo escribió: no había otra persona que pudiera.</p>
      )}
    </Panel>
  )
}

function changesText({ kind, config }: Connector): string {
  if (kind === 'https') return 'Lo decide su sistema'
  return config.writes ? 'Sí, para los derechos que lo piden' : 'No, solo lee'
}

/** Shows word by word what the connector runs on the company's data. */
function Executed({ one }: { one: Connector }) {
  if (one.kind === 'https')
    return (
      <p>
        Por cada tarea se llama a <code>{one.config.url}</code> con el derecho, el folio, y el nombre, correo
        y RUT de la persona. La llamada va firmada.
      </p>
    )
  const given = RIGHTS.filter(({ right }) => one.queries[right])
  if (given.length === 0) return <p className="muted">Todavía no hay ninguna consulta.</p>
  return (
    <ul className="plain">
      {given.map(({ right, name, article, changes }) => (
        <li key={right} className={css['query']}>
          <h3>
            {name}, {article} {changes && one.config.writes && <Mark tone="warn">Cambia datos</Mark>}
          </h3>
          <pre className={css['sql']}>{one.queries[right]}</pre>
        </li>
      ))}
    </ul>
  )
}

function ApproveDialog({ one, onClose }: { one: Connector; onClose: () => void }) {
  const { id } = one
  const seen = useSeenByAct(`/connectors/${id}`)
  const approve = useAct((service) => service.post('/connectors/{id}/approve', { path: { id }, ...seen }), {
    done: ({ selfApproved }) =>
      selfApproved
        ? 'Aprobado. Quedó anotado que lo escribió y lo aprobó la misma persona.'
        : 'Aprobado: desde ahora responde por sí solo.',
    after: onClose,
  })
  return (
    <Dialog
      wide
      title="¿Aprobar lo que este conector ejecuta?"
      about={`Se ejecutará en ${placeOf(one)} con los datos de cada persona que pida algo, sin que nadie más lo revise.`}
      onClose={onClose}
    >
      {one.config.writes && (
        <Notice tone="warn">
          <p>Este conector puede cambiar o borrar datos del sistema. No se puede deshacer desde aquí.</p>
        </Notice>
      )}
      <Executed one={one} />
      <div className="row">
        <Button kind="main" busy={approve.isPending} onClick={() => approve.mutate()}>
          Aprobar
        </Button>
        <Button onClick={onClose}>Cancelar</Button>
      </div>
    </Dialog>
  )
}

function Change({ one, onDone }: { one: Connector; onDone: () => void }) {
  const { id } = one
  const save = useAct(
    (service, { body, seen }: { body: Body; seen: Seen }) => {
      const { kind: _, ...patch } = body
      return service.patch('/connectors/{id}', { path: { id }, body: patch, ...seen })
    },
    {
      quiet: true,
      done: ({ state }) => (state === 'draft' ? 'Guardado. Falta que lo aprueben.' : 'Guardado.'),
      after: onDone,
    },
  )
  return (
    <>
      {one.state === 'approved' && (
        <Notice tone="warn">
          <p>
            Está aprobado y en uso. Si cambia dónde está o qué ejecuta, deja de usarse hasta otra aprobación.
          </p>
        </Notice>
      )}
      <ConnectorForm
        one={one}
        submit="Guardar"
        save={(body, seen) => save.mutateAsync({ body, seen })}
        onCancel={onDone}
      />
    </>
  )
}

function Runs({ id }: { id: string }) {
  const { search } = useFilters()
  const at = useAt()
  const { parte: _, ...query } = search
  const path = `/connectors/${id}/runs` as '/connectors/{id}/runs'
  const { rows, total, more } = useRecords(path, query)
  if (total === 0 && Object.keys(query).length === 0)
    return (
      <Empty title="Todavía no se ha usado">
        Cuando una solicitud tenga una tarea para este sistema, aquí queda qué se preguntó y qué resultó.
      </Empty>
    )
  return (
    <>
      <Filters filters={[{ name: 'status', label: 'Estado', choices: RUN_CHOICES }]} />
      <List
        label="Ejecuciones"
        rows={rows}
        total={total}
        more={more}
        to={({ requestId }) => at(`solicitudes/${requestId}`)}
        columns={[
          { label: 'Solicitud', cell: ({ folio }) => folio },
          { label: 'Derecho', cell: ({ right }) => rightName(right) },
          {
            label: 'Estado',
            cell: ({ status }) => <Mark tone={RUN_STATES[status][1]}>{RUN_STATES[status][0]}</Mark>,
          },
          { label: 'Filas', cell: ({ rows: count }) => count ?? '—' },
          { label: 'Qué pasó', cell: ({ error }) => error ?? '—' },
          { label: 'Cuándo', sort: 'createdAt', cell: ({ createdAt }) => moment(createdAt) },
        ]}
      />
    </>
  )
}
