import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import type { Resguardo } from '#client'
import { useRecord } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { messageOf, serviceOf } from '../../service.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField, DayField, FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import { Notice } from '../../ui/mark.tsx'
import type { Row } from './columns.tsx'
import css from './rat.module.css'

type What = 'area' | 'revision' | 'entidad' | 'publicar' | 'archivar' | 'borrador'

interface Values {
  what: What
  area: string
  review: string
  entity: string
}

/** The result for one row. */
interface Outcome {
  id: string
  name: string
  fault?: string
}

const MOVES = { publicar: 'published', archivar: 'archived', borrador: 'draft' } as const

/** One call per row, so that the service judges each row by itself. */
function actOf(service: Resguardo, id: string, { what, area, review, entity }: Values): Promise<unknown> {
  const path = { id }
  if (what === 'area')
    return service.put('/rat/activities/{id}', { path, body: { responsibleArea: area.trim() || null } })
  if (what === 'revision')
    return service.put('/rat/activities/{id}', { path, body: { reviewAt: review || null } })
  if (what === 'entidad')
    return service.put('/rat/activities/{id}', { path, body: { legalEntityId: entity } })
  return service.patch('/rat/activities/{id}/status', { path, body: { status: MOVES[what] } })
}

/** Applies one change to every chosen row and shows each result. */
export function BulkDialog({
  rows: picked,
  onClose,
  onDone,
}: {
  rows: readonly Row[]
  onClose: () => void
  /** Called with the rows that failed, which stay chosen. */
  onDone: (left: ReadonlySet<string>) => void
}) {
  // The rows chosen when the dialog opened. The list may change meanwhile.
  const [rows] = useState(picked)
  const { slug } = useOrganisation()
  const client = useQueryClient()
  const { entities } = useRecord('/org/entities')
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>()
  const form = useForm<Values>({
    initial: { what: 'area', area: '', review: '', entity: entities[0]?.id ?? '' },
    save: async (values) => {
      const done: Outcome[] = []
      setOutcomes([])
      for (const { id, name } of rows) {
        try {
          await actOf(serviceOf(slug), id, values)
          done.push({ id, name })
        } catch (error) {
          done.push({ id, name, fault: messageOf(error) })
        }
        setOutcomes([...done])
      }
      await client.invalidateQueries({ queryKey: [slug] })
      onDone(new Set(done.filter(({ fault }) => fault).map(({ id }) => id)))
    },
  })
  const { what } = form.values
  if (outcomes)
    return <Outcomes outcomes={outcomes} total={rows.length} isOver={!form.busy} onClose={onClose} />
  return (
    <Dialog
      title={rows.length === 1 ? 'Cambiar 1 actividad' : `Cambiar ${rows.length} actividades`}
      about="El mismo cambio para cada una. Lo que no se pueda cambiar queda como está, y se dice por qué."
      onClose={onClose}
    >
      <FormView form={form} submit="Cambiar" onCancel={onClose}>
        <RadioField
          form={form}
          name="what"
          label="Qué cambiar"
          choices={[
            ['area', 'El área a cargo'],
            ['revision', 'La fecha de revisión'],
            ...(entities.length > 1 ? [['entidad', 'La entidad legal'] as const] : []),
            ['publicar', 'Publicarlas', 'pasan a ser parte del registro oficial'],
            ['archivar', 'Archivarlas', 'dejan de ser parte del registro vigente'],
            ['borrador', 'Volverlas a borrador'],
          ]}
          required
        />
        {what === 'area' && (
          <TextField
            form={form}
            name="area"
            label="Área a cargo"
            hint="En blanco la deja sin área."
            maxLength={200}
          />
        )}
        {what === 'revision' && (
          <DayField form={form} name="review" label="Revisarlas el" hint="En blanco las deja sin fecha." />
        )}
        {what === 'entidad' && (
          <ChoiceField
            form={form}
            name="entity"
            label="Entidad legal"
            choices={entities.map(({ id, name }) => [id, name] as const)}
            required
          />
        )}
      </FormView>
    </Dialog>
  )
}

function Outcomes({
  outcomes,
  total,
  isOver,
  onClose,
}: {
  outcomes: readonly Outcome[]
  total: number
  isOver: boolean
  onClose: () => void
}) {
  const failed = outcomes.filter(({ fault }) => fault)
  const changed = outcomes.length - failed.length
  return (
    <Dialog
      title={isOver ? 'Listo' : 'Cambiando…'}
      onClose={() => {
        if (isOver) onClose()
      }}
    >
      <progress className={css['progress']} max={total} value={outcomes.length} aria-label="Avance" />
      <div role="status">
        {isOver ? (
          <Notice tone={failed.length > 0 ? 'warn' : 'ok'}>
            {changed === 1 ? '1 actividad cambió' : `${changed} actividades cambiaron`}
            {failed.length > 0 &&
              (failed.length === 1 ? '; 1 quedó como estaba' : `; ${failed.length} quedaron como estaban`)}
            .
          </Notice>
        ) : (
          <p>
            {outcomes.length} de {total}
          </p>
        )}
      </div>
      <ul className="stack tight plain">
        {[...failed, ...outcomes.filter(({ fault }) => !fault)].map(({ id, name, fault }) => (
          <li key={id} className={css['check']}>
            {fault ? (
              <CircleX size={18} className="danger" aria-label="No cambió" />
            ) : (
              <CircleCheck size={18} className="ok" aria-label="Cambió" />
            )}
            <span className="stack tight">
              <span className={fault && 'strong'}>{name}</span>
              {fault && <span className="hint">{fault}</span>}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button kind="main" busy={!isOver} onClick={onClose}>
          Cerrar
        </Button>
      </div>
    </Dialog>
  )
}
