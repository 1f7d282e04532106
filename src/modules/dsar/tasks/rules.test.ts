import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import {
  assertTaskDueOn,
  type Candidate,
  expiryOf,
  isEscalationDue,
  isLate,
  isReminderDue,
  isSameMailbox,
  opensTasks,
  systemsFor,
  TASK_STATES,
  taskDueOn,
} from './rules.ts'

const LABELS = new Map([
  ['customers', 'Clientes'],
  ['prospects', 'Potenciales clientes'],
  ['employees', 'Trabajadores'],
  ['former_employees', 'Ex trabajadores'],
  ['candidates', 'Postulantes a un empleo'],
  ['site_visitors', 'Visitantes del sitio web'],
])

const system = (name: string, subject_categories: string[], fields: Partial<Candidate> = {}): Candidate => ({
  system_id: `id of ${name}`,
  name,
  owner: null,
  owner_email: null,
  processor_name: null,
  contact_name: null,
  contact_email: null,
  subject_categories,
  ...fields,
})
const CRM = system('CRM', ['customers', 'prospects'])
const PAYROLL = system('Remuneraciones', ['employees'])
const HIRING = system('Selección', ['candidates'])
const ALL = [CRM, PAYROLL, HIRING]
const namesFor = (relation: string | null, candidates = ALL) =>
  systemsFor(relation, candidates, LABELS).map(({ systemName }) => systemName)

test("the person's relation to the organisation narrows the systems, however they write it", () => {
  for (const relation of [
    'cliente',
    'Clienta',
    'Soy cliente de la tienda',
    'CLIENTES',
    'compradora',
    'ex cliente',
  ])
    assert.deepEqual(namesFor(relation), ['CRM'], relation)
  for (const relation of ['trabajadora', 'Trabajador', 'ex trabajador', 'empleada', 'fui empleado'])
    assert.deepEqual(namesFor(relation), ['Remuneraciones'], relation)
  assert.deepEqual(namesFor('postulante'), ['Selección'])
  assert.deepEqual(namesFor('cliente y trabajador'), ['CRM', 'Remuneraciones'])
})

test('in doubt all systems are searched', () => {
  const all = ['CRM', 'Remuneraciones', 'Selección']
  for (const relation of [
    null,
    '',
    'ninguna',
    'nunca fui cliente',
    'No soy cliente',
    'vecino',
    'otra',
    'Mi hermano es cliente de ustedes hace muchos años y yo no sé',
  ])
    assert.deepEqual(namesFor(relation), all, String(relation))
})

test('an activity without kinds of people may concern anybody', () => {
  assert.deepEqual(namesFor('cliente', [...ALL, system('Correo', [])]), ['Correo', 'CRM'])
  assert.deepEqual(namesFor('vecina', [system('Correo', [])]), ['Correo'])
})

test('a system of several activities appears once; kinds named by the organisation itself count too', () => {
  const twice = [CRM, { ...CRM, subject_categories: ['employees'] }]
  assert.deepEqual(namesFor(null, twice), ['CRM'])
  assert.deepEqual(namesFor('socio', [...ALL, system('Socios', ['Socios del club'])]), ['Socios'])
})

test("the operator's contact answers if the system names nobody", () => {
  const processor = {
    processor_name: 'Nube SpA',
    contact_name: 'Luis',
    contact_email: 'luis@nube.cl',
  }
  const one = (fields: Partial<Candidate>) =>
    systemsFor(null, [system('Nube', [], { ...processor, ...fields })])[0]!
  const owned = one({ owner: 'Rosa', owner_email: 'rosa@sur.cl' })
  assert.deepEqual(
    [owned.ownerName, owned.ownerEmail, owned.processorName],
    ['Rosa', 'rosa@sur.cl', 'Nube SpA'],
  )
  const operated = one({ owner: 'Gerencia', owner_email: ' ' })
  assert.deepEqual([operated.ownerName, operated.ownerEmail], ['Luis', 'luis@nube.cl'])
  const unnamed = one({ contact_name: null })
  assert.deepEqual([unnamed.ownerName, unnamed.ownerEmail], ['Nube SpA', 'luis@nube.cl'])
  const nobody = one({ owner: 'Gerencia', contact_email: null })
  assert.deepEqual([nobody.ownerName, nobody.ownerEmail], ['Gerencia', null])
})

test('an automated decision opens no tasks', () => {
  assert.deepEqual(
    [opensTasks('AUTO_DECISION'), opensTasks('ACCESS'), opensTasks('BLOCKING')],
    [false, true, true],
  )
})

test('a task is due after two thirds of the days left, and never after the legal day', () => {
  const due = (rightType: 'ACCESS' | 'BLOCKING', today: string, legalDueOn: string) =>
    taskDueOn({ rightType, today, legalDueOn }, LAW)
  assert.equal(due('ACCESS', '2026-12-01', '2026-12-31'), '2026-12-21')
  assert.equal(due('ACCESS', '2026-12-30', '2026-12-31'), '2026-12-30')
  assert.equal(due('ACCESS', '2026-12-31', '2026-12-31'), '2026-12-31')
  assert.equal(due('ACCESS', '2027-01-10', '2026-12-31'), '2026-12-31')
  // A Friday: the next business day is Monday; the block ends on Tuesday.
  assert.equal(due('BLOCKING', '2026-12-11', '2026-12-15'), '2026-12-14')
  assert.equal(due('BLOCKING', '2026-12-15', '2026-12-15'), '2026-12-15')
})

