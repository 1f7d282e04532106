import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { digest } from '#kernel/secrets.ts'
import { suspendTenant } from '#modules/settings/public.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { REMINDER_JOB } from './jobs.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const viewer = await ana.colleague('VIEWER')
const analyst = await ana.colleague('ANALYST', 'Bruno Analista')
const stranger = await api.tenant()
const NOBODY = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const today = () => chileanDay(api.clock.now())
const inDays = (count: number) => addDays(today(), count)

const SECTIONS = [
  {
    title: 'Cámaras',
    questions: [
      { key: 'has', type: 'yes_no', label: '¿Hay cámaras?', required: true },
      {
        key: 'place',
        type: 'text',
        label: '¿Qué lugar?',
        required: true,
        showIf: [{ question: 'has', operator: 'is', value: 'yes' }],
        fills: { target: 'activity', field: 'name' },
      },
      {
        key: 'purpose',
        type: 'long_text',
        label: '¿Para qué?',
        showIf: [{ question: 'has', operator: 'is', value: 'yes' }],
        fills: { target: 'activity', field: 'purpose' },
      },
      { key: 'sign', type: 'file', label: 'Letrero' },
    ],
  },
]

const make = async (who: Person = ana, body: object = { name: 'Cámaras', sections: SECTIONS }) => {
  const reply = await who.post('/questionnaires', body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}
let people = 0
const send = async (id: string, who: Person = ana, dueOn = inDays(10)) => {
  people += 1
  const email = `persona${people}@sur.cl`
  const reply = await who.post(`/questionnaires/${id}/send`, {
    recipients: [{ email, name: `Persona ${people}` }],
    dueOn,
  })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  const [{ id: answerId, pageUrl }] = reply.data.items
  return { answerId, email, key: pageUrl.split('/').at(-1) as string, at: pathOf(pageUrl) }
}
const pathOf = (pageUrl: string) => `/public/questionnaires/${pageUrl.split('/').at(-1)}`
const WHOLE = { has: 'yes', place: 'Tienda de Ñuñoa', purpose: 'Seguridad de las personas' }
const submitted = async (id: string, answers: object = WHOLE, who: Person = ana) => {
  const invited = await send(id, who)
  const reply = await api.anyone.post(invited.at, { answers })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return invited
}
const read = async (id: string, who: Person = ana) => (await who.get(`/questionnaires/answers/${id}`)).data
const linkIn = (email: string) =>
  /https:\/\/resguardo\.test\/cuestionarios\/([\w-]{43})/.exec(api.mailbox.to(email).at(-1)!.text!)![1]!

// ── questionnaires ──

test('a questionnaire is copied from a built-in one or written', async () => {
  const { data } = await viewer.get('/questionnaires/built-in')
  assert.deepEqual(
    data.items.map(({ key }: { key: string }) => key),
    ['register', 'vendor', 'legitimate_interest', 'children', 'cameras', 'dpia_opinions', 'yearly_review'],
  )
  for (const { key, name, targets } of data.items) {
    const made = await make(ana, { builtIn: key })
    assert.deepEqual([made.name, made.builtIn, made.version, made.targets], [name, key, 1, targets])
  }
  const own = await make()
  assert.deepEqual([own.builtIn, own.targets, own.counts.sent], [null, ['activity'], 0])
  assert.equal((await ana.get(`/questionnaires/${own.id}`)).data.sections[0].questions.length, 4)
  for (const [body, status] of [
    [{}, 400],
    [{ name: 'Sin preguntas' }, 400],
    [{ builtIn: 'nada' }, 422],
    [{ name: 'X', sections: [{ title: 'S', questions: [{ key: '1x', type: 'text', label: 'L' }] }] }, 400],
    [
      {
        name: 'X',
        sections: [
          {
            title: 'S',
            questions: [{ key: 'x', type: 'text', label: 'L', fills: { target: 'activity', field: 'nada' } }],
          },
        ],
      },
      422,
    ],
  ] as const)
    assert.equal((await ana.post('/questionnaires', body)).status, status, JSON.stringify(body))
  assert.equal((await viewer.post('/questionnaires', { builtIn: 'register' })).status, 403)
})

test('a changed text is a new version; people invited before finish the former one', async () => {
  const { id } = await make()
  const before = await send(id)
  const [section] = structuredClone(SECTIONS) as [(typeof SECTIONS)[number]]
  section.questions[0]!.label = '¿Tiene cámaras?'
  const changed = (await ana.put(`/questionnaires/${id}`, { sections: [section] })).data
  assert.deepEqual([changed.version, changed.sections[0].questions[0].label], [2, '¿Tiene cámaras?'])
  assert.equal((await ana.put(`/questionnaires/${id}`, { sections: [section] })).data.version, 2)
  assert.equal((await ana.put(`/questionnaires/${id}`, { isActive: true })).data.version, 2)
  const after = await send(id)
  const label = async (at: string) => (await api.anyone.get(at)).data.sections[0].questions[0].label
  assert.deepEqual([await label(before.at), await label(after.at)], ['¿Hay cámaras?', '¿Tiene cámaras?'])
  assert.equal((await read(before.answerId)).sections[0].questions[0].label, '¿Hay cámaras?')
})

test('a sent questionnaire cannot be deleted; an archived one cannot be sent', async () => {
  const { id } = await make()
  const other = await make()
  assert.equal((await ana.delete(`/questionnaires/${other.id}`)).status, 200)
  assert.equal((await ana.get(`/questionnaires/${other.id}`)).status, 404)
  await send(id)
  assert.equal((await ana.delete(`/questionnaires/${id}`)).status, 409)
  assert.equal((await ana.put(`/questionnaires/${id}`, { isActive: false })).data.isActive, false)
  const body = { recipients: [{ email: 'x@sur.cl', name: 'X' }], dueOn: inDays(3) }
  assert.equal((await ana.post(`/questionnaires/${id}/send`, body)).status, 409)
})

// ── sending ──

test('a hundred people get personal links, and the organisation sees who has answered', async () => {
  const { id } = await make()
  const recipients = Array.from({ length: 100 }, (_, n) => ({ email: `area${n}@cien.cl`, name: `Área ${n}` }))
  const reply = await ana.post(`/questionnaires/${id}/send`, { recipients, dueOn: inDays(5) })
  assert.deepEqual([reply.status, reply.data.sent], [201, 100])
  assert.equal(new Set(reply.data.items.map(({ pageUrl }: { pageUrl: string }) => pageUrl)).size, 100)
  await api.drain()
  const letter = api.mailbox.to('area7@cien.cl')[0]!
  assert.match(letter.subject!, /^Tienda Sur SpA le pide responder: Cámaras$/)
  assert.match(letter.text!, /Hola, Área 7/)
  const [first, second] = [linkIn('area0@cien.cl'), linkIn('area1@cien.cl')]
  assert.equal(
    (await api.anyone.put(`/public/questionnaires/${first}`, { answers: { has: 'yes' } })).status,
    200,
  )
  assert.equal(
    (await api.anyone.post(`/public/questionnaires/${second}`, { answers: { has: 'no' } })).status,
    200,
  )
  const { counts } = (await viewer.get(`/questionnaires/${id}`)).data
  assert.deepEqual(counts, { sent: 100, started: 1, submitted: 1, returned: 0, unread: 1, overdue: 0 })
  const started = (await ana.get(`/questionnaires/${id}/answers?status=started`)).data.items
  assert.deepEqual(
    started.map(({ name, asked, answered }: Record<string, unknown>) => [name, asked, answered]),
    [['Área 0', 4, 1]],
  )
  const found = (await ana.get(`/questionnaires/${id}/answers?q=area77`)).data.items
  assert.deepEqual(found.length, 1)
  assert.equal(
    (await ana.get(`/questionnaires/answers?unread=true&questionnaireId=${id}`)).data.items.length,
    1,
  )
})

test('one wrong address, date or department refuses the whole sending', async () => {
  const { id } = await make()
  const one = { email: 'uno@sur.cl', name: 'Uno' }
  const attempt = async (recipients: object[], dueOn = inDays(3)) =>
    (await ana.post(`/questionnaires/${id}/send`, { recipients, dueOn })).status
  assert.equal(await attempt([]), 400)
  assert.equal(await attempt([{ email: 'no', name: 'X' }]), 400)
  assert.equal(
    await attempt(Array.from({ length: 101 }, (_, n) => ({ email: `a${n}@x.cl`, name: 'A' }))),
    400,
  )
  assert.equal(await attempt([one, { ...one, email: 'UNO@sur.cl' }]), 422)
  assert.equal(await attempt([one, { ...one, departmentId: NOBODY }]), 422)
  assert.equal(await attempt([one], inDays(-1)), 422)
  assert.equal(await attempt([one], inDays(400)), 422)
  assert.equal(
    (await viewer.post(`/questionnaires/${id}/send`, { recipients: [one], dueOn: inDays(3) })).status,
    403,
  )
  assert.equal(
    (await stranger.post(`/questionnaires/${id}/send`, { recipients: [one], dueOn: inDays(3) })).status,
    404,
  )
  assert.equal((await ana.get(`/questionnaires/${id}`)).data.counts.sent, 0)
})

test('the plan limits the letters of a day', async () => {
  const small = await api.tenant({ plan: 'STARTER' })
  const { id } = await make(small)
  const to = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ email: `${prefix}${n}@x.cl`, name: 'A' }))
  const sendTo = (recipients: object[]) =>
    small.post(`/questionnaires/${id}/send`, { recipients, dueOn: inDays(3) })
  assert.equal((await sendTo(to('a', 60))).status, 201)
  const refused = await sendTo(to('b', 60))
  assert.deepEqual([refused.status, refused.body.error.code], [402, 'PLAN_LIMIT_REACHED'])
  assert.equal((await small.get(`/questionnaires/${id}`)).data.counts.sent, 60)
})

