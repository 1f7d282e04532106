import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity } from '#test/kit/activities.ts'
import {
  CALM,
  eventTypes,
  MINIMAL,
  makeBreach,
  moveBreach,
  NOW,
  readBreach,
  reportBreach,
} from '#test/kit/breaches.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Grupo Aromo SpA' })

const decide = (id: string, fields: object = {}, who: Person = ana) =>
  who.post(`/breaches/${id}/decision-tree`, { ...CALM, ...fields })

const noticeOf = async (id: string, audience = 'authority', who: Person = ana) =>
  (await who.get(`/breaches/${id}/notification-template?audience=${audience}`)).data

/** Every field that the register of art. 14 sexies requires. */
const WHOLE = {
  dataCategories: ['name', 'email'],
  estimatedRecords: 40,
  containmentActions: ['Cuenta bloqueada'],
  nature: ['confidentiality'],
  effects: 'Una persona ajena leyó el archivo.',
  prevention: 'Doble revisión de los destinatarios.',
  riskRationale: 'El archivo se borró el mismo día y no salió del correo.',
}

async function entityOf(person: Person, fields: object): Promise<string> {
  const { data } = await person.get('/org/entities')
  const reply = await person.post('/org/entities', {
    workspaceId: data.entities[0].workspaceId,
    ...fields,
  })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data.id
}

// ── the decision follows the record ──

for (const [category, key] of [
  ['health', 'sensitive_data'],
  ['biometric', 'sensitive_data'],
  ['ethnic_origin', 'sensitive_data'],
  ['religious', 'sensitive_data'],
  ['political', 'sensitive_data'],
  ['sexual_orientation', 'sensitive_data'],
  ['Fichas médicas', 'sensitive_data'],
  ['situación socioeconómica', 'sensitive_data'],
  ['financial', 'financial_data'],
  ['Deudas', 'financial_data'],
  ['minor_data', 'minor_data'],
] as const) {
  test(`art. 14 sexies: «${category}» in the record counts, although every answer is no`, async () => {
    const id = await makeBreach(ana, { dataCategories: ['name', category] })
    const { data } = await decide(id)
    assert.deepEqual([data.requiresNotification, data.requiresSubjectNotification], [true, true])
    assert.equal(data.urgency, 'critical')
    assert.deepEqual(
      data.reasons.map((reason: { key: string }) => reason.key),
      [key],
    )
    assert.equal(data.notes.length, 1)
    assert.match(data.notes[0], /Cuenta lo registrado/)
    const breach = await readBreach(ana, id)
    assert.deepEqual([breach.requiresNotification, breach.requiresSubjectNotification], [true, true])
    assert.deepEqual(breach.overrides, [])
  })
}

test('arts. 2 g) and 14 sexies: a mark as sensitive counts, and a decision cannot remove it', async () => {
  const id = await makeBreach(ana, { hasSensitiveData: true })
  const { data } = await decide(id)
  assert.equal(data.requiresSubjectNotification, true)
  assert.equal((await readBreach(ana, id)).hasSensitiveData, true)
  const health = await makeBreach(ana, { dataCategories: ['health'], hasSensitiveData: false })
  assert.equal((await readBreach(ana, health)).hasSensitiveData, true)
})

test('art. 14 sexies: data of a linked activity count too', async () => {
  const activityId = await makeActivity(ana, { name: 'Ficha clínica', dataCategories: ['name', 'health'] })
  const id = await makeBreach(ana, { dataCategories: ['name'], activityIds: [activityId] })
  const { data } = await decide(id)
  assert.equal(data.requiresSubjectNotification, true)
  const [answer] = data.answers
  assert.deepEqual(
    [answer.field, answer.sent, answer.recorded, answer.counted, answer.because],
    ['hasSensitiveData', false, true, true, ['health']],
  )
})

test('arts. 2 g) and 14 sexies: an activity about the socioeconomic situation makes its breach sensitive', async () => {
  const fields = { name: 'Becas', dataCategories: ['name', 'rut'], socioeconomic: true }
  const id = await makeBreach(ana, { activityIds: [await makeActivity(ana, fields)] })
  const { data } = await decide(id)
  assert.equal(data.requiresSubjectNotification, true)
  assert.match(data.notes[0], /marcados como sensibles/)
})

