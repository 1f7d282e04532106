import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { RecordKind } from '#db/records.ts'
import { chileanDay, DAY_MS } from '#kernel/dates.ts'
import { hmac } from '#kernel/secrets.ts'
import { SCORE_HISTORY_JOB } from '#modules/governance/history.ts'
import { ENDPOINTS } from './contract-endpoints.ts'
import { Authenticator } from './kit/authenticator.ts'
import { Browser } from './kit/browser.ts'
import { taskFor } from './kit/connectors.ts'
import { seal } from './kit/evidence.ts'
import { codeOf, nextCode } from './kit/factors.ts'
import { keepFile } from './kit/files.ts'
import { makePkcs12 } from './kit/pkcs12.ts'
import { openReceiver } from './kit/receiver.ts'
import { type Caller, openService, type Reply } from './kit/service.ts'

/**
 * One organisation uses the whole API: every promised endpoint is called, and succeeds with the promised fields in a real
 * answer, not only in the description.
 */
const receiver = await openReceiver()
after(() => receiver.close())
const zone: Record<string, string[]> = {}
const api = await openService(
  { CONNECTOR_NETWORKS: '127.0.0.0/8' },
  {
    network: {
      get: async () => {
        throw new Error('the proof of a domain is looked for in the DNS first')
      },
      connect: async () => {
        throw new Error('nobody visits a site here')
      },
      resolveTxt: async (name) => zone[name] ?? [],
    },
  },
)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const pedro = await ana.colleague('DPO')

const played = new Set<string>()
const waiting = new Map<string, Set<string>>()
const faults: string[] = []

interface Step {
  by?: Caller
  body?: unknown
  query?: string
  payload?: string | Buffer
  headers?: Record<string, string>
}

/** The record of a promised endpoint, and the path that shows it. */
function recordBehind(name: string): { kind: RecordKind; shownAt: string | undefined } | undefined {
  const shape = name.replace(/\{\w+\}/g, ':')
  const shapeOf = (method: unknown, url: string) =>
    `${method} ${url.replace('/api/v1', '').replace(/:\w+/g, ':')}`
  const table = api.app.routeTable
  const kind = table.find(({ method, url }) => shapeOf(method, url) === shape)?.config?.record
  if (!kind) return undefined
  const shown = table.find(({ method, url, config }) => method === 'GET' && config?.record === kind && url)
  return { kind, shownAt: shown?.url.replace('/api/v1', '') }
}

/** Versions in the answers of writes, for records without a GET of their own. */
const answered = new Map<string, string>()

/** The version in the record's own GET. Undefined if the record has none or is gone. */
async function versionNow(
  { shownAt }: { shownAt: string | undefined },
  id = '',
): Promise<string | undefined> {
  if (!shownAt) return answered.get(id)
  const { headers } = await ana.get(shownAt.replace(/:\w+/, id))
  return headers['etag'] as string | undefined
}

/** Writes that leave their record unchanged, because they add something beside it. */
const BESIDE = [
  'POST /workflows/{definitionId}/start',
  'POST /workflows/{id}/deliveries/{deliveryId}/redeliver',
  'POST /consent/templates/{id}/webhooks',
  'DELETE /consent/templates/{id}/webhooks/{whId}',
  'POST /consent/templates/{id}/deliveries/{deliveryId}/redeliver',
  'POST /consent/templates/{id}/manual',
  'POST /contracts/{id}/renew',
  'POST /dsar/requests/{id}/package',
  'POST /questionnaires/{id}/send',
  'POST /connectors/{id}/test',
  'DELETE /settings/members/{userId}/mfa',
]

/** Sends the current version with every write of a record. The write succeeds, and the answer has the next version. */
async function knowing(
  name: string,
  [named]: string[],
  send: (headers: Record<string, string>) => Promise<Reply>,
) {
  const record = recordBehind(name)
  if (!record) return send({})
  const isWrite = !name.startsWith('GET ')
  const isThere = record.kind.isOnly || name.includes('{')
  const before = isThere ? await versionNow(record, named) : undefined
  if (isThere && record.shownAt) assert.ok(before, `${name}: no version to begin with`)
  const reply = await send(isWrite && isThere ? { 'if-match': before ?? '*' } : {})
  const id = isThere ? named : reply.data?.id
  const etag = reply.headers['etag'] as string | undefined
  if (etag) answered.set(id, etag)
  else answered.delete(id)
  const after = await versionNow(record, id)
  // The answer to a deletion has no version, but the record's GET may still show what is kept.
  if (!name.startsWith('DELETE ')) assert.ok(etag, `${name}: no version in the answer`)
  if (after) assert.equal(etag, after, `${name}: the version in the answer is not the one that is shown`)
  if (isWrite && before && before === after && !BESIDE.includes(name)) faults.push(`${name}: same version`)
  return reply
}

/** Calls a promised endpoint, with its path variables in order. */
async function play(name: string, values: string[] = [], { by = ana, body, query = '', ...raw }: Step = {}) {
  const promise = ENDPOINTS.find((endpoint) => endpoint.name === name)
  assert.ok(promise, `${name} is not promised`)
  const [method, path] = name.split(' ') as ['GET', string]
  let next = 0
  const url = path.replace(/\{\w+\}/g, () => encodeURIComponent(values[next++]!))
  const reply = await knowing(name, values, (headers) =>
    by.call(method, url + query, body, { ...raw, headers: { ...headers, ...raw.headers } }),
  )
  assert.equal(String(reply.status), promise.status, `${name}: ${JSON.stringify(reply.body)}`)
  if (promise.file) assert.match(String(reply.headers['content-type']), new RegExp(`^${promise.file}`))
  else {
    assert.equal(reply.body.success, true)
    const left = waiting.get(name) ?? new Set(promise.fields)
    for (const field of [...left]) if (seen(reply.data, field, name)) left.delete(field)
    waiting.set(name, left)
  }
  played.add(name)
  return reply.data
}

/** True if the field is in the answer. An empty list shows nothing, so another call may have to. */
function seen(data: unknown, field: string, name: string): boolean {
  const optional = field.endsWith('?')
  let values = [data]
  for (const step of field.replace('?', '').replaceAll('[]', '.[]').split('.').filter(Boolean)) {
    if (values.length === 0) return false
    if (step === '[]') {
      values = values.flatMap((value) => (value ?? []) as unknown[])
      continue
    }
    const present = values.filter((value) => value !== null)
    const lacking = present.filter((value) => !Object.hasOwn(value as object, step))
    if (lacking.length > 0 && !optional) faults.push(`${name}: an answer lacks ${field}`)
    values = present
      .filter((value) => Object.hasOwn(value as object, step))
      .map((value) => (value as Record<string, unknown>)[step])
  }
  return values.length > 0
}

const mailed = async (address: string, pattern: RegExp): Promise<string> => {
  await api.drain()
  const found = pattern.exec(api.mailbox.to(address).at(-1)?.text ?? '')
  assert.ok(found, `no mail to ${address} with ${pattern}`)
  return found[1]!
}

