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
  /** As the service sorts by it. */
  sort?: string
  /** A list of words, or a sentence: a narrow column would stack them. */
  isLong?: boolean
  cell: (row: T) => ReactNode
}

interface ListProps<T extends { id: string }> {
  /** What it is a list of, for who hears it. */
  label: string
  rows: readonly T[]
  total: number
  more?: (() => unknown) | undefined
  /** The first one names the row and leads to it. */
  columns: readonly [Column<T>, ...Column<T>[]]
  to: (row: T) => LinkProps
  /** To act on several at once. */
  chosen?: ReadonlySet<string>
  choose?: (ids: ReadonlySet<string>) => void
}

const ROW_PX = 45
const BEYOND = 12
const MOST_UNBROKEN = { figures: 18, words: 14 }
const LONG_WORD = /\S{40}/
/** More of them do not fit a desk: the table then moves sideways under its names. */
const MOST_COLUMNS = 10
const COLUMN_REM = 8.5

/** A table of any length: only the rows near the window are in the page. On a phone each row is a card. */
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
  const isWide = columns.length > MOST_COLUMNS
  const width = isWide ? { '--width': `${columns.length * COLUMN_REM}rem` } : {}
  return (
    <div className="stack tight">
      <div className={isWide ? css['wide'] : undefined} style={width as CSSProperties}>
        <table className={css['table']} aria-label={label} aria-rowcount={total + 1}>
          <thead>
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
                      <input
                        className={css['above']}
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

/** A list that its filters left empty. One that has nothing yet says what it is for, in its area. */
export function NoResults() {
  return (
    <div role="status">
      <Empty title="Sin resultados">
        Nada coincide con lo que busca. Cambie las palabras o quite algún filtro.
      </Empty>
    </div>
  )
}

/** A date, an hour, a folio is never broken at its hyphens; a word that would widen the page is, anywhere. */
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

/** Paper has no window: while it is printed, every row that was read is in the page. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes its picture as soon as this returns.
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

/** What a list is filtered and sorted by stands in the address: it can be sent, kept, and left with «back». */
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

/** Without choices it is a day. */
export interface Filter {
  name: string
  label: string
  choices?: Choices
}

const PAUSE_MS = 300

/** Words to look for, and what may be chosen. On a phone the choices stand behind a button that counts those in use. */
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

/** One choice of the address. `all` is what stands for none. */
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

/** Asks when the person pauses, not at every letter. */
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
