import type { Made } from '../callers.ts'
import { MAIL_DOMAIN } from '../people.ts'
import type { Story } from '../story.ts'

const HOOK = `https://integraciones.${MAIL_DOMAIN}/flujos`

const conclusion = { name: 'conclusion', label: 'Conclusión', type: 'TEXTAREA', required: true }

const DEFINITIONS = [
  {
    weeksAgo: 9,
    name: 'Evaluaciones de impacto: revisión y aprobación',
    description: 'La analista reúne las opiniones; la delegada aprueba.',
    entityType: 'DPIA',
    stages: [
      {
        id: 'revision',
        name: 'Revisión de riesgos',
        order: 1,
        requiredRole: 'ANALYST',
        slaDays: 10,
        slaWarningDays: 3,
        fields: [conclusion],
      },
      {
        id: 'aprobacion',
        name: 'Aprobación de la delegada',
        order: 2,
        requiredRole: 'DPO',
        slaDays: 5,
        slaWarningDays: 2,
      },
    ],
  },
  {
    weeksAgo: 9,
    name: 'Políticas de privacidad: fiscalía y delegada',
    description: 'Fiscalía revisa el texto antes de que la delegada lo publique.',
    entityType: 'PRIVACY_POLICY',
    stages: [
      {
        id: 'fiscalia',
        name: 'Revisión de fiscalía',
        order: 1,
        requiredRole: 'APPROVER',
        slaDays: 5,
        slaWarningDays: 1,
      },
      { id: 'delegada', name: 'Publicación', order: 2, requiredRole: 'DPO' },
    ],
  },
  {
    weeksAgo: 4,
    name: 'Solicitudes de titulares: búsqueda y respuesta',
    description:
      'Dos opiniones antes de responder; la integración con la mesa de ayuda espera su puesta en marcha.',
    entityType: 'DSAR',
    stages: [
      {
        id: 'busqueda',
        name: 'Búsqueda de los datos',
        order: 1,
        requiredRole: 'ANALYST',
        slaDays: 7,
        slaWarningDays: 2,
        parallelStages: [
          { id: 'sistemas', name: 'Sistemas' },
          { id: 'tiendas', name: 'Tiendas y servicio al cliente' },
        ],
      },
      {
        id: 'respuesta',
        name: 'Visto bueno de la respuesta',
        order: 2,
        requiredRole: 'DPO',
        slaDays: 5,
        fields: [conclusion],
      },
    ],
    webhooks: [{ url: HOOK, events: ['workflow.started', 'workflow.completed'], enabled: false }],
  },
  {
    weeksAgo: 3,
    name: 'Brechas: cierre con lecciones aprendidas',
    description: 'Se cierra cuando la causa está corregida y quedó escrito qué se aprendió.',
    entityType: 'BREACH',
    stages: [
      {
        id: 'causa',
        name: 'Causa y corrección',
        order: 1,
        requiredRole: 'ANALYST',
        slaDays: 3,
        slaWarningDays: 1,
        fields: [
          {
            name: 'causa',
            label: 'Causa',
            type: 'SELECT',
            required: true,
            options: ['error humano', 'falla técnica', 'ataque'],
          },
          { name: 'corregida', label: 'Corregida el', type: 'DATE', required: true },
        ],
      },
      { id: 'cierre', name: 'Cierre de la delegada', order: 2, requiredRole: 'DPO' },
    ],
  },
]

/** The approval workflows of the company. Other chapters run records through them. */
export function workflows(story: Story): void {
  for (const { weeksAgo, ...definition } of DEFINITIONS) {
    story.plan(story.week(weeksAgo, 1, '08:50'), () => story.as('admin').post('/workflows', definition))
  }
}

export interface Action {
  by: string
  stageId: string
  actionType: 'APPROVE' | 'REJECT' | 'REQUEST_INFO' | 'REASSIGN'
  notes: string
  subStageId?: string
  fieldValues?: object
}

/** A person acts on the approval that this record is in. */
export async function act(story: Story, entityType: string, entityId: string, { by, ...action }: Action) {
  const person = story.as(by)
  const { id } = await person.get<Made>(`/workflow-instances/entity/${entityType}/${entityId}`)
  await person.post(`/workflow-instances/${id}/action`, action)
}
