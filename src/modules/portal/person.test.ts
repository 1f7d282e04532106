import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { checkDigit } from '#kernel/rut.ts'
import { type Caller, openService, type Person } from '#test/kit/service.ts'

/** Acts of a person in the portal: ask, follow, consent, withdraw; and records of others that stay hidden. */
const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const base = (tenant: Person = ana) => `/public/privacy-portal/${tenant.slug}`

interface Who {
  rut: string
  email: string
}

let serial = 0
function someone(): Who {
  serial += 1
  const number = 16_000_000 + serial
  return { rut: `${number}-${checkDigit(number)}`, email: `titular-${serial}@correo.cl` }
}

async function signIn(who: Who, tenant = ana): Promise<Caller> {
  await api.anyone.post(`${base(tenant)}/otp/init`, who)
  await api.drain()
  const [code] = api.mailbox
    .to(who.email)
    .flatMap(({ subject }) => /^(\d{6}) es su/.exec(subject!)?.[1] ?? [])
    .reverse()
  const { data } = await api.anyone.post(`${base(tenant)}/otp/verify`, { ...who, code })
  return api.with({ authorization: `Bearer ${data.portal_token}` })
}

const ask = (session: Caller, body: object = {}, tenant = ana) =>
  session.post(`${base(tenant)}/request`, { rightType: 'ACCESS', ...body })
const mine = async (session: Caller, tenant = ana) =>
  (await session.get(`${base(tenant)}/requests`)).data.items as Record<string, unknown>[]
const follow = async (session: Caller, id: string) =>
  (await session.get(`${base()}/request/${id}/status`)).data

// ── what the portal offers ──

test('the portal shows the present name, look and DPO of the organisation', async () => {
  const owner = await api.tenant({ name: 'Clínica Norte' })
  const config = async () => (await api.anyone.get(`${base(owner)}/config`)).data
  const { rights, entities, notice: _notice, ...first } = await config()
  assert.deepEqual(rights.map(({ label }: { label: string }) => label).slice(0, 2), [
    'Acceso',
    'Rectificación',
  ])
  assert.deepEqual(
    entities.map(({ name, isMain, contactEmail }: Record<string, unknown>) => [name, isMain, contactEmail]),
    [['Clínica Norte', true, null]],
  )
  assert.deepEqual(first, {
    organizationName: 'Clínica Norte',
    tenantSlug: owner.slug,
    branding: {},
    rightTypes: [
      'ACCESS',
      'RECTIFICATION',
      'DELETION',
      'OPPOSITION',
      'PORTABILITY',
      'BLOCKING',
      'AUTO_DECISION',
    ],
    dpoName: null,
    dpoEmail: null,
  })
  const branding = { primaryColor: '#0b5fff' }
  await owner.put('/settings/tenant', { name: 'Clínica Sur', branding })
  const [entity] = (await owner.get('/org/entities')).data.entities
  await owner.patch(`/org/entities/${entity.id}`, { dpoName: 'Pedro Soto', dpoEmail: 'dpo@clinica.cl' })
  const { organizationName, branding: look, dpoName, dpoEmail } = await config()
  assert.deepEqual(
    [organizationName, look, dpoName, dpoEmail],
    ['Clínica Sur', branding, 'Pedro Soto', 'dpo@clinica.cl'],
  )
  assert.ok(!JSON.stringify(await config()).includes('siem'), 'and none of its secrets')
})

// ── requests ──

