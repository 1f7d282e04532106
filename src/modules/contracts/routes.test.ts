import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import type { Plan } from '#kernel/plans.ts'
import { draft, type Ground, ground as groundOf, signed } from '#test/kit/contracts.ts'
import { openService } from '#test/kit/service.ts'
import { REMINDER_JOB } from './jobs.ts'

const api = await openService()

const ground = (plan?: Plan, vendor?: string) =>
  groundOf(api, { ...(plan && { plan }), ...(vendor && { vendor }) })

const processor = async ({ ana, processorId }: Ground) => (await ana.get(`/processors/${processorId}`)).data

test('every organisation starts with the built-in templates of each type', async () => {
  const ana = await api.tenant()
  const { templates } = (await ana.get('/contracts/templates')).data
  assert.deepEqual(templates.map((template: { type: string }) => template.type).sort(), [
    'ADDENDUM',
    'ADDENDUM',
    'CCT',
    'CCT',
    'DPA',
  ])
  const dpa = templates.find((template: { type: string }) => template.type === 'DPA')
  assert.deepEqual(Object.keys(dpa.variables[0]).sort(), ['description', 'key', 'label'])
  for (const { name, content, variables, type } of templates) {
    const written = [...content.matchAll(/\{\{(\w+)\}\}/g)].map((match: string[]) => match[1])
    const keys = variables.map((variable: { key: string }) => variable.key)
    assert.deepEqual(keys, [...new Set(written)], type)
    // Reinforced clauses bind a processor, and another controller is not one.
    if (!/cesión|responsables/i.test(name)) assert.ok(keys.includes('clausulasReforzadas'), type)
  }
  assert.equal((await ana.get(`/contracts/templates/${dpa.id}`)).data.content, dpa.content)
})

test('generation fills in known values, lets custom fields win and shows the gaps', async () => {
  const g = await ground()
  const { ana, processorId, activityId, templateId } = g
  const reply = await ana.post('/contracts/generate', {
    processorId,
    templateId,
    activityIds: [activityId],
    customFields: { duracion: '12 meses', encargadoNombre: 'Otro nombre', cantidad: 3 },
  })
  assert.equal(reply.status, 201)
  assert.deepEqual(Object.keys(reply.data).sort(), ['content', 'contractId', 'type'])
  assert.equal(reply.data.type, 'DPA')
  for (const text of [
    'Tienda Sur',
    '12 meses',
    'Otro nombre',
    'Responder consultas',
    '[Subencargados autorizados]',
  ]) {
    assert.ok(reply.data.content.includes(text), text)
  }
  assert.ok(!reply.data.content.includes('{{'))
  const contract = (await ana.get(`/contracts/${reply.data.contractId}`)).data
  assert.deepEqual(
    [contract.status, contract.version, contract.processorId, contract.activityId, contract.templateId],
    ['DRAFT', 1, processorId, activityId, templateId],
  )
  assert.equal((await processor(g)).dpaStatus, 'PENDING')
})

test('a malicious vendor name stays text', async () => {
  const g = await ground('PROFESSIONAL', '<img src=x onerror=alert(1)>')
  const id = await draft(g)
  const { content } = (await g.ana.get(`/contracts/${id}`)).data
  assert.ok(!content.includes('<img'))
  assert.ok(content.includes('&lt;img src=x onerror=alert(1)&gt;'))
})

test('reinforced clauses come with Business and above', async () => {
  for (const [plan, has] of [
    ['PROFESSIONAL', false],
    ['BUSINESS', true],
  ] as const) {
    const g = await ground(plan)
    const { content } = (await g.ana.get(`/contracts/${await draft(g)}`)).data
    assert.equal(content.includes('Cláusulas reforzadas'), has, plan)
    assert.ok(!content.includes('clausulasReforzadas'))
  }
})

test('templates, processors and activities must exist in the organisation', async () => {
  const g = await ground()
  const other = await ground()
  const valid = { processorId: g.processorId, templateId: g.templateId, activityIds: [g.activityId] }
  for (const wrong of [
    { processorId: other.processorId },
    { templateId: other.templateId },
    { activityIds: [g.activityId, other.activityId] },
    { processorId: 'nada' },
  ]) {
    assert.equal(
      (await g.ana.post('/contracts/generate', { ...valid, ...wrong })).status,
      422,
      JSON.stringify(wrong),
    )
  }
  for (const wrong of [
    { activityIds: [] },
    { activityIds: undefined },
    { customFields: { a: {} } },
    { templateId: 5 },
  ]) {
    assert.equal(
      (await g.ana.post('/contracts/generate', { ...valid, ...wrong })).status,
      400,
      JSON.stringify(wrong),
    )
  }
})

