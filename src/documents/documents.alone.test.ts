import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { html } from '#kernel/html.ts'
import { completenessOf, gap, gapsIn, gapsOf, NOT_INDICATED, placeholdersLeft, withoutGaps } from './gaps.ts'
import { readLanguage } from './languages.ts'
import { list, table } from './markup.ts'
import { readable } from './sanitise.ts'
import { compare, documentOf } from './sections.ts'

const NASTY = `<script>alert("1")</script>&'`
const ESCAPED = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;'

test('every value that enters markup is escaped', () => {
  assert.equal(html`<p>${NASTY}</p>`.markup, `<p>${ESCAPED}</p>`)
  assert.equal(list([NASTY]).markup, `<ul><li>${ESCAPED}</li></ul>`)
})

test('a table has a caption, column headers and row headers, all escaped', () => {
  const { markup } = table(NASTY, ['A', NASTY], [[NASTY, 'x']])
  assert.equal(markup.includes('<script'), false)
  assert.match(markup, /<caption>&lt;script/)
  assert.match(markup, /<th scope="col">A<\/th>/)
  assert.match(markup, /<th scope="row">&lt;script.*<td>x<\/td>/)
})

test('gaps are found by their names, and no value can imitate one', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const what = `plazo de «${name}»`
      const { markup } = html`<p>${gap('COMPLETAR', what)} ${'<mark>[COMPLETAR: falso]</mark>'}</p>`
      assert.deepEqual(gapsIn(markup), [what])
    }),
  )
})

test('plain text becomes paragraphs; a sign of markup in it stays a sign', () => {
  assert.equal(
    readable('Uno < dos & tres\ncuatro\n\n\nCinco').markup,
    '<p>Uno &lt; dos &amp; tres<br>cuatro</p><p>Cinco</p>',
  )
  assert.equal(readable('  ').markup, '')
  assert.equal(readable('<script>alert(1)</script>').markup, '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')
})

for (const [name, sent, kept] of [
  ['simple markup stays', '<p>Hola <strong>mundo</strong></p>', '<p>Hola <strong>mundo</strong></p>'],
  ['scripts go whole', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['handlers and styles are dropped', '<p onclick="x()" style="color:red">a</p>', '<p>a</p>'],
  ['images are dropped', '<p>a<img src=x onerror=alert(1)></p>', '<p>a</p>'],
  [
    'links keep a web address only',
    '<p><a href="https://a.cl/?x=1&y=2" onclick="x()">a</a><a href="javascript:alert(1)">b</a></p>',
    '<p><a href="https://a.cl/?x=1&amp;y=2" rel="noopener noreferrer">a</a><a>b</a></p>',
  ],
  ['what is open is closed', '<ul><li>a<p>b</ul>c', '<ul><li>a<p>b</p></li></ul>c'],
  ['what was never opened is not closed', '</div></p><p>a</p></main>', '<p>a</p>'],
  [
    'escapes stay what they mean',
    '<p>&lt;b&gt; &amp; &copy; & &#39; &unknown; &amp;copy;</p>',
    '<p>&lt;b&gt; &amp; © &amp; &#39; &amp;unknown; &amp;copy;</p>',
  ],
  ['letter case and spaces do not matter', '<P CLASS="x">a</P ><BR/>', '<p>a</p><br>'],
] as const) {
  test(`text of people: ${name}`, () => assert.equal(readable(sent).markup, kept))
}

test('nothing that people write can run, load or leave its place', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '/',
      '<p>',
      '</p>',
      '<script',
      '<a href="',
      'javascript:',
      '<img',
      ' onload=',
      '<td',
      '<!--',
      '-->',
      '&#x6a;',
      '</main>',
    ),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const { markup } = readable(parts.join(''))
      const tags = [...markup.matchAll(/<[^>]*>/g)].map(([tag]) => tag)
      for (const tag of tags) {
        assert.match(
          tag,
          /^<\/?(p|br|strong|b|em|i|ul|ol|li|h3|h4|blockquote|a|table|caption|thead|tbody|tr|th|td|mark)( href="(https?:\/\/|mailto:)[^"<>]*" rel="noopener noreferrer")?( scope="(col|row)")?>$/,
        )
      }
      assert.equal(markup.replace(/<[^>]*>/g, '').match(/[<>]/), null)
      const opened = tags.filter((tag) => !tag.startsWith('</') && tag !== '<br>').length
      assert.equal(opened, tags.filter((tag) => tag.startsWith('</')).length)
    }),
    { numRuns: 500 },
  )
})

test('a long unterminated text is read in linear time', () => {
  const started = performance.now()
  for (const text of [
    '<a '.repeat(60_000),
    `<p>${' '.repeat(200_000)}`,
    '<p>'.repeat(60_000),
    '\n'.repeat(200_000),
    '<p>'.repeat(30_000) + '</b>'.repeat(25_000),
  ]) {
    readable(text)
  }
  assert.ok(performance.now() - started < 20_000)
})

