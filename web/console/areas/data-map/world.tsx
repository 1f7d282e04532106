import { Link, useRouter } from '@tanstack/react-router'
import { geoCentroid, geoEqualEarth, geoPath } from 'd3-geo'
import type { ReactElement } from 'react'
import { useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { MIDDLES, WORLD } from './atlas.ts'
import { TransferMark } from './chosen.tsx'
import { type Country, countriesOf, weightOf } from './places.ts'
import type { Known, Seen } from './seen.ts'
import { mechanismName } from './words.ts'
import css from './world.module.css'

const SIZE = { width: 960, height: 440 }
const projection = geoEqualEarth().fitSize([SIZE.width, SIZE.height], {
  type: 'FeatureCollection',
  features: WORLD.map(({ shape }) => shape),
})
const draw = geoPath(projection)
/** Drawn once, because the land never changes. */
const LAND = WORLD.map(({ code, shape }) => ({ code, line: draw(shape) ?? '' }))

/** The destination countries, drawn and listed. */
export function World({ known, seen, isFiltered }: { known: Known; seen: Seen; isFiltered: boolean }) {
  const { adequateCountries } = useRecord('/settings/law')
  const { search } = useFilters()
  const countries = countriesOf(known, seen, adequateCountries)
  const abroad = countries.filter(({ isHome }) => !isHome)
  const chosen = countries.find(({ code }) => code === search['pais'])
  return (
    <div className="stack">
      <Sheet countries={countries} chosen={chosen} />
      {adequateCountries.length === 0 && abroad.length > 0 && (
        <Notice>
          <p>
            La Agencia todavía no declara países con nivel adecuado de protección. Una transferencia habitual
            necesita otra garantía, como cláusulas contractuales; una ocasional, alguno de los casos del art.
            27 (arts. 27 y 28).
          </p>
        </Notice>
      )}
      {abroad.length === 0 ? (
        <Empty title="Ningún dato sale de Chile">
          {isFiltered
            ? 'Con esos filtros no hay sistemas ni flujos en otro país.'
            : 'Cuando un sistema esté en otro país, o un flujo o una actividad envíe datos afuera, aparecerá aquí.'}
        </Empty>
      ) : (
        <div className={css['countries']}>
          {(chosen ? [chosen] : abroad).map((country) => (
            <CountryPanel key={country.code} known={known} country={country} />
          ))}
        </div>
      )}
      {chosen && <All />}
    </div>
  )
}

function All() {
  const { set } = useFilters()
  return (
    <div>
      <button type="button" className="linklike" onClick={() => set({ pais: '' })}>
        Ver todos los países
      </button>
    </div>
  )
}

function Sheet({ countries, chosen }: { countries: readonly Country[]; chosen: Country | undefined }) {
  const router = useRouter()
  const { search, set } = useFilters()
  const byCode = new Map(countries.map((country) => [country.code, country]))
  const home = projection(middleOf('CL'))!
  const abroad = countries.filter(({ isHome }) => !isHome)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing with links in it is a group, and no form.
    <svg
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      className={css['sheet']}
      role="group"
      aria-label={`Mapa del mundo con ${abroad.length === 1 ? '1 país que recibe' : `${abroad.length} países que reciben`} datos`}
    >
      <g aria-hidden>
        {LAND.map(({ code, line }, index) => {
          const country = code === undefined ? undefined : byCode.get(code)
          return (
            <path
              key={code ?? `land-${index.toString()}`}
              d={line}
              className={[css['land'], country && css[lookOf(country)]].filter(Boolean).join(' ')}
            />
          )
        })}
        {abroad.map(({ code }) => {
          const arc = draw({ type: 'LineString', coordinates: [middleOf('CL'), middleOf(code)] })
          return arc && <path key={code} d={arc} className={css['arc']} />
        })}
        <circle cx={home[0]} cy={home[1]} r={4} className={css['home']} />
      </g>
      {abroad.map((country) => {
        const [x, y] = projection(middleOf(country.code)) ?? [0, 0]
        if (!isOnSheet(country.code)) return null
        const to = { to: '.', search: { ...search, pais: country.code } } as never
        return (
          <a
            key={country.code}
            href={router.buildLocation(to).href}
            aria-label={`${country.name} (${weightOf(country)}): ${wordsOf(country)}`}
            aria-current={country === chosen || undefined}
            className={css['spot']}
            onClick={(event) => {
              event.preventDefault()
              set({ pais: country.code })
            }}
          >
            <circle cx={x} cy={y} r={Math.min(20, 10 + weightOf(country))} className={css[lookOf(country)]} />
          </a>
        )
      })}
      {/* Outside the links, because their names already say what the number counts. */}
      <g aria-hidden className={css['numbers']}>
        {abroad
          .filter(({ code }) => isOnSheet(code))
          .map((country) => {
            const [x, y] = projection(middleOf(country.code)) ?? [0, 0]
            return (
              <text key={country.code} x={x} y={y + 4.5} className={css['number']}>
                {weightOf(country)}
              </text>
            )
          })}
      </g>
    </svg>
  )
}

