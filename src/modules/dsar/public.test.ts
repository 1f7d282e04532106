import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WriteCtx } from '#db/context.ts'
import { endOfChileanDay } from '#kernel/business-days.ts'
import { newId } from '#kernel/ids.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { dsarApprovable } from './approvable.ts'
import {
  createFolios,
  createRequest,
  findRequestOfPerson,
  type Intake,
  listRequestsOfPerson,
  REGISTER_COLUMNS,
  registerPage,
  withFolio,
} from './public.ts'
import { isOverdue, outcomeOf, RESPONSE_TYPES, RIGHT_TYPES, TOLD_TO_RECIPIENTS } from './rules.ts'

const NOW = '2026-12-01T12:00:00.000Z'
const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const other = await api.tenant()

const PORTAL = { type: 'portal', id: undefined, name: 'Portal de privacidad', role: undefined } as const
const within = <T>(work: (ctx: WriteCtx) => Promise<T>, person: Person = ana) =>
  api.access.actFor(person.tenantId, PORTAL, {}, work)

const body: Intake = {
  subjectName: 'María Pérez',
  subjectEmail: 'Maria@Correo.cl',
  subjectRut: '12.345.678-5',
  rightType: 'ACCESS',
}
const nextFolio = createFolios(api.access, api.app.tools.vault.lasting('dsar.folio'))
const RUT = '12345678-5'
const make = (fields: Partial<Intake> = {}, person: Person = ana) =>
  withFolio(nextFolio, new Date(), (folio) =>
    within((ctx) => createRequest(ctx, { ...body, ...fields }, { source: 'portal', folio }), person),
  )

// ── the portal ──

test('a request through the portal is answered like one through the form', async () => {
  const made = await make()
  assert.deepEqual(Object.keys(made).sort(), ['folioNumber', 'id', 'legalDueOn', 'responseDeadline'])
  const { data } = await ana.get(`/dsar/requests/${made.id}`)
  assert.deepEqual([data.source, data.widgetId, data.status], ['portal', null, 'RECEIVED'])
  assert.equal(data.events[0].actorName, 'Portal de privacidad')
  assert.equal((await api.anyone.get(`/public/dsar/track/${made.folioNumber}`)).status, 200)
  await assert.rejects(make({ subjectRut: '12.345.678-4' }), { code: 'INVALID_RUT' })
})

test('a person sees the requests with their own RUT and email in that organisation, newest first', async () => {
  const person = await api.tenant()
  const [first, second] = [await make({}, person), await make({ subjectEmail: 'maria@correo.cl' }, person)]
  await make({ subjectEmail: 'otra@correo.cl' }, person)
  await make({ subjectRut: '7.654.321-6' }, person)
  await make({ subjectRut: null }, person)
  await make({}, other)
  const seen = await within((ctx) => listRequestsOfPerson(ctx, RUT, 'MARIA@correo.cl'), person)
  assert.deepEqual(
    seen.map(({ id }) => id),
    [second!.id, first!.id],
  )
  assert.deepEqual([seen[0]!.folio, seen[0]!.rightType], [second!.folioNumber, 'Acceso'])
})

test('only its own person finds a request', async () => {
  const { id, folioNumber } = await make()
  const find = (rut: string, email: string, person = ana) =>
    within((ctx) => findRequestOfPerson(ctx, id, rut, email), person)
  assert.equal((await find(RUT, 'maria@correo.cl'))?.folio, folioNumber)
  assert.equal(await find('7654321-6', 'maria@correo.cl'), undefined)
  assert.equal(await find(RUT, 'otra@correo.cl'), undefined)
  assert.equal(await find(RUT, 'maria@correo.cl', other), undefined)
  assert.equal(await within((ctx) => findRequestOfPerson(ctx, newId(), RUT, 'maria@correo.cl')), undefined)
})

// ── governance ──

test('the register gives each request and its outcome, without persons', async () => {
  const person = await api.tenant({ name: 'Clínica Norte SpA' })
  const open = await make({ rightType: 'BLOCKING' }, person)
  const done = await make({}, person)
  await person.post(`/dsar/requests/${done.id}/respond`, { responseType: 'FULFILLED' })
  const { rows: register, last } = await within((ctx) => registerPage(ctx, undefined), person)
  assert.deepEqual(
    register.map((cells) => Object.fromEntries(cells.map((cell, index) => [REGISTER_COLUMNS[index], cell]))),
    [
      {
        Folio: open.folioNumber,
        'Entidad legal': 'Clínica Norte SpA',
        Derecho: 'Bloqueo temporal',
        Artículo: 'art. 8 ter, Ley 19.628 (mod. Ley 21.719)',
        Estado: 'Recibida',
        Recibida: '01-12-2026',
        Plazo: '03-12-2026',
        Prorrogada: 'No',
        'Terceros avisados': null,
        Respondida: null,
        Respuesta: null,
        'Dentro de plazo': null,
        Vencida: 'No',
      },
      {
        Folio: done.folioNumber,
        'Entidad legal': 'Clínica Norte SpA',
        Derecho: 'Acceso',
        Artículo: 'art. 5, Ley 19.628 (mod. Ley 21.719)',
        Estado: 'Completada',
        Recibida: '01-12-2026',
        Plazo: '31-12-2026',
        Prorrogada: 'No',
        'Terceros avisados': null,
        Respondida: '01-12-2026',
        Respuesta: 'Acogida',
        'Dentro de plazo': 'Sí',
        Vencida: 'No',
      },
    ],
  )
  assert.deepEqual(await within((ctx) => registerPage(ctx, last), person), { rows: [], last: undefined })
  assert.equal((await person.get('/dsar/stats')).data.total, 2)
})

