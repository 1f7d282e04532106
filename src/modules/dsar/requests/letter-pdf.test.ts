import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY, letterRow, NAME_ALONE } from '#test/kit/dsar-rows.ts'
import { linesOf } from '#test/kit/paper.ts'
import { type KeptLetter, letterPaper } from './letter-pdf.ts'
import { letterView } from './views.ts'

/** A stored letter on paper: the text as sent, and the recipient in the address field. */

const paper = (fields: Parameters<typeof letterRow>[0] = {}, more: Partial<KeptLetter> = {}) =>
  letterPaper({
    letter: letterView(letterRow(fields)),
    folioNumber: 'ARCO-2026-04217',
    by: BY,
    receipt: {
      record: { type: 'dsar_letter', id: 'x' },
      organisation: { id: 'y', slug: 'sur', name: 'Tienda Sur SpA' },
      url: 'https://resguardo.test/verificar/x',
      proof: null,
    },
    ...more,
  })
const said = (...args: Parameters<typeof paper>) => linesOf(paper(...args).document!.content)
const has = (words: readonly string[], line: string) =>
  assert.ok(words.includes(line), `${line}\nin\n${words.join('\n')}`)

test('the person greeted stands in the address, with the mailbox below', () => {
  const words = said()
  assert.deepEqual(words.slice(words.indexOf('María Pérez'), words.indexOf('María Pérez') + 2), [
    'María Pérez',
    'maria@correo.cl',
  ])
  has(words, 'Hola, María Pérez:')
  has(words, 'Recibimos su solicitud.')
})

for (const [text, recipient, lines] of [
  [
    'Hola, María Pérez:\n\nx',
    'María Pérez, Los Aromos 123, Temuco',
    ['María Pérez', 'Los Aromos 123, Temuco'],
  ],
  ['Hola, María Pérez:\n\nx', 'María Pérez', ['María Pérez']],
  ['Señores Palomar SpA:\n\nx', 'privacidad@palomar.cl', ['Palomar SpA', 'privacidad@palomar.cl']],
  [
    'A la Agencia de Protección de Datos Personales:\n\nx',
    'Agencia de Protección de Datos Personales',
    ['Agencia de Protección de Datos Personales'],
  ],
  ['Hola:\n\nx', 'maria@correo.cl', ['maria@correo.cl']],
] as const) {
  test(`«${text.split('\n')[0]}» to «${recipient}» is addressed to ${lines.join(' / ')}`, () => {
    const words = said({ body_text: text, recipient })
    const at = words.indexOf(lines[0])
    assert.deepEqual(words.slice(at, at + lines.length), [...lines])
    assert.ok(words[at + lines.length]!.startsWith('Ref.: '), words.join('\n'))
  })
}

test("the organisation's signature appears once, although the mail repeats it", () => {
  const words = said()
  assert.ok(!words.includes('— Tienda Sur SpA'))
  for (const line of ['Pedro Soto', 'Delegado de protección de datos']) has(words, line)
  const alone = said({}, { by: NAME_ALONE })
  assert.ok(!alone.includes('Delegado de protección de datos'))
})

for (const [fields, proof] of [
  [{ sent_at: new Date('2026-12-02T02:30:00Z') }, 'Enviada el 01-12-2026 23:30 (hora de Chile).'],
  [{}, 'En espera de envío.'],
  [{ on_paper: true }, 'Se entrega impresa: la persona no indicó un correo.'],
] as const) {
  test(`art. 11: the proof of ${JSON.stringify(fields)} is «${proof}»`, () => {
    has(said(fields), `Copia fiel del texto (art. 11, Ley 19.628 (mod. Ley 21.719)). ${proof}`)
  })
}

test('the date is that of sending, else that of writing, in Chile', () => {
  assert.ok(
    said({ sent_at: new Date('2026-12-05T02:30:00Z') }).some((line) => /4 de diciembre de 2026$/.test(line)),
  )
  assert.ok(
    said({ created_at: new Date('2026-12-02T02:30:00Z') }).some((line) =>
      /1 de diciembre de 2026$/.test(line),
    ),
  )
})

test('the file name and the foot give the folio and the kind', () => {
  const { name, document } = paper({ kind: 'REFUSAL' })
  assert.deepEqual(name, ['carta', 'ARCO-2026-04217', 'Rechazo'])
  assert.equal(document!.footer, 'Tienda Sur SpA · ARCO-2026-04217 · Rechazo')
  assert.equal(document!.lawVersion, '2026-12-01')
})

test('the foot leaves room for the page number and keeps the folio, however long the name', () => {
  const { footer } = paper({}, { by: { ...BY, name: 'Sociedad '.repeat(20).trim() } }).document!
  assert.ok(footer.length <= 95)
  assert.match(footer, /^Sociedad .*… · ARCO-2026-04217 · Acuse de recibo$/)
})
