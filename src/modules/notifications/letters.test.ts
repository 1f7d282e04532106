import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventType } from '#events/catalogue.ts'
import { type Told, textOf, todoOf } from './knowledge.ts'
import { digestLetter, noticeLetter, outsideLetter } from './letters.ts'
import type { NotificationRow } from './repo.ts'

const HEAD = {
  name: 'Tienda Ñandú',
  slug: 'tienda-nandu',
  publicUrl: 'https://resguardo.test',
  replyTo: 'dpo@nandu.cl',
}
const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const notice = (type: EventType, text: string) => ({ type, text }) as NotificationRow
const event = (type: EventType, data: Told['data'] = {}, due_at: Date | null = null): Told => ({
  type,
  title: 'X',
  data,
  due_at,
})

test('a digest names its one piece of news, or how many there are', () => {
  const one = digestLetter([notice('dpia.created', 'Se creó «A».')], 'ana@nandu.cl', HEAD)
  assert.equal(one.subject, 'Resumen del día: Se creó una evaluación de impacto')
  const two = digestLetter(
    [notice('processor.created', 'B'), notice('dpia.created', 'A')],
    'ana@nandu.cl',
    HEAD,
  )
  assert.equal(two.subject, 'Resumen del día: 2 novedades')
  assert.deepEqual([two.to, two.signature, two.replyTo], ['ana@nandu.cl', 'Tienda Ñandú', 'dpo@nandu.cl'])
  assert.equal(two.action?.url, 'https://resguardo.test/organizacion/tienda-nandu/hoy?avisos=si')
  const [opening, first, second] = two.paragraphs
  assert.match(opening!, /^Esto pasó en Tienda Ñandú/)
  assert.equal(first, 'Se creó una evaluación de impacto (1)\n· A', 'in the order of the catalogue')
  assert.equal(second, 'Se registró un encargado (1)\n· B')
})

test('a digest shows fifteen events of one kind and counts the others', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => notice('processor.created', `Encargado ${n}.`))
  const lines = (count: number) => digestLetter(rows(count), 'a@b.cl', HEAD).paragraphs[1]!.split('\n')
  assert.deepEqual([lines(15).length, lines(15).at(-1)], [16, '· Encargado 14.'])
  assert.deepEqual([lines(16).length, lines(16).at(-1)], [17, '· Y 1 más.'])
  assert.deepEqual([lines(40)[0], lines(40).at(-1)], ['Se registró un encargado (40)', '· Y 25 más.'])
})

test('a notice links to the page of its record; the letter to an outsider has no link and no choices', () => {
  const row = {
    ...event('dsar.received', { rightType: 'ACCESS' }, new Date('2026-12-16T15:00:00Z')),
    entity_type: 'dsar_request',
    entity_id: ID,
  } as Parameters<typeof noticeLetter>[0]
  const inside = noticeLetter(row, 'ana@nandu.cl', HEAD)
  assert.equal(inside.action?.url, `https://resguardo.test/organizacion/tienda-nandu/solicitudes/${ID}`)
  assert.match(inside.paragraphs.at(-1)!, /en Ajustes\.$/)
  const outside = outsideLetter(row, 'dpo@estudio.cl', HEAD)
  assert.equal(outside.action, undefined)
  assert.deepEqual(outside.paragraphs.slice(0, 2), inside.paragraphs.slice(0, 2))
  assert.doesNotMatch(outside.paragraphs.join(' '), /Ajustes/)
})

