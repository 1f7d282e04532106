import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { resumeTenant, suspendTenant } from '#modules/settings/public.ts'
import { NETWORK } from '#outbound/outbound.ts'
import { createDns, proveDomain } from '#test/kit/company.ts'
import { openSites, SHOP } from '#test/kit/scanned-sites.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { createScanJobs } from './jobs.ts'

/** Without a browser. visit/visit.browser.test.ts and the console's story test what a browser sees. */

const { records, network } = createDns()
const visited: string[] = []
const { connect } = await openSites(SHOP)
const api = await openService(
  { CHROMIUM_PATH: 'off' },
  {
    network: {
      ...network,
      connect: (host, port, signal) => {
        if (port === 80) visited.push(host)
        return connect(host.replace(/^.*\.tienda\.test$/, 'tienda.test'), port, signal)
      },
    },
  },
)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })

async function domainOf(person: Person, host: string): Promise<string> {
  await proveDomain(person, records, host)
  const { domains } = (await person.get('/domains')).data
  return domains.find(({ name }: { name: string }) => name === host).id
}

const domainId = await domainOf(ana, 'tienda.test')

/** Moves the last visit far into the past. */
function rest(id: string): Promise<unknown> {
  return api.access.database.engine.asOwner(
    `update cookie_scans set started_at = started_at - interval '1 hour' where domain_id = '${id}'`,
  )
}

async function scan(person = ana, id = domainId) {
  await rest(id)
  const reply = await person.post('/cookie-scans', { domainId: id })
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  await api.drain()
  return (await person.get(`/cookie-scans/${reply.data.id}`)).data
}

const keysOf = ({ findings }: { findings: { key: string }[] }) => findings.map(({ key }) => key)

test('only a verified domain of the organisation is visited, one visit at a time', async () => {
  const { legalEntityId } = (await ana.get(`/domains/${domainId}`)).data
  const other = (await ana.post('/domains', { url: 'https://sin-prueba.test', name: 'Otro', legalEntityId }))
    .data
  const unproven = await ana.post('/cookie-scans', { domainId: other.id })
  assert.equal(unproven.status, 409)
  assert.match(unproven.body.error.message, /solo se revisan dominios verificados/)
  const stranger = await api.tenant()
  assert.equal((await stranger.post('/cookie-scans', { domainId })).status, 422)
  assert.equal((await ana.post('/cookie-scans', { domainId: 'nada' })).status, 422)
  assert.equal((await (await ana.colleague('VIEWER')).post('/cookie-scans', { domainId })).status, 403)

  const both = await Promise.all([
    ana.post('/cookie-scans', { domainId }),
    ana.post('/cookie-scans', { domainId }),
  ])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [202, 409])
  await api.drain()
  const { id } = both.find(({ status }) => status === 202)!.data
  assert.equal((await ana.get(`/cookie-scans/${id}`)).data.status, 'DONE')
  for (const q of ['tienda.test', 'https://tienda.test', 'tienda'])
    assert.equal((await ana.get(`/cookie-scans?q=${encodeURIComponent(q)}`)).data.items.length, 1, q)
  assert.equal((await stranger.get(`/cookie-scans/${id}`)).status, 404)
})

test('without a browser the text is read, the result says so, and known items have names', async () => {
  const done = await scan()
  assert.equal(done.status, 'DONE')
  assert.equal(done.mode, 'static')
  assert.match(done.notes[0], /ponerle un navegador/)
  const ga = done.items.find(({ name }: { name: string }) => name === '_ga')
  assert.equal(ga.known.provider, 'Google Analytics')
  assert.equal(ga.duration, '2 años')
  assert.equal(ga.before, true)
  assert.equal(ga.after, false)
  assert.deepEqual(keysOf(done), ['before_consent'])
  assert.deepEqual(done.findings[0].names, ['_ga'])
  assert.doesNotMatch(JSON.stringify(done), /secreto|correo=/)
  const { missing, browser } = (await ana.get('/cookie-scans/settings')).data
  assert.equal(browser, false)
  assert.match(missing, /CHROMIUM_PATH/)
  const reader = await (await ana.colleague('DPO')).get('/cookie-scans/settings')
  assert.match(reader.data.missing, /Pida a quien administra/)
  assert.doesNotMatch(JSON.stringify(reader.body), /CHROMIUM_PATH/)
})

