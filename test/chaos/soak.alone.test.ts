import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { newInstallation, type Running } from '#test/kit/installation.ts'
import { openMailbox } from '#test/kit/mailbox.ts'
import { openReceiver } from '#test/kit/receiver.ts'
import { assertEffectsMatch, assertWhole, inspect } from './inspection.ts'
import { Ledger } from './ledger.ts'
import { choose, LONG, MIB, quantile, say, scenario, start } from './scale.ts'
import { openShop, type Shop, stayIn } from './shop.ts'
import { freePort, memoryOf, openCollector, slopePerMinute } from './watch.ts'

const SECONDS = choose(600, 15)
const PER_SECOND = choose(40, 10)
const LOOK_EVERY_MS = choose(15_000, 3_000)
/** Until caches are filled and code is compiled, the memory figures mean nothing. */
const WARM_UP_MS = choose(120_000, 0)
/** A leak of one KiB per request would exceed the heap's limit more than twofold. */
const MOST_PER_MINUTE = { heap: 1 * MIB, resident: 4 * MIB }
const SHOPS = 4
/** A slow machine gets fewer requests, because the test is about memory. */
const MOST_AT_ONCE = 24

const READS = [
  '/org/workspaces?limit=20',
  '/data-map/systems?limit=20',
  '/rat/activities?limit=20',
  '/breaches?limit=20',
  '/dsar/requests?limit=20',
  '/dsar/stats',
  '/workflow-instances?limit=20',
  '/settings/usage',
]

interface Look {
  atMs: number
  heap: number
  resident: number
  external: number
}

scenario(`a soak of ${SECONDS} seconds`, choose(20, 4), async (t) => {
  const [mailbox, receiver] = await Promise.all([openMailbox(), openReceiver()])
  t.after(() => Promise.all([mailbox.close(), receiver.close()]))
  const debuggerPort = await freePort()
  const installation = await newInstallation({
    SMTP_URL: mailbox.url,
    DEFAULT_PLAN: 'ENTERPRISE',
    LOG_LEVEL: 'fatal',
    NODE_OPTIONS: `--inspect=127.0.0.1:${debuggerPort}`,
  })
  const service = await start(t, installation)
  const collector = await openCollector(debuggerPort)
  const shops: Shop[] = []
  for (let n = 0; n < SHOPS; n += 1) shops.push(await openShop(service, `tienda-${n}`, receiver.url))

  const ledger = new Ledger()
  const load = new Load(service, ledger)
  const looks: Look[] = []
  const started = performance.now()
  let asked = 0
  for (let now = 0; now < SECONDS * 1000; now = performance.now() - started) {
    const due = Math.floor((now / 1000) * PER_SECOND)
    for (; asked < due; asked += 1) if (load.underWay < MOST_AT_ONCE) load.one(shops[asked % SHOPS]!, asked)
    if (now >= (looks.length + 1) * LOOK_EVERY_MS) {
      looks.push(await look(service, collector, now))
      for (const shop of shops) await stayIn(service, shop)
    }
    await wait(1000 / PER_SECOND)
  }
  await load.settled()
  looks.push(await look(service, collector, performance.now() - started))

  for (const { atMs, heap, resident, external } of looks)
    say(
      `${String(Math.round(atMs / 1000)).padStart(4)} s: heap ${mib(heap)}, resident ${mib(resident)}, external ${mib(external)}`,
    )
  const steady = looks.filter(({ atMs }) => atMs >= WARM_UP_MS)
  const slope = (key: 'heap' | 'resident') =>
    slopePerMinute(steady.map((point) => ({ atMs: point.atMs, bytes: point[key] })))
  const [heap, resident] = [slope('heap'), slope('resident')]
  const { times } = load
  say(
    `${times.length} requests (${(times.length / SECONDS).toFixed(1)} a second), ${ledger.acknowledged.length} of them writes: p50 ${Math.round(quantile(times, 0.5))} ms, p99 ${Math.round(quantile(times, 0.99))} ms`,
  )
  say(`after warming up: heap ${perMinute(heap)}, resident ${perMinute(resident)}`)
  assert.deepEqual(load.faults, [])
  if (LONG) {
    assert.ok(heap < MOST_PER_MINUTE.heap, `the heap grows by ${perMinute(heap)}`)
    assert.ok(resident < MOST_PER_MINUTE.resident, `the process grows by ${perMinute(resident)}`)
  }
  collector.close()
  assert.equal((await service.stop()).code, 0)
  await inspect(installation, async (engine) => {
    await assertWhole(engine, ledger)
    await assertEffectsMatch(engine)
  })
})

async function look(service: Running, collector: { collect(): Promise<void> }, atMs: number): Promise<Look> {
  await collector.collect()
  const { heapBytes, residentBytes, externalBytes } = await memoryOf(service)
  return { atMs, heap: heapBytes, resident: residentBytes, external: externalBytes }
}

/** Three reads to two writes, sent on schedule without waiting for answers. */
class Load {
  readonly times: number[] = []
  readonly faults: string[] = []
  readonly #service: Running
  readonly #ledger: Ledger
  readonly #underWay = new Set<Promise<void>>()

  constructor(service: Running, ledger: Ledger) {
    this.#service = service
    this.#ledger = ledger
  }

  one(shop: Shop, number: number): void {
    const sent = number % 5 < 2 ? this.#write(shop) : this.#read(shop, READS[number % READS.length]!)
    const done = sent.then(
      (time) => void this.times.push(time),
      (error: Error) => void this.faults.push(error.message),
    )
    this.#underWay.add(done)
    done.then(() => this.#underWay.delete(done))
  }

  get underWay(): number {
    return this.#underWay.size
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #write(shop: Shop): Promise<number> {
    const write = this.#ledger.newWrite(shop)
    const { status, body, ms } = await this.#ledger.send(this.#service, write)
    if (status !== 201) throw new Error(`${write.kind}: ${status} ${JSON.stringify(body)}`)
    return ms
  }

  async #read(shop: Shop, path: string): Promise<number> {
    const started = performance.now()
    const { status } = await this.#service.call('GET', path, undefined, shop.token)
    if (status !== 200) throw new Error(`${path}: ${status}`)
    return performance.now() - started
  }
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`
}

function perMinute(bytes: number): string {
  return `${bytes < 0 ? '−' : '+'}${(Math.abs(bytes) / MIB).toFixed(2)} MiB a minute`
}
