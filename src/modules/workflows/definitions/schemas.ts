import Type, { type Static } from 'typebox'
import {
  AnyObject,
  BoundedText,
  Flag,
  FreeObject,
  Id,
  Instant,
  listQuery,
  Name,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
  someOf,
  WebUrl,
} from '#http/schema-kit.ts'
import { newestFirst, TITLE } from '#kernel/paging.ts'
import { ROLES } from '#kernel/roles.ts'
import { DELIVERIES } from '#outbound/webhook-rows.ts'
import { ACTION_TYPES, INSTANCE_STATES, OPERATORS, WEBHOOK_EVENTS, WORKFLOW_ENTITY_TYPES } from '../model.ts'
import { OUTCOMES } from './dry-run.ts'

// ── input ──

/** Forms send empty fields as blanks, which count as absent. */
const Label = (example: string) => optional(Remark(200, { examples: [example] }))
/** The caller may choose the ids of stages and parts. */
const PartId = () => optional(Remark(100, { examples: ['revision-legal'] }))

const NewAction = Type.Object({
  id: PartId(),
  type: oneOf(ACTION_TYPES),
  label: Label('Aprobar'),
})

const Option = Type.Unsafe<string | { value: string; label?: string | null }>({
  anyOf: [BoundedText(500), Type.Object({ value: BoundedText(500), label: optional(Remark(500)) })],
  examples: ['alto'],
})

const NewField = Type.Object({
  id: PartId(),
  name: optional(Remark(100, { examples: ['conclusion'], description: 'Si falta, «id» o «label»' })),
  label: Label('Conclusión'),
  type: optional(Remark(50, { examples: ['TEXTAREA'], description: 'TEXT, TEXTAREA, DATE, SELECT u otro' })),
  required: optional(Flag()),
  options: optional(Type.Array(Option, { maxItems: 200 })),
})

const scalar = [{ type: 'string', maxLength: 500 }, { type: ['number', 'boolean', 'null'] }]

const NewCondition = Type.Object({
  field: BoundedText(200, { examples: ['riskLevel'] }),
  operator: oneOf(OPERATORS),
  value: Type.Optional(
    Type.Unsafe<unknown>({
      anyOf: [...scalar, { type: 'array', maxItems: 200, items: { anyOf: scalar } }],
      examples: ['high'],
    }),
  ),
})

const NewSubStage = Type.Object({
  id: PartId(),
  name: optional(
    Remark(200, { examples: ['Revisión de seguridad'], description: 'Si falta, «label» o «id»' }),
  ),
  label: Label('Revisión de seguridad'),
  requiredRole: optional(oneOf(ROLES)),
})

const Days = (description: string) => Type.Number({ minimum: 0, maximum: 3650, examples: [5], description })

const NewStage = Type.Object({
  id: PartId(),
  name: Name({ examples: ['Revisión legal'] }),
  description: optional(Remark(2000)),
  order: optional(Type.Number({ minimum: -1e9, maximum: 1e9, examples: [1] })),
  requiredRole: optional(oneOf(ROLES, { description: 'ANALYST si no se indica' })),
  actions: optional(Type.Array(NewAction, { maxItems: 20, description: 'Vacío: las cuatro' })),
  autoAdvance: optional(Flag()),
  slaDays: optional(Days('Plazo de la etapa, en días')),
  slaWarningDays: optional(Days('Días antes del vencimiento en que se avisa')),
  fields: optional(Type.Array(NewField, { maxItems: 100 })),
  conditions: optional(Type.Array(NewCondition, { maxItems: 50 })),
  parallelStages: optional(Type.Array(NewSubStage, { maxItems: 50 })),
})

const NewWebhook = Type.Object({
  id: PartId(),
  url: WebUrl({ examples: ['https://integraciones.tiendasur.cl/flujos'] }),
  events: someOf(WEBHOOK_EVENTS),
  secret: optional(Remark(500, { description: 'Se genera si no se envía' })),
  enabled: optional(Flag()),
})
export type NewWebhook = Static<typeof NewWebhook>

