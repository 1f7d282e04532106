import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, MINUTE_MS } from '#kernel/dates.ts'
import { makeActivity, makeSystem, newActivity } from './kit/activities.ts'
import { makeBreach } from './kit/breaches.ts'
import { openService } from './kit/service.ts'

/** A past instant in the future is refused wherever the API takes one. */
const api = await openService()
const ana = await api.tenant()

interface Schema {
  $ref?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}
const document = api.app.swagger() as unknown as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}

/** Every instant in a body, as `METHOD path: field`. */
function instantsIn(schema: Schema, path: string): string[] {
  const { $ref, format, properties = {}, items, anyOf = [], allOf = [] } = schema
  if ($ref) return instantsIn(document.components.schemas[$ref.split('/').at(-1)!]!, path)
  if (format === 'date-time') return [path]
  return [
    ...Object.entries(properties).flatMap(([name, one]) =>
      instantsIn(one, path === '' ? name : `${path}.${name}`),
    ),
    ...(items ? instantsIn(items, `${path}[]`) : []),
    ...[...anyOf, ...allOf].flatMap((one) => instantsIn(one, path)),
  ]
}

const sent = Object.entries(document.paths).flatMap(([url, operations]) =>
  Object.entries(operations).flatMap(([method, { requestBody }]) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      [...new Set(instantsIn(schema, ''))].map((field) => `${method.toUpperCase()} ${url}: ${field}`),
    ),
  ),
)

type Try = (at: string) => ReturnType<typeof ana.post>
const breach = await makeBreach(ana)
const processor = await makeBreach(ana, { actsAs: 'processor' })
const system = await makeSystem(ana)
const activity = await makeActivity(ana, { legalBasis: 'legitimate_interest' })
const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Derechos' })).data
const asked = async (rightType: string) => {
  const person = { rightType, subjectName: 'Camila Soto', subjectEmail: 'camila@correo.cl' }
  return (await api.anyone.post(`/public/dsar/${widgetKey}`, person)).data.id as string
}
const [deletion, blocking] = [await asked('DELETION'), await asked('BLOCKING')]
const template = (
  await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Enviar ofertas', purpose: 'Ofertas' })
).data
await ana.post(`/consent/templates/${template.id}/publish`)
const key = api.with({
  'x-api-key': (await ana.post('/settings/api-keys', { name: 'CRM', scopes: ['consent:*'] })).data.key,
})
const person = { subjectRef: 'camila@correo.cl', granted: true }

const edited = (fields: object) => ana.put(`/breaches/${breach}`, fields)
const weighed = (at: string) => ({
  legalBasis: 'legitimate_interest',
  balancing: { outcome: 'favourable', assessedAt: at },
})
const detected = { title: 'x', detectedAt: api.clock.now().toISOString(), detectionSource: 'manual' }

/** Past events: each is refused if more than ten minutes ahead. */
const FACTS: Record<string, Try> = {
  'POST /breaches: detectedAt': (at) => ana.post('/breaches', { ...detected, detectedAt: at }),
  'POST /breaches: occurredAt': (at) => ana.post('/breaches', { ...detected, occurredAt: at }),
  'POST /breaches: subjectsNotifiedAt': (at) =>
    ana.post('/breaches', { ...detected, subjectsNotifiedAt: at }),
  'POST /breaches: controllerNotifiedAt': (at) =>
    ana.post('/breaches', { ...detected, actsAs: 'processor', controllerNotifiedAt: at }),
  'PUT /breaches/{id}: detectedAt': (at) => edited({ detectedAt: at }),
  'PUT /breaches/{id}: occurredAt': (at) => edited({ occurredAt: at }),
  'PUT /breaches/{id}: subjectsNotifiedAt': (at) => edited({ subjectsNotifiedAt: at }),
  'PUT /breaches/{id}: controllerNotifiedAt': (at) =>
    ana.put(`/breaches/${processor}`, { controllerNotifiedAt: at }),
  'POST /breaches/{id}/notify-apdp: notifiedAt': (at) =>
    ana.post(`/breaches/${breach}/notify-apdp`, { notifiedAt: at, notificationFileKey: 'comprobante.pdf' }),
  'POST /breaches/{id}/notify-subjects: notifiedAt': (at) =>
    ana.post(`/breaches/${breach}/notify-subjects`, { notifiedAt: at, medium: 'correo' }),
  'POST /breaches/{id}/notify-controller: notifiedAt': (at) =>
    ana.post(`/breaches/${processor}/notify-controller`, { notifiedAt: at, medium: 'correo' }),
  'POST /breaches/{id}/clocks/{key}/done: doneAt': (at) =>
    ana.post(`/breaches/${breach}/clocks/internal_72h/done`, { doneAt: at }),
  'POST /rat/activities: balancing.assessedAt': async (at) =>
    ana.post('/rat/activities', newActivity(system, weighed(at))),
  'POST /rat/activities/check: balancing.assessedAt': (at) => ana.post('/rat/activities/check', weighed(at)),
  'PUT /rat/activities/{id}: balancing.assessedAt': (at) =>
    ana.put(`/rat/activities/${activity}`, weighed(at)),
  'POST /rat/bulk-import: activities[].balancing.assessedAt': (at) =>
    ana.post('/rat/bulk-import', {
      activities: [{ ...newActivity(system, weighed(at)), purposes: ['Enviar ofertas'] }],
    }),
  'POST /dsar/requests/{id}/recipients: recipients[].notifiedAt': (at) =>
    ana.post(`/dsar/requests/${deletion}/recipients`, { recipients: [{ name: 'Palomar', notifiedAt: at }] }),
  'POST /dsar/requests/{id}/agency-notice: sentAt': (at) =>
    ana.post(`/dsar/requests/${blocking}/agency-notice`, { ground: 'Sin motivos.', sentAt: at }),
  'POST /consent/templates/{id}/manual: obtainedAt': (at) =>
    ana.post(`/consent/templates/${template.id}/manual`, {
      ...person,
      channel: 'paper',
      evidence: 'Carpeta 12',
      obtainedAt: at,
    }),
  'POST /external/consent/records: occurredAt': (at) =>
    key.post('/external/consent/records', { ...person, templateId: template.id, occurredAt: at }),
}

/** Future instants, such as ends. */
const ENDS = [
  'POST /settings/api-keys: expiresAt',
  'PUT /settings/api-keys/{id}: expiresAt',
  'POST /settings/scim/tokens: expiresAt',
  'PUT /contracts/{id}: expiresAt',
  'POST /contracts/{id}/signed-copy: expiresAt',
]

test('every instant in a body is listed as a past event or a future end', () => {
  const known = [...Object.keys(FACTS), ...ENDS]
  assert.deepEqual(sent.map((one) => one.replace(' /api/v1', ' ')).sort(), known.sort())
})

for (const [name, attempt] of Object.entries(FACTS)) {
  test(`${name} is refused more than ten minutes ahead`, async () => {
    const { status, body } = await attempt(after(api.clock.now(), 11 * MINUTE_MS).toISOString())
    assert.equal(status, 422, JSON.stringify(body))
    const field = name.split(/[.\s]/).at(-1)!
    assert.ok(body.error.details[0].path.endsWith(field), JSON.stringify(body))
  })
}
