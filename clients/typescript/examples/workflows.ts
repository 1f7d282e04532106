/** Approval workflows: an own definition, an instance, and the actions that move it. */
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()

const definition = await api.post('/workflows', {
  body: {
    name: 'Compra de software',
    entityType: 'CUSTOM',
    stages: [
      {
        name: 'Revisión de privacidad',
        order: 1,
        requiredRole: 'DPO',
        slaDays: 5,
        fields: [
          {
            name: 'pais',
            label: 'País del proveedor',
            type: 'SELECT',
            required: true,
            options: ['CL', 'US'],
          },
        ],
      },
      { name: 'Aprobación', order: 2, requiredRole: 'OWNER' },
    ],
    webhooks: [
      {
        url: 'https://hooks.tiendasur.cl/resguardo',
        events: ['workflow.completed'],
        secret: 'un secreto compartido',
        enabled: false,
      },
    ],
  },
})
let instance = await api.post('/workflows/{definitionId}/start', {
  path: { definitionId: definition.id },
  body: { entityType: 'CUSTOM', entityId: 'compra-2026-17' },
})
for (const fieldValues of [{ pais: 'CL' }, {}]) {
  instance = await api.post('/workflow-instances/{id}/action', {
    path: { id: instance.id },
    body: { stageId: instance.currentStageId!, actionType: 'APPROVE', fieldValues },
  })
  console.log(instance.status)
}
const { events } = await api.get('/workflow-instances/{id}', { path: { id: instance.id } })
for (const { type } of events) console.log(`- ${type}`)