test('accounts', async () => {
  const account = { email: 'nueva@ejemplo.cl', password: 'una-frase-larga' }
  const body = { ...account, name: 'Nueva', organizationName: 'Otra SpA', plan: 'STARTER' }
  const { tenant } = await play('POST /auth/register', [], { by: api.anyone, body })
  const login = await play('POST /auth/login', [], { by: api.anyone, body: account })
  const tokens = await play('POST /auth/refresh', [], {
    by: api.anyone,
    body: { refresh_token: login.refresh_token },
  })
  const me = api.with({ authorization: `Bearer ${tokens.access_token}` })
  await play('GET /auth/me', [], { by: me })
  await play('PATCH /auth/me', [], { by: me, body: { name: 'Nueva Díaz' } })
  await play('POST /auth/select-tenant', [], { by: me, body: { tenantId: tenant.id } })
  await play('POST /auth/tenants', [], { by: me, body: { organizationName: 'Filial Norte' } })
  await play('PUT /auth/preferences', [], { by: me, body: { preferences: { theme: 'dark' } } })
  await play('GET /auth/preferences', [], { by: me })
  await play('POST /auth/sudo', [], { by: me, body: { password: account.password } })
  const refused = await play('POST /auth/device', [], { by: api.anyone })
  await play('POST /auth/device/refuse', [], { by: me, body: { userCode: refused.user_code } })
  const program = (await api.anyone.post('/auth/device')).data
  await play('GET /auth/device/{userCode}', [program.user_code], { by: me })
  const browser = new Browser(api)
  await browser.login(account.email)
  await play('POST /auth/device/approve', [], { by: browser, body: { userCode: program.user_code } })
  const { device_code } = program
  await play('POST /auth/device/token', [], { by: api.anyone, body: { device_code } })
  const { data: other } = await api.anyone.post('/auth/login', account)
  const { items } = await play('GET /auth/sessions', [], {
    by: api.with({ authorization: `Bearer ${other.access_token}` }),
  })
  const current = items.find((session: { current: boolean }) => session.current)
  await play('DELETE /auth/sessions/{id}', [current.id], { by: me })
  await play('DELETE /auth/sessions', [], { by: me })
  const changed = 'otra-frase-larga-y-propia'
  await play('POST /auth/password', [], {
    by: me,
    body: { current: account.password, password: changed },
  })
  await api.drain()
  await play('POST /auth/logout', [], { by: me })
  await play('POST /auth/password/forgot', [], { by: api.anyone, body: { email: account.email } })
  const token = await mailed(account.email, /token=([\w-]+)/)
  await play('POST /auth/password/reset', [], {
    by: api.anyone,
    body: { token, password: 'otra-frase-larga' },
  })
})

test('second factors and passkeys', async () => {
  const account = { email: 'con-factor@ejemplo.cl', password: 'una-frase-larga' }
  const body = { ...account, name: 'Con Factor', organizationName: 'Factor SpA' }
  const { access_token } = (await api.anyone.post('/auth/register', body)).data
  const me = api.with({ authorization: `Bearer ${access_token}` })
  const { secret } = await play('POST /auth/mfa/totp', [], { by: me })
  await play('POST /auth/mfa/totp/confirm', [], { by: me, body: { code: codeOf(secret, api.clock.now()) } })
  await play('POST /auth/mfa/recovery-codes', [], { by: me })

  const phone = new Authenticator('https://resguardo.test')
  const creation = await play('POST /auth/passkeys/register/options', [], { by: me })
  const credential = phone.create(creation.options)
  const { id } = await play('POST /auth/passkeys/register', [], { by: me, body: { credential } })
  await play('PATCH /auth/passkeys/{id}', [id], { by: me, body: { name: 'Teléfono' } })
  await play('GET /auth/passkeys', [], { by: me })
  await play('POST /auth/sudo/options', [], { by: me })
  await play('GET /auth/mfa', [], { by: me })
  const request = await play('POST /auth/passkeys/login/options', [], { by: api.anyone })
  const answer = { credential: phone.get(request.options) }
  await play('POST /auth/passkeys/login', [], { by: api.anyone, body: answer })

  const { mfa_token } = (await api.anyone.post('/auth/login', account)).data
  await play('POST /auth/mfa/verify/options', [], { by: api.anyone, body: { mfa_token } })
  const code = nextCode(secret, api.clock)
  await play('POST /auth/mfa/verify', [], { by: api.anyone, body: { mfa_token, method: 'totp', code } })
  api.clock.release()
  await play('DELETE /auth/mfa/totp', [], { by: me })
  await play('DELETE /auth/passkeys/{id}', [id], { by: me })
  const again = await play('POST /auth/mfa/totp', [], { by: me })
  const first = codeOf(again.secret, api.clock.now())
  await play('POST /auth/mfa/totp/confirm', [], { by: me, body: { code: first } })
  await play('DELETE /auth/mfa', [], { by: me })
})

