import { countryName } from '../../countries.ts'
import { useAt } from '../../frame/organisation.tsx'
import { List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { TransferMark } from './chosen.tsx'
import type { Known, Seen } from './seen.ts'
import { categoryNames, typeName } from './words.ts'

/** The map as lists, for people who read, hear or print it. */
export function MapLists({ known, seen }: { known: Known; seen: Seen }) {
  const tabs = [
    ['sistemas', `Sistemas (${seen.systems.length})`],
    ['flujos', `Flujos (${seen.flows.length})`],
  ] as const
  const chosen = useTab(tabs, 'lista')
  return (
    <>
      <Tabs label="Qué listar" tabs={tabs} name="lista" />
      {chosen === 'sistemas' ? <Systems known={known} seen={seen} /> : <Flows known={known} seen={seen} />}
    </>
  )
}

function Systems({ known, seen }: { known: Known; seen: Seen }) {
  const at = useAt()
  const rows = [...seen.systems].sort((a, b) => a.name.localeCompare(b.name, 'es'))
  return (
    <List
      label="Sistemas"
      rows={rows}
      total={rows.length}
      to={({ id }) => at(`mapa/sistemas/${id}`)}
      columns={[
        { label: 'Sistema', cell: ({ name }) => name },
        { label: 'Clase', cell: ({ type }) => typeName(type) },
        { label: 'País', cell: ({ country }) => countryName(country) || '—' },
        {
          label: 'Encargado',
          cell: ({ processorId }) => (processorId && known.processors.get(processorId)?.name) || '—',
        },
        {
          label: 'Datos',
          isLong: true,
          cell: ({ hasSensitiveData, dataCategories }) => (
            <>
              {hasSensitiveData && <Mark tone="danger">Sensibles</Mark>}{' '}
              {categoryNames(dataCategories) || '—'}
            </>
          ),
        },
        {
          label: 'Recibe de',
          cell: ({ id }) =>
            namesAt(
              known,
              seen.flows.filter(({ target }) => target === id).map(({ source }) => source),
            ),
        },
        {
          label: 'Envía a',
          cell: ({ id }) =>
            namesAt(
              known,
              seen.flows.filter(({ source }) => source === id).map(({ target }) => target),
            ),
        },
      ]}
    />
  )
}

function namesAt({ systems }: Known, ids: readonly string[]): string {
  return [...new Set(ids)].map((id) => systems.get(id)?.name).join(', ') || '—'
}

function Flows({ known, seen }: { known: Known; seen: Seen }) {
  const at = useAt()
  const { search } = useFilters()
  const name = (id: string) => known.systems.get(id)?.name ?? ''
  const rows = [...seen.flows].sort((a, b) => name(a.source).localeCompare(name(b.source), 'es'))
  return (
    <List
      label="Flujos"
      rows={rows}
      total={rows.length}
      to={({ id }) => at('mapa', { ...(search as Record<string, string>), flujo: id })}
      columns={[
        { label: 'De', cell: ({ source }) => name(source) },
        { label: 'A', cell: ({ target }) => name(target) },
        { label: 'Qué pasa', cell: ({ description }) => description ?? '—' },
        { label: 'Datos', cell: ({ dataCategories }) => categoryNames(dataCategories) || '—' },
        { label: 'Transferencia', cell: (flow) => <TransferMark known={known} flow={flow} /> },
        {
          label: 'Actividades',
          cell: ({ activities }) => activities.map((one) => one.name).join(', ') || '—',
        },
      ]}
    />
  )
}
