import { type ReactNode, useEffect, useState } from 'react'
import { isLate, moment, type Tone, untilDue } from '../times.ts'
import css from './clock.module.css'
import { Mark } from './mark.tsx'
import { Unbroken } from './unbroken.tsx'

interface ClockProps {
  label: string
  /** An instant, or a day, which counts to its end. */
  due: string | null
  done?: string | null
  /** The article, or the owner of the goal. */
  basis: ReactNode
  action?: ReactNode
  /** The clock does not run, because nothing is due. */
  off?: boolean
}

const EVERY_MS = 30_000

/** The current time, updated twice a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A term: the time left, its end and its article. */
export function Clock({ label, due, done, basis, action, off }: ClockProps) {
  const now = useNow()
  const { words, tone } = off
    ? { words: 'No corresponde', tone: 'plain' as const }
    : stateOf(due, done ?? null, now)
  return (
    <div className={`${css['clock']} ${css[tone] ?? ''}`}>
      <span className="strong">{label}</span>
      <span className={`${css['left']} ${tone === 'plain' ? '' : tone}`}>
        <Unbroken>{words}</Unbroken>
      </span>
      {due && !off && (
        <span className="hint">
          <Unbroken>Hasta el {moment(due)}</Unbroken>
        </span>
      )}
      <span className="hint">{basis}</span>
      {action}
    </div>
  )
}

/** Clocks in a row. */
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

/** A term in a row of a list. */
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
