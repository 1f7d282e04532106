import { useNavigate, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useFilters } from './list.tsx'
import css from './tabs.module.css'

type TabList = readonly (readonly [key: string, name: string])[]

const PART = 'parte'

/**
 * The parts of a record, each with its own address: `?parte=…`. The first one has none. With another `name` they are views
 * of one list and keep its filters.
 */
export function Tabs({ label, tabs, name = PART }: { label: string; tabs: TabList; name?: string }) {
  const chosen = useTab(tabs, name)
  const router = useRouter()
  const navigate = useNavigate()
  const list = useChosenInSight(chosen)
  return (
    <nav aria-label={label}>
      <ul ref={list} className={css['tabs']}>
        {tabs.map(([key, text], index) => {
          const own = index === 0 ? {} : { [name]: key }
          const search =
            name === PART
              ? own
              : ({ [name]: _left, ...others }: Record<string, unknown>) => ({ ...others, ...own })
          const to = { to: '.', search, resetScroll: false } as never
          return (
            <li key={key}>
              <a
                data-key={key}
                href={router.buildLocation(to).href}
                className={css['tab']}
                aria-current={key === chosen ? 'page' : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  void navigate(to)
                }}
              >
                {text}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Scrolls the chosen one, by its `data-key`, into view. On a phone it may be beyond the edge. */
export function useChosenInSight(chosen: string): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-key="${chosen}"]`)
    if (!list.current || !tab) return
    const { left, right } = list.current.getBoundingClientRect()
    const at = tab.getBoundingClientRect()
    if (at.left < left || at.right > right)
      list.current.scrollLeft += at.left - left - (right - left - at.width) / 2
  }, [chosen])
  return list
}

export function useTab<T extends TabList>(tabs: T, name = PART): T[number][0] {
  const { search } = useFilters()
  return tabs.find(([key]) => key === search[name])?.[0] ?? tabs[0]![0]
}
