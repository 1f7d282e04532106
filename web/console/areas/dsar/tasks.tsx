import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { reading, useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useShown } from '../../seen.ts'
import { day, moment } from '../../times.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { bytes, UploadButton } from '../../ui/files.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './dsar.module.css'
import { AddTaskDialog, AnswerTaskDialog, OwnerDialog, tasksOf } from './task-dialogs.tsx'
import { stateOf, type Task, type Tasks, VIAS, waits } from './task-words.ts'
import { isClosed, type Request } from './words.ts'

type Open = { add: true } | { owner: Task } | { answer: Task } | undefined

/** The task of each system, who answered it, and what is missing. */
export function TasksPart({ request }: { request: Request }) {
  const { id, status } = request
  const tasks = useRecord('/dsar/requests/{id}/tasks', { path: { id } })
  const { may } = useOrganisation()
  const [open, setOpen] = useState<Open>()
  const closed = isClosed(status)
  const mayAct = may('POST /dsar/requests/{id}/tasks') && !closed
  const close = () => setOpen(undefined)
  // A dialog shows the task as it is now, also after somebody else changed it.
  const nowOf = (task: Task) => tasks.items.find(({ id: taskId }) => taskId === task.id) ?? task
  const send = useAct((service) => service.post('/dsar/requests/{id}/tasks/send', { path: { id } }), {
    done: ({ sent }) => (sent === 1 ? 'Se escribió a una persona.' : `Se escribieron ${sent} cartas.`),
  })
  const ready = tasks.items.filter((task) => task.status === 'open' && task.ownerEmail !== null).length
  const add = mayAct && <Button onClick={() => setOpen({ add: true })}>Agregar un sistema</Button>
  return (
    <>
      {tasks.items.length === 0 ? (
        <None request={request} tasks={tasks} add={add} />
      ) : (
        <Panel
          title="Lo que hay en los sistemas"
          actions={
            <>
              {add}
              {mayAct && ready > 0 && (
                <ConfirmButton
                  kind="main"
                  title={ready === 1 ? '¿Enviar la tarea?' : `¿Enviar ${ready} tareas?`}
                  about="Cada persona a cargo recibe un enlace con el nombre, el RUT y el correo de quien pide. Compruebe antes su identidad (art. 11)."
                  confirm="Enviar"
                  act={() => send.mutate()}
                  busy={send.isPending}
                >
                  {ready === 1 ? 'Enviar 1 tarea' : `Enviar ${ready} tareas`}
                </ConfirmButton>
              )}
            </>
          }
        >
          <Progress tasks={tasks} />
          {!closed && <Waiting request={request} tasks={tasks} />}
          <ul className={css['tasks']}>
            {tasks.items.map((task) => (
              <OneTask
                key={task.id}
                request={request}
                tasks={tasks}
                task={task}
                ask={mayAct ? setOpen : undefined}
              />
            ))}
          </ul>
        </Panel>
      )}
      {open && 'add' in open && <AddTaskDialog request={request} tasks={tasks} onClose={close} />}
      {open && 'owner' in open && <OwnerDialog request={request} task={nowOf(open.owner)} onClose={close} />}
      {open && 'answer' in open && (
        <AnswerTaskDialog request={request} tasks={tasks} task={nowOf(open.answer)} onClose={close} />
      )}
    </>
  )
}

function None({ request, tasks, add }: { request: Request; tasks: Tasks; add: ReactNode }) {
  const at = useAt()
  if (request.rightType === 'AUTO_DECISION')
    return (
      <Empty title="Nada que buscar en los sistemas">
        Una decisión automatizada la explica quien la tomó (art. 8 bis).
      </Empty>
    )
  if (tasks.suggestedSystems.length > 0)
    return (
      <Empty title="Todavía no se busca en ningún sistema" action={add}>
        El registro nombra: {tasks.suggestedSystems.map(({ systemName }) => systemName).join(', ')}. Agregue
        aquellos en que puede haber datos de esta persona.
      </Empty>
    )
  return (
    <Empty
      title="El registro no dice en qué sistemas buscar"
      action={
        <div className="row">
          {add}
          <ButtonLink {...at('mapa/sistemas')}>Ver el mapa de datos</ButtonLink>
        </div>
      }
    >
      Eso no significa que no haya datos de la persona. Cuando las actividades publicadas dicen en qué
      sistemas están sus datos, cada solicitud abre una tarea por sistema y se la envía a quien está a cargo.
      Anote los sistemas y su correo en el mapa de datos; mientras tanto, agregue aquí dónde hay que buscar.
    </Empty>
  )
}

function Progress({ tasks: { progress } }: { tasks: Tasks }) {
  const { total, done, overdue } = progress
  return (
    <div className="stack tight">
      <span>
        <span className="strong">
          {done} de {total} {total === 1 ? 'respondida' : 'respondidas'}
        </span>
        {overdue > 0 && (
          <span className="danger"> · {overdue === 1 ? '1 atrasada' : `${overdue} atrasadas`}</span>
        )}
      </span>
      <progress
        className={css['progress']}
        max={Math.max(total, 1)}
        value={done}
        aria-label="Tareas respondidas"
      />
    </div>
  )
}

