import assert from 'node:assert/strict'
import dgram from 'node:dgram'
import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import {
  createConnect,
  createOutbound,
  createTxtResolver,
  isPublicAddress,
  type OutboundFault,
} from './outbound.ts'

/** A real server on this machine with the test's answers. */
async function serve(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const inside = createOutbound({ allowPrivate: true })
const outside = createOutbound({ allowPrivate: false })
const fault = (name: OutboundFault) => ({ name: 'OutboundError', fault: name })

for (const address of [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
]) {
  test(`${address} is not public`, () => assert.equal(isPublicAddress(address), false))
}

for (const address of [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '200.1.123.4',
  '2800:150:126::1',
  '2606:4700:4700::1111',
]) {
  test(`${address} is public`, () => assert.equal(isPublicAddress(address), true))
}

test('an answer gives its status and the start of its body', async () => {
  const host = await serve((req, res) =>
    res.writeHead(404).end(`${req.method} ${req.url} para ${req.headers.host}`),
  )
  const answer = await inside.get(`http://${host}/hola?a=1`)
  assert.deepEqual(answer, { status: 404, type: undefined, bodyStart: `GET /hola?a=1 para ${host}` })
})

test('kept connections serve successive calls, and a new one replaces one closed by the other side', async () => {
  const ports: (number | undefined)[] = []
  const closing = new Set<net.Socket>()
  const host = await serve((req, res) => {
    ports.push(req.socket.remotePort)
    // Reset during the second request, like a server that closes an idle connection.
    if (closing.has(req.socket)) req.socket.resetAndDestroy()
    else res.end('ok')
    if (ports.length === 2) closing.add(req.socket)
  })
  const kept = createOutbound({ allowPrivate: true, keepConnections: true })
  for (let call = 1; call <= 4; call += 1)
    assert.deepEqual(await kept.post(`http://${host}/`, { body: 'x' }), {
      status: 200,
      type: undefined,
      bodyStart: 'ok',
    })
  const [first, second, reset, again, last] = ports
  assert.deepEqual([second, reset], [first, first])
  assert.notEqual(again, first)
  assert.equal(last, again)
  assert.equal(ports.length, 5)
})

test('a connection with a partly read answer is not reused', async () => {
  const ports = new Set<number | undefined>()
  const host = await serve((req, res) => {
    ports.add(req.socket.remotePort)
    res.end('x'.repeat(100_000))
  })
  const kept = createOutbound({ allowPrivate: true, keepConnections: true })
  for (let call = 1; call <= 2; call += 1)
    assert.equal((await kept.get(`http://${host}/`, { maxBytes: 10 })).bodyStart, 'x'.repeat(10))
  assert.equal(ports.size, 2)
})

test('a post sends its headers and its exact bytes', async () => {
  const host = await serve(async (req, res) => {
    const chunks = await req.toArray()
    res.end(
      JSON.stringify([
        req.headers['x-sign'],
        req.headers['content-length'],
        Buffer.concat(chunks).toString(),
      ]),
    )
  })
  const { bodyStart } = await inside.post(`http://${host}/`, {
    headers: { 'x-sign': 'abc' },
    body: '{"ñ":1}',
  })
  assert.deepEqual(JSON.parse(bodyStart), ['abc', '8', '{"ñ":1}'])
})

test('a name is called at the checked address, with the name itself in the request', async () => {
  const host = await serve((req, res) => res.end(req.headers.host))
  const port = host.split(':')[1]
  const asked: string[] = []
  const outbound = createOutbound({
    allowPrivate: true,
    addressesOf: async (name) => {
      asked.push(name)
      return ['127.0.0.1']
    },
  })
  const { bodyStart } = await outbound.get(`http://tienda.test:${port}/`)
  assert.equal(bodyStart, `tienda.test:${port}`)
  assert.deepEqual(asked, ['tienda.test'])
})

test('private addresses are refused in every spelling, and nothing is sent', async () => {
  let calls = 0
  const host = await serve((_req, res) => {
    calls += 1
    res.end()
  })
  const port = host.split(':')[1]
  for (const name of [
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    'localhost',
  ]) {
    await assert.rejects(outside.get(`http://${name}:${port}/`), fault('refused'), name)
  }
  assert.equal(calls, 0)
})

test('a name with a private address is refused, even among public ones', async () => {
  for (const addresses of [['10.0.0.5'], ['8.8.8.8', '169.254.169.254'], ['2606:4700::1', '::1']]) {
    const outbound = createOutbound({ allowPrivate: false, addressesOf: async () => addresses })
    await assert.rejects(outbound.post('https://tienda.test/', { body: '' }), (error: Error) => {
      assert.ok(!addresses.some((address) => error.message.includes(address)), 'the inside is not shown')
      return (error as { fault?: string }).fault === 'refused'
    })
  }
})

test('only http and https are allowed', async () => {
  for (const url of ['ftp://tienda.cl/', 'file:///etc/passwd', 'tienda.cl', 'https://']) {
    await assert.rejects(inside.get(url), fault('refused'), url)
  }
})

test('a redirect is a plain answer and is not followed', async () => {
  let calls = 0
  const host = await serve((_req, res) => {
    calls += 1
    res.writeHead(302, { location: '/otra' }).end()
  })
  assert.equal((await inside.get(`http://${host}/`)).status, 302)
  assert.equal(calls, 1)
})

test('a silent receiver runs out of time', async () => {
  const host = await serve(() => {})
  await assert.rejects(inside.get(`http://${host}/`, { timeoutMs: 100 }), fault('timeout'))
})

test('a silent resolver runs out of time', async () => {
  const outbound = createOutbound({ allowPrivate: true, addressesOf: () => new Promise(() => {}) })
  await assert.rejects(outbound.get('http://tienda.test/', { timeoutMs: 50 }), fault('timeout'))
})

test('a trickling body is cut off in time, and its status counts', async () => {
  const host = await serve((_req, res) => {
    res.write('primero')
    const trickle = setInterval(() => res.write('.'), 20)
    res.on('close', () => clearInterval(trickle))
  })
  const started = performance.now()
  const answer = await inside.get(`http://${host}/`, { timeoutMs: 200 })
  assert.ok(performance.now() - started < 2000)
  assert.equal(answer.status, 200)
  assert.match(answer.bodyStart, /^primero\.*$/)
})

test('an endless body is read up to the bound', async () => {
  const host = await serve((_req, res) => {
    const more = () => {
      while (res.write('x'.repeat(65_536)));
    }
    res.on('drain', more)
    more()
  })
  const { bodyStart } = await inside.get(`http://${host}/`, { maxBytes: 1000 })
  assert.equal(bodyStart, 'x'.repeat(1000))
})

test('a body cut off by the other side gives its received part', async () => {
  const host = await serve((_req, res) => {
    res.writeHead(200, { 'content-length': '100' })
    res.write('a medias', () => res.destroy())
  })
  assert.deepEqual(await inside.get(`http://${host}/`), {
    status: 200,
    type: undefined,
    bodyStart: 'a medias',
  })
})

test('an answer can be stored, even if it is no text', async () => {
  const host = await serve((_req, res) => res.end(Buffer.from([0x61, 0x00, 0xff, 0x62])))
  assert.equal((await inside.get(`http://${host}/`)).bodyStart, 'a\ufffd\ufffdb')
})

test('a protocol switch is not an answer', async () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  await assert.rejects(inside.get(`http://127.0.0.1:${port}/`, { timeoutMs: 200 }), { name: 'OutboundError' })
})