test('organisation, members and settings', async () => {
  const { workspaces } = await play('GET /org/workspaces')
  const space = await play('POST /org/workspaces', [], {
    body: { name: 'Filiales', description: 'Las demás' },
  })
  await play('PATCH /org/workspaces/{id}', [space.id], { body: { name: 'Otras filiales' } })
  const entity = await play('POST /org/entities', [], {
    body: { workspaceId: workspaces[0].id, name: 'Sur Logística SpA' },
  })
  await play('GET /org/entities', [], { query: `?workspaceId=${workspaces[0].id}` })
  await play('GET /org/entities/{id}', [entity.id])
  await play('PATCH /org/entities/{id}', [entity.id], { body: { postalAddress: 'Av. Brasil 100' } })
  const department = await play('POST /org/departments', [], {
    body: { legalEntityId: entity.id, name: 'Ventas' },
  })
  await play('GET /org/entities/{entityId}/departments', [entity.id])
  await play('GET /org/departments/{id}', [department.id])
  await play('PATCH /org/departments/{id}', [department.id], { body: { name: 'Personas' } })
  await play('DELETE /org/departments/{id}', [department.id])
  await play('DELETE /org/entities/{id}', [entity.id])

  await play('PUT /settings/tenant', [], { body: { contactEmail: 'privacidad@tiendasur.cl' } })
  await play('GET /settings/tenant')
  const { entities } = (await ana.get('/org/entities')).data
  const main = entities.find(({ isActive }: { isActive: boolean }) => isActive)
  await play('PATCH /org/entities/{id}/dpo', [main.id], { body: { userId: pedro.userId } })
  await play('GET /settings/tenant/dpo-check')
  await play('POST /settings/tenant/deletion', [], { body: { confirm: ana.slug } })
  await play('GET /settings/tenant/deletion')
  await play('DELETE /settings/tenant/deletion')
  await play('GET /settings/usage')
  const taken = await play('POST /settings/tenant/exports')
  await api.drain()
  await play('GET /settings/tenant/exports')
  await play('GET /settings/tenant/exports/{id}', [taken.id])
  await play('GET /settings/tenant/exports/{id}/download', [taken.id])
  await play('DELETE /settings/tenant/exports/{id}', [taken.id])
  await play('GET /settings/retention')
  const key = await play('POST /settings/api-keys', [], {
    body: { name: 'Tienda', scopes: ['consent:read'] },
  })
  await play('GET /settings/api-keys')
  await play('GET /settings/api-keys/scopes')
  await play('GET /settings/api-keys/{id}', [key.id])
  await play('POST /settings/api-keys/{id}/rotate', [key.id], { body: { overlapHours: 1 } })
  await play('PUT /settings/api-keys/{id}', [key.id], { body: { name: 'Tienda en línea' } })
  await play('DELETE /settings/api-keys/{id}', [key.id])

  const member = { email: 'rosa@ejemplo.cl', name: 'Rosa Díaz', role: 'ANALYST' }
  const { userId, invitationUrl } = await play('POST /settings/members', [], { body: member })
  await play('POST /auth/invitations/accept', [], {
    by: api.anyone,
    body: {
      token: new URL(invitationUrl).searchParams.get('token'),
      name: 'Rosa Díaz',
      password: 'una-frase-larga',
    },
  })
  await play('GET /settings/members')
  await play('GET /settings/members/{userId}', [userId])
  await play('PATCH /settings/members/{userId}', [userId], { body: { role: 'VIEWER' } })
  const { access_token } = (
    await api.anyone.post('/auth/login', { email: member.email, password: 'una-frase-larga' })
  ).data
  const rosa = api.with({ authorization: `Bearer ${access_token}` })
  const { secret } = (await rosa.post('/auth/mfa/totp')).data
  await rosa.post('/auth/mfa/totp/confirm', { code: codeOf(secret, api.clock.now()) })
  await play('DELETE /settings/members/{userId}/mfa', [userId])
  await play('DELETE /settings/members/{userId}', [userId])
  const p12 = makePkcs12()
  await play('PUT /settings/signing-certificate', [], {
    body: { file: p12.toString('base64'), password: 'clave' },
  })
  await play('GET /settings/signing-certificate')
  await play('DELETE /settings/signing-certificate')
  await play('PUT /settings/sso', [], { body: { issuer: 'https://id.tiendasur.cl', clientId: 'resguardo' } })
  await play('GET /settings/sso')
  const scim = await play('POST /settings/scim/tokens', [], { body: { name: 'Entra ID' } })
  await play('GET /settings/scim/tokens')
  await play('DELETE /settings/scim/tokens/{id}', [scim.id])
  const hook = await play('POST /settings/webhooks', [], {
    body: { url: 'https://crm.ejemplo.cl/resguardo', events: ['dsar.received'] },
  })
  await play('GET /settings/webhooks')
  await play('GET /settings/webhooks/events')
  await play('GET /settings/webhooks/{id}', [hook.id])
  await play('PATCH /settings/webhooks/{id}', [hook.id], { body: { description: 'CRM' } })
  await play('POST /settings/webhooks/{id}/rotate', [hook.id], { body: { overlapHours: 1 } })
  const trial = await play('POST /settings/webhooks/{id}/test', [hook.id])
  await play('GET /settings/webhooks/{id}/deliveries', [hook.id])
  await play('POST /settings/webhooks/{id}/deliveries/{deliveryId}/redeliver', [hook.id, trial.id])
  await play('DELETE /settings/webhooks/{id}', [hook.id])
  await play('GET /settings/audit-log')
  await play('GET /settings/audit-log/export', [], { query: '?format=csv&entityType=tenant' })
  await seal(api)
  await play('GET /settings/audit-log/verify')
  const [entry] = (await play('GET /settings/audit-log')).items
  await seal(api)
  await play('GET /evidence/{entityType}/{id}', ['audit_log', entry.id])
  await play('GET /public/evidence/keys', [], { by: api.anyone })
  await play('GET /public/evidence/{tenantSlug}/heads', [ana.slug], { by: api.anyone })
  const form = await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo.' })
  const decided = await api.anyone.post(`/public/consent-form/${form.data.formKey}/submit`, {
    subjectRef: 'eva@correo.cl',
    granted: true,
  })
  await seal(api)
  await play(
    'GET /public/evidence/{tenantSlug}/{entityType}/{id}',
    [ana.slug, 'consent_form_record', decided.data.id],
    { by: api.anyone },
  )
})

test('data map, processors, record of activities and domains', async () => {
  const newSystem = (name: string) =>
    play('POST /data-map/systems', [], {
      body: {
        name,
        type: 'saas',
        vendor: `Nube ${name}`,
        hostingCountry: 'US',
        dataCategories: ['name', 'health'],
      },
    })
  const [shop, mailing, spare] = [
    await newSystem('Tienda'),
    await newSystem('Correos'),
    await newSystem('Vieja'),
  ]
  const flows = []
  for (const targetSystemId of [mailing.id, spare.id])
    flows.push(
      await play('POST /data-map/flows', [], {
        body: { sourceSystemId: shop.id, targetSystemId, dataCategories: ['email'], isInternational: true },
      }),
    )
  await play('GET /data-map/catalog')
  await play('GET /data-map/systems', [], { query: '?type=saas' })
  await play('GET /data-map/systems/{id}', [shop.id])
  await play('PUT /data-map/systems/{id}', [shop.id], { body: { owner: 'Ventas' } })
  await play('GET /data-map/flows')
  await play('PUT /data-map/flows/{id}', [flows[1].id], { body: { description: 'Carga diaria' } })
  await play('GET /data-map/graph')
  await play('DELETE /data-map/flows/{id}', [flows[1].id])
  await play('DELETE /data-map/systems/{id}', [spare.id])

  const processor = await play('POST /processors', [], { body: { name: 'Despachos', country: 'CL' } })
  await play('GET /processors')
  await play('GET /processors/{id}', [processor.id])
  await play('PUT /processors/{id}', [processor.id], { body: { services: 'Reparto' } })
  await play('GET /processors/{id}/diligence', [processor.id])
  await play('PUT /processors/{id}/diligence/{question}', [processor.id, 'security'], {
    body: { outcome: 'YES' },
  })
  await play('DELETE /processors/{id}/diligence/{question}', [processor.id, 'security'])
  const sub = await play('POST /processors/{id}/sub-processors', [processor.id], { body: { name: 'Fletes' } })
  await play('PUT /processors/{id}/sub-processors/{subId}', [processor.id, sub.id], {
    body: { authorisation: 'AUTHORISED', authorisedOn: '2026-03-02' },
  })
  await play('GET /processors/{id}/sub-processors', [processor.id])
  await play('DELETE /processors/{id}/sub-processors/{subId}', [processor.id, sub.id])

  const legalEntityId = (await ana.get('/org/entities')).data.entities.at(-1).id
  const newDomain = (url: string) =>
    play('POST /domains', [], { body: { url, name: 'Sitio', legalEntityId } }).then(({ id }) => id as string)
  const domain = await newDomain('https://www.tiendasur.test')
  const other = await newDomain('https://blog.tiendasur.test')
  const { dns } = await play('GET /domains/{id}/verification', [domain])
  zone[dns.name] = [dns.value]
  await play('POST /domains/{id}/verify', [domain])
  const { id: scan } = await play('POST /cookie-scans', [], { body: { domainId: domain } })
  await play('GET /cookie-scans/{id}', [scan])
  await play('GET /cookie-scans')
  await play('POST /cookie-scans/banner-check', [], { body: { domainId: domain } })
  await play('GET /cookie-scans/settings')
  await play('PUT /cookie-scans/settings', [], { body: { monthly: false } })
  await play('PATCH /domains/{id}', [domain], { body: { name: 'Tienda' } })
  await play('GET /domains')

  const body = {
    name: 'Despacho',
    purpose: 'Entregar lo comprado',
    legalBasis: 'contract',
    dataCategories: ['name', 'address'],
    subjectCategories: ['clientes'],
    retentionPeriod: '5_years',
    systemId: shop.id,
  }
  const { id } = await play('POST /rat/activities', [], { body })
  await play('POST /rat/activities/{id}/systems', [id], { body: { systemId: mailing.id, role: 'STORAGE' } })
  await play('POST /rat/activities/{id}/flows', [id], { body: { flowId: flows[0].id } })
  await play('POST /rat/activities/{id}/domains', [id], { body: { domainId: domain, role: 'COLLECTION' } })
  await play('POST /rat/activities/{id}/processors', [id], { body: { processorId: processor.id } })
  await play('POST /rat/activities/{id}/links', [id], {
    body: { systems: [{ systemId: mailing.id, role: 'STORAGE' }], flows: [flows[0].id] },
  })
  await play('PUT /rat/activities/{id}', [id], { body: { recipients: ['Correos'] } })
  await play('GET /rat/activities/{id}', [id])
  const riskFactors = {
    dataVolume: 'high',
    sensitiveData: true,
    internationalTransfer: true,
    automatedDecision: false,
  }
  const typed = { name: 'Fichas', legalBasis: 'contract', dataCategories: ['health'], dataVolume: 'massive' }
  await play('POST /rat/activities/check', [], { body: typed })
  await play('POST /rat/activities/preview/calculate-risk', [], { body: { riskFactors } })
  await play('POST /rat/activities/{id}/calculate-risk', [id], { body: { riskFactors } })
  await play('GET /rat/activities/{id}/compliance-check', [id])
  const balancing = { purpose: 'Prevenir fraudes', outcome: 'favourable' }
  await play('PUT /rat/activities/{id}', [id], { body: { balancing } })
  await play('GET /rat/activities/{id}/balancing/pdf', [id])
  const { items: templates } = await play('GET /rat/templates')
  await play('GET /rat/templates/{templateId}', [templates[0].id])
  await play('POST /rat/activities/{id}/from-template', [id], {
    body: { templateId: templates[0].id },
  })
  await play('GET /rat/packs')
  await play('POST /rat/packs/{key}/apply', ['condominio'])
  await play('GET /rat/data-catalog')
  await play('POST /rat/generate-from-ai', [], { body: { description: 'control de asistencia con huella' } })
  await play('POST /rat/suggest-field', [], {
    body: { field: 'retentionPeriod', activity: { name: 'Boletas' } },
  })
  await play('POST /rat/bulk-import', [], {
    body: { activities: [{ name: 'Boletas', legalBasis: 'legal_obligation', purposes: 'Emitir boletas' }] },
  })
  const drafted = await play('POST /rat/from-system', [], { body: { systemId: shop.id } })
  await play('GET /rat/stats')
  await play('GET /rat/geo-summary')

  await play('POST /domains/{id}/activities', [other], { body: { activityId: id, role: 'STORAGE' } })
  await play('DELETE /domains/{id}/activities/{activityId}', [other, id])
  const links = { activities: [{ activityId: id, role: 'COLLECTION' }] }
  await play('POST /domains/{id}/activities/bulk-sync', [other], { body: links })
  await play('PUT /domains/{id}/activities', [domain], { body: links })
  const notice = await ana.post('/consent/notices', { name: 'Del sitio', domainId: domain })
  await ana.post(`/consent/notices/${notice.data.id}/publish`)
  await ana.post('/cookie-policy/generate', { domainId: domain })
  await play('GET /domains/{id}', [domain])
  await play('DELETE /domains/{id}', [other])

  await play('DELETE /rat/activities/{id}/processors/{processorId}', [id, processor.id])
  await play('DELETE /processors/{id}', [processor.id])
  await play('PATCH /rat/activities/{id}/status', [id], { body: { status: 'published' } })
  await play('GET /rat/activities', [], { query: '?status=published' })
  await play('DELETE /rat/activities/{id}', [drafted.id])
})

