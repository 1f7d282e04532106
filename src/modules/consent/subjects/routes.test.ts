import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { listConsentsOf, listOfferedTemplates, recordInPortal } from '../public.ts'
import { VISITOR } from '../submitter.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const { engine } = api.access.database

async function template(fields: object = {}, person: Person = ana) {
  const body = { name: 'Boletín', purposeText: 'Autorizo.', ...fields }
  return (await person.post('/consent/templates', body)).data as { id: string; formKey: string }
}
async function notice(person: Person = ana) {
  const { data } = await person.post('/consent/notices', {
    name: 'Banner',
    purposes: [
      { key: 'necessary', name: 'Necesarias', required: true },
      { key: 'analytics', name: 'Medición' },
    ],
  })
  return (await person.post(`/consent/notices/${data.id}/publish`)).data as { id: string; widgetKey: string }
}
const decide = (widgetKey: string, subjectRef: string, fields: object = {}) =>
  api.anyone.post(`/public/consent/${widgetKey}/record`, {
    subjectRef,
    decisions: { analytics: true },
    ...fields,
  })
const submit = (formKey: string, subjectRef: string, granted: boolean) =>
  api.anyone.post(`/public/consent-form/${formKey}/submit`, { subjectRef, granted })

async function keyOf(person: Person, ...scopes: string[]) {
  const { data } = await person.post('/settings/api-keys', { name: 'CRM', scopes })
  return api.with({ 'x-api-key': data.key })
}
const crm = await keyOf(ana, 'consent:read', 'consent:write')
const consentsOf = async (ref: string, query = '', caller = crm) =>
  (await caller.get(`/external/consent/subject/${encodeURIComponent(ref)}/consents${query}`)).data

const inTenant = <T>(work: (ctx: Parameters<typeof recordInPortal>[0]) => Promise<T>, person = ana) =>
  api.access.actFor(person.tenantId, { ...VISITOR, type: 'portal' }, {}, work)

test('the last decision on each notice and form is in force', async () => {
  const [form, banner] = [await template(), await notice()]
  await submit(form.formKey, 'Eva@correo.cl', true)
  await decide(banner.widgetKey, 'eva@correo.cl')
  await submit(form.formKey, 'eva@CORREO.cl', false)
  const last = await decide(banner.widgetKey, 'eva@correo.cl', { decisions: {}, action: 'withdraw' })
  const { subjectRef, items, pagination } = await consentsOf(' EVA@correo.cl')
  assert.equal(subjectRef, 'eva@correo.cl')
  assert.deepEqual(pagination, { page: 1, limit: 20, total: 2, totalPages: 1 })
  const [first, second] = items
  assert.deepEqual(first, {
    kind: 'notice',
    noticeId: banner.id,
    templateId: null,
    name: 'Banner',
    subjectRef: 'eva@correo.cl',
    version: 1,
    granted: false,
    decisions: { necessary: true, analytics: false },
    action: 'withdraw',
    source: 'banner',
    provenBy: 'nobody',
    recordId: last.data.id,
    receipt: last.data.receipt,
    occurredAt: last.data.createdAt,
    createdAt: last.data.createdAt,
  })
  assert.deepEqual(
    [
      second.kind,
      second.templateId,
      second.name,
      second.granted,
      second.decisions,
      second.action,
      second.source,
    ],
    ['template', form.id, 'Boletín', false, null, null, 'form'],
  )
  assert.deepEqual((await consentsOf('eva@correo.cl', '?limit=1&page=2')).items, [second])
  assert.deepEqual((await consentsOf('nadie')).items, [])
})

test('the later decision counts, whatever the order of arrival', async () => {
  const { id, formKey } = await template()
  await submit(formKey, '12.345.678-5', false)
  const late = await crm.post('/external/consent/records', {
    templateId: id,
    subjectRef: '12345678-5',
    granted: true,
    occurredAt: '2026-01-01T12:00:00Z',
  })
  assert.equal(late.status, 201)
  const held = (await consentsOf('12.345.678-5')).items.find(
    (item: { templateId: string }) => item.templateId === id,
  )
  assert.equal(held.granted, false)
})

test('a key with the read scope reads its own organisation only', async () => {
  const other = await api.tenant()
  const { formKey } = await template()
  await submit(formKey, 'propio-1', true)
  assert.equal((await consentsOf('propio-1')).items.length, 1)
  assert.deepEqual((await consentsOf('propio-1', '', await keyOf(other, 'consent:read'))).items, [])
  const path = '/external/consent/subject/propio-1/consents'
  assert.equal((await (await keyOf(ana, 'consent:write')).get(path)).status, 403)
  assert.equal((await api.anyone.get(path)).status, 401)
  assert.equal((await ana.get(path)).status, 401)
  assert.equal((await crm.get(`/external/consent/subject/${'x'.repeat(201)}/consents`)).status, 404)
  assert.equal((await crm.get('/external/consent/subject/%20/consents')).status, 404)
})

