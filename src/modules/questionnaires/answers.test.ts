import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { openService, type Person } from '#test/kit/service.ts'

/** The organisation's view of questionnaires and its acts on answers, beyond the main path. */
const api = await openService()
const ana = await api.tenant({ name: 'Tienda & Ñandú' })
const viewer = await ana.colleague('VIEWER')
const stranger = await api.tenant()
const inDays = (count: number) => addDays(chileanDay(api.clock.now()), count)
const text = (key: string, fills?: object) => ({
  key,
  type: 'text',
  label: `¿${key}?`,
  ...(fills && { fills }),
})
const SECTIONS = [
  { title: 'S', questions: [text('name', { target: 'activity', field: 'name' }), text('more')] },
]
const FILES = [{ title: 'S', questions: [text('name'), { key: 'paper', type: 'file', label: 'Papel' }] }]

const make = async (name: string, sections: object[] = SECTIONS, who: Person = ana): Promise<string> => {
  const reply = await who.post('/questionnaires', { name, sections })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data.id
}
interface Invited {
  id: string
  at: string
  email: string
}
const send = async (
  id: string,
  names: string[],
  dueOn = inDays(10),
  who: Person = ana,
): Promise<Invited[]> => {
  const recipients = names.map((name) => ({ email: `${name}@sur.cl`, name }))
  const reply = await who.post(`/questionnaires/${id}/send`, { recipients, dueOn })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data.items.map(({ id, email, pageUrl }: Record<string, string>) => ({
    id,
    email,
    at: `/public/questionnaires/${pageUrl!.split('/').at(-1)}`,
  }))
}
const submit = async ({ at }: Invited, answers: object = { name: 'Ventas' }) =>
  assert.equal((await api.anyone.post(at, { answers })).status, 200)
const names = (reply: { data: { items: { name: string }[] } }) => reply.data.items.map(({ name }) => name)
const read = async (id: string) => (await ana.get(`/questionnaires/answers/${id}`)).data
const logOf = (entityId: string) =>
  api.access.asSystem('a test reads the audit log', (db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'entity_type', 'actor_type', 'changes'])
      .where('entity_id', '=', entityId)
      .orderBy('created_at')
      .execute(),
  )

test('answers are sorted newest first, by date or by name, and filtered by state', async () => {
  const id = await make('Lista')
  const first = await send(id, ['bea', 'ana', 'carla'], inDays(9))
  const [dora] = await send(id, ['dora'], inDays(2))
  const other = await make('Otra lista')
  await send(other, ['elsa'])
  await submit(first[0]!)
  await api.anyone.put(first[1]!.at, { answers: { more: 'x' } })
  await ana.delete(`/questionnaires/invitations/${first[2]!.id}`)
  const of = async (query: string) => names(await viewer.get(`/questionnaires/${id}/answers?${query}`))
  assert.equal((await of(''))[0], 'dora')
  assert.deepEqual(await of('sort=name'), ['ana', 'bea', 'carla', 'dora'])
  assert.deepEqual(await of('sort=-name&limit=2&page=2'), ['bea', 'ana'])
  assert.deepEqual((await of('sort=dueOn'))[0], 'dora')
  assert.deepEqual((await of('sort=-dueOn'))[3], 'dora')
  for (const [status, who] of [
    ['sent', ['dora']],
    ['started', ['ana']],
    ['submitted', ['bea']],
    ['revoked', ['carla']],
    ['returned', []],
  ] as const)
    assert.deepEqual(await of(`status=${status}`), who)
  assert.deepEqual(await of('unread=true'), ['bea'])
  assert.equal((await of('unread=false')).length, 4)
  assert.deepEqual(await of('unread=true&status=started'), [])
  await ana.post(`/questionnaires/answers/${first[0]!.id}/read`)
  assert.deepEqual(await of('unread=true'), [])
  const all = async (query: string) => names(await viewer.get(`/questionnaires/answers?limit=100&${query}`))
  assert.ok((await all('')).includes('elsa'))
  assert.deepEqual(await all(`questionnaireId=${other}`), ['elsa'])
  assert.deepEqual(await all(`questionnaireId=${other.toUpperCase()}`), ['elsa'])
  assert.deepEqual(await all('questionnaireId=nada'), [])
  assert.equal((await viewer.get('/questionnaires/answers?status=expired')).status, 400)
  assert.deepEqual(await all(`entityType=activity&entityId=${dora!.id}`), [])
  assert.deepEqual(names(await stranger.get(`/questionnaires/answers?questionnaireId=${id}`)), [])
  assert.equal((await stranger.get(`/questionnaires/${id}/answers`)).status, 404)
})

