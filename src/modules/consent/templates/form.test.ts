import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FaultDetail } from '#kernel/failure.ts'
import { LAW } from '#kernel/law/law.ts'
import { type Asking, consentPage, type Filled, withdrawalPage } from './form.ts'
import type { TemplateRow } from './repo.ts'
import { completeFields, type SentField } from './rules.ts'

/** The text of the consent form and of its withdrawal, and the answers they allow. */

const HOSTILE = '"><script>alert(1)</script>'
const HERE = '../consentimiento/b8Zr1xW0qLk4uTn7'

function template(more: Partial<TemplateRow> = {}, fields: (SentField | string)[] = []): TemplateRow {
  return {
    name: 'Boletín',
    description: null,
    purpose_text: 'Autorizo ofertas.\nPor correo.',
    fields: completeFields(fields),
    require_age: false,
    sensitive: false,
    confirm_email: false,
    form_key: 'b8Zr1xW0qLk4uTn7',
    version: 3,
    is_active: true,
    deleted_at: null,
    ...more,
  } as TemplateRow
}

const asking = (row: TemplateRow, more: Partial<Asking> = {}): Asking => ({
  template: row,
  organisation: { name: 'Tienda Sur', slug: 'sur', branding: {} },
  embeddedBy: undefined,
  responsible: { name: 'Tienda Sur SpA', taxId: '76.000.000-0', contactEmail: 'dpo@sur.cl' },
  links: { policy: '../politica/sur', rights: '../p/sur' },
  on: { law: LAW, day: '2026-12-01' },
  ...more,
})
const filled = (
  values: Record<string, string> | [string, string][] = {},
  faults: FaultDetail[] = [],
): Filled => ({
  values: new URLSearchParams(values),
  faults,
  message: faults.length > 0 ? 'Falta corregir algo' : undefined,
})

const page = (row: TemplateRow, more: Partial<Asking> = {}, given?: Filled) =>
  consentPage(asking(row, more), HERE, 'llave', given).content.markup
/** The markup of the control with this name. */
const control = (text: string, name: string) =>
  new RegExp(`<(?:input|select|textarea)[^>]* name="${name}"[^>]*>`).exec(text)?.[0]

// ── information before the decision (arts. 12 and 14 ter) ──

test('the form says who asks, on what ground, how to reach them and where to read more', () => {
  const text = page(template())
  assert.match(
    text,
    /<h2 id="purpose">Lo que Tienda Sur SpA le pide<\/h2>\s*<p>Autorizo ofertas\.<br>Por correo\.<\/p>/,
  )
  assert.match(
    text,
    /<dt>Responsable<\/dt><dd>Tienda Sur SpA, RUT <span class="whole">76\.000\.000-0<\/span><\/dd>/,
  )
  assert.match(text, /Solo con su consentimiento \(art\. 12, Ley 19\.628 mod\. Ley 21\.719\)/)
  assert.match(text, /<a href="mailto:dpo@sur\.cl">dpo@sur\.cl<\/a>/)
  assert.match(text, /<a href="\.\.\/politica\/sur">Política de privacidad<\/a>/)
  assert.match(text, /<a href="\.\.\/p\/sur">Sus derechos<\/a>/)
})

test('the form says that nobody has to accept, that consent can be withdrawn, and links to it', () => {
  const text = page(template())
  assert.match(
    text,
    /No está obligado a aceptar\. Si acepta, puede retirarlo cuando quiera, sin dar razones y sin costo/,
  )
  assert.ok(text.includes(`<a href="${HERE}/retirar">Ya lo di y quiero retirarlo</a>`))
})

test('facts that the organisation has not given are left out, without gaps', () => {
  const text = page(template(), {
    responsible: { name: 'Ana', taxId: null, contactEmail: null },
    links: { policy: undefined, rights: '../p/sur' },
  })
  assert.match(text, /<dt>Responsable<\/dt><dd>Ana<\/dd>/)
  assert.doesNotMatch(text, /Contacto|Política de privacidad|RUT|null|undefined/)
})

