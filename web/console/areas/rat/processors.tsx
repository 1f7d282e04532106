import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useChoosing } from '../../choices.ts'
import { countryName } from '../../countries.ts'
import { useAct } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import type { Tone } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { PickOneField } from '../../ui/pick-field.tsx'
import type { Activity } from './words.ts'

const CONTRACTS: Record<Activity['processors'][number]['dpaStatus'], readonly [name: string, tone: Tone]> = {
  NONE: ['Sin contrato', 'danger'],
  PENDING: ['Contrato pendiente', 'warn'],
  SIGNED: ['Contrato vigente', 'ok'],
  EXPIRED: ['Contrato vencido', 'danger'],
}

/** The processors of the activity: linked by hand, or because they run one of its systems. */
export function Processors({ activity }: { activity: Activity }) {
  const { may } = useOrganisation()
  const at = useAt()
  const [adding, setAdding] = useState(false)
  const mayLink = may('POST /rat/activities/{id}/processors')
  return (
    <Panel
      title="Encargados"
      actions={mayLink && <Button onClick={() => setAdding(true)}>Vincular un encargado</Button>}
    >
      <p className="muted">
        Quienes tratan los datos por cuenta de la organización, con un contrato (art. 15 bis). Los que operan
        un sistema de la actividad aparecen solos.
      </p>
      {activity.processors.length === 0 && <p className="muted">Ninguno todavía.</p>}
      <ul className="stack plain">
        {activity.processors.map(({ id, name, services, country, dpaStatus }) => (
          <li key={id} className="row spread">
            <span className="stack tight">
              <Link {...at(`encargados/${id}`)}>{name}</Link>
              <span className="hint">{[services, countryName(country)].filter(Boolean).join(' · ')}</span>
            </span>
            <span className="row">
              <Mark tone={CONTRACTS[dpaStatus][1]}>{CONTRACTS[dpaStatus][0]}</Mark>
              {may('DELETE /rat/activities/{id}/processors/{processorId}') && (
                <Unlink activityId={activity.id} processor={{ id, name }} />
              )}
            </span>
          </li>
        ))}
      </ul>
      {adding && <LinkDialog activity={activity} onClose={() => setAdding(false)} />}
    </Panel>
  )
}

function Unlink({
  activityId,
  processor: { id, name },
}: {
  activityId: string
  processor: { id: string; name: string }
}) {
  const unlink = useAct(
    (service) =>
      service.delete('/rat/activities/{id}/processors/{processorId}', {
        path: { id: activityId, processorId: id },
      }),
    { done: `${name} ya no está vinculado a la actividad.` },
  )
  return (
    <ConfirmButton
      kind="quiet"
      label={`Quitar a ${name}`}
      title={`¿Quitar a ${name}?`}
      about="Deja de figurar en esta actividad, si fue vinculado a mano. Su ficha y sus contratos siguen."
      confirm="Quitar"
      act={() => unlink.mutate()}
    >
      Quitar
    </ConfirmButton>
  )
}

function LinkDialog({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const processors = useChoosing('/processors')
  const linked = activity.processors.map(({ id }) => id)
  const free = processors.rows.filter(({ id }) => !linked.includes(id))
  const link = useAct(
    (service, body: { processorId: string }) =>
      service.post('/rat/activities/{id}/processors', { path: { id: activity.id }, body }),
    { quiet: true, done: 'El encargado quedó vinculado.', after: onClose },
  )
  const form = useForm({
    initial: { processorId: (processors.isWhole && free[0]?.id) || '' },
    save: (values) => link.mutateAsync(values),
  })
  return (
    <Dialog title="Vincular un encargado" onClose={onClose}>
      {processors.isWhole && free.length === 0 ? (
        <p>No hay otro encargado en su registro. Agréguelo primero en «Encargados».</p>
      ) : (
        <FormView form={form} submit="Vincular" onCancel={onClose}>
          <PickOneField
            form={form}
            name="processorId"
            label="Encargado"
            from={processors}
            except={linked}
            required
          />
        </FormView>
      )}
    </Dialog>
  )
}
