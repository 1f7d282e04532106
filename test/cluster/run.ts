import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Running } from '#test/kit/installation.ts'
import { openMailbox } from '#test/kit/mailbox.ts'
import { openReceiver } from '#test/kit/receiver.ts'
import { addressOf, openShop, type Shop, stayIn } from '../chaos/shop.ts'
import { backupPart } from './backup.ts'
import { DatabaseCluster } from './database.ts'
import { FAULTS, type Scene } from './faults.ts'
import { doubledDeliveries, inspectPhase, waitingDeliveries, waitingLetters } from './inspection.ts'
import { Load } from './load.ts'
import { Place } from './place.ts'
import { poolerPart } from './pooler.ts'
import { describePrograms, missingPackages } from './programs.ts'
import { broken, type Outcome, slowFailovers, tableOf } from './report.ts'
import { Services } from './services.ts'

/**
 * `npm run test:cluster [-- --short] [--fault <name>]… [--rate 200] [--kills 20]
 * [--logs <directory>]`: tests the service under load on a database that fails over. It names the packages that it needs,
 * installs none, and removes everything at the end.
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    fault: { type: 'string', multiple: true },
    rate: { type: 'string' },
    kills: { type: 'string' },
    /** Only prints the missing packages. */
    missing: { type: 'boolean', default: false },
    /** Directory for the logs of the run. */
    logs: { type: 'string' },
  },
})

/** Independent parts, which run after the faults. */
const PARTS = { backup: backupPart, pooler: poolerPart } as const
const ORDER = ['upgrade', 'restart', 'kill', 'cut', 'etcd', 'disk', 'redis', 'backup', 'pooler']
const SHORT = ['kill', 'restart']
const SHOPS = 12
/** Work in progress when the database failed is retried once its job expires. */
const PATIENCE_SECONDS = values.short ? 5 : 300

const wanted = values.fault ?? (values.short ? SHORT : ORDER)
const unknown = wanted.filter((name) => !ORDER.includes(name))
if (unknown.length > 0) fail(`Unknown: ${unknown.join(', ')}. There are ${ORDER.join(', ')}.`)
const kills = Number(values.kills ?? (values.short ? 3 : 20))
const rate = Number(values.rate ?? (values.short ? 100 : 200))

const missing = missingPackages()
if (missing.length > 0)
  fail(`These packages are missing, and nothing is installed for you: apt-get install ${missing.join(' ')}`)
if (values.missing) process.exit(0)

const say = (line: string) => console.log(`   ${line}`)
const place = new Place({ namespaces: true })
let leaving = false
async function leave(code: number): Promise<never> {
  if (!leaving) {
    leaving = true
    await place.remove()
  }
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    console.log('Taking everything down…')
    leave(130)
  })
process.on('uncaughtException', (error) => {
  console.error(error)
  leave(1)
})

try {
  await leave((await main()) ? 0 : 1)
} catch (error) {
  console.error(error)
  keepLogs()
  await leave(1)
}

