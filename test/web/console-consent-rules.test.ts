import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coloursOf } from '#kernel/branding.ts'
import { barsOf, daysFrom, fromDay } from '../../web/console/areas/consent/chart.ts'
import {
  bodyOf,
  checkColour,
  type Design,
  designOf,
  withFound,
} from '../../web/console/areas/consent/design.ts'
import { keyFor, withCustom } from '../../web/console/areas/policies/words.ts'

const notice = {
  name: 'Banner',
  title: 'Su privacidad',
  description: null,
  language: 'es',
  domainId: null,
  purposes: [
    { key: 'n', name: 'Necesarias', description: null, required: true, legalBasis: 'contract', cookies: [] },
    { key: 'm', name: 'Medición', description: null, required: false, legalBasis: 'consent', cookies: [] },
  ],
  config: { theme: 'x', appearance: { accent: '#112233', radius: 3 }, translations: { pt: { title: 'Oi' } } },
} as unknown as Parameters<typeof designOf>[0]

test('settings of a notice that the designer does not know stay as they are', () => {
  const body = bodyOf(designOf(notice), notice.config)
  assert.equal(body.config['theme'], 'x')
  assert.deepEqual(body.config['translations'], { pt: { title: 'Oi' } })
  assert.deepEqual(body.config['appearance'], {
    accent: '#112233',
    radius: 3,
    position: 'bottom',
    theme: 'auto',
    reopen: true,
  })
  assert.deepEqual(
    body.purposes.map(({ legalBasis }) => legalBasis),
    ['contract', 'consent'],
  )
})

test('a purpose keeps its basis, and gets the usual one when turned to necessary or optional', () => {
  const bases = (turn: (draft: Design['purposes'][number]) => object, ...own: string[]) => {
    const design = designOf({
      ...notice,
      purposes: notice.purposes.map((one, index) => ({ ...one, legalBasis: own[index] ?? one.legalBasis })),
    })
    const purposes = design.purposes.map((draft) => ({ ...draft, ...turn(draft) }))
    return bodyOf({ ...design, purposes }, notice.config).purposes.map(({ legalBasis }) => legalBasis)
  }
  const asTheyAre = () => ({ title: 'Otro' })
  assert.deepEqual(bases(asTheyAre, 'Ley de tránsito', 'Contrato con el socio'), [
    'Ley de tránsito',
    'Contrato con el socio',
  ])
  assert.deepEqual(
    bases(({ required }) => ({ required: !required })),
    ['consent', 'legitimate_interest'],
  )
})

test('a colour is checked against its words and both grounds', () => {
  assert.deepEqual(
    checkColour('#0a5c36').map(({ passes }) => passes),
    [true, true, false],
  )
  assert.deepEqual(
    checkColour('#fff3b0').map(({ passes }) => passes),
    [true, false, true],
  )
  const mended = (accent: string) => checkColour(accent).map((check) => check.mended)
  const { dark } = coloursOf({ accent: '#0a5c36' })!
  assert.deepEqual(mended('#0a5c36'), [undefined, undefined, `allí se aclara a ${dark.accent}`])
  const { edge } = coloursOf({ accent: '#fff3b0' })!
  assert.deepEqual(mended('#fff3b0'), [undefined, `allí lleva un borde más oscuro, ${edge}`, undefined])
  assert.deepEqual(checkColour('rojo'), [])
  // No warning about the default colour, which nobody chose.
  assert.deepEqual(
    checkColour('').map(({ passes }) => passes),
    [true, true, true],
  )
})

test('scanned items are added to the chosen purpose', () => {
  const { purposes } = designOf(notice)
  const found = { kind: 'cookie', name: '_ga', known: { provider: 'Google', duration: '2 años' } } as never
  const [first, second] = withFound(purposes, found, 'm')
  assert.equal(first!.cookies.length, 0)
  assert.deepEqual(second!.cookies, [
    { name: '_ga', provider: 'Google', duration: '2 años', description: '' },
  ])
})

test('days without a decision are included, and bars are stacked', () => {
  assert.equal(fromDay('2026-03-01', 2), '2026-02-28')
  const days = daysFrom('2026-02-28', '2026-03-02', [
    { date: '2026-03-01', total: 4, granted: 2, withdrawn: 1 },
  ])
  assert.deepEqual(
    days.map(({ granted, refused, withdrawn }) => [granted, refused, withdrawn]),
    [
      [0, 0, 0],
      [2, 1, 1],
      [0, 0, 0],
    ],
  )
  const { bars, top } = barsOf(days, 300, 100)
  assert.equal(top, 4)
  assert.deepEqual(
    bars.map(({ kind, y, height }) => [kind, y, height]),
    [
      ['granted', 50, 50],
      ['refused', 25, 25],
      ['withdrawn', 0, 25],
    ],
  )
})

test('a change to a section is stored in one form, and removed when it is empty', () => {
  assert.deepEqual(withCustom({ a: 'Texto', b: false }, 'a', { title: 'Otro' }), {
    a: { content: 'Texto', title: 'Otro' },
    b: false,
  })
  assert.deepEqual(withCustom({ b: false }, 'b', { visible: null }), {})
  assert.equal(keyFor('Niñas y niños', ['ninas-y-ninos']), 'ninas-y-ninos-2')
  assert.equal(keyFor('¿?', []), 'seccion')
})
