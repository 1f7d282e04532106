import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EVENT_TYPES, EVENTS, type EventType } from '#events/catalogue.ts'
import { chileanHour } from '#kernel/dates.ts'
import { ROLES } from '#kernel/roles.ts'
import { textOf, todoOf, WORDS } from './knowledge.ts'
import { type Concerned, NOTICE_TYPES, RULES, recipientsOf } from './rules.ts'

const members = ROLES.map((role) => ({ id: role, email: `${role.toLowerCase()}@ejemplo.cl`, role }))
const NOBODY: Concerned = { assigned_to: null, requested_by: null, required_role: null, actor_id: null }
const heardBy = (
  type: EventType,
  event: Partial<Concerned> = {},
  dpoEmail: string | null = null,
  some = members,
) =>
  recipientsOf(RULES[type]!, { ...NOBODY, ...event }, some, dpoEmail)
    .map(({ id }) => id)
    .sort()

/** Written by hand: recipients of each event when the owner caused it, and the default channel. */
const TABLE: [EventType, Partial<Concerned>, string[], string][] = [
  ['dsar.received', {}, ['DPO'], 'now'],
  ['dsar.assigned', { assigned_to: 'ANALYST' }, ['ANALYST'], 'now'],
  ['dsar.due_soon', { assigned_to: 'ANALYST' }, ['ANALYST', 'DPO'], 'now'],
  ['dsar.completed', { assigned_to: 'ANALYST' }, ['ANALYST', 'DPO'], 'digest'],
  ['breach.created', {}, ['ADMIN', 'DPO', 'OWNER'], 'now'],
  ['breach.created', { actor_id: 'OWNER' }, ['ADMIN', 'DPO'], 'now'],
  ['activity.published', { actor_id: 'OWNER' }, ['DPO'], 'digest'],
  ['approval.waiting', { required_role: 'APPROVER' }, ['APPROVER'], 'now'],
  ['approval.waiting', { required_role: 'DPO', assigned_to: 'VIEWER' }, ['VIEWER'], 'now'],
  ['approval.decided', { requested_by: 'ANALYST', actor_id: 'DPO' }, ['ANALYST'], 'now'],
  ['approval.decided', { requested_by: 'ANALYST', actor_id: 'ANALYST' }, [], 'now'],
  ['contract.signed', {}, ['DPO'], 'now'],
  ['policy.drifted', {}, ['DPO'], 'now'],
  ['comment.mentioned', { assigned_to: 'VIEWER', actor_id: 'DPO' }, ['VIEWER'], 'now'],
  ['comment.mentioned', { assigned_to: 'gone', actor_id: 'DPO' }, [], 'now'],
  ['member.joined', { actor_id: 'VIEWER' }, ['ADMIN', 'OWNER'], 'digest'],
  ['dsar.extended', { assigned_to: 'VIEWER' }, ['DPO', 'VIEWER'], 'digest'],
  ['dsar.rejected', { assigned_to: 'ANALYST', actor_id: 'ANALYST' }, ['DPO'], 'digest'],
  ['dsar.assigned', { assigned_to: 'DPO', actor_id: 'DPO' }, [], 'now'],
  ['dsar.assigned', {}, ['OWNER'], 'now'],
  ['dsar.overdue', {}, ['DPO'], 'now'],
  ['dsar.task_done', { assigned_to: 'ANALYST' }, ['ANALYST', 'DPO'], 'digest'],
  ['dsar.task_overdue', { assigned_to: 'ANALYST' }, ['ANALYST', 'DPO'], 'now'],
  ['dsar.recipient_answered', { assigned_to: 'ANALYST' }, ['ANALYST', 'DPO'], 'digest'],
  ['breach.decided', {}, ['ADMIN', 'DPO', 'OWNER'], 'digest'],
  ['breach.notified', {}, ['ADMIN', 'DPO', 'OWNER'], 'digest'],
  ['breach.subjects_notified', {}, ['ADMIN', 'DPO', 'OWNER'], 'digest'],
  ['breach.due_soon', {}, ['ADMIN', 'DPO', 'OWNER'], 'now'],
  ['breach.overdue', {}, ['ADMIN', 'DPO', 'OWNER'], 'now'],
  ['breach.closed', {}, ['ADMIN', 'DPO', 'OWNER'], 'digest'],
  ['activity.updated', { assigned_to: 'VIEWER' }, ['DPO'], 'digest'],
  ['activity.archived', {}, ['DPO'], 'digest'],
  ['dpia.required', {}, ['DPO'], 'now'],
  ['dpia.created', {}, ['DPO'], 'digest'],
  ['dpia.approved', {}, ['DPO'], 'digest'],
  ['dpia.rejected', {}, ['DPO'], 'digest'],
  ['contract.sent', {}, ['DPO'], 'digest'],
  ['contract.refused', {}, ['DPO'], 'now'],
  ['contract.expiring', {}, ['DPO'], 'now'],
  ['contract.terminated', {}, ['DPO'], 'digest'],
  ['policy.published', {}, ['DPO'], 'digest'],
  ['cookie_policy.published', {}, ['DPO'], 'digest'],
  ['consent_notice.published', {}, ['DPO'], 'digest'],
  ['approval.waiting', {}, ['APPROVER'], 'now'],
  ['approval.waiting', { required_role: 'DPO', assigned_to: 'gone' }, ['DPO'], 'now'],
  ['approval.due_soon', { required_role: 'ANALYST' }, ['ANALYST'], 'now'],
  ['approval.overdue', { required_role: 'ADMIN' }, ['ADMIN'], 'now'],
  ['questionnaire.answered', { requested_by: 'ANALYST' }, ['ANALYST', 'DPO'], 'now'],
  ['questionnaire.answered', { requested_by: 'DPO' }, ['DPO'], 'now'],
  ['connector.failed', { assigned_to: 'ANALYST' }, ['ANALYST', 'DPO'], 'now'],
  ['processor.created', { actor_id: 'DPO' }, [], 'digest'],
  ['review.due', { assigned_to: 'ANALYST' }, ['ANALYST', 'DPO'], 'digest'],
  ['import.finished', { requested_by: 'ANALYST' }, ['ANALYST', 'DPO'], 'now'],
  ['import.finished', { requested_by: 'DPO', actor_id: 'DPO' }, [], 'now'],
  ['import.finished', {}, ['DPO'], 'now'],
  ['webhook.disabled', {}, ['ADMIN', 'OWNER'], 'now'],
]

