import type { ReactNode } from 'react'
import { moment } from '../times.ts'
import css from './timeline.module.css'
import { Unbroken } from './unbroken.tsx'

export interface Happened {
  key: string
  at: string
  title: ReactNode
  by?: string | null
  more?: ReactNode
  /** The proof, beside the time. */
  seal?: ReactNode
}

/** Events in order. */
export function Timeline({ events }: { events: readonly Happened[] }) {
  if (events.length === 0) return <p className="muted">Todavía no hay nada.</p>
  return (
    <ol className={css['timeline']}>
      {events.map(({ key, at, title, by, more, seal }) => (
        <li key={key} className="stack tight">
          <span className="strong">
            <Unbroken>{title}</Unbroken>
          </span>
          {more && (
            <span className="prose">
              <Unbroken>{more}</Unbroken>
            </span>
          )}
          <span className={`hint ${css['when']}`}>
            <span>
              <Unbroken>{moment(at)}</Unbroken>
              {by && ` · ${by}`}
            </span>
            {seal}
          </span>
        </li>
      ))}
    </ol>
  )
}
