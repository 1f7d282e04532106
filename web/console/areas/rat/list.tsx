import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useAhead, useRecords } from '../../lists.ts'
import { Button, ButtonLink, FileLink } from '../../ui/button.tsx'
import { COLUMNS_IN_ADDRESS, ColumnPicker, useColumns } from '../../ui/columns.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useEntityFilter } from '../../ui/entities.ts'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Views } from '../../ui/views.tsx'
import { BulkDialog } from './bulk.tsx'
import { COLUMNS_READ, useActivityColumns } from './columns.tsx'
import css from './rat.module.css'
import { BASES, RISKS, reviewHorizons, STATES } from './words.ts'

const YES_NO = [
  ['true', 'Sí'],
  ['false', 'No'],
] as const

const FILTERS = [
  {
    name: 'status',
    label: 'Estado',
    choices: Object.entries(STATES).map(([key, [name]]) => [key, name] as const),
  },
  {
    name: 'legalBasis',
    label: 'Base de licitud',
    choices: BASES.map(([key, label]) => [key, label] as const),
  },
  {
    name: 'riskLevel',
    label: 'Riesgo',
    choices: Object.entries(RISKS).map(([key, [name]]) => [key, name] as const),
  },
  { name: 'hasSensitiveData', label: 'Datos sensibles', choices: YES_NO },
  { name: 'dpiaRequired', label: 'Requiere evaluación', choices: YES_NO },
  { name: 'reviewDue', label: 'Revisión pendiente', choices: [['true', 'Sí']] as const },
]

/** The register of processing activities. */
export function ActivityList() {
  const { [COLUMNS_IN_ADDRESS]: _columns, ...filters } = useFilters().search
  const { may } = useOrganisation()
  const at = useAt()
  useAhead(COLUMNS_READ, [['/rat/activities', filters]])
  const entities = useEntityFilter()
  const url = useServiceUrl()
  const all = useActivityColumns()
  const { chosen: columns, choose } = useColumns('registro', all)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [changing, setChanging] = useState(false)
  const { rows, total, more } = useRecords('/rat/activities', filters)
  const isFiltered = Object.keys(filters).some((name) => name !== 'sort')
  const picked = rows.filter(({ id }) => chosen.has(id))
  const mayChange = may('PUT /rat/activities/{id}')
  const add = may('POST /rat/activities') && (
    <ButtonLink kind="main" {...at('registro/nueva')}>
      Agregar una actividad
    </ButtonLink>
  )
  const bring = may('POST /imports') && <ButtonLink {...at('registro/traer')}>Traer desde Excel</ButtonLink>
  const ask = may('POST /questionnaires') && (
    <ButtonLink {...at('cuestionarios', { parte: 'modelos' })}>Pedir por cuestionario</ButtonLink>
  )
  const { sort: _sort, ...shown } = filters
  const file = (format: string) =>
    url(
      `/governance/export/rat?${new URLSearchParams({ ...(shown as Record<string, string>), ...FILES[format] })}`,
    )
  return (
    <Page
      title="Registro de actividades"
      about="Qué datos trata la organización, para qué, con qué fundamento y por cuánto tiempo."
      actions={
        <>
          {ask}
          {bring}
          {add}
        </>
      }
    >
      {total === 0 && !isFiltered ? (
        <Empty
          title="El registro está vacío"
          action={
            <div className="row">
              {add}
              {bring}
            </div>
          }
        >
          Es la base de todo lo demás: la política de privacidad, las evaluaciones y las respuestas a
          titulares salen de aquí. Describa una actividad en una frase, elija una plantilla de su rubro, o
          traiga la planilla que ya tiene.
        </Empty>
      ) : (
        <>
          <Filters filters={[...FILTERS, REVIEW_UNTIL, ...entities]}>
            <Views area="registro" />
            <ColumnPicker all={all} chosen={columns} choose={choose} />
          </Filters>
          <div className={`row spread ${css['tools']}`}>
            <div className="row" role="status">
              {picked.length > 0 && (
                <>
                  <span className="strong">
                    {picked.length === 1 ? '1 elegida' : `${picked.length} elegidas`}
                  </span>
                  <Button onClick={() => setChanging(true)}>Cambiar…</Button>
                  <Button kind="quiet" onClick={() => setChosen(new Set())}>
                    Soltar
                  </Button>
                </>
              )}
            </div>
            <div className="row">
              <FileLink href={file('xlsx')} kind="quiet">
                {isFiltered ? 'Estas en Excel' : 'Todas en Excel'}
              </FileLink>
              <FileLink href={file('csv')} kind="quiet">
                CSV
              </FileLink>
              <Button kind="quiet" onClick={() => window.print()}>
                <Printer size={16} aria-hidden /> Imprimir
              </Button>
            </div>
          </div>
          <List
            label="Actividades de tratamiento"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`registro/${id}`)}
            {...(mayChange && { chosen, choose: setChosen })}
            columns={[{ label: 'Actividad', sort: 'name', cell: ({ name }) => name }, ...columns]}
          />
        </>
      )}
      {changing && <BulkDialog rows={picked} onDone={setChosen} onClose={() => setChanging(false)} />}
    </Page>
  )
}

/** Excel in Chile reads a comma as the decimal sign, so the CSV separates columns with semicolons. */
const FILES: Record<string, Record<string, string>> = {
  xlsx: { format: 'xlsx' },
  csv: { format: 'csv', separator: 'semicolon' },
}

const REVIEW_UNTIL = { name: 'reviewUntil', label: 'Revisión hasta', choices: reviewHorizons(new Date()) }
