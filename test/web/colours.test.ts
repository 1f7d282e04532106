import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { contrastOf } from '#kernel/branding.ts'

/** The default blue, for organisations without a colour. A button must stay visible on a dark ground. */
const sheet = (path: string) => readFileSync(join(import.meta.dirname, '../../web', path), 'utf8')

function assertButton(accent: string, ground: string, where: string): void {
  assert.ok(contrastOf(accent, ground)! >= 3, `a button on its ground, ${where}`)
  assert.ok(contrastOf(accent, '#ffffff')! >= 4.5, `white words on it, ${where}`)
}

test('a button contrasts with every ground, light and dark', () => {
  const tokens = sheet('ui/tokens.css')
  const pair = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens)!.slice(1)
  const accent = pair('accent')
  for (const ground of ['page', 'surface', 'hover'])
    for (const [at, theme] of ['light', 'dark'].entries())
      assertButton(accent[at]!, pair(ground)[at]!, `${ground}, ${theme}`)
})

test('buttons of the banner do too, whether its notice or the browser selects the dark theme', () => {
  const themes = sheet('widgets/banner/banner.css').match(/:host[^{]*\{[^}]*--ground[^}]*\}/g)!
  assert.equal(themes.length, 3)
  for (const theme of themes) {
    const [, ground] = /--ground: (#\w+);/.exec(theme)!
    const [, accent] = /--accent: var\(--\w+, (#\w+)\);/.exec(theme) ?? []
    assert.ok(accent, `a colour of its own in ${theme}`)
    assertButton(accent, ground === '#fff' ? '#ffffff' : ground!, theme.slice(0, 40))
  }
})