/** The text for each event and its data. */
const SAID: [EventType, Told['data'], RegExp][] = [
  ['dsar.received', { rightType: 'AUTO_DECISION' }, /^Llegó la solicitud X, de decisiones automatizadas\./],
  ['dsar.received', { rightType: 'OTRA' }, /^Llegó la solicitud X\./],
  ['dsar.task_done', { systemName: 'CRM', done: 2, total: 3 }, /^Respondieron por «CRM» .* van 2 de 3\.$/],
  ['dsar.task_overdue', { systems: ['A', 'B'] }, /: «A», «B»\.$/],
  ['dsar.task_overdue', { systems: ['A', 'B', 'C', 'D', 'E'] }, /: «A», «B», «C», «D», «E»\.$/],
  ['dsar.task_overdue', { systems: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] }, /: «A», .*«E» y 2 más\.$/],
  ['dsar.task_overdue', { systems: 'CRM' }, /: «CRM»\.$/],
  [
    'dsar.recipient_answered',
    { recipientName: 'Banco', done: true },
    /^«Banco» .*: hizo lo que se le pidió\.$/,
  ],
  ['dsar.recipient_answered', { recipientName: 'Banco', done: false }, /: no lo hizo\.$/],
  [
    'breach.created',
    { severity: 'critical', detectionSource: 'siem' },
    /, de gravedad crítica, por una alerta del SIEM\./,
  ],
  [
    'breach.created',
    { severity: 'low', detectionSource: 'manual' },
    /^Se registró la brecha «X», de gravedad baja\. /,
  ],
  ['breach.created', {}, /^Se registró la brecha «X»\. La meta interna para decidir y reportar/],
  ['breach.decided', { requiresNotification: true }, /«X» se reporta a la Agencia\.$/],
  ['breach.decided', { requiresNotification: false }, /«X» no se reporta a la Agencia\.$/],
  ['contract.signed', { document: 'La adenda' }, /^Se firmó: la adenda con X\.$/],
  ['contract.signed', {}, /^Se firmó: el contrato con X\.$/],
  ['contract.expiring', { ends: 'se renueva' }, /^El contrato con X se renueva el /],
  ['contract.expiring', {}, /^El contrato con X vence el /],
  ['approval.waiting', { stageName: 'Legal' }, /^Tiene una aprobación pendiente: «X», etapa «Legal»\.$/],
  ['approval.waiting', {}, /pendiente: «X»\.$/],
  ['approval.decided', { status: 'REJECTED' }, /^Se rechazó lo que usted pidió/],
  ['approval.decided', { status: 'COMPLETED' }, /^Se aprobó lo que usted pidió/],
  ['questionnaire.answered', { again: true }, /^Completaron una respuesta/],
  ['questionnaire.answered', { again: false }, /^Respondieron el cuestionario/],
  ['comment.mentioned', { authorName: 'Eva Lagos' }, /^Eva Lagos le mencionó/],
  ['comment.mentioned', { authorName: null }, /^Alguien de su organización le mencionó/],
  ['policy.drifted', {}, /registro\.$/],
  ['policy.drifted', { firstChange: 'Cambió el plazo.' }, /registro\. Cambió el plazo\.$/],
  ['review.due', {}, /^Toca revisar «X»\.$/],
  ['import.finished', { created: 4980, updated: 20 }, /«X»: creó 4\.980 registros y cambió 20\.$/],
  ['import.finished', { created: 1, updated: 0 }, /: creó 1 registro\.$/],
  ['import.finished', { created: 0, updated: 2 }, /: cambió 2 registros\.$/],
  ['import.finished', { created: 0, updated: 0 }, /: no cambió nada\.$/],
]
for (const [type, data, words] of SAID)
  test(`${type} ${JSON.stringify(data)} reads ${words.source}`, () =>
    assert.match(textOf(event(type, data)), words))

test('a notice says what to do only if something is to be done', () => {
  const todo = (type: EventType, data: Told['data']) => todoOf(event(type, data))
  assert.equal(todo('dsar.task_done', { done: 2, total: 3 }), undefined)
  assert.match(todo('dsar.task_done', { done: 3, total: 3 })!, /^Están todas/)
  assert.equal(todo('dsar.recipient_answered', { done: true }), undefined)
  assert.match(todo('dsar.recipient_answered', { done: false })!, /insista/)
  assert.match(todo('dsar.task_overdue', { withoutOwner: 1 })!, /^Algunos no tienen a quién preguntar/)
  assert.match(todo('dsar.task_overdue', { withoutOwner: 0 })!, /^Recuérdeselo/)
  assert.equal(todo('contract.refused', {}), undefined)
  assert.equal(todo('contract.refused', { advice: 'Negocie.' }), 'Negocie.')
  assert.equal(todo('breach.decided', { requiresNotification: true }), undefined)
  assert.equal(todo('dsar.completed', {}), undefined)
})

test('until the law binds, a notice gives both the former and the new term', () => {
  const former = todoOf(event('dsar.received', { rightType: 'ACCESS', formerDueOn: '2026-11-20' }))!
  assert.match(former, /hasta el 20 de noviembre de 2026, la persona puede recurrir al juez/)
  assert.doesNotMatch(todoOf(event('dsar.received', { rightType: 'ACCESS' }))!, /juez/)
})

test('terms are in Chilean time: days by the date there, hours by its clock', () => {
  // 02:30 UTC is still the evening before in Santiago.
  const due = new Date('2026-12-17T02:30:00Z')
  assert.match(textOf(event('dsar.extended', {}, due)), /ahora vence el 16 de diciembre de 2026\.$/)
  assert.match(
    textOf(event('approval.overdue', {}, due)),
    /Venció el 16 de diciembre de 2026 a las 23:30 y sigue/,
  )
  assert.match(textOf(event('approval.waiting', {}, due)), /, hasta el 16 de diciembre/)
  assert.match(textOf(event('dsar.extended', {})), /vence el sin fecha/)
})

test('a sentence that ends with an hour has one full stop', () => {
  const due = new Date('2026-12-17T02:30:00Z')
  const said = { clock: 'Meta interna', basis: 'Meta interna de referencia.', stageName: 'Legal' }
  for (const type of [
    'breach.created',
    'breach.due_soon',
    'breach.overdue',
    'approval.waiting',
    'approval.due_soon',
  ] as const) {
    const text = textOf(event(type, said, due))
    assert.match(text, /16 de diciembre de 2026 a las 23:30\b/, type)
    assert.doesNotMatch(text, /\.\.|[ap]\. m\./, type)
  }
})
