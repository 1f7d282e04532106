import type { RefObject } from 'react'

/** Height of the bar over every page of the console. */
const BAR_REM = 3.5

/** A box that scrolls sideways disables `position: sticky` towards the window. This moves the table head by script. */
export function keepInSight(head: RefObject<HTMLTableSectionElement | null>): void {
  const over = new AbortController()
  const move = () => {
    const table = head.current?.parentElement
    if (!table) return over.abort()
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const above = BAR_REM * rem - table.getBoundingClientRect().top
    const most = table.offsetHeight - head.current!.offsetHeight
    const by = Math.round(Math.min(above, most))
    head.current!.style.setProperty('--down', `${Math.max(0, by)}px`)
  }
  const { signal } = over
  move()
  window.addEventListener('scroll', move, { passive: true, signal })
  window.addEventListener('resize', move, { signal })
}
