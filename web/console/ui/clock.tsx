import { type ReactNode, useEffect, useState } from 'react'
import { isLate, moment, type Tone, untilDue } from '../times.ts'
import css from './clock.module.css'
import { Mark } from './mark.tsx'

interface ClockProps {
  /** What is due. */
  label: string
  /** An instant, or a day that counts to its end. */
  due: string | null
  done?: string | null
  /** The article, or whose goal it is. */
  basis: ReactNode
  action?: ReactNode
}

const EVERY_MS = 30_000

/** The time, told again twice a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A term: how long is left, until when, and by which article. */
export function Clock({ label, due, done, basis, action }: ClockProps) {
  const now = useNow()
  const { words, tone } = stateOf(due, done ?? null, now)
  return (
    <div className={`${css['clock']} ${css[tone] ?? ''}`}>
      <span className="strong">{label}</span>
      <span className={`${css['left']} ${tone === 'plain' ? '' : tone}`}>{words}</span>
      {due && <span className="hint">Hasta el {moment(due)}</span>}
      <span className="hint">{basis}</span>
      {action}
    </div>
  )
}

/** A term that has no object: nothing is waited for. */
export function Stopped({ label, basis }: Pick<ClockProps, 'label' | 'basis'>) {
  return (
    <div className={css['clock']}>
      <span className="strong">{label}</span>
      <span className={css['left']}>No corresponde</span>
      <span className="hint">{basis}</span>
    </div>
  )
}

/** Clocks side by side. */
export function Clocks({ children }: { children: ReactNode }) {
  return <div className={css['row']}>{children}</div>
}

function stateOf(due: string | null, done: string | null, now: Date): { words: string; tone: Tone } {
  if (done) {
    const late = due !== null && isLate(done, due)
    return { words: `Cumplido el ${moment(done)}${late ? ', tarde' : ''}`, tone: late ? 'warn' : 'ok' }
  }
  return due === null ? { words: 'Sin demora', tone: 'warn' } : untilDue(due, now)
}

/** The same in a row of a list. */
export function Due({ at, done }: { at: string | null; done?: boolean }) {
  const now = useNow()
  if (at === null) return <span className="muted">Sin plazo</span>
  if (done) return <span className="muted">{moment(at)}</span>
  const { words, tone } = untilDue(at, now)
  return (
    <span title={moment(at)}>
      <Mark tone={tone}>{words}</Mark>
    </span>
  )
}
