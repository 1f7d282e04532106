import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResguardoError } from '#client'
import { counted } from '../../web/console/amounts.ts'
import { BLANK, NAMES as INTAKE_NAMES } from '../../web/console/areas/dsar/intake.ts'
import { NAMES as ACTIVITY_NAMES, valuesOf } from '../../web/console/areas/rat/values.ts'
import { messageOf, Told, Unreachable } from '../../web/console/refusals.ts'
import { whatIsAsked } from '../../web/console/session/ask.ts'
import { draftAt, keepDraft, rebased, shelfPlace, slugAt } from '../../web/console/ui/drafts.ts'
import { faultsOf, ownWords, without } from '../../web/console/ui/faults.ts'
import type { Form } from '../../web/console/ui/form-shape.ts'
import { partOf, replaced } from '../../web/console/ui/part.ts'

const refused = (
  status: number,
  details: readonly { path: string; message: string }[] = [],
  message = 'Hay errores en los datos enviados.',
  headers: Record<string, string> = {},
) => new ResguardoError(new Response(null, { status, headers }), { error: { code: 'X', message, details } })

// ── refusals beside their fields ──

test('a fault is shown beside its field, and nothing is shown twice', () => {
  const shown = faultsOf(refused(400, [{ path: 'title', message: '«title» es obligatorio.' }]), { title: '' })
  assert.equal(shown.faults['title'], '«title» es obligatorio.')
  assert.deepEqual([shown.fault, shown.reasons, shown.stale], [undefined, [], false])
})

test('a blank field is «obligatorio», without its length or format', () => {
  const details = [
    { path: 'name', message: '«name» debe tener al menos 2 caracteres.' },
    { path: 'email', message: '«email» debe ser un correo electrónico, por ejemplo ana@empresa.cl.' },
  ]
  const blank = faultsOf(refused(400, details), { name: '', email: '' }).faults
  assert.deepEqual([blank['name'], blank['email']], ['Es obligatorio.', 'Es obligatorio.'])
  const nobody = [{ path: 'recipients', message: '«recipients» debe tener al menos 1 elemento.' }]
  const { faults, fault } = faultsOf(refused(400, nobody), { people: '' }, { recipients: 'people' })
  assert.deepEqual([faults['people'], fault], ['Es obligatorio.', undefined])
  const short = faultsOf(refused(400, details), { name: 'A', email: 'ana' }).faults
  assert.deepEqual(
    [short['name'], short['email']],
    details.map(({ message }) => message),
  )
})

test('a field is found in any spelling of its path', () => {
  for (const [path, field] of [
    ['name', 'name'],
    ['body/name', 'name'],
    ['/body/name', 'name'],
    ['body.name', 'name'],
    ['query.name', 'name'],
    ['queries[0]', 'queries'],
    ['body/queries/0', 'queries'],
    ['stages[0].name', 'stages'],
    ['bodyText', 'bodyText'],
    ['queryName', 'queryName'],
  ] as const) {
    const { faults, fault } = faultsOf(refused(400, [{ path, message: 'No.' }]), { [field]: '' })
    assert.equal(faults[field], 'No.', path)
    assert.equal(fault, undefined, `${path} is beside its field`)
  }
})

test('a part of a form is found by its whole path, beside its list', () => {
  const { faults } = faultsOf(refused(400, [{ path: 'stages[1].fields[0].label', message: 'Falta.' }]), {
    stages: [],
  })
  assert.equal(faults['stages[1].fields[0].label'], 'Falta.')
  assert.equal(faults['stages'], 'Falta.')
})

test('a corrected field no longer has a fault, and the others keep theirs', () => {
  const shown = faultsOf(
    refused(400, [
      { path: 'name', message: 'Falta.' },
      { path: 'stages[0].name', message: 'Falta.' },
    ]),
    { name: '', stages: [] },
  )
  assert.deepEqual(Object.keys(without(['name'], shown).faults), ['stages', 'stages[0].name'])
  assert.deepEqual(without([], shown), shown)
})

test('of two faults of one field the first one is shown', () => {
  const details = [
    { path: 'name', message: 'Primero.' },
    { path: 'name', message: 'Segundo.' },
  ]
  assert.equal(faultsOf(refused(400, details), { name: '' }).faults['name'], 'Primero.')
})

test('faults of fields that are not on the screen are shown above', () => {
  const details = [
    { path: 'name', message: 'Es obligatorio.' },
    { path: 'processor', message: 'El encargado no tiene contrato.' },
    { path: 'processors', message: 'El encargado no tiene contrato.' },
  ]
  const shown = faultsOf(refused(422, details, 'No se puede publicar.'), { name: '' })
  assert.equal(shown.faults['name'], 'Es obligatorio.')
  assert.equal(shown.fault, 'No se puede publicar.')
  assert.deepEqual(shown.reasons, ['El encargado no tiene contrato.'], 'once')
})