test('a request made here is received like any other, with the RUT and email of the session', async () => {
  api.clock.set(new Date())
  const who = someone()
  const session = await signIn(who)
  const made = await ask(session, { description: 'Todo lo que tengan', subjectName: 'María Pérez' })
  assert.equal(made.status, 201)
  const deadline = new Date(api.clock.now().getTime() + 30 * DAY_MS).toISOString()
  assert.equal(made.data.responseDeadline, deadline)
  const stored = (await ana.get(`/dsar/requests/${made.data.id}`)).data
  assert.deepEqual(
    [stored.subjectName, stored.subjectEmail, stored.subjectRut, stored.status, stored.source],
    ['María Pérez', who.email, who.rut, 'RECEIVED', 'portal'],
  )
  // The code proves the mailbox. Nothing proves whose RUT it is.
  assert.deepEqual(stored.identity, {
    email: 'proven',
    rut: 'claimed',
    method: 'portal_code',
    checks: [],
    representation: null,
  })
  await api.drain()
  const letters = api.mailbox.to(who.email).filter(({ text }) => text!.includes(made.data.folioNumber))
  assert.equal(letters.length, 1, 'the receipt goes to the address that was proven')
  const { items } = (await ana.get(`/settings/audit-log?entityId=${made.data.id}`)).data
  assert.deepEqual(
    items.map((item: { action: string; actorType: string }) => [item.action, item.actorType]),
    [
      ['read', 'user'],
      ['create', 'portal'],
    ],
  )
  api.clock.release()
})

test('a person chooses the entity, and that entity answers', async () => {
  const owner = await api.tenant({ name: 'Grupo Norte SpA' })
  const { id: workspaceId } = (await owner.get('/org/workspaces')).data.workspaces[0]
  const made = await owner.post('/org/entities', {
    name: 'Laboratorio Norte SpA',
    workspaceId,
    arcoPublicEmail: 'derechos@laboratorio.cl',
  })
  const { entities } = (await api.anyone.get(`${base(owner)}/config`)).data
  assert.deepEqual(
    entities.map(({ name, isMain, contactEmail }: Record<string, unknown>) => [name, isMain, contactEmail]),
    [
      ['Grupo Norte SpA', true, null],
      ['Laboratorio Norte SpA', false, 'derechos@laboratorio.cl'],
    ],
  )
  const who = someone()
  const session = await signIn(who, owner)
  const { data } = await ask(session, { legalEntityId: made.data.id }, owner)
  await api.drain()
  const letter = api.mailbox.to(who.email).find(({ text }) => text!.includes(data.folioNumber))!
  assert.match(letter.text!, /Laboratorio Norte SpA recibió.*derechos@laboratorio\.cl/s)
  assert.equal((await mine(session, owner))[0]!['responsibleEntity'], 'Laboratorio Norte SpA')
  assert.equal((await owner.get(`/dsar/requests/${data.id}`)).data.legalEntityId, made.data.id)
  const foreign = (await ana.get('/org/entities')).data.entities[0].id
  for (const legalEntityId of [foreign, newId(), 'x']) {
    const reply = await ask(session, { legalEntityId }, owner)
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'legalEntityId'])
  }
})

test('without a name, or with a blank one, the address is used', async () => {
  const who = someone()
  const session = await signIn(who)
  for (const subjectName of [undefined, null, '   ']) {
    const { data } = await ask(session, { subjectName })
    assert.equal((await ana.get(`/dsar/requests/${data.id}`)).data.subjectName, who.email)
  }
})

test('invalid fields of a request are named, and nothing is written', async () => {
  const session = await signIn(someone())
  for (const [status, path, body] of [
    [400, 'rightType', { rightType: undefined }],
    [400, 'rightType', { rightType: 'access' }],
    [400, 'description', { description: 'x'.repeat(10_001) }],
    [400, 'subjectName', { subjectName: 'x'.repeat(201) }],
    [400, 'isRepresentative', { isRepresentative: 'true' }],
    [400, 'specificData.nota', { specificData: { nota: 'x'.repeat(10_001) } }],
    [422, 'representativeRut', { representativeRut: '12.345.678-4' }],
  ] as const) {
    const reply = await ask(session, body)
    assert.equal(reply.status, status, path)
    assert.equal(reply.body.error.details[0].path, path)
  }
  assert.deepEqual(await mine(session), [])
})

test('the same call under one Idempotency-Key makes one request', async () => {
  const session = await signIn(someone())
  const send = () =>
    session.post(`${base()}/request`, { rightType: 'DELETION' }, { headers: { 'idempotency-key': 'una' } })
  const [first, second] = [await send(), await send()]
  assert.deepEqual(second.body, first.body)
  assert.equal((await mine(session)).length, 1)
})

