import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import { RIGHTS, STATUS_TEXTS } from '../knowledge.ts'
import { type RightType, STATES } from '../rules.ts'
import type { Tracking } from './schemas.ts'
import { type Followed, folioPage, receiptPage, trackingPage } from './tracking.ts'

/** What a person reads of a request, without a service. */

const NOON = (day: string) => new Date(`${day}T15:00:00Z`)
const VIEW: Tracking = {
  folio: 'ARCO-2026-04217',
  responsibleEntity: 'Tienda Sur SpA',
  rightType: 'Acceso',
  status: 'RECEIVED',
  statusLabel: 'Recibida',
  statusDescription: 'x',
  receivedAt: '2026-12-01T15:00:00.000Z',
  responseDeadline: '2026-12-31T15:00:00.000Z',
  isExtended: false,
  extensionReason: null,
  responseType: null,
  nothingHeld: false,
  completedAt: null,
  dpoName: null,
  dpoEmail: null,
  legalDueOn: '2026-12-31',
  contactEmail: null,
}

function followed(view: Partial<Tracking>, more: Partial<Followed> = {}): Followed {
  return {
    view: { ...VIEW, ...view },
    organisation: { name: 'Sur', slug: 'sur', branding: {} } as Followed['organisation'],
    now: NOON('2026-12-01'),
    law: LAW,
    checks: { request: 'https://x.cl/verificar/solicitud' },
    sentBy: undefined,
    ...more,
  }
}
const page = (view: Partial<Tracking> = {}, more: Partial<Followed> = {}) =>
  trackingPage(followed(view, more)).content.markup
const on = (day: string) => ({ now: NOON(day) })

// ── the term ──

for (const [day, words, tone] of [
  ['2026-12-01', 'Quedan 30 días', ''],
  ['2026-12-25', 'Quedan 6 días', ''],
  ['2026-12-26', 'Quedan 5 días', ' warn'],
  ['2026-12-29', 'Quedan 2 días', ' warn'],
  ['2026-12-30', 'Queda un día', ' warn'],
  ['2026-12-31', 'Vence hoy', ' warn'],
  ['2027-01-01', 'Venció ayer', ' danger'],
  ['2027-01-02', 'Venció hace 2 días', ' danger'],
  ['2027-03-01', 'Venció hace 60 días', ' danger'],
] as const) {
  test(`on ${day} a term until the 31st says «${words}»`, () => {
    assert.ok(
      page({}, on(day)).includes(
        `<p class="clock${tone}">Plazo para responder <strong>31 de diciembre de 2026</strong> <span class="hint">${words} · art. 11, Ley 19.628 (mod. Ley 21.719)</span></p>`,
      ),
    )
  })
}

test('the last hour of the last day is still today in Chile', () => {
  assert.match(page({}, { now: new Date('2027-01-01T02:59:59Z') }), /Vence hoy/)
  assert.match(page({}, { now: new Date('2027-01-01T03:00:00Z') }), /Venció ayer/)
})

test('what was granted says whom to ask for what is missing, and of what was refused one complains', () => {
  const asks = (view: Partial<Tracking>) =>
    /le falta algo de lo que pidió, escriba a <a href="mailto:dpo@sur\.cl"/.test(
      page({ contactEmail: 'dpo@sur.cl', completedAt: '2026-12-01T15:00:00.000Z', ...view }),
    )
  assert.ok(asks({ status: 'COMPLETED', responseType: 'FULFILLED' }))
  assert.ok(!asks({ status: 'COMPLETED', responseType: 'PARTIALLY_FULFILLED' }))
  assert.ok(!asks({ status: 'REJECTED', responseType: 'REJECTED_LEGAL' }))
  assert.ok(!asks({ status: 'RECEIVED', completedAt: null }))
})