test('a reason that the message already contains is not repeated', () => {
  const shown = faultsOf(refused(422, [{ path: 'x', message: 'Falta Y.' }], 'No se puede: Falta Y.'), {})
  assert.deepEqual([shown.fault, shown.reasons], ['No se puede: Falta Y.', []])
})

test('a refusal without details, and a fault of the page, are shown as they are', () => {
  assert.equal(faultsOf(refused(409, [], 'Ya está publicada.'), { name: '' }).fault, 'Ya está publicada.')
  assert.match(faultsOf(new TypeError('x'), {}).fault ?? '', /^Algo falló en esta página/)
  assert.deepEqual(faultsOf(undefined, {}), { faults: {}, fault: undefined, reasons: [], stale: false })
})

test('a 412 says that somebody else saved the record meanwhile', () => {
  const details = [{ path: 'if-match', message: 'Lo cambió Ana.' }]
  const shown = faultsOf(refused(412, details, 'Otra persona lo cambió.'), { name: '' })
  assert.equal(shown.stale, true)
  assert.equal(shown.fault, 'Otra persona lo cambió.')
})

test('a button has nothing to put over somebody else’s change: it may be pressed again', () => {
  const message =
    'Este registro cambió. Nada se guardó: vuelva a cargarlo, revise el cambio y guarde de nuevo.'
  const error = refused(412, [{ path: '', message }], message)
  const again =
    'Este registro cambió. No se hizo nada. Ya se muestra como quedó: revise el cambio y, si corresponde, presione de nuevo.'
  assert.equal(messageOf(error), again)
  const form = faultsOf(error, {})
  assert.deepEqual([form.fault, form.stale, form.reasons], [message, true, []])
  const act = faultsOf(error, {}, {}, false)
  assert.deepEqual([act.fault, act.stale, act.reasons], [again, false, []])
})

test('a fault is also shown beside a field that the service names differently', () => {
  for (const [path, field, names, values] of [
    ['receivedAt', 'receivedOn', INTAKE_NAMES, BLANK],
    ['deceased.heirName', 'heirName', INTAKE_NAMES, BLANK],
    ['deceased.relation', 'heirRelation', INTAKE_NAMES, BLANK],
    ['internationalTransfer.country', 'transferCountry', ACTIVITY_NAMES, valuesOf()],
    ['internationalTransfer.mechanism', 'transferMechanism', ACTIVITY_NAMES, valuesOf()],
    ['internationalTransfer', 'transfers', ACTIVITY_NAMES, valuesOf()],
    ['internationalTransfer.exists', 'transfers', ACTIVITY_NAMES, valuesOf()],
    ['balancing.purpose', 'balancePurpose', ACTIVITY_NAMES, valuesOf()],
    ['balancing', 'balanceOutcome', ACTIVITY_NAMES, valuesOf()],
  ] as const) {
    const { faults, fault } = faultsOf(refused(422, [{ path, message: 'No.' }]), values, names)
    assert.equal(faults[field], 'No.', path)
    assert.equal(fault, undefined, path)
  }
  // Every name refers to a field of the form.
  for (const field of Object.values(INTAKE_NAMES)) assert.ok(field in BLANK, field)
  for (const field of Object.values(ACTIVITY_NAMES)) assert.ok(field in valuesOf(), field)
})

test('the fault of a written reason is shown beside it, in every form with one', () => {
  const details = [{ path: 'override.reason', message: '«override.reason» es muy corta.' }]
  const shown = faultsOf(refused(400, details), { overrideReason: 'x' })
  assert.equal(shown.faults['overrideReason'], '«override.reason» es muy corta.')
  assert.equal(shown.fault, undefined)
  assert.notEqual(faultsOf(refused(400, details), { notes: '' }).fault, undefined)
})

test('beside its label a fault begins with the problem, not with the field’s name', () => {
  assert.equal(ownWords('«subjectRut» no es un RUT válido.'), 'No es un RUT válido.')
  assert.equal(ownWords('Es obligatorio.'), 'Es obligatorio.')
  assert.equal(
    ownWords('«Nota» tiene dos opciones con el mismo valor.'),
    'Tiene dos opciones con el mismo valor.',
  )
  assert.equal(ownWords('El plazo «de ley» ya venció.'), 'El plazo «de ley» ya venció.')
  assert.equal(ownWords(''), '')
})

