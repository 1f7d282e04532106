import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseCluster } from './database.ts'
import { describeLimit, limitWrites } from './disk.ts'
import type { Load } from './load.ts'
import type { Place } from './place.ts'
import type { Services } from './services.ts'
import { makeNewer } from './upgrade.ts'

export interface Scene {
  place: Place
  database: DatabaseCluster
  services: Services
  load: Load
  kills: number
  say(line: string): void
  /** Renews the access token, which is short-lived. */
  renew(): Promise<void>
}

export interface Blow {
  kind: string
  /** Seconds until a write sent afterwards was acknowledged. */
  seconds: number
  /** Another server became the primary. */
  failover?: boolean
}

export interface Fault {
  title: string
  /** The reason if it cannot run here. */
  cannot?(scene: Scene): string | undefined
  /** No request may be refused during it. */
  unnoticed?: true
  /** It ends processes of the service on purpose. */
  restarts?: true
  run(scene: Scene): Promise<{ blows: Blow[]; notes?: string[] }>
}

const SLOW_MS = 25_000

/** Writes must recover within 20 seconds. A run waits this long to learn how late they were. */
const PATIENCE_MS = 120_000

async function untilWrite(scene: Scene, since: number): Promise<number> {
  const late = wait(PATIENCE_MS, Number.POSITIVE_INFINITY, { ref: false })
  return (await Promise.race([scene.load.firstWrite(since), late])) / 1000
}

export const FAULTS: Readonly<Record<string, Fault>> = {
  kill: {
    title: 'kill -9 of the primary',
    async run(scene) {
      const { database, kills, say } = scene
      const blows: Blow[] = []
      for (let round = 1; round <= kills; round += 1) {
        await scene.renew()
        await scene.load.settle()
        const primary = await database.primary()
        // Every fourth time the whole machine dies, so nothing on it can report the failure.
        const machine = round % 4 === 0
        await wait(Math.random() * 2000)
        const since = performance.now()
        if (machine) database.killMachine(primary)
        else database.killServer(primary)
        const seconds = await untilWrite(scene, since)
        const kind = machine ? 'its machine (PostgreSQL, Patroni, etcd)' : 'its PostgreSQL'
        blows.push({ kind, seconds, failover: true })
        say(`${round}: ${primary.machine.name}, ${kind}: first write after ${seconds.toFixed(1)} s`)
        if (machine) database.startMachine(primary)
        await database.untilWhole(120)
      }
      return { blows }
    },
  },

  cut: {
    title: 'a node cut off the network',
    cannot: ({ place }) => (place.hasNamespaces ? undefined : 'network namespaces cannot be made here'),
    async run(scene) {
      const { database, place, say } = scene
      const blows: Blow[] = []
      for (const kind of ['the primary', 'the synchronous standby', 'the primary']) {
        await scene.renew()
        await scene.load.settle()
        const node = kind === 'the primary' ? await database.primary() : await database.synchronousStandby()
        const since = performance.now()
        place.plug(node.machine, false)
        const seconds = await untilWrite(scene, since)
        blows.push({ kind: `${kind} cut off`, seconds, failover: kind === 'the primary' })
        say(`${node.machine.name}, ${kind}, cut off: first write after ${seconds.toFixed(1)} s`)
        await wait(10_000)
        place.plug(node.machine, true)
        await database.untilWhole(120)
      }
      return { blows }
    },
  },

  etcd: {
    title: 'loss of an etcd member',
    async run(scene) {
      const { database, say } = scene
      const blows: Blow[] = []
      for (const kind of ['the member that leads', 'a member that follows']) {
        await scene.renew()
        await scene.load.settle()
        const leader = await database.etcdLeader()
        const node =
          kind === 'the member that leads' ? leader : database.nodes.find((each) => each !== leader)!
        const since = performance.now()
        database.killEtcd(node)
        const seconds = await untilWrite(scene, since)
        blows.push({ kind, seconds })
        say(`${node.machine.name}, ${kind}: first write after ${seconds.toFixed(1)} s`)
        await wait(15_000)
        database.startEtcd(node)
        await wait(5_000)
        await database.untilWhole(120)
      }
      return { blows }
    },
  },

  disk: {
    title: 'a slow disk under the primary',
    cannot: ({ place }) => describeLimit(place).cannot,
    async run(scene) {
      const { database, place, say } = scene
      await scene.renew()
      const primary = await database.primary()
      const { what } = describeLimit(place)
      const slow = performance.now()
      const release = limitWrites(place, database.serverProcesses(primary))
      say(`${primary.machine.name}: ${what}`)
      const meanwhile = await Promise.race([untilWrite(scene, slow), wait(SLOW_MS, undefined)])
      await wait(Math.max(0, SLOW_MS - (performance.now() - slow)))
      const since = performance.now()
      release()
      const seconds = await untilWrite(scene, since)
      await wait(5_000)
      await database.untilWhole(120)
      const first =
        meanwhile === undefined ? 'no write came through' : `the first write after ${meanwhile.toFixed(1)} s`
      return {
        blows: [{ kind: 'the disk was quick again', seconds }],
        notes: [`slow disk: ${what}, for ${SLOW_MS / 1000} s: ${first}`],
      }
    },
  },

  redis: {
    title: 'Redis gone and back',
    unnoticed: true,
    async run(scene) {
      const { services, say } = scene
      await scene.renew()
      const blows: Blow[] = []
      const since = performance.now()
      services.killRedis()
      blows.push({ kind: 'Redis killed', seconds: await untilWrite(scene, since) })
      await wait(12_000)
      const back = performance.now()
      services.startRedis()
      blows.push({ kind: 'Redis back', seconds: await untilWrite(scene, back) })
      await wait(8_000)
      say('Redis was away for 12 s')
      return { blows }
    },
  },

  restart: {
    title: 'rolling restart of the service',
    unnoticed: true,
    restarts: true,
    async run(scene) {
      const { services, say } = scene
      const codes: (number | null)[] = []
      for (const one of services.processes) {
        await scene.renew()
        codes.push(await services.restart(one))
        say(`${one.name}: ended with ${codes.at(-1)}, and another is in its place`)
        await wait(3_000)
      }
      if (codes.some((code) => code !== 0)) throw new Error(`ended with ${codes.join(', ')}`)
      return { blows: [] }
    },
  },

  upgrade: {
    title: 'rolling upgrade of the service',
    unnoticed: true,
    restarts: true,
    async run(scene) {
      const { place, database, services, say } = scene
      services.root = makeNewer(place.directory)
      for (const one of services.processes) {
        await scene.renew()
        await services.restart(one)
        say(`${one.name}: the new version is in its place`)
        await wait(3_000)
      }
      await database.administer('resguardo', ['select from newer_rows'])
      return { blows: [] }
    },
  },
}
