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

test('what was written for one client is there for another, without what names the first', async () => {
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

test('an organisation of others is not there, from either side, nor is what belongs to a third', async () => {
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

test('who administers only one of the two copies nothing', async () => {
  const { ana, from, to } = await twoClients()
  const items = (await written(ana)).slice(0, 1)
  const dpo = await ana.colleague('DPO')
  assert.equal((await dpo.get(`/portfolio/copyable?from=${from}`)).status, 403)
  const own = (await dpo.post('/auth/tenants', { organizationName: 'Coihue SpA' })).data.tenant
  assert.equal((await dpo.post('/portfolio/copy', { from, to: own.id, items })).status, 403)
  assert.equal((await dpo.post('/portfolio/copy', { from: own.id, to, items })).status, 404)
})