// ── with the key ──

test('the link shows the questions and the organisation’s name, and nothing else of it', async () => {
  const { id } = await make()
  const { at } = await send(id)
  const { status, data } = await api.anyone.get(at)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(data).sort(), [
    'answers',
    'description',
    'dueOn',
    'expiresAt',
    'files',
    'name',
    'note',
    'organizationName',
    'recipientName',
    'sections',
    'status',
    'submittedAt',
  ])
  assert.equal(data.organizationName, 'Tienda Sur SpA')
  assert.equal(JSON.stringify(data).includes('fills'), false)
})

test('the database keeps a hash of the key, and no response shows the key', async () => {
  const { id } = await make()
  const { key, answerId } = await send(id)
  assert.match(key, /^[\w-]{43}$/)
  const row = await api.access.asSystem('a test reads an answer', (db) =>
    db.selectFrom('questionnaire_answers').selectAll().where('id', '=', answerId).executeTakeFirstOrThrow(),
  )
  assert.equal(row.key_hash, digest(key))
  assert.equal(JSON.stringify(row).includes(key), false)
  const shown = JSON.stringify((await ana.get(`/questionnaires/answers/${answerId}`)).body)
  assert.equal(shown.includes(key) || shown.includes(digest(key)), false)
})

test('drafts are saved, and a complete answer is sent', async () => {
  const { id } = await make()
  const { at, answerId } = await send(id)
  const saved = await api.anyone.put(at, { answers: { has: 'yes', purpose: 'Segur' } })
  assert.deepEqual(
    [saved.status, saved.data.status, saved.data.asked, saved.data.answered, saved.data.missing],
    [200, 'started', 4, 2, ['place']],
  )
  await api.anyone.put(at, { answers: { purpose: 'Seguridad' } })
  assert.deepEqual((await api.anyone.get(at)).data.answers, { has: 'yes', purpose: 'Seguridad' })
  await api.anyone.put(at, { answers: { purpose: '' } })
  assert.deepEqual((await api.anyone.get(at)).data.answers, { has: 'yes' })
  const refused = await api.anyone.post(at, {})
  assert.deepEqual(
    [refused.status, refused.body.error.details.map(({ path }: { path: string }) => path)],
    [422, ['answers.place']],
  )
  assert.equal((await api.anyone.put(at, { answers: { has: 'tal vez' } })).status, 422)
  assert.equal((await api.anyone.put(at, { answers: 'nada' })).status, 400)
  const sent = await api.anyone.post(at, { answers: { place: 'Ñuñoa', has: 'yes' } })
  assert.deepEqual([sent.status, sent.data.status], [200, 'submitted'])
  assert.equal((await api.anyone.put(at, { answers: { place: 'Otro' } })).status, 409)
  assert.equal((await api.anyone.post(at, {})).status, 409)
  const after = (await api.anyone.get(at)).data
  assert.deepEqual([after.status, after.sections, after.answers], ['submitted', [], {}])
  assert.deepEqual((await read(answerId)).answers, { has: 'yes', place: 'Ñuñoa' })
})

