import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from '#jobs/mail.ts'
import { BEFORE_THE_LAW, BY, NAME_ALONE, ON_THE_DAY, RECEIVED_AT, requestRow } from '#test/kit/dsar-rows.ts'
import { appliedAlready, complaintWords } from './complaint.ts'
import {
  acknowledgement,
  askedOfThird,
  type Closing,
  contact,
  extension,
  reminder,
  response,
  toAgency,
  toSubject,
  toThirdParty,
  when,
  whyThirdsLearn,
} from './letters.ts'
import { type Reminder, RIGHT_TYPES, type RightType } from './rules.ts'

/** The text of each letter, without a service: what it says and what it must not say. */

const HERE = 'https://resguardo.test'
const LAW_NAME = 'Ley 19.628 (mod. Ley 21.719)'
type Row = Parameters<typeof requestRow>[0]

const on = (day: string) => ({ ...ON_THE_DAY, day })
const textOf = (letter: Parameters<typeof render>[0]) => render(letter).text

// ── the receipt ──

const received = (fields: Row = {}, law = ON_THE_DAY as ReturnType<typeof on>, by = BY) =>
  textOf(acknowledgement(requestRow(fields), by, HERE, law))

test('the receipt names the recipient, the day, the folio, the last day and where to follow it', () => {
  const letter = acknowledgement(requestRow(), BY, HERE, ON_THE_DAY)
  assert.deepEqual(
    [letter.to, letter.onPaper, letter.subject, letter.signature, letter.replyTo],
    [
      'maria@correo.cl',
      false,
      'Recibimos su solicitud ARCO-2026-04217',
      'Tienda Sur SpA',
      'dpo@tiendasur.cl',
    ],
  )
  assert.deepEqual(letter.paragraphs, [
    'Hola, María Pérez:',
    'El 1 de diciembre de 2026 Tienda Sur SpA recibió su solicitud de acceso. Su folio es ARCO-2026-04217: guárdelo, con él puede seguir el estado de la solicitud.',
    'Le responderemos a más tardar el 31 de diciembre de 2026. Si necesitamos más tiempo, se lo avisaremos antes.',
    `Si ese día pasa sin respuesta, puede reclamar ante la Agencia de Protección de Datos Personales dentro de 30 días hábiles, es decir, hasta el 12 de febrero de 2027 (art. 41, ${LAW_NAME}).`,
    'Si tiene preguntas, escriba a Pedro Soto (dpo@tiendasur.cl).',
  ])
  assert.deepEqual(letter.action, {
    label: 'Ver el estado de la solicitud',
    url: 'https://resguardo.test/seguimiento/ARCO-2026-04217',
  })
})

for (const [right_type, asked] of [
  ['ACCESS', 'solicitud de acceso'],
  ['RECTIFICATION', 'solicitud de rectificación'],
  ['DELETION', 'solicitud de supresión'],
  ['OPPOSITION', 'solicitud de oposición'],
  ['PORTABILITY', 'solicitud de portabilidad'],
  ['BLOCKING', 'solicitud de bloqueo temporal'],
  ['AUTO_DECISION', 'solicitud sobre decisiones automatizadas que le afectan'],
] as const) {
  test(`the receipt of ${right_type} calls it «${asked}»`, () => {
    assert.ok(received({ right_type }).includes(`recibió su ${asked}. Su folio`))
  })
}

test('arts. 8 ter and 11: the receipt of a block gives its term in business days and says that data are only kept', () => {
  const text = received({ right_type: 'BLOCKING', legal_due_at: new Date('2026-12-04T02:59:59.999Z') })
  assert.ok(
    text.includes(
      `Su solicitud se resuelve dentro de dos días hábiles, a más tardar el 3 de diciembre de 2026 (arts. 8 ter y 11, ${LAW_NAME}).`,
    ),
  )
  assert.match(text, /Mientras no le respondamos, sus datos solo pueden conservarse/)
  assert.doesNotMatch(text, /más tiempo|Le responderemos a más tardar/)
})

