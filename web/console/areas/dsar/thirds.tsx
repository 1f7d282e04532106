import { useState } from 'react'
import type { Data } from '#client'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { useSeenByAct } from '../../seen.ts'
import { asSeen } from '../../service.ts'
import { moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, FormView, Pair, TextField, WhenField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel, Split } from '../../ui/page.tsx'
import type { Request } from './words.ts'

type Recipients = Data<'GET /dsar/requests/{id}/recipients'>
type Recipient = Recipients['items'][number]

interface Named {
  name: string
  email: string
  processorId: string | null
}

type Open = { add: Named } | { none: true } | { told: true } | undefined

/** Notifies those who received the data of the outcome (art. 11). */
export function Thirds({ request }: { request: Request }) {
  const { id, status, rightType } = request
  const { may } = useOrganisation()
  const told = useRecord('/dsar/requests/{id}/recipients', { path: { id } })
  const [open, setOpen] = useState<Open>()
  const mayAdd = may('POST /dsar/requests/{id}/recipients') && status !== 'REJECTED'
  const mayRecord =
    mayAdd && rightType !== 'OPPOSITION' && status === 'COMPLETED' && request.thirdsNotifiedAt === null
  const close = () => setOpen(undefined)
  const isBlank = told.items.length === 0 && told.noneBecause === null
  return (
    <Split
      aside={<Suggested request={request} told={told} add={mayAdd ? (add) => setOpen({ add }) : undefined} />}
    >
      <Panel
        title="Quienes recibieron los datos"
        actions={
          <>
            {mayRecord && <Button onClick={() => setOpen({ told: true })}>Ya se les avisó a todos</Button>}
            {mayAdd && isBlank && (
              <Button onClick={() => setOpen({ none: true })}>No hay a quién avisar</Button>
            )}
            {mayAdd && (
              <Button
                kind="main"
                onClick={() => setOpen({ add: { name: '', email: '', processorId: null } })}
              >
                Agregar
              </Button>
            )}
          </>
        }
      >
        {status === 'REJECTED' ? (
          <p className="muted">La solicitud se rechazó: no hay nada que avisarles.</p>
        ) : (
          <p className="muted">
            Deben saber de lo resuelto (art. 11). A quien tiene correo se le escribe{' '}
            {status === 'COMPLETED' ? 'al agregarlo' : 'junto con la respuesta, si la solicitud se acoge'}.
          </p>
        )}
        {request.thirdsNotifiedAt && (
          <Notice tone="ok">Hay constancia de que se les avisó el {moment(request.thirdsNotifiedAt)}.</Notice>
        )}
        {told.noneBecause !== null && <Notice>No hay a quién avisar: {told.noneBecause}</Notice>}
        {isBlank && status !== 'REJECTED' && <p>Todavía no se indica a nadie.</p>}
        <ul className="stack plain">
          {told.items.map((one) => (
            <Told key={one.id} request={request} one={one} />
          ))}
        </ul>
      </Panel>
      {open && 'add' in open && <AddDialog request={request} initial={open.add} onClose={close} />}
      {open && 'none' in open && <NoneDialog request={request} onClose={close} />}
      {open && 'told' in open && <ToldDialog request={request} onClose={close} />}
    </Split>
  )
}

/** One recipient: its notice, its answer, and a button to write again. */
function Told({ request, one }: { request: Request; one: Recipient }) {
  const { may } = useOrganisation()
  const isSilent = one.letterId !== null && one.acknowledgedAt === null
  return (
    <li className="stack tight">
      <span className="row spread">
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="strong">{one.name}</span>
          <span className="hint">{[one.email, one.notes].filter(Boolean).join(' · ')}</span>
        </span>
        <Knows one={one} />
      </span>
      {one.acknowledgedAt && (
        <span className="hint">
          Respondió {one.acknowledgedBy}, el {moment(one.acknowledgedAt)}
          {one.acknowledgementNotes && `: ${one.acknowledgementNotes}`}
        </span>
      )}
      {isSilent && (
        <span className="row spread">
          <span className="hint">
            Todavía no confirma.{' '}
            {one.remindedAt
              ? `Se le recordó el ${moment(one.remindedAt)}.`
              : 'Se le recuerda solo a los 7 y a los 14 días.'}
          </span>
          {may('POST /dsar/requests/{id}/recipients/{recipientId}/remind') && (
            <Remind request={request} one={one} />
          )}
        </span>
      )}
    </li>
  )
}