test('art. 14 sexies: a no against the record needs a written reason, and both are stored', async () => {
  const id = await makeBreach(ana, { dataCategories: ['name', 'minor_data'] })
  const blank = await decide(id, { overrideReasons: { hasMinorData: '  ' } })
  assert.equal(blank.data.requiresSubjectNotification, true, 'a blank is no reason')
  const reason = 'Son estudiantes de cuarto medio: todos tienen más de catorce años.'
  const { data } = await decide(id, { overrideReasons: { hasMinorData: reason, hasFinancialData: 'Sobra.' } })
  assert.deepEqual([data.requiresNotification, data.requiresSubjectNotification], [false, false])
  const breach = await readBreach(ana, id)
  assert.deepEqual(breach.overrides, [{ field: 'hasMinorData', recorded: true, sent: false, reason }])
  const { template } = await noticeOf(id)
  assert.match(
    template,
    /menores de catorce años: No\. El registro menciona datos de niños, niñas o adolescentes;/,
  )
  assert.ok(template.includes(reason))
  assert.match(template, /no es obligatorio comunicar/)
})

test('W2, art. 14 sexies: the report to the Agency contradicts neither itself nor the record', async () => {
  const id = await makeBreach(ana, { dataCategories: ['health', 'minor_data', 'financial'] })
  await decide(id)
  const { template } = await noticeOf(id)
  for (const words of [
    'Datos personales sensibles (art. 2 letra g): Sí',
    'menores de catorce años: Sí',
    'bancarias o comerciales: Sí',
    'Corresponde comunicar la vulneración a los titulares.',
  ]) {
    assert.ok(template.includes(words), words)
  }
  assert.doesNotMatch(template, /: No\b|no es obligatorio|ni datos de los tipos/)
})

test('art. 14 sexies: a changed record changes the decision, and the history shows it', async () => {
  const id = await makeBreach(ana, { dataCategories: ['name'] })
  await decide(id)
  assert.equal((await readBreach(ana, id)).requiresNotification, false)
  const more = (await ana.put(`/breaches/${id}`, { dataCategories: ['name', 'health'] })).data
  assert.deepEqual([more.requiresNotification, more.requiresSubjectNotification], [true, true])
  assert.equal(more.decision.revisedAt, NOW)
  assert.deepEqual(eventTypes(more), ['created', 'decision', 'updated', 'decision'])
  const less = (await ana.put(`/breaches/${id}`, { dataCategories: ['name'] })).data
  assert.equal(less.requiresNotification, false)
  assert.deepEqual(eventTypes((await ana.put(`/breaches/${id}`, { title: 'Otro' })).data).slice(-1), [
    'updated',
  ])
})

test('art. 14 sexies: a reason covers only the words it was written for', async () => {
  const id = await makeBreach(ana, { dataCategories: ['biometric'] })
  const overrideReasons = { hasSensitiveData: 'Solo se perdió la fecha de la huella.' }
  assert.equal((await decide(id, { overrideReasons })).data.requiresNotification, false)
  const same = (await ana.put(`/breaches/${id}`, { effects: 'Ninguno.' })).data
  assert.deepEqual([same.requiresNotification, same.overrides.length], [false, 1])
  const more = (await ana.put(`/breaches/${id}`, { dataCategories: ['biometric', 'health'] })).data
  assert.deepEqual([more.requiresNotification, more.overrides], [true, []])
})

test('art. 14 sexies: the report gives the reason for the risk level, not the level as its own reason', async () => {
  const id = await makeBreach(ana, { dataCategories: ['name', 'rut'] })
  const riskRationale = 'Con el RUT y el nombre se puede contratar a nombre de otra persona.'
  await decide(id, { riskToSubjects: 'alto', riskRationale })
  assert.equal((await readBreach(ana, id)).riskRationale, riskRationale)
  const { template } = await noticeOf(id)
  assert.ok(template.includes(`Riesgo evaluado: alto\nFundamento: ${riskRationale}`))
  assert.doesNotMatch(template, /El riesgo evaluado es medio o superior/)
})

// ── the register ──

