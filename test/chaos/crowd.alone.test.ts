import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { newInstallation, type Running } from '#test/kit/installation.ts'
import { Ledger } from './ledger.ts'
import { choose, LONG, MIB, quantile, say, scenario, start } from './scale.ts'
import { openShop, type Shop } from './shop.ts'
import { memoryOf, openFilesLimit } from './watch.ts'

const IDLE = choose(10_000, 500)
const SLOW = choose(200, 20)
const READERS = choose(50, 4)
const FILE_BYTES = 19 * MIB
/** Other clients get an answer within a second. A busy machine is measured by its own speed. */
const P99_MS = 1000
const MOST_MEMORY = choose(400, 250) * MIB

/**
 * How long each kind of idle client may hold its connection: the service's own limits, plus some slack, in seconds. The
 * kinds: sends nothing, slow headers, slow body, kept alive after an answer, never reads the answer.
 */
const CUT_AFTER = { silent: 30, headers: 30, body: 45, kept: 110, reader: 180 } as const
type Manner = keyof typeof CUT_AFTER

interface Guest {
  manner: Manner
  socket: Socket
  openedAt: number
  closedAt: number | undefined
}

scenario(`slow clients and ${IDLE} idle connections`, choose(15, 4), async (t) => {
  const service = await start(t, await newInstallation({ DEFAULT_PLAN: 'ENTERPRISE', LOG_LEVEL: 'fatal' }))
  const places = IDLE + SLOW * 2 + READERS + 500
  for (const pid of [process.pid, service.child.pid!])
    assert.ok(openFilesLimit(pid, places) >= places, `this user may not open ${places} connections`)
  const shop = await openShop(service, 'tienda')
  const fileKey = await uploadFile(service, shop)
  const calm = await serveOthers(service, shop, choose(10, 1))
  const before = await memoryOf(service)

  const crowd = new Crowd(service)
  const base = openFiles(service)
  t.after(() => crowd.leave())
  const started = performance.now()
  // Clients with the longest limit come first, so that all are connected at once.
  const head = `Host: localhost\r\nAuthorization: Bearer ${shop.token}\r\n`
  const post = `POST /api/v1/org/workspaces HTTP/1.1\r\n${head}Content-Type: application/json\r\n`
  await crowd.enter('reader', READERS, `GET /api/v1/files/${fileKey} HTTP/1.1\r\n${head}\r\n`)
  await crowd.enter('kept', IDLE / 2, 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await crowd.enter('body', SLOW, `${post}Content-Length: 500\r\n\r\n{`, ' ')
  await crowd.enter('headers', SLOW, 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n', 'X-Lento: si\r\n')
  await crowd.enter('silent', IDLE / 2, '')
  const openMs = performance.now() - started
  // The kernel accepts connections before the service does.
  for (const end = performance.now() + 10_000; openFiles(service) < IDLE && performance.now() < end; )
    await wait(20)
  const present = openFiles(service)
  // The long form runs until the first thousands are cut.
  const crowded = await serveOthers(service, shop, choose(20, 2))
  const during = await memoryOf(service)
  const grown = during.residentBytes - before.residentBytes
  say(
    `${crowd.guests.length} connections opened in ${Math.round(openMs)} ms, ${present} files open in the service`,
  )
  say(
    `others: p50 ${ms(crowded, 0.5)}, p99 ${ms(crowded, 0.99)} over ${crowded.length} requests (calm: ${ms(calm, 0.5)}, ${ms(calm, 0.99)})`,
  )
  say(`memory ${mib(before.residentBytes)} before, ${mib(during.residentBytes)} with the crowd`)
  assert.ok(present >= IDLE, `only ${present} were there at once: the machine is too slow to hold them`)
  assert.ok(quantile(crowded, 0.99) < Math.max(P99_MS, 5 * quantile(calm, 0.99)), 'others are served')
  assert.ok(grown < MOST_MEMORY, `the crowd took ${mib(grown)}`)
  if (!LONG) return

  await crowd.untilGone(() => openFiles(service) <= base + 20)
  for (const manner of Object.keys(CUT_AFTER) as Manner[]) {
    const stays = crowd.guests
      .filter((guest) => guest.manner === manner)
      .map(({ openedAt, closedAt }) => ((closedAt ?? performance.now()) - openedAt) / 1000)
    say(`${manner}: cut between ${Math.min(...stays).toFixed(1)} s and ${Math.max(...stays).toFixed(1)} s`)
    assert.ok(Math.max(...stays) <= CUT_AFTER[manner], `${manner}: stayed ${Math.max(...stays)} s`)
  }
  const after = await serveOthers(service, shop, 5)
  say(`afterwards: p99 ${ms(after, 0.99)}, memory ${mib((await memoryOf(service)).residentBytes)}`)
  assert.equal((await service.stop()).code, 0)
})

async function uploadFile({ url }: Running, { token }: Shop): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob(['%PDF-', Buffer.alloc(FILE_BYTES, 'x')]), 'informe.pdf')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/v1/files`, { method: 'POST', headers, body: form })
  assert.equal(response.status, 201)
  return ((await response.json()) as { data: { key: string } }).data.key
}

/** Sends twenty requests a second, reads and writes, independent of their answers. Returns the time of each. */
async function serveOthers(service: Running, shop: Shop, seconds: number): Promise<number[]> {
  const ledger = new Ledger()
  const times: Promise<number>[] = []
  const read = async () => {
    const started = performance.now()
    const { status } = await service.call('GET', '/data-map/systems?limit=20', undefined, shop.token)
    assert.equal(status, 200)
    return performance.now() - started
  }
  const write = async () => {
    const { status, ms } = await ledger.send(service, ledger.newWrite(shop))
    assert.equal(status, 201)
    return ms
  }
  for (let n = 0; n < seconds * 20; n += 1) {
    times.push(n % 2 === 0 ? read() : write())
    await wait(50)
  }
  return Promise.all(times)
}

class Crowd {
  readonly guests: Guest[] = []
  readonly #port: number
  readonly #drips: NodeJS.Timeout[] = []

  constructor({ url }: Running) {
    this.#port = Number(new URL(url).port)
  }

  /** Connects from several addresses, because one has too few ports. `again` is sent every second. */
  async enter(manner: Manner, count: number, first: string, again?: string): Promise<void> {
    const arrived: Promise<void>[] = []
    for (let n = 0; n < count; n += 1) {
      arrived.push(this.#admit(manner, `127.0.0.${2 + (n % 8)}`, first, again))
      if (n % 250 === 249) await Promise.all(arrived.splice(0))
    }
    await Promise.all(arrived)
  }

  #admit(manner: Manner, localAddress: string, first: string, again: string | undefined): Promise<void> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress })
    const guest: Guest = { manner, socket, openedAt: performance.now(), closedAt: undefined }
    this.guests.push(guest)
    if (manner === 'reader') socket.pause()
    else socket.resume()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      guest.closedAt = performance.now()
    })
    return new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.once('connect', () => {
        guest.openedAt = performance.now()
        if (first) socket.write(first)
        if (again) this.#drips.push(setInterval(() => socket.writable && socket.write(again), 1000))
        resolve()
      })
    })
  }

  /** A client that does not read does not notice the closed connection. For those the service itself is asked. */
  async untilGone(areReadersGone: () => boolean): Promise<void> {
    const patience = performance.now() + 1000 * Math.max(...Object.values(CUT_AFTER))
    const stay = () => this.guests.filter(({ closedAt }) => closedAt === undefined)
    while (stay().length > 0 && performance.now() < patience) {
      await wait(500)
      if (areReadersGone()) for (const guest of stay()) guest.closedAt = performance.now()
    }
  }

  leave(): void {
    for (const drip of this.#drips) clearInterval(drip)
    for (const { socket } of this.guests) socket.destroy()
  }
}

function openFiles({ child }: Running): number {
  return readdirSync(`/proc/${child.pid}/fd`).length
}

function ms(times: readonly number[], share: number): string {
  return `${Math.round(quantile(times, share))} ms`
}

function mib(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`
}
