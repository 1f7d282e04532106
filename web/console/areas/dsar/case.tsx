import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleDot, CircleMinus } from 'lucide-react'
import { useState } from 'react'
import { useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { day, today } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Clock, Clocks } from '../../ui/clock.tsx'
import { Comments } from '../../ui/comments.tsx'
import { Files } from '../../ui/files.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Page, Panel, Split } from '../../ui/page.tsx'
import { LastSeal } from '../../ui/seal.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { Unbroken } from '../../ui/unbroken.tsx'
import { Agency } from './agency.tsx'
import { Answer } from './answer.tsx'
import { Asked } from './asked.tsx'
import { AssignDialog } from './assign.tsx'
import { ExtendDialog } from './extend.tsx'
import { Letters } from './letters.tsx'
import { MoveDialog } from './move.tsx'
import { Packing } from './package.tsx'
import { type Step, stepsOf, type Told } from './steps.ts'
import { TasksPart } from './tasks.tsx'
import { Thirds } from './thirds.tsx'
import { Who } from './who.tsx'
import {
  arrivalOf,
  EVENTS,
  eventNotes,
  isClosed,
  type Request,
  RIGHTS,
  receivedOf,
  STATES,
  tellsThirds,
  wasRefused,
} from './words.ts'

type Part = readonly [string, string]

function partsOf(request: Request): Part[] {
  const { rightType, status } = request
  const refusable = rightType === 'BLOCKING' && (status !== 'COMPLETED' || wasRefused(request))
  return [
    ['resumen', 'Resumen'],
    ['tareas', 'Tareas'],
    ['respuesta', 'Respuesta'],
    ['entrega', 'Entrega'],
    ...(tellsThirds(rightType) ? [['terceros', 'Terceros'] as const] : []),
    ...(refusable ? [['agencia', 'Agencia'] as const] : []),
    ['cartas', 'Cartas'],
    ['comentarios', 'Comentarios'],
    ['archivos', 'Archivos'],
    ['historial', 'Historial'],
  ]
}

type Open = { move: 'VERIFYING' | 'IN_PROGRESS' } | { assign: true } | { extend: true } | undefined

/** One request, from its arrival to the last letter. */
export function RequestCase() {
  const id = useParam('id')
  useAhead([['/dsar/requests/{id}', { path: { id } }], ['/settings/law'], ['/org/entities']])
  const request = useRecord('/dsar/requests/{id}', { path: { id } })
  const { may } = useOrganisation()
  const at = useAt()
  const navigate = useNavigate()
  const { set } = useFilters()
  const parts = partsOf(request)
  const part = useTab(parts)
  const [open, setOpen] = useState<Open>()
  const mayAct = may('POST /dsar/requests/{id}/respond')
  const closed = isClosed(request.status)
  const [name, tone] = STATES[request.status]
  const right = RIGHTS[request.rightType]
  const close = () => setOpen(undefined)
  const begin = ({ act }: Step) => {
    if ('move' in act) setOpen({ move: act.move })
    else if ('assign' in act) setOpen({ assign: true })
    else if ('identity' in act) set({ verificar: '1' })
    else if ('part' in act) set({ parte: act.part })
    else void navigate(at(`solicitudes/${act.open}`))
  }
  return (
    <Page
      title={`${right.name}: ${request.folioNumber}`}
      mark={<Mark tone={tone}>{name}</Mark>}
      about={`${request.subjectName} · recibida el ${receivedOf(request)}, ${arrivalOf(request)}`}
      back={{ ...at('solicitudes'), children: 'Solicitudes' }}
      actions={
        mayAct &&
        !closed && (
          <>
            <Button onClick={() => setOpen({ assign: true })}>
              {request.assignedTo ? 'Reasignar' : 'Asignar'}
            </Button>
            {request.rightType !== 'BLOCKING' && request.extendedDeadlineAt === null && (
              <Button onClick={() => setOpen({ extend: true })}>Ampliar el plazo</Button>
            )}
            <Button onClick={() => set({ parte: 'respuesta', tipo: 'REJECTED_LEGAL' })}>Rechazar</Button>
            <Button kind="main" onClick={() => set({ parte: 'respuesta', tipo: '' })}>
              Responder
            </Button>
          </>
        )
      }
    >
      <CaseClocks request={request} />
      <Tabs label="Partes de la solicitud" tabs={parts} />
      {part === 'resumen' && (
        <Split aside={<Who request={request} />}>
          <Steps request={request} begin={mayAct ? begin : undefined} />
          <Asked request={request} />
        </Split>
      )}
      {part === 'tareas' && <TasksPart request={request} />}
      {part === 'respuesta' && <Answer request={request} />}
      {part === 'entrega' && <Packing request={request} />}
      {part === 'terceros' && <Thirds request={request} />}
      {part === 'agencia' && <Agency request={request} />}
      {part === 'cartas' && <Letters request={request} />}
      {part === 'comentarios' && <Comments entityType="dsar_request" entityId={id} />}
      {part === 'archivos' && (
        <Panel title="Archivos">
          <Files entityType="dsar_request" entityId={id} />
        </Panel>
      )}
      {part === 'historial' && <History request={request} />}
      {open && 'move' in open && <MoveDialog request={request} to={open.move} onClose={close} />}
      {open && 'assign' in open && (
        <AssignDialog requests={[request]} current={request.assignedTo ?? ''} onClose={close} />
      )}
      {open && 'extend' in open && <ExtendDialog request={request} onClose={close} />}
    </Page>
  )
}

