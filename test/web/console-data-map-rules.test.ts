import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MIDDLES, WORLD } from '../../web/console/areas/data-map/atlas.ts'
import { CARD } from '../../web/console/areas/data-map/boxes.ts'
import { place } from '../../web/console/areas/data-map/layout.ts'
import { shapesOf, svgOf } from '../../web/console/areas/data-map/picture.ts'
import { countriesOf } from '../../web/console/areas/data-map/places.ts'
import { know, seenOf } from '../../web/console/areas/data-map/seen.ts'
import type { Graph } from '../../web/console/areas/data-map/words.ts'

const system = (id: string, fields: Partial<Graph['systems'][number]> = {}) => ({
  id,
  name: id,
  type: 'CRM',
  hasSensitiveData: false,
  country: 'CL',
  processorId: null,
  owner: null,
  dataCategories: [],
  ...fields,
})
const flow = (source: string, target: string, fields: Partial<Graph['flows'][number]> = {}) => ({
  id: `${source}-${target}`,
  source,
  target,
  description: null,
  dataCategories: [],
  isInternational: false,
  safeguards: null,
  etag: '"1"',
  activities: [],
  ...fields,
})
const graph: Graph = {
  systems: [
    system('ventas', { dataCategories: ['email'] }),
    system('nube', { country: 'Estados Unidos', processorId: 'p', dataCategories: ['email', 'health'] }),
    system('correos', { country: 'AR', owner: 'Marketing' }),
    system('papel', { country: null }),
  ],
  processors: [{ id: 'p', name: 'Nube Andina', country: 'US' }],
  countries: ['AR', 'CL', 'Estados Unidos'],
  flows: [
    flow('ventas', 'nube', {
      dataCategories: ['email'],
      activities: [{ id: 'a', name: 'Venta', transferMechanism: null }],
    }),
    flow('ventas', 'correos', { safeguards: 'Cláusulas' }),
    flow('nube', 'ventas'),
  ],
  activities: [
    {
      id: 'a',
      name: 'Venta',
      subjectCategories: ['customers'],
      systemIds: ['ventas'],
      transferExists: true,
      transferCountry: 'US',
      transferMechanism: null,
    },
  ],
  isWhole: true,
}
const known = know(graph, [])
const names = (asked: object) => {
  const { systems, flows } = seenOf(known, asked as Record<string, string>)
  return [systems.map(({ id }) => id).sort(), flows.map(({ id }) => id).sort()]
}

test('without filters everything is shown', () => {
  assert.deepEqual(names({}), [
    ['correos', 'nube', 'papel', 'ventas'],
    ['nube-ventas', 'ventas-correos', 'ventas-nube'],
  ])
})

test('a filter keeps matching systems, and both ends of a matching flow', () => {
  assert.deepEqual(names({ categoria: 'health' }), [['nube'], []])
  assert.deepEqual(names({ categoria: 'email' }), [['nube', 'ventas'], ['ventas-nube']])
  assert.deepEqual(names({ personas: 'customers' }), [['nube', 'ventas'], ['ventas-nube']])
  assert.deepEqual(names({ actividad: 'a' }), [['nube', 'ventas'], ['ventas-nube']])
  assert.deepEqual(names({ actividad: 'b' }), [[], []])
})

test('a flow to another country is a transfer, and one without a guarantee is marked', () => {
  assert.deepEqual(names({ transferencias: 'si' }), [
    ['correos', 'nube', 'ventas'],
    ['ventas-correos', 'ventas-nube'],
  ])
  assert.deepEqual(names({ transferencias: 'sin-garantia' }), [['nube', 'ventas'], ['ventas-nube']])
  assert.deepEqual(names({ transferencias: 'no' }), [['nube', 'papel', 'ventas'], ['nube-ventas']])
  const adequate = know(graph, ['US'])
  assert.equal(
    adequate.isUnfounded(graph.flows[0]!),
    false,
    'an adequate country is enough (art. 27 letra a)',
  )
  assert.equal(known.isTransfer(graph.flows[2]!), false, 'what comes home does not leave')
})

test('words find a system by name, owner or processor, with its neighbours', () => {
  assert.deepEqual(names({ q: 'marketing' }), [['correos', 'ventas'], ['ventas-correos']])
  assert.deepEqual(names({ q: 'ANDINA' })[0], ['nube', 'ventas'])
  assert.deepEqual(names({ q: 'nada' }), [[], []])
})

