import {
  BookOpenText,
  Building2,
  Cable,
  CalendarCheck,
  Cookie,
  FileCheck2,
  FileSignature,
  Globe,
  Handshake,
  Inbox,
  Landmark,
  ListChecks,
  type LucideIcon,
  Map as MapIcon,
  MessageCircleQuestionMark,
  Network,
  Scale,
  ScrollText,
  Settings,
  Siren,
  UsersRound,
  Workflow,
} from 'lucide-react'

/** The areas of the console in the order in which they stand in the navigation. */
export interface Area {
  /** Under `/organizacion/:slug/`. */
  path: string
  name: string
  icon: LucideIcon
  /** What waits there, as `me` counts it. */
  waiting?: 'requests' | 'breaches' | 'approvals'
  /** The page of the guide. */
  guide: string
  /** At the foot of the navigation, under a heading of its own: who the organisation is. */
  isOfOrganisation?: true
}

export const AREAS: readonly Area[] = [
  { path: 'hoy', name: 'Hoy', icon: CalendarCheck, guide: 'hoy' },
  { path: 'solicitudes', name: 'Solicitudes', icon: Inbox, waiting: 'requests', guide: 'solicitudes' },
  { path: 'brechas', name: 'Brechas', icon: Siren, waiting: 'breaches', guide: 'brechas' },
  {
    path: 'aprobaciones',
    name: 'Aprobaciones',
    icon: FileCheck2,
    waiting: 'approvals',
    guide: 'aprobaciones',
  },
  { path: 'registro', name: 'Registro', icon: BookOpenText, guide: 'registro' },
  { path: 'mapa', name: 'Mapa de datos', icon: MapIcon, guide: 'mapa' },
  { path: 'encargados', name: 'Encargados', icon: Handshake, guide: 'encargados' },
  { path: 'contratos', name: 'Contratos', icon: FileSignature, guide: 'contratos' },
  { path: 'evaluaciones', name: 'Evaluaciones', icon: Scale, guide: 'evaluaciones' },
  { path: 'cuestionarios', name: 'Cuestionarios', icon: MessageCircleQuestionMark, guide: 'cuestionarios' },
  { path: 'conectores', name: 'Conectores', icon: Cable, guide: 'conectores' },
  { path: 'cookies', name: 'Cookies', icon: Cookie, guide: 'cookies' },
  { path: 'consentimiento', name: 'Consentimiento', icon: ListChecks, guide: 'consentimiento' },
  { path: 'politicas', name: 'Políticas', icon: ScrollText, guide: 'politicas' },
  { path: 'gobierno', name: 'Gobierno', icon: Landmark, guide: 'gobierno' },
  { path: 'flujos', name: 'Flujos', icon: Workflow, guide: 'aprobaciones' },
  { path: 'dominios', name: 'Dominios', icon: Globe, guide: 'organizacion', isOfOrganisation: true },
  { path: 'entidades', name: 'Entidades', icon: Building2, guide: 'organizacion', isOfOrganisation: true },
  { path: 'areas', name: 'Departamentos', icon: Network, guide: 'organizacion', isOfOrganisation: true },
  { path: 'personas', name: 'Personas', icon: UsersRound, guide: 'organizacion', isOfOrganisation: true },
  { path: 'ajustes', name: 'Ajustes', icon: Settings, guide: 'ajustes', isOfOrganisation: true },
]

/** The area of an address. */
export function areaAt(pathname: string): Area | undefined {
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