test('breaches and the SIEM', async () => {
  const { id } = await play('POST /breaches', [], {
    body: { title: 'Acceso', detectedAt: '2026-03-02T13:45:00Z', detectionSource: 'manual' },
  })
  await play('PUT /breaches/{id}', [id], { body: { description: 'Alguien entró' } })
  await play('PATCH /breaches/{id}/status', [id], { body: { status: 'investigating', notes: 'En curso' } })
  await play('POST /breaches/{id}/decision-tree', [id], {
    body: { riskToSubjects: 'high', hasSensitiveData: true, hasMinorData: false, hasFinancialData: false },
  })
  await play('GET /breaches/{id}/notification-template', [id])
  await play('GET /breaches/{id}/document', [id])
  await play('GET /breaches/{id}/preview', [id])
  await play('GET /breaches/{id}/register', [id])
  await play('POST /breaches/{id}/clocks/{key}/done', [id, 'internal_72h'], { body: {} })
  const notifiedAt = new Date().toISOString()
  await play('POST /breaches/{id}/notify-subjects', [id], { body: { notifiedAt, medium: 'correo' } })
  await play('PUT /breaches/{id}', [id], { body: { actsAs: 'processor', controllerName: 'Clínica Sur SpA' } })
  await play('POST /breaches/{id}/notify-controller', [id], { body: { notifiedAt } })
  await play('PUT /breaches/{id}', [id], { body: { actsAs: 'controller' } })
  await play('POST /breaches/{id}/notify-apdp', [id], {
    body: { notifiedAt: '2026-03-03T10:00:00Z', notificationFileKey: 'aviso.pdf' },
  })
  await play('GET /breaches', [], { query: '?status=notified&requiresNotification=true' })
  await play('PUT /breaches/{id}', [id], { body: { attackVector: 'phishing' } })
  await play('GET /breaches/{id}', [id])
  const { siemSecret } = (await ana.get('/settings/tenant')).data
  const payload = JSON.stringify({
    alert: {
      rule: { id: '5712', description: 'SSHD brute force', level: 10 },
      agent: { name: 'web-01' },
      timestamp: '2026-03-02T10:45:00Z',
    },
  })
  const headers = { 'x-siem-signature': `sha256=${hmac(siemSecret, payload)}` }
  await play('POST /webhooks/siem/{tenantSlug}', [ana.slug], { by: api.anyone, payload, headers })
  await play('POST /settings/siem/test', [], { body: { format: 'sentinel' } })
})