test('counts leave out revoked invitations, and count late ones from the day after the date', async () => {
  const id = await make('Cuentas')
  const [one, two, three] = await send(id, ['uno', 'dos', 'tres'], inDays(1))
  await submit(one!)
  await ana.delete(`/questionnaires/invitations/${two!.id}`)
  const counts = async (who: Person = ana) => (await who.get(`/questionnaires/${id}`)).data.counts
  const none = { started: 0, returned: 0 }
  assert.deepEqual(await counts(), { ...none, sent: 2, submitted: 1, unread: 1, overdue: 0 })
  const upper = (await ana.get(`/questionnaires/${id.toUpperCase()}`)).data
  assert.deepEqual([upper.id, upper.counts.sent], [id, 2])
  const day = inDays(1)
  try {
    api.clock.set(`${day}T20:00:00Z`)
    assert.equal((await counts(await ana.colleague('VIEWER'))).overdue, 0, 'on its day nobody is late')
    api.clock.advance(DAY_MS)
    const fresh = await ana.colleague('VIEWER')
    assert.equal((await counts(fresh)).overdue, 1)
    const items = (await fresh.get(`/questionnaires/${id}/answers?sort=name`)).data.items
    assert.deepEqual(
      items.map(({ name, overdue }: Record<string, unknown>) => [name, overdue]),
      [
        ['dos', false],
        ['tres', true],
        ['uno', false],
      ],
    )
    await submit(three!)
    assert.equal((await counts(fresh)).overdue, 0, 'late, and still welcome')
  } finally {
    api.clock.release()
  }
  await ana.post(`/questionnaires/answers/${one!.id}/return`, { note: '¿Y?' })
  assert.deepEqual(await counts(), { started: 0, returned: 1, sent: 2, submitted: 1, unread: 1, overdue: 0 })
})

test('questionnaires are listed with their state; a new name or description makes a version, a pause does not', async () => {
  const org = await api.tenant()
  const [a, b] = [await make('Árbol', SECTIONS, org), await make('Bote', SECTIONS, org)]
  const put = async (id: string, body: object) => (await org.put(`/questionnaires/${id}`, body)).data
  assert.equal((await put(a, { name: 'Árbol' })).version, 1)
  assert.equal((await put(a, { name: 'Árbol ñ' })).version, 2)
  assert.equal((await put(a, { description: ' Para todos ' })).version, 3)
  assert.equal((await put(a, { description: '  ' })).description, null)
  assert.equal((await put(a, { description: null })).version, 4, 'none it was before')
  assert.equal((await put(b, { isActive: false })).version, 1)
  assert.equal((await org.put(`/questionnaires/${a}`, { sections: [] })).status, 400)
  assert.equal((await org.put(`/questionnaires/${a}`, { name: ' ' })).status, 400)
  assert.equal((await org.put(`/questionnaires/${a}`, { name: null })).status, 400)
  const of = async (query: string) => names(await org.get(`/questionnaires?${query}`))
  assert.deepEqual(await of(''), ['Bote', 'Árbol ñ'])
  assert.deepEqual(await of('sort=name'), ['Árbol ñ', 'Bote'])
  assert.deepEqual(await of('isActive=true'), ['Árbol ñ'])
  assert.deepEqual(await of('isActive=false'), ['Bote'])
  assert.deepEqual(await of('q=arbol'), ['Árbol ñ'])
  const log = await logOf(a)
  assert.deepEqual(
    log.map(({ action, entity_type }) => `${action} ${entity_type}`),
    ['create', ...Array(5).fill('update')].map((action) => `${action} questionnaire`),
  )
})