const LAST_DAY = new Date('2026-12-04T02:59:59.999Z')
for (const [day, isOver] of [
  ['2026-12-03', false],
  ['2026-12-04', true],
] as const)
  for (const right_type of ['ACCESS', 'BLOCKING'] as const)
    test(`a receipt of ${right_type} written on ${day} ${isOver ? 'says that its last day is over' : 'still promises its last day'}`, () => {
      const text = received({ right_type, legal_due_at: LAST_DAY }, on(day))
      assert.equal(text.includes('a más tardar el 3 de diciembre de 2026'), !isOver)
      assert.equal(text.includes('más tiempo'), !isOver && right_type === 'ACCESS')
      assert.equal(
        text.includes(
          'El plazo para responderle venció el 3 de diciembre de 2026. Le responderemos cuanto antes. Si no quiere esperar más, puede reclamar ante la Agencia',
        ),
        isOver,
      )
      assert.equal(text.includes('solo pueden conservarse'), right_type === 'BLOCKING')
    })

test('a late paper request from long before the law names no Agency and promises none of its terms', () => {
  const old = { created_at: new Date('2026-10-01T12:00:00Z'), legal_due_at: new Date('2026-11-01T02:59:59Z') }
  const access = received(old, BEFORE_THE_LAW)
  assert.match(access, /venció el 31 de octubre de 2026\. .* puede recurrir al juez de letras en lo civil/)
  assert.doesNotMatch(access, /Le respondemos en el plazo/)
  const copy = received({ ...old, right_type: 'PORTABILITY' }, BEFORE_THE_LAW)
  assert.match(copy, /puede presentar su solicitud otra vez desde el 1 de diciembre de 2026/)
})

const ADVERTISING_ALONE =
  'solo contempla la oposición a la publicidad, la investigación de mercado y las encuestas de opinión (art. 3, Ley 19.628, en su texto anterior a la Ley 21.719)'

test('until the law binds the receipt says from when, and names the judge only for the rights of the former text', () => {
  const former: readonly RightType[] = ['ACCESS', 'RECTIFICATION', 'DELETION', 'BLOCKING']
  for (const right_type of RIGHT_TYPES) {
    const text = received({ right_type }, BEFORE_THE_LAW)
    assert.ok(
      text.includes(`Le respondemos en el plazo que la ${LAW_NAME} fija desde el 1 de diciembre de 2026.`),
      right_type,
    )
    assert.equal(
      text.includes('si no hay respuesta en dos días hábiles, puede recurrir al juez de letras en lo civil'),
      former.includes(right_type),
      right_type,
    )
    const unknown = !former.includes(right_type) && right_type !== 'OPPOSITION'
    assert.equal(text.includes('no contempla este derecho'), unknown, right_type)
    assert.equal(text.includes(ADVERTISING_ALONE), right_type === 'OPPOSITION', right_type)
    assert.deepEqual(appliedAlready(ON_THE_DAY, right_type), [], 'from its day on nothing of that')
  }
})

// ── recipient ──

test("without a mailbox the letter is printed, with the person's name and address in one line", () => {
  for (const [fields, to] of [
    [{ subject_address: 'Los Aromos 123, Temuco' }, 'María Pérez, Los Aromos 123, Temuco'],
    [{ subject_address: ' Los Aromos 123\n Temuco ' }, 'María Pérez, Los Aromos 123 Temuco'],
    [{ subject_address: null }, 'María Pérez'],
    [{ subject_address: '  ' }, 'María Pérez'],
    [{ subject_address: 'Sur 1', heir_name: 'Luis Pérez' }, 'Luis Pérez, Sur 1'],
  ] as const) {
    const letter = acknowledgement(requestRow({ subject_email: null, ...fields }), BY, HERE, ON_THE_DAY)
    assert.deepEqual([letter.to, letter.onPaper], [to, true])
  }
})

for (const [name, greeting] of [
  ['María Pérez', 'Hola, María Pérez:'],
  ['María\n  Pérez', 'Hola, María Pérez:'],
  ["Bernardo O'Higgins", "Hola, Bernardo O'Higgins:"],
  ['Juan P. Soto', 'Hola, Juan P. Soto:'],
  ['Gane ya en premios.example', 'Hola:'],
  ['http://x', 'Hola:'],
  ['visite premios.cl hoy', 'Hola:'],
  ['ñandú.cl', 'Hola:'],
  ['1.2', 'Hola:'],
] as const) {
  test(`a letter to «${name.replace('\n', '\\n')}» begins with «${greeting}»`, () => {
    assert.equal(received({ subject_name: name }).split('\n')[0], greeting)
  })
}