test('requests of data subjects, and the portal', async () => {
  const widget = await play('POST /dsar/widgets', [], { body: { name: 'Sitio', config: {} } })
  await play('PATCH /dsar/widgets/{id}', [widget.id], { body: { name: 'Sitio web' } })
  const unused = (await ana.post('/dsar/widgets', { name: 'De prueba' })).data
  await play('DELETE /dsar/widgets/{id}', [unused.id])
  await play('GET /dsar/widgets')
  await play('GET /dsar/widgets/{id}', [widget.id])
  await play('GET /dsar/widgets/{id}/preview', [widget.id])
  const key = [widget.widgetKey]
  await play('GET /public/dsar/{widgetKey}', key, { by: api.anyone })
  await play('GET /public/dsar/{widgetKey}/config', key, { by: api.anyone })
  const body = { subjectName: 'María', subjectEmail: 'maria@ejemplo.cl', rightType: 'DELETION' }
  const { uploadKey } = await play('POST /public/dsar/{widgetKey}/uploads', key, {
    by: api.anyone,
    body: { name: 'poder.pdf' },
  })
  const bytes = { payload: '%PDF-1.7', headers: { 'content-type': 'application/pdf' } }
  await play('PUT /public/uploads/{uploadKey}', [uploadKey], { by: api.anyone, ...bytes })
  const { id, folioNumber } = await play('POST /public/dsar/{widgetKey}', key, {
    by: api.anyone,
    body: { ...body, attachments: [{ uploadKey, kind: 'mandate' }] },
  })
  await play('GET /files', [], { query: `?entityType=dsar_request&entityId=${id}` })
  await play('GET /public/dsar/track/{folio}', [folioNumber], { by: api.anyone })
  await play('PATCH /dsar/requests/{id}', [id], { body: { status: 'VERIFYING' } })
  await play('POST /dsar/requests/{id}/assign', [id], { body: { assignedTo: pedro.userId } })
  await play('POST /dsar/requests/{id}/extend', [id], { body: { reason: 'Hay archivos en papel' } })
  await tasksOf(id)
  await play('GET /dsar/requests/{id}/answer-proposals', [id])
  await play('POST /dsar/requests/{id}/respond/preview', [id], { body: { responseType: 'FULFILLED' } })
  await play('POST /dsar/requests/{id}/respond', [id], { body: { responseType: 'FULFILLED' } })
  await play('POST /dsar/requests/{id}/notify-thirds', [id], { body: { notes: 'Avisados' } })
  const third = await play('POST /dsar/requests/{id}/recipients', [id], {
    body: { recipients: [{ name: 'Palomar Mail', email: 'privacidad@palomar.cl' }] },
  })
  await play('POST /dsar/requests/{id}/recipients/{recipientId}/remind', [id, third.items[0].id])
  const link = [third.items[0].pageUrl.split('/').at(-1)]
  await play('GET /public/acknowledgements/{key}', link, { by: api.anyone })
  await play('POST /public/acknowledgements/{key}', link, {
    by: api.anyone,
    body: { name: 'Luis Soto', done: true, notes: 'Suprimido' },
  })
  await play('GET /dsar/requests/{id}/recipients', [id])
  await play('GET /dsar/requests')
  const { letters } = await play('GET /dsar/requests/{id}', [id])
  await play('GET /dsar/requests/{id}/letters/{letterId}', [id, letters[0].id])
  await play('GET /dsar/requests/{id}/letters/{letterId}/preview', [id, letters[0].id])
  const blocking = { ...body, rightType: 'BLOCKING' }
  const block = await play('POST /public/dsar/{widgetKey}', key, { by: api.anyone, body: blocking })
  await play('GET /dsar/requests/{id}/agency-notice', [block.id])
  await play('POST /dsar/requests/{id}/agency-notice', [block.id], { body: { ground: 'Sin motivo' } })
  const paper = await play('POST /dsar/requests', [], {
    body: { channel: 'in_person', subjectName: 'Pedro', subjectRut: '12.345.678-5', rightType: 'ACCESS' },
  })
  await play('POST /dsar/requests/same-person', [], { body: { subjectRut: '12.345.678-5' } })
  await play('GET /dsar/requests/{id}/receipt', [paper.id])
  const { identity } = await play('POST /dsar/requests/{id}/identity', [paper.id], {
    body: { method: 'document_seen', proves: ['rut'] },
  })
  await play('POST /dsar/requests/{id}/identity/{checkId}/withdraw', [paper.id, identity.checks[0].id], {
    body: { reason: 'Era de otra persona' },
  })
  await play('GET /dsar/requests/{id}/package/sources', [id])
  await play('POST /dsar/requests/{id}/package', [id], { body: { note: 'Van sus datos.' } })
  await api.drain()
  await play('GET /dsar/requests/{id}/package', [id])
  await play('GET /dsar/requests/{id}/package/preview', [id])
  await play('GET /dsar/requests/{id}/package/file', [id])
  await play('POST /dsar/requests/{id}/package/deliver', [id])
  const delivered = [await mailed(body.subjectEmail, /\/respuesta\/([\w-]{43})/)]
  await play('POST /public/answers/{key}/code', delivered, { by: api.anyone })
  const answerCode = await mailed(body.subjectEmail, /Su código es (\d{6})/)
  const opened = await api.anyone.post(`/public/answers/${delivered[0]}`, { code: answerCode })
  const cookie = String(opened.headers['set-cookie']).split(';')[0]!
  await play('GET /public/answers/{key}/file', delivered, { by: api.with({ cookie }) })
  await play('POST /public/answers/{key}/code', delivered, { by: api.anyone })
  const second = await mailed(body.subjectEmail, /Su código es (\d{6})/)
  await play('POST /public/answers/{key}', delivered, { by: api.anyone, body: { code: second } })
  await play('DELETE /dsar/requests/{id}/package', [id])
  await play('GET /dsar/requests/{id}/timeline', [id])
  await play('GET /dsar/stats')

  const template = (await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Ofertas' })).data
  const slug = [ana.slug]
  const who = { rut: '12.345.678-5', email: 'titular@ejemplo.cl' }
  await play('GET /public/privacy-portal/{tenantSlug}/config', slug, { by: api.anyone })
  await play('POST /public/privacy-portal/{tenantSlug}/otp/init', slug, { by: api.anyone, body: who })
  const code = await mailed(who.email, /\b(\d{6})\b/)
  const session = await play('POST /public/privacy-portal/{tenantSlug}/otp/verify', slug, {
    by: api.anyone,
    body: { ...who, code },
  })
  const by = api.with({ authorization: `Bearer ${session.portal_token}` })
  await play('POST /public/privacy-portal/{tenantSlug}/consent', slug, {
    by,
    body: { templateId: template.id, granted: true },
  })
  await play('GET /public/privacy-portal/{tenantSlug}/consent', slug, { by })
  await play('POST /public/privacy-portal/{tenantSlug}/uploads', slug, { by, body: { name: 'poder.pdf' } })
  const request = await play('POST /public/privacy-portal/{tenantSlug}/request', slug, {
    by,
    body: { rightType: 'ACCESS' },
  })
  await play('GET /public/privacy-portal/{tenantSlug}/requests', slug, { by })
  await play('GET /public/privacy-portal/{tenantSlug}/request/{requestId}/status', [ana.slug, request.id], {
    by,
  })
})

test('impact assessments and workflows', async () => {
  const activityId = (await ana.get('/rat/activities')).data.items[0].id
  await play('POST /dpia/{activityId}/screening', [activityId])
  const { id } = await play('POST /dpia/assessments', [], { body: { title: 'Perfilado', activityId } })
  const risk = { description: 'Fuga', likelihood: 'low', impact: 'high', mitigation: 'Cifrar' }
  const risks = [
    await play('POST /dpia/assessments/{id}/risks', [id], { body: risk }),
    await play('POST /dpia/assessments/{id}/risks', [id], { body: risk }),
  ]
  await play('PUT /dpia/assessments/{id}/risks/{riskId}', [id, risks[0].id], {
    body: { residualRisk: 'low' },
  })
  await play('DELETE /dpia/assessments/{id}/risks/{riskId}', [id, risks[1].id])
  await play('PUT /dpia/assessments/{id}', [id], { body: { scope: 'Clientes' } })
  await play('GET /dpia/assessments')
  await play('GET /dpia/assessments/{id}', [id])
  await play('GET /dpia/assessments/{id}/export/pdf', [id])
  await play('GET /dpia/assessments/{id}/document', [id])
  await play('GET /dpia/assessments/{id}/preview', [id])
  const own = await play('GET /workflow-instances/entity/{entityType}/{entityId}', ['DPIA', id])
  await play('POST /workflows/{instanceId}/action', [own.id], {
    body: { stageId: own.currentStageId, actionType: 'APPROVE' },
  })

  const definition = await play('POST /workflows', [], {
    body: {
      name: 'Compras',
      entityType: 'CUSTOM',
      stages: [
        {
          name: 'Revisión',
          fields: [{ name: 'pais', label: 'País', type: 'SELECT', options: ['CL', 'US'] }],
        },
      ],
      webhooks: [{ url: receiver.url, events: ['workflow.started'], secret: 'clave', enabled: true }],
    },
  })
  await play('GET /workflows')
  await play('POST /workflows/dry-run', [], {
    body: {
      entityType: 'CUSTOM',
      stages: [{ id: 'a', name: 'A', parallelStages: [{ id: 's', name: 'S' }] }],
    },
  })
  await play('GET /workflows/{id}', [definition.id])
  await play('PUT /workflows/{id}', [definition.id], { body: { name: 'Compras de software' } })
  const instance = await play('POST /workflows/{definitionId}/start', [definition.id], {
    body: { entityType: 'CUSTOM', entityId: 'compra-17' },
  })
  await play('GET /workflow-instances')
  await play('GET /workflow-instances/{id}', [instance.id])
  receiver.answerNext(500)
  await api.drain()
  const { items } = await play('GET /workflows/{id}/deliveries', [definition.id])
  await play('POST /workflows/{id}/deliveries/{deliveryId}/redeliver', [definition.id, items[0].id])
  await play('POST /workflow-instances/{id}/action', [instance.id], {
    body: { stageId: instance.currentStageId, actionType: 'APPROVE' },
  })
  await play('DELETE /workflows/{id}', [definition.id])
})

test('consent', async () => {
  const purposes = [{ key: 'medicion', name: 'Medición', cookies: [{ name: '_ga' }] }]
  const notice = await play('POST /consent/notices', [], { body: { name: 'Sitio', purposes } })
  const own = [notice.id]
  await play('PUT /consent/notices/{id}', own, { body: { title: 'Usamos cookies' } })
  const { widgetKey } = await play('POST /consent/notices/{id}/publish', own)
  await play('GET /consent/notices')
  await play('GET /consent/notices/{id}', own)
  await play('GET /consent/notices/{id}/preview', own)
  await play('GET /consent/notices/{id}/preview/config', own)
  await play('POST /consent/notices/{id}/preview/config', own, { body: { title: 'Su privacidad' } })
  await play('GET /consent/notices/{id}/subject-secret', own)
  await play('POST /consent/notices/{id}/subject-secret', own)
  await play('GET /consent/notices/{id}/versions', own)
  await play('GET /public/consent/{widgetKey}/config', [widgetKey], { by: api.anyone })
  const { receipt } = await play('POST /public/consent/{widgetKey}/record', [widgetKey], {
    by: api.anyone,
    body: { subjectRef: 'visita-1', decisions: { medicion: true } },
  })
  await play('GET /public/consent/receipts/{receipt}', [receipt], { by: api.anyone })
  await play('GET /consent/notices/{id}/records', own)
  await play('GET /consent/notices/{id}/stats', own)

  const form = await play('POST /consent/templates', [], {
    body: { name: 'Boletín', purposeText: 'Ofertas por correo', fields: ['nombre'] },
  })
  const mine = [form.id]
  await play('GET /consent/templates')
  await play('GET /consent/templates/{id}', mine)
  await play('PUT /consent/templates/{id}', mine, { body: { description: 'Mensual' } })
  await play('GET /consent/templates/{id}/preview', mine)
  await play('GET /consent/templates/{id}/subject-secret', mine)
  await play('POST /consent/templates/{id}/subject-secret', mine)
  await play('GET /consent/templates/{id}/versions', mine)
  const hook = await play('POST /consent/templates/{id}/webhooks', mine, {
    body: { url: receiver.url, events: ['consent.granted'] },
  })
  await play('GET /consent/templates/{id}/webhooks', mine)
  const subjectRef = 'maria@ejemplo.cl'
  await play('GET /public/consent-form/{formKey}/config', [form.formKey], { by: api.anyone })
  await play('POST /public/consent-form/{formKey}/submit', [form.formKey], {
    by: api.anyone,
    body: { subjectRef, granted: true, values: { nombre: 'María' } },
  })
  await play('POST /consent/templates/{id}/manual', mine, {
    body: { subjectRef, granted: false, channel: 'phone', evidence: 'Llamada 17' },
  })
  const { key } = (
    await ana.post('/settings/api-keys', { name: 'K', scopes: ['consent:read', 'consent:write'] })
  ).data
  const by = api.with({ 'x-api-key': key })
  await play('POST /external/consent/records', [], {
    by,
    body: { templateId: form.id, subjectRef, granted: true },
  })
  await play('GET /external/key', [], { by })
  await play('GET /external/consent/templates', [], { by })
  await play('GET /external/consent/subject/{ref}/consents', [subjectRef], { by })
  await play('GET /consent/templates/{id}/records', mine)
  const { items: decided } = await play('GET /consent/subject-records', [], {
    query: `?subjectRef=${encodeURIComponent(subjectRef)}`,
  })
  await play('GET /consent/records/{id}', [decided[0].id])
  await play('GET /consent/records/{id}/document', [decided[0].id])
  await play('GET /consent/records/{id}/preview', [decided[0].id])
  await play('GET /consent/templates/{id}/stats', mine)
  receiver.answerNext(500, 500)
  await api.drain()
  const { items } = await play('GET /consent/templates/{id}/deliveries', mine)
  await play('POST /consent/templates/{id}/deliveries/{deliveryId}/redeliver', [form.id, items[0].id])
  await api.anyone.post(`/public/consent-form/${form.formKey}/submit`, { subjectRef, granted: false })
  const asked = await mailed(subjectRef, /\/confirmar\?token=([\w-]+)/)
  await play('POST /public/consent/confirm/{key}', [asked], { by: api.anyone })
  await play('DELETE /consent/templates/{id}/webhooks/{whId}', [form.id, hook.id])
  await play('DELETE /consent/templates/{id}', mine)
})

test('contracts', async () => {
  const { templates } = await play('GET /contracts/templates')
  const template = await play('POST /contracts/templates', [], {
    body: { name: 'Encargo', type: 'DPA', content: '<p>Con {{processor.name}}, plazo {{plazo}}</p>' },
  })
  await play('GET /contracts/templates/{id}', [template.id])
  await play('PUT /contracts/templates/{id}', [template.id], { body: { name: 'Encargo simple' } })
  const spare = { name: 'De más', type: 'DPA', content: 'Texto' }
  const { id: spareId } = (await ana.post('/contracts/templates', spare)).data
  await play('DELETE /contracts/templates/{id}', [spareId])
  const processorId = (await ana.get('/processors')).data.items[0].id
  const activityIds = [(await ana.get('/rat/activities')).data.items[0].id]
  const generate = async (): Promise<string> => {
    const body = { processorId, templateId: templates[0].id, activityIds }
    return (await play('POST /contracts/generate', [], { body })).contractId
  }
  const send = (id: string, signerEmail: string) =>
    play('POST /contracts/{id}/send', [id], { body: { signerName: 'Luis Vera', signerEmail } })

  const id = await generate()
  await play('PUT /contracts/{id}', [id], { body: { signerName: 'Luis Vera' } })
  await send(id, 'luis@nube.cl')
  await play('POST /contracts/{id}/sign', [id], { body: { signerName: 'Luis Vera' } })
  await play('GET /contracts/{id}', [id])
  await play('GET /contracts/{id}/pdf', [id])
  await play('GET /contracts/{id}/document', [id])
  await play('GET /contracts/{id}/preview', [id])
  const renewal = await play('POST /contracts/{id}/renew', [id])
  await play('DELETE /contracts/{id}', [renewal.id])
  await play('POST /contracts/{id}/terminate', [id])
  await play('GET /contracts')

  const onPaper = await generate()
  await play('POST /contracts/preview', [], {
    body: { processorId, templateId: templates[0].id, activityIds },
  })
  await play('GET /contracts/{id}/checks', [onPaper])
  await play('GET /contracts/{id}/differences', [onPaper])
  await send(onPaper, 'demora@nube.cl')
  await api.access.asSystem('a contract was sent a while ago', (db) =>
    db
      .updateTable('contracts')
      .set({ sent_at: new Date('2026-03-01T12:00:00Z') })
      .where('id', '=', onPaper)
      .execute(),
  )
  await play('POST /contracts/{id}/remind', [onPaper])
  const copy = await keepFile(ana, { entityType: 'contract', entityId: onPaper })
  await play('POST /contracts/{id}/signed-copy', [onPaper], {
    body: { fileKey: copy.key, signedOn: '2026-03-02', signerName: 'Luis Vera' },
  })

  await send(await generate(), 'firma@nube.cl')
  const token = await mailed('firma@nube.cl', /firma\/([\w-]{40,})/)
  await play('GET /public/contracts/{token}', [token], { by: api.anyone })
  await play('POST /public/contracts/{token}/code', [token], { by: api.anyone })
  const body = { name: 'Luis Vera', rut: '12.345.678-5' }
  await play('POST /public/contracts/{token}', [token], { by: api.anyone, body })
  await send(await generate(), 'rechaza@nube.cl')
  const refused = await mailed('rechaza@nube.cl', /firma\/([\w-]{40,})/)
  const why = { name: 'Luis Vera', reason: 'Falta un anexo.' }
  await play('POST /public/contracts/{token}/refuse', [refused], { by: api.anyone, body: why })
})

test('policies', async () => {
  const policy = await play('POST /privacy-policy/generate')
  await play('PATCH /privacy-policy/{id}', [policy.id], { body: { customTitle: 'Sus datos' } })
  await play('GET /privacy-policy/{id}', [policy.id])
  await play('GET /privacy-policy/{id}/document', [policy.id])
  await play('GET /privacy-policy/{id}/preview', [policy.id])
  const { workflowInstanceId } = await play('POST /privacy-policy/{id}/publish', [policy.id])
  const { currentStageId: stageId } = (await ana.get(`/workflow-instances/${workflowInstanceId}`)).data
  await ana.post(`/workflow-instances/${workflowInstanceId}/action`, { stageId, actionType: 'APPROVE' })
  await play('GET /privacy-policy/current')
  const next = await play('POST /privacy-policy/generate')
  await play('GET /privacy-policy/{id}/diff', [next.id], { query: `?against=${policy.id}` })
  await play('GET /privacy-policy/{id}/drift', [policy.id])
  await play('GET /privacy-policy/versions')
  await play('GET /public/policies/{tenantSlug}/privacy', [ana.slug], { by: api.anyone })

  const cookies = await play('POST /cookie-policy/generate')
  await play('PUT /cookie-policy/{id}', [cookies.id], { body: { customTitle: 'Cookies' } })
  await play('GET /cookie-policy/{id}', [cookies.id])
  await play('GET /cookie-policy/{id}/document', [cookies.id])
  await play('GET /cookie-policy/{id}/preview', [cookies.id])
  await play('POST /cookie-policy/{id}/publish', [cookies.id])
  await play('GET /cookie-policy/current')
  await play('GET /cookie-policy/versions')
  await play('GET /cookie-policy/check-coverage')
  await play('GET /public/policies/{tenantSlug}/cookies', [ana.slug], { by: api.anyone })
  await play('GET /cookie-policy/{id}/drift', [cookies.id])
  const draft = await play('POST /cookie-policy/generate')
  await play('GET /cookie-policy/{id}/diff', [draft.id], { query: `?against=${cookies.id}` })
  await play('DELETE /cookie-policy/{id}', [draft.id])
})

test('comments', async () => {
  const { id: entityId } = (await ana.post('/processors', { name: 'Nube Andina' })).data
  const body = { entityType: 'processor', entityId, text: 'Falta su certificado.', mentions: [pedro.userId] }
  const { id } = await play('POST /comments', [], { body })
  await play('GET /comments', [], { query: `?entityType=processor&entityId=${entityId}` })
  await play('DELETE /comments/{id}', [id])
})

async function tasksOf(id: string) {
  const [rosa, eva] = ['duena-del-crm@correo.cl', 'duena-del-papel@correo.cl']
  const add = (systemName: string, ownerEmail: string) =>
    play('POST /dsar/requests/{id}/tasks', [id], { body: { systemName, ownerEmail } })
  const [first, second] = [await add('CRM', rosa), await add('Papel', rosa)]
  const path = 'PATCH /dsar/requests/{id}/tasks/{taskId}'
  await play(path, [id, second.id], { body: { ownerEmail: eva } })
  await play('POST /dsar/requests/{id}/tasks/send', [id])
  await api.drain()
  const key = /\/tareas\/([\w-]{43})/.exec(api.mailbox.to(rosa).at(-1)!.text!)![1]!
  const by = api.anyone
  await play('GET /public/tasks/{key}', [key], { by })
  await play('POST /public/tasks/{key}/uploads', [key], { by, body: { name: 'datos.csv' } })
  await play('POST /public/tasks/{key}', [key], { by, body: { outcome: 'nothing_found' } })
  await api.access.asSystem('a test lets a day pass', (db) =>
    db
      .updateTable('dsar_tasks')
      .set({ sent_at: new Date(api.clock.now().getTime() - DAY_MS) })
      .where('id', '=', second.id)
      .execute(),
  )
  await play('POST /dsar/requests/{id}/tasks/{taskId}/remind', [id, second.id])
  const { items } = await play('GET /dsar/requests/{id}/tasks', [id])
  assert.deepEqual(
    items.filter((one: { id: string }) => one.id === first.id).map((one: { status: string }) => one.status),
    ['done'],
  )
}

test('connectors', async () => {
  const system = (await ana.post('/data-map/systems', { name: 'Caja', type: 'DATABASE' })).data.id
  const heard: { callbackUrl: string }[] = []
  const endpoint = createServer(async (req, res) => {
    let text = ''
    for await (const chunk of req) text += chunk
    heard.push(JSON.parse(text))
    res.writeHead(202).end()
  }).listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  after(() => endpoint.close())
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`
  const { id, secret } = await play('POST /connectors', [], {
    body: { name: 'Caja', systemId: system, kind: 'https', config: { url } },
  })
  await play('PATCH /connectors/{id}', [id], { body: { name: 'Caja central' } })
  await play('GET /connectors/{id}', [id])
  await play('GET /connectors')
  await play('POST /connectors/{id}/test', [id], { body: { right: 'ACCESS' } })
  const officer = await ana.colleague('DPO')
  await play('POST /connectors/{id}/approve', [id], { by: officer })
  const { requestId, taskId } = await taskFor(api, ana, system)
  await play('POST /dsar/requests/{id}/tasks/{taskId}/run', [requestId, taskId])
  await api.drain()
  await play('GET /connectors/{id}/runs', [id])
  const key = heard.at(-1)!.callbackUrl.split('/').at(-1)!
  const payload = JSON.stringify({ outcome: 'nothing_found' })
  const headers = { 'x-resguardo-signature': `sha256=${hmac(secret, payload)}` }
  await play('POST /public/connectors/callback/{key}', [key], { by: api.anyone, payload, headers })
  await play('DELETE /connectors/{id}', [id])
})

test('questionnaires', async () => {
  const by = api.anyone
  await play('GET /questionnaires/built-in')
  await play('GET /questionnaires/fields')
  const { id } = await play('POST /questionnaires', [], { body: { builtIn: 'yearly_review' } })
  await play('PUT /questionnaires/{id}', [id], { body: { name: 'Revisión de cada año' } })
  await play('GET /questionnaires/{id}', [id])
  await play('GET /questionnaires')
  const recipients = ['uno', 'dos', 'tres'].map((name) => ({ name, email: `${name}@sur.cl` }))
  const dueOn = chileanDay(new Date(api.clock.now().getTime() + 5 * 86_400_000))
  const { items } = await play('POST /questionnaires/{id}/send', [id], { body: { recipients, dueOn } })
  const [key] = items.map(({ pageUrl }: { pageUrl: string }) => pageUrl.split('/').at(-1)!)
  const [answer, other, third] = items.map(({ id }: { id: string }) => id)
  const answers = {
    area: 'Bodega',
    same: 'yes',
    new: 'yes',
    new_name: 'Turnos',
    new_purpose: 'Asignar turnos',
    ended: 'no',
    vendor: 'no',
    system: 'no',
    deleted: 'no',
    incident: 'no',
    trained: 'yes',
  }
  await play('GET /public/questionnaires/{key}', [key], { by })
  await play('POST /public/questionnaires/{key}/uploads', [key], { by, body: { name: 'planilla.pdf' } })
  await play('PUT /public/questionnaires/{key}', [key], { by, body: { answers: { area: 'Bodega' } } })
  await play('POST /public/questionnaires/{key}', [key], { by, body: { answers } })
  await play('GET /questionnaires/{id}/answers', [id])
  await play('GET /questionnaires/answers', [], { query: '?unread=true' })
  await play('GET /questionnaires/answers/{id}', [answer])
  await play('POST /questionnaires/answers/{id}/read', [answer])
  await play('GET /questionnaires/answers/{id}/drafts', [answer], { query: '?target=activity' })
  await play('POST /questionnaires/answers/{id}/convert', [answer], { body: { target: 'activity' } })
  await play('POST /questionnaires/answers/{id}/return', [answer], { body: { note: '¿Desde cuándo?' } })
  await api.access.asSystem('a test makes a letter older', (db) =>
    db
      .updateTable('questionnaire_answers')
      .set({ created_at: new Date(api.clock.now().getTime() - 2 * 86_400_000) })
      .where('id', '=', other)
      .execute(),
  )
  await play('POST /questionnaires/answers/{id}/remind', [other])
  await play('DELETE /questionnaires/invitations/{id}', [third])
  const { id: unsent } = (await ana.post('/questionnaires', { builtIn: 'cameras' })).data
  await play('DELETE /questionnaires/{id}', [unsent])
})

test('files and governance', async () => {
  const frame = 'frontera'
  const payload = `--${frame}\r\nContent-Disposition: form-data; name="file"; filename="acta.txt"\r\n\r\nActa\r\n--${frame}--\r\n`
  const { key } = await play('POST /files', [], {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${frame}` },
  })
  const file: Reply = await ana.get(`/files/${key}`)
  assert.deepEqual([file.status, file.raw.toString()], [200, 'Acta'])
  // Counts the call above, because `play` does not expect the file's own type.
  played.add('GET /files/{key}')
  await play('DELETE /files/{key}', [key])

  await play('GET /tasks', [], { query: '?scope=all' })
  await play('GET /search', [], { query: '?q=a' })
  const clerk = await ana.colleague('ANALYST')
  await clerk.post('/breaches', {
    title: 'x',
    detectedAt: api.clock.now().toISOString(),
    detectionSource: 'manual',
  })
  await api.drain()
  await play('GET /notifications')
  await play('GET /notifications/stream')
  await play('GET /notifications/events')
  await play('POST /notifications/read', [], { body: { all: true } })
  await play('GET /settings/notifications')
  await play('PUT /settings/notifications', [], { body: { 'activity.updated': 'off' } })
  await play('GET /activity')
  await play('GET /activity/changes')
  await play('GET /governance/overview', [], { query: '?scope=all' })
  await play('GET /governance/compliance-score')
  await SCORE_HISTORY_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  await play('GET /governance/score-history', [], { query: '?days=30' })
  const { id } = await play('POST /governance/reports/generate', [], { body: { title: 'Informe anual' } })
  await play('POST /governance/inspection-folder')
  await api.drain()
  await play('GET /governance/reports')
  await play('GET /governance/reports/{id}', [id])
  await play('GET /governance/reports/{id}/download', [id])
  await play('DELETE /governance/reports/{id}', [id])
  await play('GET /governance/mpi', [], { query: '?format=pdf' })
  const { entities } = await play('GET /org/entities')
  await ana.patch(`/org/entities/${entities[0].id}`, { dpoName: 'Paula Díaz' })
  await play('GET /governance/dpo-appointment', [], {
    query: `?format=pdf&legalEntityId=${entities[0].id}`,
  })
  await play('GET /governance/reissue')
  await play('GET /governance/export/rat', [], { query: '?format=csv' })
  await play('GET /governance/export/dpia', [], { query: '?format=csv' })
  await play('GET /governance/mpi/preview')
  await play('GET /governance/board-report/preview')
  await play('GET /governance/inspection-folder')
  for (const register of ['systems', 'processors', 'departments', 'requests'])
    await play(`GET /governance/export/${register}`, [], { query: '?format=csv&separator=semicolon' })
})

