import type { Plan } from '#kernel/plans.ts'
import type { Person, TestService } from './service.ts'

/** An organisation ready for contracts: with a processor, an activity and the built-in templates. */
export interface Ground {
  ana: Person
  processorId: string
  activityId: string
  /** Id of the built-in DPA template. */
  templateId: string
}

export async function ground(
  api: TestService,
  { plan = 'PROFESSIONAL' as Plan, vendor = 'Nube Andina', name = 'Tienda Sur' } = {},
): Promise<Ground> {
  const ana = await api.tenant({ plan, name })
  const system = await ana.post('/data-map/systems', {
    name: 'CRM',
    type: 'crm',
    vendor,
    hostingCountry: 'CL',
  })
  const activity = await ana.post('/rat/activities', {
    name: 'Atención de clientes',
    purpose: 'Responder consultas',
    legalBasis: 'contract',
    dataCategories: ['name', 'email'],
    subjectCategories: ['clientes'],
    retentionPeriod: '2_years',
    systemId: system.data.id,
  })
  const [processor] = (await ana.get('/processors')).data.items
  const templates = (await ana.get('/contracts/templates')).data.templates
  const templateId = templates.find((template: { type: string }) => template.type === 'DPA').id
  return { ana, processorId: processor.id, activityId: activity.data.id, templateId }
}

export async function draft(
  { ana, processorId, activityId, templateId }: Ground,
  customFields?: object,
): Promise<string> {
  const reply = await ana.post('/contracts/generate', {
    processorId,
    templateId,
    activityIds: [activityId],
    customFields,
  })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return reply.data.contractId
}

const SIGNER = { signerName: 'Carla Díaz', signerEmail: 'carla@nube.cl' }

export async function sent(g: Ground, signer: object = {}): Promise<string> {
  const id = await draft(g)
  const reply = await g.ana.post(`/contracts/${id}/send`, { ...SIGNER, ...signer })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return id
}

export async function signed(g: Ground, expiresAt: string | null = null): Promise<string> {
  const id = await draft(g)
  if (expiresAt !== null) await g.ana.put(`/contracts/${id}`, { expiresAt })
  await g.ana.post(`/contracts/${id}/send`, SIGNER)
  const reply = await g.ana.post(`/contracts/${id}/sign`, { signerName: SIGNER.signerName })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return id
}

export async function terminated(g: Ground): Promise<string> {
  const id = await signed(g)
  await g.ana.post(`/contracts/${id}/terminate`)
  return id
}

/** The path of the link in the newest mail to a signer. */
export async function linkTo(api: TestService, address: string): Promise<string> {
  await api.drain()
  const letters = api.mailbox.to(address).map(({ text }) => /\/firma\/([\w-]{40,})/.exec(text!))
  const [, token] = letters.findLast((found) => found !== null)!
  return `/public/contracts/${token}`
}
