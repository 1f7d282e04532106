import { Link, type LinkProps, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, Search as SearchIcon, SlidersHorizontal } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { noteFilters } from './left-filters.ts'
import css from './list.module.css'
import { Unbroken } from './unbroken.tsx'

export interface Column<T> {
  label: string
  /** The name by which the service sorts. */
  sort?: string
  /** Lists of words or sentences, which a narrow column would break into many lines. */
  isLong?: boolean
  cell: (row: T) => ReactNode
}

interface ListProps<T extends { id: string }> {
  /** Names the list for screen readers. */
  label: string
  rows: readonly T[]
  total: number
  more?: (() => unknown) | undefined
  /** The first column names the row and links to it. */
  columns: readonly [Column<T>, ...Column<T>[]]
  to: (row: T) => LinkProps
  /** Chosen rows, for acting on several at once. */
  chosen?: ReadonlySet<string>
  choose?: (ids: ReadonlySet<string>) => void
}

const ROW_PX = 45
const BEYOND = 12
const MOST_UNBROKEN = { figures: 18, words: 14 }
const LONG_WORD = /\S{40}/
/** More columns do not fit a desktop screen. The table then scrolls sideways and the names stay. */
const MOST_COLUMNS = 10
const COLUMN_REM = 8.5

/** A table of any length. Only the rows near the window are rendered. On a phone each row is a card. */
export function List<T extends { id: string }>({
  label,
  rows,
  total,
  more,
  columns,
  to,
  chosen,
  choose,
}: ListProps<T>) {
  const isWide = columns.length > MOST_COLUMNS
  const head = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    if (isWide) void import('./head-in-sight.ts').then(({ keepInSight }) => keepInSight(head))
  }, [isWide])
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useEffect(() => {
    setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: BEYOND,
    scrollMargin: top,
    getItemKey: (index) => rows[index]!.id,
  })
  const isPrinting = usePrinting()
  const shown = isPrinting
    ? rows.map((_, index) => ({ index, start: top, end: top }))
    : virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (more && last >= rows.length - BEYOND) more()
  }, [more, last, rows.length])
  const before = (shown[0]?.start ?? top) - top
  const after = isPrinting ? 0 : Math.max(0, virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top))
  const [first, ...others] = columns
  if (total === 0) return <NoResults />
  const width = isWide ? { '--width': `${columns.length * COLUMN_REM}rem` } : {}
  return (
    <div className="stack tight">
      <Order columns={columns} />
      <div className={isWide ? css['wide'] : undefined} style={width as CSSProperties}>
        <table className={css['table']} aria-label={label} aria-rowcount={total + 1}>
          <thead ref={head}>
            <tr>
              {choose && (
                <th>
                  <input
                    type="checkbox"
                    aria-label="Elegir todas las que se ven"
                    checked={rows.length > 0 && rows.every(({ id }) => chosen?.has(id))}
                    onChange={({ target }) => choose(new Set(target.checked ? rows.map(({ id }) => id) : []))}
                  />
                </th>
              )}
              {columns.map(({ label: heading, sort }) => (
                <Heading key={heading} label={heading} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {before > 0 && <tr aria-hidden style={{ height: before }} />}
            {shown.map(({ index }) => {
              const row = rows[index]!
              return (
                <tr key={row.id} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
                  {choose && (
                    <td className={css['pick']}>
                      <label className={css['above']}>
                        <input
                          type="checkbox"
                          aria-label="Elegir esta fila"
                          checked={chosen?.has(row.id) ?? false}
                          onChange={({ target }) => {
                            const next = new Set(chosen)
                            if (target.checked) next.add(row.id)
                            else next.delete(row.id)
                            choose(next)
                          }}
                        />
                      </label>
                    </td>
                  )}
                  <th scope="row">
                    <Link {...to(row)} className={css['name']}>
                      <Words>{first.cell(row)}</Words>
                    </Link>
                  </th>
                  {others.map((column) => (
                    <td
                      key={column.label}
                      data-label={column.label}
                      className={column.isLong ? css['roomy'] : undefined}
                    >
                      <Words>{column.cell(row)}</Words>
                    </td>
                  ))}
                </tr>
              )
            })}
            {after > 0 && <tr aria-hidden style={{ height: after }} />}
          </tbody>
        </table>
      </div>
      <p className="hint" role="status">
        {total === 1 ? '1 resultado' : `${total.toLocaleString('es-CL')} resultados`}
      </p>
    </div>
  )
}

/** Shown if the filters match nothing. An area has its own text for an empty list. */
export function NoResults() {
  return (
    <div role="status">
      <Empty title="Sin resultados">
        Nada coincide con lo que busca. Cambie las palabras o quite algún filtro.
      </Empty>
    </div>
  )
}

/** Never breaks a date, a time or a folio at its hyphens. Breaks any word that would widen the page. */
function Words({ children }: { children: ReactNode }) {
  const most = typeof children === 'string' && /\d/.test(children) ? 'figures' : 'words'
  const isShort = typeof children === 'string' && children.length <= MOST_UNBROKEN[most]
  const isLong = typeof children === 'string' && LONG_WORD.test(children)
  return (
    <span className={isShort ? css['short'] : isLong ? css['long'] : undefined}>
      {isShort ? children : <Unbroken>{children}</Unbroken>}
    </span>
  )
}

/** Renders all loaded rows while the page is printed. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes its picture when this handler returns, so the state must change synchronously.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

type Search = Record<string, string | undefined>

/** The filters and the order of a list are in the address, so people can share, save and undo them. */
export function useFilters() {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  return {
    search,
    set: (changes: Search) =>
      void navigate({
        to: '.',
        search: (before: Search) => withoutBlanks({ ...before, ...changes }),
        replace: true,
        resetScroll: false,
      } as never),
  }
}

function withoutBlanks(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}

/** Sorts the list on a phone, where the column heads and their sort buttons are hidden. */
function Order({ columns }: { columns: readonly { label: string; sort?: string }[] }) {
  const choices = columns.flatMap(({ label, sort }) =>
    sort
      ? ([
          [sort, `${label}, ascendente`],
          [`-${sort}`, `${label}, descendente`],
        ] as const)
      : [],
  )
  if (choices.length === 0) return null
  return (
    <div className={css['order']}>
      <FilterChoice name="sort" label="Orden" choices={choices} all="El de siempre" />
    </div>
  )
}

function Heading({ label, sort }: { label: string; sort: string | undefined }) {
  const { search, set } = useFilters()
  if (!sort) return <th scope="col">{label}</th>
  const now = search['sort']
  const order = now === sort ? 'ascending' : now === `-${sort}` ? 'descending' : undefined
  return (
    <th scope="col" aria-sort={order}>
      <button
        type="button"
        className={css['sort']}
        onClick={() => set({ sort: now === sort ? `-${sort}` : sort })}
      >
        {label}
        {order === 'ascending' && <ArrowUp size={14} aria-hidden />}
        {order === 'descending' && <ArrowDown size={14} aria-hidden />}
      </button>
    </th>
  )
}

type Choices = readonly (readonly [value: string, label: string])[]

/** Without choices it is a date. */
export interface Filter {
  name: string
  label: string
  choices?: Choices
}

const PAUSE_MS = 300

/** A search and the filters. On a phone the filters are behind a button that counts those in use. */
export function Filters({ filters, children }: { filters: readonly Filter[]; children?: ReactNode }) {
  const { search, set } = useFilters()
  const [open, setOpen] = useState(false)
  const id = useId()
  const names = filters.map(({ name }) => name)
  const used = names.filter((name) => search[name]).length
  const { pathname } = useLocation()
  useEffect(() => noteFilters(pathname, search, ['q', 'sort', ...names]))
  return (
    <search className={css['bar']}>
      <SearchBox />
      {filters.length > 0 && (
        <span className={css['fold']}>
          <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            <SlidersHorizontal size={16} aria-hidden /> Filtros
            {used > 0 && (
              <>
                <span className={css['used']} aria-hidden>
                  {used}
                </span>
                <span className="heard">{used === 1 ? '1 en uso' : `${used} en uso`}</span>
              </>
            )}
          </Button>
        </span>
      )}
      <div id={id} className={css['choices']} data-open={open || undefined}>
        {filters.map(
          ({ choices, ...filter }) =>
            choices && <FilterChoice key={filter.name} {...filter} choices={choices} all="Cualquiera" />,
        )}
        <div className={css['days']}>
          {filters.map(({ choices, ...filter }) => !choices && <FilterDay key={filter.name} {...filter} />)}
        </div>
      </div>
      {(used > 0 || search['q']) && (
        <Button
          kind="quiet"
          onClick={() => set(Object.fromEntries(['q', ...names].map((name) => [name, ''])))}
        >
          Quitar filtros
        </Button>
      )}
      {children}
    </search>
  )
}

/** One filter of the address. `all` is the label for no filter. */
export function FilterChoice({
  name,
  label,
  choices,
  all,
}: {
  name: string
  label: string
  choices: Choices
  all?: string
}) {
  const { search, set } = useFilters()
  const id = useId()
  return (
    <div className={css['filter']}>
      <label htmlFor={id} className="hint">
        {label}
      </label>
      <select id={id} value={search[name] ?? ''} onChange={({ target }) => set({ [name]: target.value })}>
        {all && <option value="">{all}</option>}
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

function FilterDay({ name, label }: { name: string; label: string }) {
  const { search, set } = useFilters()
  const id = useId()
  return (
    <div className={css['filter']}>
      <label htmlFor={id} className="hint">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={search[name] ?? ''}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </div>
  )
}

/** Searches once the person pauses typing, not at every letter. */
function SearchBox() {
  const { search, set } = useFilters()
  const asked = search['q'] ?? ''
  const [typed, setTyped] = useState(asked)
  useEffect(() => setTyped(asked), [asked])
  useEffect(() => {
    if (typed === asked) return
    const timer = setTimeout(() => set({ q: typed }), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  const id = useId()
  return (
    <div className={`${css['filter']} ${css['search']}`}>
      <label htmlFor={id} className="row hint">
        <SearchIcon size={14} aria-hidden /> Buscar
      </label>
      <input id={id} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
    </div>
  )
}
