import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { html } from '#kernel/html.ts'
import { clauseDifferences, clausesOf } from './clauses.ts'
import { differencesOf, linesOf } from './differences.ts'
import { gap, gapsIn, labelGap, NOT_INDICATED, placeholdersLeft, withoutGaps } from './gaps.ts'
import { heading, list, paragraph, table } from './markup.ts'
import { plainText } from './plain-text.ts'
import { labelOf, placeholdersOf } from './templates.ts'

describe('gaps in a text for people outside', () => {
  const out = (text: string, labels: string[] = []) => withoutGaps(text, NOT_INDICATED, labels)

  for (const [written, read] of [
    ['[Completar]', 'Dato no indicado'],
    ['a [COMPLETAR: plazo] b', 'a (dato no indicado) b'],
    ['a [por completar] b', 'a (dato no indicado) b'],
    ['a [ Pendiente de Ana ] b', 'a (dato no indicado) b'],
    ['a [TBD] b', 'a (dato no indicado) b'],
    ['a [to be completed] b', 'a (dato no indicado) b'],
    ['a [complete this] b', 'a (dato no indicado) b'],
    ['a [nota interna: no] b', 'a (dato no indicado) b'],
    ['a [Internal note] b', 'a (dato no indicado) b'],
    ['a {{ plazo }} b', 'a (dato no indicado) b'],
    ['a {{}} b', 'a (dato no indicado) b'],
    ['<p>[Completar]</p>', '<p>Dato no indicado.</p>'],
    ['<p> [Completar] </p>', '<p> Dato no indicado. </p>'],
    ['<td>[Completar]</td>', '<td>Dato no indicado</td>'],
    ['<p>[Completar] y más</p>', '<p>Dato no indicado y más</p>'],
    ['<mark>x</mark> <mark class="a">y</mark>', 'x y'],
    ['a \uE000 b', 'a   b'],
    // Ordinary words of a contract stay.
    ['[completamente cierto]', '[completamente cierto]'],
    ['[Completado]', '[Completado]'],
    ['[pendientes]', '[pendientes]'],
    ['[sic] [1] [Anexo]', '[sic] [1] [Anexo]'],
    ['{una llave}', '{una llave}'],
    ['[Completar <b>x</b>]', '[Completar <b>x</b>]'],
  ] as const)
    test(`${written} reads ${read}`, () => assert.equal(out(written), read))

  test('labels of a template are replaced everywhere, in any notation', () => {
    const label = 'Plazo & "fecha"'
    assert.equal(
      out(html`<p>a ${labelGap(label)} b [x]</p>`.markup, [label]),
      '<p>a (dato no indicado) b [x]</p>',
    )
    assert.equal(out(`a [${label}] b`, [label]), 'a (dato no indicado) b')
    assert.deepEqual(placeholdersLeft(html`${labelGap(label)}`.markup, [label]), [`[${label}]`])
  })

  test('each remaining placeholder is named once, in brackets', () => {
    assert.deepEqual(placeholdersLeft('<p>[Completar] {{a}} [Completar] [sic] {{a}}</p>', []), [
      '[Completar]',
      '{{a}}',
    ])
    assert.deepEqual(placeholdersLeft('<p>[Comple<b>tar</b>]</p>', []), [])
  })

  test('a gap is found by its name, whatever characters it has', () => {
    assert.deepEqual(
      gapsIn(html`${gap('COMPLETAR', 'correo «a» & <b>')} ${gap('COMPLETAR', 'dos: tres')}`.markup),
      ['correo «a» & <b>', 'dos: tres'],
    )
    for (const text of [
      '<mark>[sin dos puntos]</mark>',
      '<mark>x: y</mark>',
      '[COMPLETAR: sin marca]',
      `<mark>[${'M'.repeat(41)}: x]</mark>`,
    ])
      assert.deepEqual(gapsIn(text), [], text)
  })
})

describe('templates', () => {
  test('a placeholder has letters, digits and few signs', () => {
    assert.deepEqual(placeholdersOf('{{ñandú}} {{a_b.c-d}} {{ a1 }}'), ['ñandú', 'a_b.c-d', 'a1'])
    for (const text of ['{a}', '{{a b}}', '{{a<b>}}', '{{}}', `{{${'a'.repeat(101)}}}`, '{ {a}}'])
      assert.deepEqual(placeholdersOf(text), [], text)
  })

  for (const [key, label] of [
    ['plazo', 'Plazo'],
    ['plazoMáximo', 'Plazo máximo'],
    ['RUT', 'Rut'],
    ['a.b-c_d', 'A b c d'],
    ['_x_', 'X'],
    ['ñandúSpA', 'Ñandú sp a'],
  ] as const)
    test(`${key} reads «${label}»`, () => assert.equal(labelOf(key), label))
})