const stages = Type.Array(NewStage, { minItems: 1, maxItems: 50 })
const webhooks = optional(Type.Array(NewWebhook, { maxItems: 20 }))

const exampleStages = [
  {
    name: 'Revisión legal',
    order: 1,
    requiredRole: 'DPO',
    slaDays: 5,
    slaWarningDays: 2,
    fields: [{ name: 'conclusion', label: 'Conclusión', type: 'TEXTAREA', required: true }],
  },
  { name: 'Aprobación final', order: 2, requiredRole: 'ADMIN' },
]

export const NewDefinition = Type.Object(
  {
    name: Name(),
    description: optional(Remark(2000)),
    entityType: oneOf(WORKFLOW_ENTITY_TYPES),
    stages,
    webhooks,
  },
  {
    examples: [
      {
        name: 'Aprobación de solicitudes de titulares',
        entityType: 'DSAR',
        stages: exampleStages,
        webhooks: [
          {
            url: 'https://integraciones.tiendasur.cl/flujos',
            events: ['workflow.started', 'workflow.completed'],
            secret: 'un-secreto-compartido',
            enabled: true,
          },
        ],
      },
    ],
  },
)
export type NewDefinition = Static<typeof NewDefinition>

export const DefinitionPatch = Type.Object(
  {
    name: Type.Optional(Name()),
    description: optional(Remark(2000)),
    entityType: Type.Optional(oneOf(WORKFLOW_ENTITY_TYPES)),
    stages: Type.Optional(stages),
    webhooks,
    isActive: Type.Optional(Flag()),
  },
  { examples: [{ name: 'Aprobación de solicitudes', stages: exampleStages }] },
)
export type DefinitionPatch = Static<typeof DefinitionPatch>

export const DryRunQuestion = Type.Object(
  {
    entityType: oneOf(WORKFLOW_ENTITY_TYPES),
    stages,
    entityId: optional(
      Remark(200, { description: 'Un registro de la organización, cuyos datos leen las condiciones' }),
    ),
    facts: optional(
      FreeObject({
        description: 'Datos supuestos del registro, por nombre; cuentan antes que los del registro',
        examples: [{ highestRisk: 'high' }],
      }),
    ),
    answers: optional(
      Type.Array(
        Type.Object({
          stageId: BoundedText(100),
          subStageId: optional(Remark(100)),
          actionType: oneOf(ACTION_TYPES),
          reassignTo: optional(Remark(100)),
          fieldValues: optional(FreeObject()),
          role: optional(oneOf(ROLES, { description: 'De quien responde; OWNER si no se indica' })),
        }),
        { maxItems: 200, description: 'Lo que se respondería, en orden. Las etapas se nombran por su «id»' },
      ),
    ),
  },
  {
    examples: [
      {
        entityType: 'DPIA',
        stages: [
          { id: 'legal', name: 'Revisión legal' },
          {
            id: 'gerencia',
            name: 'Gerencia',
            conditions: [{ field: 'highestRisk', operator: 'eq', value: 'high' }],
          },
        ],
        facts: { highestRisk: 'high' },
        answers: [{ stageId: 'legal', actionType: 'APPROVE' }],
      },
    ],
  },
)
export type DryRunQuestion = Static<typeof DryRunQuestion>

export const DEFINITIONS = newestFirst('workflow_definitions', { name: TITLE })

export const DefinitionsQuery = listQuery(DEFINITIONS, {
  entityType: Type.Optional(oneOf(WORKFLOW_ENTITY_TYPES)),
  isActive: Type.Optional(Flag()),
})
export type DefinitionsQuery = Static<typeof DefinitionsQuery>

export const DeliveriesQuery = listQuery(DELIVERIES, {})
export type DeliveriesQuery = Static<typeof DeliveriesQuery>

export const ByDelivery = Type.Object({ id: PathId, deliveryId: PathId })

// ── output ──

export const Text = (example: string) => Type.String({ examples: [example] })
const Anything = Type.Unsafe<unknown>({ examples: ['high'] })

