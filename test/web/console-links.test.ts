import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EVENTS } from '#events/catalogue.ts'
import { CONSOLE_ENTITIES, consolePath, hasConsolePath } from '#kernel/console-paths.ts'
import { SHOWN_TYPES } from '#modules/activity/rules.ts'
import { COMMENTED_TYPES } from '#modules/comments/rules.ts'
import { CHECKS } from '#modules/governance/knowledge.ts'
import { TARGET_AREAS, targetOf } from '#modules/governance/rules.ts'
import { SCREENS } from '#test/kit/screens.ts'
import { screenOf } from '../../web/console/areas/governance/words.ts'
import { KINDS as POLICY_KINDS } from '../../web/console/areas/policies/words.ts'
import { firstSteps } from '../../web/console/areas/today/first-steps.ts'
import { type Act, placeOfAct } from '../../web/console/areas/today/words.ts'
import { KINDS as APPROVED_KINDS } from '../../web/console/areas/workflows/words.ts'
import { AREAS, areaAt, guideAt } from '../../web/console/frame/areas.ts'
import { placeOf } from '../../web/console/frame/findings.ts'

/** Every address in links has a screen. */

const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const root = join(import.meta.dirname, '../..')

/** The screen of an address under `/organizacion/:slug/`, matched like the router: words before variables. */
function screenAt(address: string): string | undefined {
  const [path = ''] = address.split(/[?#]/)
  const parts = path.split('/')
  const fitting = SCREENS.filter((screen) => {
    const own = screen.split('/')
    return own.length === parts.length && own.every((part, at) => part === parts[at] || part.startsWith('$'))
  })
  return fitting.toSorted((a, b) => a.split('$').length - b.split('$').length)[0]
}

const under = (url: string) => url.replace('/organizacion/tienda-sur/', '')

test('finding a screen tells words from variables, and finds none for unknown addresses', () => {
  assert.equal(screenAt('solicitudes/nueva'), 'solicitudes/nueva')
  assert.equal(screenAt(`solicitudes/${ID}`), 'solicitudes/$id')
  assert.equal(screenAt('politicas/cookies/x?parte=texto'), 'politicas/cookies/$id')
  assert.equal(screenAt('novedades'), undefined)
  assert.equal(screenAt('solicitudes/nueva/otra'), undefined)
})

for (const entity of CONSOLE_ENTITIES)
  test(`notices, tasks, search and mails link to an existing screen: ${entity}`, () => {
    const url = consolePath('tienda-sur', entity, ID)
    assert.ok(screenAt(under(url)), url)
    assert.ok(areaAt(url), `the bell and the search leave out ${url}`)
  })

test('announced, commented and mentioned records have a page', () => {
  const told = new Set([...Object.values(EVENTS).map(({ entityType }) => entityType), ...COMMENTED_TYPES])
  for (const entity of told) assert.ok(hasConsolePath(entity), entity)
  for (const entity of COMMENTED_TYPES) {
    const screen = screenAt(under(consolePath('tienda-sur', entity, ID)))
    assert.match(screen ?? '', /\$id$/, `${entity}: who is mentioned comes to the record itself`)
  }
})

test('a slug and an id become one segment of an address each', () => {
  assert.equal(
    consolePath('tienda ñandú/x', 'breach', 'a/b'),
    '/organizacion/tienda%20%C3%B1and%C3%BA%2Fx/brechas/a%2Fb',
  )
  assert.equal(consolePath('sur', 'import', ID), '/organizacion/sur/registro')
  assert.equal(consolePath('sur', 'notification'), '/organizacion/sur/hoy')
})

// ── addresses in the console ──

const sources = globSync('web/console/**/*.{ts,tsx}', { cwd: root }).map(
  (file) => [file, readFileSync(join(root, file), 'utf8')] as const,
)

/** `at('…')`, with variables for parts. If a whole part is a variable, the test of its table covers it. */
const written = sources.flatMap(([file, text]) =>
  [...text.matchAll(/\bat\(\s*(?:'([^']*)'|`([^`]*)`)/g)].map(([, plain, made]) => ({
    file,
    path: plain ?? made!.replace(/\$\{[^}]*\}/g, ID),
  })),
)

