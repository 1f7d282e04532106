import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Block } from './document.ts'
import { letterBlocks, letterhead, noticeBlocks, signatureBlock, textBlocks } from './letter.ts'

const words = (block: Block): unknown => {
  if ('ul' in block) return { ul: block.ul.map(words) }
  if ('table' in block) return block.table.body.map((row) => row.map(words))
  if ('stack' in block) return block.stack.map(words)
  if (!('text' in block)) return '?'
  const text = typeof block.text === 'string' ? block.text : block.text.map((run) => run.text).join('')
  return block.headlineLevel ? `# ${text}` : text
}

test('text with meaningful lines becomes titles, facts, items and paragraphs', () => {
  const text =
    '2. NATURALEZA DE LA VULNERACIÓN\nIncidente: Fuga\nSensibles (art. 2 letra g): Sí\nSistemas:\n- CRM\n- Correo\nCausa:\nPor aclarar.\n\nUna sola línea: sigue siendo un párrafo.\n\n¿Qué pasó?\nNada. Se avisará: pronto.'
  assert.deepEqual(textBlocks(text).map(words), [
    '# 2. NATURALEZA DE LA VULNERACIÓN',
    [
      ['Incidente', 'Fuga'],
      ['Sensibles (art. 2 letra g)', 'Sí'],
    ],
    'Sistemas:',
    { ul: ['CRM', 'Correo'] },
    [['Causa', 'Por aclarar.']],
    'Una sola línea: sigue siendo un párrafo.',
    '# ¿Qué pasó?',
    'Nada. Se avisará: pronto.',
  ])
})

test('a letter names its sender’s town only if the address has one', () => {
  const sheet = (address: string | null) =>
    letterBlocks({
      from: { name: 'Sur SpA', taxId: '76.123.456-0', address, email: null },
      day: '15 de noviembre de 2026',
      to: ['Luis Vera', 'luis@persona.cl'],
      subject: 'Respuesta',
      text: 'Hola.',
      signature: ['Pedro Soto', 'Delegado de protección de datos'],
    }).map(words)
  assert.ok(sheet('Av. Matta 100, Santiago, Chile').includes('Santiago, 15 de noviembre de 2026'))
  for (const address of [null, 'Av. Matta 100', 'Santiago, piso 8'])
    assert.ok(sheet(address).includes('15 de noviembre de 2026'), String(address))
  assert.ok(sheet(null).includes('RUT 76.123.456-0'))
})

for (const [name, text, drawn] of [
  ['paragraphs stand apart by an empty line', 'Uno.\ndos.\n\n\nTres.', ['Uno.\ndos.', 'Tres.']],
  ['line ends of Windows are line ends', 'Uno.\r\n\r\n- a\r\n- b', ['Uno.', { ul: ['a', 'b'] }]],
  ['items are a list, with either sign', '- a\n• b', [{ ul: ['a', 'b'] }]],
  ['a dash without a space is no item', '-a\n- b', ['-a', { ul: ['b'] }]],
  ['one label alone in its paragraph is a sentence', 'Folio: 12', ['Folio: 12']],
  [
    'two are facts',
    'Folio: 12\nFecha: hoy',
    [
      [
        ['Folio', '12'],
        ['Fecha', 'hoy'],
      ],
    ],
  ],
  ['a label that begins small is none', 'folio: 12\nfecha: hoy', ['folio: 12\nfecha: hoy']],
  ['a sentence before a colon is none', 'Se avisó. Después: nada\nx', ['Se avisó. Después: nada\nx']],
  ['a label of more than eighty-six letters is none', `${'A'.repeat(87)}: x\nb`, [`${'A'.repeat(87)}: x\nb`]],
  [
    'a value may have a colon',
    'Hora: 12:30\nLugar: Santiago',
    [
      [
        ['Hora', '12:30'],
        ['Lugar', 'Santiago'],
      ],
    ],
  ],
  [
    'a label takes its value from the next line',
    'Causa:\nPor aclarar.\nFolio: 1',
    [
      [
        ['Causa', 'Por aclarar.'],
        ['Folio', '1'],
      ],
    ],
  ],
  [
    'a first line in capitals above others is a title',
    'CERTIFICADO\nSe certifica.',
    ['# CERTIFICADO', 'Se certifica.'],
  ],
  ['alone it is a paragraph', 'CERTIFICADO', ['CERTIFICADO']],
  ['short capitals are no title', 'RUT\n1-9', ['RUT\n1-9']],
  ['a question is a title', '¿Qué datos?\nSu correo.', ['# ¿Qué datos?', 'Su correo.']],
  ['two questions are two titles', '¿Uno?\n¿Dos?', ['# ¿Uno?', '# ¿Dos?']],
  ['a number before small letters is no title', '2. Naturaleza\nx', ['2. Naturaleza\nx']],
] as const)
  test(`text as blocks: ${name}`, () => assert.deepEqual(textBlocks(text).map(words), drawn))

test('a letterhead shows the known facts about its sender, and no more', () => {
  const of = (taxId: string | null, address: string | null, email: string | null) =>
    letterhead({ name: 'Sur SpA', taxId, address, email }).map(words)
  assert.deepEqual(of('76.1-2', 'Matta 100', 'a@sur.cl'), ['Sur SpA', 'RUT 76.1-2 · Matta 100 · a@sur.cl'])
  assert.deepEqual(of(null, null, 'a@sur.cl'), ['Sur SpA', 'a@sur.cl'])
  assert.deepEqual(of(null, '', null), ['Sur SpA'])
})

test('the signing person comes first, and the signature stays on one page', () => {
  const block = signatureBlock(['Pedro Soto', 'Delegado', 'Sur SpA'])
  assert.equal(block.unbreakable, true)
  assert.ok('stack' in block)
  assert.deepEqual(
    block.stack.map((one) => one.bold ?? false),
    [true, false, false],
  )
})

test('a notice has a title, the article below it, and its text', () => {
  assert.deepEqual(noticeBlocks('AVISO\nart. 14 sexies\n\nHubo una brecha.').map(words), [
    '# AVISO',
    'art. 14 sexies',
    'Hubo una brecha.',
  ])
  assert.deepEqual(noticeBlocks('AVISO\r\n\r\nHubo una brecha.').map(words), ['# AVISO', 'Hubo una brecha.'])
})

test('a letter has its parts in the usual order', () => {
  const blocks = letterBlocks({
    from: { name: 'Sur SpA', taxId: null, address: 'Matta 100, Valdivia. , Chile', email: null },
    day: '15 de noviembre de 2026',
    to: ['Luis Vera', 'luis@persona.cl'],
    subject: 'Respuesta',
    text: 'Hola.',
    signature: ['Pedro Soto'],
  }).map(words)
  assert.deepEqual(blocks, [
    'Sur SpA',
    'Matta 100, Valdivia. , Chile',
    'Valdivia, 15 de noviembre de 2026',
    ['Luis Vera', 'luis@persona.cl'],
    'Ref.: Respuesta',
    'Hola.',
    ['Pedro Soto'],
  ])
})