for (const [type, event, people, usual] of TABLE) {
  test(`${type} ${JSON.stringify(event)} reaches ${people.join(', ') || 'nobody'}, by default: ${usual}`, () => {
    assert.deepEqual(heardBy(type, event), people)
    assert.equal(RULES[type]!.usual, usual)
  })
}

test('if nobody has the role, members above it may approve and members below may not', () => {
  const some = members.filter(({ role }) => role !== 'APPROVER')
  assert.deepEqual(heardBy('approval.waiting', { required_role: 'APPROVER' }, null, some), [
    'ADMIN',
    'DPO',
    'OWNER',
  ])
})

test('which events reach an outside DPO, and for which modules write their own letters', () => {
  const having = (mark: 'outside' | 'ownLetter') => NOTICE_TYPES.filter((type) => RULES[type]![mark])
  assert.deepEqual(having('outside'), [
    'dsar.received',
    'breach.created',
    'breach.due_soon',
    'breach.overdue',
  ])
  assert.deepEqual(having('ownLetter'), [
    'dsar.due_soon',
    'dsar.overdue',
    'contract.expiring',
    'approval.due_soon',
    'approval.overdue',
  ])
})

test('the DPO of the legal entity gets its notices in any role', () => {
  assert.deepEqual(heardBy('dsar.received', {}, 'viewer@ejemplo.cl'), ['DPO', 'VIEWER'])
})

test('if a rule finds nobody the owners get the notice, except for personal events', () => {
  const owner = members.filter(({ role }) => role === 'OWNER')
  assert.deepEqual(heardBy('dsar.received', {}, null, owner), ['OWNER'])
  assert.deepEqual(heardBy('approval.waiting', { required_role: 'ANALYST' }, null, owner), ['OWNER'])
  assert.deepEqual(heardBy('approval.decided', { requested_by: 'gone' }, null, owner), [])
})