test('a closed port and a server without TLS are unreachable, and a name without address is unresolved', async () => {
  await assert.rejects(inside.get('http://127.0.0.1:1/'), fault('unreachable'))
  const host = await serve((_req, res) => res.end())
  await assert.rejects(inside.get(`https://${host}/`), fault('unreachable'))
  const nowhere = createOutbound({ allowPrivate: true, addressesOf: async () => [] })
  await assert.rejects(nowhere.get('http://tienda.test/'), fault('unresolved'))
  await assert.rejects(inside.get('http://no-existe.invalid/', { timeoutMs: 5000 }), {
    name: 'OutboundError',
  })
})

// ── TXT records ──

/** A name server for one zone, with just enough of RFC 1035 to answer TXT queries. */
async function nameServer(zone: Record<string, string[]>): Promise<string> {
  const socket = dgram.createSocket('udp4')
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let at = 12
    while (query[at] !== 0) {
      labels.push(query.toString('ascii', at + 1, at + 1 + query[at]!))
      at += 1 + query[at]!
    }
    const question = query.subarray(12, at + 5)
    const texts = zone[labels.join('.')]
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(texts ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(texts?.length ?? 0, 6)
    const answers = (texts ?? []).map((text) => {
      const parts = text.match(/.{1,200}/g) ?? ['']
      const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])))
      return Buffer.concat([
        Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]),
        data,
      ])
    })
    socket.send(Buffer.concat([header, question, ...answers]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  after(() => socket.close())
  return `127.0.0.1:${socket.address().port}`
}

test('TXT records come whole, however the name server splits them', async () => {
  const long = 'a'.repeat(300)
  const texts = createTxtResolver([await nameServer({ '_resguardo.tienda.test': ['uno', long] })])
  assert.deepEqual((await texts('_resguardo.tienda.test')).toSorted(), [long, 'uno'])
})

test('a name that does not exist has no TXT records', async () => {
  const texts = createTxtResolver([await nameServer({})])
  assert.deepEqual(await texts('_resguardo.tienda.test'), [])
})

test('a failed DNS lookup is reported as such', async () => {
  const texts = createTxtResolver([await nameServer({})])
  await assert.rejects(texts(`${'x'.repeat(80)}.test`), fault('unreachable'))
})

test('a visit cannot reach the machine it comes from', async () => {
  const host = await serve((_request, reply) => reply.end())
  const port = Number(host.split(':')[1])
  const signal = AbortSignal.timeout(5000)
  const visit = createConnect({
    allowPrivate: true,
    addressesOf: async () => ['127.0.0.1'],
    ownAddresses: () => ['8.8.8.8', '127.0.0.1'],
  })
  await assert.rejects(visit('tienda.cl', port, signal), {
    ...fault('refused'),
    message: '«tienda.cl» lleva a la máquina del propio servicio, que no se visita.',
  })
  const strangers = createConnect({ allowPrivate: true, addressesOf: async () => ['127.0.0.1'] })
  const socket = await strangers('tienda.cl', port, signal)
  socket.destroy()
})
