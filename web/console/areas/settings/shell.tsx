import { Link, type LinkProps, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { Page } from '../../ui/page.tsx'
import css from './settings.module.css'

type Operation = Parameters<ReturnType<typeof useOrganisation>['may']>[0]

interface Part {
  path: string
  name: string
  /** The call that the part makes. The menu leaves the part out if the role may not make it. */
  needs?: Operation
  /** Link to a screen of another area or of the person's account. */
  to?: LinkProps
}

/** The settings by topic. A setting that another area owns is linked and not repeated here. */
function useParts(): readonly (readonly [group: string, parts: readonly Part[]])[] {
  const { slug } = useOrganisation()
  return [
    [
      'Organización',
      [
        { path: 'ajustes', name: 'Datos generales' },
        { path: 'ajustes/marca', name: 'Marca' },
        { path: 'personas', name: 'Personas y roles' },
        { path: 'ajustes/plan', name: 'Plan y uso' },
      ],
    ],
    [
      'Acceso',
      [
        { path: 'ajustes/acceso', name: 'Segundo factor y sesiones' },
        { path: 'ajustes/sso', name: 'Cuenta de la empresa', needs: 'GET /settings/sso' },
        { path: 'ajustes/scim', name: 'Altas y bajas (SCIM)', needs: 'GET /settings/scim/tokens' },
      ],
    ],
    [
      'Conexiones',
      [
        { path: 'ajustes/claves', name: 'Claves de API', needs: 'GET /settings/api-keys' },
        { path: 'ajustes/webhooks', name: 'Webhooks', needs: 'GET /settings/webhooks' },
        { path: 'brechas/alertas', name: 'Alertas del SIEM', needs: 'POST /settings/siem/test' },
        {
          path: 'cuenta',
          name: 'Mis avisos',
          to: { to: '/cuenta', search: { parte: 'avisos', organizacion: slug } } as never,
        },
      ],
    ],
    [
      'Ley y evidencia',
      [
        { path: 'ajustes/ley', name: 'Ley vigente' },
        { path: 'ajustes/conservacion', name: 'Conservación' },
        { path: 'ajustes/firma', name: 'Certificado de firma', needs: 'GET /settings/signing-certificate' },
        { path: 'ajustes/auditoria', name: 'Auditoría', needs: 'GET /settings/audit-log' },
        { path: 'ajustes/cierre', name: 'Exportar y cerrar', needs: 'POST /settings/tenant/deletion' },
      ],
    ],
  ]
}

interface ShellProps {
  title: string
  about?: ReactNode
  mark?: ReactNode
  back?: LinkProps & { children: string }
  actions?: ReactNode
  children: ReactNode
}

/** A screen of the settings, beside the menu of settings. */
export function Shell({ children, ...page }: ShellProps) {
  const { may } = useOrganisation()
  const at = useAt()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const id = useId()
  const groups = useParts().map(
    ([name, parts]) => [name, parts.filter(({ needs }) => needs === undefined || may(needs))] as const,
  )
  const all = groups.flatMap(([, parts]) => parts)
  const here = pathname.replace(/^.*\/organizacion\/[^/]+\//, '').replace(/\/$/, '')
  const current = all.findLast(({ path }) => here === path || here.startsWith(`${path}/`))?.path ?? 'ajustes'
  return (
    <Page {...page}>
      <div className={css['layout']}>
        <nav className={css['aside']} aria-label="Partes de los ajustes">
          {groups.map(([name, parts]) => (
            <div key={name}>
              <p className={css['group']}>{name}</p>
              <ul className={css['parts']}>
                {parts.map((part) => (
                  <li key={part.path}>
                    <Link
                      {...(part.to ?? at(part.path))}
                      className={css['part']}
                      activeOptions={{ exact: true, includeSearch: false }}
                      aria-current={part.path === current ? 'page' : undefined}
                    >
                      {part.name}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className={css['chooser']}>
          <label className="hint" htmlFor={id}>
            Parte de los ajustes
          </label>
          <select
            id={id}
            value={current}
            onChange={({ target }) => {
              const part = all.find(({ path }) => path === target.value)!
              void navigate((part.to ?? at(part.path)) as never)
            }}
          >
            {groups.map(([name, parts]) => (
              <optgroup key={name} label={name}>
                {parts.map((part) => (
                  <option key={part.path} value={part.path}>
                    {part.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
        <div className="stack">{children}</div>
      </div>
    </Page>
  )
}