test('answers to questions that were not asked are dropped', async () => {
  const { id } = await make()
  const { at, answerId } = await send(id)
  await api.anyone.put(at, { answers: WHOLE })
  await api.anyone.post(at, { answers: { has: 'no' } })
  assert.deepEqual((await read(answerId)).answers, { has: 'no' })
})

test('of two concurrent sends one succeeds', async () => {
  const { id } = await make()
  const { at } = await send(id)
  const both = await Promise.all([
    api.anyone.post(at, { answers: WHOLE }),
    api.anyone.post(at, { answers: WHOLE }),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
})

test('an unknown, expired or revoked key is not found', async () => {
  const { id } = await make()
  const { at, answerId } = await send(id)
  const gone = async (path: string) => {
    for (const reply of [
      await api.anyone.get(path),
      await api.anyone.put(path, { answers: {} }),
      await api.anyone.post(path, {}),
      await api.anyone.post(`${path}/uploads`, { name: 'a.pdf' }),
    ])
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'RESOURCE_NOT_FOUND'], path)
  }
  for (const key of ['x', 'a'.repeat(43), '%00', 'a'.repeat(101)]) await gone(`/public/questionnaires/${key}`)
  assert.equal((await stranger.delete(`/questionnaires/invitations/${answerId}`)).status, 404)
  assert.equal((await viewer.delete(`/questionnaires/invitations/${answerId}`)).status, 403)
  assert.equal((await ana.delete(`/questionnaires/invitations/${answerId}`)).status, 200)
  assert.equal((await ana.delete(`/questionnaires/invitations/${answerId}`)).status, 409)
  await gone(at)
  assert.equal((await read(answerId)).status, 'revoked')
  const late = await send(id)
  api.clock.advance(41 * DAY_MS)
  try {
    await gone(late.at)
    const fresh = await ana.colleague('ANALYST')
    assert.deepEqual(
      [(await read(late.answerId, fresh)).status, (await read(late.answerId, fresh)).overdue],
      ['expired', true],
    )
  } finally {
    api.clock.release()
  }
})