test('one walk along an index finds the decisions in force', async () => {
  const { rows } = await engine.asOwner(
    "select indexdef from pg_indexes where indexname = 'consent_form_records_by_subject'",
  )
  assert.match(JSON.stringify(rows), /tenant_id, subject_ref text_pattern_ops, template_id, occurred_at DESC/)
})

test('among many records of others, that index finds those of a person', async () => {
  const owner = await api.tenant()
  const { formKey } = await template({}, owner)
  await submit(formKey, 'una@correo.cl', true)
  const columns = (
    await engine.asOwner(
      "select column_name from information_schema.columns where table_name = 'consent_form_records' order by ordinal_position",
    )
  ).rows.map((row) => `"${(row as { column_name: string }).column_name}"`)
  const copied = columns.map(
    (name) =>
      ({
        '"id"': 'gen_random_uuid()',
        '"subject_ref"': "'otra-' || n || '@correo.cl'",
        '"receipt"': "md5(n::text) || md5('x' || n)",
      })[name] ?? name,
  )
  await engine.asOwner(`insert into consent_form_records (${columns.join(', ')})
    select ${copied.join(', ')} from consent_form_records, generate_series(1, 20000) n
    where tenant_id = '${owner.tenantId}'`)
  await engine.asOwner('analyze consent_form_records')
  const { rows } = await engine.asOwner(`
    explain (format json) select distinct on (subject_ref, template_id) * from consent_form_records
      where tenant_id = '${owner.tenantId}' and subject_ref in ('una@correo.cl', 'otra-7@correo.cl')
      order by subject_ref, template_id, occurred_at desc, created_at desc, id desc`)
  const plan = JSON.stringify(rows)
  // Their ids belong to no month. The months of this form are almost empty and may be scanned.
  assert.match(plan, /"consent_form_records_other_by_subject"/)
  assert.doesNotMatch(plan, /"Seq Scan"[^{}]*"consent_form_records_other"/)
})

// ── receipts ──

test('a receipt is verified without revealing whose it is', async () => {
  const [form, banner] = [await template(), await notice()]
  const [{ data: granted }, { data: decided }] = [
    await submit(form.formKey, 'secreta@correo.cl', true),
    await decide(banner.widgetKey, 'secreta@correo.cl'),
  ]
  const ofForm = await api.anyone.get(`/public/consent/receipts/${granted.receipt}`)
  assert.equal(ofForm.status, 200)
  const { contentHash, ...rest } = ofForm.data
  assert.deepEqual(rest, {
    valid: true,
    kind: 'template',
    noticeId: null,
    templateId: form.id,
    version: 1,
    granted: true,
    decisions: null,
    action: null,
    source: 'form',
    provenBy: 'nobody',
    occurredAt: granted.createdAt,
    createdAt: granted.createdAt,
    organization: { name: 'Tienda Sur SpA' },
  })
  assert.match(contentHash, /^[0-9a-f]{64}$/)
  const ofNotice = await api.anyone.get(`/public/consent/receipts/${decided.receipt}`)
  assert.deepEqual(
    [ofNotice.data.valid, ofNotice.data.noticeId, ofNotice.data.decisions, ofNotice.data.action],
    [true, banner.id, { necessary: true, analytics: true }, 'accept_all'],
  )
  assert.ok(!`${ofForm.raw}${ofNotice.raw}`.includes('secreta'))
  for (const wrong of [
    granted.receipt.replace(/^./, (c: string) => (c === '0' ? '1' : '0')),
    'config',
    newId(),
    'x',
  ])
    assert.equal((await api.anyone.get(`/public/consent/receipts/${wrong}`)).status, 404)
})

