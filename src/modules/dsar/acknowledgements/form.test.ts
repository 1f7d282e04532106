import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyFaults } from '#test/kit/forms.ts'
import { acknowledgedPage, acknowledgementPage, type Shown } from './form.ts'
import { Acknowledging, type PublicAcknowledgement } from './schemas.ts'

/** The page where a third party says what it did with the data it received (art. 11). */

const VIEW: PublicAcknowledgement = {
  organizationName: 'Tienda <Sur>',
  recipientName: 'Palomar & Cía.',
  folioNumber: 'ARCO-2026-04217',
  rightType: 'DELETION',
  rightLabel: 'Supresión',
  article: 'art. 7, Ley 19.628 (mod. Ley 21.719)',
  subject: { name: 'María <b>', rut: '12.345.678-5' },
  asked: ['Tienda <Sur> suprimió datos.', 'La ley nos ordena informarlo.'],
  contactEmail: null,
  expiresAt: '2027-03-01T02:30:00.000Z',
  acknowledgedAt: null,
  done: null,
}
const organisation = { name: 'Sur', slug: 'sur', branding: {} } as Shown['organisation']
const page = (view: Partial<PublicAcknowledgement> = {}, more: Partial<Shown> = {}) =>
  acknowledgementPage({ view: { ...VIEW, ...view }, organisation, here: '../acuse/k', ...more }).content
    .markup
const answered = (view: Partial<PublicAcknowledgement>) =>
  acknowledgedPage({
    view: { ...VIEW, subject: null, asked: [], acknowledgedAt: '2026-12-11T02:30:00.000Z', ...view },
    organisation,
  }).content.markup

test('the page says whose data, what was decided and by which article, all of it as text', () => {
  const markup = page()
  for (const words of [
    '<p>Tienda &lt;Sur&gt; suprimió datos.</p>',
    '<dt>A</dt><dd>Palomar &amp; Cía.</dd>',
    '<dt>Folio</dt><dd><span class="whole">ARCO-2026-04217</span></dd>',
    '<dt>Derecho</dt><dd>Supresión (art. 7, Ley 19.628 (mod. Ley 21.719))</dd>',
    '<dt>Persona</dt><dd>María &lt;b&gt;</dd>',
    '<dt>RUT</dt><dd><span class="whole">12.345.678-5</span></dd>',
    '<form method="post" action="../acuse/k" novalidate>',
  ])
    assert.ok(markup.includes(words), words)
})

test('the link gives its last day in Chile, and the contact for questions, if known', () => {
  assert.match(page(), /El enlace sirve hasta el 28 de febrero de 2027\.</)
  assert.match(page({ contactEmail: 'dpo@sur.cl' }), /Si tiene preguntas, escriba a dpo@sur\.cl\./)
})

test('a person without a RUT has no line for one', () => {
  assert.doesNotMatch(page({ subject: { name: 'María', rut: null } }), /<dt>RUT/)
  assert.doesNotMatch(page({ subject: null }), /<dt>(Persona|RUT)/)
})

test('a refused form comes back with what was typed and its faults', () => {
  const markup = page(
    {},
    {
      values: new URLSearchParams({ done: 'false', name: '"Luis"', notes: '</textarea>' }),
      faults: [{ path: 'name', message: 'Escriba quién responde.' }],
      message: 'Escriba quién responde.',
    },
  )
  for (const words of [
    'value="false" required checked',
    'value="&quot;Luis&quot;"',
    '&lt;/textarea&gt;</textarea>',
    '<a href="#name">Escriba quién responde.</a>',
    'id="name-fault">Escriba quién responde.',
  ])
    assert.ok(markup.includes(words), words)
  assert.doesNotMatch(page(), /checked|role="alert"/)
})

test('after the answer the page is a receipt without the person, dated in Chile', () => {
  const markup = answered({ done: true })
  assert.match(markup, /recibió la respuesta de Palomar &amp; Cía\. el 10 de diciembre de 2026\./)
  assert.match(markup, /<dt>Respuesta<\/dt><dd>Hizo lo que se le pidió<\/dd>/)
  assert.match(answered({ done: false }), /<dd>No se hizo lo que se pidió<\/dd>/)
  assert.doesNotMatch(markup, /María|12\.345|<form/)
  assert.match(markup, /responda la carta que recibió/)
  assert.match(answered({ contactEmail: 'dpo@sur.cl' }), /Si algo cambia, escriba a dpo@sur\.cl\./)
})

test('a confirmation needs a name, in one line, and yes or no', () => {
  const good = { name: 'Luis Soto, privacidad', done: false }
  assert.deepEqual(bodyFaults(Acknowledging, good), [])
  assert.deepEqual(bodyFaults(Acknowledging, { ...good, notes: null }), [])
  assert.deepEqual(bodyFaults(Acknowledging, { ...good, notes: 'x'.repeat(2000) }), [])
  for (const [fields, path] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ done: 'true' }, 'done'],
    [{ done: null }, 'done'],
    [{ notes: 'x'.repeat(2001) }, 'notes'],
  ] as const)
    assert.deepEqual(
      bodyFaults(Acknowledging, { ...good, ...fields }),
      [path],
      JSON.stringify(fields).slice(0, 30),
    )
})
