import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  codePage,
  decidedPage,
  entryPage,
  type Frame,
  type Home,
  homePage,
  type Mine,
  type MyRequest,
  overviewPage,
  receivedPage,
  requestPage,
} from './markup.ts'

/** The pages of the portal as text. test/web/rights.browser.test.ts tests them in a browser. */

const OUTSIDE: Frame = {
  root: '../../',
  organisation: { name: 'Sur & <b>Norte</b>', slug: 'sur', branding: {} },
}
const INSIDE: Frame = { ...OUTSIDE, until: new Date('2026-12-01T15:05:00Z') }
const TODAY = '2026-12-01'
const HOSTILE = '"><script>alert(1)</script>'

const markup = (page: { content: { markup: string } }) => page.content.markup
const hiddenIn = (text: string) =>
  [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name, value]) => `${name}=${value}`,
  )

// ── entering ──

test('the entry page asks for an address and a RUT, and keeps the typed values beside their faults', () => {
  const typed = new URLSearchParams({ email: HOSTILE, rut: '1-9' })
  const faults = [{ path: 'rut', message: 'El RUT no es válido.' }]
  const text = markup(entryPage(OUTSIDE, { message: 'Revise el RUT.', faults, typed }))
  assert.match(text, /name="rut"[^>]* aria-invalid="true"[^>]* value="1-9"/)
  assert.match(text, /<p class="fault" id="rut-fault">El RUT no es válido\.<\/p>/)
  assert.doesNotMatch(text, /<script>|<b>|id="email-fault"/)
  assert.ok(text.includes('value="&quot;&gt;&lt;script&gt;'))
  assert.match(text, /action="\.\.\/\.\.\/p\/sur\/portal\/codigo"/)
})

test('one fault is shown once above the form; several are listed with links to their fields', () => {
  const one = [{ path: 'rut', message: 'Mal RUT.' }]
  const said = (faults: { path: string; message: string }[]) =>
    markup(entryPage(OUTSIDE, { message: 'Revise.', faults })).match(/<a href="#\w+">/g) ?? []
  assert.deepEqual(said(one), [])
  assert.deepEqual(said([...one, { path: 'email', message: 'Mal correo.' }]), [
    '<a href="#rut">',
    '<a href="#email">',
  ])
})

test('after leaving, the page says so and warns about downloaded files; before entering it does not', () => {
  assert.match(markup(entryPage(OUTSIDE, { ended: true })), /Su sesión terminó/)
  assert.doesNotMatch(markup(entryPage(OUTSIDE)), /sesión|role="alert"/)
})

test('the code page does not reveal whether the person is known, and sends the same pair again', () => {
  const page = codePage(OUTSIDE, { email: 'maria@correo.cl', rut: '12345678-5' })
  const text = markup(page)
  assert.match(text, /Si los datos son correctos, enviamos un código de seis números a maria@correo\.cl/)
  const pair = ['email=maria@correo.cl', 'rut=12345678-5']
  assert.deepEqual(hiddenIn(text), [...pair, ...pair])
  assert.match(text, /autocomplete="one-time-code"/)
  assert.equal(page.script, undefined, 'nothing counts down before a session is there')
})

test('the typed code cannot break out of its attribute', () => {
  const text = markup(codePage(OUTSIDE, { email: HOSTILE, rut: HOSTILE }, { message: HOSTILE }))
  assert.doesNotMatch(text, /<script>/)
})

// ── inside ──

test('inside, every page gives the end of the session in Chilean time and a way to leave', () => {
  for (const page of [
    overviewPage(INSIDE, { requests: [], granted: [], refused: [], offered: [] }, TODAY),
    decidedPage(INSIDE, true, 'r'),
    receivedPage(INSIDE, { folioNumber: 'ARCO-2026-00001', legalDueOn: '2026-12-31' }),
  ]) {
    assert.match(markup(page), /<time datetime="2026-12-01T15:05:00\.000Z" data-until>12:05<\/time>/)
    assert.match(markup(page), /action="\.\.\/\.\.\/p\/sur\/portal\/salir"/)
    assert.deepEqual([page.script, page.posts], ['portal.js', true])
  }
  const midnight = decidedPage({ ...INSIDE, until: new Date('2026-12-02T03:05:00Z') }, true, 'r')
  assert.match(markup(midnight), />00:05<\/time>/)
})

