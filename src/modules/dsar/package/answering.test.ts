import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, MINUTE_MS } from '#kernel/dates.ts'
import { createVault } from '#kernel/secrets.ts'
import { CODE_SENT, type Delivered, isPass, newPass, openedView, WRONG_CODE, wrongCode } from './answering.ts'
import { lockedPage, openPage } from './form.ts'
import { linkUntil } from './rules.ts'

/** The link of a delivered answer: what opens it, for how long, and what its page shows before and after. */

const NOW = new Date('2026-12-20T12:00:00Z')
const OLD = 'the secret of last year, long enough'
const vault = createVault(OLD)
const ROW = {
  tenant_id: 't1',
  id: 'p1',
  request_id: 'r1',
  key_hash: 'h1',
  contents: [
    { name: 'indice.html', kind: 'index', from: null, size: 10, sha256: 'x' },
    { name: 'archivos/<b>.pdf', kind: 'file', from: 'CRM & ventas', size: 2048, sha256: 'y' },
  ],
  parts: 1,
  size_bytes: 3 * 2 ** 20,
  sha256: 'huella',
  sent_to: 'maria@correo.cl',
  expires_at: new Date('2027-01-05T02:00:00Z'),
  folio_number: 'ARCO-2026-04217',
  right_type: 'ACCESS',
  legal_entity_id: 'e1',
  organization: 'Tienda <Sur>',
  slug: 'sur',
  branding: {},
  suspended_at: null,
} as unknown as Delivered

// ── the pass ──

const pass = newPass({ vault }, ROW, NOW)
const opens = (row: Partial<Delivered> = {}, given: string | undefined = pass, now = NOW, by = vault) =>
  isPass({ vault: by }, { ...ROW, ...row }, given, now)

test('after the code the file can be downloaded for half an hour, to the last instant', () => {
  assert.ok(opens())
  assert.ok(opens({}, pass, after(NOW, 30 * MINUTE_MS - 1)))
  assert.ok(!opens({}, pass, after(NOW, 30 * MINUTE_MS)))
})

test('a pass is valid for one file, one organisation and one link: a new link ends it', () => {
  assert.ok(!opens({ id: 'p2' }))
  assert.ok(!opens({ tenant_id: 't2' }))
  assert.ok(!opens({ key_hash: 'h2' }))
  assert.ok(!opens({ tenant_id: 't1 p1', id: '' }), 'parts that only look alike when they are joined')
})

test('a pass cannot be forged, shortened or prolonged', () => {
  const [until, mac] = pass.split('.') as [string, string]
  assert.ok(!isPass({ vault }, ROW, undefined, NOW), 'none')
  for (const forged of [
    '',
    'x',
    until,
    `${Number(until) + 1}.${mac}`,
    `${until}0.${mac}`,
    `${until}.${mac.slice(1)}`,
    `${until}.${mac}0`,
    `${until}.${'0'.repeat(64)}`,
    `${until}.${mac.toUpperCase()}`,
    ` ${pass}`,
    `${pass}\n`,
  ])
    assert.ok(!opens({}, forged), JSON.stringify(forged))
})

test('a pass survives a rotation of the secret; a pass of another installation opens nothing', () => {
  assert.ok(opens({}, pass, NOW, createVault('the secret of this year, long enough too', [OLD])))
  assert.ok(!opens({}, pass, NOW, createVault('the secret of this year, long enough too')))
})

test('a link is valid for fifteen days', () => {
  assert.equal(linkUntil(NOW).toISOString(), '2027-01-04T12:00:00.000Z')
})

// ── texts ──

test('a wrong, a spent and an expired code get the same answer', () => {
  const failure = wrongCode()
  assert.deepEqual(
    [failure.status, failure.code, failure.details],
    [401, 'UNAUTHORIZED', [{ path: 'code', message: WRONG_CODE }]],
  )
  assert.deepEqual(Object.keys(CODE_SENT), ['message', 'expiresInSeconds'])
  assert.equal(CODE_SENT.expiresInSeconds, 600)
  assert.doesNotMatch(CODE_SENT.message, /@/)
})

test('after opening, the page shows the contents and not the address of the letter', () => {
  const view = openedView(ROW)
  assert.deepEqual(
    [view.organizationName, view.folioNumber, view.size, view.sha256, view.expiresAt],
    ['Tienda <Sur>', 'ARCO-2026-04217', 3 * 2 ** 20, 'huella', '2027-01-05T02:00:00.000Z'],
  )
  assert.doesNotMatch(JSON.stringify(view), /maria@|h1|e1/)
})

// ── the page ──

const locked = (more: Partial<Parameters<typeof lockedPage>[0]> = {}) =>
  lockedPage({ row: ROW, here: '../respuesta/k', ...more })

test('before the code the page shows no person, folio or contents', () => {
  for (const page of [locked(), locked({ isCodeSent: true })]) {
    assert.doesNotMatch(page.content.markup, /maria@|ARCO-|CRM|huella|<b>\.pdf/)
    assert.ok(page.content.markup.includes('Tienda &lt;Sur&gt; preparó la respuesta a su solicitud.'))
    assert.match(page.content.markup, /hasta el 4 de enero de 2027/, 'the day in Chile')
    assert.equal(page.script, undefined)
  }
})

test('the forms to request and enter a code need no script', () => {
  const fresh = locked().content.markup
  assert.match(fresh, /<form method="post" action="\.\.\/respuesta\/k\/codigo">\s*<button>Enviarme el código/)
  assert.match(fresh, /Ya tengo un código/)
  const sent = locked({ isCodeSent: true }).content.markup
  assert.match(sent, /<p role="status">Si todo está en orden/)
  assert.match(sent, /<form method="post" action="\.\.\/respuesta\/k">[\s\S]*autocomplete="one-time-code"/)
  assert.match(sent, /Enviar otro código/)
})

test('a wrong code is reported at its field', () => {
  const { markup } = locked({
    isCodeSent: true,
    message: WRONG_CODE,
    faults: [{ path: 'code', message: WRONG_CODE }],
  }).content
  assert.match(markup, /role="alert"[\s\S]*<a href="#code">El código no es correcto/)
  assert.match(markup, /id="code-fault">El código no es correcto/)
})

test('after the code the page lists the files without the index, names as text, and the hash of the archive', () => {
  const { markup } = openPage({ row: ROW, here: '../respuesta/k' }).content
  assert.ok(markup.includes('<li>archivos/&lt;b&gt;.pdf <small>(CRM &amp; ventas, 2 kB)</small></li>'))
  assert.equal(markup.split('<li>').length, 2, 'the index is no file of its own here')
  assert.ok(markup.includes('href="../respuesta/k/archivo"') && markup.includes('<code>huella</code>'))
  assert.match(markup, /<dt>Tamaño<\/dt><dd>3 MB<\/dd>/)
})
