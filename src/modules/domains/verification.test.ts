import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { createConnect, createOutbound, NETWORK, OutboundError } from '#outbound/outbound.ts'
import { openService } from '#test/kit/service.ts'

const FILE = '/.well-known/resguardo-verification.txt'

/** The site of every name under .test, on this machine, and the DNS of those names. */
let page = { status: 404, body: 'no está' }
let visited: string[] = []
let zone: Record<string, string[]> = {}
/** Runs while the search for the proof is under way. */
let meanwhile = async () => {}
const site = http.createServer((req, res) => {
  visited.push(req.url!)
  res.writeHead(page.status, { location: '/otra' }).end(page.body)
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
after(() => site.close())
const { port } = site.address() as AddressInfo

const names = async (host: string) => (host.endsWith('.test') ? ['127.0.0.1'] : [])
const api = await openService(
  {},
  {
    network: {
      get: createOutbound({ allowPrivate: true, addressesOf: names }).get,
      connect: createConnect({ allowPrivate: true, addressesOf: names }),
      async resolveTxt(name) {
        await meanwhile()
        if (name.includes('mudo'))
          throw new OutboundError('unreachable', `El DNS no respondió por «${name}».`)
        return zone[name] ?? []
      },
    },
  },
)
const ana = await api.tenant()
const legalEntityId = (await ana.get('/org/entities')).data.entities[0].id

beforeEach(() => {
  page = { status: 404, body: 'no está' }
  visited = []
  zone = {}
  meanwhile = async () => {}
})

let counter = 0
async function newDomain(host = `sitio-${++counter}.test`) {
  const reply = await ana.post('/domains', {
    url: `http://${host}:${port}/tienda`,
    name: 'Sitio',
    legalEntityId,
  })
  const { id } = reply.data
  const { token } = (await ana.get(`/domains/${id}/verification`)).data
  return { id, host, token, verify: () => ana.post(`/domains/${id}/verify`) }
}

test('the instructions give the record, the file and the value', async () => {
  const { id, host } = await newDomain()
  const { status, data } = await ana.get(`/domains/${id}/verification`)
  assert.equal(status, 200)
  assert.deepEqual([data.domainId, data.isVerified, data.verifiedAt], [id, false, null])
  assert.match(data.token, /^[\w-]{43}$/)
  assert.deepEqual(data.dns, {
    type: 'TXT',
    name: `_resguardo.${host}`,
    value: `resguardo-verification=${data.token}`,
  })
  assert.deepEqual(data.file, {
    url: `https://${host}:${port}${FILE}`,
    content: `resguardo-verification=${data.token}`,
  })
  for (const text of [data.dns.name, data.dns.value, data.file.url])
    assert.ok(data.instructions.includes(text))
})

test('a TXT record with the token verifies the domain', async () => {
  const { id, host, token, verify } = await newDomain()
  zone[`_resguardo.${host}`] = ['v=spf1 -all', `resguardo-verification=${token}`]
  const reply = await verify()
  assert.equal(reply.status, 200)
  assert.deepEqual([reply.data.id, reply.data.isVerified, reply.data.method], [id, true, 'DNS'])
  assert.deepEqual(visited, [], 'the site need not be asked')
  const { data } = await ana.get(`/domains/${id}`)
  assert.deepEqual([data.isVerified, data.verifiedAt], [true, reply.data.verifiedAt])
  assert.equal((await ana.get('/domains')).data.domains[0].isVerified, true)
  assert.equal((await ana.get(`/domains/${id}/verification`)).data.isVerified, true)
})

test('a file with the token verifies the domain, over http if there is no https', async () => {
  const { id, token, verify } = await newDomain()
  page = { status: 200, body: `resguardo-verification=${token}\n` }
  const reply = await verify()
  assert.deepEqual([reply.status, reply.data?.method], [200, 'FILE'])
  assert.deepEqual(visited, [FILE])
  assert.equal((await ana.get(`/domains/${id}`)).data.isVerified, true)
})

test('without proof it is 422 and says what was found', async () => {
  const { id, host, token, verify } = await newDomain()
  const missing = await verify()
  assert.deepEqual([missing.status, missing.body.error.code], [422, 'VALIDATION_ERROR'])
  assert.match(missing.body.error.message, /no tiene registros TXT.*respondió 404/)
  assert.equal(missing.body.error.details.length, 3, 'one for the DNS, one for https, one for http')

  zone[`_resguardo.${host}`] = ['resguardo-verification=otro']
  page = { status: 200, body: `<html>\n ${'Bienvenido '.repeat(50)}</html>` }
  const { message } = (await verify()).body.error
  assert.match(
    message,
    /otro registro TXT: «resguardo-verification=otro».*otro contenido: «<html> Bienvenido/,
  )
  assert.ok(message.length < 1000)

  page = { status: 302, body: token }
  assert.match((await verify()).body.error.message, /respondió 302/)
  assert.deepEqual(new Set(visited), new Set([FILE]), 'redirects are not followed')
  page = { status: 500, body: token }
  assert.equal((await verify()).status, 422)
  assert.equal((await ana.get(`/domains/${id}`)).data.isVerified, false)
})

test('the answer names a missing site and a silent name server', async () => {
  const nowhere = await newDomain('no-existe.cl')
  const { message } = (await nowhere.verify()).body.error
  assert.equal(message.match(/«no-existe.cl» no existe en el DNS/g).length, 1, 'said once')
  const silent = await newDomain('mudo.test')
  const reply = await silent.verify()
  assert.equal(reply.status, 422)
  assert.match(reply.body.error.message, /El DNS no respondió/)
  page = { status: 200, body: silent.token }
  assert.equal((await silent.verify()).data.method, 'FILE')
})

test('the token of one domain does not verify another', async () => {
  const [one, two] = [await newDomain(), await newDomain()]
  assert.notEqual(one.token, two.token)
  zone[`_resguardo.${two.host}`] = [`resguardo-verification=${one.token}`]
  page = { status: 200, body: one.token }
  assert.equal((await two.verify()).status, 422)
})

test('a new url must be verified again; a new spelling or name need not', async () => {
  const { id, host, token, verify } = await newDomain()
  zone[`_resguardo.${host}`] = [`resguardo-verification=${token}`]
  await verify()
  await ana.patch(`/domains/${id}`, { url: `https://${host.toUpperCase()}:${port}/tienda/`, name: 'Otro' })
  assert.equal((await ana.get(`/domains/${id}`)).data.isVerified, true)
  await ana.patch(`/domains/${id}`, { url: `https://otro-${host}` })
  const { data } = await ana.get(`/domains/${id}`)
  assert.deepEqual([data.isVerified, data.verifiedAt], [false, null])
  assert.equal((await verify()).status, 422)
})

test('a url that changes during the search is not verified', async () => {
  const { id, host, token, verify } = await newDomain()
  zone[`_resguardo.${host}`] = [`resguardo-verification=${token}`]
  meanwhile = async () => void (await ana.patch(`/domains/${id}`, { url: `nuevo-${host}` }))
  const reply = await verify()
  assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'])
  assert.equal((await ana.get(`/domains/${id}`)).data.isVerified, false)
})

test('a domain deleted during the search is not found', async () => {
  const { id, host, token, verify } = await newDomain()
  zone[`_resguardo.${host}`] = [`resguardo-verification=${token}`]
  meanwhile = async () => void (await ana.delete(`/domains/${id}`))
  assert.equal((await verify()).status, 404)
})

test('verifying again is allowed, and a lost proof revokes nothing', async () => {
  const { id, host, token, verify } = await newDomain()
  zone[`_resguardo.${host}`] = [`resguardo-verification=${token}`]
  assert.equal((await verify()).status, 200)
  assert.equal((await verify()).status, 200)
  zone = {}
  assert.equal((await verify()).status, 422)
  assert.equal((await ana.get(`/domains/${id}`)).data.isVerified, true)
})

test('a viewer sees the instructions but cannot verify', async () => {
  const { id } = await newDomain()
  const viewer = await ana.colleague('VIEWER')
  assert.equal((await viewer.get(`/domains/${id}/verification`)).status, 200)
  assert.equal((await viewer.post(`/domains/${id}/verify`)).status, 403)
  assert.deepEqual(visited, [])
})

test('outside of tests, internal addresses are never called', async () => {
  await assert.rejects(NETWORK.get(`http://127.0.0.1:${port}${FILE}`), { fault: 'refused' })
  await assert.rejects(NETWORK.get(`http://localhost:${port}${FILE}`), { fault: 'refused' })
  assert.deepEqual(visited, [])
})
