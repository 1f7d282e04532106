import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadCtx } from '#db/context.ts'
import { LAW } from '#kernel/law/law.ts'
import { requestRow, taskRow } from '#test/kit/dsar-rows.ts'
import { OPPOSITION_CAUSES, RIGHT_TYPES } from '../rules.ts'
import { type AskedTask, showTask } from './answering.ts'

/** What the owner of a system sees with their link, given the task's row and the law of the day. */

const at = (now: string) => ({ tools: { law: LAW }, now: new Date(now) }) as unknown as ReadCtx
const TODAY = at('2026-12-02T12:00:00Z')

function asked(fields: Partial<AskedTask> = {}): AskedTask {
  const { right_type, subtype, subject_name, subject_email, heir_name, is_representative, description } =
    requestRow()
  return {
    ...taskRow({ status: 'sent', expires_at: new Date('2027-01-21T03:00:00Z'), sent_at: new Date() }),
    right_type,
    subtype,
    subject_name,
    subject_rut: '12345678-5',
    subject_email,
    heir_name,
    is_representative,
    description,
    specific_data: null,
    legal_entity_id: 'x',
    suspended_at: null,
    organization: 'Tienda Sur',
    slug: 'tienda-sur',
    branding: {},
    ...fields,
  } as AskedTask
}
const show = (fields: Partial<AskedTask> = {}, ctx = TODAY) => showTask(ctx, asked(fields))

test('the page names the person by the fields that find them, and shows nothing else that they sent', async () => {
  const shown = await show({
    description: 'Vivo en Los Olmos 12',
    specific_data: { queDatos: 'Mis compras' },
  })
  assert.deepEqual(shown.person, { name: 'María Pérez', rut: '12.345.678-5', email: 'maria@correo.cl' })
  assert.deepEqual(shown.change, [{ label: 'Datos de que se trata', text: 'Mis compras' }])
  assert.doesNotMatch(JSON.stringify(shown), /Olmos/)
})

for (const [who, fields] of [
  ['an heir', { heir_name: 'Luis Pérez' }],
  ['a representative', { is_representative: true }],
] as const)
  test(`${who} has a mailbox of their own, so the page does not give it as the person's`, async () => {
    const { person } = await show(fields)
    assert.deepEqual(person, { name: 'María Pérez', rut: '12.345.678-5', email: null })
  })

test('fields that the person did not give are missing', async () => {
  const { person } = await show({ subject_rut: null, subject_email: null })
  assert.deepEqual(person, { name: 'María Pérez', rut: null, email: null })
})

test('after the answer the link shows neither the person nor their request', async () => {
  const shown = await show({
    status: 'done',
    outcome: 'found',
    done_at: new Date('2026-12-05T12:00:00Z'),
    specific_data: { queDatos: 'Mis compras' },
  })
  assert.deepEqual(
    [shown.status, shown.outcome, shown.doneAt, shown.person, shown.change, shown.outcomes, shown.grounds],
    ['done', 'found', '2026-12-05T12:00:00.000Z', null, [], [], []],
  )
  assert.doesNotMatch(JSON.stringify(shown), /María|12\.345|compras/)
})

test("the person's own words are shown only for rights whose task stands in them", async () => {
  for (const right_type of RIGHT_TYPES) {
    if (right_type === 'AUTO_DECISION') continue
    const { change } = await show({ right_type, description: 'Cambien mi calle' })
    const isShown = right_type === 'RECTIFICATION' || right_type === 'OPPOSITION'
    assert.deepEqual(
      change,
      isShown ? [{ label: 'Lo que escribió', text: 'Cambien mi calle' }] : [],
      right_type,
    )
  }
})

test('the cause is shown only for an opposition; for a deletion the system need not know it', async () => {
  const opposed = await show({ right_type: 'OPPOSITION', subtype: OPPOSITION_CAUSES.source })
  assert.deepEqual(opposed.change, [{ label: 'Motivo', text: 'art. 8 c: fuente de acceso público' }])
  const deleted = await show({ right_type: 'DELETION', subtype: 'art. 7 c: tratamiento ilícito' })
  assert.deepEqual(deleted.change, [])
})

test('answers come in the order of the form, then those of programs, without blanks', async () => {
  const { change } = await show({
    right_type: 'RECTIFICATION',
    specific_data: {
      otro: 7,
      datoCorrecto: 'Los Aromos 1',
      vacío: '  ',
      nulo: null,
      datoEquivocado: 'Los Olmos 12',
      constructor: 'x',
    },
  })
  assert.deepEqual(change, [
    { label: 'Dato equivocado', text: 'Los Olmos 12' },
    { label: 'Dato correcto', text: 'Los Aromos 1' },
    { label: 'otro', text: '7' },
    { label: 'constructor', text: 'x' },
  ])
})

test('until the law binds the page says from when its articles apply', async () => {
  assert.equal((await show()).notice, null)
  assert.match((await show({}, at('2026-11-20T12:00:00Z'))).notice!, /1 de diciembre de 2026/)
})

test('the task stands in words, with the article of the right', async () => {
  for (const [right_type, asks, article] of [
    ['ACCESS', 'Una persona pidió saber qué datos suyos tiene la organización.', 'art. 5'],
    ['RECTIFICATION', 'Una persona pidió corregir un dato suyo.', 'art. 6'],
    ['DELETION', 'Una persona pidió eliminar sus datos.', 'art. 7'],
    ['OPPOSITION', 'Una persona se opuso a que usen sus datos.', 'art. 8'],
    [
      'PORTABILITY',
      'Una persona pidió recibir los datos que entregó, para llevarlos a otro lugar.',
      'art. 9',
    ],
    ['BLOCKING', 'Una persona pidió suspender el uso de sus datos.', 'art. 8 ter'],
  ] as const) {
    const shown = await show({ right_type })
    assert.deepEqual([shown.asks, shown.article], [asks, `${article}, Ley 19.628 (mod. Ley 21.719)`])
  }
})

test('tasks of a suspended organisation are not shown', async () => {
  await assert.rejects(show({ suspended_at: new Date() }))
})
