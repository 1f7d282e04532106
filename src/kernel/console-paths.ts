/** The console's paths. Notices, tasks, search and letters all link there, so the paths are defined once. */
const AREAS = {
  activity: 'registro',
  api_key: 'ajustes/claves',
  approval: 'aprobaciones',
  breach: 'brechas',
  connector: 'conectores',
  contract: 'contratos',
  cookie_policy: 'politicas/cookies',
  consent_notice: 'consentimiento/avisos',
  consent_template: 'consentimiento/formularios',
  department: 'areas',
  domain: 'dominios',
  dpia_assessment: 'evaluaciones',
  dsar_request: 'solicitudes',
  dsar_widget: 'solicitudes/formularios',
  governance_report: 'gobierno/informes',
  import: 'registro',
  legal_entity: 'entidades',
  member: 'personas',
  notification: 'hoy',
  privacy_policy: 'politicas',
  processor: 'encargados',
  questionnaire: 'cuestionarios',
  questionnaire_answer: 'cuestionarios/respuestas',
  system: 'mapa/sistemas',
  webhook: 'ajustes/webhooks',
  workflow_definition: 'flujos',
} as const

export type ConsoleEntity = keyof typeof AREAS

/** These have no page of their own: their link leads to the screen with their result. */
const WITHOUT_PAGE: readonly ConsoleEntity[] = ['api_key', 'import', 'notification']

export const CONSOLE_ENTITIES = Object.keys(AREAS) as ConsoleEntity[]

export function hasConsolePath(entity: string): entity is ConsoleEntity {
  return Object.hasOwn(AREAS, entity)
}

/** A path without a host, so it also works under another host name. Without an id it leads to the list. */
export function consolePath(slug: string, entity: ConsoleEntity, id?: string): string {
  const area = `/organizacion/${encodeURIComponent(slug)}/${AREAS[entity]}`
  return id === undefined || WITHOUT_PAGE.includes(entity) ? area : `${area}/${encodeURIComponent(id)}`
}
