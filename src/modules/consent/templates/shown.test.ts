import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import { createVault } from '#kernel/secrets.ts'
import { hashOf } from '../proof.ts'
import { readWithdrawalKey, withdrawalKey } from './receipt.ts'
import type { RecordRow, TemplateRow } from './repo.ts'
import { completeFields } from './rules.ts'
import { type Accepted, confirmationPage, confirmedPage, linkPage, receiptPage } from './shown.ts'
import { contentOf, evidenceOf, formView, proofOf, recordView, templateView } from './views.ts'

/** What a person keeps of a decision in a form, the views, and what a receipt is the hash of. */

const HOSTILE = '"><script>alert(1)</script>'
const HERE = '../../consentimiento/b8Zr1xW0qLk4uTn7'
const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const AT = new Date('2026-12-02T02:00:00Z')
const ORGANISATION = { name: 'Tienda Sur', slug: 'sur', branding: {} }

const template = (more: Partial<TemplateRow> = {}): TemplateRow =>
  ({
    tenant_id: ID,
    id: ID,
    name: 'Boletín',
    description: null,
    purpose_text: 'Autorizo ofertas.',
    fields: completeFields(['nombre']),
    require_age: false,
    sensitive: false,
    confirm_email: false,
    allowed_origins: [],
    form_key: 'b8Zr1xW0qLk4uTn7',
    subject_secret_number: 0,
    version: 3,
    content_hash: 'c'.repeat(64),
    is_active: true,
    deleted_at: null,
    created_at: AT,
    updated_at: AT,
    ...more,
  }) as TemplateRow

const record = (more: Partial<RecordRow> = {}): RecordRow =>
  ({
    tenant_id: ID,
    id: ID,
    template_id: ID,
    template_version: 3,
    content_hash: 'c'.repeat(64),
    subject_ref: 'camila@correo.cl',
    granted: true,
    source: 'form',
    values: { nombre: 'Camila' },
    representative: null,
    channel: null,
    evidence: null,
    recorded_by: null,
    user_agent: 'Mozilla/5',
    ip_hash: 'i'.repeat(64),
    occurred_at: AT,
    created_at: AT,
    proven_by: 'nobody',
    is_effective: true,
    receipt: 'r'.repeat(64),
    ...more,
  }) as RecordRow

const ACCEPTED: Accepted = { text: 'Autorizo avisos.\nPor correo.', version: 2, at: AT }

function receipt(
  more: Partial<RecordRow> = {},
  of: Partial<TemplateRow> = {},
  isAsked = false,
  accepted?: Accepted,
) {
  return receiptPage(
    { template: template(of), organisation: ORGANISATION, embeddedBy: undefined },
    { record: { ...record(more), is_asked: isAsked }, accepted },
    HERE,
    'https://r.cl/verificar?x=1',
  ).content.markup
}

// ── the receipt of a decision ──

test('a receipt gives the decision, its time in Chile, the text, and where to verify it', () => {
  const text = receipt({}, {}, false, ACCEPTED)
  assert.match(text, /<h1>Registramos su consentimiento<\/h1>/)
  assert.match(text, /<dt>Decisión<\/dt><dd>Otorga su consentimiento<\/dd>/)
  assert.match(text, /<dt>Fecha<\/dt><dd>1 de diciembre de 2026<\/dd>/)
  assert.match(text, /<dt>Versión del texto<\/dt><dd>2<\/dd>/)
  assert.match(
    text,
    /<h2>El texto que se le mostró<\/h2>\s*<blockquote><p>Autorizo avisos\.<br>Por correo\.<\/p>/,
  )
  assert.ok(text.includes(`<code>${'r'.repeat(64)}</code>`))
  assert.ok(text.includes('href="https://r.cl/verificar?x=1"'))
  assert.ok(text.includes(`<a href="${HERE}/retirar">en esta página</a>`))
  assert.ok(!text.includes('camila@correo.cl'), 'who it is stands in no page that an address opens')
})

