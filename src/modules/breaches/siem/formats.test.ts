import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hmac } from '#kernel/secrets.ts'
import { openService } from '#test/kit/service.ts'

/** The native formats of Wazuh, Splunk and Microsoft Sentinel, and the trial of the connection. */
const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const secret: string = (await ana.get('/settings/tenant')).data.siemSecret

let serial = 0
async function send(payload: object) {
  serial += 1
  const body = JSON.stringify({ ...payload, serial })
  const headers = { 'x-siem-signature': `sha256=${hmac(secret, body)}` }
  return api.anyone.post(`/webhooks/siem/${ana.slug}`, undefined, { payload: body, headers })
}
async function breachOf(payload: object) {
  const { status, data, body } = await send(payload)
  assert.equal(status, 201, JSON.stringify(body))
  return (await ana.get(`/breaches/${data.breachId}`)).data
}
const total = async () => (await ana.get('/breaches?limit=1')).data.pagination.total
const at = (instant: string) => new Date(instant).toISOString()

const wazuh = (fields: object = {}) => ({
  timestamp: '2026-03-02T10:45:00.123-0300',
  rule: { level: 12, description: 'SQL injection attempt', id: '31103', groups: ['web'] },
  agent: { id: '001', name: 'web-01', ip: '10.0.0.4' },
  manager: { name: 'wazuh-manager' },
  id: '1580123327.49031',
  full_log: '203.0.113.7 - - "GET /?id=1%27" 500',
  decoder: { name: 'web-accesslog' },
  data: { srcip: '203.0.113.7', url: '/?id=1%27' },
  location: '/var/log/nginx/access.log',
  ...fields,
})
const splunk = (result: object = {}, fields: object = {}) => ({
  sid: 'scheduler__admin__search__RMD5_at_1772459100_42',
  search_name: 'Descarga masiva de clientes',
  app: 'search',
  owner: 'admin',
  results_link: 'https://splunk.tiendasur.cl:8000/app/search/@go?sid=42',
  result: { _time: '1772459100.500', host: 'crm-01', severity: 'high', count: '57', ...result },
  ...fields,
})
const incident = (properties: object = {}) => ({
  id: '/subscriptions/x/providers/Microsoft.SecurityInsights/Incidents/b7a3',
  name: 'b7a3f5c2-1f0e-4c56-9d8a-2f1c0a6c7e11',
  type: 'Microsoft.SecurityInsights/Incidents',
  properties: {
    title: 'Exfiltración desde SharePoint',
    description: 'Se descargaron 4.000 archivos.',
    severity: 'High',
    status: 'New',
    createdTimeUtc: '2026-03-02T13:45:00.1234567Z',
    incidentNumber: 3177,
    incidentUrl: 'https://portal.azure.com/#asset/Incident/3177',
    labels: [],
    ...properties,
  },
})

test('an alert in the form of Wazuh, with rule and agent at the top', async () => {
  const breach = await breachOf(wazuh())
  assert.deepEqual(
    [breach.title, breach.severity, breach.detectedAt, breach.detectionSource],
    ['SQL injection attempt', 'high', '2026-03-02T13:45:00.123Z', 'siem'],
  )
  assert.match(breach.description, /«web-01»: regla 31103, nivel 12/)
  assert.equal(breach.alert.full_log, wazuh().full_log)
  assert.deepEqual(breach.events[1].details, {
    ruleId: '31103',
    level: 12,
    severity: 'high',
    agent: 'web-01',
  })
})

test('an alert in the form of Splunk', async () => {
  const breach = await breachOf(splunk())
  assert.deepEqual(
    [breach.title, breach.severity, breach.detectedAt],
    ['Descarga masiva de clientes', 'high', at('2026-03-02T13:45:00.500Z')],
  )
  assert.match(breach.description, /Splunk en «crm-01».*RMD5_at.*https:\/\/splunk\.tiendasur\.cl/)
  assert.deepEqual(
    [breach.events[1].details.level, breach.events[1].details.ruleId],
    [null, 'Descarga masiva de clientes'],
  )
})

for (const [said, severity] of [
  [{ severity: 'critical' }, 'critical'],
  [{ severity: 'Informational' }, 'low'],
  [{ severity: '4' }, 'high'],
  [{ severity: 6 }, 'critical'],
  [{ severity: ['low', 'high'] }, 'low'],
  [{ severity: undefined, urgency: 'critical' }, 'critical'],
  [{ severity: undefined }, 'medium'],
  [{ severity: 'rojo' }, 'medium'],
  [{ severity: 'constructor' }, 'medium'],
] as const)
  test(`Splunk's ${JSON.stringify(said)} is of ${severity} severity`, async () => {
    assert.equal((await breachOf(splunk(said))).severity, severity)
  })