test('every address in a screen has a screen', () => {
  assert.ok(written.length > 150, `only ${written.length} were found`)
  // «at('brechas/…')» is a comment. `${place}/${id}` comes from a table.
  const whole = written.filter(({ path }) => !path.includes('…') && !path.startsWith(ID))
  assert.deepEqual(
    whole.filter(({ path }) => screenAt(path) === undefined),
    [],
  )
})

test('a tab in a link exists on its screen', () => {
  const files = new Map(
    [
      ...readFileSync(join(root, 'web/console/router.tsx'), 'utf8').matchAll(
        /screen\(\s*'([^']+)',\s*lazyRouteComponent\(\(\) => import\('\.\/([^']+)'\)/g,
      ),
    ].map(([, screen, file]) => [screen!, file!]),
  )
  const links = sources.flatMap(([file, text]) =>
    [...text.matchAll(/\bat\((?:'([^']*)'|`([^`]*)`), \{ (?:parte|tipo|cola): '([^']+)'/g)].map(
      ([, plain, made, part]) => ({ file, path: plain ?? made!.replace(/\$\{[^}]*\}/g, ID), part: part! }),
    ),
  )
  assert.ok(links.length >= 8, String(links.length))
  for (const { file, path, part } of links) {
    const folder = join(root, 'web/console', files.get(screenAt(path)!)!, '..')
    const there = globSync('*.{ts,tsx}', { cwd: folder })
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .some((text) => text.includes(`['${part}',`))
    assert.ok(there, `${file}: ${path} has no part «${part}»`)
  }
})

// ── tables of addresses ──

test('every finding of the score links to an existing screen', () => {
  for (const { link } of CHECKS) {
    const { path, search } = placeOf(targetOf(link))
    assert.ok(screenAt(path), `${link} leads to ${path}`)
    assert.deepEqual(search, link.includes('reissue') ? { parte: 'reemitir' } : filterOf(link), link)
  }
})

const filterOf = (link: string) => Object.fromEntries(new URLSearchParams(link.split('?')[1]))

test('a finding about one record links to the record, without the list’s filter', () => {
  for (const area of TARGET_AREAS.filter((one) => one !== 'reissue')) {
    const { path, search } = placeOf({ area, id: ID, filter: { status: 'draft' } })
    assert.match(screenAt(path) ?? '', /\$id$/, `${area}: ${path}`)
    assert.deepEqual(search, {})
  }
  assert.equal(placeOf({ area: 'notices', id: ID }).path, `consentimiento/avisos/${ID}`)
  assert.equal(placeOf({ area: 'notices' }).path, 'consentimiento')
  assert.deepEqual(placeOf({ area: 'reissue' }), { path: 'gobierno', search: { parte: 'reemitir' } })
})

test('documents to reissue link to their screens', () => {
  for (const [entity, screen] of [
    ['privacy_policy', 'politicas/$id'],
    ['cookie_policy', 'politicas/cookies/$id'],
    ['contract', 'contratos/$id'],
    ['dpia_assessment', 'evaluaciones/$id'],
  ] as const)
    assert.equal(screenAt(screenOf(entity, ID)!), screen)
  assert.equal(screenOf('file', ID), undefined)
})

test('an act in the news links to its record, unless it was deleted or has no page', () => {
  const act = (entityType: Act['entityType'], action = 'update') =>
    placeOfAct({ entityType, action, entityId: ID } as Act)
  for (const type of SHOWN_TYPES) {
    const place = act(type)
    if (place !== undefined) assert.match(screenAt(place) ?? '', /\$id$/, `${type}: ${place}`)
    assert.equal(act(type, 'delete'), undefined, `${type} is gone`)
  }
  assert.equal(act('breach'), `brechas/${ID}`)
  assert.equal(act('dpia_risk'), undefined, 'a risk is shown inside its assessment')
  const silent = SHOWN_TYPES.filter((type) => act(type) === undefined && hasPage(type))
  assert.deepEqual(silent, [], 'they have a page of their own, and nothing leads to it')
})

/** Whether mails link to the page of such a record. */
function hasPage(type: string): boolean {
  const entity = CONSOLE_ENTITIES.find((one) => one === type)
  return entity !== undefined && /\$id$/.test(screenAt(under(consolePath('tienda-sur', entity, ID))) ?? '')
}

test('approved records link to their own screens', () => {
  for (const [kind, { place }] of Object.entries(APPROVED_KINDS))
    if (kind === 'CUSTOM') assert.equal(place, undefined)
    else assert.match(screenAt(`${place}/${ID}`) ?? '', /\$id$/, kind)
  for (const { screen } of Object.values(POLICY_KINDS)) assert.match(screenAt(screen(ID)) ?? '', /\$id$/)
})

test('the first steps link to screens, in the order for a new organisation', () => {
  const known = { entity: { taxId: null, dpoName: null }, activities: 0, forms: 0, policyPublished: false }
  const steps = firstSteps(known)
  assert.deepEqual(
    steps.map(({ key, done }) => [key, done]),
    [
      ['entity', false],
      ['register', false],
      ['form', false],
      ['policy', false],
    ],
  )
  for (const { screen, guide } of steps) {
    assert.ok(screenAt(screen), screen)
    assert.ok(existsSync(join(root, `docs/guia/${guide}.md`)), guide)
  }
  const doneOf = (change: Partial<typeof known>) =>
    firstSteps({ ...known, ...change })
      .filter(({ done }) => done)
      .map(({ key }) => key)
  assert.deepEqual(doneOf({ entity: { taxId: '76.123.456-0', dpoName: null } as never }), ['entity'])
  assert.deepEqual(doneOf({ activities: 1 }), ['register'])
  assert.deepEqual(doneOf({ forms: 1 }), ['form'])
  assert.deepEqual(doneOf({ policyPublished: true }), ['policy'])
  assert.deepEqual(doneOf({ entity: undefined as never }), [])
})

// ── the navigation and the guide ──

test('every area of the navigation has a screen and an existing page of the guide', () => {
  for (const { path, guide } of AREAS) {
    assert.equal(screenAt(path), path)
    assert.ok(existsSync(join(root, `docs/guia/${guide}.md`)), guide)
  }
  assert.equal(new Set(AREAS.map(({ path }) => path)).size, AREAS.length)
})

test('every screen except the start belongs to an area', () => {
  const homeless = SCREENS.filter((screen) => areaAt(`/organizacion/x/${screen}`) === undefined)
  assert.deepEqual(homeless, ['comenzar'])
})

test('an address opens its page of the guide', () => {
  for (const [address, page] of [
    ['/organizacion/sur/solicitudes/nueva', 'solicitudes'],
    ['/organizacion/sur/flujos', 'aprobaciones'],
    ['/organizacion/sur/personas', 'organizacion'],
    ['/organizacion/sur/ajustes/sso', 'ajustes'],
    ['/base/organizacion/sur/mapa', 'mapa'],
    ['/organizacion/sur', 'hoy'],
    ['/organizacion/sur/comenzar', ''],
    ['/', 'hoy'],
    ['/cuenta', 'cuenta'],
    ['/dispositivo', 'cuenta'],
    ['/cartera', 'cartera'],
  ] as const) {
    assert.equal(guideAt(address), page, address)
    assert.ok(page === '' || existsSync(join(root, `docs/guia/${page}.md`)), page)
  }
})