const FORM = {
  id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
  formKey: 'b8Zr1xW0qLk4uTn7',
  name: 'Boletín',
  purposeText: 'Autorizo ofertas.\nPor correo.',
  requireAge: false,
  sensitive: false,
  version: 3,
}
const DECIDED = {
  templateId: FORM.id,
  name: 'Boletín',
  granted: true,
  since: '2026-11-30T12:00:00.000Z',
  purposeText: 'Autorizo avisos.',
  version: 2,
  isInUse: true,
  today: FORM as typeof FORM | undefined,
}
const NOTHING_YET: Mine = { requests: [], granted: [], refused: [], offered: [] }
const overview = (mine: Partial<Mine>) => markup(overviewPage(INSIDE, { ...NOTHING_YET, ...mine }, TODAY))

test('a person without records sees that, and what the page does not show', () => {
  const text = overview({})
  assert.match(text, /No ha presentado solicitudes/)
  assert.match(text, /Los que dio con otro correo, en papel o en el aviso de cookies no aparecen/)
  assert.match(text, /No son todos los datos que Sur &amp; &lt;b&gt;Norte&lt;\/b&gt; tiene de usted/)
})

test('a granted consent has the accepted words, and one button withdraws it', () => {
  const text = overview({ granted: [DECIDED] })
  assert.match(text, /Autorizado desde el 30 de noviembre de 2026/)
  assert.match(text, /<blockquote><p>Autorizo avisos\.<\/p><\/blockquote>/)
  assert.match(text, /Es el texto que aceptó, versión 2\./)
  assert.match(
    text,
    /<details><summary>El formulario hoy dice otra cosa<\/summary><p>Autorizo ofertas\.<br>Por correo\./,
  )
  assert.deepEqual(hiddenIn(text), [`templateId=${FORM.id}`, 'version=2', 'granted=false'])
  assert.match(text, /Retirar mi consentimiento<span class="heard">: Boletín/)
})

test('the consent of a form out of use is still shown and can be withdrawn', () => {
  const text = overview({ granted: [{ ...DECIDED, isInUse: false, today: undefined }] })
  assert.match(text, /ya no está en uso, pero su autorización vale hasta que la retire/)
  assert.doesNotMatch(text, /<details>/)
  assert.deepEqual(hiddenIn(text), [`templateId=${FORM.id}`, 'version=2', 'granted=false'])
})

test('accepted words equal to today’s are shown once', () => {
  assert.doesNotMatch(overview({ granted: [{ ...DECIDED, purposeText: FORM.purposeText }] }), /<details>/)
})

test('a refused consent is offered with today’s words while its form is in use', () => {
  const refused = { ...DECIDED, granted: false }
  const text = overview({ refused: [refused] })
  assert.match(text, /No autorizado desde el 30 de noviembre de 2026/)
  assert.match(text, /Autorizo ofertas\.<br>Por correo\./)
  assert.deepEqual(hiddenIn(text), [`templateId=${FORM.id}`, 'version=3', 'granted=true'])
  const gone = overview({ refused: [{ ...refused, isInUse: false, today: undefined }] })
  assert.match(gone, /<p>Autorizo avisos\.<\/p>/)
  assert.deepEqual(hiddenIn(gone), [], 'nobody can say yes to it any more')
})

for (const [asks, more, words] of [
  ['nothing but a yes', {}, undefined],
  ['the age', { requireAge: true }, 'Para otorgarlo se pide la edad'],
  ['sensitive data', { sensitive: true }, 'un consentimiento expreso, por ser datos sensibles'],
  ['both', { requireAge: true, sensitive: true }, 'un consentimiento expreso'],
] as const) {
  test(`a form that asks for ${asks} is granted ${words ? 'in the form itself' : 'here'}`, () => {
    for (const text of [
      overview({ offered: [{ ...FORM, ...more }] }),
      overview({ refused: [{ ...DECIDED, granted: false, today: { ...FORM, ...more } }] }),
    ]) {
      assert.equal(hiddenIn(text).length, words ? 0 : 3)
      assert.equal(text.includes('href="../../consentimiento/b8Zr1xW0qLk4uTn7"'), words !== undefined)
      if (words) assert.ok(text.includes(words))
    }
  })
}