test('an open choice or date is asked for without codes of the service', async () => {
  const { faultsBy } = await import('#http/validation.ts')
  const schema = {
    type: 'object',
    properties: {
      right: { type: 'string', enum: ['ACCESS', 'DELETION'] },
      at: { type: 'string', format: 'date-time' },
      on: { type: 'string', format: 'date' },
      proves: { type: 'array', minItems: 1 },
    },
  }
  const words = faultsBy(schema, { right: '', at: '', on: '', proves: [] }).map(({ message }) =>
    ownWords(message),
  )
  assert.deepEqual(words, [
    'Elija una de las opciones.',
    'Escriba la fecha y la hora.',
    'Escriba una fecha que exista.',
    'Indique al menos una opción.',
  ])
})

// ── words for people ──

test('people read the service’s message without parts for programs', () => {
  const told = 'Falta el aviso. Corríjalo e indique el motivo en «override.reason».'
  assert.equal(messageOf(refused(422, [], told)), 'Falta el aviso. Corríjalo.')
  assert.equal(messageOf(new Told('Elija un archivo.')), 'Elija un archivo.')
  assert.match(messageOf(new Unreachable()), /lo que escribió sigue aquí/)
})

test('a failure of the service shows the request id for its operator', () => {
  const withId = refused(500, [], 'Algo falló.', { 'x-request-id': 'req-7' })
  assert.match(messageOf(withId), /^Algo falló\. .*req-7$/)
  assert.equal(messageOf(refused(503, [], 'Vuelva en un momento.')), 'Vuelva en un momento.')
  assert.equal(
    messageOf(refused(400, [], 'No.', { 'x-request-id': 'req-7' })),
    'No.',
    'her own fault has none',
  )
})

test('people never see words of programs', () => {
  for (const fault of [new Error('x is undefined'), 'text', undefined, null])
    assert.match(messageOf(fault), /^Algo falló en esta página\. Vuelva a cargarla/)
})

// ── proof of identity ──

const answer = (status: number, body?: unknown) =>
  new Response(body === undefined ? 'not json' : JSON.stringify(body), { status })
const sudo = { error: { details: [{ path: '', message: '', rule: 'sudo' }] } }

test('an ended session and a grave act ask for proof of identity, and other refusals do not', async () => {
  const at = (path: string) => `https://resguardo.test/api/v1${path}`
  for (const [path, response, asked] of [
    ['/breaches', answer(401), 'session'],
    ['/settings/members', answer(403, sudo), 'sudo'],
    ['/settings/members', answer(403, { error: { details: [] } }), undefined],
    ['/settings/members', answer(403), undefined],
    ['/breaches', answer(409, sudo), undefined],
    ['/breaches', answer(200, {}), undefined],
    // Wrong credentials, or nobody is signed in: no need to ask again.
    ['/auth/login', answer(401), undefined],
    ['/auth/logout', answer(401), undefined],
    ['/auth/mfa/verify', answer(401), undefined],
    ['/auth/passkeys/login', answer(401), undefined],
    ['/auth/password/reset', answer(401), undefined],
    ['/auth/invitations/accept', answer(401), undefined],
    ['/auth/sudo', answer(403, sudo), undefined],
    ['/auth/me', answer(401), undefined],
    // These belong to a signed-in person.
    ['/auth/sessions', answer(401), 'session'],
    ['/auth/mfa/totp', answer(403, sudo), 'sudo'],
    ['/auth/passkeys', answer(403, sudo), 'sudo'],
  ] as const)
    assert.equal(await whatIsAsked(at(path), response), asked, `${path} ${response.status}`)
})

test('the answer can still be read after the check', async () => {
  const response = answer(403, sudo)
  await whatIsAsked('https://resguardo.test/api/v1/x', response)
  assert.deepEqual(await response.json(), sudo)
})

// ── drafts ──

class Shelf extends Map<string, string> {
  readonly isFull: boolean
  constructor(isFull = false) {
    super()
    this.isFull = isFull
  }
  getItem(key: string): string | null {
    return this.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    if (this.isFull) throw new Error('QuotaExceededError')
    this.set(key, value)
  }
  removeItem(key: string): void {
    this.delete(key)
  }
}

test('a draft comes back with the version for which it was written', () => {
  const shelf = new Shelf()
  const place = shelfPlace('ana', 'tienda-sur', 'breach/1')
  const kept = {
    values: { title: 'Correo robado', nature: ['integrity'] },
    seen: { headers: { 'if-match': '"7"' } },
  }
  keepDraft(shelf, place, kept)
  assert.deepEqual(draftAt(shelf, place), kept)
})

