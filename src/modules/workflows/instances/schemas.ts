import Type, { type Static } from 'typebox'
import { overridable, warned } from '#http/legal-schemas.ts'
import {
  AnyObject,
  BoundedText,
  Flag,
  FreeObject,
  Id,
  Instant,
  listQuery,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
} from '#http/schema-kit.ts'
import type { List } from '#kernel/paging.ts'
import { Stage, Text } from '../definitions/schemas.ts'
import { ACTION_TYPES, INSTANCE_STATES, WORKFLOW_ENTITY_TYPES } from '../model.ts'
import { SLA_STATES } from '../sla.ts'

// ── input ──

export const NewInstance = Type.Object(
  { entityType: oneOf(WORKFLOW_ENTITY_TYPES), entityId: BoundedText(200) },
  { examples: [{ entityType: 'DSAR', entityId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f' }] },
)
export type NewInstance = Static<typeof NewInstance>

export const InstanceAction = Type.Object(
  {
    stageId: BoundedText(100),
    subStageId: optional(Remark(100)),
    actionType: oneOf(ACTION_TYPES),
    notes: optional(Remark(2000)),
    reassignTo: optional(Remark(100)),
    fieldValues: optional(FreeObject()),
    ...overridable,
  },
  {
    examples: [
      {
        stageId: 'revision-legal',
        actionType: 'APPROVE',
        notes: 'Conforme.',
        fieldValues: { conclusion: 'Sin observaciones' },
      },
    ],
  },
)
export type InstanceAction = Static<typeof InstanceAction>

/** The search covers the definition's name, the kind of record and the record's id. */
export const INSTANCES: List<'startedAt' | 'updatedAt'> = {
  name: 'workflow_instances',
  sorts: { startedAt: 'started_at', updatedAt: 'updated_at' },
  first: '-startedAt',
  changed: 'updated_at',
  id: 'id',
  search: {
    words: 'workflow_instances',
    also: [{ words: 'workflow_definitions', id: 'definition_id' }],
  },
}

export const InstancesQuery = listQuery(INSTANCES, {
  status: Type.Optional(oneOf(INSTANCE_STATES)),
  ended: Type.Optional(
    Flag({ description: 'Verdadero: solo las terminadas; falso: solo las que siguen en curso' }),
  ),
  entityType: Type.Optional(oneOf(WORKFLOW_ENTITY_TYPES)),
  definitionId: Type.Optional(Remark(100)),
  assignedTo: Type.Optional(
    Remark(100, { description: 'Solo las de esta persona; «me» es usted', examples: ['me'] }),
  ),
  waitingFor: Type.Optional(
    oneOf(['me'], {
      description:
        'Solo las que esperan una decisión de usted: las asignadas a usted, y las de nadie en cuya etapa su rol puede actuar',
    }),
  ),
})
export type InstancesQuery = Static<typeof InstancesQuery>

export const ByDefinition = Type.Object({ definitionId: PathId })
export const ByInstance = Type.Object({ instanceId: PathId })
/** Records may be kept elsewhere, so any text is an id. */
export const ByEntity = Type.Object({
  entityType: Type.String({ examples: ['DPIA'] }),
  entityId: Type.String({ examples: ['019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'] }),
})

// ── output ──

const MaybeText = (example: string) => nullable(Text(example))
const EntityTitle = nullable(Text('Evaluación de impacto: ficha clínica electrónica'))
const Values = () => AnyObject({ examples: [{ conclusion: 'Sin observaciones' }] })

const instance = {
  id: Id(),
  definitionId: Id(),
  definitionVersion: Type.Integer({ minimum: 1 }),
  entityType: oneOf(WORKFLOW_ENTITY_TYPES),
  entityId: Text('019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'),
  currentStageId: nullable(Text('revision-legal')),
  status: oneOf(INSTANCE_STATES),
  assignedTo: nullable(Id()),
  startedBy: nullable(Id()),
  startedAt: Instant(),
  completedAt: nullable(Instant()),
}

export const Instance = Type.Object(instance)
export type Instance = Static<typeof Instance>

export const ListedInstance = Type.Object({
  ...instance,
  dueAt: nullable(Instant({ description: 'Cuándo vence la etapa actual' })),
  entityTitle: EntityTitle,
  definitionName: Text('Aprobación de evaluaciones de impacto'),
  stageName: MaybeText('Revisión legal'),
})
export type ListedInstance = Static<typeof ListedInstance>

export const ActedInstance = warned(Instance)

export const InstanceDetail = Type.Object({
  ...instance,
  entityTitle: EntityTitle,
  fieldValues: Values(),
  entityRefusal: nullable(Type.String({ description: 'Por qué no se pudo completar la entidad' })),
  definitionSnapshot: Type.Object({
    id: Id(),
    name: Text('Aprobación de solicitudes'),
    description: nullable(Type.String()),
    entityType: oneOf(WORKFLOW_ENTITY_TYPES),
    version: Type.Integer({ minimum: 1 }),
    stages: Type.Array(Stage),
  }),
  sla: Type.Object({
    dueAt: nullable(Instant()),
    warningAt: nullable(Instant()),
    state: oneOf(SLA_STATES),
  }),
  subStageCompletions: Type.Array(
    Type.Object({
      stageId: Text('revision-legal'),
      subStageId: Text('seguridad'),
      completedBy: nullable(Id()),
      completedByName: MaybeText('Ana Rojas'),
      notes: nullable(Type.String()),
      completedAt: Instant(),
    }),
  ),
  events: Type.Array(
    Type.Object({
      id: Id(),
      type: Text('stage.approve'),
      stageId: MaybeText('revision-legal'),
      subStageId: nullable(Type.String()),
      actionType: nullable(oneOf(ACTION_TYPES)),
      newStageId: MaybeText('aprobacion-final'),
      status: oneOf(INSTANCE_STATES),
      notes: nullable(Type.String()),
      fieldValues: nullable(Values()),
      assignedTo: nullable(Id()),
      actorId: nullable(Id()),
      actorName: MaybeText('Ana Rojas'),
      actorRole: MaybeText('DPO'),
      createdAt: Instant(),
    }),
  ),
})
export type InstanceDetail = Static<typeof InstanceDetail>

export const LatestInstance = nullable(InstanceDetail)
