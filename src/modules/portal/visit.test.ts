import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseRightPage, newRequestPage, type Offer } from './new-request.ts'
import { createVisits } from './visit.ts'

/** The cookie of the portal, and the questions for a person with a session. */

const HERE = 'https://privacidad.sur.cl'
type Asked = Parameters<ReturnType<typeof createVisits>['tokenOf']>[0]

const request = (method: string, headers: Record<string, string>, cookies: Record<string, string> = {}) =>
  ({ method, headers, cookies }) as unknown as Asked
const SESSION = { '__Host-resguardo-portal': 'llave' }

// ── the origin of a request ──

for (const [method, site, origin, admitted] of [
  ['GET', 'same-origin', undefined, true],
  ['GET', 'none', undefined, true],
  ['GET', 'same-site', undefined, true],
  ['GET', 'cross-site', undefined, false],
  ['HEAD', 'cross-site', undefined, false],
  ['GET', undefined, undefined, true],
  ['POST', 'same-origin', HERE, true],
  ['POST', 'same-site', HERE, false],
  ['POST', 'cross-site', HERE, false],
  ['POST', 'none', undefined, false],
  ['POST', undefined, HERE, true],
  ['POST', undefined, 'https://otra.cl', false],
  ['POST', undefined, `${HERE}.otra.cl`, false],
  ['POST', undefined, 'null', false],
  ['POST', undefined, undefined, false],
] as const) {
  test(`a ${method} that says it comes from ${site ?? 'nowhere'}${origin ? `, of ${origin},` : ''} is ${admitted ? 'admitted' : 'turned away'}`, () => {
    const headers = { ...(site && { 'sec-fetch-site': site }), ...(origin && { origin }) }
    const visits = createVisits(`${HERE}/r`)
    assert.equal(visits.admits(request(method, headers)), admitted)
    assert.equal(visits.tokenOf(request(method, headers, SESSION)), admitted ? 'llave' : undefined)
  })
}

test('without the right cookie there is no session', () => {
  const visits = createVisits(HERE)
  for (const cookies of [{}, { '__Host-resguardo-portal': '' }, { 'resguardo-portal': 'llave' }])
    assert.equal(visits.tokenOf(request('GET', {}, cookies as Record<string, string>)), undefined)
})

function reply() {
  const done: unknown[] = []
  const noting =
    (what: string) =>
    (...all: unknown[]) => {
      done.push([what, ...all])
      return it
    }
  const it: object = { setCookie: noting('set'), clearCookie: noting('clear'), header: noting('header') }
  return { done, it: it as Parameters<ReturnType<typeof createVisits>['start']>[0] }
}

test('the cookie is hidden from scripts, same-site, https only, and ends with the session', () => {
  const { done, it } = reply()
  createVisits(HERE).start(it, 'llave')
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: true, maxAge: 1800 }
  assert.deepEqual(done, [['set', '__Host-resguardo-portal', 'llave', options]])
})

test('over plain http the cookie has a name that browsers accept there', () => {
  const { done, it } = reply()
  const visits = createVisits('http://127.0.0.1:3000')
  visits.start(it, 'llave')
  const [[, name, , options]] = done as [[string, string, string, { secure: boolean }]]
  assert.deepEqual([name, options.secure], ['resguardo-portal', false])
  assert.equal(visits.tokenOf(request('GET', {}, { 'resguardo-portal': 'llave' })), 'llave')
})

test('leaving deletes the cookie and the data that the browser stored', () => {
  const { done, it } = reply()
  createVisits(HERE).end(it)
  assert.deepEqual(
    done.map((one) => (one as string[]).slice(0, 2)),
    [
      ['clear', '__Host-resguardo-portal'],
      ['header', 'clear-site-data'],
    ],
  )
})

// ── a request from inside ──

