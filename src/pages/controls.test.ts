import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from '#kernel/html.ts'
import {
  area,
  box,
  boxes,
  checkedAt,
  choices,
  clock,
  facts,
  faultList,
  field,
  HONEYPOT,
  note,
  qrCode,
  select,
  ways,
} from './controls.ts'

const EVIL = `"><script>alert('x')</script>`
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;'

/** The start tag of the control itself. */
const tagOf = (markup: string, element: string) => new RegExp(`<${element} [^>]*>`).exec(markup)![0]

test('texts of people and organisations stay text in every control', () => {
  const both = { label: EVIL, hint: EVIL, fault: EVIL }
  const option = { value: EVIL, label: EVIL, hint: EVIL }
  for (const [name, { markup }] of Object.entries({
    field: field({ name: 'x', value: EVIL, ...both }),
    area: area({ name: 'x', value: EVIL, ...both }),
    select: select({ name: 'x', value: EVIL, options: [option], ...both }),
    choices: choices('x', EVIL, [option], { hint: EVIL, fault: EVIL }),
    boxes: boxes('x', EVIL, [option], { hint: EVIL, fault: EVIL }),
    box: box('x', EVIL, { fault: EVIL }),
    faultList: faultList(EVIL, [{ path: EVIL, message: EVIL }]),
    note: note('info', EVIL),
    facts: facts([[EVIL, EVIL]]),
    clock: clock({ label: EVIL, due: EVIL, note: EVIL }),
    ways: ways([{ href: EVIL, label: EVIL, hint: EVIL }]),
    checkedAt: checkedAt(`https://x.cl/${EVIL}`),
  })) {
    assert.ok(markup.includes(ESCAPED), name)
    assert.doesNotMatch(markup, /<script/, name)
  }
})

test('a field has its label, is required unless optional, and keeps its value', () => {
  const { markup } = field({ name: 'email', label: 'Correo', value: 'ana@sur.cl', input: html`type="email"` })
  assert.ok(markup.includes('<label for="email">Correo</label>'))
  assert.equal(
    tagOf(markup, 'input'),
    '<input id="email" name="email" required type="email" value="ana@sur.cl">',
  )
  const left = field({ name: 'phone', label: 'Teléfono', isOptional: true }).markup
  assert.ok(left.includes('<label for="phone">Teléfono <small>(opcional)</small></label>'))
  assert.doesNotMatch(left, / required| value=/)
  // Required only with another answer: neither marked as required nor as optional.
  const perhaps = field({ name: 'rut', label: 'RUT', isRequired: false }).markup
  assert.doesNotMatch(perhaps, / required|opcional/)
  assert.match(field({ name: 'x', label: 'X', value: '' }).markup, / value="">/)
})

test('a control names its hint and its fault, in this order, or neither', () => {
  const plain = { name: 'rut', label: 'RUT' }
  for (const [more, described, invalid] of [
    [{}, undefined, false],
    [{ hint: 'Con guion' }, 'rut-hint', false],
    [{ fault: 'No es un RUT' }, 'rut-fault', true],
    [{ hint: 'Con guion', fault: 'No es un RUT' }, 'rut-hint rut-fault', true],
  ] as const)
    for (const { markup } of [
      field({ ...plain, ...more }),
      area({ ...plain, ...more }),
      select({ ...plain, ...more, options: [] }),
    ]) {
      const named = / aria-describedby="([^"]+)"/.exec(markup)?.[1]
      assert.equal(named, described)
      assert.equal(markup.includes(' aria-invalid="true"'), invalid)
      for (const id of named?.split(' ') ?? []) assert.ok(markup.includes(` id="${id}"`), id)
    }
})

test('a long text is inside its element, and one option of a list is selected', () => {
  assert.ok(area({ name: 'x', label: 'X', value: 'uno\ndos' }).markup.includes('>uno\ndos</textarea>'))
  assert.ok(area({ name: 'x', label: 'X' }).markup.includes('></textarea>'))
  const options = [
    { value: 'ACCESS', label: 'Acceso' },
    { value: 'DELETION', label: 'Supresión' },
  ]
  const { markup } = select({ name: 'right', label: 'Derecho', value: 'DELETION', options })
  assert.ok(markup.includes('<option value="ACCESS">Acceso</option>'))
  assert.ok(markup.includes('<option value="DELETION" selected>Supresión</option>'))
  assert.doesNotMatch(select({ name: 'right', label: 'Derecho', value: 'x', options }).markup, / selected/)
})

const OPTIONS = [
  { value: 'a', label: 'Uno', hint: 'el primero' },
  { value: 'b', label: 'Dos' },
  { value: 'c', label: 'Tres' },
]