const PDF = Buffer.from('%PDF-1.7\nun letrero')
const upload = async (at: string, name = 'letrero.pdf') => {
  const { data } = await api.anyone.post(`${at}/uploads`, { name })
  const reply = await api.anyone.put(`/public/uploads/${data.uploadKey}`, undefined, {
    payload: PDF,
    headers: { 'content-type': 'application/octet-stream' },
  })
  assert.equal(reply.status, 200)
  return data.uploadKey as string
}

test('files are uploaded with the same key, and can be removed while it is open', async () => {
  const { id } = await make()
  const { at, answerId } = await send(id)
  const [one, two] = [await upload(at, 'uno.pdf'), await upload(at, 'dos.pdf')]
  const files = [one, two].map((uploadKey) => ({ question: 'sign', uploadKey }))
  const saved = (await api.anyone.put(at, { answers: {}, files })).data
  assert.deepEqual(
    saved.files.map(({ name, question }: Record<string, string>) => [name, question]),
    [
      ['uno.pdf', 'sign'],
      ['dos.pdf', 'sign'],
    ],
  )
  assert.equal((await api.anyone.put(at, { answers: {}, files: [files[0]] })).status, 422)
  const wrong = [{ question: 'place', uploadKey: await upload(at) }]
  assert.equal((await api.anyone.put(at, { answers: {}, files: wrong })).status, 422)
  const keep = saved.files[1].key
  const left = (await api.anyone.put(at, { answers: { sign: [keep, NOBODY] } })).data.files
  assert.deepEqual(
    left.map(({ key }: { key: string }) => key),
    [keep],
  )
  assert.equal((await ana.get(`/files/${saved.files[0].key}`)).status, 404)
  await api.anyone.post(at, { answers: WHOLE })
  const answer = await read(answerId)
  assert.deepEqual(
    answer.files.map(({ name, question }: Record<string, string>) => [name, question]),
    [['dos.pdf', 'sign']],
  )
  assert.deepEqual((await viewer.get(`/files/${keep}`)).raw, PDF)
  assert.equal((await stranger.get(`/files/${keep}`)).status, 404)
  assert.equal((await ana.delete(`/files/${keep}`)).status, 409)
})