const shapes = new Map(WORLD.map(({ code, shape }) => [code, shape]))

function isOnSheet(code: string): boolean {
  return code in MIDDLES || shapes.has(code)
}

function middleOf(code: string): [number, number] {
  const [longitude, latitude] = MIDDLES[code] ?? (shapes.has(code) ? geoCentroid(shapes.get(code)!) : [0, 0])
  return [longitude, latitude]
}

function lookOf({ isHome, isAdequate }: Country): 'chile' | 'adequate' | 'other' {
  if (isHome) return 'chile'
  return isAdequate ? 'adequate' : 'other'
}

const some = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

function wordsOf({ systems, processors, flows, activities }: Country): string {
  return [
    ...some(systems.length, 'sistema', 'sistemas'),
    ...some(processors.length, 'encargado', 'encargados'),
    ...some(flows.length, 'flujo que llega', 'flujos que llegan'),
    ...some(activities.length, 'actividad que envía datos', 'actividades que envían datos'),
  ].join(', ')
}

function CountryPanel({ known, country }: { known: Known; country: Country }) {
  const at = useAt()
  const { search } = useFilters()
  const { systems, processors, flows, activities } = country
  const name = (id: string) => known.systems.get(id)?.name
  return (
    <Panel
      title={country.name}
      actions={
        !country.isHome &&
        (country.isAdequate ? (
          <Mark tone="ok">Nivel adecuado</Mark>
        ) : (
          <Mark tone="warn">Necesita una garantía</Mark>
        ))
      }
    >
      <Group title="Sistemas">
        {systems.map((system) => (
          <Link key={system.id} {...at(`mapa/sistemas/${system.id}`)}>
            {system.name}
          </Link>
        ))}
      </Group>
      <Group title="Encargados">
        {processors.map((processor) => (
          <Link key={processor.id} {...at(`encargados/${processor.id}`)}>
            {processor.name}
          </Link>
        ))}
      </Group>
      <Group title="Flujos que llegan">
        {flows.map((flow) => (
          <span key={flow.id} className="row">
            <Link {...at('mapa', { ...(search as Record<string, string>), flujo: flow.id })}>
              {name(flow.source)} → {name(flow.target)}
            </Link>
            <TransferMark known={known} flow={flow} />
          </span>
        ))}
      </Group>
      <Group title="Actividades que envían datos">
        {activities.map(({ id, name: title, transferMechanism }) => (
          <span key={id} className="stack tight">
            <Link {...at(`registro/${id}`)}>{title}</Link>
            <span className="hint">
              {transferMechanism ? mechanismName(transferMechanism) : 'Sin mecanismo anotado (art. 27)'}
            </span>
          </span>
        ))}
      </Group>
    </Panel>
  )
}

function Group({ title, children }: { title: string; children: readonly ReactElement[] }) {
  if (children.length === 0) return null
  return (
    <div className="stack tight">
      <h3>{title}</h3>
      <ul className="stack tight plain">
        {children.map((child) => (
          <li key={child.key}>{child}</li>
        ))}
      </ul>
    </div>
  )
}
