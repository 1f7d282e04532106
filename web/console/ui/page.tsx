import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { wayBack } from './left-filters.ts'
import css from './page.module.css'
import { Unbroken } from './unbroken.tsx'

interface PageProps {
  title: string
  /** Beside the title: its state. */
  mark?: ReactNode
  about?: ReactNode
  /** The list that it is part of. */
  back?: LinkProps & { children: string }
  actions?: ReactNode
  narrow?: boolean
  children: ReactNode
}

/** One screen. Who opens it with a keyboard or hears it begins at its title. */
export function Page({ title, mark, about, back, actions, narrow, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Resguardo`
  }, [title])
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={[css['page'], narrow && css['narrow']].filter(Boolean).join(' ')}>
      <header className={css['head']}>
        <div className={css['titles']}>
          {back && (
            <Link {...wayBack(back)} className={`row ${css['back']}`} style={{ gap: '0.125rem' }}>
              <ChevronLeft size={14} aria-hidden />
              {back.children}
            </Link>
          )}
          <div className="row">
            <h1 ref={heading} tabIndex={-1}>
              <Unbroken>{title}</Unbroken>
            </h1>
            {mark}
          </div>
          {about && (
            <p className="muted">
              <Unbroken>{about}</Unbroken>
            </p>
          )}
        </div>
        {actions && <div className={`row ${css['actions']}`}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** A part of a screen under its own heading. */
export function Panel({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={css['panel']} aria-labelledby={id}>
      <div className={css['panelHead']}>
        <h2 id={id}>
          <Unbroken>{title}</Unbroken>
        </h2>
        {actions && <div className="row">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** What one works on, and beside it what one looks at. */
export function Split({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={css['split']}>
      <div className="stack">{children}</div>
      <div className="stack">{aside}</div>
    </div>
  )
}

export type Fact = readonly [label: string, value: ReactNode, whole?: 'whole']

/** Labels with their values; what nobody filled in is a dash. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css['facts']}>
      {facts.map(([label, value, whole]) => (
        <div key={label} className={whole && css['whole']}>
          <dt>{label}</dt>
          <dd className={whole && 'prose'}>
            {value === null || value === undefined || value === '' ? '—' : <Unbroken>{value}</Unbroken>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