test('a department must be the organisation’s own, once for each person', async () => {
  const workspace = (await ana.get('/org/workspaces')).data.workspaces[0]
  const entity = (await ana.get('/org/entities')).data.entities[0]
  const made = await ana.post('/org/departments', {
    workspaceId: workspace.id,
    entityId: entity.id,
    legalEntityId: entity.id,
    name: 'Bodega',
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const departmentId: string = made.data.id
  const id = await make('Por departamento')
  const to = (recipients: object[]) =>
    ana.post(`/questionnaires/${id}/send`, { recipients, dueOn: inDays(3) })
  const luis = { email: 'luis@sur.cl', name: 'Luis' }
  const twice = await to([
    { ...luis, departmentId },
    { ...luis, email: 'LUIS@sur.cl', departmentId: departmentId.toUpperCase() },
  ])
  assert.deepEqual([twice.status, twice.body.error.details?.[0].path], [422, 'recipients[1].email'])
  const wrong = await to([luis, { ...luis, departmentId: 'bodega' }])
  assert.deepEqual([wrong.status, wrong.body.error.details[0].path], [422, 'recipients[1].departmentId'])
  const sent = await to([luis, { ...luis, departmentId: departmentId.toUpperCase() }])
  assert.equal(sent.status, 201, 'for himself and for his department')
  const items = (await ana.get(`/questionnaires/${id}/answers`)).data.items
  assert.deepEqual(
    items
      .map(({ departmentId, departmentName }: Record<string, unknown>) => [departmentId, departmentName])
      .sort(),
    [
      [null, null],
      [departmentId, 'Bodega'],
    ].sort(),
  )
  const [theirs] = [await make('De otra', SECTIONS, stranger)]
  const body = { recipients: [{ ...luis, departmentId }], dueOn: inDays(3) }
  assert.equal((await stranger.post(`/questionnaires/${theirs}/send`, body)).status, 422)
})

test('an answer is returned until its date, or with seven more days if that has passed', async () => {
  const id = await make('Devolver')
  const [early, late, chosen] = await send(id, ['temprano', 'tarde', 'elegida'], inDays(4))
  const kept = inDays(4)
  await submit(early!)
  await submit(chosen!)
  const back = async (one: Invited, body: object, who: Person = ana) =>
    (await who.post(`/questionnaires/answers/${one.id}/return`, { note: ' Falta\nalgo ', ...body })).data
  const returned = await back(early!, {})
  assert.deepEqual(
    [returned.dueOn, returned.note, returned.readBy, returned.overdue],
    [kept, 'Falta\nalgo', 'Ana Rojas', false],
  )
  assert.equal((await back(chosen!, { dueOn: inDays(30) })).dueOn, inDays(30))
  try {
    api.clock.advance(4 * DAY_MS)
    const fresh = await ana.colleague('ANALYST', 'Eva <Lagos>')
    await submit(late!)
    assert.equal(
      (await back(late!, {}, fresh)).dueOn,
      inDays(7),
      'the last day itself is no time to complete it',
    )
    const shown = await api.anyone.get(late!.at)
    assert.deepEqual([shown.data.note, shown.data.dueOn], ['Falta\nalgo', inDays(7)])
  } finally {
    api.clock.release()
  }
  await api.drain()
  const letter = api.mailbox.to(early!.email).at(-1)!
  assert.equal(letter.subject, 'Tienda & Ñandú le pide completar su respuesta a «Devolver»')
  assert.match(String(letter.html), /Tienda &amp; Ñandú/)
  assert.match(String(letter.html), /Falta<br>\s*algo/)
})

test('of two concurrent returns, revocations or conversions one succeeds', async () => {
  const id = await make('A la vez')
  const [one, two, three] = await send(id, ['devuelta', 'revocada', 'convertida'])
  await submit(one!)
  await submit(three!)
  const statuses = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).sort()
  const back = () => ana.post(`/questionnaires/answers/${one!.id}/return`, { note: 'Falta' })
  assert.deepEqual(await statuses([back(), back()]), [200, 409])
  const revoke = () => ana.delete(`/questionnaires/invitations/${two!.id}`)
  assert.deepEqual(await statuses([revoke(), revoke()]), [200, 409])
  const convert = () => ana.post(`/questionnaires/answers/${three!.id}/convert`, { target: 'activity' })
  assert.deepEqual(await statuses([convert(), convert(), convert()]), [201, 409, 409])
  assert.equal((await read(three!.id)).sources.length, 1)
  await api.drain()
  assert.equal(api.mailbox.to(one!.email).length, 2, 'the invitation and one return')
  const log = await logOf(three!.id)
  assert.deepEqual(
    log.map(({ action, actor_type }) => `${action} by ${actor_type}`),
    ['send by user', 'submit by public', 'convert by user', 'read by user'],
  )
})

test('no reminders for revoked, expired or sent answers, nor on the day of the invitation', async () => {
  const id = await make('Recordar')
  const [open, gone, done] = await send(id, ['abierto', 'revocado', 'hecho'], inDays(20))
  await submit(done!)
  await ana.delete(`/questionnaires/invitations/${gone!.id}`)
  const remind = async (one: Invited, who: Person = ana) => {
    const { status, body } = await who.post(`/questionnaires/answers/${one.id}/remind`)
    return [status, body.error?.message]
  }
  assert.deepEqual(await remind(open!), [409, 'Hoy ya se le escribió. Espere hasta mañana.'])
  assert.match(String((await remind(gone!))[1]), /está revocado/)
  assert.match(String((await remind(done!))[1]), /está respondido/)
  assert.equal((await viewer.post(`/questionnaires/answers/${open!.id}/remind`)).status, 403)
  assert.equal((await stranger.post(`/questionnaires/answers/${open!.id}/remind`)).status, 404)
  try {
    api.clock.advance(DAY_MS)
    const fresh = await ana.colleague('ANALYST')
    assert.equal((await remind(open!, fresh))[0], 200)
    assert.equal((await remind(open!, fresh))[0], 409)
    api.clock.advance(DAY_MS)
    assert.equal((await remind(open!, await ana.colleague('ANALYST')))[0], 200)
    api.clock.advance(60 * DAY_MS)
    assert.match(String((await remind(open!, await ana.colleague('ANALYST')))[1]), /está vencido/)
  } finally {
    api.clock.release()
  }
})

const PDF = Buffer.from('%PDF-1.7\npapel')
const upload = async (at: string): Promise<string> => {
  const { data } = await api.anyone.post(`${at}/uploads`, { name: 'papel.pdf' })
  const headers = { 'content-type': 'application/octet-stream' }
  const reply = await api.anyone.put(`/public/uploads/${data.uploadKey}`, undefined, {
    payload: PDF,
    headers,
  })
  assert.equal(reply.status, 200)
  return data.uploadKey
}

test('up to ten files fit, and removing one makes room', async () => {
  const id = await make('Papeles', FILES)
  const [one] = await send(id, ['papeles'])
  const attach = async (keys: string[], answers: object = {}) => {
    const files = keys.map((uploadKey) => ({ question: 'paper', uploadKey }))
    return api.anyone.put(one!.at, { answers, files })
  }
  const keys: string[] = []
  for (let n = 0; n < 10; n += 1) keys.push(await upload(one!.at))
  const held = await attach(keys)
  assert.deepEqual([held.status, held.data.files.length], [200, 10])
  const extra = await upload(one!.at)
  const refused = await attach([extra])
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, 'files'])
  const stays: string[] = held.data.files.slice(1).map(({ key }: { key: string }) => key)
  const swapped = await attach([extra], { paper: stays })
  assert.deepEqual([swapped.status, swapped.data.files.length], [200, 10])
  await submit(one!, { name: 'Con papeles' })
  assert.equal((await read(one!.id)).files.length, 10)
  assert.equal((await api.anyone.post(`${one!.at}/uploads`, { name: 'a.pdf' })).status, 409)
})

