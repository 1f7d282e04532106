/** Where the console shows a thing. Notices, tasks, search and letters all lead there, so the addresses stand here once. */
const AREAS = {
  activity: 'registro',
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
  file: 'archivos',
  governance_report: 'gobierno/informes',
  import: 'importaciones',
  legal_entity: 'entidades',
  member: 'personas',
  notification: 'novedades',
  privacy_policy: 'politicas',
  processor: 'encargados',
  questionnaire: 'cuestionarios',
  questionnaire_answer: 'cuestionarios/respuestas',
  system: 'mapa/sistemas',
  webhook: 'ajustes/webhooks',
  workflow_definition: 'flujos',
} as const

export type ConsoleEntity = keyof typeof AREAS

export const CONSOLE_ENTITIES = Object.keys(AREAS) as ConsoleEntity[]

/** Inside the service, so it also works behind another host name. Without an id: the list. */
export function consolePath(slug: string, entity: ConsoleEntity, id?: string): string {
  const area = `/organizacion/${encodeURIComponent(slug)}/${AREAS[entity]}`
  return id === undefined ? area : `${area}/${encodeURIComponent(id)}`
}