test('art. 14 sexies: the fields of the register are stored, changed and cleared', async () => {
  const sent = {
    nature: ['integrity', 'confidentiality', 'integrity'],
    occurredAt: '2026-03-10T08:00:00Z',
    effects: 'Se alteraron 12 saldos.',
    prevention: 'Revisión de permisos.',
    riskRationale: 'Los saldos se usan para cobrar.',
    subjectsNotifiedAt: '2026-03-10T10:00:00Z',
    subjectsMedium: 'correo electrónico',
    massMediaNotice: 'Diario de circulación nacional, 10-03-2026: 300 personas sin contacto.',
    noNoticeReason: 'A 3 personas fallecidas no se les avisó.',
  }
  const id = await makeBreach(ana, sent)
  const breach = await readBreach(ana, id)
  assert.deepEqual(breach.nature, ['confidentiality', 'integrity'])
  assert.equal(breach.occurredAt, '2026-03-10T08:00:00.000Z')
  for (const field of [
    'effects',
    'prevention',
    'riskRationale',
    'subjectsMedium',
    'massMediaNotice',
  ] as const) {
    assert.equal(breach[field], sent[field])
  }
  assert.equal(breach.noNoticeReason, sent.noNoticeReason)
  const cleared = (
    await ana.put(`/breaches/${id}`, {
      nature: null,
      occurredAt: '',
      effects: null,
      subjectsNotifiedAt: null,
    })
  ).data
  assert.deepEqual(
    [cleared.nature, cleared.occurredAt, cleared.effects, cleared.subjectsNotifiedAt, cleared.prevention],
    [[], null, null, null, sent.prevention],
  )
  for (const wrong of [
    { nature: ['theft'] },
    { nature: 'integrity' },
    { occurredAt: 'ayer' },
    { actsAs: 'x' },
  ]) {
    assert.equal((await ana.put(`/breaches/${id}`, wrong)).status, 400, JSON.stringify(wrong))
  }
})

test('art. 14 sexies: times must be in the order of events', async () => {
  const id = await makeBreach(ana, { occurredAt: MINIMAL.detectedAt })
  const tomorrow = '2026-03-11T12:00:00Z'
  const early = '2026-03-10T08:59:59Z'
  for (const [path, wrong] of [
    ['occurredAt', { occurredAt: '2026-03-10T09:00:01Z' }],
    ['detectedAt', { detectedAt: '2026-03-10T08:00:00Z' }],
    ['subjectsNotifiedAt', { subjectsNotifiedAt: early }],
    ['subjectsNotifiedAt', { subjectsNotifiedAt: tomorrow }],
    ['controllerNotifiedAt', { controllerNotifiedAt: early }],
  ] as const) {
    const reply = await ana.put(`/breaches/${id}`, wrong)
    assert.deepEqual([reply.status, reply.body.error?.details[0].path], [422, path], JSON.stringify(wrong))
  }
  assert.equal((await ana.post('/breaches', { ...MINIMAL, occurredAt: NOW })).status, 422)
  for (const notifiedAt of [early, tomorrow]) {
    const reply = await ana.post(`/breaches/${id}/notify-subjects`, { notifiedAt, medium: 'correo' })
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'notifiedAt'])
    const report = { notifiedAt, notificationFileKey: 'reportes/x.pdf' }
    const sent = await ana.post(`/breaches/${id}/notify-apdp`, report)
    assert.deepEqual([sent.status, sent.body.error.details[0].path], [422, 'notifiedAt'])
  }
  assert.deepEqual(eventTypes(await readBreach(ana, id)), ['created'])
})

test('art. 14 sexies: the notice to the people is recorded, and again for further information', async () => {
  const id = await makeBreach(ana, WHOLE)
  const told = { notifiedAt: '2026-03-10T10:00:00Z', medium: 'correo electrónico', notes: '38 de 40.' }
  const reply = await ana.post(`/breaches/${id}/notify-subjects`, told)
  assert.equal(reply.status, 200)
  assert.deepEqual(
    [reply.data.subjectsNotifiedAt, reply.data.subjectsMedium, reply.data.status],
    ['2026-03-10T10:00:00.000Z', 'correo electrónico', 'detected'],
  )
  const event = reply.data.events.at(-1)
  assert.deepEqual(
    [event.type, event.notes, event.details.medium],
    ['subjects_notified', '38 de 40.', told.medium],
  )
  const massMediaNotice = 'Diario nacional, 10-03-2026: dos personas sin contacto.'
  const again = await ana.post(`/breaches/${id}/notify-subjects`, {
    notifiedAt: NOW,
    medium: 'carta certificada',
    massMediaNotice,
  })
  assert.equal(again.data.subjectsMedium, 'carta certificada')
  const { data } = await ana.get(`/breaches/${id}/register`)
  assert.deepEqual(
    data.communications.map((one: { to: string; medium: string }) => [one.to, one.medium]),
    [
      ['subjects', 'carta certificada'],
      ['mass_media', massMediaNotice],
    ],
  )
  for (const wrong of [{ notifiedAt: NOW }, { medium: 'correo' }, { notifiedAt: NOW, medium: ' ' }]) {
    assert.equal((await ana.post(`/breaches/${id}/notify-subjects`, wrong)).status, 400)
  }
})

