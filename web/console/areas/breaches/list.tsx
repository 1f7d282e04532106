import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead, useRecords } from '../../lists.ts'
import { day, moment } from '../../times.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useEntityFilter } from '../../ui/entities.ts'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { Views } from '../../ui/views.tsx'
import { SEVERITIES, STATES } from './words.ts'

const FILTERS = [
  {
    name: 'status',
    label: 'Estado',
    choices: Object.entries(STATES).map(([key, [name]]) => [key, name] as const),
  },
  {
    name: 'requiresNotification',
    label: 'Reporte a la Agencia',
    choices: [
      ['true', 'Obligatorio'],
      ['false', 'No obligatorio'],
    ] as const,
  },
]

export function BreachList() {
  const { search } = useFilters()
  const { may } = useOrganisation()
  const at = useAt()
  useAhead([['/org/entities']], [['/breaches', search]])
  const entities = useEntityFilter()
  const { rows, total, more } = useRecords('/breaches', search)
  const isFiltered = Object.keys(search).some((name) => name !== 'sort')
  const create = may('POST /breaches') && (
    <ButtonLink kind="main" {...at('brechas/nueva')}>
      Registrar una brecha
    </ButtonLink>
  )
  return (
    <Page
      title="Brechas de seguridad"
      about="Cada incidente con datos personales: sus plazos, la decisión, las comunicaciones y el registro que pide el art. 14 sexies."
      actions={
        <>
          {may('POST /settings/siem/test') && (
            <ButtonLink {...at('brechas/alertas')}>Alertas del SIEM</ButtonLink>
          )}
          {create}
        </>
      }
    >
      {total === 0 && !isFiltered ? (
        <Empty title="Ninguna brecha registrada" action={create}>
          Registre aquí todo incidente que afecte datos personales. La ley exige un registro de las
          vulneraciones que se reportan (art. 14 sexies); anotar también las demás le permite acreditar cómo
          las evaluó (art. 14 quinquies). También pueden llegar solas desde su sistema de alertas de seguridad
          (SIEM).
        </Empty>
      ) : (
        <>
          <Filters filters={[...FILTERS, ...entities]}>
            <Views area="brechas" />
          </Filters>
          <List
            label="Brechas"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`brechas/${id}`)}
            columns={[
              { label: 'Brecha', sort: 'title', cell: ({ title }) => title },
              {
                label: 'Estado',
                cell: ({ status }) => <Mark tone={STATES[status][1]}>{STATES[status][0]}</Mark>,
              },
              { label: 'Detectada', sort: 'detectedAt', cell: ({ detectedAt }) => moment(detectedAt) },
              {
                label: 'Reporte a la Agencia',
                cell: ({ requiresNotification, isDecided, status }) =>
                  requiresNotification ? (
                    <Mark tone={status === 'notified' ? 'ok' : 'warn'}>
                      {status === 'notified' ? 'Reportada' : 'Obligatorio'}
                    </Mark>
                  ) : (
                    <span className="muted">{isDecided ? 'No obligatorio' : 'Sin decidir'}</span>
                  ),
              },
              { label: 'Gravedad', cell: ({ severity }) => (severity ? SEVERITIES[severity] : '—') },
              {
                label: 'Personas',
                cell: ({ estimatedRecords }) => estimatedRecords?.toLocaleString('es-CL') ?? '—',
              },
              { label: 'Registrada', sort: 'createdAt', cell: ({ createdAt }) => day(createdAt) },
            ]}
          />
        </>
      )}
    </Page>
  )
}