test('portfolio and hours', async () => {
  const entry = await play('POST /time-entries', [], {
    body: { workedOn: '2026-01-15', minutes: 90, what: 'Revisión del registro' },
  })
  await play('GET /time-entries', [], { query: '?from=2026-01-01&to=2026-01-31' })
  await play('GET /time-entries/summary', [], { query: '?month=2026-01&scope=all' })
  await play('GET /time-entries/{id}', [entry.id])
  await play('PATCH /time-entries/{id}', [entry.id], { body: { minutes: 120 } })
  await play('DELETE /time-entries/{id}', [entry.id])
  const { items } = await play('GET /portfolio/copyable', [], { query: `?from=${ana.tenantId}` })
  const other = (await ana.post('/auth/tenants', { organizationName: 'Tienda Norte SpA' })).data.tenant
  await play('POST /portfolio/copy', [], {
    body: { from: ana.tenantId, to: other.id, items: [{ kind: items[0].kind, id: items[0].id }] },
  })
})

test('imports', async () => {
  const frame = 'frontera'
  const field = (disposition: string, text: string) =>
    `--${frame}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`
  const rows = 'Encargado;RUT;Notas\nPalomar SpA;76.543.210-3;x\n'
  const { id } = await play('POST /imports', [], {
    payload: `${field('name="target"', 'processors')}${field('name="file"; filename="encargados.csv"', rows)}--${frame}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${frame}` },
  })
  await api.drain()
  await play('GET /imports')
  await play('GET /imports/{id}', [id])
  await play('POST /imports/{id}/confirm', [id])
  await api.drain()
  await play('DELETE /imports/{id}', [id])
  await play('GET /imports/templates/{target}', ['processors'], { query: '?format=csv' })
})

test('every promised endpoint was called, and every field was seen', () => {
  assert.deepEqual(
    ENDPOINTS.map(({ name }) => name).filter((name) => !played.has(name)),
    [],
  )
  assert.deepEqual(faults, [])
  assert.deepEqual(
    [...waiting].flatMap(([name, fields]) => [...fields].map((field) => `${name}: ${field}`)),
    [],
  )
})
