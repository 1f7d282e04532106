import type { Data } from '#client'
import { AREAS } from '../../frame/areas.ts'

export type Task = Data<'GET /tasks'>['items'][number]
export type Act = Data<'GET /activity'>['items'][number]

export const KINDS: Record<Task['kind'], string> = {
  approval: 'Aprobación',
  request: 'Solicitud',
  breach: 'Brecha',
  assessment: 'Evaluación',
  contract: 'Contrato',
  review: 'Revisión',
  policy: 'Política',
  answer: 'Respuesta',
}

/** Why this session cannot open an organisation. */
export const CLOSED: Record<string, string> = {
  suspended: 'está suspendida',
  expired: 'pide sesiones más cortas: cierre esta y entre otra vez',
  sso: 'pide entrar con la cuenta de la empresa',
  mailbox: 'espera que pruebe que su correo es suyo, con el enlace que le enviamos',
  mfa: 'exige un segundo factor: actívelo en su cuenta',
}

export function existing(path: string): string | undefined {
  return path === 'comenzar' || AREAS.some((one) => one.path === path.split('/')[0]) ? path : undefined
}

const THINGS: Record<Act['entityType'], readonly [name: string, screen?: string]> = {
  activity: ['una actividad de tratamiento', 'registro'],
  breach: ['una brecha', 'brechas'],
  consent_notice: ['un aviso de cookies', 'consentimiento/avisos'],
  consent_template: ['un formulario de consentimiento', 'consentimiento/formularios'],
  connector: ['un conector', 'conectores'],
  contract: ['un contrato', 'contratos'],
  contract_template: ['una plantilla de contrato'],
  cookie_policy: ['la política de cookies', 'politicas/cookies'],
  data_flow: ['un flujo de datos'],
  department: ['un departamento', 'areas'],
  domain: ['un dominio', 'dominios'],
  dpia_assessment: ['una evaluación de impacto', 'evaluaciones'],
  dpia_risk: ['un riesgo'],
  dsar_request: ['una solicitud de derechos', 'solicitudes'],
  dsar_widget: ['un formulario de solicitudes', 'solicitudes/formularios'],
  file: ['un archivo'],
  governance_report: ['un informe', 'gobierno/informes'],
  legal_entity: ['una entidad legal', 'entidades'],
  privacy_policy: ['la política de privacidad', 'politicas'],
  questionnaire: ['un cuestionario', 'cuestionarios'],
  questionnaire_answer: ['una respuesta a un cuestionario', 'cuestionarios/respuestas'],
  processor: ['un encargado', 'encargados'],
  system: ['un sistema', 'mapa/sistemas'],
  workflow_definition: ['un flujo de aprobación', 'flujos'],
  workflow_instance: ['una aprobación', 'aprobaciones'],
  workspace: ['un espacio de trabajo'],
}

const DID: Readonly<Record<string, string>> = {
  create: 'registró',
  delete: 'eliminó',
  generate: 'generó',
  publish: 'publicó',
  upload: 'subió',
  send: 'envió',
  sign: 'firmó',
  approve: 'aprobó',
  reject: 'rechazó',
  import: 'importó',
}

/** «Registró una brecha». An action without a word of its own reads «cambió». */
export function deedOf({ action, entityType }: Act): string {
  const did = DID[action] ?? 'cambió'
  return `${did.charAt(0).toUpperCase()}${did.slice(1)} ${THINGS[entityType][0]}`
}

export function placeOfAct({ action, entityType, entityId }: Act): string | undefined {
  const [, screen] = THINGS[entityType]
  if (!screen || action === 'delete' || !existing(screen)) return undefined
  return `${screen}/${entityId}`
}

/** Merges repeated acts of one person and keeps the newest. Otherwise an import would push everything else off the list. */
export function alike(acts: readonly Act[]): [act: Act, count: number][] {
  const groups = new Map<string, [Act, number]>()
  for (const act of acts) {
    const key = `${deedOf(act)} ${doerOf(act)}`
    const group = groups.get(key)
    if (group) group[1] += 1
    else groups.set(key, [act, 1])
  }
  return [...groups.values()]
}

const DOERS: Record<Act['actorType'], string> = {
  user: 'Una persona',
  api_key: 'Un programa',
  scim: 'El directorio de la empresa',
  public: 'Un titular',
  portal: 'Un titular',
  system: 'Resguardo',
}

export function doerOf({ actorName, actorType }: Act): string {
  return actorName ?? DOERS[actorType]
}
