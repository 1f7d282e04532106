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

test('first in the head with a key of a published notice: nothing to mend', () => {
  assert.deepEqual(look(page(`<meta charset="utf-8">${TAG}<script src="/a.js"></script>`)), {
    works: true,
    wrong: [],
  })
  // A tag that waits for a yes may stand before it, and so may one without its key in the address.
  const marked = '<script type="text/plain" data-purpose="analytics" src="/ga.js"></script>'
  const bare = TAG.replace(`?key=${KEY}`, '')
  assert.deepEqual(look(page(marked + bare)).wrong, [])
})

test('what is wrong is named, and whether the banner shows all the same', () => {
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

test('what stands in a comment does not count, and a page of open comments is read at once', () => {
  assert.deepEqual(tagsIn(`<!-- ${TAG} --><!-- ${TAG}`), [])
  assert.equal(tagsIn(`<!-- uno -->${TAG}<!-- dos -->`).length, 1)
  assert.deepEqual(tagsIn('<!--'.repeat(250_000)), [])
  assert.deepEqual(tagsIn('<!-- -->'.repeat(120_000)), [])
})
