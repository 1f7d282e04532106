import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()

async function twoClients() {
  const ana = await api.tenant({ name: 'Alerce SpA' })
  const to = (await ana.post('/auth/tenants', { organizationName: 'Boldo SpA' })).data.tenant
  const there = { headers: { 'x-resguardo-tenant': to.slug } }
  return { ana, from: ana.tenantId, to: to.id as string, there }
}

async function written(ana: Person) {
  const template = (
    await ana.post('/contracts/templates', {
      name: 'Encargo del estudio',
      type: 'DPA',
      content: 'Entre {{responsable}} y {{encargado}} se conviene lo siguiente.',
    })
  ).data
  const flow = (
    await ana.post('/workflows', {
      name: 'Cierre de brechas',
      entityType: 'BREACH',
      stages: [{ name: 'Causa', requiredRole: 'ANALYST', slaDays: 5 }],
      webhooks: [
        { url: 'https://mesa.alerce.cl/flujos', events: ['workflow.started'], secret: 'secreto-de-alerce' },
      ],
    })
  ).data
  const notice = (
    await ana.post('/consent/notices', {
      name: 'Aviso del sitio',
      title: 'Su privacidad',
      purposes: [{ key: 'necessary', name: 'Necesarias', required: true }],
    })
  ).data
  const form = (await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo.' })).data
  const widget = (
    await ana.post('/dsar/widgets', {
      name: 'Derechos',
      config: { title: 'Ejerza sus derechos', allowedOrigins: ['https://www.alerce.cl'] },
    })
  ).data
  return [
    { kind: 'contract_template', id: template.id },
    { kind: 'workflow_definition', id: flow.id },
    { kind: 'consent_notice', id: notice.id },
    { kind: 'consent_template', id: form.id },
    { kind: 'dsar_widget', id: widget.id },
  ]
}

test('texts written for one client are copied to another, without the first client’s data', async () => {
  const { ana, from, to, there } = await twoClients()
  const items = await written(ana)
  const offered = (await ana.get(`/portfolio/copyable?from=${from}`)).data.items
  for (const { kind, id } of items)
    assert.ok(
      offered.some((one: { kind: string; id: string }) => one.kind === kind && one.id === id),
      kind,
    )
  const tried = await ana.post('/portfolio/copy', { from, to, items, dryRun: true })
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  assert.ok(
    tried.data.items.every((one: { action: string; newId: null }) => one.action === 'create' && !one.newId),
  )
  assert.equal((await ana.get('/consent/notices', there)).data.items.length, 0, 'a dry run writes nothing')
  const { data, status } = await ana.post('/portfolio/copy', { from, to, items })
  assert.equal(status, 200)
  const idOf = (kind: string) => data.items.find((one: { kind: string }) => one.kind === kind).newId
  const flow = (await ana.get(`/workflows/${idOf('workflow_definition')}`, there)).data
  assert.deepEqual([flow.name, flow.stages[0].slaDays, flow.webhooks], ['Cierre de brechas', 5, []])
  const notice = (await ana.get(`/consent/notices/${idOf('consent_notice')}`, there)).data
  assert.deepEqual([notice.status, notice.domainId, notice.title], ['DRAFT', null, 'Su privacidad'])
  const widget = (await ana.get(`/dsar/widgets/${idOf('dsar_widget')}`, there)).data
  assert.deepEqual(widget.config, { title: 'Ejerza sus derechos' })
  const template = (await ana.get(`/contracts/templates/${idOf('contract_template')}`, there)).data
  assert.match(template.content, /se conviene lo siguiente/)
  const form = (await ana.get(`/consent/templates/${idOf('consent_template')}`, there)).data
  assert.equal(form.purposeText, 'Autorizo.')
  const [left] = (await ana.get('/settings/audit-log?q=copy_to')).data.items
  const [arrived] = (await ana.get('/settings/audit-log?q=copy_from', there)).data.items
  assert.equal(left.changes.to.new, to)
  assert.equal(arrived.changes.from.new, from)
  assert.equal(arrived.changes.items.new.length, 5)
  const again = (await ana.post('/portfolio/copy', { from, to, items })).data
  assert.ok(again.items.every((one: { action: string }) => one.action === 'skip'))
})

test('organisations and records of others are not found, on either side', async () => {
  const { ana, from, to } = await twoClients()
  const [item] = await written(ana)
  const stranger = await api.tenant()
  const items = [item]
  for (const body of [
    { from: stranger.tenantId, to, items },
    { from, to: stranger.tenantId, items },
    { from: to, to: from, items },
  ]) {
    const { status, body: answer } = await ana.post('/portfolio/copy', body)
    assert.deepEqual([status, answer.error.code], [404, 'RESOURCE_NOT_FOUND'])
  }
  assert.equal((await ana.get(`/portfolio/copyable?from=${stranger.tenantId}`)).status, 404)
  const same = await ana.post('/portfolio/copy', { from, to: from, items })
  assert.deepEqual([same.status, same.body.error.details[0].path], [422, 'to'])
})

test('copying requires administering both organisations', async () => {
  const { ana, from, to } = await twoClients()
  const items = (await written(ana)).slice(0, 1)
  const dpo = await ana.colleague('DPO')
  assert.equal((await dpo.get(`/portfolio/copyable?from=${from}`)).status, 403)
  const own = (await dpo.post('/auth/tenants', { organizationName: 'Coihue SpA' })).data.tenant
  assert.equal((await dpo.post('/portfolio/copy', { from, to: own.id, items })).status, 403)
  assert.equal((await dpo.post('/portfolio/copy', { from: own.id, to, items })).status, 404)
})

const namesOf = (items: { name: string }[]) => items.map(({ name }) => name)

test('of two concurrent copies the second finds the first one’s records', async () => {
  const { ana, from, to, there } = await twoClients()
  const { id } = (await ana.post('/dsar/widgets', { name: 'Derechos', config: {} })).data
  const order = { from, to, items: [{ kind: 'dsar_widget', id }] }
  const replies = await Promise.all([1, 2, 3].map(() => ana.post('/portfolio/copy', order)))
  assert.deepEqual(
    replies.map(({ status, data }) => [status, data.items[0].action, data.items[0].newId !== null]).sort(),
    [
      [200, 'create', true],
      [200, 'skip', false],
      [200, 'skip', false],
    ],
  )
  assert.deepEqual(namesOf((await ana.get('/dsar/widgets', there)).data.widgets), ['Derechos'])
})

test('names are compared without case and accents; of two equal ones the first is copied', async () => {
  const { ana, from, to, there } = await twoClients()
  const make = async (name: string) => (await ana.post('/dsar/widgets', { name, config: {} })).data.id
  await ana.post('/dsar/widgets', { name: 'ATENCION  al ñandu', config: {} }, there)
  const ids = [await make('Atención al Ñandú'), await make('Sucursal Ñuñoa'), await make('sucursal nunoa')]
  // The same name in another kind does not matter.
  const form = (await ana.post('/consent/templates', { name: 'Atención al Ñandú', purposeText: 'Sí.' })).data
  const items = [
    ...[...ids, ids[1].toUpperCase()].map((id) => ({ kind: 'dsar_widget', id })),
    { kind: 'consent_template', id: form.id },
  ]
  for (const dryRun of [true, false]) {
    const { data } = await ana.post('/portfolio/copy', { from, to, items, dryRun })
    assert.equal(data.dryRun, dryRun)
    assert.deepEqual(
      data.items.map((one: { id: string; action: string; newId: string | null }) => [
        one.id,
        one.action,
        one.newId !== null,
      ]),
      [
        [ids[0], 'skip', false],
        [ids[1], 'create', !dryRun],
        [ids[2], 'skip', false],
        [form.id, 'create', !dryRun],
      ],
      'asked for twice, it is listed once',
    )
  }
  const log = async (query: string, options?: object) =>
    (await ana.get(`/settings/audit-log?q=${query}`, options)).data.items
  const [arrived, ...others] = await log('copy_from', there)
  assert.deepEqual(others, [], 'a dry run leaves no row')
  assert.deepEqual(arrived.changes.items.new, [
    'dsar_widget: Sucursal Ñuñoa',
    'consent_template: Atención al Ñandú',
  ])
  // If all of it exists already, nothing is written in either log.
  const before = (await log('copy_to')).length
  await ana.post('/portfolio/copy', { from, to, items: items.slice(0, 1) })
  assert.deepEqual([(await log('copy_to')).length, (await log('copy_from', there)).length], [before, 1])
})

test('if one text cannot be read, nothing is copied', async () => {
  const { ana, from, to, there } = await twoClients()
  const { id } = (await ana.post('/dsar/widgets', { name: 'Derechos', config: {} })).data
  const known = { kind: 'dsar_widget', id }
  const elsewhere = await api.tenant()
  const foreign = (await elsewhere.post('/dsar/widgets', { name: 'Ajeno', config: {} })).data.id
  const unknown = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
  for (const [wrong, status] of [
    [{ kind: 'dsar_widget', id: foreign }, 404],
    [{ kind: 'dsar_widget', id: unknown }, 404],
    [{ kind: 'consent_notice', id }, 404],
    [{ kind: 'dsar_widget', id: 'nada' }, 400],
    [{ kind: 'activity', id }, 400],
    [{ id }, 400],
  ] as const)
    assert.equal(
      (await ana.post('/portfolio/copy', { from, to, items: [known, wrong] })).status,
      status,
      JSON.stringify(wrong),
    )
  for (const body of [
    { from, to, items: [] },
    { from, to },
    { from, items: [known] },
    { from: 'nada', to, items: [known] },
    { from, to, items: Array(201).fill(known) },
    { from, to, items: [known], dryRun: 'true' },
  ])
    assert.equal((await ana.post('/portfolio/copy', body)).status, 400, JSON.stringify(body).slice(0, 90))
  assert.deepEqual((await ana.get('/dsar/widgets', there)).data.widgets, [])
  const many = await ana.post('/portfolio/copy', { from, to, items: Array(200).fill(known), dryRun: true })
  assert.deepEqual([many.status, many.data.items.length], [200, 1])
})

test('the list is for the active organisation unless another one of the person is named', async () => {
  const { ana, to } = await twoClients()
  await ana.post('/dsar/widgets', { name: 'De Alerce', config: {} })
  const widgets = async (query: string) =>
    namesOf(
      (await ana.get(`/portfolio/copyable${query}`)).data.items.filter(
        ({ kind }: { kind: string }) => kind === 'dsar_widget',
      ),
    )
  assert.deepEqual(await widgets(''), ['De Alerce'])
  assert.deepEqual(await widgets(`?from=${ana.tenantId.toUpperCase()}`), ['De Alerce'])
  assert.deepEqual(await widgets(`?from=${to}`), [])
  assert.equal((await ana.get('/portfolio/copyable?from=nada')).status, 400)
  const invited = await api.tenant()
  await ana.post('/settings/members', { email: invited.email, name: 'Inés', role: 'ADMIN' })
  const early = await invited.get(`/portfolio/copyable?from=${ana.tenantId}`)
  assert.equal(early.status, 404, 'an invitation that waits is no membership')
})

test('the same call under one Idempotency-Key copies once and repeats the first answer; a different body is refused', async () => {
  const { ana, from, to, there } = await twoClients()
  const [item] = await written(ana)
  const repeated = { headers: { 'idempotency-key': 'copia-1' } }
  const order = { from, to, items: [item] }
  const first = await ana.post('/portfolio/copy', order, repeated)
  assert.equal(first.data.items[0].action, 'create')
  // With another name it would be new there.
  const { newId } = first.data.items[0]
  await ana.put(`/contracts/templates/${newId}`, { name: 'Otro nombre' }, there)
  assert.deepEqual((await ana.post('/portfolio/copy', order, repeated)).body, first.body)
  const other = await ana.post('/portfolio/copy', { ...order, dryRun: true }, repeated)
  assert.deepEqual([other.status, other.body.error?.code], [422, 'VALIDATION_ERROR'])
  const log: { action: string }[] = (await ana.get('/settings/audit-log?entityType=tenant')).data.items
  assert.equal(log.filter(({ action }) => action === 'copy_to').length, 1)
})

test('a repeated copy gets its first answer, even if the original is gone', async () => {
  const { ana, from, to } = await twoClients()
  for (const dryRun of [true, false]) {
    const repeated = { headers: { 'idempotency-key': `copia-${dryRun}` } }
    const { data } = await ana.post('/contracts/templates', {
      name: `Anexo ${dryRun}`,
      type: 'ADDENDUM',
      content: 'Se agrega {{anexo}}.',
    })
    const one = { from, to, dryRun, items: [{ kind: 'contract_template', id: data.id }] }
    const first = await ana.post('/portfolio/copy', one, repeated)
    assert.equal(first.status, 200)
    assert.equal((await ana.delete(`/contracts/templates/${data.id}`)).status, 200)
    const again = await ana.post('/portfolio/copy', one, repeated)
    assert.deepEqual([again.status, again.body], [200, first.body])
    // Another key makes it a new call.
    assert.equal((await ana.post('/portfolio/copy', one)).status, 404)
    const other = await ana.post('/portfolio/copy', one, { headers: { 'idempotency-key': 'otra' } })
    assert.equal(other.status, 404)
  }
  const log: { action: string }[] = (await ana.get('/settings/audit-log?entityType=tenant')).data.items
  assert.equal(log.filter(({ action }) => action === 'copy_to').length, 1)
})
