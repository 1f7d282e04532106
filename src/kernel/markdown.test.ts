import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from './markdown.ts'

const places = {
  link: (target: string) => `/g/${target}`,
  picture: (target: string) => ({ src: `/i/${target}`, width: 8, height: 4 }),
}
const render = (text: string) => renderMarkdown(text, places).content.markup

test('headings, paragraphs, lists and quotes', () => {
  const { title, content } = renderMarkdown('# Hoy\n\nUno\ndos\n\n## Tres\n\n### Cuatro\n', places)
  assert.equal(title, 'Hoy')
  assert.equal(content.markup, '<p>Uno\ndos</p>\n<h2>Tres</h2>\n<h3>Cuatro</h3>')
  assert.equal(render('- uno\n  sigue\n- dos'), '<ul>\n<li>uno sigue</li>\n<li>dos</li>\n</ul>')
  assert.equal(render('1. uno\n2. dos'), '<ol>\n<li>uno</li>\n<li>dos</li>\n</ol>')
  assert.equal(render('> Ojo\n> con esto'), '<blockquote><p>Ojo\ncon esto</p></blockquote>')
})

test('strong words, code, links and pictures', () => {
  assert.equal(
    render('**Ya** `Ctrl K` y [la guía](a.md).'),
    '<p><strong>Ya</strong> <code>Ctrl K</code> y <a href="/g/a.md">la guía</a>.</p>',
  )
  assert.equal(
    render('![El día](hoy.png)'),
    '<figure><img src="/i/hoy.png" alt="El día" width="8" height="4" loading="lazy"><figcaption>El día</figcaption></figure>',
  )
})

test('markup in a text is text, in every place', () => {
  for (const text of [
    '<script>a</script>',
    '## <b>',
    '- <b>',
    '**<b>**',
    '`<b>`',
    '[<b>](x)',
    '[a]("onclick=b)',
    '![<b>](x)',
  ])
    assert.doesNotMatch(render(text), /<script|<b>|" ?onclick/, text)
})