test('a file of one organisation cannot be attached with the key of another', async () => {
  const [mine, theirs] = [await make(), await make(stranger)]
  const [here, there] = [await send(mine.id), await send(theirs.id, stranger)]
  const files = [{ question: 'sign', uploadKey: await upload(there.at) }]
  assert.equal((await api.anyone.put(here.at, { answers: {}, files })).status, 422)
})

test('a suspended organisation shows nothing, but accepts answers', async () => {
  const owner = await api.tenant({ name: 'Suspendida' })
  const { id } = await make(owner)
  const { at } = await send(id, owner)
  await suspendTenant(api.access, owner.slug, api.clock.now())
  const shown = await api.anyone.get(at)
  assert.deepEqual([shown.status, shown.body.error.details[0].rule], [403, 'suspended'])
  assert.equal((await api.anyone.put(at, { answers: { has: 'yes' } })).status, 200)
  assert.equal((await api.anyone.post(at, { answers: WHOLE })).status, 200)
})

// ── reading, returning, reminding ──

test('the sender and the DPO are notified of an answer, and it stays a task until somebody reads it', async () => {
  const owner = await api.tenant()
  const dpo = await owner.colleague('DPO')
  const sender = await owner.colleague('ANALYST')
  const { id } = await make(sender)
  const { answerId } = await submitted(id, WHOLE, sender)
  await api.drain()
  for (const person of [dpo, sender]) {
    const { items } = (await person.get('/notifications')).data
    assert.deepEqual([items[0].type, items[0].entityId], ['questionnaire.answered', answerId])
  }
  const waiting = async () => (await dpo.get('/tasks?kind=answer')).data.items
  const [task] = await waiting()
  assert.deepEqual(
    [task.entityType, task.entityId, task.url],
    ['questionnaire_answer', answerId, `/organizacion/${owner.slug}/cuestionarios/respuestas/${answerId}`],
  )
  const seen = await dpo.post(`/questionnaires/answers/${answerId}/read`)
  assert.deepEqual([seen.status, seen.data.readBy], [200, 'Persona DPO'])
  assert.equal((await dpo.post(`/questionnaires/answers/${answerId}/read`)).status, 200)
  assert.deepEqual(await waiting(), [])
})

