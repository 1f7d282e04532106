import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { GOOGLE_CONSENTS } from '#modules/consent/notices/rules.ts'
import type { Config } from '../../web/widgets/banner/config.ts'

/** What the banner stores in the browser, sends to Google, and in which language it speaks. */

// ── a minimal browser ──

let [jar, written, storage]: [string[], string[], Map<string, string>] = [[], [], new Map()]

class Document {
  get cookie() {
    return jar.join('; ')
  }
  set cookie(text: string) {
    written.push(text)
  }
}
const BEFORE = new Map<string, PropertyDescriptor | undefined>()
function put(name: string, value: unknown) {
  if (!BEFORE.has(name)) BEFORE.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
after(() => {
  for (const [name, before] of BEFORE) {
    if (before) Object.defineProperty(globalThis, name, before)
    else delete (globalThis as Record<string, unknown>)[name]
  }
})
put('Document', Document)
put('document', new Document())
put('location', new URL('https://www.tienda.cl/'))
put('window', globalThis)
const METHODS = {
  getItem: (name: string) => storage.get(name) ?? null,
  setItem: (name: string, text: string) => storage.set(name, text),
  removeItem: (name: string) => storage.delete(name),
}
put(
  'localStorage',
  new Proxy(METHODS, {
    ownKeys: () => [...storage.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }),
)
/** Records the delays of retries instead of waiting. */
const waits: number[] = []
put('setTimeout', (_again: unknown, ms: number) => waits.push(ms))

beforeEach(() => {
  ;[jar, written] = [[], []]
  waits.length = 0
})

// Browser scripts are checked with browser types, which tests do not have.
interface Kept {
  version: number
  id: string
  day: number
  gpc: boolean
  decisions: Record<string, boolean>
  allowed: string[]
  key: string | undefined
}
interface Store {
  read(text: string): Kept | undefined
  write(kept: Kept): string
  keep(name: string, kept: Kept, days: number, domain: string | undefined): void
  keptIn(name: string): Kept | undefined
  random(): string
  today(): number
  report(send: typeof fetch, url: string, body: { clientKey: string }): Promise<void>
  flush(send: typeof fetch): Promise<void>
}
interface ConsentMode {
  sayConsent(step: 'default' | 'update', allowed: Set<string>): void
  googleTypesOf(category: string | undefined): string[]
}
let serial = 0
/** Loads the script as a page does, with the browser's storage. */
const loadStore = (kept: Map<string, string> = new Map()): Promise<Store> => {
  storage = kept
  serial += 1
  return import(`${'../../web/widgets/banner/store.ts'}?${serial}`)
}
const store = await loadStore()
const { inLanguage } = await import('../../web/widgets/banner/config.ts')
const { googleTypesOf, sayConsent }: ConsentMode = await import(
  `${'../../web/widgets/banner/consent-mode.ts'}`
)

// ── the decision, in one cookie ──

const KEPT: Kept = {
  version: 3,
  id: '0123456789abcdef0123456789abcdef',
  day: 20_787,
  gpc: false,
  decisions: { necesarias: true, medicion: false },
  allowed: ['necessary', 'necesarias'],
  key: 'fedcba9876543210fedcba9876543210',
}

for (const [what, more] of [
  ['a decision', {}],
  ['one by the signal of the browser', { gpc: true }],
  ['one without anything to decide', { decisions: {}, allowed: [] }],
  [
    'keys with every sign that stands between things',
    {
      decisions: { 'a:b': true, 'c/d': false, 'e;f': true, 'g=h': false, 'ñ %, "': true },
      allowed: ['a:b', 'c/d', 'e;f', 'ñ %, "'],
    },
  ],
] as [string, Partial<Kept>][]) {
  test(`${what} is read as it was written`, () => {
    const kept = { ...KEPT, ...more }
    const { decisions, ...rest } = store.read(store.write(kept))!
    const { decisions: said, ...others } = kept
    assert.deepEqual(rest, others)
    assert.deepEqual(Object.entries(decisions).sort(), Object.entries(said).sort())
    assert.doesNotMatch(store.write(kept), /[;, "=]/, 'nothing of it ends a cookie')
  })
}

test('a foreign, cut or damaged cookie counts as no decision', () => {
  for (const text of [
    '',
    'x',
    '3:id:20787:0:a:b',
    '3:id:20787:0:%E0%A4:b:c',
    '3:id:20787:0:a:%:c',
    '3:id:20787:0:a:b:%',
  ])
    assert.equal(store.read(text), undefined, text)
})

test('a cookie from before decisions had keys is read without one', () => {
  assert.equal(store.read('3:id:20787:0:a:b:c')?.key, undefined)
})

test('a cookie is read in all its parts, with accepted and refused purposes', () => {
  assert.deepEqual(store.read('3:id:20787:1:a:b:a:k'), {
    version: 3,
    id: 'id',
    day: 20_787,
    gpc: true,
    decisions: { a: true, b: false },
    allowed: ['a'],
    key: 'k',
  })
})

test('the decision is stored for its days, for the whole site, and on https pages for https only', () => {
  store.keep('resguardo_Xk3vQ0nT', KEPT, 182, undefined)
  const [text] = written
  assert.equal(
    text,
    `resguardo_Xk3vQ0nT=${store.write(KEPT)}; path=/; max-age=15724800; SameSite=Lax; Secure`,
  )
  store.keep('resguardo_Xk3vQ0nT', KEPT, 1, 'tienda.cl')
  assert.match(written[1]!, /; max-age=86400; SameSite=Lax; Secure; domain=tienda\.cl$/)
  put('location', new URL('http://localhost:8080/'))
  store.keep('a', KEPT, 1, undefined)
  put('location', new URL('https://www.tienda.cl/'))
  assert.doesNotMatch(written[2]!, /Secure/)
})

test('among many cookies the one of this notice is found by its whole name', () => {
  const text = store.write(KEPT)
  jar = ['a=1', `resguardo_Xk3vQ0nT2=${store.write({ ...KEPT, version: 9 })}`, `resguardo_Xk3vQ0nT=${text}`]
  assert.equal(store.keptIn('resguardo_Xk3vQ0nT')?.version, 3)
  assert.equal(store.keptIn('resguardo_otra'), undefined)
  jar = ['resguardo_Xk3vQ0nT=']
  assert.equal(store.keptIn('resguardo_Xk3vQ0nT'), undefined)
})

test('a browser’s id is random, in the form that the address of a receipt takes', () => {
  const names = Array.from({ length: 50 }, store.random)
  for (const name of names) assert.match(name, /^[0-9a-f]{32}$/)
  assert.equal(new Set(names).size, 50)
})

test('days are whole numbers from 1970', () => {
  const { now } = Date
  Date.now = () => Date.parse('2026-12-01T23:59:59.999Z')
  const day = store.today()
  Date.now = now
  assert.equal(day, 20_788)
})

// ── decisions that the service has not received ──

const URL_OF = 'https://r.cl/api/v1/public/consent/K/record'
const body = (clientKey: string) => ({ clientKey, subjectRef: 'x' })
const DAMAGED = 'resguardo:0'
const waiting = (): string[] =>
  [...storage.keys()]
    .sort()
    .flatMap((place) => (place === DAMAGED ? [] : JSON.parse(storage.get(place)!).body.clientKey))

/** A service that answers with these statuses in order and is unreachable afterwards. */
function service(...statuses: number[]) {
  const calls: { url: string; init: RequestInit; keptThen: string[] }[] = []
  const send = (async (url: string, init: RequestInit) => {
    calls.push({ url, init, keptThen: waiting() })
    const status = statuses.shift()
    if (status === undefined) throw new TypeError('offline')
    return { status }
  }) as unknown as typeof fetch
  return { send, calls, keys: () => calls.map(({ init }) => JSON.parse(init.body as string).clientKey) }
}

test('a decision is stored before it is sent, and deleted once the service has it', async () => {
  const { report } = await loadStore()
  const { send, calls } = service(201)
  await report(send, URL_OF, body('uno'))
  assert.deepEqual([calls.length, calls[0]!.keptThen, waiting()], [1, ['uno'], []])
  const { method, keepalive, credentials, headers } = calls[0]!.init
  assert.deepEqual([method, keepalive, credentials, headers], ['POST', true, 'omit', undefined])
  assert.equal(calls[0]!.url, URL_OF)
})

for (const status of [200, 201, 202, 400, 403, 404, 422]) {
  test(`an answer of ${status} ends the attempts, because a retry would get the same`, async () => {
    const { report } = await loadStore()
    await report(service(status).send, URL_OF, body('uno'))
    assert.deepEqual([waiting(), waits], [[], []])
  })
}

for (const status of [429, 500, 503, undefined]) {
  test(`${status ? `an answer of ${status}` : 'no answer at all'} keeps the decision for later`, async () => {
    const { report } = await loadStore()
    await report(service(...(status ? [status] : [])).send, URL_OF, body('uno'))
    assert.deepEqual([waiting(), waits], [['uno'], [2000]])
  })
}

test('the next page sends what a page could not, in order and with the same keys', async () => {
  const first = await loadStore()
  await first.report(service().send, URL_OF, body('uno'))
  await first.report(service().send, URL_OF, body('dos'))
  const next = await loadStore(storage)
  const { send, keys } = service(201, 201)
  await next.flush(send)
  assert.deepEqual([keys(), waiting()], [['uno', 'dos'], []])
})

test('two pages of a site share one service, and neither loses the other’s decisions', async () => {
  const [one, other] = [await loadStore(), await loadStore(storage)]
  await one.report(service().send, URL_OF, body('uno'))
  await other.report(service().send, URL_OF, body('dos'))
  await one.report(service().send, URL_OF, body('tres'))
  assert.deepEqual(waiting().sort(), ['dos', 'tres', 'uno'])
  const next = await loadStore(storage)
  const { send, keys } = service(201, 201, 201)
  await next.flush(send)
  assert.deepEqual([keys().sort(), waiting()], [['dos', 'tres', 'uno'], []])
  const late = service()
  await Promise.all([one.flush(late.send), other.flush(late.send)])
  assert.deepEqual(late.keys(), [], 'what the third page sent, these two do not')
})

test('a failed decision delays those behind it, and sent ones stay sent', async () => {
  const { report, flush } = await loadStore()
  for (const key of ['uno', 'dos', 'tres']) await report(service().send, URL_OF, body(key))
  const { send, keys } = service(201, 503)
  await flush(send)
  assert.deepEqual(
    [keys(), waiting()],
    [
      ['uno', 'dos'],
      ['dos', 'tres'],
    ],
  )
})

test('retries wait longer each time, and end', async () => {
  const { flush, report } = await loadStore()
  await report(service().send, URL_OF, body('uno'))
  for (let each = 0; each < 9; each += 1) await flush(service().send)
  assert.deepEqual(waits, [2000, 4000, 8000, 16_000, 32_000, 64_000])
})

test('a browser without storage sends all the same, and of many decisions the last twenty are kept', async () => {
  const { report } = await loadStore()
  for (let each = 0; each < 25; each += 1) await report(service().send, URL_OF, body(`k${each}`))
  assert.deepEqual([waiting().length, waiting()[0], waiting().at(-1)], [20, 'k5', 'k24'])
  const forbidden = () => {
    throw new Error('SecurityError')
  }
  const kept = (globalThis as Record<string, unknown>)['localStorage']
  put('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  const bare = await loadStore()
  const { send, keys } = service(201)
  await bare.report(send, URL_OF, body('uno'))
  put('localStorage', kept)
  assert.deepEqual(keys(), ['uno'])
})

test('a damaged stored decision is ignored', async () => {
  for (const text of ['', '{', 'null', '0', '{"url":"/"}', '{"body":{}}']) {
    const { report } = await loadStore(new Map([[DAMAGED, text]]))
    const { send, keys } = service(201)
    await report(send, URL_OF, body('uno'))
    assert.deepEqual(keys(), ['uno'], text)
  }
})

// ── Google Consent Mode v2 ──

type Said = [string, string, Record<string, unknown>]
function said(step: 'default' | 'update', ...allowed: string[]): Said {
  const page = globalThis as unknown as { dataLayer: ArrayLike<unknown>[] | undefined }
  page.dataLayer = undefined
  sayConsent(step, new Set(allowed))
  const [last] = page.dataLayer!
  delete (globalThis as { dataLayer?: unknown }).dataLayer
  assert.equal(Array.isArray(last), false, 'Google reads the arguments object itself')
  return Array.from(last!) as Said
}
const granted = ([, , types]: Said) =>
  Object.entries(types)
    .filter(([, one]) => one === 'granted')
    .map(([type]) => type)

test('before a decision every optional type is denied, each by name', () => {
  const [command, step, types] = said('default')
  assert.deepEqual([command, step], ['consent', 'default'])
  const { wait_for_update, ...named } = types
  assert.equal(wait_for_update, 500)
  assert.deepEqual(Object.keys(named).sort(), [...GOOGLE_CONSENTS].sort())
  assert.deepEqual(granted(said('default')), ['security_storage'])
  assert.equal(Object.values(named).filter((one) => one === 'denied').length, GOOGLE_CONSENTS.length - 1)
})

test('a decision grants the accepted types and denies the rest again', () => {
  assert.deepEqual(granted(said('update', 'analytics_storage')).sort(), [
    'analytics_storage',
    'security_storage',
  ])
  assert.deepEqual(
    granted(said('update', 'analytics', 'marketing', 'necessary')),
    ['security_storage'],
    'categories are no types',
  )
  assert.equal('wait_for_update' in said('update')[2], false)
})

test('a category grants Google only the types that it needs', () => {
  assert.deepEqual(
    ['necessary', 'preferences', 'analytics', 'marketing', 'media', undefined, 'otra'].map(googleTypesOf),
    [
      ['security_storage'],
      ['functionality_storage', 'personalization_storage'],
      ['analytics_storage'],
      ['ad_storage', 'ad_user_data', 'ad_personalization'],
      [],
      [],
      [],
    ],
  )
})

// ── languages ──

const CONFIG = {
  language: 'es',
  title: 'Su privacidad',
  description: 'Usamos cookies.',
  purposes: [
    { key: 'n', name: 'Necesarias', description: 'Hacen falta.', required: true, cookies: [] },
    { key: 'm', name: 'Medición', description: null, required: false, cookies: [], category: 'analytics' },
  ],
  config: {
    translations: {
      en: { title: 'Your privacy', purposes: { m: { name: 'Measuring', description: 'Counts visits.' } } },
      'pt-br': { title: 'Sua privacidade' },
    },
  },
} as unknown as Config

test('a page in a language of the notice gets it in that language, and untranslated words stay', () => {
  const shown = inLanguage(CONFIG, 'en-gb')
  assert.deepEqual(
    [shown.language, shown.title, shown.description],
    ['en', 'Your privacy', 'Usamos cookies.'],
  )
  assert.deepEqual(
    shown.purposes.map(({ key, name, description, required, category }) => [
      key,
      name,
      description,
      required,
      category,
    ]),
    [
      ['n', 'Necesarias', 'Hacen falta.', true, undefined],
      ['m', 'Measuring', 'Counts visits.', false, 'analytics'],
    ],
  )
})

for (const [wanted, title] of [
  ['es', 'Su privacidad'],
  ['es-cl', 'Su privacidad'],
  ['', 'Su privacidad'],
  ['fr', 'Su privacidad'],
  ['pt-br', 'Sua privacidade'],
  ['pt', 'Su privacidad'],
  ['en', 'Your privacy'],
] as const) {
  test(`a page in «${wanted}» is shown «${title}»`, () =>
    assert.equal(inLanguage(CONFIG, wanted).title, title))
}

test('a notice without translations keeps its own language, whatever the page has', () => {
  for (const translations of [undefined, null, {}])
    assert.equal(inLanguage({ ...CONFIG, config: { translations } } as Config, 'en').title, 'Su privacidad')
  assert.equal(inLanguage(CONFIG, 'en').config, CONFIG.config)
})