test('the register shows that nobody had to be informed of a deletion', async () => {
  const person = await api.tenant()
  const { id } = await make({ rightType: 'DELETION' }, person)
  const answer = { responseType: 'FULFILLED', responseNotes: 'No hay datos suyos.', nothingHeld: true }
  assert.equal((await person.post(`/dsar/requests/${id}/respond`, answer)).status, 200)
  const { rows } = await within((ctx) => registerPage(ctx, undefined), person)
  assert.equal(rows[0]![REGISTER_COLUMNS.indexOf('Terceros avisados')], 'No había a quién avisar')
})

test('the register marks requests as overdue or corrected exactly as the rules do', async () => {
  const { id } = await make()
  const { engine } = api.access.database
  const shown = async (at: Date) => {
    const { rows } = await engine.asOwner(
      'select coalesce(overdue_from < $2, false) as overdue, is_corrected as corrected from request_register where id = $1',
      [id, at],
    )
    return rows[0]!
  }
  const dueAt = endOfChileanDay((await ana.get(`/dsar/requests/${id}`)).data.legalDueOn)
  for (const ms of [-1, 0, 1]) {
    const at = new Date(dueAt.getTime() + ms)
    assert.equal((await shown(at))['overdue'], isOverdue({ dueAt, completedAt: null }, at))
  }
  for (const right of RIGHT_TYPES)
    for (const response of RESPONSE_TYPES.filter((one) => one !== 'EXTENDED')) {
      await engine.asOwner(
        `update dsar_requests set right_type = $2, response_type = $3, status = $4, completed_at = $5 where id = $1`,
        [id, right, response, outcomeOf(response), NOW],
      )
      const done = outcomeOf(response) === 'COMPLETED' && TOLD_TO_RECIPIENTS.includes(right)
      assert.deepEqual(
        await shown(new Date('2030-01-01')),
        { overdue: false, corrected: done },
        `${right} ${response}`,
      )
    }
})

// ── approval workflows ──

const stage = (name: string, requiredRole = 'ANALYST') => ({ name, order: 1, requiredRole })
const instanceOf = async (person: Person, id: string) =>
  (await person.get(`/workflow-instances/entity/DSAR/${id}`)).data

test('a workflow starts when work begins, by assignment or by status, and its end completes the request', async () => {
  const person = await api.tenant()
  const unasked = await make({}, person)
  await person.patch(`/dsar/requests/${unasked.id}`, { status: 'IN_PROGRESS' })
  assert.equal(await instanceOf(person, unasked.id), null)

  const definition = await person.post('/workflows', {
    name: 'Revisión',
    entityType: 'DSAR',
    stages: [stage('Legal')],
    webhooks: [],
  })
  assert.equal(definition.status, 201, JSON.stringify(definition.body))
  for (const begin of [
    (id: string) => person.post(`/dsar/requests/${id}/assign`, { assignedTo: person.userId }),
    (id: string) => person.patch(`/dsar/requests/${id}`, { status: 'IN_PROGRESS' }),
  ]) {
    const { id } = await make({}, person)
    assert.equal(await instanceOf(person, id), null)
    assert.equal((await begin(id)).status, 200)
    const instance = await instanceOf(person, id)
    assert.equal(instance.status, 'ACTIVE')
    const acted = await person.post(`/workflow-instances/${instance.id}/action`, {
      stageId: instance.currentStageId,
      actionType: 'APPROVE',
      notes: 'Conforme',
    })
    assert.deepEqual([acted.status, acted.data.status], [200, 'COMPLETED'])
    const { status, completedAt, timeline } = (await person.get(`/dsar/requests/${id}`)).data
    assert.deepEqual([status, completedAt, timeline.at(-1).notes], ['COMPLETED', NOW, 'Conforme'])
  }
})

test('a request that is already final stays unchanged, and the workflow records why', async () => {
  const { id } = await make()
  await ana.post(`/dsar/requests/${id}/respond`, { responseType: 'REJECTED_LEGAL', denialReason: 'x' })
  const answer = await within((ctx) =>
    dsarApprovable.onCompleted!(ctx, id, { instanceId: newId(), notes: null }),
  )
  assert.match(answer!.refusal, /ya terminó en «Rechazada»/)
  assert.equal((await ana.get(`/dsar/requests/${id}`)).data.status, 'REJECTED')
})

test('the conditions of a stage read the fields of the request', async () => {
  const { id, folioNumber } = await make({ organizationRelation: 'cliente' })
  const facts = await within((ctx) => dsarApprovable.facts(ctx, id))
  assert.deepEqual(
    [facts?.['rightType'], facts?.['folioNumber'], facts?.['organizationRelation'], facts?.['isExtended']],
    ['ACCESS', folioNumber, 'cliente', false],
  )
  assert.equal(await within((ctx) => dsarApprovable.facts(ctx, newId())), undefined)
})
