import { ROLE_NAMES } from '#kernel/roles.ts'
import type { Stage, WorkflowEntityType } from '../model.ts'

/** Spanish words for each kind of record. */
const KINDS: Readonly<Record<WorkflowEntityType, string>> = {
  DSAR: 'de la solicitud de derechos',
  BREACH: 'de la brecha de seguridad',
  DPIA: 'de la evaluación de impacto',
  CONTRACT: 'del contrato',
  RAT: 'de la actividad de tratamiento',
  PRIVACY_POLICY: 'de la política de privacidad',
  COOKIE_POLICY: 'de la política de cookies',
  CUSTOM: 'del registro',
}

const MOMENT = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'America/Santiago',
  dateStyle: 'long',
  timeStyle: 'short',
  // «p. m.» would end a sentence with two full stops.
  hourCycle: 'h23',
})

interface Term {
  overdue: boolean
  definition: string
  stage: Pick<Stage, 'name' | 'requiredRole'>
  dueAt: Date
  entityType: WorkflowEntityType
  /** The record's own title, or its id if it is kept elsewhere. */
  title: string
}

/** To people who may act on a stage whose term is near or over. */
export function termLetter({ overdue, definition, stage, dueAt, entityType, title }: Term) {
  const due = MOMENT.format(dueAt)
  return {
    subject: `${overdue ? 'Vencida' : 'Por vencer'}: etapa «${stage.name}» de ${definition}`,
    paragraphs: [
      overdue
        ? `La etapa «${stage.name}» del flujo «${definition}» venció el ${due} y sigue sin resolverse.`
        : `La etapa «${stage.name}» del flujo «${definition}» vence el ${due}.`,
      `Se trata ${KINDS[entityType]} «${title}». Para resolverla hace falta el rol «${ROLE_NAMES[stage.requiredRole]}» o uno superior.`,
    ],
  }
}
