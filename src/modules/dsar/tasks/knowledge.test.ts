import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BEFORE_THE_LAW, ON_THE_DAY, taskRow } from '#test/kit/dsar-rows.ts'
import { OPPOSITION_CAUSES, RIGHT_TYPES } from '../rules.ts'
import { assertWaiting } from './completing.ts'
import { choicesFor, groundText, outcomeWords, type TaskRight } from './knowledge.ts'
import { wordsOf } from './letters.ts'
import { TASK_STATES } from './rules.ts'
import { progressView, taskView } from './views.ts'

/** The questions to a system's owner, and the grounds on which data may be kept (arts. 5 to 9). */

const RIGHTS = RIGHT_TYPES.filter((right): right is TaskRight => right !== 'AUTO_DECISION')
const choices = (right_type: (typeof RIGHT_TYPES)[number], subtype: string | null = null) =>
  choicesFor({ right_type, subtype })

test('every right except one can be answered with found, nothing found or kept, in its own words', () => {
  for (const right of RIGHTS) {
    const { outcomes } = choices(right)
    assert.deepEqual(
      outcomes.map(({ value }) => value),
      ['found', 'nothing_found', 'kept'],
    )
    for (const { value, label } of outcomes) assert.equal(outcomeWords(right, value), label)
    assert.equal(new Set(outcomes.map(({ label }) => label)).size, 3)
  }
  assert.equal(outcomeWords('DELETION', 'nothing_found'), 'No hay nada de esta persona')
  assert.equal(outcomeWords('BLOCKING', 'found'), 'Hay datos, y quedaron bloqueados')
})

test('art. 8 bis: an automated decision opens no tasks: its author explains it', () => {
  assert.deepEqual(choices('AUTO_DECISION'), { outcomes: [], grounds: [] })
})

/** The number that the law sheet names for each right (part 3), without grounds that only the organisation can judge. */
for (const [right, article, count] of [
  ['ACCESS', 'art. 5', 1],
  ['RECTIFICATION', 'art. 6', 1],
  ['DELETION', 'art. 7', 7],
  ['OPPOSITION', 'art. 8', 4],
  ['PORTABILITY', 'art. 9', 3],
  ['BLOCKING', 'art. 8 ter', 1],
] as const) {
  test(`${right} admits ${count} ${count === 1 ? 'ground' : 'grounds'} of ${article} to keep data`, () => {
    const { grounds } = choices(right)
    assert.equal(grounds.length, count)
    for (const ground of grounds) {
      assert.equal(ground.article, `${article}, Ley 19.628 (mod. Ley 21.719)`)
      assert.equal(groundText(ground), `${article}, Ley 19.628 (mod. Ley 21.719): ${ground.text}`)
    }
  })
}

test('art. 8 b: an opposition to marketing cannot be answered with kept, and offers no ground', () => {
  const marketing = choices('OPPOSITION', OPPOSITION_CAUSES.marketing)
  assert.deepEqual(
    marketing.outcomes.map(({ value }) => value),
    ['found', 'nothing_found'],
  )
  assert.deepEqual(marketing.grounds, [])
  for (const subtype of [OPPOSITION_CAUSES.interest, OPPOSITION_CAUSES.source, null])
    assert.equal(choices('OPPOSITION', subtype).outcomes.length, 3, String(subtype))
  assert.equal(choices('DELETION', OPPOSITION_CAUSES.marketing).outcomes.length, 3)
})

test('an answered or cancelled task is not waiting, and the refusal says which of the two it is', () => {
  for (const status of TASK_STATES) {
    const row = taskRow({ status, ...(status === 'done' && { outcome: 'found' }) })
    if (status === 'open' || status === 'sent') assert.equal(assertWaiting(row), row)
    else
      assert.throws(() => assertWaiting(row), {
        status: 409,
        message: status === 'done' ? /Ya se respondió por «CRM de ventas»/ : /está cancelada\.$/,
      })
  }
})

// ── letters ──

const TODAY = '2026-12-02'
const letter = (
  occasion: 'first' | 'reminder' = 'first',
  row: Parameters<typeof taskRow>[0] = {},
  on: typeof ON_THE_DAY | typeof BEFORE_THE_LAW = ON_THE_DAY,
  today = TODAY,
  asked: Partial<Parameters<typeof wordsOf>[2]> = {},
) =>
  wordsOf(
    occasion,
    'Tienda Sur',
    { right_type: 'DELETION', heir_name: null, is_representative: false, ...asked },
    taskRow(row),
    on,
    today,
  )