test('art. 14 sexies: no entry of the register has a bracket, with much or with little recorded', async () => {
  for (const fields of [{}, WHOLE]) {
    const id = await makeBreach(ana, fields)
    const { data } = await ana.get(`/breaches/${id}/register`)
    const { dataCategories: _, ...texts } = data
    assert.doesNotMatch(
      Object.values(texts)
        .filter((text) => typeof text === 'string')
        .join(),
      /[[\]]|COMPLETAR/,
    )
    assert.equal(data.legalEntity.name, 'Grupo Aromo SpA')
    if (fields === WHOLE)
      assert.deepEqual(data.missing, ['evaluación del riesgo para los derechos de los titulares'])
    else assert.equal(data.measures.prevention, 'Sin registrar')
  }
})

// ── as processor ──

test('arts. 15 bis and 14 sexies: a processor informs the controller, and gets that letter', async () => {
  const id = await makeBreach(ana, { ...WHOLE, dataCategories: ['health'] })
  const reply = await decide(id, { actsAs: 'processor' })
  const { requiresNotification, requiresSubjectNotification, requiresControllerNotification, urgency } =
    reply.data
  assert.deepEqual(
    [requiresNotification, requiresSubjectNotification, requiresControllerNotification, urgency],
    [false, false, true, 'critical'],
  )
  assert.match(reply.data.reasons[0].legalReference, /15 bis/)
  const named = await ana.put(`/breaches/${id}`, { controllerName: 'Clínica del Sur SpA' })
  assert.deepEqual([named.data.actsAs, named.data.requiresNotification], ['processor', false])
  const letter = await noticeOf(id, 'controller')
  for (const words of [
    'A: Clínica del Sur SpA',
    'arts. 14 sexies y 15 bis',
    'como encargado del tratamiento',
    'Datos de salud',
  ]) {
    assert.ok(letter.template.includes(words), words)
  }
  assert.deepEqual(letter.notes, [])
  assert.equal(
    (await ana.get(`/breaches/${id}/notification-template`)).data.template,
    letter.template,
    'its own notice is the one to the controller',
  )
  for (const audience of ['authority', 'subjects', 'mass_media']) {
    const drafted = await noticeOf(id, audience)
    assert.match(drafted.notes[0], /corresponde enviarlo al responsable/)
    assert.match(drafted.template, /Clínica del Sur SpA/)
    assert.doesNotMatch(drafted.template, /Grupo Aromo/, 'a processor never reports in its own name')
  }
  const told = await ana.post(`/breaches/${id}/notify-controller`, { notifiedAt: NOW, medium: 'correo' })
  assert.equal(told.data.controllerNotifiedAt, NOW)
  assert.equal(told.data.events.at(-1).type, 'controller_notified')
  assert.deepEqual(
    told.data.clocks.map(({ key, doneAt }: { key: string; doneAt: string }) => [key, doneAt]),
    [['internal_72h', NOW]],
  )
  const controller = (await ana.put(`/breaches/${id}`, { actsAs: 'controller' })).data
  assert.equal(controller.requiresSubjectNotification, true, 'the same answers, now its own duty')
  assert.equal((await ana.post(`/breaches/${id}/notify-controller`, { notifiedAt: NOW })).status, 422)
})

// ── clocks ──