export const Stage = Type.Object({
  id: Text('revision-legal'),
  name: Text('Revisión legal'),
  description: nullable(Type.String()),
  order: Type.Number(),
  requiredRole: oneOf(ROLES),
  actions: Type.Array(
    Type.Object({ id: Text('aprobar'), type: oneOf(ACTION_TYPES), label: Text('Aprobar') }),
  ),
  autoAdvance: Flag(),
  slaDays: nullable(Type.Number()),
  slaWarningDays: nullable(Type.Number()),
  fields: Type.Array(
    Type.Object({
      id: Text('conclusion'),
      name: Text('conclusion'),
      label: Text('Conclusión'),
      type: Text('TEXTAREA'),
      required: Flag(),
      options: Type.Array(
        Type.Unsafe<string | { value: string; label: string }>({
          anyOf: [Text('alto'), Type.Object({ value: Text('alto'), label: Text('Alto') })],
        }),
      ),
    }),
  ),
  conditions: Type.Array(
    Type.Object({ field: Text('riskLevel'), operator: oneOf(OPERATORS), value: Anything }),
  ),
  parallelStages: Type.Array(
    Type.Object({
      id: Text('seguridad'),
      name: Text('Revisión de seguridad'),
      requiredRole: nullable(oneOf(ROLES)),
    }),
  ),
})

const Verdict = Type.Object({
  field: Text('highestRisk'),
  operator: oneOf(OPERATORS),
  value: Anything,
  actual: Anything,
  holds: Flag(),
})

export const DryRunResult = Type.Object({
  status: oneOf(INSTANCE_STATES),
  currentStageId: nullable(Text('gerencia')),
  fieldValues: AnyObject({ examples: [{ conclusion: 'Sin observaciones' }] }),
  pendingSubStages: Type.Array(Type.Object({ id: Text('seguridad'), name: Text('Revisión de seguridad') })),
  road: Type.Array(
    Type.Object({
      stageId: Text('gerencia'),
      outcome: oneOf(OUTCOMES),
      conditions: Type.Array(Verdict, { description: 'Qué encontró cada condición de la etapa' }),
    }),
    { description: 'Las etapas a las que se llegó, en orden' },
  ),
  factNames: Type.Array(Text('highestRisk'), {
    description: 'Lo que las condiciones pueden leer del registro indicado y de los datos supuestos',
  }),
})

const Webhook = Type.Object({
  id: Id(),
  url: Text('https://integraciones.tiendasur.cl/flujos'),
  events: someOf(WEBHOOK_EVENTS),
  secret: nullable(
    Type.String({
      description: 'Solo para ADMIN o superior; nulo también si ya no se puede leer: ingréselo de nuevo',
      examples: ['un-secreto-compartido'],
    }),
  ),
  enabled: Flag(),
})

export const Definition = Type.Object({
  id: Id(),
  name: Text('Aprobación de solicitudes'),
  description: nullable(Type.String()),
  entityType: oneOf(WORKFLOW_ENTITY_TYPES),
  version: Type.Integer({ minimum: 1 }),
  isActive: Flag(),
  isSystem: Flag({ description: 'De fábrica: no se edita ni se elimina' }),
  stageCount: Type.Integer({ minimum: 0 }),
  stages: Type.Array(Stage),
  webhooks: Type.Array(Webhook),
  createdBy: nullable(Id()),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Definition = Static<typeof Definition>

export const Delivery = Type.Object({
  id: Id(),
  webhookId: Id(),
  event: Text('stage.approve'),
  url: Text('https://integraciones.tiendasur.cl/flujos'),
  status: oneOf(['PENDING', 'DELIVERED', 'FAILED']),
  attempts: Type.Integer({ minimum: 0 }),
  lastStatus: nullable(Type.Integer({ examples: [200] })),
  lastError: nullable(Type.String()),
  nextAttemptAt: nullable(Instant()),
  deliveredAt: nullable(Instant()),
  createdAt: Instant(),
})
