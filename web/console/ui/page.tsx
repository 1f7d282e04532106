import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { wayBack } from './left-filters.ts'
import css from './page.module.css'
import { Unbroken } from './unbroken.tsx'

interface PageProps {
  title: string
  /** The state, beside the title. */
  mark?: ReactNode
  about?: ReactNode
  /** Link to the list of the record. */
  back?: LinkProps & { children: string }
  actions?: ReactNode
  narrow?: boolean
  children: ReactNode
}

/** One screen. The focus starts at its title, for keyboards and screen readers. */
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

/** A section with a heading. */
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

/** The work area, with information beside it. */
export function Split({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={css['split']}>
      <div className="stack">{children}</div>
      <div className="stack">{aside}</div>
    </div>
  )
}

export type Fact = readonly [label: string, value: ReactNode, whole?: 'whole']

/** Labels with values. A blank value is shown as a dash. */
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
