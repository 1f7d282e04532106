import { useAct, useRecord } from '../../data.ts'
import { useSeen, useSeenByAct } from '../../seen.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, ChoiceField, DayField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import type { Task, Tasks } from './task-words.ts'
import type { Request } from './words.ts'

interface Dialogue {
  request: Request
  onClose: () => void
}

/** Shown with the version of the request that they are part of. */
export const tasksOf = (requestId: string) => `/dsar/requests/${requestId}/tasks`

const ELSEWHERE = 'otro'

/** Adds a task for a system of the data map, or for a place outside it. Systems of the register come first. */
export function AddTaskDialog({ request: { id }, tasks, onClose }: Dialogue & { tasks: Tasks }) {
  const { systems } = useRecord('/data-map/graph')
  const waiting = new Set(
    tasks.items
      .filter(({ status }) => status === 'open' || status === 'sent')
      .map(({ systemId }) => systemId),
  )
  const named = new Set(tasks.suggestedSystems.map(({ systemId }) => systemId))
  const free = systems.filter((system) => !waiting.has(system.id))
  const add = useAct(
    (
      service,
      { system, ...values }: { system: string; systemName: string; ownerName: string; ownerEmail: string },
    ) =>
      service.post('/dsar/requests/{id}/tasks', {
        path: { id },
        body:
          system === ELSEWHERE
            ? values
            : { systemId: system, ownerName: values.ownerName, ownerEmail: values.ownerEmail },
      }),
    { quiet: true, done: 'Quedó entre las tareas.', after: onClose },
  )
  const form = useForm({
    initial: {
      system: tasks.suggestedSystems[0]?.systemId ?? free[0]?.id ?? ELSEWHERE,
      systemName: '',
      ownerName: '',
      ownerEmail: '',
    },
    save: (values) => add.mutateAsync(values),
  })
  return (
    <Dialog title="Agregar un sistema" onClose={onClose}>
      <FormView form={form} submit="Agregar" onCancel={onClose}>
        <ChoiceField
          form={form}
          name="system"
          label="Dónde hay que buscar"
          choices={[
            ...free
              .toSorted(
                (a, b) => Number(named.has(b.id)) - Number(named.has(a.id)) || a.name.localeCompare(b.name),
              )
              .map((system) => [system.id, system.name] as const),
            [ELSEWHERE, 'Otro lugar, que no está en el mapa'] as const,
          ]}
        />
        {form.values.system === ELSEWHERE && (
          <TextField
            form={form}
            name="systemName"
            label="Qué lugar"
            hint="Por ejemplo: archivo en papel."
            maxLength={200}
            required
          />
        )}
        <Pair>
          <TextField form={form} name="ownerName" label="A cargo de" maxLength={200} />
          <TextField
            form={form}
            name="ownerEmail"
            type="email"
            label="Su correo"
            hint={
              form.values.system === ELSEWHERE
                ? 'Sin correo, anote usted la respuesta.'
                : 'En blanco, el que tiene en el mapa de datos.'
            }
          />
        </Pair>
      </FormView>
    </Dialog>
  )
}

interface Asked {
  ownerName: string
  ownerEmail: string
  dueOn: string
}

export function OwnerDialog({ request, task, onClose }: Dialogue & { task: Task }) {
  const path = { id: request.id, taskId: task.id }
  const save = useAct(
    (service, { values, seen }: { values: Asked; seen: Seen }) =>
      service.patch('/dsar/requests/{id}/tasks/{taskId}', {
        path,
        body: {
          ownerName: values.ownerName,
          ownerEmail: values.ownerEmail,
          ...(values.dueOn !== task.dueOn && { dueOn: values.dueOn }),
        },
        ...seen,
      }),
    { quiet: true, done: 'Guardado.', after: onClose },
  )
  const form = useForm({
    version: useSeen(tasksOf(request.id)),
    initial: { ownerName: task.ownerName ?? '', ownerEmail: task.ownerEmail ?? '', dueOn: task.dueOn },
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return (
    <Dialog
      title={`A quién se pide: ${task.systemName}`}
      about={
        task.status === 'sent'
          ? 'Con otro correo, el enlace anterior deja de abrir y la tarea queda por enviar.'
          : 'Se le escribe al enviar las tareas. Para las próximas solicitudes, anótelo también en el mapa de datos.'
      }
      onClose={onClose}
    >
      <FormView form={form} submit="Guardar" onCancel={onClose}>
        <Pair>
          <TextField form={form} name="ownerName" label="Nombre" maxLength={200} />
          <TextField form={form} name="ownerEmail" type="email" label="Correo" />
        </Pair>
        <DayField form={form} name="dueOn" label="Hasta el" />
      </FormView>
    </Dialog>
  )
}

const OTHER = 'other'

/** Records an answer given by phone, by mail or in person. */
export function AnswerTaskDialog({ request, tasks, task, onClose }: Dialogue & { tasks: Tasks; task: Task }) {
  const path = { id: request.id, taskId: task.id }
  const seen = useSeenByAct(tasksOf(request.id))
  const save = useAct(
    (service, values: { outcome: string; ground: string; article: string; notes: string }) =>
      service.patch('/dsar/requests/{id}/tasks/{taskId}', {
        path,
        body: {
          outcome: values.outcome as NonNullable<Task['outcome']>,
          notes: values.notes || null,
          article: values.ground === OTHER ? values.article : values.ground,
        },
        ...seen,
      }),
    { quiet: true, done: 'La respuesta quedó anotada.', after: onClose },
  )
  const form = useForm({
    keep: `task/${task.id}`,
    initial: { outcome: 'nothing_found', ground: OTHER, article: '', notes: '' },
    save: (values) => save.mutateAsync(values),
  })
  const { outcome, ground } = form.values
  return (
    <Dialog
      title={`Anotar la respuesta: ${task.systemName}`}
      about="Cuando respondieron por otra vía. Queda con su nombre y la fecha."
      onClose={onClose}
    >
      <FormView form={form} submit="Anotar" onCancel={onClose}>
        <RadioField
          form={form}
          name="outcome"
          label="Qué encontraron"
          choices={tasks.outcomes.map(({ value, label }) => [value, label] as const)}
        />
        {outcome === 'kept' && (
          <>
            <ChoiceField
              form={form}
              name="ground"
              label="Por qué queda como está"
              choices={[
                ...tasks.grounds.map(({ article, text }) => [`${article}: ${text}`, text] as const),
                [OTHER, 'Otro motivo'] as const,
              ]}
            />
            {ground === OTHER && (
              <TextField
                form={form}
                name="article"
                label="Motivo, con su artículo"
                maxLength={300}
                required
              />
            )}
          </>
        )}
        <AreaField form={form} name="notes" label="Qué dijeron" rows={4} />
      </FormView>
    </Dialog>
  )
}