function CaseClocks({ request }: { request: Request }) {
  const at = useAt()
  const { rightType, legalDueOn, completedAt, extensionNotifiedAt, extensionReason, blockings } = request
  const { effectiveFrom } = useRecord('/settings/law')
  const isBlock = rightType === 'BLOCKING'
  return (
    <>
      <Clocks>
        <Clock
          label="Responder a la persona"
          due={legalDueOn}
          done={completedAt}
          basis={`Último día del plazo${extensionNotifiedAt ? ', ya ampliado' : ''} (${RIGHTS[rightType].article})`}
        />
        {blockings.map((block) => (
          <Clock
            key={block.id}
            label="Bloqueo temporal que la acompaña"
            due={block.legalDueOn}
            done={block.completedAt}
            basis={`Último día del plazo (${RIGHTS.BLOCKING.article})`}
            action={<Link {...at(`solicitudes/${block.id}`)}>{block.folioNumber}</Link>}
          />
        ))}
      </Clocks>
      {extensionNotifiedAt && (
        <p>
          El plazo se amplió el {day(extensionNotifiedAt)}, y la ley permite hacerlo una sola vez (art. 11).
          Motivo: {extensionReason}
        </p>
      )}
      {isBlock && completedAt === null && (
        <Notice tone="warn">
          Mientras no se responda, los datos de esta persona solo pueden conservarse: no pueden usarse ni
          comunicarse (art. 8 ter).
        </Notice>
      )}
      {today() < effectiveFrom && (
        <p className="hint">
          <Unbroken>
            Los plazos y deberes de la ley se exigen desde el {day(effectiveFrom)}; hasta entonces son los que
            la organización promete.
          </Unbroken>
        </p>
      )}
      {request.parentRequestId && <MainLink id={request.parentRequestId} />}
    </>
  )
}

/** Links a block to the request that it accompanies. */
function MainLink({ id }: { id: string }) {
  const at = useAt()
  const main = useRecord('/dsar/requests/{id}', { path: { id } })
  return (
    <p>
      Acompaña la solicitud de {RIGHTS[main.rightType].name.toLowerCase()}{' '}
      <Link {...at(`solicitudes/${id}`)}>{main.folioNumber}</Link>, que vence el {day(main.legalDueOn)}.
    </p>
  )
}

interface StepsProps {
  request: Request
  begin: ((step: Step) => void) | undefined
}

/** «¿Qué hago ahora?»: the first open step, with its button. */
function Steps(props: StepsProps) {
  return tellsThirds(props.request.rightType) ? <StepsOfTold {...props} /> : <StepList {...props} />
}

function StepsOfTold(props: StepsProps) {
  const told = useRecord('/dsar/requests/{id}/recipients', { path: { id: props.request.id } })
  return <StepList {...props} told={told} />
}

function StepList({ request, begin, told }: StepsProps & { told?: Told }) {
  const steps = stepsOf(request, told)
  const now = steps.find(({ done, skipped }) => !done && !skipped)
  return (
    <Panel title={now ? 'Qué hacer ahora' : 'Lo que se hizo'}>
      {!now && (
        <p>
          {steps.some(({ skipped }) => skipped) ? 'La solicitud está cerrada.' : 'Está todo hecho.'} Las
          cartas y el historial quedan como prueba (art. 11).
        </p>
      )}
      <ol className="stack plain">
        {steps.map((step) => (
          <li key={step.key} className="row" style={{ flexWrap: 'nowrap', alignItems: 'flex-start' }}>
            {step.done ? (
              <CircleCheck size={20} className="ok" aria-label="Hecho" />
            ) : step.skipped ? (
              <CircleMinus size={20} className="muted" aria-label="No se hizo" />
            ) : (
              <CircleDot
                size={20}
                className={step === now ? 'warn' : 'muted'}
                aria-label={step === now ? 'Ahora' : 'Pendiente'}
              />
            )}
            <div className="stack tight">
              <span className={step === now ? 'strong' : step.done || step.skipped ? 'muted' : ''}>
                {step.title}
                {step.skipped && ': no se hizo'}
              </span>
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

function History({ request }: { request: Request }) {
  return (
    <Panel
      title="Historial"
      actions={<LastSeal entityType="dsar_request" entityId={request.id} what={request.folioNumber} />}
    >
      <Timeline
        events={request.events.map(({ id, type, from, to, notes, actorName, createdAt }) => ({
          key: id,
          at: createdAt,
          title: from && to ? `De «${STATES[from][0]}» a «${STATES[to][0]}»` : EVENTS[type],
          by: actorName,
          more: eventNotes(notes),
        }))}
      />
    </Panel>
  )
}