test('art. 14 sexies has no hours; art. 9, Ley 21.663, has three terms, only for essential services', async () => {
  const owner = await api.tenant({ name: 'Pagos del Sur SpA' })
  const essential = await entityOf(owner, { name: 'Medios de Pago SpA', essentialService: true })
  const plain = await readBreach(owner, await makeBreach(owner))
  const [apdp, internal, ...others] = plain.clocks
  assert.deepEqual([apdp.key, apdp.dueAt, apdp.doneAt, others], ['apdp', null, null, []])
  assert.match(apdp.basis, /sin dilaciones indebidas; la ley no fija horas/)
  assert.deepEqual([internal.key, internal.dueAt], ['internal_72h', '2026-03-13T09:00:00.000Z'])

  const id = await makeBreach(owner, { legalEntityId: essential })
  const { clocks } = await readBreach(owner, id)
  assert.deepEqual(
    clocks.slice(2).map(({ key, dueAt }: { key: string; dueAt: string }) => [key, dueAt]),
    [
      ['csirt_alert', '2026-03-10T12:00:00.000Z'],
      ['csirt_report', '2026-03-13T09:00:00.000Z'],
      ['csirt_final', '2026-03-25T09:00:00.000Z'],
    ],
  )
  for (const clock of clocks.slice(2)) assert.match(clock.basis, /art\. 9, Ley 21\.663/)

  const mark = (key: string, body?: object, of = id) => owner.post(`/breaches/${of}/clocks/${key}/done`, body)
  const done = await mark('csirt_alert', { doneAt: '2026-03-10T11:00:00Z' })
  assert.equal(done.status, 200)
  assert.equal(done.data.clocks[2].doneAt, '2026-03-10T11:00:00.000Z')
  assert.deepEqual(done.data.events.at(-1).details, {
    key: 'csirt_alert',
    doneAt: '2026-03-10T11:00:00.000Z',
  })
  assert.equal((await mark('csirt_alert')).status, 409)
  assert.equal((await mark('csirt_report')).data.clocks[3].doneAt, NOW)
  assert.equal((await mark('internal_72h', { doneAt: null })).data.clocks[1].doneAt, NOW)
  assert.equal((await mark('apdp')).status, 422)
  assert.equal((await mark('otro')).status, 404)
  assert.equal((await mark('csirt_alert', {}, plain.id)).status, 422)
  assert.equal((await mark('csirt_final', { doneAt: '2026-03-10T08:00:00Z' })).status, 422)
  assert.equal((await mark('csirt_final', { doneAt: '2026-03-20T08:00:00Z' })).status, 422)
  await reportBreach(owner, id)
  assert.equal((await readBreach(owner, id)).clocks[0].doneAt, '2026-03-10T11:00:00.000Z')
  const alert = await noticeOf(id, 'csirt_alert', owner)
  assert.match(alert.template, /ALERTA TEMPRANA[\s\S]*CSIRT Nacional[\s\S]*Medios de Pago SpA/)
  assert.deepEqual(alert.notes, [])
  assert.equal((await noticeOf(plain.id, 'csirt_report', owner)).notes.length, 1)
})