test('a returned answer keeps its link and can be sent again', async () => {
  const { id } = await make()
  const { answerId, at, email, key } = await submitted(id)
  const back = (who: Person, body: object) => who.post(`/questionnaires/answers/${answerId}/return`, body)
  assert.equal((await back(viewer, { note: '¿Y?' })).status, 403)
  assert.equal((await back(stranger, { note: '¿Y?' })).status, 404)
  assert.equal((await back(ana, { note: ' ' })).status, 400)
  assert.equal((await back(ana, { note: '¿Y?', dueOn: inDays(-1) })).status, 422)
  const returned = await back(ana, { note: '¿Por cuántos días se guardan?' })
  assert.deepEqual([returned.status, returned.data.status], [200, 'returned'])
  assert.equal((await back(ana, { note: 'Otra vez' })).status, 409)
  await api.drain()
  assert.match(api.mailbox.to(email).at(-1)!.text!, /¿Por cuántos días se guardan\?/)
  assert.equal(linkIn(email), key)
  const open = (await api.anyone.get(at)).data
  assert.deepEqual(
    [open.status, open.note, open.answers],
    ['returned', '¿Por cuántos días se guardan?', WHOLE],
  )
  assert.equal((await api.anyone.put(at, { answers: { purpose: '30 días' } })).data.status, 'returned')
  assert.equal((await api.anyone.post(at, {})).status, 200)
  const again = await read(answerId)
  assert.deepEqual([again.status, again.readAt, again.answers.purpose], ['submitted', null, '30 días'])
})

test('people without an answer get reminders by the job, once for each of its days, and by hand once a day', async () => {
  const { id } = await make()
  const { email, answerId, key } = await send(id, ana, inDays(5))
  const done = await submitted(id)
  const letters = () => api.mailbox.to(email).length
  const run = async () => {
    await REMINDER_JOB.run(api.service.jobEnv, {}, undefined as never)
    await api.drain()
  }
  await run()
  assert.equal(letters(), 1)
  assert.equal((await ana.post(`/questionnaires/answers/${answerId}/remind`)).status, 409)
  assert.equal((await ana.post(`/questionnaires/answers/${done.answerId}/remind`)).status, 409)
  try {
    api.clock.advance(2 * DAY_MS)
    await run()
    await run()
    assert.equal(letters(), 2)
    assert.match(api.mailbox.to(email).at(-1)!.subject!, /^Recordatorio/)
    assert.equal(linkIn(email), key)
    api.clock.advance(DAY_MS)
    await run()
    assert.equal(letters(), 2)
    const fresh = await ana.colleague('ANALYST')
    assert.equal((await fresh.post(`/questionnaires/answers/${answerId}/remind`)).status, 200)
    await api.drain()
    assert.equal(letters(), 3)
    api.clock.advance(DAY_MS)
    await run()
    assert.equal(letters(), 4)
  } finally {
    api.clock.release()
  }
})

// ── converting ──

test('an answer becomes a draft of the register, and each links to the other', async () => {
  const { id } = await make()
  const { answerId } = await submitted(id)
  const preview = (await viewer.get(`/questionnaires/answers/${answerId}/drafts?target=activity`)).data
  assert.deepEqual(
    [preview.items.length, preview.items[0].title, preview.items[0].source],
    [1, 'Tienda de Ñuñoa', null],
  )
  const convert = (who: Person, body: object = { target: 'activity' }) =>
    who.post(`/questionnaires/answers/${answerId}/convert`, body)
  assert.equal((await convert(viewer)).status, 403)
  assert.equal((await convert(stranger)).status, 404)
  assert.equal((await convert(ana, { target: 'nada' })).status, 400)
  assert.equal((await convert(ana, { target: 'processor' })).status, 422)
  assert.equal((await convert(ana, { target: 'activity', records: [2] })).status, 422)
  const { status, data } = await convert(analyst)
  assert.equal(status, 201)
  const [source] = data.items
  const activity = (await ana.get(`/rat/activities/${source.entityId}`)).data
  assert.deepEqual(
    [activity.status, activity.name, activity.purpose],
    ['draft', 'Tienda de Ñuñoa', 'Seguridad de las personas'],
  )
  assert.equal(source.url, `/organizacion/${ana.slug}/registro/${activity.id}`)
  assert.equal((await convert(ana)).status, 409)
  const answer = await read(answerId)
  assert.deepEqual(
    [answer.readBy, answer.sources[0].entityId, answer.sources[0].createdBy],
    ['Bruno Analista', activity.id, 'Bruno Analista'],
  )
  const from = `/questionnaires/answers?entityType=activity&entityId=${activity.id}`
  assert.deepEqual(
    (await viewer.get(from)).data.items.map(({ id }: { id: string }) => id),
    [answerId],
  )
  assert.deepEqual((await stranger.get(from)).data.items, [])
})

