import { useEffect, useRef } from 'react'

/** Height of the bar over every page of the console. */
const BAR_REM = 3.5

/** A box that scrolls sideways disables `position: sticky` towards the window. This moves the table head by script. */
export function useHeadInSight(isWide: boolean) {
  const head = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    if (!isWide) return
    const move = () => {
      const table = head.current?.parentElement
      if (!table) return
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const above = BAR_REM * rem - table.getBoundingClientRect().top
      const most = table.offsetHeight - head.current!.offsetHeight
      const by = Math.round(Math.min(above, most))
      head.current!.style.setProperty('--down', `${Math.max(0, by)}px`)
    }
    move()
    window.addEventListener('scroll', move, { passive: true })
    window.addEventListener('resize', move)
    return () => {
      window.removeEventListener('scroll', move)
      window.removeEventListener('resize', move)
    }
  }, [isWide])
  return head
}