test('concurrent requests have different folios', async () => {
  const session = await signIn(someone())
  const replies = await Promise.all(Array.from({ length: 6 }, () => ask(session)))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(replies.map(({ data }) => data.folioNumber)).size, 6)
  assert.equal((await mine(session)).length, 6)
})

test('the person sees each state of the request', async () => {
  const session = await signIn(someone())
  const { data } = await ask(session)
  const path = `/dsar/requests/${data.id}`
  const seen = async () => {
    const { status, statusLabel, isExtended, responseType, completedAt } = await follow(session, data.id)
    assert.ok(statusLabel.length > 0)
    return [status, isExtended, responseType, completedAt !== null]
  }
  assert.deepEqual(await seen(), ['RECEIVED', false, null, false])
  await ana.patch(path, { status: 'VERIFYING' })
  assert.deepEqual(await seen(), ['VERIFYING', false, null, false])
  await ana.post(`${path}/assign`, { assignedTo: ana.userId })
  assert.deepEqual(await seen(), ['IN_PROGRESS', false, null, false])
  const before = (await follow(session, data.id)).responseDeadline
  await ana.post(`${path}/extend`, { reason: 'Hay que reunir registros antiguos' })
  assert.deepEqual(await seen(), ['EXTENDED', true, null, false])
  const extended = await follow(session, data.id)
  assert.equal(extended.extensionReason, 'Hay que reunir registros antiguos')
  assert.equal(Date.parse(extended.responseDeadline) - Date.parse(before), 30 * DAY_MS)
  await ana.post(`${path}/respond`, { responseType: 'FULFILLED', responseNotes: 'Va adjunto' })
  assert.deepEqual(await seen(), ['COMPLETED', true, 'FULFILLED', true])
  assert.deepEqual((await mine(session))[0], await follow(session, data.id))
})

test('the list is newest first, in pages on demand', async () => {
  api.clock.set(new Date())
  const session = await signIn(someone())
  const made: string[] = []
  for (const rightType of ['ACCESS', 'DELETION', 'OPPOSITION']) {
    made.unshift((await ask(session, { rightType })).data.id)
    api.clock.advance(1000)
  }
  assert.deepEqual(
    (await mine(session)).map(({ id }) => id),
    made,
  )
  const second = (await session.get(`${base()}/requests?page=2&limit=2`)).data
  assert.deepEqual(
    [second.items.map(({ id }: { id: string }) => id), second.pagination],
    [[made[2]], { page: 2, limit: 2, total: 3, totalPages: 2 }],
  )
  for (const query of ['limit=0', 'limit=101', 'page=0', 'page=x'])
    assert.equal((await session.get(`${base()}/requests?${query}`)).status, 400, query)
  api.clock.release()
})

test('a request from the public form belongs to the person with the same RUT and email', async () => {
  const who = someone()
  const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Sitio' })).data
  const intake = async (fields: object) => {
    const { data } = await api.anyone.post(`/public/dsar/${widgetKey}`, {
      subjectName: 'María',
      rightType: 'ACCESS',
      ...fields,
    })
    return data.id
  }
  const own = await intake({ subjectEmail: who.email.toUpperCase(), subjectRut: who.rut })
  const foreign = [
    await intake({ subjectEmail: who.email }),
    await intake({ subjectEmail: who.email, subjectRut: someone().rut }),
    await intake({ subjectEmail: someone().email, subjectRut: who.rut }),
  ]
  const session = await signIn(who)
  assert.deepEqual(
    (await mine(session)).map(({ id }) => id),
    [own],
  )
  assert.equal((await session.get(`${base()}/request/${own}/status`)).status, 200)
  for (const id of [...foreign, newId(), 'no-es-un-id']) {
    const reply = await session.get(`${base()}/request/${id}/status`)
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'RESOURCE_NOT_FOUND'], id)
  }
})

