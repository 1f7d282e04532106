import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from '../times.ts'
import css from './mark.module.css'

/** A state: always a word, with a colour. */
export function Mark({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${css['mark']} ${css[tone]}`}>{children}</span>
}

const ICONS = { danger: CircleAlert, warn: TriangleAlert, ok: CircleCheck, info: Info, plain: Info }

/** A notice to read before going on. */
export function Notice({
  tone = 'info',
  alert,
  children,
}: {
  tone?: Tone
  alert?: boolean
  children: ReactNode
}) {
  const Icon = ICONS[tone]
  return (
    <div className={`${css['notice']} ${css[tone]}`} role={alert ? 'alert' : undefined}>
      <Icon size={18} aria-hidden />
      <div className={css['inside']}>{children}</div>
    </div>
  )
}