test('a chosen date lies between today and the legal day', () => {
  assert.doesNotThrow(() => assertTaskDueOn('2026-12-31', '2026-12-31', '2026-12-31'))
  assert.throws(() => assertTaskDueOn('2027-01-01', '2026-12-01', '2026-12-31'), /último día/)
  assert.throws(() => assertTaskDueOn('2026-11-30', '2026-12-01', '2026-12-31'), /ya pasó/)
})

test('a link is valid for thirty days after the date, or after a late letter', () => {
  assert.equal(expiryOf('2026-12-01', '2026-11-20').toISOString(), '2027-01-01T03:00:00.000Z')
  assert.equal(expiryOf('2026-11-01', '2026-12-01').toISOString(), '2027-01-01T03:00:00.000Z')
})

test('an owner is reminded three days and one day before, once each', () => {
  const on = (today: string, remindedOn: string | null = null, sentOn = '2026-12-01') =>
    isReminderDue({ dueOn: '2026-12-21', sentOn, remindedOn }, today)
  assert.deepEqual(
    [on('2026-12-17'), on('2026-12-18'), on('2026-12-19'), on('2026-12-20'), on('2026-12-21')],
    [false, true, true, true, true],
  )
  assert.equal(on('2026-12-19', '2026-12-18'), false)
  assert.equal(on('2026-12-20', '2026-12-18'), true)
  assert.equal(on('2026-12-21', '2026-12-20'), false)
  assert.equal(on('2026-12-22'), false)
  assert.equal(on('2026-12-20', null, '2026-12-20'), false)
})

test('a late task is reported the day after, and again three days before the legal day', () => {
  const on = (today: string, escalatedOn: string | null = null, legalDueOn = '2026-12-31') =>
    isEscalationDue({ dueOn: '2026-12-21', legalDueOn, escalatedOn }, today)
  assert.deepEqual([on('2026-12-21'), on('2026-12-22'), on('2026-12-27')], [false, true, true])
  assert.equal(on('2026-12-27', '2026-12-22'), false)
  assert.equal(on('2026-12-28', '2026-12-22'), true)
  assert.equal(on('2026-12-30', '2026-12-28'), false)
  // For a block both days are the same.
  assert.equal(on('2026-12-22', null, '2026-12-22'), true)
  assert.equal(on('2026-12-23', '2026-12-22', '2026-12-22'), false)
})

test('one matching kind of people in an activity is enough to search its systems', () => {
  const mixed = system('Accesos', ['employees', 'site_visitors'])
  assert.deepEqual(namesFor('trabajadora', [CRM, mixed]), ['Accesos'])
  assert.deepEqual(namesFor('trabajadora', [mixed]), ['Accesos'])
  assert.deepEqual(namesFor('Visitante', [CRM, mixed]), ['Accesos'])
})

test('words that name no kind of people narrow nothing, nor do short ones', () => {
  const legal = system('Juicios', ['Personas naturales y representantes legales'])
  const web = system('Sitio', ['Usuarios de la app'])
  const all = ['CRM', 'Juicios', 'Sitio']
  for (const relation of ['representante legal', 'persona natural', 'soy de la empresa', 'la de un', 'Ñ'])
    assert.deepEqual(namesFor(relation, [CRM, legal, web]), all, relation)
  assert.deepEqual(namesFor('uso la app', [CRM, legal, web]), ['Sitio'], 'three letters are a word')
})

test('a relation of eight words is still read; a longer one is ignored', () => {
  const eight = 'soy cliente de la tienda de Ñuñoa centro'
  assert.equal(eight.split(' ').length, 8)
  assert.deepEqual(namesFor(eight), ['CRM'])
  assert.deepEqual(namesFor(`${eight} sur`), ['CRM', 'Remuneraciones', 'Selección'])
})

test('systems are sorted by name as people sort, ignoring accents and capitals', () => {
  const names = ['Ventas', 'ñandú', 'Árbol', 'bodega', 'nube', 'Oficina']
  assert.deepEqual(
    namesFor(
      null,
      names.map((name) => system(name, [])),
    ),
    ['Árbol', 'bodega', 'nube', 'ñandú', 'Oficina', 'Ventas'],
  )
})

test('an unanswered task is late from the day after its date', () => {
  const late = (today: string) =>
    TASK_STATES.filter((status) => isLate({ status, due_on: '2026-12-21' }, today))
  assert.deepEqual(late('2026-12-21'), [])
  assert.deepEqual(late('2026-12-22'), ['open', 'sent'])
})

test('with a single day left the task is due at once, and a late block on its own day', () => {
  const due = (rightType: 'ACCESS' | 'BLOCKING', today: string, legalDueOn: string) =>
    taskDueOn({ rightType, today, legalDueOn }, LAW)
  assert.equal(due('ACCESS', '2026-12-29', '2026-12-31'), '2026-12-30')
  assert.equal(due('ACCESS', '2028-02-28', '2028-03-02'), '2028-03-01', 'over the 29th of February')
  // 8 December is a holiday.
  assert.equal(due('BLOCKING', '2026-12-07', '2026-12-10'), '2026-12-09')
  assert.equal(due('BLOCKING', '2026-12-20', '2026-12-15'), '2026-12-15')
})

test('mailboxes match in any letter case and with blanks around them; two missing ones match', () => {
  for (const [one, other, isSame] of [
    ['rosa@sur.cl', 'Rosa@Sur.cl', true],
    [' rosa@sur.cl ', 'rosa@sur.cl', true],
    [null, null, true],
    [null, ' ', true],
    ['rosa@sur.cl', null, false],
    [null, 'rosa@sur.cl', false],
    ['rosa@sur.cl', 'rosa@sur.com', false],
    ['rosa@sur.cl', 'rosa.diaz@sur.cl', false],
  ] as const)
    assert.equal(isSameMailbox(one, other), isSame, `${one} ${other}`)
})