test('a draft belongs to one person, one organisation and one form', () => {
  const shelf = new Shelf()
  keepDraft(shelf, shelfPlace('ana', 'sur', 'breach/1'), { values: { a: 1 }, seen: {} })
  for (const other of [
    shelfPlace('eva', 'sur', 'breach/1'),
    shelfPlace('ana', 'norte', 'breach/1'),
    shelfPlace('ana', 'sur', 'breach/2'),
    shelfPlace(undefined, 'sur', 'breach/1'),
  ])
    assert.equal(draftAt(shelf, other), undefined, other)
})

test('a full storage loses only the draft, and an unreadable draft is ignored', () => {
  keepDraft(new Shelf(true), 'x', { values: {}, seen: {} })
  const shelf = new Shelf()
  for (const text of ['{', 'null', '"text"', '[]', '{"seen":{}}', '{"values":null}']) {
    shelf.setItem('x', text)
    assert.equal(draftAt(shelf, 'x'), undefined, text)
  }
})

test('input is applied to the current record, and fields changed on both sides are named', () => {
  const before = { title: 'Robo', cause: '', nature: ['integrity'], records: 10 }
  const typed = { ...before, title: 'Robo en bodega', cause: 'llave' }
  assert.deepEqual(rebased(typed, before, { ...before, cause: 'descuido', records: 12 }), {
    values: { title: 'Robo en bodega', cause: 'llave', nature: ['integrity'], records: 12 },
    isMoved: true,
    both: ['cause'],
  })
  assert.deepEqual(rebased(typed, before, { ...before }), { values: typed, isMoved: false, both: [] })
  const same = rebased(typed, before, { ...before, title: 'Robo en bodega' })
  assert.deepEqual(same.both, [], 'both wrote the same')
  // Applied to the record once and closed. A field that nobody has looked at since is reported again.
  const now = { ...before, cause: 'descuido' }
  assert.deepEqual(rebased({ ...now, cause: 'llave' }, now, now, ['cause']).both, ['cause'])
})

test('an untouched list comes from the record, and so does a field of a later version', () => {
  const before = { nature: ['integrity'] }
  const now = { nature: ['integrity', 'confidentiality'], effects: 'Ninguno' }
  const typed = { nature: ['integrity'] } as typeof now
  assert.deepEqual(rebased(typed, before as typeof now, now).values, now)
})

test('the organisation of a draft is that of the address', () => {
  assert.equal(slugAt('/organizacion/tienda-sur/brechas/1'), 'tienda-sur')
  assert.equal(slugAt('/base/organizacion/sur'), 'sur')
  assert.equal(slugAt('/cuenta'), '')
})

// ── forms with parts ──

test('a part of a form shows the faults of its path, and its input goes to the whole form', () => {
  const typed: object[] = []
  const faults = {
    'stages[1].name': 'Es obligatorio.',
    'stages[1].fields[0].label': 'Escriba qué se pregunta.',
    'stages[10].name': 'Otra etapa.',
    stages: 'De la lista.',
  }
  const part = partOf(
    { busy: true, recovered: false, overtaken: { name: 'Flujo' } } as unknown as Form<never>,
    { name: '', fields: [] as string[] },
    (next) => typed.push(next),
    faults,
    'stages[1]',
  )
  assert.deepEqual(part.faults, {
    name: 'Es obligatorio.',
    fields: 'Escriba qué se pregunta.',
    'fields[0].label': 'Escriba qué se pregunta.',
  })
  part.set('name', 'Revisión')
  assert.deepEqual(typed, [{ name: 'Revisión', fields: [] }])
  assert.equal(part.busy, true, 'the rest is that of the whole')
  assert.deepEqual(part.overtaken, {}, 'a field of the whole may be called the same')
})

test('an entry of a list is changed, removed, or followed by another', () => {
  assert.deepEqual(replaced(['a', 'b', 'c'], 1, 'x'), ['a', 'x', 'c'])
  assert.deepEqual(replaced(['a', 'b', 'c'], 1), ['a', 'c'])
  assert.deepEqual(replaced(['a', 'b'], 0, 'a', 'a2'), ['a', 'a2', 'b'])
  assert.deepEqual(replaced([], 0, 'a'), ['a'])
})

// ── amounts ──

test('one is singular, none and many are plural, and thousands have a point', () => {
  const of = (count: number) => counted(count, 'actividad', 'actividades')
  assert.deepEqual(
    [of(0), of(1), of(2), of(1000), of(12_500)],
    ['0 actividades', '1 actividad', '2 actividades', '1.000 actividades', '12.500 actividades'],
  )
})
