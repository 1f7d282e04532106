import type { Person } from './service.ts'

/** Processing activities and the records around them, for tests that build on activities. */

export async function makeSystem(person: Person, fields: object = {}): Promise<string> {
  const reply = await person.post('/data-map/systems', { name: 'CRM de ventas', type: 'CRM', ...fields })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return reply.data.id
}

export async function makeFlow(person: Person, fields: object = {}): Promise<string> {
  const [sourceSystemId, targetSystemId] = await Promise.all([makeSystem(person), makeSystem(person)])
  const reply = await person.post('/data-map/flows', { sourceSystemId, targetSystemId, ...fields })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return reply.data.id
}

export async function makeDomain(person: Person, url: string): Promise<string> {
  const { entities } = (await person.get('/org/entities')).data
  const reply = await person.post('/domains', { url, name: url, legalEntityId: entities[0].id })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return reply.data.id
}

export function newActivity(systemId: string, fields: object = {}) {
  return {
    name: 'Boletín mensual',
    purpose: 'Enviar ofertas por correo a quienes se suscribieron',
    legalBasis: 'consent',
    dataCategories: ['name', 'email'],
    subjectCategories: ['subscribers'],
    retentionPeriod: 'until_unsubscribe',
    systemId,
    ...fields,
  }
}

export async function makeActivity(person: Person, fields: object = {}): Promise<string> {
  const given = fields as { systemId?: string }
  const systemId = given.systemId ?? (await makeSystem(person))
  const reply = await person.post('/rat/activities', newActivity(systemId, fields))
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return reply.data.id
}

/** A valid id of no record. */
export const NOBODY = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
