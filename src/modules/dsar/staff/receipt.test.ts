import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BEFORE_THE_LAW, BY, NAME_ALONE, ON_THE_DAY, requestRow } from '#test/kit/dsar-rows.ts'
import { linesOf } from '#test/kit/paper.ts'
import { CHANNELS, type Channel } from '../rules.ts'
import { receiptPaper } from './receipt.ts'

/** The page that a person takes away from the counter. */

type Printed = Parameters<typeof receiptPaper>[0]

function paper(fields: Parameters<typeof requestRow>[0] = {}, more: Partial<Printed> = {}) {
  return receiptPaper({
    row: requestRow({ source: 'staff', channel: 'in_person', ...fields }),
    by: BY,
    on: ON_THE_DAY,
    publicUrl: 'https://resguardo.test',
    receipt: {
      record: { type: 'dsar_request', id: 'x' },
      organisation: { id: 'y', slug: 'tienda-sur', name: 'Tienda Sur SpA' },
      url: 'https://resguardo.test/verificar/x',
      proof: null,
    },
    ...more,
  })
}
const said = (...args: Parameters<typeof paper>) => linesOf(paper(...args).document!.content)
const has = (words: readonly string[], line: string) =>
  assert.ok(words.includes(line), `${line}\nin\n${words.join('\n')}`)

test('the receipt gives the organisation, the folio, the right with its article and the last day', () => {
  const words = said()
  for (const line of [
    'Tienda Sur SpA',
    'RUT 76.543.210-3 · Los Aromos 123, Temuco · dpo@tiendasur.cl',
    'Folio ARCO-2026-04217',
    'Recibida | 1 de diciembre de 2026, en persona',
    'De | María Pérez',
    'Derecho | Acceso (art. 5, Ley 19.628 (mod. Ley 21.719))',
    'Último día para responder | 31 de diciembre de 2026 (arts. 5 y 11, Ley 19.628 (mod. Ley 21.719))',
    'Tienda Sur SpA. Pedro Soto, dpo@tiendasur.cl, Los Aromos 123, Temuco',
  ])
    has(words, line)
  assert.deepEqual(paper().name, ['comprobante', 'ARCO-2026-04217'])
})

const WAYS: Readonly<Record<Channel, string>> = {
  phone: 'por teléfono',
  mail: 'por correo electrónico',
  post: 'por carta',
  in_person: 'en persona',
  portal: 'por el portal de privacidad',
  form: 'por un formulario',
}
for (const channel of CHANNELS)
  test(`a request by ${channel} was received «${WAYS[channel]}»`, () => {
    has(said({ channel }), `Recibida | 1 de diciembre de 2026, ${WAYS[channel]}`)
  })

test('an imported request has no known channel', () => {
  has(said({ source: 'import', channel: null }), 'Recibida | 1 de diciembre de 2026')
})

test('an heir and a representative are named beside the person', () => {
  has(
    said({ heir_name: 'Luis Pérez', heir_relation: 'hijo' }),
    'De | Luis Pérez (hijo), en calidad de heredero o heredera de María Pérez',
  )
  has(said({ is_representative: true, representative_name: 'Juan Soto' }), 'Representada por | Juan Soto')
  assert.ok(!said().some((line) => line.startsWith('Representada')))
})

test('the request is repeated in one paragraph, shortened if long; without text the receipt explains the right', () => {
  has(said({ description: ' Quiero\n mis   datos. ' }), 'Quiero mis datos.')
  has(said({ subtype_detail: 'Porque es falso' }), 'Porque es falso')
  has(said({ description: 'a'.repeat(700) }), 'a'.repeat(700))
  has(said({ description: 'a'.repeat(701) }), `${'a'.repeat(700)}…`)
  has(said({ right_type: 'RECTIFICATION' }), 'Corregir datos inexactos, desactualizados o incompletos.')
  has(
    said({ description: '  ', right_type: 'RECTIFICATION' }),
    'Corregir datos inexactos, desactualizados o incompletos.',
  )
})

