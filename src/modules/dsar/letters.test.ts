import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { REMINDERS_JOB } from './jobs.ts'

/** Noon in Chile of 1 December: due on 31 December, extended until 30 January. */
const NOW = '2026-12-01T15:00:00.000Z'

const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Tienda <Sur> & Cía.' })
const { id: entityId } = (await ana.get('/org/entities')).data.entities[0]
await ana.patch(`/org/entities/${entityId}`, { dpoName: 'Pedro Soto', dpoEmail: 'dpo@tiendasur.cl' })

let serial = 0
/** A request of a new person, so that every test has a mailbox of its own. */
async function newRequest(fields: object = {}, person: Person = ana) {
  serial += 1
  const email = `titular${serial}@correo.cl`
  const { widgetKey } = (await person.post('/dsar/widgets', { name: 'Formulario' })).data
  const { status, data } = await api.anyone.post(`/public/dsar/${widgetKey}`, {
    subjectName: 'María <b>Pérez</b>',
    subjectEmail: email,
    rightType: 'ACCESS',
    ...fields,
  })
  assert.equal(status, 201)
  await api.drain()
  return { id: data.id as string, folio: data.folioNumber as string, email }
}

/** The letters that the person received since the last call, as text and as HTML. */
async function lettersTo(email: string, count: number) {
  await api.drain()
  const mails = api.mailbox.to(email)
  assert.equal(mails.length, count)
  const mail = mails.at(-1)
  return { subject: mail?.subject ?? '', text: mail?.text ?? '', html: String(mail?.html) }
}

// ── to the person ──

test('the acknowledgement gives the folio, the deadline and where to follow it', async () => {
  const { folio, email } = await newRequest()
  const { subject, text, html } = await lettersTo(email, 1)
  assert.equal(subject, `Recibimos su solicitud ${folio}`)
  assert.match(text, /Tienda <Sur> & Cía\. recibió su solicitud de acceso/)
  assert.match(text, /a más tardar el 31 de diciembre de 2026/)
  assert.ok(text.includes(`https://resguardo.test/seguimiento/${folio}`))
  assert.match(text, /Pedro Soto \(dpo@tiendasur\.cl\)/)
  assert.ok(html.includes('María &lt;b&gt;Pérez&lt;/b&gt;') && html.includes('Tienda &lt;Sur&gt; &amp; Cía.'))
  assert.ok(!text.includes('bloqueo'))
})

test('a letter does not repeat a name that holds an address', async () => {
  for (const subjectName of ['Gane ya en premios.example', 'Vea https://x', 'Hola\n\nhttp://x.cl/y']) {
    const { email } = await newRequest({ subjectName })
    const { text } = await lettersTo(email, 1)
    assert.match(text, /^Hola:\n/)
    assert.ok(!text.includes('premios') && !text.includes('https://x\n'))
  }
})

test('arts. 8 ter and 11: a block is promised within two business days, without a longer term', async () => {
  const { email } = await newRequest({ rightType: 'BLOCKING' })
  const { text } = await lettersTo(email, 1)
  assert.match(
    text,
    /dos días hábiles, a más tardar el 3 de diciembre de 2026 \(arts\. 8 ter y 11, Ley 19\.628 \(mod\. Ley 21\.719\)\)/,
  )
  assert.match(text, /Mientras no le respondamos, sus datos solo pueden conservarse/)
  assert.doesNotMatch(text, /31 de diciembre|30 días(?! hábiles)|más tiempo|amplia/)
})

test('the letter of an extension gives its reason and the new deadline', async () => {
  const { id, folio, email } = await newRequest()
  await ana.post(`/dsar/requests/${id}/extend`, { reason: 'Los respaldos están en cinta' })
  const { subject, text } = await lettersTo(email, 2)
  assert.equal(subject, `Ampliamos el plazo de su solicitud ${folio}`)
  assert.match(text, /Motivo: Los respaldos están en cinta/)
  assert.match(text, /30 de enero de 2027/)
})

test('a response of EXTENDED sends the letter of an extension', async () => {
  const { id, email } = await newRequest()
  await ana.post(`/dsar/requests/${id}/respond`, { responseType: 'EXTENDED', responseNotes: 'Faltan datos' })
  const { subject, text } = await lettersTo(email, 2)
  assert.match(subject, /^Ampliamos el plazo/)
  assert.match(text, /Motivo: Faltan datos/)
})