const FRAME = {
  root: '../../',
  organisation: { name: 'Sur', slug: 'sur', branding: {} },
  until: new Date('2026-12-01T15:00:00Z'),
}
const [MAIN, OTHER] = [
  { id: 'e1', name: 'Sur SpA', isMain: true, dpoName: null, contactEmail: null },
  { id: 'e2', name: 'Norte <b>SpA</b>', isMain: false, dpoName: null, contactEmail: null },
]
const OFFER: Offer = {
  rights: [
    { value: 'ACCESS', label: 'Acceso', description: 'Saber qué datos.', article: 'art. 5, Ley 19.628' },
  ],
  notice: null,
  entities: [MAIN],
  rightsForm: undefined,
  uses: { answerer: 'Sur SpA', answerDays: 30, policyUrl: undefined },
}
const WHO = { email: 'maria@correo.cl' }
const asks = (offer: Partial<Offer> = {}, filled?: Parameters<typeof newRequestPage>[5]) =>
  newRequestPage(FRAME, { ...OFFER, ...offer }, 'ACCESS', 'llave', WHO, filled).content.markup

test('a person chooses among the offered rights, each with its article', () => {
  const text = chooseRightPage(FRAME, OFFER).content.markup
  assert.match(text, /<form method="get" action="\.\.\/\.\.\/p\/sur\/portal\/nueva">/)
  assert.match(text, /value="ACCESS" required>/)
  assert.match(text, /Saber qué datos \(art\.\s5\)\./)
  assert.doesNotMatch(text, / checked|role="alert"/)
  assert.match(
    chooseRightPage(FRAME, OFFER, 'Elija uno.').content.markup,
    /role="alert"[^>]*>\s*<h2>Elija uno\./,
  )
})

test('a person with a session is not asked who they are, and reads where the answer goes', () => {
  const text = asks()
  assert.doesNotMatch(text, /name="subject(Email|Rut)"/)
  assert.match(text, /name="subjectName"/)
  assert.match(text, /El folio y la respuesta llegan a maria@correo\.cl, el correo con que entró/)
  assert.match(
    text,
    /<input type="hidden" name="rightType" value="ACCESS">\s*<input type="hidden" name="sendKey" value="llave">/,
  )
})

test('art. 14 ter: the form explains the use of its data and links the policy in force', () => {
  const said =
    'Sur SpA usa lo que escribe aquí para responderle, y lo guarda para acreditar que lo hizo (art. 11).'
  assert.ok(
    asks().includes(`${said} Las copias de datos que reúna para la respuesta se eliminan a los 30 días`),
  )
  assert.doesNotMatch(asks(), /política de privacidad/)
  const uses = { ...OFFER.uses, policyUrl: '../../politica/sur' }
  assert.match(
    asks({ uses }),
    /<a href="\.\.\/\.\.\/politica\/sur">política de privacidad<\/a> \(art\. 14 ter\)\./,
  )
})

test('the form asks for the entity if there are several', () => {
  assert.doesNotMatch(asks(), /legalEntityId/)
  const filled = {
    values: new URLSearchParams({ legalEntityId: 'e2' }),
    faults: [],
    message: undefined,
    files: [],
  }
  const text = asks({ entities: [MAIN, OTHER] }, filled)
  assert.match(
    text,
    /<option value="e1">Sur SpA<\/option><option value="e2" selected>Norte &lt;b&gt;SpA&lt;\/b&gt;<\/option>/,
  )
})

test('the declaration starts unchecked, and requests for somebody else are sent to the public form', () => {
  assert.doesNotMatch(asks(), /name="declarationTruthful"[^>]* checked/)
  assert.doesNotMatch(asks(), /otra persona\?/)
  assert.match(
    asks({ rightsForm: '../../derechos/K' }),
    /¿Pide en nombre de otra persona\? <a href="\.\.\/\.\.\/derechos\/K">/,
  )
})

test('a notice of the law is shown above both steps', () => {
  const notice = 'La ley rige desde el 1 de diciembre de 2026 <hoy>.'
  for (const text of [chooseRightPage(FRAME, { ...OFFER, notice }).content.markup, asks({ notice })])
    assert.ok(text.includes('<p>La ley rige desde el 1 de diciembre de 2026 &lt;hoy&gt;.</p>'))
})