test('a letter greets the heir and names the person who died', () => {
  const text = received({ heir_name: 'Luis Pérez' })
  assert.match(text, /^Hola, Luis Pérez:/)
  assert.match(
    text,
    /recibió su solicitud de acceso, presentada en calidad de heredero o heredera de María Pérez\. Su folio/,
  )
})

const MOTHER = { is_representative: true, representative_name: 'Rosa Soto' }

test('every letter greets the representative and names the person represented', () => {
  const row = requestRow({ ...MOTHER, status: 'COMPLETED', extension_reason: 'Respaldos' })
  const closing: Closing = {
    responseType: 'FULFILLED',
    agencyAt: null,
    nobodyToInform: false,
    on: ON_THE_DAY,
  }
  for (const letter of [
    acknowledgement(row, BY, HERE, ON_THE_DAY),
    extension(row, BY, HERE, ON_THE_DAY),
    response(row, BY, HERE, closing),
  ]) {
    assert.equal(letter.paragraphs[0], 'Hola, Rosa Soto:')
    assert.match(
      letter.paragraphs[1]!,
      /su solicitud de acceso, presentada en representación de María Pérez[,.]/,
    )
  }
  assert.equal(
    acknowledgement(requestRow({ ...MOTHER, subject_email: null }), BY, HERE, ON_THE_DAY).to,
    'Rosa Soto',
  )
  assert.match(received({ is_representative: true }), /^Hola, María Pérez:/, 'nobody said who represents')
})

test("a letter to a representative leaves out the person's name if it holds an address", () => {
  const text = received({ ...MOTHER, subject_name: 'vea premios.cl' })
  assert.match(text, /presentada en representación de otra persona\./)
  assert.ok(!text.includes('premios'))
})

test('«nothing held» speaks of the owner of the data, not of the asker', () => {
  const closing: Closing = {
    responseType: 'FULFILLED',
    agencyAt: null,
    nobodyToInform: false,
    on: ON_THE_DAY,
  }
  const held = (fields: Row) =>
    textOf(response(requestRow({ status: 'COMPLETED', nothing_held: true, ...fields }), BY, HERE, closing))
  assert.match(held({}), /no tratamos datos personales suyos, aparte de los de esta solicitud/)
  for (const other of [MOTHER, { heir_name: 'Luis Pérez' }])
    assert.match(held(other), /no tratamos datos personales de María Pérez, aparte de los de esta solicitud/)
})

test('the Agency learns who presented a refused block for somebody else', () => {
  const text = (fields: Row) =>
    toAgency(requestRow({ right_type: 'BLOCKING', ...fields }), null, BY, ON_THE_DAY).text
  assert.match(
    text({ ...MOTHER, representative_relation: 'madre' }),
    /\nPresentada por: Rosa Soto \(madre\)\nContacto de quien la presentó: maria@correo\.cl/,
  )
  assert.match(
    text({ heir_name: 'Luis Pérez', heir_relation: 'hijo' }),
    /\nPresentada por: Luis Pérez \(hijo\), en calidad de heredero o heredera\nContacto de quien/,
  )
  assert.doesNotMatch(text({}), /Presentada por/)
})

for (const [by, words] of [
  [BY, ' a Pedro Soto (dpo@tiendasur.cl)'],
  [{ ...BY, dpoName: null }, ' a dpo@tiendasur.cl'],
  [{ ...BY, dpoEmail: null, contactEmail: 'derechos@tiendasur.cl' }, ' a derechos@tiendasur.cl'],
  [NAME_ALONE, ''],
] as const) {
  test(`where ${by.dpoName ?? 'no DPO'} and ${by.contactEmail ?? 'no address'} are known, questions go «${words}»`, () => {
    assert.equal(contact(by), words)
    assert.equal(received({}, ON_THE_DAY, by).includes('Si tiene preguntas, escriba'), words !== '')
  })
}

test('a letter links to the state of the request unless it names another page', () => {
  const action = { label: 'Ver', url: 'https://x.cl/a' }
  assert.deepEqual(toSubject(requestRow(), BY, HERE, 'x', [], action).action, action)
})

// ── the extension ──