test('an unsent answer cannot be converted', async () => {
  const { id } = await make()
  const { answerId } = await send(id)
  const path = `/questionnaires/answers/${answerId}`
  assert.equal((await ana.post(`${path}/convert`, { target: 'activity' })).status, 409)
  assert.equal((await ana.get(`${path}/drafts?target=activity`)).status, 409)
  assert.equal((await ana.post(`${path}/return`, { note: 'Falta' })).status, 409)
  assert.equal((await ana.post(`${path}/read`)).status, 409)
})

test('converting into an existing activity only fills its empty fields', async () => {
  const { id } = await make(ana, { builtIn: 'legitimate_interest' })
  const { answerId } = await submitted(id, {
    name: 'Cámaras',
    purpose: 'Otra finalidad',
    data: ['location'],
    people: ['customers'],
    interest: 'Evitar robos',
    other_way: 'no',
    necessity: 'No hay otra manera',
    expected: 'yes',
    effects: 'Poco',
    weak: 'no',
    safeguards: 'Letrero',
  })
  const activityId = await makeActivity(ana, { name: 'Videovigilancia', purpose: 'Seguridad' })
  const into = (intoId: string) =>
    ana.post(`/questionnaires/answers/${answerId}/convert`, { target: 'activity', intoId })
  for (const wrong of [NOBODY, 'x', await makeActivity(stranger)])
    assert.equal((await into(wrong)).status, 422)
  assert.equal((await into(activityId)).status, 201)
  const { name, purpose, balancing } = (await ana.get(`/rat/activities/${activityId}`)).data
  assert.deepEqual(
    [name, purpose, balancing.purpose, balancing.safeguards],
    ['Videovigilancia', 'Seguridad', 'Evitar robos', 'Letrero'],
  )
})

test('a vendor’s answer becomes a processor with its diligence', async () => {
  const { id } = await make(ana, { builtIn: 'vendor' })
  const says = Object.fromEntries(
    ['security', 'secrecy', 'breaches', 'places', 'delegation', 'rights', 'return'].map((key) => [
      `${key}_ok`,
      'yes',
    ]),
  )
  const answers = {
    name: 'Nube Andina SpA',
    taxId: '76.543.210-3',
    country: 'CL',
    contactName: 'Ana Rojas',
    contactEmail: 'privacidad@nube.cl',
    services: 'Respaldos',
    ...says,
    security_note: 'ISO 27001',
  }
  const { answerId } = await submitted(id, answers)
  const convert = (intoId?: string) =>
    ana.post(`/questionnaires/answers/${answerId}/convert`, {
      target: 'processor',
      ...(intoId && { intoId }),
    })
  const { data } = await convert()
  const [{ entityId }] = data.items
  const processor = (await ana.get(`/processors/${entityId}`)).data
  assert.deepEqual([processor.name, processor.contactEmail], ['Nube Andina SpA', 'privacidad@nube.cl'])
  const diligence = (await ana.get(`/processors/${entityId}/diligence`)).data
  assert.equal(diligence.answered, 7)
  const security = diligence.items.find(({ key }: { key: string }) => key === 'security')
  assert.deepEqual(
    [security.outcome, security.note],
    ['YES', 'Según respondió en el cuestionario: ISO 27001'],
  )

  const again = await submitted(id, { ...answers, security_ok: 'no', taxId: 'otro' })
  const body = { target: 'processor', intoId: entityId }
  assert.equal(
    (await ana.post(`/questionnaires/answers/${again.answerId}/convert`, { target: 'processor' })).status,
    409,
  )
  assert.equal((await ana.post(`/questionnaires/answers/${again.answerId}/convert`, body)).status, 201)
  assert.equal((await ana.get(`/processors/${entityId}`)).data.taxId, '76.543.210-3')
})

