/** The areas of the console, in the order of the navigation. Their icons are in `icons.ts`. */
export interface Area<P extends string = string> {
  /** Path below `/organizacion/:slug/`. */
  path: P
  name: string
  /** The count of `me` that the navigation shows. */
  waiting?: 'requests' | 'breaches' | 'approvals'
  /** Page of the guide. */
  guide: string
  /** Listed at the end of the navigation, under its own heading. */
  isOfOrganisation?: true
}

const listed = <const P extends string>(areas: readonly Area<P>[]) => areas

export const AREAS = listed([
  { path: 'hoy', name: 'Hoy', guide: 'hoy' },
  { path: 'solicitudes', name: 'Solicitudes', waiting: 'requests', guide: 'solicitudes' },
  { path: 'brechas', name: 'Brechas', waiting: 'breaches', guide: 'brechas' },
  {
    path: 'aprobaciones',
    name: 'Aprobaciones',
    waiting: 'approvals',
    guide: 'aprobaciones',
  },
  { path: 'registro', name: 'Registro', guide: 'registro' },
  { path: 'mapa', name: 'Mapa de datos', guide: 'mapa' },
  { path: 'encargados', name: 'Encargados', guide: 'encargados' },
  { path: 'contratos', name: 'Contratos', guide: 'contratos' },
  { path: 'evaluaciones', name: 'Evaluaciones', guide: 'evaluaciones' },
  { path: 'cuestionarios', name: 'Cuestionarios', guide: 'cuestionarios' },
  { path: 'conectores', name: 'Conectores', guide: 'conectores' },
  { path: 'cookies', name: 'Cookies', guide: 'cookies' },
  { path: 'consentimiento', name: 'Consentimiento', guide: 'consentimiento' },
  { path: 'politicas', name: 'Políticas', guide: 'politicas' },
  { path: 'gobierno', name: 'Gobierno', guide: 'gobierno' },
  { path: 'flujos', name: 'Flujos', guide: 'aprobaciones' },
  { path: 'dominios', name: 'Dominios', guide: 'organizacion', isOfOrganisation: true },
  { path: 'entidades', name: 'Entidades', guide: 'organizacion', isOfOrganisation: true },
  { path: 'areas', name: 'Departamentos', guide: 'organizacion', isOfOrganisation: true },
  { path: 'personas', name: 'Personas', guide: 'organizacion', isOfOrganisation: true },
  { path: 'ajustes', name: 'Ajustes', guide: 'ajustes', isOfOrganisation: true },
])

export type AreaPath = (typeof AREAS)[number]['path']

/** The area of an address. */
export function areaAt(pathname: string): Area<AreaPath> | undefined {
  const part = /\/organizacion\/[^/]+\/([^/]+)/.exec(pathname)?.[1]
  return AREAS.find(({ path }) => path === part)
}

/** The page of the guide about an address. */
export function guideAt(pathname: string): string {
  return (
    areaAt(pathname)?.guide ??
    (/\/(cuenta|dispositivo)$/.test(pathname)
      ? 'cuenta'
      : pathname.endsWith('/cartera')
        ? 'cartera'
        : pathname.endsWith('/comenzar')
          ? ''
          : 'hoy')
  )
}
