import { Link, useLocation } from '@tanstack/react-router'
import { useAt } from '../../frame/organisation.tsx'
import css from '../../ui/tabs.module.css'
import { useChosenInSight } from '../../ui/tabs.tsx'

const PARTS = [
  ['consentimiento', 'Avisos de cookies'],
  ['consentimiento/formularios', 'Formularios'],
  ['consentimiento/personas', 'Personas y prueba'],
] as const

/** The lists of this area. */
export function Parts() {
  const at = useAt()
  const { pathname } = useLocation()
  const chosen = PARTS.find(([path]) => pathname.endsWith(`/${path}`))?.[0]
  const list = useChosenInSight(chosen ?? '')
  return (
    <nav aria-label="Partes del consentimiento">
      <ul ref={list} className={css['tabs']}>
        {PARTS.map(([path, name]) => (
          <li key={path}>
            <Link
              {...at(path)}
              className={css['tab']}
              data-key={path}
              activeOptions={{ exact: true }}
              aria-current={path === chosen ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