test('a single choice is required; several choices may have any number', () => {
  const one = choices('which', '¿Cuál?', OPTIONS, { value: 'b' }).markup
  assert.equal(one.match(/type="radio"/g)?.length, 3)
  assert.equal(one.match(/ required/g)?.length, 3)
  assert.deepEqual(one.match(/value="b" required checked/g)?.length, 1)
  assert.equal(one.match(/ checked/g)?.length, 1)
  const many = boxes('which', '¿Cuáles?', OPTIONS, { values: ['a', 'c'] }).markup
  assert.equal(many.match(/type="checkbox"/g)?.length, 3)
  assert.doesNotMatch(many, / required/)
  assert.deepEqual(
    [...many.matchAll(/value="(\w)" checked/g)].map(([, value]) => value),
    ['a', 'c'],
  )
  for (const markup of [one, many]) {
    // The list of faults links the first of them.
    assert.equal(markup.match(/ id="which"/g)?.length, 1)
    assert.ok(markup.indexOf(' id="which"') < markup.indexOf('value="a"'))
    assert.ok(markup.includes('<span>Uno<span class="hint">el primero</span></span>'))
    assert.doesNotMatch(markup, /aria-describedby|class="fault"/)
  }
})

test('a fault of a group is named by the group', () => {
  for (const group of [choices, boxes]) {
    const { markup } = group('which', 'Pregunta', OPTIONS, { hint: 'Piénselo', fault: 'Elija una.' })
    assert.ok(markup.startsWith('<fieldset aria-describedby="which-fault">\n<legend>Pregunta</legend>'))
    assert.ok(markup.includes('<p class="hint">Piénselo</p>'))
    assert.ok(markup.includes('<p class="fault" id="which-fault">Elija una.</p>'))
  }
})

test('a checkbox is empty unless it was ticked, and says if it is required', () => {
  const empty = box('truthful', 'Declaro').markup
  assert.equal(tagOf(empty, 'input'), '<input type="checkbox" id="truthful" name="truthful" value="true">')
  const asked = box('truthful', 'Declaro', { required: true, checked: true, fault: 'Falta' }).markup
  assert.equal(
    tagOf(asked, 'input'),
    '<input type="checkbox" id="truthful" name="truthful" value="true" required checked aria-invalid="true" aria-describedby="truthful-fault">',
  )
  assert.ok(asked.includes('<p class="fault" id="truthful-fault">Falta</p>'))
})

test('nobody sees the field for machines, and no key reaches it', () => {
  assert.match(HONEYPOT.markup, /aria-hidden="true"/)
  assert.match(tagOf(HONEYPOT.markup, 'input'), /name="website" tabindex="-1" autocomplete="off"/)
})

test('the list of faults links each field; a fault without a field is only in its heading', () => {
  const { markup } = faultList('Revise dos cosas', [
    { path: 'email', message: 'Falta el correo.' },
    { path: '', message: 'La solicitud no se puede leer.' },
    { path: 'rut', message: 'No es un RUT.' },
  ])
  assert.match(markup, /^<div role="alert" tabindex="-1" autofocus>\n<h2>Revise dos cosas<\/h2>/)
  assert.deepEqual(
    [...markup.matchAll(/<li><a href="#(\w+)">([^<]+)<\/a><\/li>/g)].map(([, id, text]) => [id, text]),
    [
      ['email', 'Falta el correo.'],
      ['rut', 'No es un RUT.'],
    ],
  )
  assert.doesNotMatch(faultList('Algo falló', [{ path: '', message: 'x' }]).markup, /<ul>/)
})

test('a text value keeps its lines, and markup stays markup', () => {
  const { markup } = facts([
    ['Domicilio', 'Alameda 1\nSantiago'],
    ['Sitio', html`<a href="https://sur.cl">sur.cl</a>`],
  ])
  assert.ok(markup.includes('<dt>Domicilio</dt><dd>Alameda 1<br>Santiago</dd>'))
  assert.ok(markup.includes('<dt>Sitio</dt><dd><a href="https://sur.cl">sur.cl</a></dd>'))
})

test('a deadline shows what is due, when, and how urgent it is', () => {
  const calm = clock({ label: 'Responder antes del', due: '31-12-2026' }).markup
  assert.equal(calm, '<p class="clock">Responder antes del <strong>31-12-2026</strong></p>')
  const late = clock({ label: 'Venció el', due: '01-12-2026', note: 'art. 11', tone: 'danger' }).markup
  assert.equal(
    late,
    '<p class="clock danger">Venció el <strong>01-12-2026</strong> <span class="hint">art. 11</span></p>',
  )
})

test('a QR code is hidden from screen readers: its link is beside it', () => {
  const url = 'https://privacidad.sur.cl/verificar?x=1&y=2'
  assert.match(qrCode(url).markup, /^<div class="qr" aria-hidden="true"><svg /)
  assert.notEqual(qrCode(url).markup, qrCode(`${url}3`).markup)
  const { markup } = checkedAt(url)
  assert.ok(markup.includes(`<a href="https://privacidad.sur.cl/verificar?x=1&amp;y=2" target="_blank"`))
  assert.ok(markup.includes('rel="noopener"'))
})
