/** Where the console shows a thing. Notices, tasks, search and letters all lead there, so the addresses stand here once. */
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

/** What has no page of its own: its address is the screen that shows what came of it. */
const WITHOUT_PAGE: readonly ConsoleEntity[] = ['api_key', 'import', 'notification']

export const CONSOLE_ENTITIES = Object.keys(AREAS) as ConsoleEntity[]

export function hasConsolePath(entity: string): entity is ConsoleEntity {
  return Object.hasOwn(AREAS, entity)
}

/** Inside the service, so it also works behind another host name. Without an id: the list. */
export function consolePath(slug: string, entity: ConsoleEntity, id?: string): string {
  const area = `/organizacion/${encodeURIComponent(slug)}/${AREAS[entity]}`
  return id === undefined || WITHOUT_PAGE.includes(entity) ? area : `${area}/${encodeURIComponent(id)}`
}
