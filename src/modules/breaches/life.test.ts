import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import {
  CALM,
  eventTypes,
  MINIMAL,
  makeBreach,
  moveBreach,
  NOW,
  readBreach,
  reportBreach,
} from '#test/kit/breaches.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { breachApprovable } from './approvable.ts'
import { MOVES, STATES, type State } from './rules.ts'

const SYSTEM = { type: 'system', id: undefined, name: undefined, role: undefined } as const
const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const analyst = await ana.colleague('ANALYST')

/** Moves a breach to the state by the shortest sequence of calls. */
async function breachIn(state: State): Promise<string> {
  const id = await makeBreach(ana)
  const path: Record<State, State[]> = {
    detected: [],
    investigating: ['investigating'],
    contained: ['investigating', 'contained'],
    resolved: ['investigating', 'contained', 'resolved'],
    notified: ['investigating', 'contained', 'notified'],
  }
  for (const status of path[state]) assert.equal((await moveBreach(ana, id, status)).status, 200)
  return id
}

// ── states ──

test("only the contract's moves are possible; any other, the same state included, is 409", async () => {
  for (const from of STATES) {
    const id = await breachIn(from)
    for (const to of STATES.filter((state) => !MOVES[from].includes(state))) {
      const reply = await moveBreach(ana, id, to)
      assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'], `${from} → ${to}`)
    }
    assert.equal((await readBreach(ana, id)).status, from)
    for (const to of MOVES[from]) {
      assert.equal((await moveBreach(ana, await breachIn(from), to)).data.status, to, `${from} → ${to}`)
    }
  }
})

test('a move answers the full breach and records exactly type, from, to, notes and time, with its actor', async () => {
  const id = await makeBreach(ana)
  const reply = await analyst.patch(`/breaches/${id}/status`, {
    status: 'investigating',
    notes: 'Al equipo de seguridad.',
  })
  assert.equal(reply.status, 200)
  assert.equal(reply.data.status, 'investigating')
  assert.deepEqual(reply.data.events.at(-1), {
    type: 'status_change',
    from: 'detected',
    to: 'investigating',
    notes: 'Al equipo de seguridad.',
    createdAt: NOW,
    actorId: analyst.userId,
  })
  const { data } = await moveBreach(ana, id, 'contained')
  assert.equal(data.events.at(-1).notes, null)
  assert.deepEqual(eventTypes(data), ['created', 'status_change', 'status_change'])
  for (const body of [{}, { status: 'open' }, { status: null }, { status: 'contained', notes: 5 }]) {
    assert.equal((await ana.patch(`/breaches/${id}/status`, body)).status, 400, JSON.stringify(body))
  }
})

test('of two simultaneous moves of a breach one wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await makeBreach(ana)
    const replies = await Promise.all([
      moveBreach(analyst, id, 'investigating'),
      moveBreach(ana, id, 'investigating'),
    ])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
    assert.deepEqual(eventTypes(await readBreach(ana, id)), ['created', 'status_change'])
  }
  const id = await breachIn('contained')
  const replies = await Promise.all([moveBreach(analyst, id, 'resolved'), moveBreach(ana, id, 'notified')])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
})

// ── decision ──