test('an extended term says so and why; a block rests on its own articles; what ended has no clock', () => {
  const extended = page({ isExtended: true, extensionReason: 'Cintas <b>', legalDueOn: '2027-01-30' })
  assert.match(extended, /Plazo ampliado para responder <strong>30 de enero de 2027/)
  assert.match(extended, /<dt>Motivo de la ampliación<\/dt><dd>Cintas &lt;b&gt;<\/dd>/)
  assert.match(page({ rightType: 'Bloqueo temporal' }), /arts\. 8 ter y 11, Ley 19\.628/)
  const ended = page({
    status: 'COMPLETED',
    responseType: 'FULFILLED',
    completedAt: '2026-12-20T15:00:00.000Z',
  })
  assert.doesNotMatch(ended, /class="clock/)
  assert.match(ended, /<dt>Cerrada<\/dt><dd>20 de diciembre de 2026<\/dd>/)
})

// ── what came of it ──

const ENDED = { completedAt: '2026-12-20T15:00:00.000Z' } as const
for (const [view, words] of [
  [{ status: 'COMPLETED', responseType: 'FULFILLED' }, 'Su solicitud fue acogida.'],
  [{ status: 'COMPLETED', responseType: 'PARTIALLY_FULFILLED' }, 'Su solicitud fue acogida en parte.'],
  [{ status: 'COMPLETED', responseType: null }, 'Su solicitud quedó completada.'],
  [{ status: 'COMPLETED', responseType: 'EXTENDED' }, 'Su solicitud quedó completada.'],
  [{ status: 'COMPLETED', responseType: 'FULFILLED', nothingHeld: true }, 'Su solicitud fue respondida.'],
  [{ status: 'REJECTED', responseType: null }, 'Su solicitud fue rechazada.'],
  [
    { status: 'REJECTED', responseType: 'REJECTED_IDENTITY' },
    'Su solicitud fue rechazada porque no fue posible verificar la identidad de quien la presentó.',
  ],
  [
    { status: 'REJECTED', responseType: 'REJECTED_LEGAL' },
    'Su solicitud fue rechazada por un motivo previsto en la ley.',
  ],
] as const) {
  test(`a request that ended as ${JSON.stringify(view)} says «${words}», and how the answer went to the person`, () => {
    for (const [sentBy, where] of [
      ['mail', ' La respuesta completa se envió a su correo.'],
      ['paper', ' La respuesta completa se le entrega por escrito.'],
      [undefined, ''],
    ] as const)
      assert.ok(page({ ...ENDED, ...view }, { sentBy }).includes(`<p>${words}${where}</p>`), String(sentBy))
  })
}

test('an open request says what is being done, and of a block that the data are only kept', () => {
  for (const status of STATES.filter((one) => one !== 'COMPLETED' && one !== 'REJECTED'))
    assert.ok(page({ status }).includes(`<p>${STATUS_TEXTS[status].description}</p>`), status)
  const block = { rightType: 'Bloqueo temporal' }
  assert.match(page(block), /<p>Mientras no le respondan, los datos solo pueden conservarse/)
  assert.match(page(block, on('2026-11-20')), /<p>Desde el 1 de diciembre de 2026, mientras no le respondan/)
  assert.doesNotMatch(page({ ...block, ...ENDED, status: 'COMPLETED' }), /no le respondan/)
  assert.doesNotMatch(page(), /solo pueden conservarse/)
})

// ── art. 41 ──

for (const [view, day, words] of [
  [{ ...ENDED, status: 'REJECTED' }, '2026-12-21', 'Si no está conforme, puede reclamar'],
  [
    { ...ENDED, status: 'COMPLETED', responseType: 'PARTIALLY_FULFILLED' },
    '2026-12-21',
    'Si no está conforme, puede reclamar',
  ],
  [{ ...ENDED, status: 'COMPLETED', responseType: 'FULFILLED' }, '2027-06-01', null],
  [
    { ...ENDED, status: 'COMPLETED', responseType: 'FULFILLED', nothingHeld: true },
    '2026-12-21',
    'Si no está conforme, puede reclamar',
  ],
  [{}, '2026-12-31', null],
  [{}, '2027-01-01', 'El plazo para responderle ya venció. Si no quiere esperar más, puede reclamar'],
  [{}, '2027-06-01', 'Si no quiere esperar más, puede presentar su solicitud otra vez'],
  [{ status: 'EXTENDED', isExtended: true, legalDueOn: '2027-01-30' }, '2027-01-30', null],
  [{ status: 'EXTENDED', isExtended: true, legalDueOn: '2027-01-30' }, '2027-01-31', 'ya venció'],
] as const) {
  test(`on ${day} a request as ${JSON.stringify(view)} ${words ? 'offers the way to complain' : 'offers no complaint'}`, () => {
    const shown = page(view, on(day))
    if (words === null) assert.doesNotMatch(shown, /reclamar|otra vez|juez/)
    else assert.ok(shown.includes(`<div class="note warn"><p>`) && shown.includes(words), shown)
  })
}

test('the days to complain run from the answer, or from the end of the term of what was not answered', () => {
  assert.match(
    page({ completedAt: '2026-12-10T15:00:00.000Z', status: 'REJECTED' }, on('2026-12-10')),
    /hasta el 25 de enero de 2027/,
  )
  assert.match(page({}, on('2027-01-05')), /hasta el 12 de febrero de 2027/)
})

test('before the law the page offers the judge for the rights of the former text alone', () => {
  const refused = { status: 'REJECTED', completedAt: '2026-11-19T15:00:00.000Z' } as const
  const rightOf = (right: RightType) => page({ ...refused, rightType: RIGHTS[right].label }, on('2026-11-20'))
  assert.match(rightOf('DELETION'), /juez de letras en lo civil/)
  assert.match(rightOf('AUTO_DECISION'), /no contempla este derecho/)
})

// ── the rest of the page ──

test('it names who answers and how to write to them, without a line for what is not known', () => {
  const bare = page()
  assert.deepEqual(
    [...bare.matchAll(/<dt>([^<]+)<\/dt>/g)].map(([, label]) => label),
    ['Responsable', 'Derecho', 'Estado', 'Recibida'],
  )
  const known = page({ dpoName: 'Pedro <b>', contactEmail: 'dpo+a@tiendasur.cl' })
  assert.ok(known.includes('<dd>Pedro &lt;b&gt;</dd>'))
  assert.ok(known.includes('<a href="mailto:dpo%2Ba@tiendasur.cl">dpo+a@tiendasur.cl</a>'))
})

test('what is checked is the request, and once it is answered the answer', () => {
  assert.match(page(), /<h2>Comprobante de la solicitud<\/h2>[\s\S]*verificar\/solicitud/)
  const answered = page({}, { checks: { request: 'https://x.cl/a', answer: 'https://x.cl/respuesta' } })
  assert.match(answered, /<h2>Comprobante de la respuesta<\/h2>[\s\S]*x\.cl\/respuesta/)
  assert.doesNotMatch(answered, /x\.cl\/a"/)
})

// ── the receipt ──

const receipt = (view: Partial<Tracking> = {}, embeddedBy?: readonly string[]) =>
  receiptPage(followed(view), '../../../seguimiento/ARCO-2026-04217', embeddedBy)

test('the receipt has the folio, the last day, what happens next and the way to follow it', () => {
  const { content, mayBeFramed } = receipt()
  for (const words of [
    'Su folio <strong>ARCO-2026-04217</strong>',
    '31 de diciembre de 2026',
    'Si necesita más tiempo, se lo avisa antes; el plazo se amplía una sola vez (art. 11, Ley 19.628 (mod. Ley 21.719)).',
    'href="../../../seguimiento/ARCO-2026-04217">Seguir la solicitud',
  ])
    assert.ok(content.markup.includes(words), words)
  assert.equal(mayBeFramed, undefined)
  assert.doesNotMatch(content.markup, /target="_blank" rel="noopener">Seguir/)
})

test('arts. 8 ter and 11: the receipt of a block promises no extension', () => {
  const { markup } = receipt({ rightType: 'Bloqueo temporal', legalDueOn: '2026-12-03' }).content
  assert.doesNotMatch(markup, /más tiempo|se amplía/)
  assert.match(markup, /Mientras no le respondan, los datos solo pueden conservarse/)
})

test('in the page of another site the receipt is framed by that one alone, and leads out of it', () => {
  const { content, mayBeFramed, isEmbedded } = receipt({}, ['https://www.tiendasur.cl'])
  assert.deepEqual([mayBeFramed, isEmbedded], [['https://www.tiendasur.cl'], true])
  assert.match(content.markup, /target="_blank" rel="noopener">Seguir la solicitud/)
})

// ── which request ──

test('the page for a folio keeps what was typed as text and says what was wrong', () => {
  const empty = folioPage('seguimiento').content.markup
  assert.doesNotMatch(empty, /role="alert"/)
  const wrong = folioPage('seguimiento', '"><script>', 'No es un folio').content.markup
  assert.match(wrong, /role="alert"[\s\S]*<a href="#folio">No es un folio/)
  assert.ok(wrong.includes('value="&quot;&gt;&lt;script&gt;"'))
})