test('the plan limits the contracts exactly, also for two simultaneous calls', async () => {
  const g = await ground('STARTER')
  for (let n = 0; n < 4; n++) await draft(g)
  const body = { processorId: g.processorId, templateId: g.templateId, activityIds: [g.activityId] }
  const replies = await Promise.all([
    g.ana.post('/contracts/generate', body),
    g.ana.post('/contracts/generate', body),
  ])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 402])
  assert.equal(replies.find(({ status }) => status === 402)!.body.error.code, 'PLAN_LIMIT_REACHED')
  assert.equal((await g.ana.get('/settings/usage')).data.usage.contracts, 5)
})

test('only a draft is edited or deleted', async () => {
  const g = await ground()
  const id = await draft(g)
  const edited = await g.ana.put(`/contracts/${id}`, {
    content: '<p>Texto propio</p>',
    expiresAt: '2030-06-30',
    signerRut: '12.345.678-5',
    signerEmail: 'carla@nube.cl',
  })
  assert.equal(edited.status, 200)
  assert.deepEqual(
    [edited.data.content, edited.data.expiresAt, edited.data.signerRut],
    ['<p>Texto propio</p>', '2030-07-01T03:59:59.999Z', '12345678-5'],
  )
  const exact = await g.ana.put(`/contracts/${id}`, { expiresAt: '2030-12-31T20:00:00-03:00' })
  assert.equal(exact.data.expiresAt, '2030-12-31T23:00:00.000Z', 'an instant is kept as it is')
  const bad = await g.ana.put(`/contracts/${id}`, { signerRut: '12.345.678-4' })
  assert.deepEqual([bad.status, bad.body.error.code], [422, 'INVALID_RUT'])
  assert.equal((await g.ana.put(`/contracts/${id}`, { expiresAt: '2030-02-30' })).status, 400)

  const gone = await draft(g)
  assert.deepEqual((await g.ana.delete(`/contracts/${gone}`)).body, { success: true })
  assert.equal((await g.ana.get(`/contracts/${gone}`)).status, 404)

  await g.ana.post(`/contracts/${id}/send`, { signerName: 'Carla', signerEmail: 'carla@nube.cl' })
  assert.equal((await g.ana.put(`/contracts/${id}`, { content: 'x' })).status, 409)
  assert.equal((await g.ana.delete(`/contracts/${id}`)).status, 409)
})

test('of several people who delete a draft at once, one does, and for the others it is gone', async () => {
  const g = await ground()
  const id = await draft(g)
  const replies = await Promise.all(Array.from({ length: 4 }, () => g.ana.delete(`/contracts/${id}`)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404, 404, 404])
})

