import { useSuspenseQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useRecord } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useAhead, useRecords } from '../../lists.ts'
import { meQuery } from '../../session/me.ts'
import { Button, ButtonLink, FileLink } from '../../ui/button.tsx'
import { Due } from '../../ui/clock.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useEntityFilter } from '../../ui/entities.ts'
import { type Filter, Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { useMembers, usePeople } from '../../ui/people.ts'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { Views } from '../../ui/views.tsx'
import { AssignDialog } from './assign.tsx'
import css from './dsar.module.css'
import { isFiltered, QUEUES, type Queue, queryOf } from './queue.ts'
import { isClosed, RIGHT_CHOICES, RIGHTS, STATES } from './words.ts'

/** The queues of requests, the first due on top. */
export function RequestList() {
  const { may } = useOrganisation()
  const at = useAt()
  const url = useServiceUrl()
  const queue = useQueue()
  useAhead([['/dsar/stats'], ['/org/entities']], [['/dsar/requests', queue.query]])
  const { total } = useRecord('/dsar/stats')
  return (
    <Page
      title="Solicitudes de derechos"
      about="Lo que piden las personas sobre sus datos, por el último día que la ley da para responder (art. 11)."
      actions={
        <>
          {total > 0 && (
            <FileLink href={url('/governance/export/requests?format=xlsx')}>
              <FileDown size={16} aria-hidden /> Exportar a Excel
            </FileLink>
          )}
          <ButtonLink {...at('solicitudes/estadisticas')}>Estadísticas</ButtonLink>
          <ButtonLink {...at('solicitudes/formularios')}>Formularios</ButtonLink>
          {may('POST /dsar/requests') && (
            <ButtonLink kind="main" {...at('solicitudes/nueva')}>
              Ingresar solicitud
            </ButtonLink>
          )}
        </>
      }
    >
      {total === 0 ? (
        <Empty
          title="Todavía no llega ninguna solicitud"
          action={
            <ButtonLink kind="main" {...at('solicitudes/formularios')}>
              {may('POST /dsar/widgets') ? 'Publicar un formulario' : 'Ver los formularios'}
            </ButtonLink>
          }
        >
          Ponga un formulario en su sitio: la persona recibe su folio y su acuse de inmediato, y aquí aparece
          la solicitud con su plazo corriendo.
        </Empty>
      ) : (
        <QueueView {...queue} />
      )}
    </Page>
  )
}

/** The open queue and its query. */
function useQueue() {
  const { search } = useFilters()
  const { data: me } = useSuspenseQuery(meQuery)
  const queue = useTab(QUEUES, 'cola') as Queue
  return { queue, search, query: queryOf(search, queue, me?.user.id ?? '') }
}

function QueueView({ queue, search, query }: ReturnType<typeof useQueue>) {
  const { may } = useOrganisation()
  const at = useAt()
  const { open, overdue } = useRecord('/dsar/stats')
  const { rows, total, more } = useRecords('/dsar/requests', query)
  const nameOf = usePeople()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [assigning, setAssigning] = useState(false)
  const mayAssign = may('POST /dsar/requests/{id}/assign')
  const picked = rows.filter(({ id }) => chosen.has(id))
  const counts: Partial<Record<Queue, number>> = { curso: open, vencidas: overdue }
  return (
    <>
      <Tabs
        label="Colas"
        name="cola"
        tabs={QUEUES.map(([key, text]) => [key, counts[key] ? `${text} (${counts[key]})` : text] as const)}
      />
      <Filters filters={useChoices(queue)}>
        <Views area="solicitudes" />
      </Filters>
      {picked.length > 0 && (
        <div className={css['bulk']} role="status">
          <span className="strong">{picked.length === 1 ? '1 elegida' : `${picked.length} elegidas`}</span>
          <Button kind="main" onClick={() => setAssigning(true)}>
            Asignar…
          </Button>
          <Button kind="quiet" onClick={() => setChosen(new Set())}>
            Quitar la selección
          </Button>
        </div>
      )}
      {total === 0 ? (
        <Empty title={isFiltered(search) ? 'Ninguna coincide' : 'Nada por aquí'}>
          {isFiltered(search) ? 'Quite algún filtro, o busque en otra cola.' : NOTHING[queue]}
        </Empty>
      ) : (
        <List
          label="Solicitudes"
          rows={rows}
          total={total}
          more={more}
          to={({ id }) => at(`solicitudes/${id}`)}
          {...(mayAssign && { chosen, choose: setChosen })}
          columns={[
            { label: 'Folio', sort: 'folioNumber', cell: ({ folioNumber }) => folioNumber },
            {
              label: 'Plazo',
              sort: 'legalDueOn',
              cell: ({ legalDueOn, status }) => <Due at={legalDueOn} done={isClosed(status)} />,
            },
            {
              label: 'Derecho',
              cell: ({ rightType }) => <span title={RIGHTS[rightType].wants}>{RIGHTS[rightType].name}</span>,
            },
            { label: 'Persona', cell: ({ subjectName }) => subjectName },
            {
              label: 'Estado',
              cell: ({ status }) => <Mark tone={STATES[status][1]}>{STATES[status][0]}</Mark>,
            },
            {
              label: 'Sistemas',
              cell: ({ tasks: { total, done } }) =>
                total > 0 ? (
                  <span className={done === total ? 'muted' : ''}>
                    {done} de {total}
                  </span>
                ) : (
                  '—'
                ),
            },
            {
              label: 'Responsable',
              cell: ({ assignedTo }) =>
                assignedTo === null ? (
                  <span className="muted">Sin asignar</span>
                ) : (
                  (nameOf(assignedTo) ?? 'Asignada')
                ),
            },
          ]}
        />
      )}
      {assigning && (
        <AssignDialog
          requests={picked}
          onClose={() => setAssigning(false)}
          onDone={() => setChosen(new Set())}
        />
      )}
    </>
  )
}

const NOTHING: Record<Queue, string> = {
  curso: 'No hay solicitudes esperando respuesta.',
  vencidas: 'Ninguna solicitud pasó su plazo legal.',
  mias: 'No tiene solicitudes asignadas.',
  libres: 'Todas tienen responsable.',
  cerradas: 'Aún no se cierra ninguna.',
  todas: 'No hay solicitudes.',
}

/** The queue of one person has no filter by person. */
function useChoices(queue: Queue): Filter[] {
  const members = useMembers()
  const entities = useEntityFilter()
  const isClosedQueue = queue === 'cerradas'
  const states = Object.entries(STATES).flatMap(([key, [name]]) =>
    queue !== 'todas' && isClosed(key as keyof typeof STATES) !== isClosedQueue ? [] : [[key, name] as const],
  )
  return [
    { name: 'status', label: 'Estado', choices: states },
    { name: 'rightType', label: 'Derecho', choices: RIGHT_CHOICES },
    ...(queue === 'mias' || queue === 'libres'
      ? []
      : [{ name: 'assignedTo', label: 'Responsable', choices: members }]),
    ...entities,
  ]
}