test('in each organisation a person sees only the records there', async () => {
  const [who, tienda] = [someone(), await api.tenant()]
  const [here, there] = [await signIn(who), await signIn(who, tienda)]
  const made = (await ask(here)).data
  assert.equal((await ask(there, {}, tienda)).status, 201)
  assert.equal((await mine(here)).length, 1)
  assert.equal((await mine(there, tienda)).length, 1)
  assert.equal((await there.get(`${base(tienda)}/request/${made.id}/status`)).status, 404)
  assert.equal((await ask(there)).status, 401, 'a session of one portal is none of another')
})

// ── consents ──

async function form(fields: object = {}) {
  return (await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Ofertas', ...fields })).data
}

const decide = (session: Caller, templateId: unknown, granted: unknown, more: object = {}) =>
  session.post(`${base()}/consent`, { templateId, granted, ...more })

async function offer(session: Caller, templateId: string) {
  const { offered } = (await session.get(`${base()}/consent`)).data
  return offered.find((one: { templateId: string }) => one.templateId === templateId)
}

test('a decision in the portal replaces the former one, wherever that was made', async () => {
  const who = someone()
  const { id, formKey } = await form()
  const given = { subjectRef: who.email.toUpperCase(), granted: true }
  assert.equal((await api.anyone.post(`/public/consent-form/${formKey}/submit`, given)).status, 201)
  const session = await signIn(who)
  assert.equal((await offer(session, id)).granted, true)
  assert.equal((await decide(session, id, false)).status, 201)
  assert.equal((await offer(session, id)).granted, false)
  const records = (await ana.get(`/consent/templates/${id}/records`)).data.items
  assert.deepEqual(
    records.map(({ source, granted, subjectRef }: Record<string, unknown>) => [source, granted, subjectRef]),
    [
      ['portal', false, who.email],
      ['form', true, who.email],
    ],
  )
})

test('decisions of others, or recorded under the RUT alone, are not shown', async () => {
  const [who, neighbour] = [someone(), someone()]
  const { id, formKey } = await form()
  for (const subjectRef of [neighbour.email, who.rut])
    await api.anyone.post(`/public/consent-form/${formKey}/submit`, { subjectRef, granted: true })
  const session = await signIn(who)
  assert.equal((await offer(session, id)).granted, null)
  const { items } = (await session.get(`${base()}/consent`)).data
  assert.deepEqual(items, [])
})

test('a removed form is not offered and accepts no decision', async () => {
  const { id } = await form()
  const session = await signIn(someone())
  assert.ok(await offer(session, id))
  await ana.delete(`/consent/templates/${id}`)
  assert.equal(await offer(session, id), undefined)
  assert.equal((await decide(session, id, true)).status, 422)
})

test('a decision needs a form and a yes or no', async () => {
  const { id } = await form()
  const session = await signIn(someone())
  for (const [templateId, granted, path] of [
    [undefined, true, 'templateId'],
    [5, true, 'templateId'],
    [id, undefined, 'granted'],
    [id, 'true', 'granted'],
    [id, null, 'granted'],
  ] as const) {
    const reply = await decide(session, templateId, granted)
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [400, path])
  }
  for (const templateId of [newId(), 'no-es-un-id'])
    assert.equal((await decide(session, templateId, true)).status, 422, templateId)
  assert.equal((await offer(session, id)).granted, null)
})

test('anyone can check a receipt of the portal', async () => {
  const { id } = await form()
  const session = await signIn(someone())
  const { receipt } = (await decide(session, id, true)).data
  const checked = await api.anyone.get(`/public/consent/receipts/${receipt}`)
  assert.equal(checked.status, 200)
  assert.equal((await api.anyone.get(`/public/consent/receipts/${'0'.repeat(64)}`)).status, 404)
})

test('concurrent decisions are all kept, and the last one recorded counts', async () => {
  const { id } = await form()
  const session = await signIn(someone())
  const replies = await Promise.all([true, false, true, false].map((granted) => decide(session, id, granted)))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
  const records = (await ana.get(`/consent/templates/${id}/records`)).data.items
  assert.equal(records.length, 4)
  assert.equal((await offer(session, id)).granted, records[0].granted)
})

