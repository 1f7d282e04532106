import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { NETWORK } from '#outbound/outbound.ts'
import { openSites } from '#test/kit/scanned-sites.ts'
import { openProxy } from './proxy.ts'

/** The proxy is called by a browser, and by one that an attacker controls. */

let arrived = 0
const inner = http.createServer((_req, res) => {
  arrived += 1
  res.end('adentro')
})
inner.listen(0, '127.0.0.1')
await once(inner, 'listening')
after(() => inner.close())
const { port } = inner.address() as { port: number }

async function ask(proxyPort: number, text: string): Promise<string> {
  const socket = connect(proxyPort, '127.0.0.1')
  socket.write(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

test('internal addresses are unreachable, by any name or route', async () => {
  const proxy = await openProxy(NETWORK.connect, port)
  after(() => proxy.close())
  proxy.allow(1_000_000)
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '0x7f.1']
  for (const host of hosts) {
    assert.match(
      await ask(proxy.port, `CONNECT ${host}:${port} HTTP/1.1\r\nHost: x\r\n\r\n`),
      /^HTTP\/1\.1 502/,
      host,
    )
    const plain = `GET http://${host}:${port}/ HTTP/1.1\r\nHost: publico.cl\r\nConnection: close\r\n\r\n`
    assert.match(await ask(proxy.port, plain), /^HTTP\/1\.1 502/, host)
  }
  assert.match(
    await ask(proxy.port, 'CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: x\r\n\r\n'),
    /^HTTP\/1\.1 502/,
  )
  assert.match(
    await ask(proxy.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 400/,
  )
  assert.equal(arrived, 0)
  assert.ok(proxy.refused.has('127.0.0.1') && proxy.refused.has('169.254.169.254'))
})

test('a page can only load a bounded number of bytes', async () => {
  const { connect } = await openSites({ 'grande.test': (_req, res) => res.end('x'.repeat(500_000)) })
  const proxy = await openProxy(connect, 80)
  after(() => proxy.close())
  const page = 'GET http://grande.test/ HTTP/1.1\r\nHost: grande.test\r\nConnection: close\r\n\r\n'
  proxy.allow(1_000_000)
  assert.ok((await ask(proxy.port, page)).length > 500_000)
  assert.equal(proxy.isSpent, false)
  proxy.allow(100_000)
  const cut = await ask(proxy.port, page).catch(() => '')
  assert.ok(cut.length < 500_000)
  assert.equal(proxy.isSpent, true)
  assert.match(await ask(proxy.port, page), /^HTTP\/1\.1 502/)
})

test('an invalid response ends one call and nothing else; other ports are closed', async () => {
  const { connect } = await openSites({
    'raro.test': (req) => req.socket.end('HTTP/1.1 099 Rara\r\nContent-Length: 0\r\n\r\n'),
    'bueno.test': (_req, res) => res.end('bien'),
  })
  const proxy = await openProxy(connect, 80)
  after(() => proxy.close())
  proxy.allow(1_000_000)
  const page = (host: string) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
  assert.doesNotMatch(await ask(proxy.port, page('raro.test')).catch(() => ''), /200/)
  assert.match(await ask(proxy.port, page('bueno.test')), /bien$/)
  assert.match(await ask(proxy.port, page('bueno.test:9200')), /^HTTP\/1\.1 502/)
})
