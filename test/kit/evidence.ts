import { sealAll } from '#modules/evidence/sealing.ts'
import { ground, signed } from './contracts.ts'
import { act, publishNotice } from './policies.ts'
import type { Person, TestService } from './service.ts'

export interface Evidence {
  ana: Person
  /** The newest record of each entity type. */
  records: Record<string, string>
}

const PURPOSES = [
  { key: 'necessary', name: 'Necesarias', required: true },
  { key: 'analytics', name: 'Medición' },
]

/** An organisation with a record from every source of the chain. None is sealed yet. */
export async function fillEvidence(api: TestService): Promise<Evidence> {
  const g = await ground(api, { plan: 'ENTERPRISE', name: `Tienda ${api.clock.now().getTime()}` })
  const { ana } = g
  const ok = async (
    call: Promise<{ status: number; body: unknown; data: { id: string } & Record<string, string> }>,
  ) => {
    const reply = await call
    if (reply.status >= 300) throw new Error(JSON.stringify(reply.body))
    return reply.data
  }
  const contract = await signed(g)
  const notice = await publishNotice(ana, PURPOSES)
  const { widgetKey: banner } = (await ana.get(`/consent/notices/${notice}`)).data
  const decide = (subjectRef: string) =>
    ok(api.anyone.post(`/public/consent/${banner}/record`, { subjectRef, decisions: { analytics: true } }))
  for (const ref of ['eva@correo.cl', 'luis@correo.cl', 'rosa@correo.cl']) await decide(ref)
  const decision = await decide('ivan@correo.cl')
  const template = await ok(ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo.' }))
  const form = await ok(
    api.anyone.post(`/public/consent-form/${template['formKey']}/submit`, {
      subjectRef: 'eva@correo.cl',
      granted: true,
    }),
  )
  const widget = await ok(ana.post('/dsar/widgets', { name: 'Sitio web' }))
  await ok(
    api.anyone.post(`/public/dsar/${widget['widgetKey']}`, {
      subjectName: 'Eva Soto',
      subjectEmail: 'eva@correo.cl',
      rightType: 'ACCESS',
      description: 'Quiero saber qué datos tienen.',
    }),
  )
  const policy = await ok(ana.post('/privacy-policy/generate', {}))
  const { workflowInstanceId } = await ok(ana.post(`/privacy-policy/${policy.id}/publish`, {}))
  if (workflowInstanceId) await act(ana, workflowInstanceId, 'APPROVE')
  const { rows: letters } = await api.access.database.engine.asOwner(
    `select id from dsar_letters where tenant_id = '${ana.tenantId}' order by id desc limit 1`,
  )
  const [request] = (await ana.get('/dsar/requests')).data.items
  const [entry] = (await ana.get('/settings/audit-log')).data.items
  return {
    ana,
    records: {
      contract,
      consent_notice: notice,
      consent_record: decision.id,
      consent_template: template.id,
      consent_form_record: form.id,
      privacy_policy: policy.id,
      dsar_request: request.id,
      dsar_letter: String(letters[0]!['id']),
      audit_log: entry.id,
    },
  }
}

export function seal({ access, service }: TestService): Promise<number> {
  return sealAll({ access, tools: service.jobEnv.tools })
}

/** Runs as the owner of the database, who can switch off every trigger. */
export function tamper({ access }: TestService, statement: string) {
  return access.database.engine.asOwner(
    `set session_replication_role = replica; ${statement}; reset session_replication_role`,
  )
}
