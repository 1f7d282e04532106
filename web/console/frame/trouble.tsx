import { useIsFetching, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { Component, type ReactNode, Suspense } from 'react'
import { ResguardoError } from '#client'
import { messageOf } from '../service.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { areaAt } from './areas.ts'
import css from './trouble.module.css'

/** Shown while a screen loads. */
export function Wait() {
  return (
    <div className={css['wait']}>
      <p className="heard" role="status">
        Cargando…
      </p>
      <span />
      <span />
      <span />
    </div>
  )
}

/**
 * Shows its children as soon as their answers arrive. React delays content behind a fallback for up to 300 ms to avoid
 * flicker. Rendering again at each answer (`useIsFetching`) avoids that delay.
 */
export function Awaited({ children, fallback = <Wait /> }: { children: ReactNode; fallback?: ReactNode }) {
  useIsFetching()
  return <Suspense fallback={fallback}>{children}</Suspense>
}

/** Catches what a screen cannot show, and says what to do. */
export function Trouble({ children }: { children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary()
  const { pathname, searchStr } = useLocation()
  return (
    <Boundary reset={reset} at={pathname + searchStr}>
      {children}
    </Boundary>
  )
}

interface BoundaryProps {
  children: ReactNode
  reset: () => void
  /** The address with its query. */
  at: string
}

class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  /** Resets the error when the person goes to another screen or other filters. */
  override componentDidUpdate({ at }: BoundaryProps) {
    if (at === this.props.at || this.state.error === undefined) return
    this.props.reset()
    this.setState({ error: undefined })
  }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const again = () => {
      this.props.reset()
      this.setState({ error: undefined })
    }
    return (
      <div className={css['wait']}>
        <div role="alert">
          <Empty
            heading="h1"
            title={titleOf(error)}
            action={
              <div className="row">
                {this.props.at.includes('?') && isMisread(error) ? (
                  <Link to="." search={{}}>
                    Ver sin filtros
                  </Link>
                ) : isFinal(error) ? (
                  <BackToArea at={this.props.at} />
                ) : (
                  <Button onClick={again}>Intentar otra vez</Button>
                )}
                <Link to="/">Ir al inicio</Link>
              </div>
            }
          >
            {messageOf(error)}
          </Empty>
        </div>
      </div>
    )
  }
}

/** The service does not accept the query of the address. Asking again would not help. */
function isMisread(error: unknown): boolean {
  return error instanceof ResguardoError && [400, 422].includes(error.status)
}

/** Missing or forbidden. Asking again would not help. */
function isFinal(error: unknown): boolean {
  return error instanceof ResguardoError && [403, 404].includes(error.status)
}

/** Links from a missing record to its list. */
function BackToArea({ at }: { at: string }) {
  const [pathname = ''] = at.split('?')
  const area = areaAt(pathname)
  const list = area && pathname.slice(0, pathname.indexOf(`/${area.path}`) + area.path.length + 1)
  if (!list || list === pathname) return null
  return <ButtonLink {...({ to: list, search: {} } as LinkProps)}>Volver a {area.name}</ButtonLink>
}

/** An unknown address of an organisation, shown inside the frame with its navigation. */
export function NoSuchScreen() {
  return (
    <div className={css['wait']}>
      <Empty
        heading="h1"
        title="No encontramos esta página"
        action={
          <div className="row">
            <BackToArea at={useLocation().pathname} />
            <Link to="/">Ir al inicio</Link>
          </div>
        }
      >
        La dirección está mal escrita, o lo que había en ella ya no está.
      </Empty>
    </div>
  )
}

function titleOf(error: unknown): string {
  if (!(error instanceof ResguardoError)) return 'No pudimos mostrar esta pantalla'
  if (error.status === 404) return 'No lo encontramos'
  return error.status === 403 ? 'Su rol no permite ver esto' : 'No pudimos mostrar esta pantalla'
}
