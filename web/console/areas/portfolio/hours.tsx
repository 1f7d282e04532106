import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Data } from '#client'
import { chileanDay } from '#kernel/dates.ts'
import { reaches } from '#kernel/roles.ts'
import { queries, reading, useActIn } from '../../data.ts'
import { whole } from '../../lists.ts'
import { useSeenIn } from '../../seen.ts'
import { BASE, serviceOf } from '../../service.ts'
import { useMe } from '../../session/me.ts'
import { day } from '../../times.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ChoiceField, DayField, FormView, NumberField, Pair, TextField } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { useFilters } from '../../ui/list.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './portfolio.module.css'

type Entry = Data<'GET /time-entries/{id}'>
type Worked = Pick<Entry, 'workedOn' | 'what' | 'minutes'>

/** «1 h 30 min». */
function span(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours.toLocaleString('es-CL')} h`, rest > 0 && `${rest} min`]
    .filter(Boolean)
    .join(' ')
}

/** Hours worked for each client, by month. */
export function Hours() {
  const { tenants } = useMe()
  const { search, set } = useFilters()
  const today = chileanDay(new Date())
  const month = /^\d{4}-\d{2}$/.test(search['mes'] ?? '') ? search['mes']! : today.slice(0, 7)
  const { data } = useSuspenseQuery(reading('', '/time-entries/summary', { query: { scope: 'all', month } }))
  const [adding, setAdding] = useState(false)
  const open = tenants.filter(({ role, refusal }) => refusal === null && reaches(role, 'ANALYST'))
  const add = open.length > 0 && (
    <Button kind="main" onClick={() => setAdding(true)}>
      Anotar horas
    </Button>
  )
  return (
    <>
      <div className="row spread">
        <label className="stack tight">
          <span className="hint">Mes</span>
          <input
            type="month"
            max={today.slice(0, 7)}
            value={month}
            onChange={({ target }) => set({ mes: target.value })}
          />
        </label>
        <span className="row">
          {data.items.length > 0 && (
            <FileLink href={`${BASE}/api/v1/time-entries/summary?scope=all&month=${month}&format=xlsx`}>
              Resumen en Excel
            </FileLink>
          )}
          {data.items.length > 0 && add}
        </span>
      </div>
      {data.items.length === 0 ? (
        <Empty title="Sin horas en este mes" action={add}>
          Anote lo que trabajó para cada cliente. A fin de mes el resumen sale en una planilla, con el total
          de cada uno.
        </Empty>
      ) : (
        <>
          <p role="status">
            <span className="strong">{span(data.minutes)}</span> en el mes.
          </p>
          {data.items.map(({ tenantId, tenantName, slug, minutes }) => (
            <Panel key={tenantId} title={`${tenantName}: ${span(minutes)}`}>
              <Entries slug={slug} month={month} />
            </Panel>
          ))}
        </>
      )}
      {adding && (
        <EntryDialog
          tenants={open.map(({ slug, name }) => [slug, name] as const)}
          today={today}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

function Entries({ slug, month }: { slug: string; month: string }) {
  const days = { from: `${month}-01`, to: lastDay(month) }
  const { data: entries } = useSuspenseQuery(whole(slug, '/time-entries', { ...days, sort: '-workedOn' }))
  const [changing, setChanging] = useState<string>()
  const remove = useActIn(
    slug,
    (service, id: string) => service.delete('/time-entries/{id}', { path: { id } }),
    { done: 'Se eliminó.', after: again },
  )
  return (
    <>
      <ul className="plain">
        {entries.map((entry) => (
          <li key={entry.id} className={css['item']}>
            <span className="stack tight">
              <span>{entry.what}</span>
              <span className="hint">
                {day(entry.workedOn)} · {span(entry.minutes)}
              </span>
            </span>
            <span className="row">
              <Button onClick={() => setChanging(entry.id)}>Corregir</Button>
              <ConfirmButton
                title="¿Eliminar este registro?"
                about={`${entry.what}, ${span(entry.minutes)}.`}
                confirm="Eliminar"
                act={() => remove.mutate(entry.id)}
              >
                Eliminar
              </ConfirmButton>
            </span>
          </li>
        ))}
      </ul>
      {changing && (
        <Suspense>
          <ChangeDialog slug={slug} id={changing} onClose={() => setChanging(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function lastDay(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`
}

/** The summary covers all organisations, so a change in one does not refresh it by itself. */
function again(): void {
  void queries.invalidateQueries({ queryKey: ['', '/time-entries/summary'] })
}

/** It is read again, so that it is corrected as it is now. */
function ChangeDialog({ slug, id, onClose }: { slug: string; id: string; onClose: () => void }) {
  const { data: entry } = useSuspenseQuery(reading(slug, '/time-entries/{id}', { path: { id } }))
  const version = useSeenIn(slug, `/time-entries/${id}`)
  return (
    <EntryDialog
      entry={entry}
      version={version}
      tenants={[[slug, '']]}
      today={chileanDay(new Date())}
      onClose={onClose}
    />
  )
}

function EntryDialog({
  entry,
  version,
  tenants,
  today,
  onClose,
}: {
  entry?: Entry
  version?: ReturnType<typeof useSeenIn>
  tenants: readonly (readonly [slug: string, name: string])[]
  today: string
  onClose: () => void
}) {
  const save = useMutation({
    mutationFn: ({ slug, body, seen }: { slug: string; body: Worked; seen: Seen }) =>
      entry
        ? serviceOf(slug).patch('/time-entries/{id}', { path: { id: entry.id }, body, ...seen })
        : serviceOf(slug).post('/time-entries', { body }),
    // A refusal may be news of another window.
    onSettled: async (_answer, _error, { slug }) => {
      await queries.invalidateQueries({ queryKey: [slug] })
      again()
    },
  })
  const form = useForm({
    ...(version && { version }),
    initial: {
      slug: tenants[0]![0],
      workedOn: entry?.workedOn ?? today,
      hours: entry ? Math.floor(entry.minutes / 60) : (1 as number | null),
      minutes: entry ? entry.minutes % 60 : (0 as number | null),
      what: entry?.what ?? '',
    },
    save: async ({ slug, hours, minutes, workedOn, what }, seen) => {
      const body = { workedOn, what, minutes: (hours ?? 0) * 60 + (minutes ?? 0) }
      await save.mutateAsync({ slug, body, seen })
      onClose()
    },
  })
  return (
    <Dialog title={entry ? 'Corregir el registro' : 'Anotar horas'} onClose={onClose}>
      <FormView form={form} submit={entry ? 'Guardar' : 'Anotar'} onCancel={onClose}>
        {!entry && <ChoiceField form={form} name="slug" label="Cliente" choices={tenants} required />}
        <TextField form={form} name="what" label="Qué hizo" maxLength={500} required />
        <Pair>
          <DayField form={form} name="workedOn" label="Día" required />
          <NumberField form={form} name="hours" label="Horas" required />
          <NumberField form={form} name="minutes" label="Minutos" required />
        </Pair>
      </FormView>
    </Dialog>
  )
}
