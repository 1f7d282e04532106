import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { html } from '#kernel/html.ts'
import { gap, gapsIn, internalNote, labelGap, NOT_INFORMED, placeholdersLeft, withoutGaps } from './gaps.ts'

const ES = NOT_INFORMED.es

for (const [name, draft, published] of [
  [
    'a paragraph that is a gap becomes a sentence',
    html`<p>${gap('COMPLETAR', 'medidas')}</p>`.markup,
    '<p>No consta en esta versión.</p>',
  ],
  [
    'so does a cell',
    html`<td>${gap('COMPLETAR', 'plazo')}</td>`.markup,
    '<td>No consta en esta versión</td>',
  ],
  [
    'a labelled item keeps its label',
    html`<li><strong>Domicilio:</strong> ${gap('COMPLETAR', 'domicilio')}</li>`.markup,
    '<li><strong>Domicilio:</strong> No consta en esta versión</li>',
  ],
  [
    'within a sentence it is a word',
    html`<td>El titular, ${gap('TO COMPLETE', 'x')}</td>`.markup,
    '<td>El titular, (no consta en esta versión)</td>',
  ],
  ['an internal note goes', html`<td>5 años ${internalNote('es', 'Revise.')}</td>`.markup, '<td>5 años</td>'],
  [
    'what people left to complete',
    '<p>Plazo: [Completar]. [POR COMPLETAR: x]</p>',
    '<p>Plazo: (no consta en esta versión). (no consta en esta versión)</p>',
  ],
  [
    'a placeholder that was never filled',
    '<p>Entre {{empresa}} y Sur</p>',
    '<p>Entre (no consta en esta versión) y Sur</p>',
  ],
  ['a mark of people loses the mark', '<p><mark>Nuevo</mark> texto</p>', '<p>Nuevo texto</p>'],
  ['other brackets stay', '<p>Véase [Anexo 1] y [sic]</p>', '<p>Véase [Anexo 1] y [sic]</p>'],
] as const) {
  test(`text for people outside: ${name}`, () => assert.equal(withoutGaps(draft, ES), published))
}

test("a template's labels are found as text and as markup, and no other brackets are touched", () => {
  const labels = ['Duración <máxima>', 'Servicios']
  const text = html`<p>Duración: ${labelGap(labels[0]!)}. Objeto: ${labelGap('Servicios')}. [Otra cosa]</p>`
    .markup
  assert.equal(
    withoutGaps(text, 'no indicado', labels),
    '<p>Duración: (no indicado). Objeto: (no indicado). [Otra cosa]</p>',
  )
  assert.deepEqual(placeholdersLeft(text, labels), ['[Duración <máxima>]', '[Servicios]'])
  assert.deepEqual(placeholdersLeft('<p>{{x}} [Completar: y]</p>', []), ['[Completar: y]', '{{x}}'])
})

test('an internal note is not a gap of the document', () => {
  assert.deepEqual(gapsIn(html`${internalNote('es', 'Revise.')} ${gap('COMPLETAR', 'uno')}`.markup), ['uno'])
})

test('no text of people leaves anything to complete, and a second pass changes nothing', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '[',
      ']',
      '{{',
      '}}',
      '[COMPLETAR: x]',
      '<mark>',
      '</mark>',
      '<p>',
      '</p>',
      '\uE000',
      '[Plazo]',
    ),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.string(), (parts, what) => {
      const draft = parts.join('') + html`<p>${gap('COMPLETAR', what)}</p>`.markup
      const out = withoutGaps(draft, ES, ['Plazo'])
      assert.doesNotMatch(out, /<\/?mark>|\[COMPLETAR\b|\[Plazo\]|\uE000/i)
      assert.equal(withoutGaps(out, ES, ['Plazo']), out)
    }),
    { numRuns: 400 },
  )
})