test('art. 15 bis: no text asks a processor to report to the Agency', async () => {
  const legalEntityId = await entityOf(ana, { name: 'Centro de Datos SpA', essentialService: true })
  const id = await makeBreach(ana, {
    ...WHOLE,
    actsAs: 'processor',
    legalEntityId,
    dataCategories: ['health'],
  })
  const { data: decided } = await decide(id)
  for (const { text } of decided.reasons.slice(1)) {
    assert.doesNotMatch(text, /Agencia/)
    assert.match(text, /al informar al responsable/)
  }
  assert.match(decided.deadlineNote, /informar al responsable.*art\. 15 bis/)
  const { data } = await ana.get(`/breaches/${id}`)
  assert.deepEqual(
    data.clocks.map(({ key, article }: { key: string; article: string }) => [key, article]),
    [
      ['internal_72h', 'meta interna: el art. 15 bis, Ley 19.628 (mod. Ley 21.719), no fija horas'],
      ['csirt_alert', 'art. 9, Ley 21.663'],
      ['csirt_report', 'art. 9, Ley 21.663'],
      ['csirt_final', 'art. 9, Ley 21.663'],
    ],
  )
  for (const audience of ['csirt_alert', 'csirt_report']) {
    const { template } = await noticeOf(id, audience)
    assert.match(template, /no reemplaza el aviso al responsable de los datos \(art\. 15 bis/)
    assert.doesNotMatch(template, /Protección de Datos Personales/)
  }
  assert.equal(
    (await ana.get(`/breaches/${id}/register`)).data.legalReference,
    'art. 15 bis, Ley 19.628 (mod. Ley 21.719)',
  )
  const reported = await ana.post(`/breaches/${id}/notify-apdp`, {
    notifiedAt: NOW,
    notificationFileKey: 'reportes/1.pdf',
  })
  const ours = reported.data.warnings.find(({ key }: { key: string }) => key === 'breach.agency_not_ours')
  assert.match(ours.message, /corresponde al responsable/)
})

test('a task names the article of the clock that ends next', async () => {
  const owner = await api.tenant()
  const essential = await entityOf(owner, { name: 'Aguas SpA', essentialService: true })
  const cases = [
    [{}, 'meta interna: el art. 14 sexies, Ley 19.628 (mod. Ley 21.719), no fija horas'],
    [{ actsAs: 'processor' }, 'meta interna: el art. 15 bis, Ley 19.628 (mod. Ley 21.719), no fija horas'],
    [{ legalEntityId: essential }, 'art. 9, Ley 21.663'],
  ] as const
  for (const [fields, article] of cases) {
    const id = await makeBreach(owner, fields)
    const { items } = (await owner.get('/tasks?kind=breach')).data
    assert.equal(items.find(({ entityId }: { entityId: string }) => entityId === id).article, article)
  }
  const told = await makeBreach(owner, { actsAs: 'processor' })
  await owner.post(`/breaches/${told}/notify-controller`, { notifiedAt: NOW })
  const { items } = (await owner.get('/tasks?kind=breach')).data
  const done = items.find(({ entityId }: { entityId: string }) => entityId === told)
  assert.deepEqual([done.dueAt, done.article], [null, 'art. 15 bis, Ley 19.628 (mod. Ley 21.719)'])
})

// ── legal entity ──

test('art. 14 sexies: the report names the legal entity of the breach, with its RUT', async () => {
  await ana.put('/settings/tenant', { taxId: '76.543.210-3' })
  const logistica = await entityOf(ana, { name: 'Logística Aromo SpA', taxId: '76.192.083-9' })
  const id = await makeBreach(ana, { legalEntityId: logistica })
  for (const audience of ['authority', 'controller', 'csirt_alert', 'mass_media']) {
    const { template } = await noticeOf(id, audience)
    assert.ok(template.includes('Logística Aromo SpA'), audience)
    assert.ok(template.includes('76.192.083-9'), audience)
    assert.doesNotMatch(template, /Grupo Aromo|76\.543\.210-3/)
  }
  const nameless = await entityOf(ana, { name: 'Sin RUT SpA' })
  const other = await noticeOf(await makeBreach(ana, { legalEntityId: nameless }))
  assert.doesNotMatch(other.template, /RUT: /, 'the RUT of the organisation is not the entity’s')
  assert.ok(other.gaps.includes('RUT del responsable'))

  const listed = async (query: string) =>
    (await ana.get(`/breaches?${query}`)).data.items.map((one: { id: string }) => one.id)
  assert.deepEqual(await listed(`legalEntityId=${logistica}`), [id])
  assert.deepEqual(await listed('legalEntityId=nada'), [])
  assert.ok((await listed('legalEntityId=&limit=100')).length > 2)

  const stranger = await api.tenant()
  const foreign = (await stranger.get('/org/entities')).data.entities[0].id
  for (const legalEntityId of [foreign, 'nada']) {
    assert.equal((await ana.post('/breaches', { ...MINIMAL, legalEntityId })).status, 422)
    assert.equal((await ana.put(`/breaches/${id}`, { legalEntityId })).status, 422)
  }
  const moved = await ana.put(`/breaches/${id}`, { legalEntityId: nameless })
  assert.equal(moved.data.legalEntityId, nameless)
  assert.equal((await ana.put(`/breaches/${id}`, { legalEntityId: null })).data.legalEntityId, nameless)
})

// ── the legal gate ──

const REGISTER = ['nature', 'effects', 'categories', 'subjects_number', 'measures', 'prevention']
const keysOf = (findings: { key?: string; path?: string }[]) =>
  findings.map(({ key, path }) => (key ?? path)!.replace('breach.', ''))

async function contained(person: Person, fields: object = {}): Promise<string> {
  const id = await makeBreach(person, fields)
  for (const status of ['investigating', 'contained'])
    assert.equal((await moveBreach(person, id, status)).status, 200)
  return id
}

test('art. 14 sexies: closing warns of each missing item, and goes through as the contract says', async () => {
  for (const status of ['resolved', 'notified']) {
    const reply = await moveBreach(ana, await contained(ana), status)
    assert.deepEqual([reply.status, reply.data.status], [200, status])
    const agency = status === 'notified' ? ['agency'] : []
    assert.deepEqual(keysOf(reply.data.warnings), [...REGISTER, 'decision', ...agency])
    assert.deepEqual(reply.body.warnings, reply.data.warnings)
    for (const { article } of reply.data.warnings) assert.match(article, /Ley 19\.628 \(mod\. Ley 21\.719\)/)
  }
  const investigating = await moveBreach(ana, await makeBreach(ana), 'investigating')
  assert.deepEqual(investigating.data.warnings, [], 'only closing is official')
})

test('arts. 14 quinquies and 14 sexies: when the law is enforced, a breach closes only once its duties are met', async () => {
  const owner = await api.tenant()
  assert.equal((await owner.put('/settings/tenant', { legalGate: 'enforce' })).status, 200)
  const id = await contained(owner, { dataCategories: ['health'] })
  const refused = await moveBreach(owner, id, 'resolved')
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'VALIDATION_ERROR'])
  assert.ok(keysOf(refused.body.error.details).includes('decision'))
  assert.equal((await owner.get(`/breaches/${id}`)).data.status, 'contained')

  await owner.put(`/breaches/${id}`, { ...WHOLE, dataCategories: ['health'] })
  await decide(id, {}, owner)
  const late = await moveBreach(owner, id, 'resolved')
  assert.deepEqual(keysOf(late.body.error.details), ['agency', 'subjects'])
  await owner.put(`/breaches/${id}`, { noNoticeReason: 'Los datos estaban cifrados y la clave no salió.' })
  const reasoned = await moveBreach(owner, id, 'notified')
  assert.deepEqual(keysOf(reasoned.body.error.details), ['agency', 'subjects'], 'a reason ends no duty')
  const { detectedAt } = (await owner.get(`/breaches/${id}`)).data
  await owner.post(`/breaches/${id}/notify-subjects`, { notifiedAt: detectedAt, medium: 'correo' })
  assert.deepEqual(keysOf((await moveBreach(owner, id, 'notified')).body.error.details), ['agency'])
  const reported = await reportBreach(owner, id)
  assert.deepEqual([reported.status, reported.data.warnings], [200, []])
})

