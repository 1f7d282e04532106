import { lazy, Suspense } from 'react'
import { useRecord } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { Wait } from '../../frame/trouble.tsx'
import { useAhead } from '../../lists.ts'
import { Button, ButtonLink, FileLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Filters, useFilters } from '../../ui/list.tsx'
import { Notice } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { Chosen } from './chosen.tsx'
import { FlowDialog } from './flow-dialog.tsx'
import { MapLists } from './lists.tsx'
import { FILTER_NAMES, type Known, know, type Seen, seenOf } from './seen.ts'
import { categoryName, subjectName, TRANSFERS } from './words.ts'

const Drawing = lazy(async () => {
  const [{ Drawing: Canvas }, { place }] = await Promise.all([import('./drawing.tsx'), import('./layout.ts')])
  return {
    default: function PlacedDrawing({ known, seen }: { known: Known; seen: Seen }) {
      const { search, set } = useFilters()
      const id = search['elegido']
      const chosen = id && <Chosen known={known} id={id} onClose={() => set({ elegido: '' })} />
      return <Canvas {...{ known, seen, place, search, set, chosen }} />
    },
  }
})
const World = lazy(() => import('./world.tsx').then((module) => ({ default: module.World })))

const VIEWS = [
  ['mapa', 'Mapa'],
  ['lista', 'Lista'],
  ['paises', 'Países'],
] as const

export function useKnown(): Known {
  useAhead([['/data-map/graph'], ['/settings/law']])
  const graph = useRecord('/data-map/graph')
  const { adequateCountries } = useRecord('/settings/law')
  return know(graph, adequateCountries)
}

/** Shows where the data are, who runs each system, and which data flow between them. */
export function DataMap() {
  const known = useKnown()
  const { graph } = known
  const { search, set } = useFilters()
  const { may } = useOrganisation()
  const at = useAt()
  const url = useServiceUrl()
  const view = useTab(VIEWS, 'vista')
  const seen = seenOf(known, search)
  const isEmpty = graph.systems.length === 0
  const isFiltered = FILTER_NAMES.some((name) => search[name])
  const add = may('POST /data-map/systems') && (
    <ButtonLink kind={isEmpty ? 'main' : undefined} {...at('mapa/sistemas', { agregar: 'si' })}>
      Agregar un sistema
    </ButtonLink>
  )
  return (
    <Page
      title="Mapa de datos"
      about="En qué sistemas están los datos, quién los opera, en qué país, y cómo pasan de uno a otro."
      actions={
        !isEmpty && (
          <>
            <ButtonLink {...at('mapa/sistemas')}>Sistemas</ButtonLink>
            <FileLink href={url('/governance/export/systems?format=xlsx')}>Descargar en Excel</FileLink>
            {add}
            {may('POST /data-map/flows') && graph.systems.length > 1 && (
              <Button kind="main" onClick={() => set({ flujo: 'nuevo' })}>
                Agregar un flujo
              </Button>
            )}
          </>
        )
      }
    >
      {isEmpty ? (
        <Empty title="El mapa está en blanco" action={add}>
          Agregue los sistemas en que hay datos personales: el de remuneraciones, la tienda en línea, la
          planilla de clientes, el archivador de contratos. Después diga qué datos pasan de uno a otro, y el
          mapa se dibuja solo.
        </Empty>
      ) : (
        <>
          <Tabs label="Formas de ver el mapa" tabs={VIEWS} name="vista" />
          {!graph.isWhole && (
            <Notice tone="warn">
              <p>Hay más de lo que el mapa alcanza a mostrar. La lista de sistemas los tiene todos.</p>
            </Notice>
          )}
          <MapFilters known={known} />
          {seen.systems.length === 0 ? (
            <Empty
              title="Nada con esos filtros"
              action={
                <Button onClick={() => set(Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])))}>
                  Ver todo el mapa
                </Button>
              }
            >
              Ningún sistema ni flujo cumple lo que pide.
            </Empty>
          ) : (
            <Suspense fallback={<Wait />}>
              {view === 'mapa' && <Drawing known={known} seen={seen} />}
              {view === 'lista' && <MapLists known={known} seen={seen} />}
              {view === 'paises' && <World known={known} seen={seen} isFiltered={isFiltered} />}
            </Suspense>
          )}
        </>
      )}
      {search['flujo'] && <FlowDialog known={known} id={search['flujo']} />}
    </Page>
  )
}

/** Offers only values that occur in the map. */
function MapFilters({ known: { graph } }: { known: Known }) {
  const categories = new Set(
    [...graph.systems, ...graph.flows].flatMap(({ dataCategories }) => dataCategories),
  )
  const subjects = new Set(graph.activities.flatMap(({ subjectCategories }) => subjectCategories))
  const named = (values: Iterable<string>, nameOf: (value: string) => string) =>
    [...values]
      .map((value) => [value, nameOf(value)] as const)
      .sort(([, a], [, b]) => a.localeCompare(b, 'es'))
  return (
    <Filters
      filters={[
        { name: 'categoria', label: 'Datos', choices: named(categories, categoryName) },
        { name: 'personas', label: 'De quiénes', choices: named(subjects, subjectName) },
        {
          name: 'actividad',
          label: 'Actividad',
          choices: graph.activities.map(({ id, name }) => [id, name] as const),
        },
        { name: 'transferencias', label: 'Transferencias', choices: Object.entries(TRANSFERS) },
      ]}
    />
  )
}
