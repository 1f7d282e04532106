import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { day } from '../../times.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Due } from '../../ui/clock.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Column, Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { usePeople } from '../../ui/people.ts'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { KIND_CHOICES, KINDS, STATES } from './words.ts'

const TABS = [
  ['esperan', 'Esperan mi decisión'],
  ['curso', 'En curso'],
  ['terminadas', 'Terminadas'],
] as const

const KIND_FILTER = { name: 'entityType', label: 'De qué', choices: KIND_CHOICES }
const RESULT_FILTER = {
  name: 'status',
  label: 'Resultado',
  choices: Object.entries(STATES)
    .filter(([key]) => key !== 'ACTIVE')
    .map(([key, [name]]) => [key, name] as const),
}

/** The query of each tab. */
const ASKED = {
  esperan: { waitingFor: 'me' },
  curso: { ended: 'false' },
  terminadas: { ended: 'true', sort: '-updatedAt' },
} as const

type Row = ReturnType<typeof useRecords<'/workflow-instances'>>['rows'][number]

/** Approvals that wait for the person, approvals that wait for others, and finished ones. */
export function ApprovalInbox() {
  const at = useAt()
  const { may } = useOrganisation()
  const tab = useTab(TABS) as keyof typeof ASKED
  return (
    <Page
      title="Aprobaciones"
      about="Lo que alguien debe decidir antes de que cuente: políticas, evaluaciones, contratos y lo que su organización haya definido."
      actions={may('GET /workflows') && <ButtonLink {...at('flujos')}>Ver los flujos</ButtonLink>}
    >
      <Tabs label="Aprobaciones" tabs={TABS} />
      <Approvals key={tab} tab={tab} />
    </Page>
  )
}

function Approvals({ tab }: { tab: keyof typeof ASKED }) {
  const { search } = useFilters()
  const at = useAt()
  const nameOf = usePeople()
  const { parte: _, ...asked } = search
  const { rows, total, more } = useRecords('/workflow-instances', { ...ASKED[tab], ...asked })
  const isFiltered = Object.keys(asked).some((name) => name !== 'sort')
  if (total === 0 && !isFiltered) return <Nothing tab={tab} />
  const columns: [Column<Row>, ...Column<Row>[]] = [
    { label: 'Asunto', cell: ({ entityTitle, entityId }) => entityTitle ?? entityId },
    { label: 'De qué', cell: ({ entityType }) => KINDS[entityType].name },
    {
      label: tab === 'terminadas' ? 'Flujo' : 'Etapa',
      cell: ({ stageName, definitionName }) =>
        tab === 'terminadas' ? definitionName : <span title={definitionName}>{stageName}</span>,
    },
    ...(tab === 'terminadas'
      ? [
          {
            label: 'Resultado',
            cell: ({ status }: Row) => <Mark tone={STATES[status][1]}>{STATES[status][0]}</Mark>,
          },
          {
            label: 'Terminó',
            sort: 'updatedAt',
            cell: ({ completedAt }: Row) => (completedAt ? day(completedAt) : '—'),
          },
        ]
      : [
          { label: 'Plazo', cell: ({ dueAt }: Row) => <Due at={dueAt} /> },
          {
            label: 'En manos de',
            cell: ({ assignedTo }: Row) => nameOf(assignedTo) ?? <span className="muted">Nadie todavía</span>,
          },
          { label: 'Empezó', sort: 'startedAt', cell: ({ startedAt }: Row) => day(startedAt) },
        ]),
  ]
  // Without another sort order, the first due comes first.
  const inOrder = tab === 'terminadas' || search['sort'] ? rows : rows.toSorted(soonest)
  return (
    <>
      <Filters filters={tab === 'terminadas' ? [KIND_FILTER, RESULT_FILTER] : [KIND_FILTER]} />
      <List
        label={TABS.find(([key]) => key === tab)![1]}
        rows={inOrder}
        total={total}
        more={more}
        to={({ id }) => at(`aprobaciones/${id}`)}
        columns={columns}
      />
    </>
  )
}

function soonest(a: Row, b: Row): number {
  return (a.dueAt ?? '9').localeCompare(b.dueAt ?? '9')
}

function Nothing({ tab }: { tab: keyof typeof ASKED }) {
  const at = useAt()
  if (tab === 'esperan')
    return (
      <Empty
        title="Nada espera su decisión"
        action={<ButtonLink {...at('flujos')}>Ver los flujos</ButtonLink>}
      >
        Cuando alguien pida publicar una política o cree una evaluación de impacto, aparecerá aquí con el
        documento al lado. Los flujos dicen qué se aprueba, en qué orden y quién decide.
      </Empty>
    )
  if (tab === 'curso')
    return (
      <Empty title="Ninguna aprobación en curso">
        Empiezan solas cuando un registro lo pide, según los flujos de su organización.
      </Empty>
    )
  return (
    <Empty title="Ninguna terminada todavía">Aquí quedan las decisiones, con quién las tomó y por qué.</Empty>
  )
}
