import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeholdersOf } from '#documents/templates.ts'
import { MANDATORY_CLAUSES, REINFORCED_CLAUSES } from './knowledge/clauses.ts'
import { BUILT_IN_TEMPLATES, REINFORCED_KEY, VARIABLES } from './knowledge/templates.ts'
import { KIND_WORDS } from './knowledge/types.ts'
import {
  CONTRACT_STATES,
  dpaStatusOf,
  dueReminder,
  isPaperCopy,
  kindOf,
  MOVES,
  missingClauses,
  networkOf,
  nextChase,
  otherBrackets,
  statusAt,
  unfilledClause,
} from './rules.ts'

const day = (text: string) => new Date(`${text}T12:00:00Z`)

test('a contract is sent, signed or refused, and terminated; there are no other moves', () => {
  const open = CONTRACT_STATES.flatMap((from) => MOVES[from].map((to) => `${from} → ${to}`))
  assert.deepEqual(open, ['DRAFT → SENT', 'SENT → SIGNED', 'SENT → DRAFT', 'SIGNED → TERMINATED'])
})

test('a signed contract is expired from the instant of its end', () => {
  const expires_at = day('2027-01-10')
  assert.equal(statusAt({ status: 'SIGNED', expires_at }, new Date(expires_at.getTime() - 1)), 'SIGNED')
  assert.equal(statusAt({ status: 'SIGNED', expires_at }, expires_at), 'EXPIRED')
  assert.equal(statusAt({ status: 'SIGNED', expires_at: null }, expires_at), 'SIGNED')
  assert.equal(statusAt({ status: 'DRAFT', expires_at }, day('2030-01-01')), 'DRAFT')
})

test('reminders are due 60, 30 and 7 days before, only the nearest one', () => {
  const expiry = day('2027-03-31')
  for (const [now, due] of [
    ['2027-01-29', undefined],
    ['2027-01-31', 60],
    ['2027-02-28', 60],
    ['2027-03-02', 30],
    ['2027-03-25', 7],
    ['2027-03-31', undefined],
  ] as const) {
    assert.equal(dueReminder(expiry, day(now)), due, now)
  }
})

test("a processor's standing follows from its contracts", () => {
  const end = day('2027-03-31')
  assert.deepEqual(dpaStatusOf([]), { status: 'NONE', validUntil: null })
  assert.deepEqual(dpaStatusOf([{ type: 'DPA', status: 'DRAFT', expires_at: null }]), {
    status: 'PENDING',
    validUntil: null,
  })
  assert.deepEqual(dpaStatusOf([{ type: 'DPA', status: 'TERMINATED', expires_at: end }]), {
    status: 'NONE',
    validUntil: null,
  })
  assert.deepEqual(dpaStatusOf([{ type: 'DPA', status: 'SIGNED', expires_at: end }]), {
    status: 'SIGNED',
    validUntil: end,
  })
  const later = day('2028-03-31')
  const two = [
    { type: 'DPA', status: 'SIGNED', expires_at: later },
    { type: 'DPA', status: 'SIGNED', expires_at: end },
  ] as const
  assert.deepEqual(dpaStatusOf(two), { status: 'SIGNED', validUntil: later })
  assert.deepEqual(dpaStatusOf([...two, { type: 'DPA', status: 'SIGNED', expires_at: null }]), {
    status: 'SIGNED',
    validUntil: null,
  })
  for (const type of ['CCT', 'ADDENDUM'] as const) {
    assert.deepEqual(dpaStatusOf([{ type, status: 'SIGNED', expires_at: null }]), {
      status: 'NONE',
      validUntil: null,
    })
    assert.deepEqual(dpaStatusOf([...two, { type, status: 'SIGNED', expires_at: null }]).validUntil, later)
  }
})

test('each document rests on its own article', () => {
  const articles = BUILT_IN_TEMPLATES.map(
    (template) => KIND_WORDS[kindOf(template)].article.split(', Ley')[0],
  )
  assert.deepEqual(articles, ['art. 15 bis', 'arts. 27 y 28', 'art. 15 bis', 'arts. 27 y 28', 'art. 15'])
  assert.deepEqual(BUILT_IN_TEMPLATES.map(kindOf), [
    'processor',
    'transfer',
    'addendum',
    'transfer',
    'assignment',
  ])
})

