import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ON_THE_DAY } from '#test/kit/dsar-rows.ts'
import { RIGHTS } from '../knowledge.ts'
import { OPPOSITION_CAUSES, RIGHT_TYPES, type RightType } from '../rules.ts'
import { choicePage, type Filled, knownFields, requestPage, type Shown } from './form.ts'
import { QUESTIONS } from './questions.ts'
import type { FormConfig } from './schemas.ts'
import { rightsNotice } from './service.ts'

/** The rights form as markup, without a service. */

const CONFIG: FormConfig = {
  widgetKey: 'k',
  organizationName: 'Tienda Sur SpA',
  title: 'Ejerza sus derechos',
  intro: null,
  rightTypes: RIGHT_TYPES.map((value) => ({ value, ...RIGHTS[value] })),
  theme: null,
  notice: null,
  dpoName: null,
  dpoEmail: null,
  contactEmail: null,
}
const shown = (config: Partial<FormConfig> = {}, more: Partial<Shown> = {}): Shown => ({
  config: { ...CONFIG, ...config },
  organisation: { name: 'Sur', slug: 'sur', branding: {} } as Shown['organisation'],
  embeddedBy: undefined,
  answerDays: 30,
  policyUrl: undefined,
  ...more,
})
const filled = (values: Record<string, string | string[]>, more: Partial<Filled> = {}): Filled => ({
  values: new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  ),
  faults: [],
  message: undefined,
  files: [],
  ...more,
})
const form = (right: RightType, more?: Filled, config: Partial<FormConfig> = {}) =>
  requestPage(shown(config), right, 'clave', more).content.markup
const choice = (config: Partial<FormConfig> = {}, more: Partial<Shown> = {}) =>
  choicePage(shown(config, more)).content.markup
const namesIn = (markup: string) => [...markup.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name!)

// ── which right ──

test('each right that the form takes is offered once, with what it means and its article', () => {
  const some = CONFIG.rightTypes.filter(({ value }) => value === 'ACCESS' || value === 'BLOCKING')
  const markup = choice({ rightTypes: some })
  assert.deepEqual(
    [...markup.matchAll(/name="derecho" value="(\w+)"/g)].map(([, value]) => value),
    ['ACCESS', 'BLOCKING'],
  )
  assert.match(markup, /<strong>Acceso<\/strong>.*por cuánto tiempo \(art\.\s5\)\./)
  assert.match(markup, /<strong>Bloqueo temporal<\/strong>.*\(art\.\s8\ster\)/)
  assert.match(markup, /Los artículos son de la Ley 19\.628 \(mod\. Ley 21\.719\)/)
})

test('what the organisation wrote stays text, line by line', () => {
  const markup = choice({ intro: 'Hola\n<b>x</b>', title: '<i>Sus</i> datos', organizationName: 'A & B' })
  for (const words of ['Hola<br>&lt;b&gt;x&lt;/b&gt;', '&lt;i&gt;Sus&lt;/i&gt; datos', 'Responde A &amp; B.'])
    assert.ok(markup.includes(words), words)
})

test('until the law binds both steps say from when; from its day on nothing of that', () => {
  const notice = rightsNotice({ ...ON_THE_DAY, day: '2026-11-30' })
  assert.equal(
    notice,
    'Los derechos y plazos de la Ley 19.628 (mod. Ley 21.719) se pueden exigir desde el 1 de diciembre de 2026. Recibimos su solicitud desde ya.',
  )
  assert.ok(choice({ notice }).includes('Recibimos su solicitud desde ya'))
  assert.ok(form('ACCESS', undefined, { notice }).includes('Recibimos su solicitud desde ya'))
  assert.equal(rightsNotice(ON_THE_DAY), null)
  assert.ok(!choice().includes('desde ya'))
})

test('in the frame of another site the choice stays in the frame, and the page may be framed by that site', () => {
  assert.ok(!choice().includes('name="marco"'))
  const page = choicePage(shown({}, { embeddedBy: ['https://www.tiendasur.cl'] }))
  assert.match(page.content.markup, /<input type="hidden" name="marco" value="1">/)
  assert.deepEqual([page.isEmbedded, page.mayBeFramed], [true, ['https://www.tiendasur.cl']])
  assert.equal(choicePage(shown()).mayBeFramed, undefined)
})

