import { useSuspenseQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Data } from '#client'
import { fold } from '#kernel/text.ts'
import { reading } from '../../data.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { TaskGroups } from './tasks.tsx'
import { CLOSED, KINDS } from './words.ts'

type Client = Data<'GET /governance/overview'>['items'][number]

const KIND_CHOICES = Object.entries(KINDS)

/** The day across several organisations: one queue of tasks, and the state of each organisation. */
export function AllOrganisations() {
  const [{ data: tasks }, { data: overview }] = useSuspenseQueries({
    queries: [
      reading('', '/tasks', { query: { scope: 'all' } }),
      reading('', '/governance/overview', { query: { scope: 'all' } }),
    ],
  })
  const { search } = useFilters()
  const { organizacion, clase, q = '' } = search
  const shown = tasks.items.filter(
    ({ tenantId, kind, title, tenantName }) =>
      (!organizacion || tenantId === organizacion) &&
      (!clase || kind === clase) &&
      fold(`${title} ${tenantName}`).includes(fold(q.trim())),
  )
  const filters = [
    {
      name: 'organizacion',
      label: 'Organización',
      choices: overview.items.map(({ tenantId, tenantName }) => [tenantId, tenantName] as const),
    },
    { name: 'clase', label: 'Qué es', choices: KIND_CHOICES },
  ]
  return (
    <Page
      title="Hoy"
      about="Lo que espera en todas sus organizaciones, por plazo."
      actions={<ButtonLink to={'/cartera' as '/'}>Ver la cartera</ButtonLink>}
    >
      {tasks.skipped.length > 0 && <Skipped skipped={tasks.skipped} />}
      {tasks.items.length > 0 && <Filters filters={filters} />}
      {shown.length === 0 ? (
        <Empty title={tasks.items.length === 0 ? 'Nada pendiente' : 'Nada con estos filtros'}>
          {tasks.items.length === 0
            ? 'Cuando llegue una solicitud, se detecte una brecha o algo espere su decisión en cualquiera de sus organizaciones, lo verá aquí con su plazo.'
            : 'Elija otra organización u otra clase para ver lo demás.'}
        </Empty>
      ) : (
        <TaskGroups tasks={shown} ofMany />
      )}
      {overview.items.length > 0 && (
        <>
          <h2>Mis organizaciones</h2>
          <Clients clients={overview.items} />
        </>
      )}
    </Page>
  )
}

function Skipped({ skipped }: { skipped: Data<'GET /tasks'>['skipped'] }) {
  return (
    <Notice tone="warn">
      <p className="strong">Esta sesión no entra en todas sus organizaciones:</p>
      <ul>
        {skipped.map(({ tenantId, tenantName, reason }) => (
          <li key={tenantId}>
            {tenantName} {CLOSED[reason]}. {reason === 'mfa' && <Link to="/cuenta">Ir a mi cuenta</Link>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const TONES = { low: 'danger', medium: 'warn', high: 'ok' } as const

function Clients({ clients }: { clients: readonly Client[] }) {
  return (
    <List
      label="Mis organizaciones"
      rows={clients.map((client) => ({ ...client, id: client.tenantId }))}
      total={clients.length}
      to={({ slug }) => ({ to: `/organizacion/${slug}/hoy`, search: {} }) as never}
      columns={[
        { label: 'Organización', cell: ({ tenantName }) => tenantName },
        { label: 'Puntaje', cell: ({ score, level }) => <Mark tone={TONES[level]}>{score} de 100</Mark> },
        {
          label: 'Vencido',
          cell: ({ overdue }) =>
            overdue > 0 ? <Mark tone="danger">{overdue.toLocaleString('es-CL')}</Mark> : <span>0</span>,
        },
        { label: 'Pendiente', cell: ({ tasks }) => tasks.toLocaleString('es-CL') },
        { label: 'Solicitudes', cell: ({ counts }) => open(counts.requests, ENDED_REQUESTS) },
        { label: 'Brechas', cell: ({ counts }) => open(counts.breaches, ENDED_BREACHES) },
      ]}
    />
  )
}

const ENDED_REQUESTS = ['COMPLETED', 'REJECTED', 'WITHDRAWN', 'CANCELLED']
const ENDED_BREACHES = ['resolved', 'notified']

function open(states: readonly { state: string; count: number }[], ended: readonly string[]): string {
  return states
    .filter(({ state }) => !ended.includes(state))
    .reduce((sum, { count }) => sum + count, 0)
    .toLocaleString('es-CL')
}
