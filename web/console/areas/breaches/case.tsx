import { CircleCheck, CircleDot } from 'lucide-react'
import { useState } from 'react'
import { DATA_CATEGORIES, type DataCategory } from '#kernel/data-categories.ts'
import { useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Clock, Clocks } from '../../ui/clock.tsx'
import { Comments } from '../../ui/comments.tsx'
import { Files } from '../../ui/files.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { usePeople } from '../../ui/people.ts'
import { LastSeal } from '../../ui/seal.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { DecisionDialog, DecisionView } from './decision.tsx'
import { BreachEditor } from './editor.tsx'
import { Letters } from './letters.tsx'
import { MarkClock } from './mark-clock.tsx'
import { MoveDialog } from './move.tsx'
import { Register } from './register.tsx'
import { isOff, MOVES, type Step, stepsOf } from './steps.ts'
import { type Breach, EVENTS, NATURES, SEVERITIES, SOURCES, STATES, type State } from './words.ts'

const TABS = [
  ['resumen', 'Resumen'],
  ['comunicaciones', 'Comunicaciones'],
  ['registro', 'Registro legal'],
  ['comentarios', 'Comentarios'],
  ['archivos', 'Evidencia'],
  ['historial', 'Historial'],
] as const

type Open = { decide: true } | { move: State } | undefined

