import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { coloursOf } from './branding.ts'

const channel = (hex: string, at: number) => {
  const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string) =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

test('for every colour of an organisation, text in it and on it is readable', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, (primaryColor) => {
      const { accent, onAccent, link, edge, dark } = coloursOf({ primaryColor })!
      assert.equal(accent, primaryColor)
      assert.ok(contrast(accent, onAccent) >= 4.5)
      for (const ground of ['#ffffff', '#f4f6f9', '#eef2f7']) assert.ok(contrast(link.light, ground) >= 4.5)
      for (const ground of ['#12161c', '#1b2029', '#252c37']) assert.ok(contrast(link.dark, ground) >= 4.5)
      for (const ground of ['#ffffff', '#f4f6f9', '#eef2f7']) assert.ok(contrast(edge, ground) >= 3)
      for (const ground of ['#12161c', '#1b2029', '#252c37']) assert.ok(contrast(dark.accent, ground) >= 3)
      assert.ok(contrast(dark.accent, dark.onAccent) >= 4.5)
    }),
  )
})

test('a colour with enough contrast stays unchanged', () => {
  const { accent, edge, dark } = coloursOf({ primaryColor: '#c8661f' })!
  assert.deepEqual([accent, edge, dark.accent], ['#c8661f', '#c8661f', '#c8661f'])
})

test('a dark blue is lightened in the dark theme, and a yellow gets an edge in the light one', () => {
  const navy = coloursOf({ primaryColor: '#0b2545' })!
  assert.notEqual(navy.dark.accent, '#0b2545')
  assert.equal(navy.dark.onAccent, '#ffffff')
  const yellow = coloursOf({ primaryColor: '#ffee00' })!
  assert.deepEqual([yellow.accent, yellow.dark.accent], ['#ffee00', '#ffee00'])
  assert.notEqual(yellow.edge, '#ffee00')
})

for (const look of [
  null,
  undefined,
  'azul',
  {},
  { color: 'red; }' },
  { color: ['#000000'] },
  { primaryColor: '#fff' },
]) {
  test(`no colour in ${JSON.stringify(look)}`, () => assert.equal(coloursOf(look), undefined))
}