test('items missing from the notice and the policy are findings, and disappear once published', async () => {
  const notice = (
    await ana.post('/consent/notices', {
      name: 'Banner',
      domainId,
      purposes: [
        {
          key: 'necessary',
          name: 'Necesarias',
          required: true,
          cookies: [{ name: '_ga' }, { name: 'vieja' }],
        },
      ],
    })
  ).data
  await ana.post(`/consent/notices/${notice.id}/publish`)
  const before = await scan()
  assert.deepEqual(keysOf(before), ['before_consent', 'declared_necessary', 'undeclared', 'undeclared_host'])
  assert.equal(before.items.find(({ name }: { name: string }) => name === '_ga').purpose, 'Necesarias')
  assert.equal(before.undeclaredCount, 2)
  const checks = async () =>
    (await ana.get('/governance/compliance-score')).data.areas
      .flatMap(({ findings }: { findings: { check: string }[] }) => findings)
      .map(({ check }: { check: string }) => check)
      .filter((check: string) => /consent\.(before|declared)/.test(check))
  assert.deepEqual((await checks()).toSorted(), ['consent.before', 'consent.declared'])

  await ana.put(`/consent/notices/${notice.id}`, {
    purposes: [
      { key: 'necessary', name: 'Necesarias', required: true, cookies: [{ name: 'PHPSESSID' }] },
      {
        key: 'analytics',
        name: 'Medición',
        category: 'analytics',
        cookies: [{ name: '_ga*' }],
        hosts: ['medidor.test'],
      },
    ],
  })
  await ana.post(`/consent/notices/${notice.id}/publish`)
  await api.drain()
  const later = (await ana.get(`/cookie-scans/${before.id}`)).data
  assert.deepEqual(keysOf(later), ['before_consent'])
  assert.deepEqual(
    later.items,
    before.items.map((item: { name: string }) => ({
      ...item,
      purpose: { _ga: 'Medición', PHPSESSID: 'Necesarias' }[item.name] ?? null,
    })),
  )
  assert.deepEqual(await checks(), ['consent.before'])

  const { legalEntityId } = (await ana.get(`/domains/${domainId}`)).data
  const policy = (await ana.post('/cookie-policy/generate', { legalEntityId, domainId })).data
  await ana.put(`/cookie-policy/${policy.id}`, { cookies: [{ name: '_ga' }] })
  const published = await ana.post(`/cookie-policy/${policy.id}/publish`, {})
  assert.equal(published.status, 200, JSON.stringify(published.body))
  await api.drain()
  const last = (await ana.get(`/cookie-scans/${before.id}`)).data
  assert.deepEqual(keysOf(last), ['before_consent', 'not_in_policy'])
  assert.deepEqual(last.findings[1].names, ['PHPSESSID'])
})

test('a domain that moves before its turn is not visited, and an unreachable site says why', async () => {
  const moved = await domainOf(ana, 'mudado.tienda.test')
  const { id } = (await ana.post('/cookie-scans', { domainId: moved })).data
  await ana.patch(`/domains/${moved}`, { url: 'https://otra-cosa.test' })
  await api.drain()
  const { status, error } = (await ana.get(`/cookie-scans/${id}`)).data
  assert.equal(status, 'FAILED')
  assert.match(error, /ya no está verificado/)
  const gone = await domainOf(ana, 'no-hay-nada.invalid')
  const failed = await scan(ana, gone)
  assert.equal(failed.status, 'FAILED')
  assert.match(failed.error, /no existe en el DNS|no se pudo contactar/)
})

const [, monthly, sweep] = createScanJobs({
  config: {
    chromiumPath: 'off',
    chromiumSandbox: true,
    connectorNetworks: [],
    tsaUrls: [],
    tsaCaFile: undefined,
  },
  network: NETWORK,
})
const env = api.service.jobEnv

test('each verified domain is visited monthly, unless the organisation opts out', async () => {
  const bea = await api.tenant()
  const own = await domainOf(bea, 'bea.tienda.test')
  const runs = async () => (await bea.get(`/cookie-scans?domainId=${own}`)).data.items
  assert.equal(
    (await (await bea.colleague('ANALYST')).put('/cookie-scans/settings', { monthly: false })).status,
    403,
  )
  assert.equal((await bea.put('/cookie-scans/settings', { monthly: false })).data.monthly, false)
  await monthly!.run(env, {}, { jobId: '', attempt: 1 })
  await api.drain()
  assert.equal((await runs()).length, 0)
  await bea.put('/cookie-scans/settings', { monthly: true })
  await monthly!.run(env, {}, { jobId: '', attempt: 1 })
  await monthly!.run(env, {}, { jobId: '', attempt: 1 })
  await api.drain()
  assert.deepEqual(
    (await runs()).map(({ cause, status }: { cause: string; status: string }) => [cause, status]),
    [['monthly', 'DONE']],
  )
  await api.access.database.engine.asOwner(
    `update cookie_scans set created_at = '${after(new Date(), -31 * DAY_MS).toISOString()}' where domain_id = '${own}'`,
  )
  await monthly!.run(env, {}, { jobId: '', attempt: 1 })
  await api.drain()
  assert.equal((await runs()).length, 2)
  const latest = (await bea.get('/cookie-scans?latest=true')).data.items
  assert.equal(latest.length, 1)
  assert.equal(latest[0].id, (await runs())[0].id)
})

