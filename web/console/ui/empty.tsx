import type { ReactNode } from 'react'
import css from './page.module.css'

/** Instead of a list without entries: what it is for, and the first thing to do. */
export function Empty({
  title,
  heading: Heading = 'h2',
  children,
  action,
}: {
  title: string
  /** `h1` where nothing else is the page. */
  heading?: 'h1' | 'h2'
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={css['empty']}>
      <Heading>{title}</Heading>
      <p>{children}</p>
      {action}
    </div>
  )
}
