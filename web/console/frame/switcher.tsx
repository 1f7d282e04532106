import { useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Membership, useMe } from '../session/me.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { areaAt } from './areas.ts'
import css from './frame.module.css'

const NewOrganisation = lazy(() =>
  import('./new-organisation.tsx').then((module) => ({ default: module.NewOrganisation })),
)
const Chooser = lazy(() => import('./chooser.tsx').then((module) => ({ default: module.Chooser })))

/** Beyond this number, typing is faster than a menu. */
const MOST_IN_MENU = 8

/** Switches to the same area of another organisation, without signing in again. */
export function Switcher({ current }: { current: Membership | undefined }) {
  const { tenants } = useMe()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [open, setOpen] = useState<'choose' | 'new'>()
  const area = areaAt(pathname)?.path ?? 'hoy'
  const go = (slug: string) =>
    void navigate({
      to: `/organizacion/$slug/${area}` as '/',
      params: { slug } as never,
      search: {} as never,
    })
  const name = current?.name ?? 'Todas mis organizaciones'
  const label = (
    <>
      <span className="heard">Organización:</span>
      <span className={css['long']}>{name}</span>
      <ChevronsUpDown size={14} aria-hidden />
    </>
  )
  return (
    <>
      {tenants.length > MOST_IN_MENU ? (
        <Button kind="quiet" onClick={() => setOpen('choose')}>
          {label}
        </Button>
      ) : (
        <Menu
          align="start"
          trigger={<Button kind="quiet">{label}</Button>}
          parts={[
            ...(tenants.length > 1
              ? ([
                  {
                    key: 'all',
                    text: 'Todas mis organizaciones',
                    chosen: !current,
                    act: () => void navigate({ to: '/' }),
                  },
                  'line',
                ] as const)
              : []),
            ...tenants.map(({ id, name, slug, refusal }) => ({
              key: id,
              text: refusal ? `${name} (no admite esta sesión)` : name,
              chosen: slug === current?.slug,
              act: () => go(slug),
            })),
            'line',
            { key: 'new', text: 'Crear otra organización…', act: () => setOpen('new') },
          ]}
        />
      )}
      <Suspense>
        {open === 'choose' && (
          <Chooser
            tenants={tenants}
            onClose={() => setOpen(undefined)}
            onNew={() => setOpen('new')}
            onChoose={(slug) => {
              setOpen(undefined)
              if (slug === undefined) void navigate({ to: '/' })
              else go(slug)
            }}
          />
        )}
        {open === 'new' && <NewOrganisation onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}
