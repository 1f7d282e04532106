import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letterPage } from './letterhead.ts'
import { render } from './mail.ts'

const SUR = { name: 'Tienda <Sur>', slug: 'sur', branding: { primaryColor: '#FFEE00' } }
const letter = {
  to: 'maria@correo.cl',
  subject: 'x',
  paragraphs: ['Hola <b>María</b>:', 'Uno\nDos'],
  action: { label: 'Ver', url: 'https://resguardo.test/seguimiento/ARCO-2026-00001' },
}

test('a letter has the name and the colour of the organisation, and loads nothing', () => {
  const page = letterPage(render({ ...letter, signature: 'Tienda <Sur>' }).html, SUR)
  assert.match(page, /background:#ffee00;color:#000000[^>]*>Tienda &lt;Sur&gt;<\/div>/)
  assert.match(page, /<p>Hola &lt;b&gt;María&lt;\/b&gt;:<\/p>\n<p>Uno<br>Dos<\/p>/)
  assert.match(page, /<a style="[^"]*background:#ffee00;color:#000000[^"]*" href="https:\/\/resguardo\.test/)
  assert.doesNotMatch(page, /<img|<script|src=|class="action"|url\(/)
})

test('a letter of the service itself does not use the organisation’s look', () => {
  const page = letterPage(render(letter).html, undefined)
  assert.match(page, /color:#ffffff[^>]*>Resguardo<\/div>/)
  assert.doesNotMatch(page, /ffee00|Tienda/)
})

test('a letter written before letterheads is sent unchanged', () => {
  assert.equal(letterPage('<!doctype html><p>Hola</p>', SUR), '<!doctype html><p>Hola</p>')
})