test('an alert with fields missing from Splunk is not lost', async (t) => {
  t.after(() => api.clock.release())
  const now = new Date()
  api.clock.set(now)
  const bare = await breachOf({ sid: '1772459100.42', search_name: null, result: {} })
  assert.deepEqual([bare.title, bare.detectedAt], ['Alerta de Splunk', now.toISOString()])
  const odd = await breachOf(splunk({ _time: 'ayer' }))
  assert.equal(odd.detectedAt, now.toISOString())
  const written = await breachOf(splunk({ _time: '2026-03-02T10:45:00.000-03:00', rule_title: ' Título ' }))
  assert.deepEqual([written.title, written.detectedAt], ['Título', '2026-03-02T13:45:00.000Z'])
})

test('an incident of Sentinel, as its API answers it and as a playbook gets it', async () => {
  for (const payload of [incident(), { object: incident(), workspaceInfo: { name: 'soc' } }]) {
    const breach = await breachOf(payload)
    assert.deepEqual(
      [breach.title, breach.severity, breach.detectedAt],
      ['Exfiltración desde SharePoint', 'high', '2026-03-02T13:45:00.123Z'],
    )
    assert.match(
      breach.description,
      /^Incidente 3177 de Microsoft Sentinel: .+4\.000 archivos\. Detalle: https/,
    )
  }
  const short = await breachOf({
    properties: { title: 'X', severity: 'Informational', createdTimeUtc: '2026-03-02T13:45:00Z' },
  })
  assert.deepEqual([short.severity, short.description], ['low', 'Incidente de Microsoft Sentinel: X.'])
})

test('the faults named are those of the format that was sent', async () => {
  const before = await total()
  for (const [payload, path] of [
    [wazuh({ agent: undefined }), 'agent'],
    [wazuh({ timestamp: 'ayer' }), 'timestamp'],
    [wazuh({ rule: { id: '1', level: 3 } }), 'rule.description'],
    [splunk({}, { sid: undefined }), 'sid'],
    [splunk({}, { result: 'x' }), 'result'],
    [incident({ title: ' ' }), 'properties.title'],
    [incident({ createdTimeUtc: 'ayer' }), 'properties.createdTimeUtc'],
    [{ object: incident({ severity: undefined }) }, 'object.properties.severity'],
    [{ object: incident({ createdTimeUtc: 'ayer' }) }, 'object.properties.createdTimeUtc'],
  ] as const) {
    const { status, body } = await send(payload)
    assert.equal(status, 400, path)
    assert.deepEqual(
      body.error.details.map((detail: { path: string }) => detail.path),
      [path],
    )
  }
  assert.equal(await total(), before)
})

// ── the trial ──

test('a trial shows the resulting breach and what the SIEM has to send, and stores nothing', async () => {
  const before = await total()
  for (const format of ['wazuh', 'splunk', 'sentinel']) {
    const { status, data } = await ana.post('/settings/siem/test', { format })
    assert.equal(status, 200)
    assert.match(data.breach.title, /^Prueba de la conexión/)
    assert.equal(
      Date.parse(data.breach.notificationDeadlineAt) - Date.parse(data.breach.detectedAt),
      72 * 3_600_000,
    )
    assert.equal(data.signature, `sha256=${hmac(secret, data.body)}`)
    assert.deepEqual(JSON.parse(data.body), data.payload)
    assert.ok(data.url.endsWith(`/api/v1/webhooks/siem/${ana.slug}`))
  }
  assert.equal((await ana.post('/settings/siem/test')).data.breach.severity, 'medium')
  assert.equal(await total(), before)
})

test('a trial shows what the same bytes create for real', async () => {
  const { data } = await ana.post('/settings/siem/test', { format: 'splunk' })
  const headers = { 'x-siem-signature': data.signature }
  const sent = await api.anyone.post(`/webhooks/siem/${ana.slug}`, undefined, { payload: data.body, headers })
  assert.equal(sent.status, 201)
  const breach = (await ana.get(`/breaches/${sent.data.breachId}`)).data
  for (const [name, value] of Object.entries(data.breach)) assert.equal(breach[name], value, name)
})

test('an own alert can be tried; its faults are named like those of a real one', async () => {
  const tried = await ana.post('/settings/siem/test', { payload: wazuh() })
  assert.deepEqual([tried.data.breach.title, tried.data.breach.severity], ['SQL injection attempt', 'high'])
  const wrong = await ana.post('/settings/siem/test', { payload: wazuh({ agent: undefined }) })
  assert.deepEqual([wrong.status, wrong.body.error.details[0].path], [400, 'payload.agent'])
  assert.equal((await ana.post('/settings/siem/test', { format: 'otro' })).status, 400)
})

test('only ADMIN and above may run a trial', async () => {
  const dpo = await ana.colleague('DPO')
  assert.equal((await dpo.post('/settings/siem/test', {})).status, 403)
  assert.equal((await api.anyone.post('/settings/siem/test', {})).status, 401)
})
