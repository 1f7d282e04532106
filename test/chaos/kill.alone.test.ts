import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { newInstallation, type Running } from '#test/kit/installation.ts'
import { openMailbox } from '#test/kit/mailbox.ts'
import { openReceiver } from '#test/kit/receiver.ts'
import { assertEffectsMatch, assertSound, assertWhole, inspect } from './inspection.ts'
import { Ledger, type Write } from './ledger.ts'
import { outageScenario } from './outage.ts'
import { between, choose, LONG, say, scenario, start } from './scale.ts'
import { addressOf, KINDS, openShop, type Shop, stayIn } from './shop.ts'

const ROUNDS = choose(20, 2)
const CLIENTS = choose(6, 3)
/** A mail in progress when the process died is retried once its job has expired, plus some slack. */
const PATIENCE_MS = choose(6 * 60_000, 2_000)

scenario(`kill -9 in the middle of mixed writes, ${ROUNDS} rounds`, choose(45, 4), async (t) => {
  const [mailbox, receiver] = await Promise.all([openMailbox(), openReceiver()])
  t.after(() => Promise.all([mailbox.close(), receiver.close()]))
  const installation = await newInstallation({
    SMTP_URL: mailbox.url,
    DEFAULT_PLAN: 'ENTERPRISE',
    LOG_LEVEL: 'fatal',
  })
  const ledger = new Ledger()
  let service = await start(t, installation)
  const shops: Shop[] = []
  for (let n = 0; n < CLIENTS; n += 1) shops.push(await openShop(service, `tienda-${n}`, receiver.url))

  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = ledger.acknowledged.length
    const open: Write[] = []
    const writers = shops.map((shop) => writeUntilItDies(service, shop, ledger, open))
    // A random moment: after some further acknowledgements.
    const count = before + between(1, choose(150, 40))
    while (ledger.acknowledged.length < count) await Promise.race([wait(2), ...writers])
    await wait(between(0, 50))
    await service.stop('SIGKILL')
    await Promise.all(writers)
    const acknowledged = ledger.acknowledged.slice(before)

    const started = performance.now()
    service = await start(t, installation)
    const backMs = performance.now() - started
    for (const shop of shops) await stayIn(service, shop)
    // Half of the clients without an answer retry with the same key. The others never learn the result.
    for (const [index, write] of open.entries()) {
      if (index % 2 === 0) assert.equal((await ledger.send(service, write)).status, 201)
      else ledger.unanswered.push(write)
    }
    for (const { kind, id, shop, mark } of acknowledged) {
      const path = KINDS[kind]!.read?.(id)
      if (!path) continue
      const { status } = await service.call('GET', path, undefined, shop.token)
      assert.equal(status, 200, `${kind} ${mark} was acknowledged in round ${round}`)
    }
    say(
      `round ${round}: killed after ${acknowledged.length} acknowledgements, ${open.length} unanswered, back in ${Math.round(backMs)} ms`,
    )
  }

  const wanted = new Set(
    ledger.acknowledged.filter(({ kind }) => kind === 'request').map(({ mark }) => addressOf(mark)),
  )
  const announced = new Set(ledger.acknowledged.filter(({ kind }) => kind === 'workflow').map(({ id }) => id))
  const letters = () => new Set(mailbox.recipients())
  const calls = () => new Set(receiver.received.map(({ body }) => body.instanceId as string))
  const missing = () => wanted.difference(letters()).size + announced.difference(calls()).size
  const waited = performance.now()
  while (missing() > 0 && performance.now() - waited < PATIENCE_MS) await wait(200)
  const waitedMs = Math.round(performance.now() - waited)
  if (LONG) {
    assert.deepEqual([...wanted.difference(letters())], [], 'letters that never came')
    assert.deepEqual([...announced.difference(calls())], [], 'calls that never came')
  }
  assert.equal((await service.stop()).code, 0)

  await inspect(installation, async (engine) => {
    await assertWhole(engine, ledger)
    await assertEffectsMatch(engine)
    await assertSound(engine)
    const column = async (sql: string) =>
      new Set((await engine.asOwner(sql)).rows.map((row) => String(Object.values(row)[0])))
    const people = await column('select subject_email from dsar_requests')
    const instances = await column('select id from workflow_instances')
    const members = await column('select email from users')
    const strangers = letters().difference(people).difference(members)
    assert.deepEqual([...strangers], [], 'a letter about a request that does not exist')
    assert.deepEqual([...calls().difference(instances)], [], 'a call about an instance that does not exist')
  })
  const repeated = mailbox.recipients().length - letters().size
  const again = receiver.received.length - calls().size
  say(
    `${ledger.acknowledged.length} acknowledged, all there once; ${ledger.unanswered.length} never answered, none by half`,
  )
  say(
    `${letters().size} letters (${repeated} twice), ${calls().size} webhook calls (${again} twice), the last ${waitedMs} ms after the last start`,
  )
})

outageScenario()

async function writeUntilItDies(service: Running, shop: Shop, ledger: Ledger, open: Write[]): Promise<void> {
  for (;;) {
    const write: Write = ledger.newWrite(shop)
    try {
      const { status, body } = await ledger.send(service, write)
      if (status === 429) await wait(500)
      else assert.equal(status, 201, `${write.kind}: ${JSON.stringify(body)}`)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      open.push(write)
      return
    }
  }
}