test('texts of an organisation never become markup', () => {
  const form = { ...FORM, name: HOSTILE, purposeText: HOSTILE, formKey: HOSTILE, requireAge: true }
  const one = { ...DECIDED, name: HOSTILE, purposeText: HOSTILE, today: form }
  const request = { ...REQUEST, rightType: HOSTILE, statusLabel: HOSTILE }
  const text = overview({ granted: [one], refused: [one], offered: [form], requests: [request] })
  assert.doesNotMatch(text, /<script>/)
  assert.doesNotMatch(markup(decidedPage(INSIDE, false, HOSTILE)), /<script>/)
})

// ── requests ──

const REQUEST = {
  id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e90',
  folio: 'ARCO-2026-00001',
  responsibleEntity: 'Sur SpA',
  rightType: 'Acceso',
  statusLabel: 'En trámite',
  statusDescription: 'Estamos reuniendo sus datos.',
  receivedAt: '2026-12-01T02:30:00.000Z',
  legalDueOn: '2026-12-30',
  completedAt: null as string | null,
  extensionReason: null as string | null,
  contactEmail: null as string | null,
} satisfies MyRequest
const asked = (more: Partial<MyRequest>, letters: Parameters<typeof requestPage>[2] = []) =>
  markup(requestPage(INSIDE, { ...REQUEST, ...more }, letters, TODAY))

for (const [legalDueOn, words, tone] of [
  ['2026-11-30', 'El plazo venció el 30 de noviembre de 2026', 'danger'],
  ['2026-12-01', 'El plazo vence hoy, 1 de diciembre de 2026', 'warn'],
  ['2026-12-02', 'Le responderemos a más tardar el 2 de diciembre de 2026, en 1 día', 'warn'],
  ['2026-12-04', 'Le responderemos a más tardar el 4 de diciembre de 2026, en 3 días', 'warn'],
  ['2026-12-05', 'Le responderemos a más tardar el 5 de diciembre de 2026, en 4 días', ''],
  ['2027-04-10', 'Le responderemos a más tardar el 10 de abril de 2027, en 130 días', ''],
] as const) {
  test(`a request that is due on ${legalDueOn} says so on ${TODAY}`, () => {
    assert.ok(
      asked({ legalDueOn }).includes(
        `<p class="clock${tone && ` ${tone}`}">En trámite <strong>${words}</strong>`,
      ),
    )
    assert.ok(overview({ requests: [{ ...REQUEST, legalDueOn }] }).includes(`${words}.`))
  })
}

test('the day of a request is the day in Chile', () => {
  assert.match(asked({}), /<dt>Recibida<\/dt><dd>30 de noviembre de 2026<\/dd>/)
  assert.match(overview({ requests: [REQUEST] }), /Llegó el 30 de noviembre de 2026/)
})