test('an extension gives its reason and its last day, and says that there is no other', () => {
  const row = requestRow({
    status: 'EXTENDED',
    extension_reason: 'Los respaldos están en cinta',
    legal_due_at: new Date('2027-01-31T02:59:59.999Z'),
  })
  const letter = extension(row, BY, HERE, ON_THE_DAY)
  assert.equal(letter.subject, 'Ampliamos el plazo de su solicitud ARCO-2026-04217')
  assert.deepEqual(letter.paragraphs.slice(1, -1), [
    'Tienda Sur SpA necesita más tiempo para responder su solicitud de acceso, folio ARCO-2026-04217.',
    'Motivo: Los respaldos están en cinta',
    'El nuevo plazo vence el 30 de enero de 2027. Se amplía una sola vez.',
    `Si ese día pasa sin respuesta, puede reclamar ante la Agencia de Protección de Datos Personales dentro de 30 días hábiles, es decir, hasta el 12 de marzo de 2027 (art. 41, ${LAW_NAME}).`,
  ])
  assert.match(textOf(extension(row, BY, HERE, BEFORE_THE_LAW)), /juez de letras/)
})

// ── the answer ──

const CLOSED: Closing = { responseType: 'FULFILLED', agencyAt: null, nobodyToInform: false, on: ON_THE_DAY }
const answer = (fields: Row, closing: Partial<Closing> = {}, by = BY) =>
  textOf(
    response(requestRow({ status: 'COMPLETED', completed_at: RECEIVED_AT, ...fields }), by, HERE, {
      ...CLOSED,
      ...closing,
    }),
  )

for (const [fields, closing, outcome] of [
  [{}, {}, 'fue acogida'],
  [{}, { responseType: 'PARTIALLY_FULFILLED' }, 'fue acogida en parte'],
  [
    { status: 'REJECTED' },
    { responseType: 'REJECTED_IDENTITY' },
    'fue rechazada porque no fue posible verificar la identidad de quien la presentó',
  ],
  [
    { status: 'REJECTED' },
    { responseType: 'REJECTED_LEGAL' },
    'fue rechazada por un motivo previsto en la ley',
  ],
  [{}, { responseType: null }, 'quedó completada'],
  [{ status: 'REJECTED' }, { responseType: null }, 'fue rechazada'],
  [{ nothing_held: true }, {}, 'no tratamos datos personales suyos, aparte de los de esta solicitud'],
] as const satisfies readonly (readonly [Row, Partial<Closing>, string])[]) {
  test(`an answer of ${closing.responseType ?? 'no stated outcome'} as ${JSON.stringify(fields)} says «${outcome}»`, () => {
    assert.ok(
      answer(fields, closing).includes(
        `Tienda Sur SpA resolvió su solicitud de acceso, folio ARCO-2026-04217: ${outcome}.`,
      ),
    )
  })
}

const COMPLAINT = /Si no está conforme, puede reclamar ante la Agencia de Protección de Datos Personales/

test('art. 41: all but those who got everything read how and until when to complain', () => {
  for (const [fields, closing, complains] of [
    [{ response_notes: 'Van.' }, {}, false],
    [{ response_notes: 'Van.' }, { responseType: 'PARTIALLY_FULFILLED' }, true],
    [{ status: 'REJECTED', denial_reason: 'x' }, { responseType: 'REJECTED_LEGAL' }, true],
    [{ status: 'REJECTED', denial_reason: 'x' }, { responseType: 'REJECTED_IDENTITY' }, true],
    [{ response_notes: 'Van.' }, { responseType: null }, true],
    [{ nothing_held: true, response_notes: 'Nada.' }, {}, true],
    [{}, {}, true],
    [{ right_type: 'PORTABILITY' }, {}, true],
    [{ right_type: 'DELETION' }, {}, false],
  ] as const satisfies readonly (readonly [Row, Partial<Closing>, boolean])[]) {
    const text = answer(fields, closing)
    assert.equal(COMPLAINT.test(text), complains, JSON.stringify([fields, closing]))
    // Thirty business days from the answer, without the 8th, the 25th and New Year's Day.
    if (complains)
      assert.ok(
        text.includes(
          `dentro de 30 días hábiles, es decir, hasta el 15 de enero de 2027 (art. 41, ${LAW_NAME}).`,
        ),
      )
  }
})