describe('a text in words', () => {
  for (const [markup, words] of [
    ['', ''],
    ['<p>a</p><p>b</p>', 'a b'],
    ['a<br>b', 'a b'],
    ['Compa&ntilde;&iacute;a', 'Compañía'],
    ['<p>a</p><style>p{}</style><!-- c --><template>d</template>', 'a'],
    ['1 < 2', '1 < 2'],
    ['<a href="https://x.cl">x</a>', 'x'],
  ] as const)
    test(`${JSON.stringify(markup)} is ${JSON.stringify(words)}`, () =>
      assert.equal(plainText(markup), words))

  test('each paragraph, item, cell and line break gives a line', () => {
    assert.equal(
      linesOf(
        '<h2>T</h2><p>a <b>b</b><br>c</p><ul><li>d</li></ul><table><caption>e</caption><tr><th>f</th><td>g</td></tr></table><blockquote>h</blockquote>',
      ),
      'T\na b\nc\nd\ne\nf\ng\nh',
    )
  })
})

describe('two texts of a contract', () => {
  const shown = (before: string, after: string) =>
    clauseDifferences(before, after).map(({ title, difference }) => `${difference}: ${title}`)

  test('headings of any level separate clauses; text before the first one is a clause without a name', () => {
    assert.deepEqual(
      clausesOf('a<H1 class="x">Uno</H1>b<h6>Dos</h6><h3></h3>').map(({ title, text }) => [title, text]),
      [
        ['', 'a'],
        ['Uno', 'b'],
        ['Dos', ''],
      ],
    )
    assert.deepEqual(
      clausesOf('<header>a</header>').map(({ title }) => title),
      [''],
    )
  })

  test('invisible markup separates nothing and changes nothing', () => {
    assert.deepEqual(shown('<h2>A</h2><p>a</p>', '<h2>A</h2><!-- <h2>B</h2> --><p>a</p><style>x</style>'), [
      'unchanged: A',
    ])
  })

  test('a heading with other case or accents belongs to the same clause, as a change', () => {
    assert.deepEqual(shown('<h2>Duración</h2>a', '<h2>DURACION</h2>a'), ['changed: DURACION'])
  })

  test('clauses that swap places are removed and added', () => {
    const [a, b, c] = ['<h2>A</h2>a', '<h2>B</h2>b', '<h2>C</h2>c']
    assert.deepEqual(shown(`${a}${b}${c}`, `${b}${c}${a}`), [
      'removed: A',
      'unchanged: B',
      'unchanged: C',
      'added: A',
    ])
  })

  test('against an empty text all clauses are added, or all removed', () => {
    assert.deepEqual(shown('', '<h2>A</h2>a'), ['added: A'])
    assert.deepEqual(shown('<h2>A</h2>a', ''), ['removed: A'])
    assert.deepEqual(shown('', ''), [])
  })

  test('a change of letter style alone leaves the words unchanged', () => {
    assert.deepEqual(shown('<h2>A</h2><p>a <b>b</b></p>', '<h2>A</h2><p>a b</p>'), ['unchanged: A'])
  })

  test('sentences end with a sign and a space, so an article or an amount does not end one', () => {
    assert.deepEqual(differencesOf('<p>Paga 1.500 UF. Luego más.</p>', '<p>Paga 1.600 UF. Luego más.</p>'), [
      { kind: 'removed', text: 'Paga 1.500 UF.' },
      { kind: 'added', text: 'Paga 1.600 UF.' },
      { kind: 'same', text: 'Luego más.' },
    ])
  })

  test('three thousand clauses are compared quickly', () => {
    const many = (word: string) =>
      Array.from({ length: 3000 }, (_, at) => `<h2>${word}${at}</h2><p>x ${at}</p>`).join('')
    assert.equal(clauseDifferences(many('a'), many('b')).length, 3000)
  })
})

describe('the elements of documents', () => {
  test('elements are markup, and their values are escaped', () => {
    assert.equal(paragraph('<b>').markup, '<p>&lt;b&gt;</p>')
    assert.equal(heading('A & B').markup, '<h3>A &amp; B</h3>')
    assert.equal(list([]).markup, '<ul></ul>')
    assert.equal(list(['a', html`<b>b</b>`]).markup, '<ul><li>a</li><li><b>b</b></li></ul>')
    assert.equal(
      table('T', ['A', 'B'], [['a'], []]).markup,
      '<table><caption>T</caption><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><th scope="row">a</th></tr><tr><th scope="row"></th></tr></tbody></table>',
    )
  })
})