test('a closed request has no deadline and gives the day it was closed', () => {
  const closed = {
    completedAt: '2026-12-10T12:00:00.000Z',
    statusLabel: 'Respondida',
    legalDueOn: '2026-11-30',
  }
  const text = asked(closed)
  assert.doesNotMatch(text, /class="clock|venció/)
  assert.match(text, /<dt>Cerrada<\/dt><dd>10 de diciembre de 2026<\/dd>/)
  assert.doesNotMatch(overview({ requests: [{ ...REQUEST, ...closed }] }), /venció/)
})

test('known details of a request are shown, others left out', () => {
  assert.doesNotMatch(asked({}), /Motivo de la ampliación|Contacto/)
  const text = asked({ extensionReason: 'Son muchos\ndatos.', contactEmail: 'dpo@sur.cl' })
  assert.match(text, /<dt>Motivo de la ampliación<\/dt><dd>Son muchos<br>datos\.<\/dd>/)
  assert.match(text, /<dt>Contacto<\/dt><dd><a href="mailto:dpo@sur\.cl">dpo@sur\.cl<\/a><\/dd>/)
  assert.match(text, /href="\.\.\/\.\.\/seguimiento\/ARCO-2026-00001"/)
})

test('sent letters link to their document and give their day; unsent ones do not', () => {
  const letters = [
    { id: 'a', subject: 'Acuse <b>', sentAt: '2026-12-02T02:00:00.000Z' },
    { id: 'b', subject: 'Respuesta', sentAt: null },
  ]
  const text = asked({}, letters)
  assert.ok(
    text.includes(
      `<a href="../../p/sur/portal/solicitudes/${REQUEST.id}/cartas/a">Acuse &lt;b&gt;</a>, 1 de diciembre de 2026 <small>`,
    ),
  )
  assert.match(text, /Respuesta<\/a> <small>/)
  assert.match(asked({}), /Todavía no hay cartas/)
})

test('a received request gives its folio and day; a decision gives its receipt', () => {
  const received = markup(receivedPage(INSIDE, { folioNumber: 'ARCO-2026-00009', legalDueOn: '2026-12-31' }))
  assert.match(received, /<strong>ARCO-2026-00009<\/strong>/)
  assert.match(received, /a más tardar el 31 de diciembre de 2026/)
  const [yes, no] = [decidedPage(INSIDE, true, 'r'.repeat(64)), decidedPage(INSIDE, false, 'r'.repeat(64))]
  assert.match(markup(yes), /<h1>Su autorización quedó registrada<\/h1>.*Puede retirarla aquí mismo/s)
  assert.match(markup(no), /<h1>Retiró su consentimiento<\/h1>.*Lo que hizo antes sigue siendo lícito/s)
  for (const page of [yes, no]) assert.ok(markup(page).includes('r'.repeat(64)))
})

// ── the privacy home page ──

const HOME: Home = {
  rightsForm: undefined,
  hasPolicy: false,
  hasCookies: false,
  notice: null,
  complaint: 'Puede reclamar.',
  entities: [],
}
const linksOf = (more: Partial<Home>) =>
  [...markup(homePage(OUTSIDE, { ...HOME, ...more })).matchAll(/<li><a href="([^"]+)"><strong>/g)].map(
    ([, href]) => href,
  )

test('the home page links what is available, rights first', () => {
  const portal = '../../p/sur/portal'
  assert.deepEqual(linksOf({}), [`${portal}/nueva`, portal, '../../seguimiento'])
  assert.deepEqual(linksOf({ rightsForm: '../../derechos/K', hasPolicy: true, hasCookies: true }), [
    '../../derechos/K',
    portal,
    '../../seguimiento',
    '../../politica/sur',
    '../../cookies/sur',
  ])
})

test('the home page names a contact per entity, leaving out entities without an address', () => {
  const entities = [
    { name: 'Sur SpA', dpoName: 'Pedro Soto', contactEmail: 'dpo+sur@sur.cl' },
    { name: 'Norte SpA', dpoName: null, contactEmail: 'norte@sur.cl' },
    { name: 'Oeste SpA', dpoName: 'Eva', contactEmail: null },
  ]
  const text = markup(homePage(OUTSIDE, { ...HOME, entities }))
  assert.ok(text.includes('<a href="mailto:dpo%2Bsur@sur.cl">dpo+sur@sur.cl</a>'))
  assert.match(text, /<dt>Sur SpA<\/dt><dd>Pedro Soto, delegado de protección de datos<br>/)
  assert.match(text, /<dt>Norte SpA<\/dt><dd><a/)
  assert.doesNotMatch(text, /Oeste|Eva/)
  assert.doesNotMatch(markup(homePage(OUTSIDE, HOME)), /<h2>Contacto/)
  assert.match(markup(homePage(OUTSIDE, HOME)), /<h2>Dónde reclamar<\/h2>\s*<p>Puede reclamar\.<\/p>/)
})

test('a contact can only be an address, and search engines may list the page', () => {
  const entities = [{ name: 'Sur', dpoName: null, contactEmail: 'a@b.cl?bcc=otra@c.cl&body="x' }]
  const page = homePage(OUTSIDE, { ...HOME, entities, notice: 'La ley <rige>.' })
  assert.match(markup(page), /href="mailto:a@b\.cl%3Fbcc%3Dotra%40c\.cl%26body%3D%22x"/)
  assert.match(markup(page), /La ley &lt;rige&gt;\./)
  assert.equal(page.isListed, true)
  assert.equal(entryPage(OUTSIDE).isListed, undefined, 'nobody looks for the portal in a search')
})
