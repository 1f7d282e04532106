import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { createCluster, serverBinaries } from '#test/kit/cluster.ts'
import { onServer, TEST_SERVER } from '#test/kit/database.ts'
import { newInstallation, type Running } from '#test/kit/installation.ts'
import { openMailbox } from '#test/kit/mailbox.ts'
import { openReceiver } from '#test/kit/receiver.ts'
import { assertEffectsMatch, assertSound, assertWhole, inspect } from './inspection.ts'
import { Ledger } from './ledger.ts'
import { between, choose, LONG, quantile, say, scenario, start } from './scale.ts'
import { addressOf, openShop, type Shop } from './shop.ts'

const CYCLES = choose(5, 1)
const CLIENTS = choose(6, 3)
/** The longest wait for an answer while the server is away. */
const LONGEST_ANSWER_MS = 15_000
const LONGEST_RECOVERY_MS = 15_000

const binaries = serverBinaries()

/** Needs a server that it can stop: runs where the tests use PostgreSQL and its programs are installed. */
export function outageScenario(): void {
  if (!process.env[TEST_SERVER] || !(binaries || LONG)) return
  scenario(`PostgreSQL stopped and started under load, ${CYCLES} times each way`, 20, async (t) => {
    assert.ok(binaries, 'PostgreSQL is not installed on this machine: there is no server to stop')
    const [mailbox, receiver, cluster] = await Promise.all([
      openMailbox(),
      openReceiver(),
      createCluster(binaries),
    ])
    t.after(() => Promise.all([mailbox.close(), receiver.close(), cluster.remove()]))
    await onServer(cluster.url('postgres'), 'create database fuego')
    const common = await newInstallation({ SMTP_URL: mailbox.url, DEFAULT_PLAN: 'ENTERPRISE' })
    const databaseUrl = cluster.url('fuego')
    const env = { ...common.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'fatal' }
    const service = await start(t, { ...common, databaseUrl, env })
    const shops: Shop[] = []
    for (let n = 0; n < CLIENTS; n += 1) shops.push(await openShop(service, `tienda-${n}`, receiver.url))

    const load = new Load(service)
    const writers = shops.map((shop) => load.write(shop))
    for (let cycle = 1; cycle <= CYCLES; cycle += 1)
      for (const mode of ['fast', 'immediate'] as const) {
        await wait(between(500, choose(2000, 1000)))
        const [before, refusals] = [load.ledger.acknowledged.length, load.refusals.length]
        await cluster.stop(mode)
        await wait(between(300, choose(3000, 1000)))
        assert.equal((await fetch(`${service.url}/health/live`)).status, 200)
        assert.equal((await fetch(`${service.url}/health/ready`)).status, 503)
        await cluster.start()
        const back = performance.now()
        const known = load.ledger.acknowledged.length
        while (load.ledger.acknowledged.length === known) {
          assert.ok(performance.now() - back < LONGEST_RECOVERY_MS, 'it did not come back')
          await Promise.race([wait(10), load.failed])
        }
        const recoveryMs = performance.now() - back
        say(
          `${mode} ${cycle}: ${known - before} acknowledged while it stopped, ${load.refusals.length - refusals} answers 503, first write ${Math.round(recoveryMs)} ms after the server was back`,
        )
      }
    await wait(1000)
    load.over = true
    await Promise.all(writers)
    assert.ok(load.refusals.length > 0, 'nobody met the outage')
    const longest = Math.max(...load.refusals)
    assert.ok(longest < LONGEST_ANSWER_MS, `somebody waited ${longest} ms to be refused`)

    const { acknowledged } = load.ledger
    const wanted = new Set(
      acknowledged.filter(({ kind }) => kind === 'request').map(({ mark }) => addressOf(mark)),
    )
    const started = performance.now()
    const missing = () => wanted.difference(new Set(mailbox.recipients()))
    while (missing().size > 0 && performance.now() - started < choose(5 * 60_000, 2_000)) await wait(200)
    if (LONG) assert.deepEqual([...missing()], [], 'letters that never came')
    assert.equal((await service.stop()).code, 0)
    await inspect({ dataDir: common.dataDir, databaseUrl }, async (engine) => {
      await assertWhole(engine, load.ledger)
      await assertEffectsMatch(engine)
      await assertSound(engine)
    })
    say(
      `${acknowledged.length} acknowledged, all there once; ${load.refusals.length} answers 503, the slowest after ${Math.round(longest)} ms (median ${Math.round(quantile(load.refusals, 0.5))} ms); ${wanted.size} letters, the last after ${Math.round(performance.now() - started)} ms`,
    )
  })
}

/** Clients that retry a write with the same key until it is acknowledged. */
class Load {
  readonly ledger = new Ledger()
  /** Time until each refusal. */
  readonly refusals: number[] = []
  readonly #broken = Promise.withResolvers<never>()
  readonly failed = this.#broken.promise
  readonly #service: Running
  over = false

  constructor(service: Running) {
    this.#service = service
    this.failed.catch(() => undefined)
  }

  async write(shop: Shop): Promise<void> {
    try {
      while (!this.over) await this.#untilAcknowledged(shop)
    } catch (error) {
      this.#broken.reject(error)
      throw error
    }
  }

  async #untilAcknowledged(shop: Shop): Promise<void> {
    const write = this.ledger.newWrite(shop)
    for (;;) {
      const { status, body, retryAfter, ms } = await this.ledger.send(this.#service, write)
      if (status === 201) return
      if (status !== 429) {
        assert.deepEqual([status, body.error?.code], [503, 'SERVICE_UNAVAILABLE'], JSON.stringify(body))
        assert.match(retryAfter ?? '', /^[1-9]\d*$/)
        this.refusals.push(ms)
      }
      await wait(between(50, 250))
    }
  }
}
