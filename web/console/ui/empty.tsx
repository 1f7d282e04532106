import type { ReactNode } from 'react'
import css from './page.module.css'

/** Shown for an empty list: its purpose, and a first step. */
export function Empty({
  title,
  heading: Heading = 'h2',
  children,
  action,
}: {
  title: string
  /** `h1` if nothing else is on the page. */
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