test('a record or a text that was tampered with no longer matches its receipt', async () => {
  const [form, banner] = [await template(), await notice()]
  const [{ data: granted }, { data: decided }] = [
    await submit(form.formKey, 'a', false),
    await decide(banner.widgetKey, 'a'),
  ]
  const valid = async ({ receipt }: { receipt: string }) =>
    (await api.anyone.get(`/public/consent/receipts/${receipt}`)).data.valid
  assert.deepEqual([await valid(granted), await valid(decided)], [true, true])
  // The owner of the server can switch off the guard. The receipt still reveals it.
  const tamper = (statement: string) =>
    engine.asOwner(`set session_replication_role = replica; ${statement}; reset session_replication_role`)
  await tamper(`update consent_form_records set granted = true where id = '${granted.id}'`)
  assert.equal(await valid(granted), false)
  const text = `jsonb_set(content, '{title}', '"Otra cosa"')`
  await tamper(`update consent_notice_versions set content = ${text} where notice_id = '${banner.id}'`)
  assert.equal(await valid(decided), false)
})

// ── for the portal ──

test('the portal offers the forms in use, records decisions and shows those in force under every reference', async () => {
  const owner = await api.tenant()
  const { id } = await template({}, owner)
  await template({ isActive: false }, owner)
  const asks = await template({ requireAge: true }, owner)
  const submitter = { ip: '203.0.113.9', userAgent: 'Portal' }
  const record = (fields: object) =>
    inTenant(
      (ctx) =>
        recordInPortal(
          ctx,
          { templateId: id, subjectRef: 'eva@correo.cl', granted: true, ...fields },
          submitter,
        ),
      owner,
    )
  const offered = await inTenant((ctx) => listOfferedTemplates(ctx), owner)
  assert.deepEqual(
    offered.map((one) => one.id),
    [asks.id, id],
  )

  await record({})
  await record({ subjectRef: '12.345.678-5', granted: false })
  const held = await inTenant((ctx) => listConsentsOf(ctx, ['EVA@correo.cl', '12345678-5']), owner)
  assert.deepEqual(
    held.map(({ templateId, granted, subjectRef, source }) => [templateId, granted, subjectRef, source]),
    [[id, false, '12345678-5', 'portal']],
  )
  assert.equal((await owner.get(`/consent/templates/${id}/records`)).data.items[0].source, 'portal')
  assert.deepEqual(await inTenant((ctx) => listConsentsOf(ctx, []), owner), [])

  await assert.rejects(record({ templateId: asks.id }), { status: 422 })
  await assert.rejects(record({ templateId: newId() }), { status: 422 })
  await record({ templateId: asks.id, granted: false })
  await owner.delete(`/consent/templates/${id}`)
  await assert.rejects(record({}), { status: 422 })
  await record({ granted: false })
})

test('staff find every decision of a person, and each one proves itself', async () => {
  const eva = await api.tenant({ name: 'Librería Austral' })
  const [form, banner] = [await template({ fields: ['nombre'] }, eva), await notice(eva)]
  await submit(form.formKey, 'rosa@correo.cl', true)
  await decide(banner.widgetKey, 'rosa@correo.cl')
  await eva.post(`/consent/templates/${form.id}/manual`, {
    subjectRef: 'Rosa@Correo.cl',
    granted: false,
    channel: 'phone',
    evidence: 'Llamada 17',
  })
  const ofRosa = `/consent/subject-records?subjectRef=${encodeURIComponent(' ROSA@correo.cl')}`
  const viewer = await eva.colleague('VIEWER')
  const { subjectRef, items, pagination } = (await viewer.get(ofRosa)).data
  assert.deepEqual([subjectRef, pagination.total], ['rosa@correo.cl', 3])
  assert.equal((await eva.get('/consent/subject-records')).data.items.length, 0)
  assert.equal((await (await api.tenant()).get(ofRosa)).data.items.length, 0)

  const manual = items.find(({ source }: { source: string }) => source === 'manual')
  const record = (await viewer.get(`/consent/records/${manual.id}`)).data
  assert.deepEqual([record.valid, record.granted, record.evidence], [true, false, 'Llamada 17'])
  assert.equal(record.shown.text, 'Autorizo.')
  const chosen = items.find(({ kind }: { kind: string }) => kind === 'notice')
  const { shown, valid } = (await viewer.get(`/consent/records/${chosen.id}`)).data
  assert.equal(valid, true)
  assert.deepEqual(
    shown.purposes.map(({ key, granted }: { key: string; granted: boolean }) => [key, granted]),
    [
      ['necessary', true],
      ['analytics', true],
    ],
  )
  const page = await viewer.get(`/consent/records/${manual.id}/preview`)
  assert.match(page.raw.toString(), /Prueba de consentimiento.+Llamada 17.+Todas las decisiones/s)
  assert.match((await viewer.get(`/consent/records/${manual.id}/document`)).raw.toString('latin1'), /^%PDF/)
  assert.equal((await (await api.tenant()).get(`/consent/records/${manual.id}`)).status, 404)
})
