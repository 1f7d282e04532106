import { Link, useLocation, useNavigate, useRouterState } from '@tanstack/react-router'
import { CircleHelp, Menu as MenuIcon, Search, ShieldCheck, UserRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { ResguardoError } from '#client'
import { ROLE_NAMES } from '#kernel/roles.ts'
import { BASE, messageOf, serviceOf } from '../service.ts'
import { leaveEverywhere } from '../session/leave.ts'
import { type Membership, useMe } from '../session/me.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { say } from '../ui/say.ts'
import { AREAS, type Area, type AreaPath, guideAt } from './areas.ts'
import { Bell } from './bell.tsx'
import css from './frame.module.css'
import { ICONS } from './icons.ts'
import { usePaletteKey } from './palette-key.ts'
import { Switcher } from './switcher.tsx'
import { chooseTheme, THEMES, themeNow } from './theme.ts'
import { Awaited, Trouble } from './trouble.tsx'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

/** The frame around every screen. Without a membership: around the portfolio of several organisations. */
export function Frame({ membership, children }: { membership?: Membership; children: ReactNode }) {
  const [palette, setPalette] = useState(false)
  const [nav, setNav] = useState(false)
  const { pathname } = useLocation()
  // The address changes before the next screen is ready, so this uses the location of the shown one.
  const shown = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
  usePaletteKey(() => membership && setPalette(true))
  return (
    <div className={css['frame']}>
      <a className={css['skip']} href="#main">
        Saltar al contenido
      </a>
      <header className={css['bar']}>
        {membership && (
          <span className={css['burger']}>
            <Button kind="quiet" icon label="Abrir el menú" onClick={() => setNav(true)}>
              <MenuIcon size={20} aria-hidden />
            </Button>
          </span>
        )}
        <Link to="/" className={css['brand']} aria-label="Resguardo, inicio">
          <ShieldCheck size={20} aria-hidden /> <span className={css['wide']}>Resguardo</span>
        </Link>
        <Switcher current={membership} />
        <span className={css['space']} />
        {membership && (
          <>
            <SearchButton onClick={() => setPalette(true)} />
            <Bell />
          </>
        )}
        <HelpLink pathname={pathname} />
        <PersonMenu membership={membership} />
        <Underway />
      </header>
      {membership && (
        <nav className={css['side']} aria-label="Áreas">
          <Navigation membership={membership} />
        </nav>
      )}
      <main
        id="main"
        className={css['main']}
        tabIndex={-1}
        style={membership ? undefined : { gridColumn: '1 / -1' }}
      >
        <Trouble key={shown}>
          <Awaited>{children}</Awaited>
        </Trouble>
      </main>
      {nav && membership && (
        <Dialog title={membership.name} onClose={() => setNav(false)}>
          <nav aria-label="Áreas">
            <Navigation membership={membership} onGo={() => setNav(false)} />
          </nav>
        </Dialog>
      )}
      {palette && membership && (
        <Suspense>
          <Palette membership={membership} onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** A progress bar for slow scripts. Fast ones show nothing. */
function Underway() {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!isLoading) return
    const timer = setTimeout(setLate, 400, true)
    return () => clearTimeout(timer)
  }, [isLoading])
  return (
    <p role="status" className={late ? css['underway'] : 'heard'}>
      {late && <span className="heard">Cargando…</span>}
    </p>
  )
}

function Navigation({ membership, onGo }: { membership: Membership; onGo?: () => void }) {
  const heading = useId()
  const links = (areas: readonly Area<AreaPath>[], labelledBy?: string) => (
    <ul className={css['nav']} aria-labelledby={labelledBy}>
      {areas.map((area) => (
        <li key={area.path}>
          <AreaLink membership={membership} area={area} {...(onGo && { onGo })} />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {links(AREAS.filter(({ isOfOrganisation }) => !isOfOrganisation))}
      <p className={css['navGroup']} id={heading}>
        Organización
      </p>
      {links(
        AREAS.filter(({ isOfOrganisation }) => isOfOrganisation),
        heading,
      )}
    </>
  )
}

function AreaLink({
  membership: { slug, waiting },
  area: { path, name, waiting: kind },
  onGo,
}: {
  membership: Membership
  area: Area<AreaPath>
  onGo?: () => void
}) {
  const Icon = ICONS[path]
  return (
    <Link
      to={`/organizacion/$slug/${path}` as '/'}
      params={{ slug } as never}
      className={css['link']}
      activeOptions={{ includeSearch: false }}
      {...(onGo && { onClick: onGo })}
    >
      <Icon size={18} aria-hidden />
      {name}
      {kind && (waiting?.[kind] ?? 0) > 0 && (
        <span className={css['count']}>
          {waiting?.[kind]} <span className="heard">en curso</span>
        </span>
      )}
    </Link>
  )
}

function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="quiet" onClick={onClick} title="Buscar o ir a… (Ctrl K)" aria-keyshortcuts="Control+K">
      <Search size={18} aria-hidden />
      <span className={css['wide']}>Buscar</span>
      <span className={css['narrow']}>
        <span className="heard">Buscar</span>
      </span>
    </Button>
  )
}

/** Links to the page of the guide about the shown screen. */
function HelpLink({ pathname }: { pathname: string }) {
  return (
    <a
      className={`${css['link']} ${css['wide']}`}
      href={`${BASE}/guia/${guideAt(pathname)}`}
      target="_blank"
      rel="noreferrer"
      aria-label="Ayuda sobre esta página, en otra pestaña"
      title="Ayuda"
    >
      <CircleHelp size={18} aria-hidden />
    </a>
  )
}

function PersonMenu({ membership }: { membership: Membership | undefined }) {
  const { user } = useMe()
  const [, redraw] = useState(0)
  const navigate = useNavigate()
  const leave = async (path: '/auth/logout' | '/auth/sessions') => {
    try {
      if (path === '/auth/sessions') await serviceOf().delete('/auth/sessions')
      await serviceOf().post('/auth/logout')
    } catch (error) {
      // A 401 means that the session has already ended.
      if (!(error instanceof ResguardoError && error.status === 401)) return say(messageOf(error), 'danger')
    }
    leaveEverywhere()
  }
  return (
    <Menu
      trigger={
        <Button kind="quiet" icon label={`Su cuenta: ${user?.name ?? ''}`}>
          <UserRound size={18} aria-hidden />
        </Button>
      }
      parts={[
        { heading: `${user?.name} · ${user?.email}` },
        ...(membership ? [{ heading: ROLE_NAMES[membership.role] }] : []),
        'line',
        {
          key: 'account',
          text: 'Mi cuenta',
          act: () => void navigate({ to: '/cuenta', search: {} } as never),
        },
        {
          key: 'portfolio',
          text: 'Cartera',
          act: () => void navigate({ to: '/cartera', search: {} } as never),
        },
        {
          key: 'help',
          text: 'Ayuda',
          act: () => void window.open(`${BASE}/guia/${guideAt(location.pathname)}`, '_blank', 'noreferrer'),
        },
        { heading: 'Apariencia' },
        ...THEMES.map(([key, text]) => ({
          key,
          text,
          chosen: themeNow() === key,
          act: () => {
            chooseTheme(key)
            redraw((count) => count + 1)
          },
        })),
        'line',
        { key: 'out', text: 'Cerrar la sesión', act: () => void leave('/auth/logout') },
        {
          key: 'everywhere',
          text: 'Cerrar la sesión en todos los equipos',
          act: () => void leave('/auth/sessions'),
        },
      ]}
    />
  )
}