test('three activities in one answer become three drafts, and its system a system', async () => {
  const { id } = await make(ana, { builtIn: 'register' })
  const one = (n: number, more: string) => ({
    [`name_${n}`]: `Tarea ${n}`,
    [`purpose_${n}`]: `Para ${n}`,
    [`people_${n}`]: ['customers'],
    [`data_${n}`]: ['name', 'health'],
    [`more_${n}`]: more,
  })
  const { answerId } = await submitted(id, {
    area: 'Bodega',
    ...one(1, 'yes'),
    ...one(2, 'no'),
    system: 'Planilla de despachos',
    system_type: 'SPREADSHEET',
  })
  const convert = (body: object) => ana.post(`/questionnaires/answers/${answerId}/convert`, body)
  assert.equal((await convert({ target: 'activity', records: [2] })).data.items.length, 1)
  const rest = (await convert({ target: 'activity' })).data.items
  assert.deepEqual(
    rest.map(({ title }: { title: string }) => title),
    ['Tarea 1'],
  )
  const activity = (await ana.get(`/rat/activities/${rest[0].entityId}`)).data
  assert.deepEqual([activity.hasSensitiveData, activity.responsibleArea], [true, 'Bodega'])
  const [made] = (await convert({ target: 'system' })).data.items
  const system = (await ana.get(`/data-map/systems/${made.entityId}`)).data
  assert.deepEqual([system.name, system.type], ['Planilla de despachos', 'SPREADSHEET'])
})

test('opinions of those affected go into the assessment, as an opinion and a risk', async () => {
  const { id } = await make(ana, { builtIn: 'dpia_opinions' })
  const { answerId } = await submitted(id, {
    relation: 'customer',
    agreement: 'doubt',
    opinion: 'No sé quién mira',
    worried: 'yes',
    worry: 'Que me sigan',
    likelihood: 'high',
    impact: 'medium',
  })
  const assessment = (await ana.post('/dpia/assessments', { title: 'Cámaras' })).data
  const convert = (body: object) => ana.post(`/questionnaires/answers/${answerId}/convert`, body)
  assert.equal((await convert({ target: 'risk' })).status, 422)
  assert.equal((await convert({ target: 'risk', intoId: NOBODY })).status, 422)
  const { status, data } = await convert({ target: 'risk', intoId: assessment.id })
  assert.deepEqual([status, data.items[0].entityType], [201, 'dpia_assessment'])
  const after = (await ana.get(`/dpia/assessments/${assessment.id}`)).data
  assert.equal(after.subjectsOpinion, '«No sé quién mira»')
  const [{ description, likelihood, impact, riskLevel }] = after.risks
  assert.deepEqual([description, likelihood, impact, riskLevel], ['Que me sigan', 'high', 'medium', 'high'])
})

test('an API key converts only into modules that it may write', async () => {
  const { id } = await make()
  const { answerId } = await submitted(id)
  const scopes = ['questionnaires:read', 'questionnaires:write']
  const { key } = (await ana.post('/settings/api-keys', { name: 'Integración', scopes })).data
  const program = api.with({ 'x-api-key': key })
  assert.equal((await program.get('/questionnaires')).status, 200)
  const path = `/questionnaires/answers/${answerId}/convert`
  assert.equal((await program.post(path, { target: 'activity' })).status, 403)
})

test('the log has the acts, without names and answers', async () => {
  const { id } = await make()
  const { answerId, email } = await submitted(id)
  const rows = await api.access.asSystem('a test reads the audit log', (db) =>
    db.selectFrom('audit_log').selectAll().where('entity_id', '=', answerId).execute(),
  )
  assert.deepEqual(rows.map(({ action }) => action).sort(), ['send', 'submit'])
  assert.equal(JSON.stringify(rows).includes(email), false)
  assert.equal(JSON.stringify(rows).includes('Ñuñoa'), false)
})