test('an answer gives the outcome, and without a refusal says nothing of complaints', async () => {
  const { id, folio, email } = await newRequest()
  await ana.post(`/dsar/requests/${id}/respond`, {
    responseType: 'FULFILLED',
    responseNotes: 'Estos son sus datos: …',
    responseFileKey: 'interno/clave-1.pdf',
  })
  const { subject, text } = await lettersTo(email, 2)
  assert.equal(subject, `Respuesta a su solicitud ${folio}`)
  assert.match(text, /fue acogida\./)
  assert.match(text, /Estos son sus datos: …/)
  assert.match(text, /incluye un documento\. Si no lo ha recibido, pídalo a Pedro Soto/)
  assert.ok(!text.includes('reclamar') && !text.includes('interno/clave'))
})

test('without a DPO the letter gives the address that the entity publishes, or the entity itself', async () => {
  const person = await api.tenant({ name: 'Sin Delegado SpA' })
  const { entities } = (await person.get('/org/entities')).data
  const answer = { responseType: 'FULFILLED', responseFileKey: 'clave.pdf' }
  const bare = await newRequest({}, person)
  await person.post(`/dsar/requests/${bare.id}/respond`, answer)
  assert.match((await lettersTo(bare.email, 2)).text, /pídalo a Sin Delegado SpA\./)
  await person.patch(`/org/entities/${entities[0].id}`, { arcoPublicEmail: 'derechos@sindelegado.cl' })
  const { id, email } = await newRequest({}, person)
  assert.match((await lettersTo(email, 1)).text, /escriba a derechos@sindelegado\.cl\./)
  await person.post(`/dsar/requests/${id}/respond`, answer)
  assert.match((await lettersTo(email, 2)).text, /pídalo a derechos@sindelegado\.cl\./)
})