test('the letter to an owner says what was asked, where to look, until when and under which articles', () => {
  const { subject, paragraphs } = letter()
  assert.equal(subject, 'Tienda Sur le pide buscar en «CRM de ventas»')
  assert.deepEqual(paragraphs.slice(0, 3), [
    'Hola, Rosa Díaz:',
    'Una persona pidió eliminar sus datos. Tienda Sur le pide buscarla en «CRM de ventas», y responder hasta el 21 de diciembre de 2026.',
    'La ley fija cuándo hay que contestarle a la persona (arts. 7 y 11, Ley 19.628 (mod. Ley 21.719)).',
  ])
  assert.ok(paragraphs.some((text) => text.includes('no lo reenvíe')))
})

for (const [quality, asked, words] of [
  [
    'a representative',
    { is_representative: true },
    'Una persona pidió eliminar los datos de alguien a quien representa. Tienda Sur le pide buscar a la persona titular de los datos en «CRM de ventas»',
  ],
  [
    'an heir',
    { heir_name: 'Luis Pérez' },
    'Una persona pidió eliminar los datos de alguien que falleció. Tienda Sur le pide buscar a la persona titular de los datos en «CRM de ventas»',
  ],
] as const)
  test(`the letter asks to search for the person concerned, not for ${quality}`, () => {
    const text = JSON.stringify(letter('first', {}, ON_THE_DAY, TODAY, asked))
    assert.ok(text.includes(words))
    assert.doesNotMatch(text, /Luis/)
  })

test('no letter to an owner names the person or the folio: a mailbox is not a safe place', () => {
  for (const occasion of ['first', 'reminder'] as const)
    assert.doesNotMatch(JSON.stringify(letter(occasion)), /María|maria@|ARCO-/)
})

test('a reminder says that it is one; a late task is due at once; on its day the letter says until today', () => {
  const again = letter('reminder')
  assert.equal(again.subject, 'Recordatorio: Tienda Sur espera su respuesta sobre «CRM de ventas»')
  assert.match(
    again.paragraphs[1]!,
    /todavía no tiene su respuesta .* Responda hasta el 21 de diciembre de 2026\.$/,
  )
  const late = letter('reminder', {}, ON_THE_DAY, '2026-12-22')
  assert.match(late.paragraphs[1]!, /Responda cuanto antes: la fecha ya pasó\.$/)
  assert.match(letter('reminder', {}, ON_THE_DAY, '2026-12-21').paragraphs[1]!, /hasta el 21 de diciembre/)
})

test('the letter names the operator of the system, folds names of several lines, and greets nobody without a name', () => {
  assert.match(
    letter('first', { processor_name: 'Nube SpA' }).paragraphs[1]!,
    /en «CRM de ventas», que opera Nube SpA, y/,
  )
  assert.equal(letter('first', { owner_name: 'Rosa\r\n Díaz' }).paragraphs[0], 'Hola, Rosa Díaz:')
  assert.equal(letter('first', { owner_name: null }).paragraphs[0], 'Hola:')
  assert.doesNotMatch(letter('first', { system_name: 'CRM\nBcc: x@y.cl' }).subject, /\n/)
})

test('until the law binds the letter says from when', () => {
  assert.ok(
    letter('first', {}, BEFORE_THE_LAW).paragraphs.some((text) => /rige desde el 1 de diciembre/.test(text)),
  )
  assert.ok(!letter().paragraphs.some((text) => /rige desde/.test(text)))
})

// ── views ──

test('a waiting task is late from the day after its date, and the view leaves out the key of its link', () => {
  const view = (fields: Parameters<typeof taskRow>[0], today: string) => taskView(taskRow(fields), [], today)
  assert.equal(view({ status: 'sent' }, '2026-12-21').overdue, false)
  assert.equal(view({ status: 'sent' }, '2026-12-22').overdue, true)
  assert.equal(view({ status: 'done', outcome: 'found' }, '2026-12-22').overdue, false)
  assert.doesNotMatch(JSON.stringify(view({ key_hash: 'secret' }, TODAY)), /secret/)
})

test('progress counts waiting, unassigned and late tasks, and leaves out cancelled ones', () => {
  const rows = [
    taskRow({ status: 'open' }),
    taskRow({ status: 'open', owner_email: null }),
    taskRow({ status: 'sent', due_on: '2026-12-01' }),
    taskRow({ status: 'sent' }),
    taskRow({ status: 'done', outcome: 'found', due_on: '2026-12-01' }),
    taskRow({ status: 'cancelled', owner_email: null, due_on: '2026-12-01' }),
  ]
  assert.deepEqual(progressView(rows, TODAY), {
    total: 5,
    done: 1,
    sent: 2,
    open: 2,
    withoutOwner: 1,
    overdue: 1,
  })
  assert.deepEqual(progressView([], TODAY), {
    total: 0,
    done: 0,
    sent: 0,
    open: 0,
    withoutOwner: 0,
    overdue: 0,
  })
})