function Remind({ request: { id }, one }: { request: Request; one: Recipient }) {
  const { slug } = useOrganisation()
  const remind = useAct(
    (service) =>
      service.post('/dsar/requests/{id}/recipients/{recipientId}/remind', {
        path: { id, recipientId: one.id },
        ...asSeen(slug, `/dsar/requests/${id}`),
      }),
    { done: `Se le recordó a ${one.name}.` },
  )
  return (
    <Button label={`Recordar a ${one.name}`} busy={remind.isPending} onClick={() => remind.mutate()}>
      Recordar
    </Button>
  )
}

function Knows({ one: { status, notifiedAt, letterId, email } }: { one: Recipient }) {
  if (status === 'acknowledged') return <Mark tone="ok">Confirmó que lo hizo</Mark>
  if (status === 'declined') return <Mark tone="danger">Respondió que no</Mark>
  if (notifiedAt) return <Mark tone="info">Avisado el {moment(notifiedAt)}</Mark>
  if (letterId) return <Mark tone="info">Carta en camino</Mark>
  return email ? <Mark>Con la respuesta</Mark> : <Mark tone="warn">Sin correo: avísele usted</Mark>
}

/** Recipients from the register. People say whether they received this person's data. */
function Suggested({
  request: { id },
  told: { suggested, items },
  add,
}: {
  request: Request
  told: Recipients
  add: ((one: Named) => void) | undefined
}) {
  const { slug } = useOrganisation()
  const addAll = useAct(
    (service) =>
      service.post('/dsar/requests/{id}/recipients', {
        path: { id },
        body: { fromRegister: true },
        ...asSeen(slug, `/dsar/requests/${id}`),
      }),
    { done: 'Quedaron entre los destinatarios.' },
  )
  const known = new Set(items.map(({ name }) => name))
  const all = [
    ...suggested.processors.map(({ id: processorId, name, contactEmail, activities }) => ({
      name,
      email: contactEmail ?? '',
      processorId,
      activities,
    })),
    ...suggested.recipients.map(({ name, activities }) => ({
      name,
      email: '',
      processorId: null,
      activities,
    })),
  ].filter(({ name }) => !known.has(name))
  const reachable = all.filter(({ email }) => email !== '').length
  return (
    <Panel title="Según el registro">
      {all.length === 0 ? (
        <p className="muted">Las actividades publicadas no nombran a nadie más.</p>
      ) : (
        <>
          <p className="muted">
            Reciben datos de sus actividades. Agregue a quienes recibieron los de esta persona.
          </p>
          {add && reachable > 0 && (
            <div>
              <Button busy={addAll.isPending} onClick={() => addAll.mutate()}>
                Agregar los que tienen correo ({reachable})
              </Button>
            </div>
          )}
          <Offered some={all.slice(0, FIRST)} add={add} />
          {all.length > FIRST && (
            <details className="stack">
              <summary>Otros {all.length - FIRST} del registro</summary>
              <Offered some={all.slice(FIRST)} add={add} />
            </details>
          )}
        </>
      )}
    </Panel>
  )
}

/** Number shown at first: a register may name dozens. Those most likely to have an address come first. */
const FIRST = 10