test('art. 14 sexies: the gate also covers the report to the Agency, which does not wait for the people', async () => {
  const owner = await api.tenant()
  const analyst = await owner.colleague('ANALYST')
  await owner.put('/settings/tenant', { legalGate: 'enforce' })
  const empty = await makeBreach(owner)
  assert.deepEqual(keysOf((await reportBreach(owner, empty)).body.error.details), [...REGISTER, 'decision'])
  assert.equal((await owner.get(`/breaches/${empty}`)).data.notifiedApdpAt, null)
  const override = { reason: 'Reporte inicial: el resto se envía mañana.' }
  assert.equal((await reportBreach(analyst, empty, { override })).status, 403)
  assert.equal((await reportBreach(owner, empty, { override })).status, 200)
  const { data } = await owner.get(`/settings/audit-log?entityId=${empty}&limit=5`)
  assert.match(JSON.stringify(data), /override_legal_gate/)

  const id = await makeBreach(owner, { ...WHOLE, dataCategories: ['financial'] })
  await decide(id, {}, owner)
  const reply = await reportBreach(owner, id)
  assert.deepEqual([reply.status, keysOf(reply.data.warnings)], [200, ['subjects_pending']])
})

test("arts. 14 quinquies and 15 bis: a breach without report needs its reason, a processor's its notice", async () => {
  const owner = await api.tenant()
  await owner.put('/settings/tenant', { legalGate: 'enforce' })
  const calm = await contained(owner)
  await decide(calm, {}, owner)
  assert.deepEqual(keysOf((await moveBreach(owner, calm, 'resolved')).body.error.details), ['risk_rationale'])
  await owner.put(`/breaches/${calm}`, { riskRationale: 'Disco cifrado.' })
  const closed = await moveBreach(owner, calm, 'resolved')
  assert.deepEqual([closed.status, keysOf(closed.data.warnings)], [200, REGISTER])

  const id = await contained(owner, { actsAs: 'processor' })
  await decide(id, { hasSensitiveData: true }, owner)
  assert.deepEqual(keysOf((await moveBreach(owner, id, 'resolved')).body.error.details), ['controller'])
  await owner.post(`/breaches/${id}/notify-controller`, { notifiedAt: NOW })
  assert.equal((await moveBreach(owner, id, 'resolved')).status, 200)
})