test('every event with a notice has a text, and urgent ones reach somebody at once', () => {
  assert.deepEqual(Object.keys(WORDS).sort(), [...NOTICE_TYPES].sort())
  const urgent = EVENT_TYPES.filter((type) => EVENTS[type].urgent)
  assert.ok(urgent.length >= 6)
  assert.deepEqual(
    urgent.filter((type) => RULES[type]?.usual !== 'now'),
    [],
  )
  const due_at = new Date('2026-12-16T15:00:00Z')
  for (const type of NOTICE_TYPES) {
    const event = { type, title: 'TÍTULO', data: {}, due_at }
    assert.match(textOf(event), /TÍTULO/, type)
    assert.doesNotMatch(`${textOf(event)} ${todoOf(event) ?? ''}`, /undefined|null|\[object/, type)
    if (EVENTS[type].urgent) assert.match(textOf(event), /16 de diciembre de 2026/, type)
  }
})

test('arts. 8 ter and 11: a block means to stop using the data at once; other rights mean to answer by the day', () => {
  const due_at = new Date('2026-12-16T15:00:00Z')
  const todo = (
    type: 'dsar.received' | 'dsar.assigned' | 'dsar.due_soon' | 'dsar.overdue',
    rightType: string,
  ) => todoOf({ type, title: 'ARCO-2026-00001', data: { rightType }, due_at })!
  for (const type of ['dsar.received', 'dsar.assigned'] as const)
    assert.match(
      todo(type, 'BLOCKING'),
      /^Suspenda desde ya todo uso .* el plazo no se amplía \(arts\. 8 ter y 11, /,
    )
  assert.match(todo('dsar.received', 'ACCESS'), /^Asígnela y respóndala a más tardar ese día \(art\. 11, /)
  assert.match(todo('dsar.due_soon', 'ACCESS'), /^Respóndala a más tardar ese día \(art\. 11, /)
  assert.match(todo('dsar.overdue', 'BLOCKING'), /^Respóndala hoy \(arts\. 8 ter y 11, /)
})

test('the clock of a breach keeps the capital letters of names', () => {
  const due_at = new Date('2026-12-16T15:00:00Z')
  const data = { clock: 'Reporte a la Agencia' }
  for (const type of ['breach.due_soon', 'breach.overdue'] as const)
    assert.match(textOf({ type, title: 'X', data, due_at }), /: reporte a la Agencia\.$/)
})

test('art. 15 bis: a processor reads that it must inform the controller, and nothing of a report of its own', () => {
  const due_at = new Date('2026-12-16T15:00:00Z')
  for (const type of ['breach.created', 'breach.decided'] as const) {
    const event = { type, title: 'X', data: { actsAs: 'processor', requiresNotification: false }, due_at }
    assert.match(textOf(event), /responsable de los datos/)
    assert.match(todoOf(event)!, /art\. 15 bis/)
    assert.doesNotMatch(`${textOf(event)} ${todoOf(event)}`, /Agencia|reportar|14 sexies/)
    assert.match(textOf({ ...event, data: { actsAs: 'controller' } }), /Agencia|reportar/)
  }
})

test('art. 21: for a public body an assessment is good practice, not a duty', () => {
  const event = { type: 'dpia.required', title: 'X', data: {}, due_at: null } as const
  assert.match(todoOf(event)!, /^Hágala antes .*\(art\. 15 ter, /)
  const ofPublicBody = { ...event, data: { isPublicBody: true } }
  assert.match(todoOf(ofPublicBody)!, /no la exige a un órgano público: .*\(arts\. 15 ter y 21, /)
  assert.doesNotMatch(textOf(ofPublicBody), /requiere/)
})

test('every event of the catalogue is announced somewhere', () => {
  const src = join(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd: src }).filter(
    (file) => !/\.test\.ts$|^events\/|^modules\/notifications\//.test(file),
  )
  const code = files.map((file) => readFileSync(join(src, file), 'utf8')).join('\n')
  assert.deepEqual(
    EVENT_TYPES.filter((type) => !code.includes(`'${type}'`)),
    [],
  )
})

test('the digest is at eight in Chile before and after the clocks change', () => {
  for (const [day, instant] of [
    ['2026-04-04', '2026-04-04T11:00:00.000Z'],
    ['2026-04-05', '2026-04-05T12:00:00.000Z'],
    ['2026-09-05', '2026-09-05T12:00:00.000Z'],
    ['2026-09-06', '2026-09-06T11:00:00.000Z'],
  ] as const)
    assert.equal(chileanHour(day, 8).toISOString(), instant)
})
