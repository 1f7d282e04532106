import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPPOSITION_CAUSES } from '../rules.ts'
import { answeredPage, articleOf, type Shown, taskPage } from './form.ts'
import { ASKED_OF_OWNERS, choicesFor } from './knowledge.ts'
import type { PublicTask } from './schemas.ts'

/** The page of a system's owner. */

const TASK: PublicTask = {
  organizationName: 'Tienda Sur',
  systemName: 'CRM <b>',
  ownerName: 'Rosa "R" Díaz',
  right: 'Supresión',
  article: 'art. 7, Ley 19.628 (mod. Ley 21.719)',
  notice: null,
  asks: 'Una persona pidió eliminar sus datos.',
  instructions: ASKED_OF_OWNERS.DELETION.todo,
  status: 'sent',
  dueOn: '2026-12-21',
  expiresAt: '2027-01-21T03:00:00.000Z',
  doneAt: null,
  outcome: null,
  person: { name: 'María <i>', rut: '12.345.678-5', email: 'maria@correo.cl' },
  change: [],
  ...choicesFor({ right_type: 'DELETION', subtype: null }),
}
const organisation = { name: 'Tienda & Sur', slug: 'sur', branding: {} } as Shown['organisation']
const page = (task: Partial<PublicTask> = {}, more: Partial<Shown> = {}) =>
  taskPage({ task: { ...TASK, ...task }, organisation, here: '../tareas/k', ...more }).content.markup
const sent = (values: Record<string, string>) => ({ sent: new URLSearchParams(values) })

test('the page says who asks, whom to look for and where, and until when, all of it as text', () => {
  const markup = page()
  for (const words of [
    'Buscar en «CRM &lt;b&gt;»',
    '<dt>Lo pide</dt><dd>Tienda &amp; Sur</dd>',
    '<dt>Responda hasta</dt><dd>21 de diciembre de 2026</dd>',
    '<dt>Nombre</dt><dd>María &lt;i&gt;</dd>',
    '<dt>RUT</dt><dd><span class="whole">12.345.678-5</span></dd>',
    '<dt>Correo</dt><dd>maria@correo.cl</dd>',
    'value="Rosa &quot;R&quot; Díaz"',
    'No los copie en otro lugar ni reenvíe el enlace.',
  ])
    assert.ok(markup.includes(words), words)
})

test('unknown facts about the person have no line', () => {
  const markup = page({ person: { name: 'María', rut: null, email: null } })
  assert.doesNotMatch(markup, /<dt>(RUT|Correo)<\/dt>/)
  assert.doesNotMatch(page({ person: null }), /<dt>Nombre<\/dt>/)
})

test("the person's own words are shown if there are any", () => {
  assert.doesNotMatch(page(), /en sus palabras/)
  const markup = page({ change: [{ label: 'Dato correcto', text: 'Los Olmos\n<12>' }] })
  assert.ok(markup.includes('<dt>Dato correcto</dt><dd>Los Olmos<br>&lt;12&gt;</dd>'))
})

test('the page offers the grounds that the law admits and a free one; for marketing it offers none', () => {
  const markup = page()
  assert.equal(markup.split('name="article"').length - 1, 8, 'seven of art. 7, and another one')
  assert.match(markup, /name="otherArticle"/)
  const marketing = page(choicesFor({ right_type: 'OPPOSITION', subtype: OPPOSITION_CAUSES.marketing }))
  assert.doesNotMatch(marketing, /name="article"|name="otherArticle"|value="kept"/)
})

test('a refused form comes back with its faults at their fields', () => {
  const article = 'art. 7, Ley 19.628 (mod. Ley 21.719): Una ley obliga a guardarlos'
  const markup = page(
    {},
    {
      ...sent({ outcome: 'kept', article, notes: '<x>', name: 'Eva', otherArticle: 'Ley "1"' }),
      message: 'Falta algo',
      faults: [
        { path: 'article', message: 'Diga por qué' },
        { path: 'files[0].uploadKey', message: 'Es muy grande' },
      ],
    },
  )
  for (const words of [
    'value="kept" required checked',
    `value="${article}" checked`,
    '&lt;x&gt;</textarea>',
    'value="Eva"',
    'value="Ley &quot;1&quot;"',
    '<a href="#article">Diga por qué</a>',
    'id="article-fault">Diga por qué',
    '<a href="#files">Es muy grande</a>',
    'id="files-fault">Es muy grande',
  ])
    assert.ok(markup.includes(words), words)
})

for (const [values, article] of [
  [{}, null],
  [{ article: 'other' }, null],
  [{ article: 'other', otherArticle: ' Ley 1 ' }, 'Ley 1'],
  [{ article: 'other', otherArticle: '  ' }, null],
  [{ otherArticle: 'Ley 1' }, 'Ley 1'],
  [{ article: 'art. 7: x', otherArticle: 'Ley 1' }, 'art. 7: x'],
] as const) {
  test(`a form with ${JSON.stringify(values)} states «${article}»`, () => {
    assert.equal(articleOf(new URLSearchParams(values)), article)
  })
}

test('after the answer the page thanks, gives the time, and names nobody', () => {
  const { markup } = answeredPage({
    task: { ...TASK, status: 'done', doneAt: '2026-12-11T02:30:00.000Z' },
    organisation,
  }).content
  assert.match(markup, /recibió la respuesta sobre «CRM &lt;b&gt;» el 10 de diciembre de 2026\./)
  assert.doesNotMatch(markup, /María|12\.345|maria@/)
})
