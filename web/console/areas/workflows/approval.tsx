import { useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useParam } from '../../params.ts'
import { moment } from '../../times.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { usePeople } from '../../ui/people.ts'
import { Timeline } from '../../ui/timeline.tsx'
import css from './approval.module.css'
import { Decision } from './decision.tsx'
import { Drawing, type Standing } from './drawing.tsx'
import { Subject } from './subject.tsx'
import { type Approval, happened, STATES } from './words.ts'

/** The document, beside the decision. */
export function ApprovalCase() {
  const id = useParam('id')
  const approval = useRecord('/workflow-instances/{id}', { path: { id } })
  const at = useAt()
  const nameOf = usePeople()
  const { entityTitle, entityId, status, definitionSnapshot, startedAt, startedBy, entityRefusal } = approval
  const [word, tone] = STATES[status]
  const by = nameOf(startedBy)
  return (
    <Page
      title={entityTitle ?? entityId}
      mark={<Mark tone={tone}>{word}</Mark>}
      about={`${definitionSnapshot.name}. Empezó el ${moment(startedAt)}${by ? `, por ${by}` : ''}.`}
      back={{ ...at('aprobaciones'), children: 'Aprobaciones' }}
    >
      {entityRefusal && (
        <Notice tone="danger">
          <p className="strong">Se aprobó, pero no se pudo aplicar al registro.</p>
          <p>{entityRefusal}</p>
        </Notice>
      )}
      <div className={css['desk']}>
        <div className="stack">
          <Subject approval={approval} />
        </div>
        <div className="stack">
          <Decision approval={approval} />
          <Panel title="Recorrido">
            <Drawing
              brief
              kind={approval.entityType}
              stages={definitionSnapshot.stages}
              standings={standingsOf(approval)}
              end={status === 'ACTIVE' ? undefined : { word, tone, now: true }}
            />
          </Panel>
          <Answers approval={approval} />
          <Panel title="Historial">
            <Timeline
              events={approval.events.map((event) => ({
                key: event.id,
                at: event.createdAt,
                title: happened(event, definitionSnapshot.stages),
                by: event.actorName,
                more: event.assignedTo
                  ? `A ${nameOf(event.assignedTo) ?? 'otra persona'}. ${event.notes ?? ''}`
                  : event.notes,
              }))}
            />
          </Panel>
        </div>
      </div>
    </Page>
  )
}

/** The answers that people gave in earlier stages. */
function Answers({ approval: { fieldValues, definitionSnapshot } }: { approval: Approval }) {
  const asked = definitionSnapshot.stages.flatMap(({ fields }) => fields)
  const answered = asked.filter(({ name }) => name in fieldValues)
  if (answered.length === 0) return null
  return (
    <Panel title="Respuestas">
      <dl className="stack">
        {answered.map(({ id, name, label }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd className="prose">{String(fieldValues[name])}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** The state of each stage, derived from the events. */
function standingsOf({ events, status, currentStageId }: Approval): ReadonlyMap<string, Standing> {
  const standings = new Map<string, Standing>()
  for (const { type, stageId, subStageId, newStageId, status: then } of events) {
    // An event of a parallel review counts for its stage only if it was the last review.
    const isPart = subStageId !== null && newStageId === null && then === 'ACTIVE'
    if (stageId === null || isPart) continue
    if (type === 'stage.skipped') standings.set(stageId, { word: 'Se saltó', tone: 'plain' })
    if (type === 'stage.auto_advanced') standings.set(stageId, { word: 'Pasó sola', tone: 'ok' })
    if (type === 'stage.approve') standings.set(stageId, { word: 'Aprobada', tone: 'ok' })
    if (type === 'stage.reject') standings.set(stageId, { word: 'Rechazada', tone: 'danger' })
  }
  if (status === 'ACTIVE' && currentStageId !== null)
    standings.set(currentStageId, { word: 'Ahora', tone: 'info', now: true })
  return standings
}