test('a refusal states its ground and until when to complain to the Agency', async () => {
  for (const [responseType, said] of [
    ['REJECTED_IDENTITY', /no fue posible verificar la identidad/],
    ['REJECTED_LEGAL', /motivo previsto en la ley/],
    ['PARTIALLY_FULFILLED', /fue acogida en parte/],
  ] as const) {
    const { id, email } = await newRequest({ rightType: 'DELETION' })
    await ana.post(`/dsar/requests/${id}/respond`, {
      responseType,
      responseNotes: 'Revisamos su caso.',
      denialReason: 'El contrato sigue vigente',
    })
    const { text } = await lettersTo(email, 2)
    assert.match(text, said)
    assert.match(text, /Revisamos su caso\./)
    assert.match(text, /Fundamento de lo que no se acogió: El contrato sigue vigente/)
    // Thirty business days from 1 December, without the 8th, the 25th and New Year's Day.
    assert.match(
      text,
      /reclamar ante la Agencia de Protección de Datos Personales dentro de 30 días hábiles, es decir, hasta el 15 de enero de 2027 \(art\. 41, Ley 19\.628/,
    )
  }
})

test('a ground given in the notes appears once', async () => {
  const { id, email } = await newRequest()
  await ana.post(`/dsar/requests/${id}/respond`, {
    responseType: 'REJECTED_LEGAL',
    responseNotes: 'Lo dice la ley',
  })
  const { text } = await lettersTo(email, 2)
  assert.equal(text.split('Lo dice la ley').length, 2)
})

test('a refused change sends no letter', async () => {
  const { id, email } = await newRequest()
  await Promise.all([1, 2].map(() => ana.post(`/dsar/requests/${id}/extend`, { reason: 'x' })))
  await ana.patch(`/dsar/requests/${id}`, { status: 'IN_PROGRESS' })
  await ana.post(`/dsar/requests/${id}/respond`, { responseType: 'REJECTED_LEGAL' })
  await lettersTo(email, 2)
})

// ── reminders ──

/** Sets the clock to eight in the morning in Chile, so many days after the requests came in. */
async function morning(days: number): Promise<void> {
  api.clock.set(new Date(new Date('2026-12-01T11:00:00.000Z').getTime() + days * DAY_MS))
  await REMINDERS_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  await api.drain()
}

test('the job runs every morning at eight', () => {
  assert.equal(REMINDERS_JOB.every, '0 8 * * *')
})

/** Leaves out notices of a new request, which reach the same people. */
const reminders = (address: string) =>
  api.mailbox.to(address).filter(({ subject }) => /^(Quedan?|Vencida)\b/.test(subject!))

test('assignee and DPO are reminded 7, 3 and 1 days before and when it is overdue, once each', async () => {
  api.clock.set(NOW)
  const person = await api.tenant()
  const assignee = await person.colleague('ANALYST', 'Luis Soto')
  const dpo = await person.colleague('DPO')
  const { id, folio, email } = await newRequest({}, person)
  await person.post(`/dsar/requests/${id}/assign`, { assignedTo: assignee.userId })
  const subjects: string[][] = []
  for (let day = 20; day <= 36; day += 1) {
    await morning(day)
    if (day === 23) await morning(day)
    subjects.push(reminders(assignee.email).map(({ subject }) => subject!))
  }
  assert.deepEqual(
    subjects.map(({ length }) => length),
    // Days 20 to 36: the requests are due on day 30.
    [0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4],
  )
  const expected = ['Quedan 7 días', 'Quedan 3 días', 'Queda 1 día', 'Vencida'].map(
    (when) => `${when}: solicitud ${folio}`,
  )
  assert.deepEqual(subjects.at(-1), expected)
  assert.deepEqual(
    reminders(dpo.email).map(({ subject }) => subject),
    expected,
  )
  const { text } = reminders(dpo.email)[0]!
  assert.match(text!, /solicitud .* de acceso está en «En curso»\./)
  assert.match(text!, /vence el 31 de diciembre de 2026/)
  assert.ok(!text!.includes('María') && !text!.includes(email))
  const { events } = (await (await person.colleague('VIEWER')).get(`/dsar/requests/${id}`)).data
  assert.equal(events.filter(({ type }: { type: string }) => type === 'reminder').length, 4)
  assert.equal(reminders(person.email).length, 0)
})

test("reminders reach the entity's DPO and the DPOs by role; without DPO or assignee, the owners", async () => {
  api.clock.set(NOW)
  const [named, nobody] = [await api.tenant(), await api.tenant()]
  const byRole = await named.colleague('DPO')
  const entity = (await named.get('/org/entities')).data.entities[0]
  await named.patch(`/org/entities/${entity.id}`, { dpoEmail: 'oficial@empresa.cl' })
  await newRequest({}, named)
  await newRequest({}, nobody)
  await morning(23)
  assert.equal(reminders('oficial@empresa.cl').length, 1)
  assert.equal(reminders(byRole.email).length, 1)
  assert.equal(reminders(named.email).length, 0)
  assert.match(reminders(nobody.email)[0]!.text!, /nadie la tiene asignada/)
})

test('the next run catches up on a missed morning, with the true number of days', async () => {
  api.clock.set(NOW)
  const person = await api.tenant()
  await newRequest({}, person)
  await morning(25)
  await morning(40)
  assert.deepEqual(
    reminders(person.email).map(({ subject }) => subject!.split(':')[0]),
    ['Quedan 5 días', 'Vencida'],
  )
})

test('an extension restarts the reminders for the new deadline', async () => {
  api.clock.set(NOW)
  const person = await api.tenant()
  const { id } = await newRequest({}, person)
  await morning(23)
  await (await person.colleague('ANALYST')).post(`/dsar/requests/${id}/extend`, { reason: 'x' })
  for (const day of [27, 30, 40, 53, 53, 57, 59, 61]) await morning(day)
  assert.deepEqual(
    reminders(person.email).map(({ subject }) => subject!.split(':')[0]),
    ['Quedan 7 días', 'Quedan 7 días', 'Quedan 3 días', 'Queda 1 día', 'Vencida'],
  )
})

test('finished requests cause no reminders', async () => {
  api.clock.set(NOW)
  const person = await api.tenant()
  const { id } = await newRequest({}, person)
  await person.post(`/dsar/requests/${id}/respond`, { responseType: 'FULFILLED' })
  for (const day of [23, 29, 31]) await morning(day)
  assert.equal(reminders(person.email).length, 0)
})

test('a block causes reminders within its two days', async () => {
  api.clock.set(NOW)
  const person = await api.tenant()
  const { folio } = await newRequest({ rightType: 'BLOCKING' }, person)
  for (const day of [0, 1, 2, 3, 4]) await morning(day)
  const mails = reminders(person.email)
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    [`Queda 1 día hábil: solicitud ${folio}`, `Vencida: solicitud ${folio}`],
  )
  assert.match(mails[0]!.text!, /plazo de bloqueo temporal vence el 3 de diciembre de 2026/)
  assert.match(
    mails[0]!.text!,
    /los datos solo pueden conservarse: no pueden usarse ni comunicarse \(arts\. 8 ter y 11/,
  )
})

test('two processes that run the job at once remind once', async () => {
  api.clock.set(NOW)
  const person = await api.tenant()
  await newRequest({}, person)
  await Promise.all([morning(23), morning(23)])
  await api.drain()
  assert.equal(reminders(person.email).length, 1)
})

// ── around the day of the law, and long after it ──

test('art. 41: no letter suggests a complaint that would fail, before the law or after the term', async () => {
  const refusedOn = async (instant: string) => {
    api.clock.set(instant)
    const person = await api.tenant()
    const { id, folio } = await newRequest({}, person)
    await person.post(`/dsar/requests/${id}/respond`, {
      responseType: 'REJECTED_LEGAL',
      responseNotes: 'Lo ordena la ley.',
    })
    return folio
  }
  const seenOn = async (instant: string, folio: string) => {
    api.clock.set(instant)
    return (await api.anyone.get(`/public/dsar/track/${folio}`)).data.statusDescription as string
  }
  const early = await refusedOn('2026-11-20T15:00:00Z')
  assert.match(await seenOn('2026-11-21T15:00:00Z', early), /juez de letras en lo civil/)
  assert.match(
    await seenOn('2026-12-05T15:00:00Z', early),
    /Puede presentar su solicitud otra vez: .* anterior/,
  )
  const late = await refusedOn('2026-12-31T15:00:00Z')
  assert.match(await seenOn('2027-02-12T15:00:00Z', late), /Puede reclamar .* hasta el 12 de febrero de 2027/)
  assert.match(await seenOn('2027-02-13T15:00:00Z', late), /otra vez: .* terminó el 12 de febrero de 2027/)
  api.clock.set(NOW)
})

test('art. 16 of the former text: until the law binds, the DPO is reminded of its shorter term', async () => {
  const told = async (instant: string, rightType: string) => {
    api.clock.set(instant)
    const person = await api.tenant()
    const { folio } = await newRequest({ rightType }, person)
    return api.mailbox.to(person.email).find(({ subject }) => subject?.includes(folio))!.text!
  }
  assert.match(
    await told('2026-11-20T15:00:00Z', 'ACCESS'),
    /dos días hábiles, es decir, hasta el 24 de noviembre/,
  )
  assert.doesNotMatch(await told('2026-11-20T15:00:00Z', 'PORTABILITY'), /juez de letras/)
  assert.doesNotMatch(await told('2026-12-02T15:00:00Z', 'ACCESS'), /juez de letras/)
  api.clock.set(NOW)
})

test('until the law binds, letters name the judge only for the rights of the former text', async () => {
  api.clock.set('2026-11-20T15:00:00Z')
  const person = await api.tenant()
  for (const [rightType, judge] of [
    ['ACCESS', true],
    ['PORTABILITY', false],
  ] as const) {
    const { id, email } = await newRequest({ rightType }, person)
    await person.post(`/dsar/requests/${id}/respond`, {
      responseType: 'REJECTED_LEGAL',
      denialReason: 'Lo ordena la ley.',
    })
    await api.drain()
    for (const { text } of api.mailbox.to(email)) {
      assert.equal(/juez de letras en lo civil/.test(text!), judge, text)
      if (!judge) assert.match(text!, /no contempla este derecho/)
    }
    assert.equal(api.mailbox.to(email).length, 2)
  }
  api.clock.set(NOW)
})