test('the decision is returned, saved with its reasons and recorded', async () => {
  const id = await makeBreach(ana)
  const reply = await analyst.post(`/breaches/${id}/decision-tree`, {
    ...CALM,
    riskToSubjects: 'crítico',
    hasMinorData: true,
  })
  assert.equal(reply.status, 200)
  const { requiresNotification, requiresSubjectNotification, notificationDeadlineAt, urgency } = reply.data
  assert.deepEqual(
    [requiresNotification, requiresSubjectNotification, notificationDeadlineAt, urgency],
    [true, true, '2026-03-13T09:00:00.000Z', 'critical'],
  )
  assert.match(reply.data.deadlineNote, /Meta interna de referencia/)
  assert.doesNotMatch(JSON.stringify(reply.body), /plazo legal/i)

  const breach = await readBreach(ana, id)
  assert.equal(breach.requiresNotification, true)
  assert.equal(breach.requiresSubjectNotification, true)
  assert.equal(breach.decision.riskToSubjects, 'critical')
  assert.equal(breach.decision.decidedBy, analyst.userId)
  assert.deepEqual(
    breach.decision.reasons.map(({ key }: { key: string }) => key),
    ['reasonable_risk', 'minor_data'],
  )
  assert.equal(breach.events.at(-1).type, 'decision')
  assert.deepEqual(breach.events.at(-1).details, breach.decision)

  const again = await ana.post(`/breaches/${id}/decision-tree`, CALM)
  assert.deepEqual([again.data.requiresNotification, again.data.urgency], [false, 'low'])
  const later = await readBreach(ana, id)
  assert.equal(later.requiresNotification, false)
  assert.deepEqual(eventTypes(later), ['created', 'decision', 'decision'])
})

test('riskToSubjects accepts both languages; a refusal lists the values', async () => {
  const id = await makeBreach(ana)
  for (const [word, urgency] of Object.entries({
    none: 'low',
    nulo: 'low',
    low: 'low',
    bajo: 'low',
    medium: 'medium',
    medio: 'medium',
    high: 'high',
    alto: 'high',
    critical: 'high',
    critico: 'high',
    crítico: 'high',
  })) {
    const reply = await ana.post(`/breaches/${id}/decision-tree`, { ...CALM, riskToSubjects: word })
    assert.deepEqual([reply.status, reply.data.urgency], [200, urgency], word)
  }
  const wrong = await ana.post(`/breaches/${id}/decision-tree`, { ...CALM, riskToSubjects: 'enorme' })
  assert.equal(wrong.status, 400)
  assert.match(
    wrong.body.error.message,
    /none, low, medium, high, critical, nulo, bajo, medio, alto, critico, crítico/,
  )
  for (const missing of Object.keys(CALM)) {
    const reply = await ana.post(`/breaches/${id}/decision-tree`, { ...CALM, [missing]: undefined })
    assert.equal(reply.status, 400, missing)
    assert.equal(reply.body.error.details[0].path, missing)
  }
})

// ── report to the authority ──

for (const state of STATES) {
  test(`the report to the authority is possible in «${state}»`, async () => {
    const id = await breachIn(state)
    const before = eventTypes(await readBreach(ana, id))
    const reply = await reportBreach(ana, id)
    assert.equal(reply.status, 200)
    const { warnings: _, ...report } = reply.data
    assert.deepEqual(report, {
      notifiedAt: '2026-03-10T11:00:00.000Z',
      notificationFileKey: 'reporte.pdf',
      status: 'notified',
    })
    const breach = await readBreach(ana, id)
    assert.equal(breach.status, 'notified')
    assert.equal(breach.notifiedApdpAt, '2026-03-10T11:00:00.000Z')
    assert.equal(breach.notificationFileKey, 'reporte.pdf')
    const added = breach.events.slice(before.length)
    assert.equal(added[0].type, 'apdp_notified')
    assert.deepEqual(added[0].details, {
      notifiedAt: '2026-03-10T11:00:00.000Z',
      notificationFileKey: 'reporte.pdf',
    })
    if (state === 'notified') assert.equal(added.length, 1)
    else {
      assert.deepEqual([added[1].type, added[1].from, added[1].to], ['status_change', state, 'notified'])
      assert.equal('details' in added[1], false)
    }
  })
}

test('a complementary report replaces the one shown, and both stay in the history', async () => {
  const id = await makeBreach(ana)
  await reportBreach(ana, id)
  const second = await reportBreach(ana, id, {
    notifiedAt: '2026-03-10T10:00:00Z',
    notificationFileKey: 'otro.pdf',
  })
  assert.equal(second.status, 200)
  const breach = await readBreach(ana, id)
  assert.deepEqual(
    [breach.notifiedApdpAt, breach.notificationFileKey],
    ['2026-03-10T10:00:00.000Z', 'otro.pdf'],
  )
  assert.deepEqual(eventTypes(breach), ['created', 'apdp_notified', 'status_change', 'apdp_notified'])
})