test('sensitive data need express consent in explicit words, on its own ground (art. 16)', () => {
  const text = page(template({ sensitive: true }))
  assert.match(text, /<strong>datos sensibles<\/strong>\. Por eso su consentimiento tiene que ser expreso/)
  assert.match(text, /Solo con su consentimiento expreso, por ser sensibles \(art\. 16,/)
  assert.match(text, /consiento expresamente en que Tienda Sur SpA trate mis datos sensibles/)
  assert.doesNotMatch(page(template()), /sensibles|expres/)
})

test('before the law binds, the form says from when', () => {
  const text = page(template(), { on: { law: LAW, day: '2026-11-30' } })
  assert.match(text, /que rige desde el 1 de diciembre de 2026/)
})

test('only a form with confirmation by mail says so', () => {
  assert.match(
    page(template({ confirm_email: true })),
    /Le enviaremos un correo: vale cuando lo confirme ahí/,
  )
  assert.doesNotMatch(page(template()), /vale cuando/)
})

test("inside another site's page links open in a new tab, and the way to withdraw stays in the frame", () => {
  const framed = consentPage(asking(template(), { embeddedBy: ['https://www.sur.cl'] }), HERE, 'llave')
  const { markup: text } = framed.content
  assert.match(text, /<a href="\.\.\/p\/sur" target="_blank" rel="noopener">/)
  assert.ok(text.includes(`${HERE}/retirar?marco=1`))
  assert.deepEqual([framed.isEmbedded, framed.mayBeFramed], [true, ['https://www.sur.cl']])
  const alone = consentPage(asking(template()), HERE, 'llave')
  assert.deepEqual([alone.isEmbedded, alone.mayBeFramed], [undefined, undefined])
  assert.doesNotMatch(alone.content.markup, /_blank|marco/)
})

// ── a yes is an act (art. 12: no box is ticked before) ──

test('no box is ticked before the person ticks it, whatever the form asks', () => {
  const fields = [
    { key: 'a', type: 'checkbox', required: true },
    { key: 'b', type: 'multiselect', options: ['x', 'y'] },
    { key: 'c', type: 'radio', required: true, options: ['x', 'y'] },
    { key: 'd', type: 'select', required: true, options: ['x', 'y'] },
  ]
  for (const sensitive of [false, true])
    assert.doesNotMatch(page(template({ require_age: true, sensitive }, fields)), / (checked|selected)/)
})

test('the consent box is not ticked again when the form comes back for a correction', () => {
  const again = filled({ granted: 'true', representativeDeclares: 'true', subjectRef: 'ana@correo.cl' }, [
    { path: 'subjectRef', message: 'Revise.' },
  ])
  const text = page(template({ require_age: true }), {}, again)
  assert.doesNotMatch(text, / checked/)
  assert.match(control(text, 'subjectRef')!, /value="ana@correo\.cl"/)
})

test('the page carries its version and its key, so that consent refers to the text that was read', () => {
  const text = page(template())
  assert.match(text, /<input type="hidden" name="version" value="3">/)
  assert.match(text, /<input type="hidden" name="sendKey" value="llave">/)
})

// ── fields ──

for (const [type, written] of [
  ['text', /^<input [^>]*maxlength="10000"/],
  ['textarea', /^<textarea [^>]*maxlength="10000"/],
  ['EMAIL', /^<input [^>]*type="email"/],
  ['phone', /^<input [^>]*type="tel"/],
  ['rut', /^<input [^>]*data-rut/],
  ['number', /^<input [^>]*type="number" step="any"/],
  ['date', /^<input [^>]*type="date"/],
  ['checkbox', /^<input type="checkbox"/],
  ['select', /^<select /],
  ['radio', /^<input type="radio"/],
  ['multiselect', /^<input type="checkbox"/],
  ['color', /^<input [^>]*maxlength="10000"/],
  ['constructor', /^<input [^>]*maxlength="10000"/],
] as const) {
  test(`a field of the type ${type} has the matching control`, () => {
    const text = page(template({}, [{ key: 'c', label: 'Campo', type, required: true, options: ['x'] }]))
    assert.match(control(text, 'campo-0')!, written)
    assert.match(text, />Campo</)
    assert.doesNotMatch(text, /function|native code/)
  })
}

test('optional fields say so, and an optional choice can be left open', () => {
  const options = ['x', { value: 'y', label: 'Ye' }]
  const text = page(
    template({}, [
      { key: 'a', label: 'Nota' },
      { key: 'b', label: 'Uno', type: 'radio', options },
      { key: 'c', label: 'Otro', type: 'select', options, required: true },
    ]),
  )
  assert.match(text, /Nota <small>\(opcional\)<\/small>/)
  assert.doesNotMatch(control(text, 'campo-0')!, / required/)
  assert.match(
    text,
    /<option value="">Prefiero no decirlo<\/option><option value="x">x<\/option><option value="y">Ye<\/option>/,
  )
  assert.match(control(text, 'campo-2')!, / required/)
})

test('chosen options come back chosen, one by one', () => {
  const options = ['x', 'y', 'z']
  const row = template({}, [
    { key: 'a', type: 'multiselect', options },
    { key: 'b', type: 'select', options },
    { key: 'c', type: 'radio', required: true, options },
    { key: 'd', type: 'checkbox' },
    { key: 'e', type: 'textarea' },
  ])
  const values: [string, string][] = [
    ['campo-0', 'x'],
    ['campo-0', 'z'],
    ['campo-1', 'y'],
    ['campo-2', 'z'],
    ['campo-3', 'true'],
    ['campo-4', HOSTILE],
  ]
  const text = page(row, {}, filled(values))
  const chosen = [
    ...text.matchAll(/name="(campo-\d)" value="(\w+)"[^>]* checked|<option value="(\w+)" selected/g),
  ]
  assert.deepEqual(
    chosen.map(([, name, value, option]) => option ?? `${name} ${value}`),
    ['campo-0 x', 'campo-0 z', 'y', 'campo-2 z', 'campo-3 true'],
  )
  assert.ok(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;</textarea>'))
})

test("the form's own address field identifies the person: asked once, always, with its purpose", () => {
  const text = page(template({}, ['nombre', { key: 'correo', type: 'email' }]))
  assert.equal(control(text, 'subjectRef'), undefined)
  assert.match(control(text, 'campo-1')!, / required/)
  assert.equal(text.match(/Ahí le enviamos una copia/g)?.length, 1)
  assert.match(control(page(template()), 'subjectRef')!, /type="email"/)
})

test('a fault appears at its field and in the list above, and nowhere else', () => {
  const faults = [
    { path: 'campo-0', message: 'Falta <el nombre>.' },
    { path: 'granted', message: 'Marque la casilla.' },
  ]
  const text = page(template({}, ['nombre', 'otro']), {}, filled({}, faults))
  assert.match(text, /<li><a href="#campo-0">Falta &lt;el nombre&gt;\.<\/a><\/li><li><a href="#granted">/)
  assert.match(control(text, 'campo-0')!, /aria-invalid="true"/)
  assert.match(control(text, 'granted')!, /aria-describedby="granted-fault"/)
  assert.doesNotMatch(control(text, 'campo-1')!, /aria-invalid/)
  assert.doesNotMatch(page(template()), /role="alert"/)
})

// ── children (art. 16 quáter) ──

for (const [sensitive, line] of [
  [false, 14],
  [true, 16],
] as const) {
  test(`below ${line} years somebody else consents${sensitive ? ' to sensitive data' : ''}, and the form asks who`, () => {
    const text = page(template({ require_age: true, sensitive }))
    assert.ok(text.includes(`<fieldset class="representative" data-below="${line}">`))
    assert.ok(text.includes(`<legend>Si tiene menos de ${line} años</legend>`))
    for (const name of ['representativeName', 'representativeRut', 'representativeRelation'])
      assert.doesNotMatch(control(text, name)!, / required/, 'an adult does not have to fill it in')
    assert.match(control(text, 'representativeDeclares')!, /type="checkbox"/)
    assert.match(control(text, 'age')!, /type="number"[^>]*min="0" max="130"/)
  })
}

test("the age is asked in the form's own field if it has one, and not at all if no age is required", () => {
  const own = page(template({ require_age: true }, [{ key: 'birthDate', label: 'Nacimiento' }]))
  assert.equal(control(own, 'age'), undefined)
  assert.match(control(own, 'campo-0')!, /type="date"/)
  assert.match(own, /class="representative"/)
  assert.doesNotMatch(page(template()), /name="age"|representative/)
})

// ── escaping ──

test('texts of an organisation or a person never become markup or leave their attribute', () => {
  const row = template({ name: HOSTILE, description: HOSTILE, purpose_text: HOSTILE, require_age: true }, [
    { key: HOSTILE, label: HOSTILE, type: HOSTILE },
    {
      key: 'b',
      label: HOSTILE,
      type: 'radio',
      required: true,
      options: [{ value: HOSTILE, label: HOSTILE }],
    },
  ])
  const typed = filled(
    { subjectRef: HOSTILE, age: HOSTILE, representativeName: HOSTILE, 'campo-0': HOSTILE },
    [{ path: 'subjectRef', message: HOSTILE }],
  )
  const text = page(
    row,
    {
      organisation: { name: HOSTILE, slug: 'sur', branding: {} },
      responsible: { name: HOSTILE, taxId: HOSTILE, contactEmail: `${HOSTILE}@x.cl` },
    },
    typed,
  )
  assert.doesNotMatch(text, /<script>/)
  const withdrawal = withdrawalPage(asking(row), HOSTILE, typed)
  assert.doesNotMatch(withdrawal.content.markup, /<script>/)
})

// ── withdrawing is as easy as giving (art. 12) ──

test('a withdrawal asks only who the person is: no reason, no other field, no box', () => {
  const row = template({ require_age: true, sensitive: true, confirm_email: true }, [
    { key: 'nombre', required: true },
    { key: 'ok', type: 'checkbox', required: true },
  ])
  const { content, posts } = withdrawalPage(asking(row), 'llave')
  const names = [...content.markup.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)].map(
    ([, name]) => name,
  )
  assert.deepEqual(names, ['sendKey', 'subjectRef', 'website'], 'the last one is hidden from people')
  assert.match(content.markup, /No tiene que dar razones \(art\. 12, /)
  assert.equal(content.markup.match(/<button/g)?.length, 1)
  assert.equal(posts, true)
})

test('a withdrawal accepts any reference of the consent, not only an address', () => {
  const { markup: text } = withdrawalPage(
    asking(template()),
    'llave',
    filled({ subjectRef: '12.345.678-5' }),
  ).content
  assert.match(control(text, 'subjectRef')!, /maxlength="200"/)
  assert.doesNotMatch(control(text, 'subjectRef')!, /type="email"/)
  assert.match(control(text, 'subjectRef')!, /value="12\.345\.678-5"/)
})
