import { useNavigate } from '@tanstack/react-router'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { day } from '../../times.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { AnswerList } from './answers.tsx'
import css from './questionnaires.module.css'
import { TARGETS } from './words.ts'

const TABS = [
  ['cuestionarios', 'Cuestionarios'],
  ['respuestas', 'Respuestas'],
  ['modelos', 'Modelos'],
] as const

/** The questionnaires of the organisation, and the answers to them. */
export function QuestionnaireList() {
  const tab = useTab(TABS)
  const { may } = useOrganisation()
  const at = useAt()
  return (
    <Page
      title="Cuestionarios"
      about="Pregunte a jefaturas, proveedores o personas afectadas sin que necesiten una cuenta, y convierta sus respuestas en borradores."
      actions={
        may('POST /questionnaires') && (
          <>
            <ButtonLink {...at('cuestionarios', { parte: 'modelos' })}>Ver los modelos</ButtonLink>
            <ButtonLink kind="main" {...at('cuestionarios/nuevo')}>
              Escribir un cuestionario
            </ButtonLink>
          </>
        )
      }
    >
      <Tabs label="Partes de los cuestionarios" tabs={TABS} />
      {tab === 'cuestionarios' && <Own />}
      {tab === 'respuestas' && <AnswerList />}
      {tab === 'modelos' && <Gallery />}
    </Page>
  )
}

function Own() {
  const { search } = useFilters()
  const at = useAt()
  const { parte: _, ...query } = search
  const { rows, total, more } = useRecords('/questionnaires', query)
  if (total === 0 && Object.keys(query).every((name) => name === 'sort')) return <Gallery isFirst />
  return (
    <>
      <Filters
        filters={[
          {
            name: 'isActive',
            label: 'Se envía',
            choices: [
              ['true', 'Sí'],
              ['false', 'No'],
            ],
          },
        ]}
      />
      <List
        label="Cuestionarios"
        rows={rows}
        total={total}
        more={more}
        to={({ id }) => at(`cuestionarios/${id}`)}
        columns={[
          { label: 'Cuestionario', sort: 'name', cell: ({ name }) => name },
          {
            label: 'Respuestas',
            cell: ({ counts }) =>
              counts.sent === 0 ? 'Sin enviar' : `${counts.submitted} de ${counts.sent}`,
          },
          {
            label: 'Por leer',
            cell: ({ counts }) => (counts.unread > 0 ? <Mark tone="info">{counts.unread}</Mark> : '—'),
          },
          {
            label: 'Atrasadas',
            cell: ({ counts }) => (counts.overdue > 0 ? <Mark tone="danger">{counts.overdue}</Mark> : '—'),
          },
          { label: 'Versión', cell: ({ version }) => version },
          { label: 'Cambió', sort: 'updatedAt', cell: ({ updatedAt }) => day(updatedAt) },
        ]}
      />
    </>
  )
}

/** The built-in questionnaires, which people copy. */
function Gallery({ isFirst }: { isFirst?: boolean }) {
  const { items } = useRecord('/questionnaires/built-in')
  const { may } = useOrganisation()
  const at = useAt()
  const navigate = useNavigate()
  const copy = useAct(
    (service, builtIn: string) =>
      service.post('/questionnaires', { body: { builtIn }, idempotencyKey: true }),
    {
      done: 'Quedó en sus cuestionarios: revíselo y envíelo.',
      after: ({ id }) => void navigate(at(`cuestionarios/${id}`)),
    },
  )
  return (
    <>
      {isFirst && <p className="muted">Todavía no tiene cuestionarios. Parta de uno de estos modelos.</p>}
      <ul className={`plain ${css['gallery']}`}>
        {items.map(({ key, name, description, audience, article, questions, targets }) => (
          <li key={key}>
            <Panel title={name}>
              <p>{description}</p>
              <p className="hint">
                {audience}. {questions} preguntas, {article}.
              </p>
              <div className={`row ${css['use']}`}>
                <span className="row">
                  {targets.map((target) => (
                    <Mark key={target}>{TARGETS[target].one}</Mark>
                  ))}
                </span>
                {may('POST /questionnaires') && (
                  <Button
                    disabled={copy.isPending}
                    label={`Usar este: «${name}»`}
                    onClick={() => copy.mutate(key)}
                  >
                    Usar este
                  </Button>
                )}
              </div>
            </Panel>
          </li>
        ))}
      </ul>
    </>
  )
}
