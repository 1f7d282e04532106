import { useAt } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { day } from '../../times.ts'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { STATE_CHOICES, STATES } from './words.ts'

const FILTERS = [
  { name: 'status', label: 'Estado', choices: STATE_CHOICES },
  { name: 'unread', label: 'Por leer', choices: [['true', 'Sí']] as const },
]

/** The recipients and their progress, for one questionnaire or for all. */
export function AnswerList({ questionnaireId }: { questionnaireId?: string }) {
  const { search } = useFilters()
  const at = useAt()
  const { parte: _, ...query } = search
  const { rows, total, more } = useRecords('/questionnaires/answers', {
    ...query,
    ...(questionnaireId && { questionnaireId }),
  })
  const isFiltered = Object.keys(query).some((name) => name !== 'sort')
  if (total === 0 && !isFiltered)
    return (
      <p className="muted">
        {questionnaireId
          ? 'Todavía no se ha enviado a nadie. Envíelo y aquí verá quién ha respondido.'
          : 'Todavía no se ha enviado ninguno. Aquí verá las respuestas de todos.'}
      </p>
    )
  return (
    <>
      <Filters filters={FILTERS} />
      <List
        label="Respuestas"
        rows={rows}
        total={total}
        more={more}
        to={({ id }) => at(`cuestionarios/respuestas/${id}`)}
        columns={[
          { label: 'Persona', sort: 'name', cell: ({ name }) => name },
          ...(questionnaireId
            ? []
            : [{ label: 'Cuestionario', cell: (row: (typeof rows)[number]) => row.questionnaireName }]),
          { label: 'Área', cell: ({ departmentName }) => departmentName ?? '—' },
          {
            label: 'Estado',
            cell: ({ status, readAt }) => (
              <span className="row">
                <Mark tone={STATES[status][1]}>{STATES[status][0]}</Mark>
                {status === 'submitted' && !readAt && <Mark tone="info">Por leer</Mark>}
              </span>
            ),
          },
          { label: 'Avance', cell: ({ asked, answered }) => `${answered} de ${asked}` },
          {
            label: 'Hasta',
            sort: 'dueOn',
            cell: ({ dueOn, overdue }) => (overdue ? <Mark tone="danger">{day(dueOn)}</Mark> : day(dueOn)),
          },
        ]}
      />
    </>
  )
}