test('art. 16 quáter: the receipt names who consented for a child, and not the child', () => {
  const mother = { name: 'Rosa Soto', rut: '7654321-6', relation: 'madre', email: null }
  const text = receipt({ representative: mother }, {}, false, ACCEPTED)
  assert.match(
    text,
    /<dt>Decisión<\/dt><dd>Otorga el consentimiento en representación de la persona titular de los datos<\/dd>/,
  )
  assert.match(text, /<dt>Quien lo otorgó<\/dt><dd>Rosa Soto \(madre\)<\/dd>/)
  for (const kept of ['7654321-6', '7.654.321-6', 'camila@correo.cl']) assert.ok(!text.includes(kept), kept)
  assert.match(
    receipt({ representative: { ...mother, name: 'premios.cl', relation: null } }),
    /<dt>Quien lo otorgó<\/dt><dd>su representante<\/dd>/,
  )
  for (const other of [
    { granted: false, representative: mother },
    { representative: { ...mother, name: ' ' } },
    {},
  ])
    assert.doesNotMatch(receipt(other), /Quien lo otorgó|en representación/)
})

test('a withdrawal says what it changes and what it does not, and shows the text accepted before', () => {
  const text = receipt({ granted: false }, {}, false, ACCEPTED)
  assert.match(text, /<h1>Retiró su consentimiento<\/h1>\s*<p>Desde ahora Tienda Sur no puede usar sus datos/)
  assert.match(text, /Lo que hizo antes sigue siendo lícito/)
  assert.match(text, /<h2>Lo que había aceptado el 1 de diciembre de 2026<\/h2>/)
  assert.ok(text.includes(`<a href="${HERE}">otorgarlo otra vez</a>`))
  assert.doesNotMatch(text, /\/retirar/)
})

test('a form that is switched off or deleted is not offered again after a withdrawal', () => {
  for (const gone of [{ is_active: false }, { deleted_at: AT }])
    assert.doesNotMatch(receipt({ granted: false }, gone), /otorgarlo otra vez/)
})

test('without an earlier consent there is no text to show, and the version is that of the decision', () => {
  const text = receipt({ granted: false, template_version: 3 })
  assert.doesNotMatch(text, /<blockquote>/)
  assert.match(text, /<dt>Versión del texto<\/dt><dd>3<\/dd>/)
  assert.match(text, /<h1>No dio su consentimiento<\/h1>\s*<p>Tienda Sur no puede usar sus datos/)
  assert.match(text, /<dd>No otorga su consentimiento<\/dd>/)
  assert.doesNotMatch(text, /[Rr]etir|otra vez|Lo que hizo antes/)
})

for (const [granted, isAsked, words] of [
  [
    true,
    true,
    /confirme que usted otorga su consentimiento\. Hasta entonces nada cambia\. El enlace vence en 7 días/,
  ],
  [false, true, /confirme que usted retira su consentimiento\. Hasta entonces nada cambia/],
  [true, false, /Su consentimiento no quedó otorgado: no pudimos comprobar que es usted/],
  [
    false,
    false,
    /Su consentimiento sigue vigente: no pudimos comprobar que es usted quien lo retira.*«Mis datos»/,
  ],
] as const) {
  test(`a ${granted ? 'consent' : 'withdrawal'} that waits says so, ${isAsked ? 'and that a letter left' : 'and what to do if no letter could leave'}`, () => {
    const text = receipt({ granted, is_effective: false }, {}, isAsked)
    assert.match(text, /<h1>Falta un paso<\/h1>/)
    assert.match(text, words)
    assert.doesNotMatch(text, /Registramos su consentimiento|Retiró su consentimiento/)
  })
}

// ── behind the link of a letter ──

const link = (more: Partial<Parameters<typeof linkPage>[0]> = {}) =>
  linkPage({
    template: template(),
    accepted: ACCEPTED,
    organisation: ORGANISATION,
    isWithdrawn: false,
    since: undefined,
    on: { law: LAW, day: '2026-12-01' },
    ...more,
  }).content.markup