test('files of questions no longer asked are deleted when the answer is sent', async () => {
  const sections = [
    {
      title: 'S',
      questions: [
        { key: 'has', type: 'yes_no', label: '¿Hay?' },
        {
          key: 'paper',
          type: 'file',
          label: 'Papel',
          required: true,
          showIf: [{ question: 'has', operator: 'is', value: 'yes' }],
        },
      ],
    },
  ]
  const [one] = await send(await make('Con o sin', sections), ['duda'])
  assert.equal((await api.anyone.post(one!.at, { answers: { has: 'yes' } })).status, 422)
  const files = [{ question: 'paper', uploadKey: await upload(one!.at) }]
  const saved = await api.anyone.put(one!.at, { answers: { has: 'yes' }, files })
  assert.deepEqual([saved.data.missing, saved.data.answered], [[], 2])
  await submit(one!, { has: 'no' })
  const { answers, files: left, answered, asked } = await read(one!.id)
  assert.deepEqual([answers, left, answered, asked], [{ has: 'no' }, [], 1, 1])
  assert.equal((await ana.get(`/files/${saved.data.files[0].key}`)).status, 404)
})

test('answers that cannot be stored or are no text are refused, and the former ones stay', async () => {
  const [one] = await send(await make('Signos'), ['signos'])
  await api.anyone.put(one!.at, { answers: { more: 'Ñandú 🦤 «á»' } })
  for (const answers of [{ more: 'a\u0000b' }, { more: 7 }, { more: { a: 1 } }, { more: ['a', 'b'] }, []])
    assert.ok(
      [400, 422].includes((await api.anyone.put(one!.at, { answers })).status),
      JSON.stringify(answers),
    )
  const shown = (await api.anyone.get(one!.at)).data
  assert.deepEqual(shown.answers, { more: 'Ñandú 🦤 «á»' })
})

test('a country alone implies a transfer abroad, in new and existing activities', async () => {
  const sections = [
    {
      title: 'S',
      questions: [
        text('name', { target: 'activity', field: 'name' }),
        text('country', { target: 'activity', field: 'internationalTransfer.country' }),
      ],
    },
  ]
  const [one, two] = await send(await make('País', sections), ['uno', 'dos'])
  const transfer = async (invited: Invited, intoId?: string) => {
    await submit(invited, { name: 'Respaldo', country: 'Perú' })
    const body = { target: 'activity', ...(intoId && { intoId }) }
    const reply = await ana.post(`/questionnaires/answers/${invited.id}/convert`, body)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    const activity = (await ana.get(`/rat/activities/${reply.data.items[0].entityId}`)).data
    const { exists, country } = activity.internationalTransfer
    return [exists, country]
  }
  assert.deepEqual(await transfer(one!), [true, 'Perú'])
  const there = await makeActivity(ana, { internationalTransfer: { exists: false } })
  assert.deepEqual(await transfer(two!, there), [true, 'Perú'])
})