test('a country has one entry for all spellings of its name', () => {
  const countries = countriesOf(known, seenOf(known, {}), ['AR'])
  assert.deepEqual(
    countries.map(({ code, isHome, isAdequate, systems, processors, flows, activities }) => [
      code,
      isHome,
      isAdequate,
      systems.length,
      processors.length,
      flows.length,
      activities.length,
    ]),
    [
      ['CL', true, false, 1, 0, 0, 0],
      ['US', false, false, 1, 1, 1, 1],
      ['AR', false, true, 1, 0, 1, 0],
    ],
  )
})

test('every land of the atlas is a known country, once', () => {
  const codes = WORLD.map(({ code }) => code)
  const unknown = codes.filter((code) => code === undefined)
  assert.equal(unknown.length, 2, 'Northern Cyprus and Somaliland have no code')
  assert.equal(new Set(codes).size, codes.length - 1)
  for (const code of ['CL', 'US', 'BR', 'DE', 'GB', 'CI', 'CZ', 'TR', 'MM', 'KR', 'CD', 'CG'])
    assert.ok(codes.includes(code), code)
  for (const [longitude, latitude] of Object.values(MIDDLES))
    assert.ok(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)
})

/** Overlapping cards are unreadable. */
function overlaps(places: readonly { x: number; y: number }[]): boolean {
  return places.some((a, index) =>
    places
      .slice(index + 1)
      .some((b) => Math.abs(a.x - b.x) < CARD.width && Math.abs(a.y - b.y) < CARD.height),
  )
}

test('every system has its own place in its box, even with five hundred systems', () => {
  const systems = Array.from({ length: 500 }, (_, index) =>
    system(`s${index}`, { country: ['CL', 'US', 'BR', null][index % 4]! }),
  )
  const flows = Array.from({ length: 800 }, (_, index) =>
    flow(`s${(index * 7) % 500}`, `s${(index * 13 + 4) % 500}`),
  )
  const unlike = flows.filter(({ source, target }) => source !== target)
  const boxes = place({ systems, flows: unlike }, (id) => systems.find((one) => one.id === id)!.country ?? '')
  assert.equal(boxes.length, 4)
  assert.equal(
    boxes.reduce((sum, box) => sum + box.systems.size, 0),
    500,
  )
  for (const box of boxes) {
    const places = [...box.systems.values()]
    assert.equal(overlaps(places), false, box.key)
    assert.ok(
      places.every(
        ({ x, y }) => x >= 0 && y >= 0 && x + CARD.width <= box.width && y + CARD.height <= box.height,
      ),
    )
  }
  const [right, bottom] = [
    Math.max(...boxes.map(({ x, width }) => x + width)),
    Math.max(...boxes.map(({ y, height }) => y + height)),
  ]
  assert.ok(right < 4 * bottom && bottom < 2 * right, `a sheet of ${right} by ${bottom}`)
})

test('countries are side by side on a wide screen, one below the other on a phone', () => {
  const countries = ['CL', 'CL', 'US', 'BR', 'AR', 'DE']
  const systems = countries.map((country, index) => system(`s${index}`, { country }))
  const keyOf = (id: string) => systems.find((one) => one.id === id)!.country!
  const sizes = [undefined, 0.5].map((shape) => {
    const boxes = place({ systems, flows: [] }, keyOf, shape)
    return {
      right: Math.max(...boxes.map(({ x, width }) => x + width)),
      bottom: Math.max(...boxes.map(({ y, height }) => y + height)),
    }
  })
  const [screen, phone] = sizes
  assert.ok(screen!.right > screen!.bottom, JSON.stringify(screen))
  assert.ok(phone!.right < phone!.bottom, JSON.stringify(phone))
})

test('the picture is well-formed, escapes people’s words, and is complete', () => {
  const svg = svgOf(
    shapesOf({
      boxes: [{ title: 'Chile & <otros>', x: 0, y: 0, width: 600, height: 300 }],
      systems: [
        { id: 'a', name: 'Ventas "norte"', lines: ['CRM'], isSensitive: true, x: 20, y: 60 },
        { id: 'b', name: 'Bodega', lines: [], isSensitive: false, x: 320, y: 60 },
      ],
      flows: [{ source: 'a', target: 'b', tone: 'danger' }],
    }),
    'Mapa',
  )
  assert.match(svg, /Chile &amp; &lt;otros&gt;/)
  assert.match(svg, /Ventas &quot;norte&quot;/)
  assert.match(svg, /Bodega/)
  assert.match(svg, /<path d="M 228 96 C [\d. -]+" fill="none" stroke="#b3261e"/)
  assert.match(svg, /viewBox="-32 -32 664 364"/)
})