test('art. 11: the letter gives a ground once, beside the answer; without one it says where to ask for it', () => {
  const refused = (fields: Row) =>
    answer({ status: 'REJECTED', ...fields }, { responseType: 'REJECTED_LEGAL' })
  const both = refused({ denial_reason: 'Ley X', response_notes: 'Revisamos su caso.' })
  assert.match(both, /Revisamos su caso\.[\s\S]*Fundamento de lo que no se acogió: Ley X/)
  const once = refused({ response_notes: 'Ley X' })
  assert.equal(once.split('Ley X').length, 2)
  assert.match(once, /Fundamento de lo que no se acogió: Ley X/)
  const same = refused({ denial_reason: 'Ley X', response_notes: 'Ley X' })
  assert.equal(same.split('Ley X').length, 2)
  assert.match(
    refused({}),
    /El registro de su solicitud no contiene un fundamento\. Pídalo a Pedro Soto \(dpo@tiendasur\.cl\)\./,
  )
  const inPart = (fields: Row) => answer(fields, { responseType: 'PARTIALLY_FULFILLED' })
  assert.match(inPart({}), /no contiene un fundamento\. Pídalo a/)
  assert.doesNotMatch(inPart({ response_notes: 'Las boletas se conservan.' }), /no contiene un fundamento/)
  assert.doesNotMatch(inPart({ denial_reason: 'Ley X' }), /no contiene un fundamento/)
  const granted = answer({ response_notes: 'Ley X' })
  assert.doesNotMatch(granted, /Fundamento/, 'the notes of a grant are its answer')
})

test('a letter announces a file without its name, and without a contact it names the organisation', () => {
  const text = answer({ response_file_key: 'interno/clave-1.pdf' })
  assert.match(text, /La respuesta incluye un documento\. Si no lo ha recibido, pídalo a Pedro Soto/)
  assert.ok(!text.includes('clave-1'))
  assert.match(answer({ response_file_key: 'x' }, {}, NAME_ALONE), /pídalo a Sin Delegado SpA\./)
})

test('arts. 5 and 9: an answer to access or portability without data says so; other rights never do', () => {
  const lacks = (fields: Row) => answer(fields).includes('Esta carta no acompaña los datos que pidió')
  for (const right_type of RIGHT_TYPES) {
    const isCopy = right_type === 'ACCESS' || right_type === 'PORTABILITY'
    assert.equal(lacks({ right_type }), isCopy, right_type)
    assert.equal(lacks({ right_type, response_notes: 'Van.' }), false)
    assert.equal(lacks({ right_type, response_file_key: 'x' }), false)
    assert.equal(lacks({ right_type, status: 'REJECTED', denial_reason: 'x' }), false)
  }
})

const INFORMS =
  'La ley nos ordena informar de lo resuelto a quienes recibieron sus datos de nosotros (art. 11'

test('art. 11: for the three rights that change data the letter says that recipients are informed, if there are any', () => {
  for (const right_type of RIGHT_TYPES) {
    const changes = ['RECTIFICATION', 'DELETION', 'OPPOSITION'].includes(right_type)
    const notes = { right_type, response_notes: 'x' }
    assert.equal(answer(notes).includes(INFORMS), changes, right_type)
    assert.ok(!answer(notes, { nobodyToInform: true }).includes(INFORMS), right_type)
    assert.ok(!answer({ ...notes, status: 'REJECTED' }, { responseType: 'REJECTED_LEGAL' }).includes(INFORMS))
  }
  assert.match(
    answer({ right_type: 'DELETION' }, { on: BEFORE_THE_LAW }),
    /Desde el 1 de diciembre de 2026, la ley nos ordena informar/,
  )
})

