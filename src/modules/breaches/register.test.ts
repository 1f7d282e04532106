import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, HOUR_MS } from '#kernel/dates.ts'
import {
  CALM,
  eventTypes,
  makeBreach,
  moveBreach,
  NOW,
  readBreach,
  reportBreach,
} from '#test/kit/breaches.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { CLOCKS_JOB } from './jobs.ts'
import { REGISTER_COLUMNS, registerRows } from './register-table.ts'

const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Clínica Ñuñoa SpA' })

/** The sheet of an organisation: each row as a map from column to cell. */
async function sheetOf(person: Person) {
  const { rows } = await api.access.readFor(person.tenantId, (ctx) => registerRows(ctx, undefined))
  return rows.map((cells) =>
    Object.fromEntries(REGISTER_COLUMNS.map((column, index) => [column, cells[index]])),
  )
}

async function essential(person: Person): Promise<void> {
  const { data } = await person.get('/org/entities')
  const reply = await person.patch(`/org/entities/${data.entities[0].id}`, { essentialService: true })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

const mark = (person: Person, id: string, key: string, body: object | null = {}) =>
  person.post(`/breaches/${id}/clocks/${key}/done`, body)

// ── the register as a sheet ──

test('a breach with few known facts leaves no cell of the register empty', async () => {
  const org = await api.tenant({ name: 'Sin datos' })
  await makeBreach(org)
  const [row] = await sheetOf(org)
  for (const [column, cell] of Object.entries(row!)) assert.ok(String(cell).trim(), column)
  assert.deepEqual(
    [row!['Estado'], row!['Calidad'], row!['Comunicaciones'], row!['Razón si no se avisó a los titulares']],
    ['Detectada', 'Responsable', 'Ninguna', 'No aplica'],
  )
  assert.equal(row!['Ocurrió'], row!['Titulares (aproximado)'])
  assert.equal(row!['Respuestas contra lo registrado'], 'Ninguna')
})

test('the register gives dates and hours in Chile, states in words, and every communication with its kind', async () => {
  const org = await api.tenant({ name: 'Con todo' })
  const id = await makeBreach(org, {
    detectedAt: '2026-03-10T02:30:00Z',
    occurredAt: '2026-03-09T02:59:00Z',
    dataCategories: ['health', 'Ficha ñ'],
    estimatedRecords: 0,
    containmentActions: ['Uno', 'Dos'],
    noNoticeReason: 'Cifrados',
  })
  const told = { ...CALM, riskToSubjects: 'alto', overrideReasons: { hasSensitiveData: 'De prueba.' } }
  await org.post(`/breaches/${id}/decision-tree`, told)
  await reportBreach(org, id, { notifiedAt: '2026-03-10T03:00:00Z' })
  await reportBreach(org, id, { notifiedAt: '2026-03-10T11:00:00Z', notificationFileKey: 'dos.pdf' })
  await org.post(`/breaches/${id}/notify-subjects`, {
    notifiedAt: '2026-03-10T10:00:00Z',
    medium: 'carta',
    massMediaNotice: 'Diario del Sur',
  })
  const [row] = await sheetOf(org)
  assert.match(String(row!['Detectada']), /^09-03-2026.*23:30/)
  assert.match(String(row!['Ocurrió']), /^08-03-2026.*23:59/)
  assert.equal(row!['Estado'], 'Notificada')
  assert.equal(row!['Titulares (aproximado)'], 0)
  assert.equal(row!['Medidas de gestión'], 'Uno; Dos')
  assert.equal(row!['Categorías de datos'], 'Datos de salud; Ficha ñ')
  assert.equal(row!['Razón si no se avisó a los titulares'], 'Cifrados')
  assert.match(String(row!['Evaluación del riesgo']), /^Riesgo alto\. Se comunica a la Agencia\.$/)
  assert.equal(row!['Respuestas contra lo registrado'], 'Datos sensibles: descartado. De prueba.')
  const told4 = String(row!['Comunicaciones']).split('; ')
  assert.equal(told4.length, 4)
  assert.doesNotMatch(told4[0]!, /complementaria/)
  assert.match(told4[1]!, /08:00.*complementaria$/)
  assert.match(told4[2]!, /^Titulares: .*07:00, carta$/)
  assert.equal(told4[3], 'Medio masivo: Diario del Sur')
})

test('the register of a processor names the controller it informed, and requires nothing about the Agency', async () => {
  const org = await api.tenant({ name: 'Encargada' })
  const id = await makeBreach(org, { actsAs: 'processor' })
  await org.post(`/breaches/${id}/decision-tree`, { ...CALM, hasMinorData: true })
  await org.post(`/breaches/${id}/notify-controller`, {
    notifiedAt: '2026-03-10T11:30:00Z',
    controllerName: 'Banco «Sur»',
  })
  const [row] = await sheetOf(org)
  assert.equal(row!['Calidad'], 'Encargado')
  assert.match(String(row!['Comunicaciones']), /^Banco «Sur»: .*08:30$/)
  assert.match(String(row!['Evaluación del riesgo']), /Se comunica al responsable\.$/)
})

test("the register is oldest first, and has only this organisation's breaches", async () => {
  const org = await api.tenant({ name: 'Orden' })
  for (const title of ['Primera', 'Segunda', 'Tercera']) await makeBreach(org, { title })
  assert.deepEqual(
    (await sheetOf(org)).map((row) => row['Título']),
    ['Primera', 'Segunda', 'Tercera'],
  )
})

// ── marks of clocks ──

test('a clock is marked once, even by two at once; the mark writes an event and an audit row', async () => {
  const id = await makeBreach(ana)
  const replies = await Promise.all([mark(ana, id, 'internal_72h'), mark(ana, id, 'internal_72h', null)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  const breach = await readBreach(ana, id)
  assert.deepEqual(eventTypes(breach), ['created', 'clock_done'])
  assert.deepEqual(breach.events[1].details, { key: 'internal_72h', doneAt: NOW })
  assert.equal((await mark(ana, id, 'internal_72h')).status, 409)
  const { data } = await ana.get(`/settings/audit-log?entityId=${id}`)
  assert.deepEqual(
    data.items.map(({ action }: { action: string }) => action),
    ['mark_clock', 'create'],
  )
})

test("marks are refused: unknown clock, the Agency's, not running, before the detection, in the future", async () => {
  const id = await makeBreach(ana)
  for (const [key, body, status, path] of [
    ['nada', {}, 404, undefined],
    ['INTERNAL_72H', {}, 404, undefined],
    ['apdp', {}, 422, 'key'],
    ['csirt_alert', {}, 422, 'key'],
    ['internal_72h', { doneAt: '2026-03-10T08:59:59.999Z' }, 422, 'doneAt'],
    ['internal_72h', { doneAt: '2026-03-10T12:10:00.001Z' }, 422, 'doneAt'],
    ['internal_72h', { doneAt: '2026-03-10' }, 400, 'doneAt'],
    ['internal_72h', { doneAt: 5 }, 400, 'doneAt'],
  ] as const) {
    const reply = await mark(ana, id, key, body)
    assert.deepEqual([reply.status, reply.body.error.details?.[0]?.path], [status, path], `${key} ${status}`)
  }
  assert.deepEqual(eventTypes(await readBreach(ana, id)), ['created'])
  const exact = await mark(ana, id, 'internal_72h', { doneAt: '2026-03-10T09:00:00Z' })
  assert.equal(exact.status, 200)
  assert.equal(exact.data.clocks[1].doneAt, '2026-03-10T09:00:00.000Z')
})

test('a detection cannot be moved after a clock was met', async () => {
  const id = await makeBreach(ana)
  await mark(ana, id, 'internal_72h', { doneAt: '2026-03-10T10:00:00Z' })
  const late = await ana.put(`/breaches/${id}`, { detectedAt: '2026-03-10T10:00:00.001Z' })
  assert.deepEqual([late.status, late.body.error?.details?.[0]?.path], [422, 'detectedAt'])
  assert.equal((await ana.put(`/breaches/${id}`, { detectedAt: '2026-03-10T10:00:00Z' })).status, 200)
})

test('an essential service marks each term of the CSIRT separately', async () => {
  const org = await api.tenant()
  await essential(org)
  const id = await makeBreach(org)
  await mark(org, id, 'csirt_alert', { doneAt: '2026-03-10T11:00:00Z' })
  await mark(org, id, 'csirt_report', { doneAt: '' })
  const { clocks } = await readBreach(org, id)
  assert.deepEqual(
    clocks.map(({ key, doneAt }: { key: string; doneAt: string | null }) => [key, doneAt]),
    [
      ['apdp', null],
      ['internal_72h', null],
      ['csirt_alert', '2026-03-10T11:00:00.000Z'],
      ['csirt_report', NOW],
      ['csirt_final', null],
    ],
  )
  const [row] = await sheetOf(org)
  assert.deepEqual(
    String(row!['Comunicaciones'])
      .split('; ')
      .map((text) => text.split(':')[0]),
    ['Alerta temprana al CSIRT Nacional', 'Actualización al CSIRT Nacional'],
  )
})

// ── reminders ──

/** The organisation's notices when the job runs this many hours after the detection. */
async function remindersOf(org: Person, hours: number): Promise<string[]> {
  const count = async () => {
    const rows = await api.access.readFor(org.tenantId, ({ db, tenantId }) =>
      db
        .selectFrom('breach_reminders')
        .select(['clock', 'is_over'])
        .where('tenant_id', '=', tenantId)
        .execute(),
    )
    return rows.map(({ clock, is_over }) => `${clock} ${is_over ? 'over' : 'soon'}`).sort()
  }
  const before = await count()
  api.clock.set(after(new Date('2026-03-10T09:00:00Z'), hours * HOUR_MS))
  await CLOCKS_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  api.clock.set(NOW)
  return (await count()).filter((one) => !before.includes(one))
}

test('an essential service gets a reminder of each of its terms', async () => {
  const org = await api.tenant()
  await essential(org)
  await makeBreach(org)
  assert.deepEqual(await remindersOf(org, 1), [])
  assert.deepEqual(await remindersOf(org, 2), ['csirt_alert soon'])
  assert.deepEqual(await remindersOf(org, 4), ['csirt_alert over'])
  assert.deepEqual(await remindersOf(org, 50), ['csirt_report soon', 'internal_72h soon'])
  assert.deepEqual(await remindersOf(org, 74), ['csirt_report over', 'internal_72h over'])
  assert.deepEqual(await remindersOf(org, 14 * 24 + 1), ['csirt_final soon'])
})

test('there is no reminder for a breach that is closed, met, or needs no notice', async () => {
  const org = await api.tenant()
  const closed = await makeBreach(org)
  for (const status of ['investigating', 'contained', 'resolved']) await moveBreach(org, closed, status)
  await reportBreach(org, await makeBreach(org))
  await mark(org, await makeBreach(org), 'internal_72h')
  await org.post(`/breaches/${await makeBreach(org)}/decision-tree`, CALM)
  assert.deepEqual(await remindersOf(org, 73), [])
  await org.post(`/breaches/${await makeBreach(org)}/decision-tree`, { ...CALM, riskToSubjects: 'medium' })
  assert.deepEqual(await remindersOf(org, 73), ['internal_72h over'])
})

test('moving the detection restarts the clocks and their reminders', async () => {
  const org = await api.tenant()
  const id = await makeBreach(org)
  assert.deepEqual(await remindersOf(org, 49), ['internal_72h soon'])
  await org.put(`/breaches/${id}`, { detectedAt: '2026-03-10T11:00:00Z' })
  await remindersOf(org, 51)
  const sent = await api.access.readFor(org.tenantId, ({ db, tenantId }) =>
    db
      .selectFrom('breach_reminders')
      .select('due_at')
      .where('tenant_id', '=', tenantId)
      .orderBy('due_at')
      .execute(),
  )
  assert.deepEqual(
    sent.map(({ due_at }) => due_at.toISOString()),
    ['2026-03-13T09:00:00.000Z', '2026-03-13T11:00:00.000Z'],
  )
})

// ── tasks ──

test('a breach is a task while it is open, or while its people wait; due when the next clock ends', async () => {
  const org = await api.tenant()
  const breachTasks = async () =>
    (await org.get('/tasks')).data.items
      .filter(({ kind }: { kind: string }) => kind === 'breach')
      .map(({ title, dueAt }: { title: string; dueAt: string | null }) => [title, dueAt])
  await makeBreach(org, { title: 'Abierta' })
  const waiting = await makeBreach(org, { title: 'Con personas', detectedAt: '2026-03-10T08:00:00Z' })
  await org.post(`/breaches/${waiting}/decision-tree`, { ...CALM, hasMinorData: true })
  await reportBreach(org, waiting)
  const done = await makeBreach(org, { title: 'Reportada' })
  await reportBreach(org, done)
  assert.deepEqual((await breachTasks()).sort(), [
    ['Abierta', '2026-03-13T09:00:00.000Z'],
    ['Con personas', null],
  ])
  await org.post(`/breaches/${waiting}/notify-subjects`, { notifiedAt: NOW, medium: 'carta' })
  assert.deepEqual(await breachTasks(), [['Abierta', '2026-03-13T09:00:00.000Z']])
  // Nobody has to be notified of this breach, so its target is not late: it waits to be closed.
  const calm = await makeBreach(org, { title: 'Sin riesgo' })
  await org.post(`/breaches/${calm}/decision-tree`, CALM)
  assert.deepEqual((await breachTasks()).sort(), [
    ['Abierta', '2026-03-13T09:00:00.000Z'],
    ['Sin riesgo', null],
  ])
})

test('the target is late for a breach that nobody judged, but not for one without notices due', async () => {
  const org = await api.tenant()
  const id = await makeBreach(org, { detectedAt: '2026-03-01T08:00:00Z' })
  const late = async () =>
    (await org.get(`/breaches/${id}`)).data.clocks
      .filter(({ isOverdue }: { isOverdue: boolean }) => isOverdue)
      .map(({ key }: { key: string }) => key)
  assert.deepEqual(await late(), ['internal_72h'])
  await org.post(`/breaches/${id}/decision-tree`, CALM)
  assert.deepEqual(await late(), [])
})