test('a report before the detection is 422, and both fields are required', async () => {
  const id = await makeBreach(ana)
  assert.equal((await reportBreach(ana, id, { notifiedAt: '2026-03-10T08:59:59Z' })).status, 422)
  for (const wrong of [
    { notifiedAt: undefined },
    { notificationFileKey: undefined },
    { notificationFileKey: ' ' },
    { notifiedAt: 'hoy' },
  ]) {
    assert.equal((await reportBreach(ana, id, wrong)).status, 400, JSON.stringify(wrong))
  }
  assert.equal((await readBreach(ana, id)).status, 'detected')
  assert.equal((await reportBreach(ana, id, { notifiedAt: MINIMAL.detectedAt })).status, 200)
})

test('two simultaneous reports are both recorded, and the state changes once', async () => {
  const id = await makeBreach(ana)
  const replies = await Promise.all([reportBreach(ana, id), reportBreach(ana, id)])
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(eventTypes(await readBreach(ana, id)).sort(), [
    'apdp_notified',
    'apdp_notified',
    'created',
    'status_change',
  ])
})

// ── approval ──

/** A breach under investigation whose approval started by itself, and the call that approves it. */
async function underApproval(person: Person) {
  const id = await makeBreach(person)
  assert.equal((await moveBreach(person, id, 'investigating')).status, 200)
  const { data: instance } = await person.get(`/workflow-instances/entity/BREACH/${id}`)
  const approve = () =>
    person.post(`/workflow-instances/${instance.id}/action`, {
      stageId: instance.currentStageId,
      actionType: 'APPROVE',
      notes: 'Todo en orden.',
    })
  return { id, instance, approve }
}

test('an approval starts with the investigation, and its end resolves a contained breach', async () => {
  const owner = await api.tenant()
  const before = await makeBreach(owner)
  await moveBreach(owner, before, 'investigating')
  assert.equal((await owner.get(`/workflow-instances/entity/BREACH/${before}`)).data, null)

  const stages = [{ name: 'Cierre', order: 1, requiredRole: 'DPO' }]
  const definition = await owner.post('/workflows', {
    name: 'Cierre de brechas',
    entityType: 'BREACH',
    stages,
  })
  assert.equal(definition.status, 201)
  const { id, instance, approve } = await underApproval(owner)
  assert.equal(instance.status, 'ACTIVE')
  await moveBreach(owner, id, 'contained')
  assert.equal((await approve()).data.status, 'COMPLETED')
  const breach = (await owner.get(`/breaches/${id}`)).data
  assert.equal(breach.status, 'resolved')
  const { type, from, to, notes, actorId } = breach.events.at(-1)
  assert.deepEqual(
    [type, from, to, notes, actorId],
    ['status_change', 'contained', 'resolved', 'Todo en orden.', owner.userId],
  )

  const early = await underApproval(owner)
  assert.equal((await early.approve()).data.status, 'COMPLETED')
  assert.equal((await owner.get(`/breaches/${early.id}`)).data.status, 'investigating')
  const { data } = await owner.get(`/workflow-instances/${early.instance.id}`)
  assert.match(
    JSON.stringify(data.events),
    /Solo se resuelve una brecha contenida; esta está en investigación/,
  )
})

test('the conditions of a workflow read the fields of the breach', async () => {
  const id = await makeBreach(ana, { estimatedRecords: 9 })
  const facts = (entityId: string) =>
    api.access.actFor(ana.tenantId, SYSTEM, {}, (ctx) => breachApprovable.facts(ctx, entityId))
  assert.equal((await facts(id))?.['estimatedRecords'], 9)
  assert.equal(await facts(newId()), undefined)
})
