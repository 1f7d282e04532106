import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyFaults } from '#test/kit/forms.ts'
import { RIGHT_TYPES } from '../rules.ts'
import { embedCode, pageUrl } from './addresses.ts'
import { NewWidget, Widget, WidgetPatch } from './schemas.ts'
import { readSettings } from './settings.ts'

const ENTITY = '019a0000-0000-7000-8000-0000000000bb'

for (const [sent, offered] of [
  [undefined, RIGHT_TYPES],
  [null, RIGHT_TYPES],
  [[], RIGHT_TYPES],
  ['ACCESS', RIGHT_TYPES],
  [{ ACCESS: true }, RIGHT_TYPES],
  [['NADA', 7], RIGHT_TYPES],
  [['ACCESS'], ['ACCESS']],
  [
    ['BLOCKING', 'ACCESS', 'ACCESS'],
    ['ACCESS', 'BLOCKING'],
  ],
  [['access', 'DELETION'], ['DELETION']],
] as const) {
  test(`a form whose rights are ${JSON.stringify(sent)} offers ${offered.length === 7 ? 'all seven' : offered.join(', ')}`, () => {
    assert.deepEqual([...readSettings({ rightTypes: sent }).rightTypes], [...offered])
  })
}

test('a blank text, or a value that is no text, counts as missing', () => {
  for (const value of [undefined, null, '', '  ', 7, ['x'], {}]) {
    const { title, intro } = readSettings({ title: value, intro: value })
    assert.deepEqual([title, intro], [null, null], JSON.stringify(value))
  }
  const { title, intro } = readSettings({ title: 'Sus datos', intro: 'Hola' })
  assert.deepEqual([title, intro], ['Sus datos', 'Hola'])
})

test('only an id names an entity; a theme may be anything', () => {
  assert.equal(readSettings({ legalEntityId: ENTITY }).legalEntityId, ENTITY)
  for (const legalEntityId of [undefined, null, '', 'x', 7, [ENTITY]])
    assert.equal(readSettings({ legalEntityId }).legalEntityId, null, JSON.stringify(legalEntityId))
  assert.deepEqual(readSettings({ theme: { color: '#fff' } }).theme, { color: '#fff' })
  assert.equal(readSettings({}).theme, null)
})

test('the hosted page and the embedding code lead to the same form, also without a script', () => {
  const tools = { publicUrl: 'https://resguardo.test/base' }
  assert.equal(pageUrl(tools, 'k1'), 'https://resguardo.test/base/derechos/k1')
  assert.equal(
    embedCode(tools, 'k1'),
    `<div data-resguardo-derechos="k1"><a href="https://resguardo.test/base/derechos/k1">Ejercer mis derechos</a></div>
<script async src="https://resguardo.test/base/w/v1/derechos.js"></script>`,
  )
})

test('a new form needs a name of one line; its configuration is a free object', () => {
  assert.deepEqual(bodyFaults(NewWidget, { name: 'Sitio' }), [])
  assert.deepEqual(
    bodyFaults(NewWidget, { name: 'Sitio', config: { a: [1, { b: null }], rightTypes: 7 } }),
    [],
  )
  assert.deepEqual(bodyFaults(NewWidget, { name: 'Sitio', config: null }), [])
  assert.deepEqual(bodyFaults(NewWidget, { name: 'x'.repeat(200) }), [])
  for (const body of [{}, { name: ' ' }, { name: 'a\nb' }, { name: 'x'.repeat(201) }, { name: null }])
    assert.deepEqual(bodyFaults(NewWidget, body), ['name'], JSON.stringify(body).slice(0, 30))
  for (const config of [[], 'x', 7])
    assert.deepEqual(bodyFaults(NewWidget, { name: 'x', config }), ['config'])
})

test('a patch may be empty, and a name cannot be emptied', () => {
  assert.deepEqual(bodyFaults(WidgetPatch, {}), [])
  assert.deepEqual(bodyFaults(WidgetPatch, { isActive: false, config: null, legalEntityId: null }), [])
  assert.deepEqual(bodyFaults(WidgetPatch, { name: null }), ['name'])
  assert.deepEqual(bodyFaults(WidgetPatch, { isActive: 'false' }), ['isActive'])
  assert.deepEqual(bodyFaults(WidgetPatch, { isActive: null }), ['isActive'])
})

test('a form is shown with the fields of the contract', () => {
  for (const name of ['id', 'widgetKey', 'name', 'isActive', 'config', 'createdAt', 'updatedAt'])
    assert.ok(Object.hasOwn(Widget.properties, name), name)
})
