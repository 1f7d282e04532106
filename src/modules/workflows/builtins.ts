import type { Stage, WorkflowEntityType } from './model.ts'

/** The built-in approvals of every new tenant (decisions part 2). Migration 0007 gave them to older tenants. */
const APPROVAL: Stage = {
  id: 'aprobacion',
  name: 'Aprobación',
  description: null,
  order: 1,
  requiredRole: 'DPO',
  actions: [
    { id: 'approve', type: 'APPROVE', label: 'Aprobar' },
    { id: 'reject', type: 'REJECT', label: 'Rechazar' },
    { id: 'request_info', type: 'REQUEST_INFO', label: 'Pedir información' },
    { id: 'reassign', type: 'REASSIGN', label: 'Reasignar' },
  ],
  autoAdvance: false,
  slaDays: null,
  slaWarningDays: null,
  fields: [],
  conditions: [],
  parallelStages: [],
}

const DESCRIPTION = 'Aprobación en una etapa por el delegado de protección de datos o un rol superior.'

export const BUILT_INS: readonly {
  entityType: WorkflowEntityType
  name: string
  description: string
  stages: Stage[]
}[] = [
  {
    entityType: 'DPIA',
    name: 'Aprobación de evaluaciones de impacto',
    description: DESCRIPTION,
    stages: [APPROVAL],
  },
  {
    entityType: 'PRIVACY_POLICY',
    name: 'Aprobación de políticas de privacidad',
    description: DESCRIPTION,
    stages: [APPROVAL],
  },
]
