import Type, { type Static } from 'typebox'
import { Flag, Id, Instant, nullable, oneOf } from '#http/schema-kit.ts'
import { ENTRY_REFUSALS } from '#modules/auth/public.ts'
import { MOST_TASKS, SCOPES, TASK_KINDS } from './rules.ts'

// ── input ──

export const TasksQuery = Type.Object({
  scope: Type.Optional(
    oneOf(SCOPES, {
      description:
        'tenant (por defecto): la organización de la solicitud; all: todas las suyas. Una clave de API ve solo la propia',
    }),
  ),
  kind: Type.Optional(oneOf(TASK_KINDS, { description: 'Solo las de esta clase' })),
})
export type TasksQuery = Static<typeof TasksQuery>

// ── output ──

export const Task = Type.Object({
  kind: oneOf(TASK_KINDS, {
    description:
      'approval: una aprobación que usted puede dar; request: una solicitud de un titular; breach: una brecha abierta; assessment: una evaluación por hacer; contract: un contrato por vencer; review: una revisión que toca; policy: una política publicada que ya no dice lo que dice el registro; answer: una respuesta a un cuestionario que nadie ha leído',
    examples: ['request'],
  }),
  entityType: Type.String({ examples: ['dsar_request'] }),
  entityId: Id(),
  title: Type.String({ examples: ['Acceso: ARCO-2026-01234'] }),
  dueAt: nullable(Instant({ description: 'Nulo si no tiene plazo: van al final' })),
  overdue: Flag(),
  state: Type.String({ description: 'El estado del registro', examples: ['RECEIVED'] }),
  article: nullable(Type.String({ examples: ['arts. 5 y 11, Ley 19.628 (mod. Ley 21.719)'] })),
  tenantId: Id(),
  tenantName: Type.String({ examples: ['Tienda Sur SpA'] }),
  url: Type.String({
    description: 'Dónde se atiende en la consola',
    examples: ['/organizacion/tienda-sur-spa/solicitudes/019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'],
  }),
})
export type Task = Static<typeof Task>

export const SkippedOrganisation = Type.Object({
  tenantId: Id(),
  tenantName: Type.String({ examples: ['Comercial Norte Ltda.'] }),
  reason: oneOf(ENTRY_REFUSALS, {
    description: 'Por qué la organización no admite esta sesión, como en GET /auth/me',
    examples: ['mfa'],
  }),
})

export const TaskList = Type.Object({
  items: Type.Array(Task, { description: `Las ${MOST_TASKS} de plazo más próximo` }),
  total: Type.Integer({ minimum: 0, description: 'De todas, también las que no se muestran', examples: [1] }),
  skipped: Type.Array(SkippedOrganisation, {
    description: 'Con scope=all: las organizaciones que no admiten esta sesión',
  }),
})
export type TaskList = Static<typeof TaskList>