/** The incident room. */
export function BreachCase() {
  const id = useParam('id')
  useAhead([
    ['/breaches/{id}', { path: { id } }],
    ['/breaches/{id}/register', { path: { id } }],
  ])
  const breach = useRecord('/breaches/{id}', { path: { id } })
  const { may } = useOrganisation()
  const at = useAt()
  const { search, set } = useFilters()
  const tab = useTab(TABS)
  const [open, setOpen] = useState<Open>()
  const mayChange = may('PUT /breaches/{id}')
  const isEditing = search['editar'] === 'si' && mayChange
  const [name, tone] = STATES[breach.status]
  const begin = ({ act }: Step) => {
    if ('dialog' in act) setOpen({ decide: true })
    else if ('move' in act) setOpen({ move: act.move })
    else if ('letter' in act) set({ parte: 'comunicaciones', carta: act.letter })
    else set({ editar: 'si', parte: '' })
  }
  return (
    <Page
      title={breach.title}
      mark={<Mark tone={tone}>{name}</Mark>}
      about={`Detectada el ${moment(breach.detectedAt)}`}
      back={{ ...at('brechas'), children: 'Brechas' }}
      actions={
        mayChange &&
        !isEditing && (
          <>
            {MOVES[breach.status].map(([to, text]) => (
              <Button key={to} onClick={() => setOpen({ move: to })}>
                {text}
              </Button>
            ))}
            <Button onClick={() => set({ editar: 'si', parte: '' })}>Editar</Button>
          </>
        )
      }
    >
      <Clocks>
        {breach.clocks.map((clock) =>
          isOff(breach, clock) ? (
            <Clock key={clock.key} label={clock.label} due={null} basis={NOT_OWED} off />
          ) : (
            <Clock
              key={clock.key}
              label={clock.label}
              due={clock.dueAt}
              done={clock.doneAt}
              basis={clock.basis}
              action={<MarkClock id={id} clock={clock} />}
            />
          ),
        )}
      </Clocks>
      {isEditing ? (
        <BreachEditor breach={breach} onDone={() => set({ editar: '' })} />
      ) : (
        <>
          <Tabs label="Partes de la brecha" tabs={TABS} />
          {tab === 'resumen' && (
            <Split
              aside={
                <Panel
                  title="Decisión"
                  actions={
                    mayChange && (
                      <Button onClick={() => setOpen({ decide: true })}>
                        {breach.decision ? 'Decidir otra vez' : 'Decidir'}
                      </Button>
                    )
                  }
                >
                  <DecisionView breach={breach} />
                </Panel>
              }
            >
              <Steps breach={breach} begin={mayChange ? begin : undefined} />
              <Summary breach={breach} />
            </Split>
          )}
          {tab === 'comunicaciones' && <Letters breach={breach} />}
          {tab === 'registro' && <Register id={id} />}
          {tab === 'comentarios' && <Comments entityType="breach" entityId={id} />}
          {tab === 'archivos' && (
            <Panel title="Evidencia">
              <Files entityType="breach" entityId={id} />
            </Panel>
          )}
          {tab === 'historial' && <History breach={breach} />}
        </>
      )}
      {open && 'decide' in open && <DecisionDialog breach={breach} onClose={() => setOpen(undefined)} />}
      {open && 'move' in open && (
        <MoveDialog breach={breach} to={open.move} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  )
}

const NOT_OWED =
  'Se decidió que no hay que reportarla (art. 14 sexies). Si decide otra vez y hay que hacerlo, corre de nuevo.'

/** «¿Qué hago ahora?»: the first open step, with its button. */
function Steps({ breach, begin }: { breach: Breach; begin: ((step: Step) => void) | undefined }) {
  const { missing } = useRecord('/breaches/{id}/register', { path: { id: breach.id } })
  const steps = stepsOf(breach, missing)
  const now = steps.find(({ done }) => !done)
  return (
    <Panel title="Qué hacer ahora">
      {!now && <p>Está todo hecho. El registro queda a disposición de la Agencia.</p>}
      <ol className="stack plain">
        {steps.map((step) => (
          <li key={step.key} className="row" style={{ flexWrap: 'nowrap', alignItems: 'flex-start' }}>
            {step.done ? (
              <CircleCheck size={20} className="ok" aria-label="Hecho" />
            ) : (
              <CircleDot
                size={20}
                className={step === now ? 'warn' : 'muted'}
                aria-label={step === now ? 'Ahora' : 'Pendiente'}
              />
            )}
            <div className="stack tight">
              <span className={step === now ? 'strong' : step.done ? 'muted' : ''}>{step.title}</span>
              {step === now && <span className="muted">{step.why}</span>}
              {step === now && begin && (
                <div>
                  <Button kind="main" onClick={() => begin(step)}>
                    {step.title}
                  </Button>
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Summary({ breach }: { breach: Breach }) {
  const categories = breach.dataCategories.map((key) => DATA_CATEGORIES[key as DataCategory]?.label ?? key)
  return (
    <Panel title="Lo que se sabe">
      <Facts
        facts={[
          ['Cuándo ocurrió', breach.occurredAt && moment(breach.occurredAt)],
          [
            'Cómo se supo',
            SOURCES.find(([key]) => key === breach.detectionSource)?.[1] ?? breach.detectionSource,
          ],
          ['Gravedad', breach.severity && SEVERITIES[breach.severity]],
          ['Personas afectadas', breach.estimatedRecords?.toLocaleString('es-CL')],
          ['Causa', breach.attackVector],
          ['Qué se afectó', breach.nature.map((key) => NATURES[key][0]).join(', ')],
          [
            'La organización actúa como',
            breach.actsAs === 'controller'
              ? 'Responsable'
              : `Encargada de ${breach.controllerName ?? 'otro responsable'}`,
          ],
          ['Datos afectados', categories.join(', '), 'whole'],
          ['Relato', breach.description, 'whole'],
          ['Efectos constatados', breach.effects, 'whole'],
          ['Medidas tomadas', breach.containmentActions.join('\n'), 'whole'],
          ['Para que no se repita', breach.prevention, 'whole'],
          ['Por qué ese riesgo', breach.riskRationale, 'whole'],
        ]}
      />
    </Panel>
  )
}

function History({ breach }: { breach: Breach }) {
  const nameOf = usePeople()
  return (
    <Panel
      title="Historial"
      actions={<LastSeal entityType="breach" entityId={breach.id} what={breach.title} />}
    >
      <Timeline
        events={breach.events.map(({ type, from, to, notes, actorId, createdAt }, index) => ({
          key: `${createdAt}-${index}`,
          at: createdAt,
          title: from && to ? `De «${STATES[from][0]}» a «${STATES[to][0]}»` : (EVENTS[type] ?? 'Cambio'),
          by: nameOf(actorId),
          more: notes,
        }))}
      />
    </Panel>
  )
}
