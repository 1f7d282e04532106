import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SYSTEM } from '#db/context.ts'
import { DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { CLOCKS_JOB } from '#modules/breaches/jobs.ts'
import { DRIFT_JOB } from '#modules/privacy-policy/jobs.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { CALM, makeBreach, reportBreach } from '#test/kit/breaches.ts'
import { ground, signed } from '#test/kit/contracts.ts'
import { act, publishNotice } from '#test/kit/policies.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { setInterests } from './announce.ts'

/** People act, and the tests check the resulting events. */
const api = await openService()
const ana = await api.tenant()
const widget = (await ana.post('/dsar/widgets', { name: 'Formulario' })).data

const all = (tenantId = ana.tenantId) =>
  api.access.lookUp('a test reads events', (db) =>
    db.selectFrom('events').selectAll().where('tenant_id', '=', tenantId).orderBy('id').execute(),
  )
async function eventsOf(work: () => Promise<unknown>, person: Person = ana) {
  const before = (await all(person.tenantId)).length
  await work()
  return (await all(person.tenantId)).slice(before)
}
const typesOf = async (work: () => Promise<unknown>, person: Person = ana) =>
  (await eventsOf(work, person)).map(({ type }) => type)

test('a breach is announced from its record to the notice to the people', async () => {
  let id = ''
  assert.deepEqual(
    await typesOf(async () => {
      id = await makeBreach(ana)
      await ana.post(`/breaches/${id}/decision-tree`, CALM)
      await reportBreach(ana, id)
      await ana.post(`/breaches/${id}/notify-subjects`, {
        notifiedAt: new Date().toISOString(),
        medium: 'correo',
      })
    }),
    ['breach.created', 'breach.decided', 'breach.notified', 'breach.subjects_notified'],
  )
})

test("a request is announced by its folio, without the person's identity", async () => {
  const events = await eventsOf(async () => {
    const request = {
      subjectName: 'María Pérez',
      subjectEmail: 'maria@correo.cl',
      subjectRut: '12.345.678-5',
      rightType: 'ACCESS',
      description: 'Mi dirección es Los Olmos 12',
    }
    const { id } = (await api.anyone.post(`/public/dsar/${widget.widgetKey}`, request)).data
    const clerk = await ana.colleague('ANALYST')
    await ana.post(`/dsar/requests/${id}/assign`, { assignedTo: clerk.userId })
    await ana.post(`/dsar/requests/${id}/extend`, { reason: 'Son muchos datos' })
    await ana.post(`/dsar/requests/${id}/respond`, { responseType: 'FULFILLED', responseNotes: 'Listo' })
  })
  assert.deepEqual(
    events.map(({ type }) => type),
    ['dsar.received', 'dsar.assigned', 'dsar.extended', 'dsar.completed'],
  )
  assert.doesNotMatch(JSON.stringify(events), /María|maria@|12\.?345|Olmos/)
  assert.ok(events.every(({ due_at }) => due_at !== null))
})

test('activities, assessments, contracts and approvals are announced', async () => {
  const activity = await makeActivity(ana)
  const status = (to: string) => ana.patch(`/rat/activities/${activity}/status`, { status: to })
  assert.deepEqual(await typesOf(() => ana.put(`/rat/activities/${activity}`, { name: 'Un borrador' })), [])
  assert.deepEqual(await typesOf(() => status('published')), ['activity.published'])
  assert.deepEqual(await typesOf(() => ana.put(`/rat/activities/${activity}`, { name: 'Otro nombre' })), [
    'activity.updated',
  ])
  assert.deepEqual(await typesOf(() => status('archived')), ['activity.archived'])

  let assessment = { id: '', workflowInstanceId: '' }
  assert.deepEqual(
    (
      await typesOf(async () => {
        assessment = (await ana.post('/dpia/assessments', { title: 'Cámaras' })).data
      })
    ).sort(),
    ['approval.waiting', 'dpia.created'],
  )
  const rejected = await typesOf(() => act(ana, assessment.workflowInstanceId, 'REJECT', 'Falta todo'))
  assert.deepEqual(rejected.sort(), ['approval.decided', 'dpia.rejected'])

  const g = await ground(api)
  assert.deepEqual(await typesOf(() => signed(g), g.ana), ['contract.sent', 'contract.signed'])
})

test('decisions on consent are announced only while somebody asks for them', async () => {
  const purposes = [{ key: 'analytics', name: 'Medición' }]
  const id = await publishNotice(ana, purposes)
  const { widgetKey } = (await ana.get(`/consent/notices/${id}`)).data
  const decide = async (fields: object) => {
    const reply = await api.anyone.post(`/public/consent/${widgetKey}/record`, {
      subjectRef: 'persona@correo.cl',
      ...fields,
    })
    assert.equal(reply.status, 201)
  }
  const yes = { decisions: { analytics: true } }
  assert.deepEqual(await typesOf(() => decide(yes)), [])
  await api.access.actFor(ana.tenantId, SYSTEM, {}, (ctx) => setInterests(ctx, ['consent.withdrawn']))
  assert.deepEqual(await typesOf(() => decide(yes)), [])
  const [withdrawn] = await eventsOf(() => decide({ action: 'withdraw' }))
  assert.equal(withdrawn!.type, 'consent.withdrawn')
  assert.equal(withdrawn!.entity_id, id)
  assert.doesNotMatch(JSON.stringify(withdrawn), /persona@/)

  const template = (await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo.' })).data
  const submit = (granted: boolean) =>
    api.anyone.post(`/public/consent-form/${template.formKey}/submit`, { subjectRef: newId(), granted })
  assert.deepEqual(await typesOf(() => submit(true)), [])
  assert.deepEqual(await typesOf(() => submit(false)), ['consent.withdrawn'])
  await api.access.actFor(ana.tenantId, SYSTEM, {}, (ctx) => setInterests(ctx, []))
  assert.deepEqual(await typesOf(() => decide({ action: 'withdraw' })), [])
})

test('a breach deadline is announced a day before it ends and when it has passed, once each', async () => {
  const org = await api.tenant()
  const detectedAt = new Date()
  await makeBreach(org, { detectedAt: detectedAt.toISOString() })
  const at = (hours: number) => async () => {
    api.clock.set(new Date(detectedAt.getTime() + hours * HOUR_MS))
    for (let twice = 0; twice < 2; twice += 1)
      await CLOCKS_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  }
  assert.deepEqual(await typesOf(at(47), org), [])
  const [soon] = await eventsOf(at(49), org)
  assert.equal(soon!.type, 'breach.due_soon')
  assert.equal(soon!.due_at!.getTime(), detectedAt.getTime() + 72 * HOUR_MS)
  assert.deepEqual(await typesOf(at(60), org), [])
  assert.deepEqual(await typesOf(at(73), org), ['breach.overdue'])
  assert.deepEqual(await typesOf(at(100), org), [])
  api.clock.release()
})

test('a processor that judged a breach is still reminded to inform the controller', async () => {
  const org = await api.tenant()
  const detectedAt = new Date()
  const id = await makeBreach(org, { detectedAt: detectedAt.toISOString(), actsAs: 'processor' })
  await org.post(`/breaches/${id}/decision-tree`, CALM)
  const [over] = await eventsOf(async () => {
    api.clock.set(new Date(detectedAt.getTime() + 73 * HOUR_MS))
    await CLOCKS_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  }, org)
  assert.equal(over!.type, 'breach.overdue')
  assert.match(String(over!.data['basis']), /art\. 15 bis/)
  api.clock.release()
})

test('a published policy that no longer matches the register is announced once per version', async () => {
  const org = await api.tenant()
  const policy = (await org.post('/privacy-policy/generate', {})).data
  const asked = (await org.post(`/privacy-policy/${policy.id}/publish`, {})).data
  for (;;) {
    const { status } = (await org.get(`/workflow-instances/${asked.workflowInstanceId}`)).data
    if (status !== 'ACTIVE') break
    await act(org, asked.workflowInstanceId, 'APPROVE')
  }
  const compare = () => DRIFT_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  assert.deepEqual(await typesOf(compare, org), [])
  const activity = await makeActivity(org)
  await org.patch(`/rat/activities/${activity}/status`, { status: 'published' })
  const [drifted] = await eventsOf(compare, org)
  assert.equal(drifted!.type, 'policy.drifted')
  assert.equal(drifted!.entity_id, policy.id)
  assert.match(String(drifted!.data['firstChange']), /Se agregó la actividad/)
  assert.deepEqual(await typesOf(compare, org), [])
  api.clock.set(new Date(Date.now() + DAY_MS))
  assert.deepEqual(await typesOf(compare, org), [])
  api.clock.release()
})