test('the built-in DPA has every clause that art. 15 bis requires', () => {
  const dpa = BUILT_IN_TEMPLATES.find(({ type }) => type === 'DPA')!
  assert.deepEqual(missingClauses(dpa.content, MANDATORY_CLAUSES), [])
  // Each clue must be able to fail: it misses a text without its clause.
  assert.equal(missingClauses('<p>Nada de esto.</p>', MANDATORY_CLAUSES).length, MANDATORY_CLAUSES.length)
  for (const heading of ['2. Duración', '4. Tipo de datos personales', '8. Delegación y subencargados']) {
    assert.ok(dpa.content.includes(`<h2>${heading}</h2>`), heading)
  }
})

test('every built-in document documents its variables and has a place for reinforced clauses', () => {
  assert.deepEqual(
    BUILT_IN_TEMPLATES.map(({ type }) => type),
    ['DPA', 'CCT', 'ADDENDUM', 'CCT', 'ADDENDUM'],
  )
  for (const { content, type } of BUILT_IN_TEMPLATES) {
    const keys = placeholdersOf(content)
    assert.equal(keys.includes(REINFORCED_KEY), /en adelante el <strong>Encargado/.test(content), type)
    for (const key of keys) {
      assert.ok(
        VARIABLES.some((variable) => variable.key === key),
        `${type}: ${key}`,
      )
    }
  }
  assert.match(REINFORCED_CLAUSES, /24 horas/)
})

test('a cesión has the items of art. 15, and a transfer has liability, forum and the model clauses', () => {
  const named = (words: string) => BUILT_IN_TEMPLATES.find(({ name }) => name.includes(words))!.content
  for (const part of [
    '{{categoriasDatos}}',
    '{{finalidades}}',
    '{{responsableNombre}}',
    '{{encargadoNombre}}',
    'art. 15 de la Ley 19.628',
  ])
    assert.ok(named('Cesión').includes(part), part)
  for (const words of ['Cláusulas de transferencia', 'entre responsables'])
    for (const part of ['<h2>8. Responsabilidad</h2>', 'tribunales', 'D.O. 19-12-2025'])
      assert.ok(named(words).includes(part), `${words}: ${part}`)
})