test('the link of a letter shows the accepted text and one button, and asks nothing', () => {
  const text = link()
  assert.match(text, /Usted dio este consentimiento a Tienda Sur en «Boletín», el 1 de diciembre de 2026/)
  assert.match(text, /<blockquote><p>Autorizo avisos\.<br>Por correo\./)
  assert.match(text, /No tiene que dar razones ni tiene costo \(art\. 12, /)
  assert.match(text, /<form method="post"><button>Retirar mi consentimiento<\/button><\/form>/)
  assert.doesNotMatch(text, /<input/)
})

test('for a consent that is already withdrawn the page says since when, and asks nothing', () => {
  const text = link({ isWithdrawn: true, since: AT })
  assert.match(text, /ya está retirado desde el 1 de diciembre de 2026\. No hace falta hacer nada más/)
  assert.doesNotMatch(text, /<form/)
  assert.match(link({ isWithdrawn: true }), /ya está retirado\. No hace falta/)
})

test('a link without its key decides nothing; a complete one asks first', () => {
  assert.match(confirmationPage('').content.markup, /le falta una parte/)
  assert.doesNotMatch(confirmationPage('').content.markup, /<form/)
  const whole = confirmationPage(HOSTILE).content.markup
  assert.match(whole, /Confírmela solo si es suya.*<button>Sí, es mi decisión<\/button>/s)
  assert.doesNotMatch(whole, /<script>/)
  assert.match(confirmedPage('r'.repeat(64)).content.markup, /<code>r{64}<\/code>/)
})

test("an organisation's texts never become markup on what a person keeps", () => {
  const hostile = { text: HOSTILE, version: 1, at: AT }
  const organisation = { ...ORGANISATION, name: HOSTILE }
  for (const text of [
    receipt({}, { name: HOSTILE }, false, hostile),
    link({ template: template({ name: HOSTILE }), accepted: hostile, organisation }),
    receiptPage(
      { template: template(), organisation, embeddedBy: undefined },
      { record: { ...record({ granted: false }), is_asked: false }, accepted: undefined },
      HERE,
      HOSTILE,
    ).content.markup,
  ])
    assert.doesNotMatch(text, /<script>/)
})

// ── the signed link ──

const vault = createVault('a secret of more than thirty-two characters, for tests')
const OTHER = '019b0000-0000-7000-8000-000000000001'

test('the link of a letter names one record of one organisation, and is read back unchanged', () => {
  const key = withdrawalKey({ vault }, ID, OTHER)
  assert.match(key, /^[\w-]+$/)
  assert.deepEqual(readWithdrawalKey({ vault }, key), { tenantId: ID, recordId: OTHER })
  assert.notEqual(key, withdrawalKey({ vault }, OTHER, ID))
})

test('a forged or altered link opens nothing', () => {
  const key = withdrawalKey({ vault }, ID, OTHER)
  const another = withdrawalKey({ vault }, ID, ID)
  const elsewhere = createVault('another secret of more than thirty-two characters')
  assert.equal(readWithdrawalKey({ vault: elsewhere }, key), undefined)
  for (const wrong of [
    '',
    'x',
    key.slice(1),
    key.slice(0, -1),
    `${key}0`,
    `${another.slice(0, -32)}${key.slice(-32)}`,
    `${key[0] === 'A' ? 'B' : 'A'}${key.slice(1)}`,
    'ñ'.repeat(80),
    `${'A'.repeat(44)}${'0'.repeat(32)}`,
  ])
    assert.equal(readWithdrawalKey({ vault }, wrong), undefined, wrong)
})

// ── output and hashes ──

const INSTALLED = { publicUrl: 'https://r.cl' }

test('a form comes with its page and embedding code; without the script people see a link', () => {
  const { pageUrl, embedCode } = templateView(template(), INSTALLED)
  assert.equal(pageUrl, 'https://r.cl/consentimiento/b8Zr1xW0qLk4uTn7')
  assert.equal(
    embedCode,
    `<div data-resguardo-formulario="b8Zr1xW0qLk4uTn7"><a href="https://r.cl/consentimiento/b8Zr1xW0qLk4uTn7">Abrir el formulario</a></div>
<script async src="https://r.cl/w/v1/formulario.js"></script>`,
  )
})

test("the public sees the form's questions, and not who runs it or may show it", () => {
  const shown = formView(template(), 'Tienda Sur', INSTALLED)
  assert.deepEqual(Object.keys(shown).sort(), [
    'confirmEmail',
    'contentHash',
    'description',
    'fields',
    'formKey',
    'name',
    'organization',
    'pageUrl',
    'purposeText',
    'requireAge',
    'sensitive',
    'templateId',
    'version',
  ])
})

test('a new text, field or age rule makes a version; a new name, switch or site does not', () => {
  const hash = (more: Partial<TemplateRow> = {}) => hashOf(contentOf(template(more)))
  for (const same of [
    { name: 'Otro' },
    { description: 'x' },
    { is_active: false },
    { allowed_origins: ['https://a.cl'] },
  ])
    assert.equal(hash(same), hash(), JSON.stringify(same))
  const changes: Partial<TemplateRow>[] = [
    { purpose_text: 'Autorizo otra cosa.' },
    { fields: completeFields(['apellido']) },
    { fields: completeFields([{ key: 'nombre', required: true }]) },
    { require_age: true },
    { sensitive: true },
  ]
  assert.equal(new Set([hash(), ...changes.map(hash)]).size, changes.length + 1)
})

const receiptOf = (more: Partial<RecordRow> = {}) => hashOf(evidenceOf(record(more)))

test('the receipt can be recomputed from the record as the interface shows it', () => {
  for (const more of [
    {},
    { is_effective: false },
    { source: 'manual', channel: 'paper', evidence: 'Carpeta' },
  ] as const) {
    const { receipt: _, ...shown } = recordView(record(more as Partial<RecordRow>))
    assert.equal(hashOf(JSON.parse(JSON.stringify(shown))), receiptOf(more as Partial<RecordRow>))
  }
})

test('if any part of a decision is altered, its receipt no longer matches', () => {
  const changes: Partial<RecordRow>[] = [
    { id: OTHER },
    { template_id: OTHER },
    { template_version: 4 },
    { content_hash: 'd'.repeat(64) },
    { subject_ref: 'otra@correo.cl' },
    { granted: false },
    { source: 'portal' },
    { values: { nombre: 'Otra' } },
    { representative: { name: 'Eva', rut: '12345678-5', relation: 'madre', email: null } },
    { channel: 'paper' },
    { evidence: 'Carpeta 12' },
    { recorded_by: ID },
    { user_agent: null },
    { ip_hash: null },
    { occurred_at: new Date(AT.getTime() - 1) },
    { created_at: new Date(AT.getTime() + 1) },
    { proven_by: 'portal' },
    { is_effective: false },
  ] as Partial<RecordRow>[]
  const receipts = [receiptOf(), ...changes.map(receiptOf)]
  assert.equal(new Set(receipts).size, receipts.length)
})

test('an older record derives its kind of proof from its source', () => {
  const proofs = (['form', 'manual', 'external', 'portal'] as const).map((source) =>
    proofOf({ proven_by: null, source }),
  )
  assert.deepEqual(proofs, ['nobody', 'staff', 'api_key', 'portal'])
  assert.equal(proofOf({ proven_by: 'confirmed_email', source: 'form' }), 'confirmed_email')
  const { receipt: _, provenBy: __, isEffective: ___, ...shown } = recordView(record({ proven_by: null }))
  assert.equal(receiptOf({ proven_by: null }), hashOf(shown))
})

test("a record's evidence is the sender's text or object, and its representative is complete", () => {
  const representative = { name: 'Eva', rut: '12345678-5', relation: 'madre', email: null, declared: true }
  const shown = recordView(record({ evidence: { carpeta: 12 }, representative } as Partial<RecordRow>))
  assert.deepEqual(shown.evidence, { carpeta: 12 })
  assert.deepEqual(shown.representative, representative)
})