test('where to write stands below, if it is known', () => {
  assert.match(
    choice({ contactEmail: 'dpo@sur.cl' }),
    /¿Dudas\? Escriba a <a href="mailto:dpo@sur\.cl">dpo@sur\.cl<\/a>\./,
  )
  assert.doesNotMatch(choice(), /¿Dudas\?/)
})

// ── the request ──

for (const right of RIGHT_TYPES)
  test(`the form of ${right} has a field for each of its questions and none of another right`, () => {
    const names = namesIn(form(right))
    const own = QUESTIONS[right].map(({ name }) => name)
    for (const name of own) assert.ok(names.includes(name), name)
    const others = RIGHT_TYPES.flatMap((one) => QUESTIONS[one].map(({ name }) => name))
    for (const name of others) if (!own.includes(name)) assert.ok(!names.includes(name), `${right} ${name}`)
    assert.ok(form(right).includes(`<input type="hidden" name="rightType" value="${right}">`))
  })

test('every form asks who asks, for whom, what proves it, and that it is true', () => {
  const names = namesIn(form('ACCESS'))
  for (const name of [
    'subjectName',
    'subjectEmail',
    'subjectRut',
    'organizationRelation',
    'representativeName',
    'representativeRut',
    'representativeRelation',
    'mandato',
    'documento',
    'description',
    'declarationTruthful',
    'sendKey',
    'website',
  ])
    assert.equal(names.filter((one) => one === name).length, 1, name)
})

test('only name, address and declaration are required of who asks: a RUT is not', () => {
  const markup = form('ACCESS')
  const isRequired = (name: string) => new RegExp(` name="${name}"[^>]* required`).test(markup)
  for (const name of ['subjectName', 'subjectEmail', 'declarationTruthful']) assert.ok(isRequired(name), name)
  for (const name of ['subjectRut', 'organizationRelation', 'representativeName', 'description', 'queDatos'])
    assert.ok(!isRequired(name), name)
})

test('what is asked only with another answer is not required by the browser', () => {
  const markup = form('OPPOSITION')
  assert.match(markup, /<div class="only-interest"><div class="field">/)
  assert.doesNotMatch(markup, /name="subtypeDetail"[^>]* required/)
  assert.match(form('BLOCKING'), /name="subtypeDetail"[^>]* required/)
  assert.match(form('PORTABILITY'), /<div class="only-transfer">/)
})

test('what was typed comes back as text in every kind of field', () => {
  const markup = form(
    'AUTO_DECISION',
    filled({
      decision: 'Un <crédito>',
      pide: ['revisión', 'explicación'],
      subjectName: 'María "Mari" Pérez',
      asksFor: 'representative',
      representativeName: 'Juan & Cía.',
      description: '</textarea><script>',
      declarationTruthful: 'true',
    }),
  )
  for (const words of [
    'Un &lt;crédito&gt;</textarea>',
    'value="explicación" checked',
    'value="revisión" checked',
    'value="María &quot;Mari&quot; Pérez"',
    'value="Juan &amp; Cía."',
    '&lt;/textarea&gt;&lt;script&gt;</textarea>',
  ])
    assert.ok(markup.includes(words), words)
  assert.ok(!markup.includes('value="no quedar sujeto" checked'))
  assert.match(markup, /name="asksFor" value="representative" required checked/)
  assert.match(markup, /name="declarationTruthful" value="true" required checked/)
})

test('one of several that was chosen is chosen again, and a day is the day', () => {
  assert.match(
    form('OPPOSITION', filled({ subtype: OPPOSITION_CAUSES.marketing })),
    /value="art\. 8 b: mercadotecnia directa" required checked/,
  )
  assert.match(form('ACCESS', filled({ desde: '2026-05-02', destinatarios: 'true' })), /value="2026-05-02"/)
  assert.match(form('ACCESS', filled({ destinatarios: 'true' })), /name="destinatarios" value="true" checked/)
})