const KEYS = ['a', 'b', 'c']
const content = {
  c: { title: 'C', content: '<p>c</p>' },
  a: { title: 'A', content: html`<p>${gap('COMPLETAR', 'uno')} ${gap('COMPLETAR', 'dos')}</p>`.markup },
  b: { title: 'B', content: '<p>b</p>' },
}
const written = { title: 'Política', intro: '<p>Intro</p>', content }
const plain = { customTitle: null, customIntro: null, customSections: {} }

test('a document follows the order of the keys and applies the changes of people', () => {
  const document = documentOf(KEYS, written, {
    customTitle: 'Nuestra política',
    customIntro: 'Hola',
    customSections: {
      b: { visible: false },
      c: { title: 'Otro', content: 'x < y' },
      a: { title: ' ', content: null },
    },
  })
  assert.deepEqual(document, {
    title: 'Nuestra política',
    intro: '<p>Hola</p>',
    sections: [
      { key: 'a', ...content.a },
      { key: 'c', title: 'Otro', content: '<p>x &lt; y</p>' },
    ],
  })
  assert.equal(documentOf(KEYS, written, plain).title, 'Política')
})

test('a plain flag or a plain text can change a section', () => {
  const customSections = { a: 'Listo', b: false, c: true, d: null }
  const { sections } = documentOf(KEYS, written, { ...plain, customSections })
  assert.deepEqual(
    sections.map(({ key, content }) => [key, content]),
    [
      ['a', '<p>Listo</p>'],
      ['c', '<p>c</p>'],
    ],
  )
  assert.deepEqual(gapsOf(KEYS, content, customSections), [])
})

test('sections of the organisation follow ours and are compared too', () => {
  const customSections = {
    own: { title: 'Propia', content: 'Hola' },
    bare: 'x',
    quiet: { title: 'Sin texto' },
    off: false,
  }
  const document = documentOf(KEYS, written, { ...plain, customSections })
  assert.deepEqual(document.sections.slice(KEYS.length), [
    { key: 'bare', title: 'bare', content: '<p>x</p>' },
    { key: 'own', title: 'Propia', content: '<p>Hola</p>' },
  ])
  const differences = compare(KEYS, documentOf(KEYS, written, plain), document)
  assert.deepEqual(
    differences.slice(KEYS.length).map(({ key, difference }) => [key, difference]),
    [
      ['bare', 'added'],
      ['own', 'added'],
    ],
  )
})

test('a section counts as complete when nothing is missing or a person wrote it', () => {
  const gaps = gapsOf(KEYS, content, {})
  assert.deepEqual(gaps, [
    { section: 'a', missing: 'uno' },
    { section: 'a', missing: 'dos' },
  ])
  assert.deepEqual(completenessOf(KEYS, gaps), { filled: 2, total: 3, percentage: 67 })
  assert.deepEqual(completenessOf(KEYS, gapsOf(KEYS, content, { a: { content: 'Listo' } })), {
    filled: 3,
    total: 3,
    percentage: 100,
  })
})

test('two documents are compared section by section', () => {
  const before = documentOf(KEYS, written, { ...plain, customSections: { b: { visible: false } } })
  const after = documentOf(KEYS, written, {
    ...plain,
    customSections: { a: { content: 'x' }, c: { visible: false } },
  })
  assert.deepEqual(
    compare(KEYS, before, after).map(({ key, difference }) => [key, difference]),
    [
      ['a', 'changed'],
      ['b', 'added'],
      ['c', 'removed'],
    ],
  )
  assert.deepEqual(
    new Set(compare(KEYS, before, before).map(({ difference }) => difference)),
    new Set(['unchanged']),
  )
})

test('a policy is in Spanish unless English is requested', () => {
  assert.deepEqual([readLanguage(undefined), readLanguage(null), readLanguage('en')], ['es', 'es', 'en'])
  for (const wrong of ['fr', 'ES', '', 'es-CL']) assert.throws(() => readLanguage(wrong), { status: 422 })
})

test('a long text that resembles gaps is read quickly', () => {
  const shapes = [' '.repeat(200_000), '<'.repeat(200_000), '<p'.repeat(100_000), '<mark>[a: '.repeat(20_000)]
  for (const shape of [
    ...shapes,
    '<mark>[a: </mark>'.repeat(12_000),
    '[ '.repeat(100_000),
    '{{'.repeat(100_000),
  ]) {
    const text = `a${shape}<b>b</b>`
    const began = performance.now()
    withoutGaps(text, NOT_INDICATED, ['Duración'])
    placeholdersLeft(text, ['Duración'])
    assert.ok(performance.now() - began < 1000, `${shape.slice(0, 12)}: ${performance.now() - began} ms`)
  }
})