// ── the organisation's view ──

test('a request from the portal proves the mailbox of its person and nothing else', async () => {
  const who = someone()
  const session = await signIn(who)
  const { id } = (await ask(session, { description: '¿Qué saben de mí? ñ 😀 <b>' })).data
  const request = (await ana.get(`/dsar/requests/${id}`)).data
  assert.deepEqual(
    [request.source, request.channel, request.subjectRut, request.subjectEmail, request.description],
    ['portal', 'portal', who.rut, who.email, '¿Qué saben de mí? ñ 😀 <b>'],
  )
  assert.deepEqual(
    [request.identity.email, request.identity.rut, request.identity.method],
    ['proven', 'claimed', 'portal_code'],
  )
  assert.deepEqual([request.events[0].actorId, request.events[0].actorName], [null, 'Titular'])
  const [act] = (await ana.get(`/activity?entityId=${id}`)).data.items
  assert.deepEqual([act.action, act.actorType, act.actorName], ['create', 'portal', 'Titular'])
})

test('a block from the portal accompanies an open request of the same person only', async () => {
  const [session, other] = [await signIn(someone()), await signIn(someone())]
  const made = async (by: Caller, rightType: string) => (await ask(by, { rightType })).data.id as string
  const deletion = await made(session, 'DELETION')
  const block = (parentRequestId: string, by = session) => ask(by, { rightType: 'BLOCKING', parentRequestId })
  const { status, data } = await block(deletion)
  assert.equal(status, 201)
  assert.equal((await ana.get(`/dsar/requests/${data.id}`)).data.parentRequestId, deletion)
  const closed = await made(session, 'RECTIFICATION')
  await ana.post(`/dsar/requests/${closed}/respond`, { responseType: 'FULFILLED', responseNotes: 'Listo' })
  const count = (await mine(session)).length
  for (const [parent, by] of [
    [deletion, other],
    [await made(other, 'DELETION'), session],
    [closed, session],
    [data.id, session],
    [newId(), session],
    ['no-es-un-id', session],
  ] as const) {
    const { status, body } = await block(parent, by)
    assert.deepEqual([status, body.error.details[0].path], [422, 'parentRequestId'], parent)
  }
  const wrong = await ask(session, { rightType: 'ACCESS', parentRequestId: deletion })
  assert.equal(wrong.status, 422, 'only a block accompanies another request')
  assert.equal((await mine(session)).length, count)
})

test('a paper request under the same RUT has no proven mailbox and is not shown', async () => {
  const who = someone()
  const paper = { channel: 'post', subjectName: 'María', subjectRut: who.rut, rightType: 'ACCESS' }
  const hidden = (await ana.post('/dsar/requests', paper)).data.id
  const shown = (await ana.post('/dsar/requests', { ...paper, subjectEmail: who.email.toUpperCase() })).data
    .id
  const session = await signIn(who)
  assert.deepEqual(
    (await mine(session)).map(({ id }) => id),
    [shown],
  )
  assert.equal((await session.get(`${base()}/request/${hidden}/status`)).status, 404)
  assert.equal((await session.get(`${base()}/request/${shown}/status`)).status, 200)
})

test('an entity of another organisation, or an inactive one, accepts no request', async () => {
  const owner = await api.tenant()
  const stranger = await api.tenant()
  const [{ id: foreign }] = (await stranger.get('/org/entities')).data.entities
  const session = await signIn(someone(), owner)
  for (const legalEntityId of [foreign, newId(), 'no-es-un-id']) {
    const { status, body } = await ask(session, { legalEntityId }, owner)
    assert.deepEqual([status, body.error.details[0].path], [422, 'legalEntityId'], legalEntityId)
  }
  assert.deepEqual(await mine(session, owner), [])
  assert.equal((await ask(session, { legalEntityId: null }, owner)).status, 201)
})