test('the receipt says how the answer comes: by mail, or in writing without a mailbox', () => {
  const way = (fields: object) => said(fields).find((line) => line.startsWith('En https'))!
  assert.equal(
    way({}),
    'En https://resguardo.test/seguimiento, con el folio. La respuesta llega por escrito a su correo. Si hace falta más tiempo, se le avisa antes; el plazo se amplía una sola vez (art. 11).',
  )
  assert.match(
    way({ subject_email: null }),
    /Como no indicó un correo, la respuesta se le entrega por escrito\./,
  )
  assert.doesNotMatch(way({ right_type: 'BLOCKING' }), /más tiempo/)
})

test('art. 41: the receipt says what to do when the last day passes, or after a refusal', () => {
  assert.ok(
    said().some((line) =>
      /^Si el último día para responder pasa sin respuesta, puede reclamar ante la Agencia .* hasta el 12 de febrero de 2027 .* Si rechazan algo de lo que pidió/.test(
        line,
      ),
    ),
  )
})

test('arts. 8 ter and 11: for a block the receipt says that the data are only kept, once the law binds', () => {
  const words = (on: Printed['on']) =>
    said({ right_type: 'BLOCKING' }, { on }).find((line) => /solo pueden conservarse/.test(line))
  assert.match(words(ON_THE_DAY)!, /^Mientras no le respondan/)
  assert.match(words(BEFORE_THE_LAW)!, /^Desde el 1 de diciembre de 2026, mientras no le respondan/)
  assert.ok(!said().some((line) => /solo pueden conservarse/.test(line)))
})

test('until the law binds the receipt names the judge of the text in force, and no fee', () => {
  const words = said({}, { on: BEFORE_THE_LAW })
  assert.ok(
    words.some((line) => /^Si no le responden, o no está conforme, puede recurrir al juez/.test(line)),
  )
  has(words, 'Emitido el 20 de noviembre de 2026. Ejercer estos derechos es gratis.')
  assert.ok(
    said().some((line) =>
      /es gratis; solo un acceso o una portabilidad que se repite en el trimestre/.test(line),
    ),
  )
})

test('printed after the last day the receipt promises nothing, unless there is an answer', () => {
  const late = { ...ON_THE_DAY, day: '2027-01-01' }
  const words = said({}, { on: late })
  assert.ok(
    words.some((line) =>
      /^El último día para responder ya pasó\. Si no quiere esperar más, puede reclamar/.test(line),
    ),
  )
  assert.ok(!words.some((line) => /más tiempo|pasa sin respuesta/.test(line)))
  const answered = said({ completed_at: new Date('2026-12-20T12:00:00Z'), status: 'COMPLETED' }, { on: late })
  assert.ok(!answered.some((line) => /ya pasó/.test(line)))
  assert.ok(!said({}, { on: { ...late, day: '2026-12-31' } }).some((line) => /ya pasó/.test(line)))
})

test('an organisation with nothing but a name is still named', () => {
  const words = said({}, { by: NAME_ALONE })
  has(words, 'Sin Delegado SpA')
  assert.ok(!words.some((line) => line.includes('null') || line.includes('undefined')))
})

test('the foot leaves room for the page number and keeps the folio, however long the name', () => {
  const { footer } = paper({}, { by: { ...BY, name: 'Sociedad '.repeat(20).trim() } }).document!
  assert.ok(footer.length <= 95)
  assert.match(footer, /^Sociedad .*… · ARCO-2026-04217$/)
})

test('art. 11: the receipt of an extended term does not promise another extension', () => {
  const follow = (fields: Parameters<typeof requestRow>[0]) =>
    said(fields).find((line) => /\/seguimiento/.test(line))!
  assert.match(follow({}), /Si hace falta más tiempo, se le avisa antes/)
  const extended = follow({ extended_deadline_at: new Date('2027-01-30T12:00:00Z') })
  assert.match(extended, /El plazo ya se amplió, y se amplía una sola vez \(art\. 11\)\.$/)
  assert.doesNotMatch(extended, /Si hace falta más tiempo/)
})