test('only the network of an address is stored', () => {
  for (const [address, network] of [
    ['190.20.30.40', '190.20.30.0'],
    ['::ffff:190.20.30.40', '190.20.30.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['2001:db8::1', '2001:db8::'],
    ['::1', '::'],
  ] as const) {
    assert.equal(networkOf(address), network, address)
  }
})

test('each mandatory clause is found by its own words, in any case, with or without accents and markup', () => {
  for (const [key, text] of [
    ['object', 'OBJETO del encargo'],
    ['duration', '<h2>Vigencia</h2>'],
    ['purpose', 'las&nbsp;finalidades'],
    ['dataTypes', 'Categorías <b>de</b> datos'],
    ['subjects', 'los titulares de los datos'],
    ['obligations', 'obligaciones del Encargado'],
    ['instructions', 'según sus instrucciones'],
    ['subprocessors', 'no podrá subcontratar'],
    ['secrecy', 'deber de secreto'],
    ['security', 'medidas de seguridad'],
    ['breaches', 'toda vulneración'],
    ['return', 'devolución de los datos'],
  ] as const) {
    const missing = missingClauses(`<p>${text}</p>`, MANDATORY_CLAUSES).map((clause) => clause.key)
    assert.equal(missing.includes(key), false, `${key}: ${text}`)
    assert.ok(missing.length >= MANDATORY_CLAUSES.length - 2, `${text} gives away one clause, two at most`)
  }
  assert.deepEqual(new Set(MANDATORY_CLAUSES.map(({ key }) => key)).size, 12)
})

test('a clause with a gap is present but unfilled; a gap of another variable does not count', () => {
  const variables = [
    { key: 'duracion', label: 'Duración <máxima>' },
    { key: 'servicios', label: 'Servicios' },
  ]
  const unfilled = (content: string) =>
    MANDATORY_CLAUSES.flatMap((clause) => {
      const gap = unfilledClause(content, clause, variables)
      return gap === undefined ? [] : [[clause.key, gap]]
    })
  assert.deepEqual(unfilled('Duración: [Duración &lt;máxima&gt;].'), [['duration', 'Duración <máxima>']])
  assert.deepEqual(unfilled('Objeto: [Servicios]. Duración: 12 meses.'), [['object', 'Servicios']])
  assert.deepEqual(unfilled('Duración: 12 meses [Otra cosa].'), [])
})

test('a reminder is due at the instant of its threshold, and none at the end itself', () => {
  const expiry = day('2027-03-31')
  const before = (days: number, ms = 0) => new Date(expiry.getTime() - days * 86_400_000 + ms)
  for (const [now, due] of [
    [before(60, -1), undefined],
    [before(60), 60],
    [before(30, -1), 60],
    [before(30), 30],
    [before(7, -1), 30],
    [before(7), 7],
    [before(0, -1), 7],
    [before(0), undefined],
  ] as const)
    assert.equal(dueReminder(expiry, now), due, now.toISOString())
})

test('the signer can be reminded a day after the last letter, whichever it was', () => {
  const [first, second] = [day('2027-01-10'), day('2027-01-12')]
  for (const [sent_at, reminded_at, next] of [
    [first, null, '2027-01-11'],
    [first, second, '2027-01-13'],
    [second, first, '2027-01-13'],
  ] as const)
    assert.equal(nextChase({ sent_at, reminded_at }).toISOString(), day(next).toISOString())
  assert.ok(nextChase({ sent_at: null, reminded_at: null }) < first)
})

test('of several signed contracts the last end counts, and one without an end has none', () => {
  const signed = (end: string | null) => ({
    type: 'DPA' as const,
    status: 'SIGNED' as const,
    expires_at: end === null ? null : day(end),
  })
  const until = (...ends: (string | null)[]) =>
    dpaStatusOf(ends.map(signed)).validUntil?.toISOString() ?? null
  assert.equal(until('2027-03-31', '2028-01-01', '2027-12-31'), day('2028-01-01').toISOString())
  assert.equal(until('2027-03-31', null), null)
  const other = { ...signed(null), type: 'CCT' as const }
  assert.equal(dpaStatusOf([other]).status, 'NONE')
  assert.deepEqual(dpaStatusOf([other, signed('2027-03-31')]).validUntil, day('2027-03-31'))
  const sent = { ...signed(null), status: 'SENT' as const }
  assert.equal(dpaStatusOf([sent]).status, 'PENDING')
  assert.equal(dpaStatusOf([sent, signed('2027-03-31')]).status, 'SIGNED')
})

test('an addendum is a cesión if its title says so, in any case and with or without its accent', () => {
  for (const [content, kind] of [
    ['<h1>CONTRATO DE CESIÓN DE DATOS</h1><p>…</p>', 'assignment'],
    ['<h2 class="t">Contrato de\n<em>cesión</em></h2>', 'assignment'],
    ['Cesión de datos entre responsables', 'assignment'],
    ['<h1>Anexo</h1><p>Sobre la cesión de datos</p>', 'addendum'],
    ['<h1>Concesión de uso</h1>', 'addendum'],
    [`${'Anexo de servicios. '.repeat(20)}cesión`, 'addendum'],
    ['', 'addendum'],
  ] as const)
    assert.equal(kindOf({ type: 'ADDENDUM', content }), kind, content.slice(0, 60))
  assert.equal(kindOf({ type: 'DPA', content: '<h1>Cesión</h1>' }), 'processor')
  assert.equal(kindOf({ type: 'CCT', content: '<h1>Cesión</h1>' }), 'transfer')
})

test("a paper's copy is a PDF or a picture, and nothing that only looks like one", () => {
  const types = ['application/pdf', 'image/png', 'image/jpeg', 'text/html', 'x-image/png', '']
  assert.deepEqual(types.filter(isPaperCopy), ['application/pdf', 'image/png', 'image/jpeg'])
})

test('words in brackets are found once each; figures, [sic] and our own placeholders are not', () => {
  const text = '<p>[nombre] [Nombre de la empresa] [1] [sic] [nombre] [ñ] [] [RUT]</p>'
  assert.deepEqual(otherBrackets(text, ['[RUT]']), ['[nombre]', '[Nombre de la empresa]', '[ñ]'])
  assert.deepEqual(otherBrackets(`[${'a'.repeat(200)}] [${'b'.repeat(201)}]`, []), [`[${'a'.repeat(200)}]`])
})