/** Explains why some tasks have nobody in charge yet. */
function Waiting({ request, tasks: { progress } }: { request: Request; tasks: Tasks }) {
  const isEarly = request.status === 'RECEIVED' || request.status === 'VERIFYING'
  return (
    <>
      {progress.open > progress.withoutOwner && isEarly && (
        <Notice tone={request.rightType === 'BLOCKING' ? 'warn' : 'info'}>
          {request.rightType === 'BLOCKING'
            ? 'Envíelas ahora: desde que llegó la solicitud y hasta que se responda, los datos solo pueden conservarse (arts. 8 ter y 11). La identidad se comprueba mientras tanto.'
            : 'Se envían solas cuando la solicitud pasa a «En curso», una vez verificado quién pide (art. 11).'}
        </Notice>
      )}
      {progress.withoutOwner > 0 && (
        <Notice tone="warn">
          {progress.withoutOwner === 1
            ? 'Un sistema no tiene a quién pedirle.'
            : `${progress.withoutOwner} sistemas no tienen a quién pedirles.`}{' '}
          Indique el correo de quien está a cargo, o anote usted la respuesta.
        </Notice>
      )}
    </>
  )
}

function OneTask({
  request: { id },
  tasks,
  task,
  ask,
}: {
  request: Request
  tasks: Tasks
  task: Task
  ask: ((open: Open) => void) | undefined
}) {
  const at = useAt()
  const path = { id, taskId: task.id }
  const shown = useShown(tasksOf(id))
  const cancel = useAct(
    (service) =>
      service.patch('/dsar/requests/{id}/tasks/{taskId}', {
        path,
        body: { status: 'cancelled' as const },
        ...shown(),
      }),
    { done: 'La tarea quedó cancelada.' },
  )
  const remind = useAct((service) => service.post('/dsar/requests/{id}/tasks/{taskId}/remind', { path }), {
    done: 'Se le recordó por correo.',
  })
  const [name, tone] = stateOf(task)
  const who = task.ownerEmail ? 'Cambiar a quién se pide' : 'Indicar a quién se pide'
  return (
    <li className={css['task']}>
      <div className="row spread">
        <h3>
          {task.systemId ? (
            <Link {...at(`mapa/sistemas/${task.systemId}`)}>{task.systemName}</Link>
          ) : (
            task.systemName
          )}
        </h3>
        <Mark tone={tone}>{name}</Mark>
      </div>
      <p className="hint">
        {[
          task.ownerName ?? task.ownerEmail,
          task.ownerName && task.ownerEmail,
          task.processorName && `lo opera ${task.processorName}`,
          waits(task) && `hasta el ${day(task.dueOn)}`,
          waits(task) && task.remindedOn && `recordada el ${day(task.remindedOn)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {waits(task) && task.notes && <p className={css['body']}>{task.notes}</p>}
      {task.status === 'done' && <Answered tasks={tasks} task={task} />}
      {ask && waits(task) && (
        <div className="row">
          <Button label={`${who}: ${task.systemName}`} onClick={() => ask({ owner: task })}>
            {who}
          </Button>
          <RunButton requestId={id} task={task} />
          {task.status === 'sent' && (
            <Button
              label={`Recordar: ${task.systemName}`}
              busy={remind.isPending}
              onClick={() => remind.mutate()}
            >
              Recordar
            </Button>
          )}
          <Button label={`Anotar la respuesta: ${task.systemName}`} onClick={() => ask({ answer: task })}>
            Anotar la respuesta
          </Button>
          <ConfirmButton
            kind="quiet"
            label={`Cancelar la tarea: ${task.systemName}`}
            title="¿Cancelar esta tarea?"
            about="Nadie buscará en este sistema, y el enlace deja de abrir. Queda en el historial."
            confirm="Cancelar la tarea"
            act={() => cancel.mutate()}
          >
            Cancelar
          </ConfirmButton>
        </div>
      )}
    </li>
  )
}

/** Runs the approved connector of the system by hand. */
function RunButton({ requestId, task }: { requestId: string; task: Task }) {
  const { slug, may } = useOrganisation()
  const path = { id: requestId, taskId: task.id }
  const run = useAct((service) => service.post('/dsar/requests/{id}/tasks/{taskId}/run', { path }), {
    done: 'El conector consulta el sistema. La respuesta aparecerá aquí.',
  })
  const { data } = useQuery({
    ...reading(slug, '/connectors', { query: { systemId: task.systemId ?? '', approved: true, limit: 1 } }),
    enabled: task.systemId !== null && may('POST /dsar/requests/{id}/tasks/{taskId}/run'),
  })
  if (!data || data.pagination.total === 0) return null
  return (
    <Button
      label={`Consultar con el conector: ${task.systemName}`}
      busy={run.isPending}
      onClick={() => run.mutate()}
    >
      Consultar con el conector
    </Button>
  )
}

function Answered({ tasks, task }: { tasks: Tasks; task: Task }) {
  const url = useServiceUrl()
  const added = useAct(async () => undefined, { done: 'El archivo quedó con la respuesta.' })
  const outcome = tasks.outcomes.find(({ value }) => value === task.outcome)?.label
  return (
    <div className="stack tight">
      {outcome && <p className="strong">{outcome}</p>}
      {task.article && <p>{task.article}</p>}
      {task.notes && <p className={css['body']}>{task.notes}</p>}
      {task.files.length > 0 && (
        <ul className="stack tight plain">
          {task.files.map(({ key, name, size }) => (
            <li key={key}>
              <a href={url(`/files/${key}`)} download={name}>
                {name}
              </a>{' '}
              <span className="hint">{bytes(size)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="hint">
        {[task.answeredBy, task.answeredVia && VIAS[task.answeredVia], task.doneAt && moment(task.doneAt)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {task.answeredVia === 'staff' && task.outcome !== 'nothing_found' && (
        <div>
          <UploadButton
            text="Adjuntar un archivo"
            of={{ entityType: 'dsar_task', entityId: task.id }}
            onStored={() => added.mutate()}
          />
        </div>
      )}
    </div>
  )
}
