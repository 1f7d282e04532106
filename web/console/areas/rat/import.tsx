import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '#client'
import { counted } from '../../amounts.ts'
import { reading, useAct } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { Button, ButtonLink, FileLink } from '../../ui/button.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './import.module.css'

type Import = Data<'GET /imports/{id}'>

const ACTIONS = {
  create: ['Se agrega', 'ok'],
  update: ['Se cambia', 'info'],
  skip: ['Igual, no cambia', 'plain'],
  refuse: ['No se puede traer', 'danger'],
} as const

const LOOK_AGAIN_MS = 700
const SHOWN = 200

/** Imports the client's spreadsheet. Previews every row, then saves all rows or none. */
export function ImportActivities() {
  const at = useAt()
  const url = useServiceUrl()
  const [id, setId] = useState<string>()
  const [file, setFile] = useState<File>()
  const send = useAct(
    (service, { sheet, mapping }: { sheet: File; mapping?: Record<string, string | null> }) => {
      const body = new FormData()
      body.set('target', 'activities')
      body.set('dryRun', 'true')
      if (mapping) body.set('mapping', JSON.stringify(mapping))
      body.set('file', sheet, sheet.name)
      return service.post('/imports', { body })
    },
    { after: (made) => setId(made.id) },
  )
  // Copies the bytes now: a browser refuses to send a file that changed since the person chose it.
  const bring = async (chosen: File) => {
    const sheet = new File([await chosen.arrayBuffer()], chosen.name, { type: chosen.type })
    setFile(sheet)
    setId(undefined)
    send.mutate({ sheet })
  }
  return (
    <FormPage
      needs="POST /imports"
      title="Traer desde Excel"
      about="Suba la planilla que tiene (.xlsx o .csv, hasta 5.000 filas). Primero se ve qué pasaría con cada fila; nada se guarda hasta que usted confirme."
      back={{ ...at('registro'), children: 'Registro' }}
      actions={<FileLink href={url('/imports/templates/activities')}>Planilla de ejemplo</FileLink>}
    >
      <Panel title="La planilla">
        <label className="stack tight">
          <span className="strong">Archivo</span>
          <input
            type="file"
            accept=".xlsx,.csv"
            onClick={({ currentTarget }) => {
              // Lets the person choose the same file again after correcting it.
              currentTarget.value = ''
            }}
            onChange={({ target }) => {
              const [sheet] = target.files ?? []
              if (sheet) void bring(sheet)
            }}
          />
        </label>
        {file && <p className="hint">Se leyó: {file.name}</p>}
        {send.isPending && <p role="status">Subiendo…</p>}
      </Panel>
      {id && file && <Outcome id={id} again={(mapping) => send.mutate({ sheet: file, mapping })} />}
    </FormPage>
  )
}

function Outcome({ id, again }: { id: string; again: (mapping: Record<string, string | null>) => void }) {
  const { slug } = useOrganisation()
  const at = useAt()
  const { data } = useQuery({
    ...reading(slug, '/imports/{id}', { path: { id } }),
    refetchInterval: ({ state }) =>
      state.data && ['READY', 'DONE', 'FAILED'].includes(state.data.status) ? false : LOOK_AGAIN_MS,
  })
  const confirm = useAct((service) => service.post('/imports/{id}/confirm', { path: { id } }))
  if (!data || data.status === 'PENDING' || data.status === 'APPLYING') return <Progress data={data} />
  if (data.status === 'FAILED')
    return (
      <Notice tone="danger" alert>
        No se guardó nada. {data.error}
      </Notice>
    )
  const { totals, status } = data
  return (
    <>
      {status === 'DONE' && (
        <Notice tone="ok" alert>
          <p>
            Listo: {counted(totals?.create ?? 0, 'agregada', 'agregadas')} y{' '}
            {counted(totals?.update ?? 0, 'cambiada', 'cambiadas')}.
          </p>
          <div>
            <ButtonLink {...at('registro')}>Ver el registro</ButtonLink>
          </div>
        </Notice>
      )}
      {status === 'READY' && <Columns data={data} again={again} />}
      <Panel title="Qué pasa con cada fila">
        <p className="row">
          {Object.entries(ACTIONS).map(([key, [name, tone]]) => (
            <Mark key={key} tone={tone}>
              {name}: {(totals?.[key as keyof typeof ACTIONS] ?? 0).toLocaleString('es-CL')}
            </Mark>
          ))}
        </p>
        <Rows rows={data.rows} />
        {status === 'READY' && (totals?.refuse ?? 0) > 0 && (
          <Notice tone="warn">
            Corrija esas filas en la planilla y súbala otra vez: se trae todo o nada.
          </Notice>
        )}
        {status === 'READY' && totals && totals.refuse === 0 && (
          <div>
            <Button kind="main" busy={confirm.isPending} onClick={() => confirm.mutate()}>
              Traer {counted(totals.create + totals.update, 'actividad', 'actividades')}
            </Button>
          </div>
        )}
      </Panel>
    </>
  )
}

function Progress({ data }: { data: Import | undefined }) {
  return (
    <Panel title={data?.status === 'APPLYING' ? 'Guardando…' : 'Leyendo la planilla…'}>
      <progress max={100} value={data?.progress ?? 0} aria-label="Avance" />
    </Panel>
  )
}

/** Maps columns to fields. The service proposes a mapping and remembers the person's choice. */
function Columns({
  data: { mapping, fields, unmapped },
  again,
}: {
  data: Import
  again: (mapping: Record<string, string | null>) => void
}) {
  const [chosen, setChosen] = useState<Record<string, string | null>>({})
  return (
    <Panel title="Columnas">
      <div className={css['columns']}>
        {mapping.map(({ column, heading, field }) => (
          <label key={column} className="stack tight">
            <span className="strong">{heading || `Columna ${column}`}</span>
            <select
              value={(heading in chosen ? chosen[heading] : field) ?? ''}
              onChange={({ target }) => setChosen({ ...chosen, [heading]: target.value || null })}
            >
              <option value="">No se trae</option>
              {fields.map((one) => (
                <option key={one.field} value={one.field}>
                  {one.label}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      {unmapped.length > 0 && <p className="hint">No se traen: {unmapped.join(', ')}.</p>}
      {Object.keys(chosen).length > 0 && (
        <div>
          <Button
            onClick={() =>
              again({
                ...Object.fromEntries(mapping.map(({ heading, field }) => [heading, field])),
                ...chosen,
              })
            }
          >
            Leer otra vez con estas columnas
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Rows({ rows }: { rows: Import['rows'] }) {
  return (
    <div className={css['rows']}>
      <table>
        <thead>
          <tr>
            <th scope="col">Fila</th>
            <th scope="col">Actividad</th>
            <th scope="col">Resultado</th>
            <th scope="col">Detalle</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map(({ row, name, action, reasons, changes }) => (
            <tr key={row}>
              <td>{row}</td>
              <td>{name ?? '—'}</td>
              <td>
                <Mark tone={ACTIONS[action][1]}>{ACTIONS[action][0]}</Mark>
              </td>
              <td>{reasons.join(' ') || changes.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && <p className="hint">Se muestran las primeras {SHOWN}.</p>}
    </div>
  )
}