function Offered({
  some,
  add,
}: {
  some: readonly (Named & { activities: readonly string[] })[]
  add: ((one: Named) => void) | undefined
}) {
  return (
    <ul className="stack plain">
      {some.map(({ activities, ...one }) => (
        <li key={one.processorId ?? one.name} className="row spread" style={{ flexWrap: 'nowrap' }}>
          <span className="stack tight" style={{ gap: 0 }}>
            <span className="strong">{one.name}</span>
            <span className="hint">{activities.slice(0, 3).join(', ')}</span>
          </span>
          {add && (
            <Button label={`Agregar a ${one.name}`} onClick={() => add(one)}>
              Agregar
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface Dialogue {
  request: Request
  onClose: () => void
}

function AddDialog({ request: { id }, initial, onClose }: Dialogue & { initial: Named }) {
  const seen = useSeenByAct(`/dsar/requests/${id}`)
  const add = useAct(
    (service, values: Named & { notifiedAt: string; notes: string }) =>
      service.post('/dsar/requests/{id}/recipients', {
        path: { id },
        body: {
          recipients: [{ ...values, notifiedAt: values.notifiedAt || null, notes: values.notes || null }],
        },
        ...seen,
      }),
    { quiet: true, done: 'Quedó entre los destinatarios.', after: onClose },
  )
  const form = useForm({
    initial: { ...initial, notifiedAt: '', notes: '' },
    save: (values) => add.mutateAsync(values),
  })
  return (
    <Dialog title="Agregar un destinatario" onClose={onClose}>
      <FormView form={form} submit="Agregar" onCancel={onClose}>
        <TextField form={form} name="name" label="Nombre" maxLength={200} required />
        <Pair>
          <TextField
            form={form}
            name="email"
            type="email"
            label="Correo"
            hint="Se le escribe ahí, salvo que ya le haya avisado."
          />
          <WhenField form={form} name="notifiedAt" label="Ya se le avisó el" hint="Por otro medio." />
        </Pair>
        <TextField form={form} name="notes" label="Nota" maxLength={500} />
      </FormView>
    </Dialog>
  )
}

function NoneDialog({ request: { id }, onClose }: Dialogue) {
  const seen = useSeenByAct(`/dsar/requests/${id}`)
  const record = useAct(
    (service, { noneBecause }: { noneBecause: string }) =>
      service.post('/dsar/requests/{id}/recipients', {
        path: { id },
        body: { recipients: [], noneBecause },
        ...seen,
      }),
    { quiet: true, done: 'Quedó la constancia.', after: onClose },
  )
  const form = useForm({
    keep: `none/${id}`,
    initial: { noneBecause: '' },
    save: (values) => record.mutateAsync(values),
  })
  return (
    <Dialog title="No hay a quién avisar" onClose={onClose}>
      <FormView form={form} submit="Dejar constancia" onCancel={onClose}>
        <AreaField
          form={form}
          name="noneBecause"
          label="Por qué"
          hint="Por ejemplo: los datos de esta persona no se comunicaron a nadie (arts. 6 y 11)."
          rows={3}
          required
        />
      </FormView>
    </Dialog>
  )
}

function ToldDialog({ request: { id }, onClose }: Dialogue) {
  const seen = useSeenByAct(`/dsar/requests/${id}`)
  const record = useAct(
    (service, { notes }: { notes: string }) =>
      service.post('/dsar/requests/{id}/notify-thirds', {
        path: { id },
        body: { notes: notes || null },
        ...seen,
      }),
    { quiet: true, done: 'Quedó la constancia del aviso.', after: onClose },
  )
  const form = useForm({
    keep: `told/${id}`,
    initial: { notes: '' },
    save: (values) => record.mutateAsync(values),
  })
  return (
    <Dialog
      title="Ya se les avisó a todos"
      about="Deja constancia, una sola vez, de que quienes recibieron los datos saben de lo resuelto (art. 11)."
      onClose={onClose}
    >
      <FormView form={form} submit="Dejar constancia" onCancel={onClose}>
        <AreaField form={form} name="notes" label="Cómo y a quiénes" hint="Queda en el historial." rows={3} />
      </FormView>
    </Dialog>
  )
}