test('an organisation with many sites does not hold up another', async () => {
  const [large, small] = [await api.tenant(), await api.tenant()]
  const many: string[] = []
  for (const name of ['uno', 'dos', 'tres']) many.push(await domainOf(large, `${name}.tienda.test`))
  const one = await domainOf(small, 'chica.tienda.test')
  visited.length = 0
  // No worker takes scans between these calls.
  for (const id of many) await large.post('/cookie-scans', { domainId: id })
  await small.post('/cookie-scans', { domainId: one })
  await api.drain()
  const order = [...new Set(visited)].filter((host) => host.endsWith('.tienda.test'))
  assert.equal(order.length, 4)
  assert.ok(order.indexOf('chica.tienda.test') <= 1, String(order))
})

test('a recently visited site is not visited again', async () => {
  const quiet = await domainOf(ana, 'tranquila.tienda.test')
  assert.equal((await scan(ana, quiet)).status, 'DONE')
  const again = await ana.post('/cookie-scans', { domainId: quiet })
  assert.equal(again.status, 409)
  assert.match(again.body.error.message, /hace menos de 5 minutos.*pida otra revisión en 5 minutos/)
  await rest(quiet)
  assert.equal((await ana.post('/cookie-scans', { domainId: quiet })).status, 202)
  await api.drain()
})

test('scans of a suspended organisation wait until it is active again', async () => {
  const owner = await api.tenant()
  const own = await domainOf(owner, 'suspendida.tienda.test')
  const { id } = (await owner.post('/cookie-scans', { domainId: own })).data
  await suspendTenant(api.access, owner.slug, api.clock.now())
  visited.length = 0
  await api.drain()
  assert.deepEqual(visited, [])
  await resumeTenant(api.access, owner.slug, api.clock.now())
  await api.access.database.engine.asOwner(
    `update cookie_scans set created_at = created_at - interval '1 hour' where id = '${id}'`,
  )
  await sweep!.run(env, {}, { jobId: '', attempt: 1 })
  await api.drain()
  assert.equal((await owner.get(`/cookie-scans/${id}`)).data.status, 'DONE')
})

test('a scan whose process died fails, and another can be requested', async () => {
  await rest(domainId)
  const { id } = (await ana.post('/cookie-scans', { domainId })).data
  await api.access.database.engine.asOwner(
    `update cookie_scans set status = 'RUNNING', started_at = '${after(new Date(), -20 * MINUTE_MS).toISOString()}' where id = '${id}'`,
  )
  await sweep!.run(env, {}, { jobId: '', attempt: 1 })
  const { status, error } = (await ana.get(`/cookie-scans/${id}`)).data
  assert.deepEqual([status, error], ['FAILED', 'La revisión se interrumpió. Pídala de nuevo.'])
  assert.equal((await scan()).status, 'DONE')
})

test('one look tells whether the banner is present; other organisations cannot look', async () => {
  const check = (person: Person, id = domainId) => person.post('/cookie-scans/banner-check', { domainId: id })
  const { status, data } = await check(ana)
  assert.equal(status, 200)
  assert.deepEqual([data.url, data.works], ['http://tienda.test/', false])
  assert.match(data.findings[0].message, /no está en la página/)
  const { legalEntityId } = (await ana.get(`/domains/${domainId}`)).data
  const body = { url: 'https://no-existe.invalid', name: 'Caído', legalEntityId }
  const down = (await check(ana, (await ana.post('/domains', body)).data.id)).data
  assert.equal(down.works, false)
  assert.match(down.findings[0].message, /^No pudimos leer/)
  for (const [person, id] of [
    [await api.tenant(), domainId],
    [ana, 'nada'],
  ] as const) {
    const { status, body: refused } = await check(person, id)
    assert.deepEqual([status, refused.error.details[0].path], [422, 'domainId'])
  }
  assert.equal((await check(await ana.colleague('VIEWER'))).status, 403)
})
