import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Block } from './document.ts'
import { letterBlocks, textBlocks } from './letter.ts'

const words = (block: Block): unknown => {
  if ('ul' in block) return { ul: block.ul.map(words) }
  if ('table' in block) return block.table.body.map((row) => row.map(words))
  if ('stack' in block) return block.stack.map(words)
  if (!('text' in block)) return '?'
  const text = typeof block.text === 'string' ? block.text : block.text.map((run) => run.text).join('')
  return block.headlineLevel ? `# ${text}` : text
}

test('text written line by line becomes titles, facts, items and paragraphs', () => {
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

test('a letter names the town of its sender only where the address has one', () => {
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
