import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeBanner, tagsIn } from './banner-rules.ts'

const KEY = 'Xk3vQ0nTt1m8bJcPz5rYwA'
const TAG = `<script src="https://privacidad.test/w/v1/banner.js?key=${KEY}" data-key="${KEY}"></script>`
const page = (head: string, body = '') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`

function look(markup: string, more: object = {}) {
  const { works, findings } = judgeBanner({
    status: 200,
    isHtml: true,
    tags: tagsIn(markup),
    keys: [KEY],
    admittedKeys: [KEY],
    ...more,
  })
  return { works, wrong: findings.filter(({ ok }) => !ok).map(({ message }) => message) }
}

test('a tag first in the head with the key of a published notice has no findings', () => {
  assert.deepEqual(look(page(`<meta charset="utf-8">${TAG}<script src="/a.js"></script>`)), {
    works: true,
    wrong: [],
  })
  // A tag that waits for consent may come before the banner's, as may a script address without a key.
  const marked = '<script type="text/plain" data-purpose="analytics" src="/ga.js"></script>'
  const bare = TAG.replace(`?key=${KEY}`, '')
  assert.deepEqual(look(page(marked + bare)).wrong, [])
})

test('each fault is named, and whether the banner is shown anyway', () => {
  for (const [markup, works, words] of [
    [page('<script src="/a.js"></script>'), false, /no está en la página/],
    [page(`<!-- ${TAG} -->`), false, /no está en la página/],
    [page(TAG.replaceAll(KEY, 'otra-clave-1234')), false, /no es la de un aviso publicado/],
    [page(`<script src="/a.js"></script><script>b()</script>${TAG}`), true, /^2 programas se cargan antes/],
    [page('', TAG), true, /fuera de <head>/],
    [page(TAG.replace('<script ', '<script async ')), true, /async/],
  ] as const) {
    const found = look(markup)
    assert.equal(found.works, works, markup)
    assert.equal(found.wrong.length, 1, found.wrong.join(' | '))
    assert.match(found.wrong[0]!, words)
  }
  assert.match(look(page(TAG), { admittedKeys: [] }).wrong[0]!, /no admite este sitio/)
  assert.match(look(page(TAG), { status: 503 }).wrong[0]!, /error \(503\)/)
  assert.match(look(page(TAG), { isHtml: false }).wrong[0]!, /no respondió con una página/)
})

test('commented tags do not count, and a page of unclosed comments is read at once', () => {
  assert.deepEqual(tagsIn(`<!-- ${TAG} --><!-- ${TAG}`), [])
  assert.equal(tagsIn(`<!-- uno -->${TAG}<!-- dos -->`).length, 1)
  assert.deepEqual(tagsIn('<!--'.repeat(250_000)), [])
  assert.deepEqual(tagsIn('<!-- -->'.repeat(120_000)), [])
})

test('a script element of a data type is no program before the banner', () => {
  for (const before of [
    '<script type="application/ld+json">{"@type":"Store"}</script>',
    "<script type='application/json' id=datos>{}</script>",
    '<script type=importmap>{}</script>',
    '<script id="t" type="text/template"><p></p></script>',
    '<script type="text/plain" src="/ga.js"></script>',
    '<script TYPE = "TEXT/PLAIN" src="/ga.js"></script>',
  ])
    assert.deepEqual(look(page(before + TAG)), { works: true, wrong: [] }, before)
  for (const before of [
    '<script>a()</script>',
    '<script type="">a()</script>',
    '<script type="module" src="/a.js"></script>',
    '<script type="text/javascript">a()</script>',
    '<script type="text/javascript; charset=utf-8">a()</script>',
    '<script type=application/javascript src=/a.js></script>',
    '<script src="/a.js"type="application/x-javascript"></script>',
    '<script data-type="text/plain" src="/a.js"></script>',
  ])
    assert.deepEqual(
      look(page(before + TAG)),
      { works: true, wrong: ['Un programa se carga antes que él y no se puede retener.'] },
      before,
    )
})

test('a banner that is itself marked to wait never runs, so it counts as missing', () => {
  const marked = TAG.replace('<script ', '<script type="text/plain" ')
  assert.deepEqual(look(page(marked)), {
    works: false,
    wrong: ['El código del banner no está en la página.'],
  })
  assert.equal(look(page(marked + TAG)).works, true, 'another one that runs is the banner')
})

test('a late tag is recognised by its own attributes, in any spelling', () => {
  const late = ['async', 'DEFER', 'async=""', 'type="module"', "type='module'", 'type=module']
  for (const attribute of late)
    assert.match(
      look(page(TAG.replace('<script ', `<script ${attribute} `))).wrong.join(),
      /tarde/,
      attribute,
    )
  for (const attribute of ['data-type="module"', 'data-async', 'class="sinasync"'])
    assert.deepEqual(look(page(TAG.replace('<script ', `<script ${attribute} `))).wrong, [], attribute)
})

test('the key is in the attribute, and only a key of the organisation works', () => {
  const other = 'otra-clave-1234'
  for (const [tag, works] of [
    [`<script src="/w/v1/banner.js" data-key="${KEY}"></script>`, true],
    [`<script src=/w/v1/banner.js data-key=${KEY}></script>`, true],
    [`<script src="/w/v1.4.2/banner.js" data-key='${KEY}'></script>`, true],
    // The banner reads its attribute, and not its own address.
    [`<script src="/w/v1/banner.js?key=${KEY}"></script>`, false],
    [`<script src="/w/v1/banner.js?key=${KEY}" data-key="${other}"></script>`, false],
    [`<script src="/w/v1/banner.js"></script>`, false],
    [`<script src="/w/v1/banner.js" data-key="corta"></script>`, false],
  ] as const)
    assert.equal(look(page(tag)).works, works, tag)
  assert.equal(look(page('<script src="/v1/banner.js"></script>')).works, false)
})

test('a notice that does not allow the site is reported so, and a foreign key only as foreign', () => {
  assert.deepEqual(look(page(TAG), { keys: [KEY], admittedKeys: [] }), {
    works: false,
    wrong: ['El aviso no admite este sitio: no está entre los que lo pueden mostrar.'],
  })
  assert.deepEqual(look(page(TAG), { keys: [], admittedKeys: [] }), {
    works: false,
    wrong: ['La clave del código no es la de un aviso publicado para este sitio.'],
  })
})

test('a status below 400 is a page, whatever its number; from 400 on it is a fault', () => {
  assert.equal(look(page(TAG), { status: 399 }).works, true)
  assert.equal(look(page(TAG), { status: 400 }).works, false)
  assert.match(look(page(TAG), { status: 400 }).wrong[0]!, /error \(400\)/)
})

test('in a page without an end of its head everything before the body is head', () => {
  assert.deepEqual(look(`<html>${TAG}<p>`).wrong, [])
  assert.deepEqual(look(`<html>${TAG}<BODY class="x"><p>`).wrong, [])
  assert.match(look(`<html><body>${TAG}`).wrong.join(), /fuera de <head>/)
  assert.match(look(`<head></head >${TAG}<body>`).wrong.join(), /fuera de <head>/)
})