async function main(): Promise<boolean> {
  console.log(describePrograms())
  console.log(
    place.hasNamespaces
      ? 'Every database node has a network namespace of its own.'
      : 'Network namespaces cannot be made here: the nodes are addresses of the loopback, and none can be cut off.',
  )
  const started = performance.now()
  const database = await DatabaseCluster.start(place)
  say(`three PostgreSQL under Patroni after ${seconds(started)} s`)
  const [mailbox, receiver] = await Promise.all([openMailbox(), openReceiver()])
  const services = await Services.start(place, database, { SMTP_URL: mailbox.url })
  say(`three processes of the service after ${seconds(started)} s`)
  const caller = new Running(services.url, { child: undefined as never, ended: undefined as never })
  const shops: Shop[] = []
  for (let n = 0; n < SHOPS; n += 1) shops.push(await openShop(caller, `tienda-${n}`, receiver.url))
  say(`${SHOPS} organisations after ${seconds(started)} s`)

  const load = new Load(services.url, shops, rate)
  const renew = async () => {
    for (const shop of shops) await stayIn(caller, shop).catch(() => undefined)
  }
  const scene: Scene = { place, database, services, load, kills, say, renew }
  const outcomes: Outcome[] = []
  const notTried: string[] = []
  const others: { name: string; faults: string[] }[] = []

  const faults = ORDER.filter((name) => wanted.includes(name) && name in FAULTS)
  if (faults.length > 0) {
    load.start()
    await wait(3000)
    for (const name of faults) {
      const fault = FAULTS[name]!
      const cannot = fault.cannot?.(scene)
      if (cannot) {
        notTried.push(`${fault.title}: ${cannot}`)
        continue
      }
      console.log(`── ${fault.title}`)
      await load.settle()
      const phase = load.phase(name)
      const { blows, notes = [] } = await fault.run(scene).catch((error: Error) => {
        phase.wrong.push(`the run itself: ${error.message}`)
        return { blows: [], notes: [] }
      })
      outcomes.push({
        title: fault.title,
        phase,
        findings: { lost: [], twice: [], unaudited: [] },
        recoveries: blows,
        unnoticed: fault.unnoticed ?? false,
        ended: services.ended(),
        webhooks: { sent: 0, missing: 0, waiting: 0, repeated: 0 },
        letters: { sent: 0, missing: 0, waiting: 0 },
        jobsTwice: 0,
        notes,
      })
    }
    await load.stop()
    say('every client has its answer; now everything acknowledged is looked up')
    await judge(outcomes)
  }

  for (const name of ORDER.filter((each) => wanted.includes(each) && each in PARTS)) {
    console.log(`── ${name}`)
    const part = await PARTS[name as keyof typeof PARTS]({ ...scene, shops, caller, rate, receiver, mailbox })
    if (part.cannot) notTried.push(`${name}: ${part.cannot}`)
    else others.push({ name, faults: part.faults })
    for (const line of part.notes) say(line)
  }

  for (const outcome of outcomes) console.log(tableOf(outcome))
  const failovers = slowFailovers(outcomes)
  if (failovers) others.push(failovers)
  for (const { name, faults } of others) {
    console.log(`\n── ${name}: ${faults.length === 0 ? 'holds' : 'BROKEN'}`)
    for (const fault of faults) console.log(`  ✖ ${fault}`)
  }
  for (const text of notTried) console.log(`\n── not tried here: ${text}`)
  const failed =
    outcomes.filter((outcome) => broken(outcome).length > 0).length +
    others.filter((part) => part.faults.length > 0).length
  console.log(
    `\n${outcomes.length + others.length - failed} hold, ${failed} broken, ${notTried.length} not tried, ${seconds(started)} s`,
  )
  keepLogs()
  return failed === 0

  async function judge(list: Outcome[]): Promise<void> {
    const url = database.superuserUrl()
    for (const outcome of list) outcome.findings = await inspectPhase(url, outcome.phase)
    const of = (outcome: Outcome, kind: string) =>
      outcome.phase.acknowledged.filter((write) => write.kind === kind)
    const called = () => new Set(receiver.received.map(({ body }) => body?.instanceId as string))
    const due = new Set(list.flatMap((outcome) => of(outcome, 'workflow').map(({ id }) => id)))
    const written = new Set(
      list.flatMap((outcome) => of(outcome, 'request').map(({ mark }) => addressOf(mark))),
    )
    const recipients = () => new Set(mailbox.recipients())
    const end = performance.now() + PATIENCE_SECONDS * 1000
    while (
      (due.difference(called()).size > 0 || written.difference(recipients()).size > 0) &&
      performance.now() < end
    )
      await wait(500)
    for (const outcome of list) {
      const ids = of(outcome, 'workflow').map(({ id }) => id)
      const addresses = of(outcome, 'request').map(({ mark }) => addressOf(mark))
      // Reads the queue before the arrivals, so that a delivery in between does not count as missing.
      const before = [called(), recipients()] as const
      const pending = await waitingDeliveries(url, [...new Set(ids).difference(before[0])])
      const late = await waitingLetters(url, [...new Set(addresses).difference(before[1])])
      const calls = Map.groupBy(receiver.received, ({ body }) => body?.instanceId as string)
      const reached = recipients()
      const absent = ids.filter((id) => !calls.has(id))
      const waiting = absent.filter((id) => pending.has(id))
      const deliveryOf = ({ headers }: { headers: NodeJS.Dict<string | string[]> }) =>
        headers['x-workflow-delivery']
      const repeated = ids.reduce((sum, id) => sum + Math.max(0, (calls.get(id)?.length ?? 0) - 1), 0)
      outcome.webhooks = {
        sent: ids.length,
        missing: absent.length - (values.short ? waiting.length : 0),
        waiting: waiting.length,
        repeated,
      }
      const unsent = addresses.filter((address) => !reached.has(address))
      const unsentYet = unsent.filter((address) => late.has(address))
      outcome.letters = {
        sent: addresses.length,
        missing: unsent.length - unsentYet.length,
        waiting: unsentYet.length,
      }
      const underTwoIds = ids.filter((id) => new Set(calls.get(id)?.map(deliveryOf)).size > 1)
      const lettersTwice = addresses.filter(
        (address) => new Set(mailbox.to(address).map(({ messageId }) => messageId)).size > 1,
      )
      outcome.jobsTwice =
        new Set([...underTwoIds, ...(await doubledDeliveries(url, ids))]).size + lettersTwice.length
    }
    for (const shop of shops) {
      await stayIn(caller, shop)
      const { body } = await caller.call('GET', '/settings/audit-log/verify', undefined, shop.token)
      if (body.data?.valid !== true)
        others.push({ name: `evidence of ${shop.email}`, faults: [JSON.stringify(body).slice(0, 300)] })
    }
    say(`the chain of evidence of ${shops.length} organisations was verified`)
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0)
}

function keepLogs(): void {
  if (!values.logs) return
  place.copyLogs(values.logs)
  console.log(`The logs are in ${values.logs}.`)
}

function fail(text: string): never {
  console.error(text)
  process.exit(2)
}
