import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Block } from '#pdf/document.ts'
import { blocksOf } from '#pdf/markup.ts'
import { plainText } from './plain-text.ts'
import { asMarkup, readable } from './sanitise.ts'

const kept = (text: string) => readable(text).markup

describe('pasted text', () => {
  for (const [name, sent, markup] of [
    ['the sheet of a word processor goes whole', '<style>p { color: red }</style><p>a</p>', '<p>a</p>'],
    ['a comment goes', '<p>a<!-- revisar con <b>Ana</b> -->b</p>', '<p>ab</p>'],
    ['so do types and instructions', '<!doctype html><?xml version="1.0"?><p>a</p>', '<p>a</p>'],
    ['what is open to the end hides the rest', '<p>a</p><script>b</p><p>c</p>', '<p>a</p>'],
    ['a comment without an end hides the rest', '<p>a</p><!-- b <p>c</p>', '<p>a</p>'],
    [
      'a script ends whatever its letters',
      '<p>a</p><SCRIPT type="x">b</script ><p>c</p>',
      '<p>a</p><p>c</p>',
    ],
    ['a header is no head', '<p>a</p><header>b</header>', '<p>a</p>b'],
    ['letters by name are letters', '<p>Compa&ntilde;&iacute;a</p>', '<p>Compañía</p>'],
    ['letters by number too', '<p>&#8220;a&#x201D;</p>', '<p>“a”</p>'],
    ['a sign that was escaped stays text', '<p>&#60;b&#62; &lt;i&gt;</p>', '<p>&lt;b&gt; &lt;i&gt;</p>'],
    ['a space that does not break stays one', '<p>art.&nbsp;14</p>', '<p>art.\u00a014</p>'],
    ['large headings go, small ones stay', '<h1>a</h1><h2>b</h2><h3>c</h3>', 'ab<h3>c</h3>'],
    [
      'heads of tables say of what they are',
      '<th scope="col">a</th><th scope="all">b</th>',
      '<th scope="col">a</th><th>b</th>',
    ],
    [
      'a mail address is a link',
      "<a href='mailto:a@b.cl'>a</a>",
      '<a href="mailto:a@b.cl" rel="noopener noreferrer">a</a>',
    ],
    ['an address without quotes is none', '<a href=https://x.cl>a</a>', '<a>a</a>'],
    ['an address that hides another is none', '<a href=" javascript:x">a</a>', '<a>a</a>'],
    [
      'signs in an address are escaped',
      '<a href="https://x.cl/?q=\'&quot;">a</a>',
      '<a href="https://x.cl/?q=&#39;&quot;" rel="noopener noreferrer">a</a>',
    ],
  ] as const)
    test(name, () => assert.equal(kept(sent), markup))

  test('a text without markup keeps its lines and its signs', () => {
    assert.equal(kept('Uno\r\ndos\r\n\r\ntres'), '<p>Uno<br>dos</p><p>tres</p>')
    assert.equal(
      kept('a &ntilde; b'),
      '<p>a &amp;ntilde; b</p>',
      'who writes no markup writes no names of letters',
    )
    assert.equal(kept('1 < 2 <!-- x -->'), '<p>1 &lt; 2 &lt;!-- x --&gt;</p>')
    assert.equal(kept(' \n '), '')
  })

  test('at most fifty levels are kept, and no word is lost', () => {
    const deep = kept(`${'<ul>'.repeat(80)}<li>a</li>`)
    assert.equal(deep.match(/<ul>/g)?.length, 50)
    assert.equal(deep.match(/<\/ul>/g)?.length, 50)
    assert.equal(plainText(deep), 'a')
  })
})

/** All words in the PDF. */
function paperWords(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if ('text' in block)
        return typeof block.text === 'string' ? block.text : block.text.map(({ text }) => text).join('')
      if ('table' in block) return paperWords(block.table.body.flat())
      if ('stack' in block) return paperWords(block.stack)
      return 'ul' in block ? paperWords(block.ul) : 'ol' in block ? paperWords(block.ol) : ''
    })
    .join(' ')
}
/** All characters in any order, because a broken table is arranged differently on paper. Empty cells have a dash there. */
const signsOf = (text: string) => [...text.replace(/[\s—]/g, '')].sort().join('')

describe('the page for signing and the PDF for keeping', () => {
  const agree = (markup: string) =>
    assert.equal(signsOf(paperWords(blocksOf(markup))), signsOf(plainText(kept(markup))), markup)

  for (const markup of [
    '<p>Uno</p><template>una cláusula que nadie ve</template><p>dos</p>',
    '<p>Uno</p><title>otra</title><style>p{}</style>',
    '<p Cláusula que parece una etiqueta <b>Uno</b></p>',
    '<p>Uno</p><!-- oculto --> <! oculto > <?oculto?> </> < b > </ p>',
    '<p>Multa de 10&nbsp;UTM &mdash; m&aacute;s IVA</p>',
    '<p>Multa</p><script>x</script',
    '<p>Multa</p><script>x</scripty>y',
    '<p>a<br/>b<BR>c<hr>d</p><div>e</div><span>f</span>',
  ])
    test(`have the same text: ${markup}`, () => agree(markup))

  test('they have the same paragraphs for a contract without markup', () => {
    const drawn = (text: string) => blocksOf(asMarkup(text)).map((block) => paperWords([block]))
    assert.deepEqual(drawn('PRIMERO: objeto.\r\nSigue.\n\nSEGUNDO: plazo < 1 año.'), [
      'PRIMERO: objeto.\nSigue.',
      'SEGUNDO: plazo < 1 año.',
    ])
    for (const markup of ['<p>a\n\nb</p>', '<h1>a</h1>\n\nb', '<h6 class="x">a</h6>'])
      assert.equal(asMarkup(markup), markup)
    assert.equal(asMarkup(''), '')
  })

  test('they have the same text for any input', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom(
        ...[
          'p',
          'b',
          'li',
          'ul',
          'table',
          'tr',
          'td',
          'th',
          'caption',
          'h3',
          'script',
          'style',
          'template',
          'x',
        ].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} `]),
        ...[
          '<!--',
          '-->',
          '<!',
          '<?',
          '>',
          '<',
          '/>',
          '&',
          ';',
          '&ntilde;',
          '&#60;',
          '&lt;',
          '&nbsp;',
          ' palabra ',
        ],
      ),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 16 }), (parts) => agree(`<p>a</p>${parts.join('')}`)),
      { numRuns: 600 },
    )
  })

  test('they are read quickly for any input', () => {
    for (const part of ['<!--', '<style>', '</style', '<style></style>', '<!-- -->', '<!', '<title', '<p <'])
      agree(`<p>a</p>${part.repeat(10_000)}`)
  })
})