test('each fault is listed above and stands at its field', () => {
  const markup = form(
    'DELETION',
    filled(
      {},
      {
        message: 'Falta corregir 3 datos',
        faults: [
          { path: 'subtype', message: 'Elija una causa' },
          { path: 'subjectEmail', message: 'Revise su correo' },
          { path: 'documento', message: 'Es muy grande' },
        ],
      },
    ),
  )
  assert.match(markup, /<div role="alert"[\s\S]*Falta corregir 3 datos/)
  for (const [path, message] of [
    ['subtype', 'Elija una causa'],
    ['subjectEmail', 'Revise su correo'],
    ['documento', 'Es muy grande'],
  ]) {
    assert.ok(markup.includes(`<a href="#${path}">${message}</a>`), path)
    assert.ok(markup.includes(`<p class="fault" id="${path}-fault">${message}</p>`), path)
  }
  assert.doesNotMatch(form('DELETION'), /role="alert"/)
})

test('a file that arrived is not asked for again, at its own field alone', () => {
  const key = 'k'.repeat(43)
  const markup = form(
    'ACCESS',
    filled({}, { files: [{ kind: 'mandate', uploadKey: key, name: 'poder "1".pdf' }] }),
  )
  assert.equal(markup.split('Ya recibimos').length, 2)
  assert.ok(
    markup.includes(`<input type="hidden" name="archivo" value="mandate ${key} poder &quot;1&quot;.pdf">`),
  )
  assert.ok(markup.indexOf('Ya recibimos') > markup.indexOf('Usted, que pide por esa persona'))
})

test('who knows only one right has no other to choose, and a frame stays a frame on the way back', () => {
  assert.match(form('ACCESS'), /<a href="\?" data-step="back">Elegir otro derecho/)
  const framed = requestPage(shown({}, { embeddedBy: [] }), 'ACCESS', 'clave').content.markup
  assert.match(framed, /<a href="\?marco=1" data-step="back">/)
  const one = CONFIG.rightTypes.slice(0, 1)
  assert.doesNotMatch(form('ACCESS', undefined, { rightTypes: one }), /Elegir otro derecho/)
})

test('who came through the portal is not asked for the address and the RUT that they proved', () => {
  assert.deepEqual(namesIn(knownFields(filled({})).markup), ['subjectName', 'organizationRelation'])
})

// ── whose data ──

test('whose the data are is asked before anything about them, of nobody in advance, and each part says whose it is', () => {
  const markup = form('DELETION')
  const order = [
    '¿De quién son los datos?',
    '¿Por qué pide eliminar sus datos?',
    'La persona de quien son los datos',
    'name="subjectName"',
    'name="subjectRut"',
    'Usted, que pide por esa persona',
    'name="representativeName"',
    'Dónde le respondemos',
    'name="subjectEmail"',
    'name="declarationTruthful"',
    'usa lo que escribe aquí para responderle',
  ].map((words) => markup.indexOf(words))
  assert.ok(!order.includes(-1), String(order))
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    order,
  )
  assert.deepEqual(
    [...markup.matchAll(/name="asksFor" value="(\w+)" required>/g)].map(([, value]) => value),
    ['self', 'representative', 'heir'],
  )
})

test('a form of before, which had a box for each, comes back with its answer', () => {
  for (const [box, value] of [
    ['isHeir', 'heir'],
    ['isRepresentative', 'representative'],
  ] as const)
    assert.ok(form('ACCESS', filled({ [box]: 'true' })).includes(`value="${value}" required checked`))
})

test('art. 14 ter: the form says what is done with what is written, and leads to a policy only where there is one', () => {
  const drawn = (more: Partial<Shown>) => requestPage(shown({}, more), 'ACCESS', 'clave').content.markup
  assert.match(
    drawn({ answerDays: 45 }),
    /Tienda Sur SpA usa lo que escribe aquí para responderle, y lo guarda para acreditar que lo hizo \(art\. 11\)\. Las copias de datos que reúna para la respuesta se eliminan a los 45 días de entregarla\.<\/p>/,
  )
  const policyUrl = '../politica/sur?legalEntityId=e'
  assert.match(
    drawn({ policyUrl }),
    /Lo demás está en su <a href="\.\.\/politica\/sur\?legalEntityId=e">política de privacidad<\/a> \(art\. 14 ter\)\./,
  )
  assert.match(drawn({ policyUrl, embeddedBy: [] }), /legalEntityId=e" target="_blank" rel="noopener">/)
})