test('art. 9, Ley 21.663: an overdue, unmarked term of the CSIRT keeps an essential service from closing', async () => {
  const owner = await api.tenant()
  await owner.put('/settings/tenant', { legalGate: 'enforce' })
  const legalEntityId = await entityOf(owner, { name: 'Medios de Pago SpA', essentialService: true })
  const detectedAt = '2026-03-10T08:00:00Z'
  const id = await contained(owner, { ...WHOLE, detectedAt, legalEntityId })
  await decide(id, {}, owner)
  const refused = await moveBreach(owner, id, 'resolved')
  assert.deepEqual(keysOf(refused.body.error.details), ['csirt_alert'])
  assert.match(refused.body.error.details[0].message, /art\. 9, Ley 21\.663/)
  await owner.post(`/breaches/${id}/clocks/csirt_alert/done`, { doneAt: '2026-03-10T10:30:00Z' })
  assert.equal((await moveBreach(owner, id, 'resolved')).status, 200)
})

test('art. 14 sexies: an approval that would close an empty breach is refused when the law is enforced', async () => {
  const owner = await api.tenant()
  await owner.put('/settings/tenant', { legalGate: 'enforce' })
  const stages = [{ name: 'Cierre', order: 1, requiredRole: 'DPO' }]
  await owner.post('/workflows', { name: 'Cierre de brechas', entityType: 'BREACH', stages })
  const id = await contained(owner)
  const { data: instance } = await owner.get(`/workflow-instances/entity/BREACH/${id}`)
  const approve = (fields: object = {}) =>
    owner.post(`/workflow-instances/${instance.id}/action`, {
      stageId: instance.currentStageId,
      actionType: 'APPROVE',
      ...fields,
    })
  const refused = await approve()
  assert.deepEqual([refused.status, keysOf(refused.body.error.details)], [422, [...REGISTER, 'decision']])
  assert.equal((await owner.get(`/breaches/${id}`)).data.status, 'contained')
  const passed = await approve({ override: { reason: 'El expediente está en papel.' } })
  assert.equal(passed.status, 200)
  assert.equal((await owner.get(`/breaches/${id}`)).data.status, 'resolved')
})

// ── texts for people ──

test('art. 14 sexies: the people read what happened, what to expect and what to do, in plain words', async () => {
  const id = await makeBreach(ana, { ...WHOLE, dataCategories: ['email', 'health'] })
  await decide(id)
  const { template, gaps } = await noticeOf(id, 'subjects')
  for (const words of [
    'Personas que no estaban autorizadas vieron, o pudieron ver o copiar, los datos.',
    'Para que no se repita: Doble revisión de los destinatarios.',
    'Datos de salud',
  ]) {
    assert.ok(template.includes(words), words)
  }
  assert.doesNotMatch(gaps.join(), /explicación|prevenir/)
  assert.doesNotMatch(template, /confidentiality|Confidencialidad|[[\]]/)
  const mass = await noticeOf(id, 'mass_media')
  assert.match(mass.template, /medio de comunicación social masivo y de alcance nacional/)
  assert.match(mass.notes.join(), /solo cuando no es posible avisar a cada persona/)
})

test('art. 14 sexies: no draft has a mark, even with nothing recorded', async () => {
  const id = await makeBreach(ana)
  for (const audience of [
    'authority',
    'subjects',
    'mass_media',
    'controller',
    'csirt_alert',
    'csirt_report',
  ]) {
    const { template, gaps } = await noticeOf(id, audience)
    assert.doesNotMatch(template, /[[\]]|COMPLETAR|undefined|null|\{\{|: *\n\n/, audience)
    assert.doesNotMatch(
      template,
      /(^|\n)(Contacto|¿Con quién puede hablar\?)\n\n|\n\n\n/,
      'no heading stands alone',
    )
    assert.ok(gaps.length > 0, audience)
  }
})
