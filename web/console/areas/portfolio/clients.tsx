import { useSuspenseQuery } from '@tanstack/react-query'
import type { Data } from '#client'
import { fold } from '#kernel/text.ts'
import { reading } from '../../data.ts'
import { untilDue } from '../../times.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterChoice, Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'

type Client = Data<'GET /governance/overview'>['items'][number]

const TONES = { low: 'danger', medium: 'warn', high: 'ok' } as const

const ORDERS: Record<string, (a: Client, b: Client) => number> = {
  puntaje: (a, b) => a.score - b.score,
  vencido: (a, b) => b.overdue - a.overdue,
  fecha: (a, b) => nextDay(a).localeCompare(nextDay(b)),
  avisos: (a, b) => b.unread - a.unread,
}

const ORDER_CHOICES = [
  ['vencido', 'Más vencido primero'],
  ['fecha', 'Próxima fecha'],
  ['puntaje', 'Puntaje más bajo'],
  ['avisos', 'Más avisos sin leer'],
] as const

const coming = ({ deadlines }: Pick<Client, 'deadlines'>) => deadlines.filter(({ overdue }) => !overdue)
/** Clients without a due date sort last. */
const nextDay = (client: Client) => coming(client)[0]?.dueAt ?? '9'

/** One row per client: score, overdue work, next date, and news. */
export function Clients() {
  const { data } = useSuspenseQuery(reading('', '/governance/overview', { query: { scope: 'all' } }))
  const { search } = useFilters()
  const words = fold(search['q']?.trim() ?? '')
  const order = ORDERS[search['orden'] ?? '']
  const found = data.items.filter(({ tenantName }) => fold(tenantName).includes(words))
  const rows = order ? found.toSorted(order) : found
  return (
    <>
      {data.skipped.length > 0 && (
        <Notice tone="warn">
          <p>Esta sesión no puede abrir: {data.skipped.map(({ tenantName }) => tenantName).join(', ')}.</p>
        </Notice>
      )}
      <Filters filters={[]}>
        <FilterChoice name="orden" label="Orden" choices={ORDER_CHOICES} all="Por nombre" />
      </Filters>
      {rows.length === 0 ? (
        <Empty title="Ningún cliente con ese nombre">Quite el filtro para verlos todos.</Empty>
      ) : (
        <List
          label="Clientes"
          rows={rows.map((client) => ({ ...client, id: client.tenantId }))}
          total={rows.length}
          to={({ slug }) => ({ to: `/organizacion/${slug}/hoy`, search: {} }) as never}
          columns={[
            { label: 'Cliente', cell: ({ tenantName }) => tenantName },
            { label: 'Puntaje', cell: ({ score, level }) => <Mark tone={TONES[level]}>{score} de 100</Mark> },
            {
              label: 'Vencido',
              cell: ({ overdue }) => (overdue > 0 ? <Mark tone="danger">{overdue}</Mark> : '0'),
            },
            { label: 'Pendiente', cell: ({ tasks }) => tasks.toLocaleString('es-CL') },
            { label: 'Próximas fechas', cell: ({ deadlines }) => <Next deadlines={deadlines} /> },
            {
              label: 'Avisos sin leer',
              cell: ({ unread }) => (unread > 0 ? <Mark tone="info">{unread}</Mark> : '0'),
            },
          ]}
        />
      )}
    </>
  )
}

const SHOWN = 2

function Next(client: Pick<Client, 'deadlines'>) {
  const shown = coming(client).slice(0, SHOWN)
  if (shown.length === 0) return '—'
  return (
    <span className="stack tight">
      {shown.map(({ entityId, kind, title, dueAt }) => {
        const { words, tone } = untilDue(dueAt!)
        return (
          <span key={`${kind} ${entityId}`}>
            {title} <span className={tone === 'plain' ? 'muted' : tone}>· {words}</span>
          </span>
        )
      })}
    </span>
  )
}
