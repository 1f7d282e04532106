import type { Person } from './service.ts'

/** Helpers for policies: approvals, their flows, and the notices from which cookie policies are written. */

export async function act(person: Person, instanceId: string, actionType: string, notes?: string) {
  const { currentStageId: stageId } = (await person.get(`/workflow-instances/${instanceId}`)).data
  return person.post(`/workflow-instances/${instanceId}/action`, { stageId, actionType, notes })
}

export async function makeFlowFor(person: Person, entityType: string, stages: object[]): Promise<string> {
  const reply = await person.post('/workflows', { name: `Aprobación de ${entityType}`, entityType, stages })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return reply.data.id
}

/** A stage whose condition no policy meets, so it is skipped. */
export const SKIPPED = {
  name: 'Solo si hay muchas versiones',
  order: 1,
  conditions: [{ field: 'version', operator: 'gt', value: 1_000_000 }],
}

export async function publishNotice(person: Person, purposes: object[], domainId?: string): Promise<string> {
  const notice = await person.post('/consent/notices', {
    name: 'Banner',
    purposes,
    ...(domainId && { domainId }),
  })
  const reply = await person.post(`/consent/notices/${notice.data.id}/publish`)
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return notice.data.id
}