test("a contract is mailed and signed inside, and the processor's standing follows", async () => {
  const g = await ground()
  const [entity] = (await g.ana.get('/org/entities')).data.entities
  await g.ana.patch(`/org/entities/${entity.id}`, {
    taxId: '76.543.210-3',
    legalRepName: 'Ana Rojas',
    legalRepEmail: 'ana@tienda.cl',
    postalAddress: 'Arica 1',
  })
  const id = await draft(g, {
    servicios: 'CRM',
    duracion: '12 meses',
    medidasSeguridad: 'Cifrado',
    subencargados: 'ninguno',
    encargadoRut: '77.777.777-7',
    encargadoRepresentante: 'Carla Díaz',
    encargadoContacto: 'carla@nube.cl',
  })
  assert.equal((await g.ana.post(`/contracts/${id}/sign`, { signerName: 'Carla' })).status, 409)
  const sent = await g.ana.post(`/contracts/${id}/send`, {
    signerName: 'Carla Díaz',
    signerEmail: 'firma@nube.cl',
  })
  assert.deepEqual([sent.status, sent.data.id, sent.data.status, sent.data.warnings], [200, id, 'SENT', []])
  await api.drain()
  const [mail] = api.mailbox.to('firma@nube.cl')
  assert.match(mail!.text!, /https:\/\/resguardo\.test\/firma\//)
  assert.equal(
    (await g.ana.post(`/contracts/${id}/send`, { signerName: 'C', signerEmail: 'c@n.cl' })).status,
    409,
  )

  const bad = await g.ana.post(`/contracts/${id}/sign`, { signerName: 'Carla', signerRut: '1-1' })
  assert.deepEqual([bad.status, bad.body.error.code], [422, 'INVALID_RUT'])
  const replies = await Promise.all(
    [1, 2].map(() => g.ana.post(`/contracts/${id}/sign`, { signerName: 'Carla Díaz' })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  const done = replies.find(({ status }) => status === 200)!
  assert.equal(done.data.status, 'SIGNED')
  assert.ok(done.data.signedAt)
  assert.equal((await processor(g)).dpaStatus, 'SIGNED')
  assert.deepEqual((await g.ana.get('/rat/stats')).data.dpaStatus, { signed: 1, pending: 0, notRequired: 0 })
})

test('a DPA without a mandatory clause can be sent, with warnings', async () => {
  const g = await ground()
  const id = await draft(g)
  await g.ana.put(`/contracts/${id}`, { content: '<p>Solo el objeto y la duración.</p>' })
  const { data } = await g.ana.post(`/contracts/${id}/send`, {
    signerName: 'Carla',
    signerEmail: 'c@nube.cl',
  })
  const missing = data.warnings.map(({ key }: { key: string }) => key)
  assert.ok(missing.includes('contract.purpose') && missing.includes('contract.return'))
  assert.ok(!missing.includes('contract.object') && !missing.includes('contract.duration'))
})

test('the other party signs through the link, once', async () => {
  const g = await ground()
  const id = await draft(g)
  await g.ana.post(`/contracts/${id}/send`, { signerName: 'Carla Díaz', signerEmail: 'enlace@nube.cl' })
  await api.drain()
  const [, token] = /firma\/([\w-]{40,})/.exec(api.mailbox.to('enlace@nube.cl')[0]!.text!)!
  const path = `/public/contracts/${token}`
  const shown = await api.anyone.get(path)
  assert.equal(shown.status, 200)
  assert.deepEqual([shown.data.organization, shown.data.processor], ['Tienda Sur', 'Nube Andina'])

  assert.equal(
    (await api.anyone.post(path, { name: 'Carla', rut: '12.345.678-4' })).body.error.code,
    'INVALID_RUT',
  )
  const both = await Promise.all(
    [1, 2].map(() => api.anyone.post(path, { name: 'Carla Díaz', rut: '12.345.678-5' })),
  )
  const won = both.find(({ status }) => status === 200)!
  assert.ok(both.some(({ status }) => status === 404 || status === 409))
  assert.deepEqual([won.data.status, won.data.contentHash], ['SIGNED', shown.data.contentHash])
  assert.equal((await api.anyone.get(path)).status, 404)
  const { signature, signerRut } = (await g.ana.get(`/contracts/${id}`)).data
  assert.deepEqual(
    [signature.method, signature.name, signature.contentHash, signerRut],
    ['link', 'Carla Díaz', shown.data.contentHash, '12345678-5'],
  )
})

test('the signing link expires after thirty days', async () => {
  const g = await ground()
  const id = await draft(g)
  await g.ana.post(`/contracts/${id}/send`, { signerName: 'Carla', signerEmail: 'tarde@nube.cl' })
  await api.drain()
  const [, token] = /firma\/([\w-]{40,})/.exec(api.mailbox.to('tarde@nube.cl')[0]!.text!)!
  api.clock.advance(30 * DAY_MS + 1000)
  assert.equal((await api.anyone.get(`/public/contracts/${token}`)).status, 404)
  api.clock.release()
})

test('expiry is exact to the instant, in every answer and filter', async () => {
  const g = await ground()
  const now = new Date('2027-01-01T00:00:00.000Z')
  const soon = await signed(g, '2027-01-20T00:00:00.000Z')
  const past = await signed(g, '2020-01-01T00:00:00.000Z')
  const far = await signed(g, null)
  const later = await g.ana.colleague('ADMIN')
  api.clock.set(now)
  const reader = await later.colleague('VIEWER')
  const ids = async (query: string) =>
    (await reader.get(`/contracts?${query}`)).data.contracts.map(({ id }: { id: string }) => id).sort()
  assert.deepEqual(await ids('status=SIGNED'), [far, soon].sort())
  assert.deepEqual(await ids('status=EXPIRED'), [past])
  assert.deepEqual(await ids('expiringSoon=true'), [soon])
  assert.equal((await reader.get(`/contracts/${past}`)).data.status, 'EXPIRED')
  api.clock.set('2027-01-20T00:00:00.000Z')
  const reader2 = await later.colleague('VIEWER')
  assert.equal((await reader2.get(`/contracts/${soon}`)).data.status, 'EXPIRED')
  assert.deepEqual((await reader2.get('/contracts?status=SIGNED')).data.contracts.length, 1)
  assert.equal((await reader2.get('/contracts?status=NADA')).status, 400)
  api.clock.release()
})

test('a processor is expired with its contract and signed again with the renewal', async () => {
  const g = await ground()
  const id = await signed(g, '2020-01-01T00:00:00.000Z')
  assert.equal((await g.ana.get(`/contracts/${id}`)).data.status, 'EXPIRED')
  assert.equal((await processor(g)).dpaStatus, 'EXPIRED')
  assert.deepEqual((await g.ana.get('/rat/stats')).data.dpaStatus, { signed: 0, pending: 1, notRequired: 0 })
  assert.equal((await g.ana.get('/processors?dpaStatus=EXPIRED')).data.items.length, 1)
  assert.equal((await g.ana.get('/processors?dpaStatus=SIGNED')).data.items.length, 0)

  const renewals = await Promise.all([1, 2].map(() => g.ana.post(`/contracts/${id}/renew`)))
  assert.deepEqual(renewals.map(({ status }) => status).sort(), [201, 409])
  const renewed = renewals.find(({ status }) => status === 201)!.data
  assert.deepEqual([renewed.version, renewed.previousContractId, renewed.status], [2, id, 'DRAFT'])
  await g.ana.post(`/contracts/${renewed.id}/send`, { signerName: 'Carla', signerEmail: 'c@nube.cl' })
  await g.ana.post(`/contracts/${renewed.id}/sign`, { signerName: 'Carla' })
  assert.equal((await processor(g)).dpaStatus, 'SIGNED')
  assert.equal((await g.ana.post(`/contracts/${id}/renew`)).status, 409)
})

test('only signed or expired contracts can be renewed, only signed ones terminated', async () => {
  const g = await ground()
  const id = await draft(g)
  assert.equal((await g.ana.post(`/contracts/${id}/renew`)).status, 409)
  assert.equal((await g.ana.post(`/contracts/${id}/terminate`)).status, 409)
  const other = await signed(g)
  const ended = await g.ana.post(`/contracts/${other}/terminate`)
  assert.deepEqual([ended.status, ended.data.status], [200, 'TERMINATED'])
  assert.equal((await g.ana.post(`/contracts/${other}/renew`)).status, 409)
  assert.equal((await processor(g)).dpaStatus, 'PENDING')
})

test('an own template lists every variable of its text, with the labels that were sent', async () => {
  const { ana } = await ground()
  const made = await ana.post('/contracts/templates', {
    name: 'Corta',
    type: 'ADDENDUM',
    content: 'Entre {{uno}} y {{plazoMaximo}}',
  })
  assert.equal(made.status, 201)
  assert.deepEqual(made.data.variables, [
    { key: 'uno', label: 'Uno' },
    { key: 'plazoMaximo', label: 'Plazo maximo' },
  ])
  const sent = await ana.put(`/contracts/templates/${made.data.id}`, {
    variables: [{ key: 'uno', label: 'Primera parte' }],
  })
  assert.deepEqual(sent.data.variables, [
    { key: 'uno', label: 'Primera parte' },
    { key: 'plazoMaximo', label: 'Plazo maximo' },
  ])
  const more = await ana.put(`/contracts/templates/${made.data.id}`, {
    content: '{{ fecha }} {{clausulasReforzadas}}',
    variables: [{ key: 'sinUso', label: 'Sin uso' }],
  })
  assert.deepEqual(
    more.data.variables.map(({ key, label }: { key: string; label: string }) => [key, label]),
    [
      ['sinUso', 'Sin uso'],
      ['fecha', 'Fecha del contrato'],
      ['clausulasReforzadas', 'Cláusulas reforzadas'],
    ],
  )
  const twice = [
    { key: 'uno', label: 'Uno' },
    { key: 'uno', label: 'Otra' },
  ]
  const repeated = await ana.put(`/contracts/templates/${made.data.id}`, { variables: twice })
  assert.deepEqual([repeated.status, repeated.body.error.details[0].path], [422, 'variables'])
  const again = await ana.put(`/contracts/templates/${made.data.id}`, { content: 'Solo {{dos}}' })
  assert.deepEqual(again.data.variables, [{ key: 'dos', label: 'Dos' }])
  assert.equal((await ana.post('/contracts/templates', { name: 'x', type: 'NDA', content: 'x' })).status, 400)
  const stranger = await api.tenant()
  assert.equal((await stranger.put(`/contracts/templates/${made.data.id}`, { name: 'y' })).status, 404)
})

test('reminders leave once each at 60, 30 and 7 days', async () => {
  const g = await ground()
  const [entity] = (await g.ana.get('/org/entities')).data.entities
  await g.ana.patch(`/org/entities/${entity.id}`, { dpoName: 'Pedro', dpoEmail: 'dpo@recordatorios.cl' })
  const end = new Date(Date.now() + 100 * DAY_MS)
  await signed(g, end.toISOString())
  const mails = () =>
    api.mailbox.to('dpo@recordatorios.cl').filter(({ subject }) => subject?.startsWith('El contrato con'))
      .length
  for (const [daysBefore, expected] of [
    [61, 0],
    [60, 1],
    [59, 1],
    [29, 2],
    [6, 3],
    [5, 3],
  ] as const) {
    api.clock.set(new Date(end.getTime() - daysBefore * DAY_MS + 1000))
    await REMINDER_JOB.run(api.service.jobEnv, {}, { jobId: 'test', attempt: 1 })
    await api.drain()
    assert.equal(mails(), expected, `${daysBefore} days before`)
  }
  api.clock.release()
})

test('arts. 15 and 27: clauses, an addendum and a cesión are no contract with a processor, and each has its words', async () => {
  for (const [name, standing, article, words] of [
    ['Encargo', 'SIGNED', 'art. 15 bis, ', /^El contrato con Nube Andina vence el /],
    ['Cláusulas', 'NONE', 'arts. 27 y 28, ', /^Las cláusulas de transferencia con Nube Andina vencen el /],
    ['Adenda', 'NONE', 'art. 15 bis, ', /^La adenda con Nube Andina vence el /],
    ['Cesión', 'NONE', 'art. 15, ', /^El contrato de cesión con Nube Andina vence el /],
  ] as const) {
    const g = await ground()
    const { templates } = (await g.ana.get('/contracts/templates')).data
    const template = templates.find((one: { name: string }) => one.name.startsWith(name))
    await signed({ ...g, templateId: template.id }, new Date(Date.now() + 20 * DAY_MS).toISOString())
    assert.equal((await processor(g)).dpaStatus, standing, name)
    const { items } = (await g.ana.get('/tasks?kind=contract')).data
    assert.ok(items[0].article.startsWith(article), items[0].article)
    await REMINDER_JOB.run(api.service.jobEnv, {}, { jobId: 'test', attempt: 1 })
    await api.drain()
    const letter = api.mailbox.to(g.ana.email).find(({ subject }) => words.test(subject!))
    assert.ok(letter, name)
    assert.ok(letter.text!.includes(`(${article}`), letter.text)
  }
})

test('a contract becomes a PDF', async () => {
  const g = await ground()
  const id = await signed(g)
  const reply = await g.ana.get(`/contracts/${id}/pdf`)
  assert.equal(reply.status, 200)
  assert.equal(reply.headers['content-type'], 'application/pdf')
  assert.equal(reply.raw.subarray(0, 5).toString(), '%PDF-')
})

test('readers read, analysts write', async () => {
  const g = await ground()
  const id = await draft(g)
  const viewer = await g.ana.colleague('VIEWER')
  assert.equal((await viewer.get(`/contracts/${id}`)).status, 200)
  assert.equal((await viewer.put(`/contracts/${id}`, {})).status, 403)
  const analyst = await g.ana.colleague('ANALYST')
  assert.equal((await analyst.put(`/contracts/${id}`, {})).status, 200)
})