test('art. 8 ter: a granted block says what happens to the data, a refused one that the Agency learns of it', () => {
  const block = (fields: Row, closing: Partial<Closing> = {}) =>
    answer({ right_type: 'BLOCKING', response_notes: 'x', ...fields }, closing)
  assert.match(
    block({}),
    /Mientras dure el bloqueo, sus datos solo se conservan y no se tratan \(arts\. 8 ter y 11/,
  )
  assert.doesNotMatch(block({}), /Agencia/)
  const refused = { responseType: 'REJECTED_LEGAL' } as const
  assert.match(
    block({ status: 'REJECTED' }, refused),
    /La ley ordena informar esta negativa también a la Agencia de Protección de Datos Personales, por vía electrónica \(art\. 8 ter/,
  )
  const informed = block({ status: 'REJECTED' }, { ...refused, agencyAt: new Date('2026-12-03T02:30:00Z') })
  assert.match(informed, /Esta negativa se informó también a la Agencia .* el 2 de diciembre de 2026/)
  assert.doesNotMatch(informed, /La ley ordena informar/)
  const inPart = block({}, { responseType: 'PARTIALLY_FULFILLED' })
  assert.match(inPart, /Mientras dure el bloqueo, los datos que comprende solo se conservan/)
  assert.match(inPart, /La ley ordena informar esta negativa parcial también a la Agencia/)
})

// ── art. 41 ──

for (const [day, since, right, words] of [
  [
    '2026-12-31',
    '2026-12-31',
    'ACCESS',
    /^puede reclamar .* dentro de 30 días hábiles, es decir, hasta el 12 de febrero de 2027 \(art\. 41/,
  ],
  ['2027-02-12', '2026-12-31', 'ACCESS', /^puede reclamar .* hasta el 12 de febrero de 2027/],
  [
    '2027-02-13',
    '2026-12-31',
    'ACCESS',
    /^puede presentar su solicitud otra vez: .* terminó el 12 de febrero de 2027/,
  ],
  ['2026-12-01', '2026-11-30', 'ACCESS', /^puede presentar su solicitud otra vez: .* y esta es anterior/],
  ['2026-12-01', '2026-12-01', 'ACCESS', /^puede reclamar/],
  [
    '2026-12-01',
    'receipt',
    'OPPOSITION',
    /^puede reclamar .* dentro de 30 días hábiles desde que recibió esta respuesta \(art\. 41/,
  ],
  [
    '2026-11-30',
    '2026-11-30',
    'ACCESS',
    /^puede recurrir al juez de letras en lo civil del domicilio del responsable \(art\. 16, .*existe desde el 1 de diciembre de 2026\.$/,
  ],
  [
    '2026-11-30',
    '2026-11-30',
    'PORTABILITY',
    /^puede presentar su solicitud otra vez desde el 1 de diciembre de 2026: .* no contempla este derecho/,
  ],
  [
    '2026-11-30',
    '2026-11-30',
    'OPPOSITION',
    /^puede presentar su solicitud otra vez desde el 1 de diciembre de 2026: .* solo contempla la oposición a la publicidad, .* \(art\. 3, .*\), ni contempla el reclamo/,
  ],
  ['2026-11-30', 'receipt', 'BLOCKING', /^puede recurrir al juez/],
  ['2026-11-30', 'receipt', 'AUTO_DECISION', /^puede presentar su solicitud otra vez/],
] as const) {
  test(`on ${day}, of ${right} answered on ${since}, a person reads ${words.source.slice(1, 40)}…`, () => {
    assert.match(complaintWords(on(day), since, right), words)
  })
}

test('the terms and names of the complaint come from the law that is passed in', () => {
  const law = {
    ...ON_THE_DAY.law,
    agency: { ...ON_THE_DAY.law.agency, name: 'Otra Agencia' },
    terms: { ...ON_THE_DAY.law.terms, complaintBusinessDays: 2 },
  }
  assert.match(
    complaintWords({ law, day: '2026-12-04' }, '2026-12-04', 'ACCESS'),
    /ante la Otra Agencia dentro de dos días hábiles, es decir, hasta el 9 de diciembre de 2026/,
  )
})

// ── to third parties ──

const THIRD = {
  name: 'Palomar\n Mail SpA',
  email: 'privacidad@palomar.cl',
  url: 'https://x.cl/acuse/secreta',
}
const toThird = (fields: Row, isReminder = false, law = ON_THE_DAY as ReturnType<typeof on>) =>
  toThirdParty(requestRow({ right_type: 'DELETION', ...fields }), THIRD, BY, law, isReminder)

test('a third party reads whose data, what was decided and what to do, and nothing else of the request', () => {
  const letter = toThird({
    subject_rut: '12345678-5',
    subject_phone: '+56 9 1111 1111',
    description: 'Tengo una enfermedad',
    response_notes: 'Suprimimos todo',
  })
  assert.deepEqual(letter.paragraphs, [
    'Señores Palomar Mail SpA:',
    'A solicitud de María Pérez, RUT 12.345.678-5, folio ARCO-2026-04217, Tienda Sur SpA suprimió datos personales de esa persona. Suprima los que recibió de nosotros, salvo que la ley le permita u ordene conservarlos.',
    `La ley nos ordena informarlo a quienes recibieron los datos (art. 11, ${LAW_NAME}). Confirme por favor en el enlace de esta carta que la recibió y qué hizo: no necesita una cuenta. También puede escribir a Pedro Soto (dpo@tiendasur.cl).`,
  ])
  for (const hidden of ['maria@correo.cl', '1111', 'enfermedad', 'Suprimimos todo'])
    assert.ok(!textOf(letter).includes(hidden), hidden)
})

test('the sent letter has the link, the stored one does not', () => {
  const { kept, ...letter } = toThird({})
  assert.ok(textOf(letter).includes('https://x.cl/acuse/secreta'))
  assert.ok(!textOf(kept).includes('secreta'))
  assert.deepEqual(kept.paragraphs, letter.paragraphs)
})

test('each right says what was done and what to do with the data received', () => {
  const asked = (right_type: RightType) => askedOfThird({ right_type, response_type: 'FULFILLED' }, BY)
  assert.match(asked('RECTIFICATION')[0]!, /^Tienda Sur SpA rectificó .* Pídanos el dato correcto/)
  assert.match(asked('DELETION')[0]!, /^Tienda Sur SpA suprimió .* Suprima los que recibió/)
  assert.match(asked('OPPOSITION')[0]!, /^Tienda Sur SpA acogió la oposición .* deje de usar para ese fin/)
  assert.equal(asked('DELETION').length, 1)
  const part = askedOfThird({ right_type: 'DELETION', response_type: 'PARTIALLY_FULFILLED' }, BY)
  assert.match(part[1]!, /se acogió en parte: antes de actuar, pregúntenos qué datos comprende/)
})

test('for an heir the letter gives their quality, and a reminder says that it is a reminder', () => {
  assert.match(
    toThird({ heir_name: 'Luis Pérez' }).paragraphs[1]!,
    /^A solicitud de Luis Pérez, en calidad de heredero o heredera de María Pérez, folio/,
  )
  const again = toThird({}, true)
  assert.equal(
    again.subject,
    'Recordatorio: aviso sobre datos que recibió de Tienda Sur SpA (ARCO-2026-04217)',
  )
  assert.equal(again.paragraphs[1], 'Todavía no recibimos su confirmación de este aviso:')
  assert.equal(toThird({}).subject, 'Aviso sobre datos que recibió de Tienda Sur SpA (ARCO-2026-04217)')
  assert.match(
    whyThirdsLearn(BEFORE_THE_LAW),
    /^La ley nos ordena informarlo a quienes recibieron los datos, desde el 1 de diciembre de 2026 \(art\. 11/,
  )
})

// ── to the Agency ──

test('art. 8 ter: the Agency reads who refused whose block, what it asked for and the reason', () => {
  const row = requestRow({ right_type: 'BLOCKING', subject_rut: '12345678-5', description: 'Un dato falso' })
  const { subject, text } = toAgency(row, 'No da razones.', BY, ON_THE_DAY)
  assert.equal(subject, 'Negativa de bloqueo temporal, folio ARCO-2026-04217')
  assert.equal(
    text,
    `A la Agencia de Protección de Datos Personales:

Tienda Sur SpA, RUT 76.543.210-3, informa que negó la solicitud de bloqueo temporal de datos personales que se individualiza, según lo ordena el art. 8 ter, ${LAW_NAME}.

Folio: ARCO-2026-04217
Presentada: 1 de diciembre de 2026
Titular: María Pérez, RUT 12.345.678-5
Contacto del titular: maria@correo.cl

Lo que pidió: Un dato falso

Fundamento de la negativa: No da razones.

Contacto del responsable: Pedro Soto (dpo@tiendasur.cl)

— Tienda Sur SpA`,
  )
})

for (const [fields, reached] of [
  [{ subject_email: null, subject_address: 'Sur 1', subject_phone: '9' }, 'Sur 1'],
  [{ subject_email: null, subject_phone: '+56 9 1' }, '+56 9 1'],
  [{ subject_email: null }, 'no indicó'],
] as const) {
  test(`the Agency reads that a person with ${JSON.stringify(fields)} can be reached by «${reached}»`, () => {
    const { text } = toAgency(requestRow({ right_type: 'BLOCKING', ...fields }), null, NAME_ALONE, ON_THE_DAY)
    assert.ok(text.includes(`Contacto del titular: ${reached}\n`))
    assert.doesNotMatch(text, /Fundamento|Lo que pidió|Contacto del responsable|RUT/)
  })
}

// ── reminders to staff ──

const due = (fields: Partial<Reminder> = {}): Reminder => ({
  term: 'RESPONSE',
  dueAt: new Date('2027-01-01T02:59:59.999Z'),
  daysBefore: 7,
  daysLeft: 7,
  ...fields,
})

for (const [fields, words] of [
  [{}, 'Quedan 7 días'],
  [{ daysLeft: 1, daysBefore: 1 }, 'Queda 1 día'],
  [{ daysLeft: 0, daysBefore: 1 }, 'Vence hoy'],
  [{ daysLeft: -1, daysBefore: 0 }, 'Vencida'],
  [{ daysLeft: 0, daysBefore: 0 }, 'Vencida'],
  [{ term: 'BLOCKING', daysLeft: 1, daysBefore: 1 }, 'Queda 1 día hábil'],
  [{ term: 'BLOCKING', daysLeft: 2, daysBefore: 2 }, 'Quedan 2 días hábiles'],
  [{ term: 'BLOCKING', daysLeft: 0, daysBefore: 1 }, 'Vence hoy'],
  [{ term: 'BLOCKING', daysLeft: -3, daysBefore: 0 }, 'Vencida'],
] as const) {
  test(`a reminder of ${JSON.stringify(fields)} says «${words}»`, () => {
    assert.equal(when(due(fields)), words)
  })
}

const remind = (row: Row, fields: Partial<Reminder> = {}, law = ON_THE_DAY as ReturnType<typeof on>) =>
  reminder(requestRow(row), due(fields), 'ana@tiendasur.cl', law)

test('a reminder gives the folio, the state and the last day, and never the person', () => {
  const letter = remind({ status: 'IN_PROGRESS', assigned_to: 'x', right_type: 'AUTO_DECISION' })
  assert.deepEqual(
    [letter.to, letter.subject, ...letter.paragraphs],
    [
      'ana@tiendasur.cl',
      'Quedan 7 días: solicitud ARCO-2026-04217',
      'La solicitud ARCO-2026-04217 sobre decisiones automatizadas está en «En curso».',
      'Su plazo de respuesta vence el 31 de diciembre de 2026.',
    ],
  )
  assert.doesNotMatch(letter.paragraphs.join(' '), /María|maria@/)
  assert.match(remind({}).paragraphs[0]!, /en «Recibida» y nadie la tiene asignada\.$/)
})

test('a reminder of an overdue request says since when and what the person may do, before the law and after', () => {
  const over = { daysBefore: 0, daysLeft: -1 }
  assert.match(
    remind({}, over, on('2027-01-01')).paragraphs[1]!,
    /venció el 31 de diciembre de 2026\. Respóndala cuanto antes: la persona puede reclamar ante la Agencia .* hasta el 12 de febrero de 2027 \(art\. 41/,
  )
  assert.match(
    remind({}, over, BEFORE_THE_LAW).paragraphs[1]!,
    /la persona puede recurrir al juez de letras en lo civil .* existe desde el 1 de diciembre de 2026\.$/,
  )
  const before = { ...over, dueAt: new Date('2026-11-27T12:00:00Z') }
  assert.match(remind({}, before, on('2027-01-01')).paragraphs[1]!, /y esta es anterior \(art\. 41/)
})

test('arts. 8 ter and 11: a reminder of a block says that the data may only be kept', () => {
  const block = remind({ right_type: 'BLOCKING' }, { term: 'BLOCKING', daysBefore: 1, daysLeft: 1 })
  assert.match(block.paragraphs[1]!, /^Su plazo de bloqueo temporal vence/)
  assert.match(block.paragraphs[2]!, /^Mientras no se responda, los datos solo pueden conservarse/)
  assert.equal(remind({}).paragraphs.length, 2)
})

test('a sentence that ends in «Ltda.» has one full stop', () => {
  const text = answer({ response_file_key: 'x' }, {}, { ...NAME_ALONE, name: 'Áridos Ltda.' })
  assert.match(text, /pídalo a Áridos Ltda\.\n/)
})
