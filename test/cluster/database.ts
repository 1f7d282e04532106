import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverBinaries } from '../kit/cluster.ts'
import { freePort, type Machine, type Place, until } from './place.ts'
import { find } from './programs.ts'

const SUPERUSER = 'postgres:change-this-superuser'
const OWNER = 'resguardo:change-this-service'
const NAMES = ['db1', 'db2', 'db3'] as const

/** Without pgBackRest there is no archive. */
const NO_ARCHIVE = {
  'pgbackrest --stanza=resguardo archive-push %p': '/bin/true',
  'pgbackrest --stanza=resguardo archive-get %f "%p"': '/bin/false',
}

/** One of the three nodes: etcd, Patroni and its PostgreSQL. */
export interface DatabaseNode {
  machine: Machine
  data: string
  patroni: ChildProcess
  etcd: ChildProcess
}

interface Member {
  name: string
  role: string
  state: string
  lag?: number
}

/** Three PostgreSQL servers under Patroni with etcd, and an HAProxy in front of the primary. */
export class DatabaseCluster {
  readonly nodes: DatabaseNode[] = []
  readonly #place: Place
  #port = 0

  private constructor(place: Place) {
    this.#place = place
  }

  static async start(place: Place): Promise<DatabaseCluster> {
    const cluster = new DatabaseCluster(place)
    const machines = NAMES.map((name) => place.machine(name))
    const examples = ['10.20.0.11', '10.20.0.12', '10.20.0.13']
    place.makeDirectory('backup')
    for (const machine of machines) {
      const { name } = machine
      place.makeDirectory(name)
      const own = (text: string) => text.replaceAll('db1', name).replaceAll('10.20.0.11', machine.address)
      const members = Object.fromEntries(
        NAMES.map((each, at) => [
          `${each}=http://${examples[at]}`,
          `${each}=http://${machines[at]!.address}`,
        ]),
      )
      place.configure('etcd.yml', `${name}/etcd.yml`, {
        ...members,
        'name: db1': `name: ${name}`,
        '/var/lib/etcd/resguardo': join(place.directory, name, 'etcd'),
        'http://10.20.0.11': `http://${machine.address}`,
      })
      place.configure('patroni.yml', `${name}/patroni.yml`, {
        'name: db1': own('name: db1'),
        'listen: 10.20.0.11': own('listen: 10.20.0.11'),
        'connect_address: 10.20.0.11': own('connect_address: 10.20.0.11'),
        ...Object.fromEntries(examples.map((example, at) => [example, machines[at]!.address])),
        '10.20.0.0/24': place.hasNamespaces ? `${place.subnet}.0/24` : '127.0.0.0/8',
        '/usr/lib/postgresql/15/bin': serverBinaries()!,
        '/var/lib/postgresql/15/resguardo': join(place.directory, name, 'data'),
        '/var/lib/postgresql/patroni.pgpass': join(place.directory, name, 'pgpass'),
        '/var/run/postgresql': join(place.directory, name),
        'own postgres postgres': `own ${place.account.name} postgres`,
        ...(find('pgbackrest') ? {} : NO_ARCHIVE),
      })
      place.configure('pgbackrest.conf', `${name}/pgbackrest.conf`, {
        '/var/lib/pgbackrest': join(place.directory, 'backup'),
        '/var/lib/postgresql/15/resguardo': join(place.directory, name, 'data'),
        '/var/run/postgresql': join(place.directory, name),
        '/tmp/pgbackrest': join(place.directory, name, 'lock'),
      })
      cluster.nodes.push({
        machine,
        data: join(place.directory, name, 'data'),
        etcd: cluster.#startEtcd(machine),
        patroni: undefined as unknown as ChildProcess,
      })
    }
    await until('etcd', 30, () => place.log('db1.etcd').includes('ready to serve') || cluster.#etcdAnswers())
    for (const node of cluster.nodes) node.patroni = cluster.#startPatroni(node.machine)
    cluster.#port = await freePort()
    place.configure('haproxy-database.cfg', 'haproxy-database.cfg', {
      '127.0.0.1:5432': `127.0.0.1:${cluster.#port}`,
      ...Object.fromEntries(examples.map((example, at) => [example, machines[at]!.address])),
    })
    place.start('haproxy-database', ['haproxy', '-db', '-f', join(place.directory, 'haproxy-database.cfg')])
    await cluster.untilWhole(90)
    await cluster.prepare()
    if (find('pgbackrest')) cluster.backup(await cluster.primary(), 'stanza-create')
    return cluster
  }

  async #etcdAnswers(): Promise<boolean> {
    const reply = await ask(`http://${this.nodes[0]!.machine.address}:2379/health`)
    return reply?.text.includes('true') ?? false
  }

  #startEtcd(machine: Machine): ChildProcess {
    const file = join(this.#place.directory, machine.name, 'etcd.yml')
    return this.#place.start(`${machine.name}.etcd`, ['etcd', '--config-file', file], {
      on: machine,
      asAccount: true,
    })
  }

  #startPatroni(machine: Machine): ChildProcess {
    const directory = join(this.#place.directory, machine.name)
    return this.#place.start(`${machine.name}.patroni`, ['patroni', join(directory, 'patroni.yml')], {
      on: machine,
      asAccount: true,
      env: { PGBACKREST_CONFIG: join(directory, 'pgbackrest.conf') },
    })
  }

  /** Runs pgBackRest on a node, as the database's account. */
  backup(node: DatabaseNode, ...args: string[]): string {
    return this.#place.run(['pgbackrest', '--stanza=resguardo', ...args], {
      on: node.machine,
      asAccount: true,
      env: { PGBACKREST_CONFIG: join(this.#place.directory, node.machine.name, 'pgbackrest.conf') },
    })
  }

  /** The one-time work of an administrator: the owner of the schema and its database. */
  async prepare(): Promise<void> {
    await this.administer('postgres', [
      `create role resguardo login createrole password 'change-this-service'`,
      `create database resguardo owner resguardo encoding 'UTF8' template template0`,
    ])
  }

  async administer(database: string, statements: readonly string[]): Promise<void> {
    const client = new pg.Client({ connectionString: this.url(database, SUPERUSER) })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }

  /** The address through HAProxy. */
  url(database = 'resguardo', login = OWNER): string {
    return `postgres://${login}@127.0.0.1:${this.#port}/${database}`
  }

  superuserUrl(database = 'resguardo'): string {
    return this.url(database, SUPERUSER)
  }

  get port(): number {
    return this.#port
  }

  /** The nodes' own report. Undefined while none answers. */
  async members(): Promise<Member[] | undefined> {
    for (const { machine } of this.nodes) {
      const reply = await ask(`http://${machine.address}:8008/cluster`)
      if (reply?.status === 200) return (JSON.parse(reply.text) as { members: Member[] }).members
    }
    return undefined
  }

  async isPrimary({ machine }: DatabaseNode): Promise<boolean> {
    return (await ask(`http://${machine.address}:8008/primary`))?.status === 200
  }

  async primary(): Promise<DatabaseNode> {
    for (let tries = 0; tries < 100; tries += 1) {
      for (const node of this.nodes) if (await this.isPrimary(node)) return node
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error('no node is the primary')
  }

  /** The standby that has every acknowledged write. */
  async synchronousStandby(): Promise<DatabaseNode> {
    const name = (await this.members())?.find(({ role }) => role === 'sync_standby')?.name
    return this.nodes.find(({ machine }) => machine.name === name)!
  }

  /** Waits for a primary and two standbys that follow it, one of them synchronous. */
  async untilWhole(seconds: number): Promise<void> {
    await until(
      'a primary and two standbys',
      seconds,
      async () => {
        const members = (await this.members()) ?? []
        const running = members.filter(({ state }) => state === 'running' || state === 'streaming')
        const roles = running.map(({ role }) => role)
        return roles.includes('leader') && roles.includes('sync_standby') && running.length === NAMES.length
      },
      300,
    )
  }

  #serverProcesses({ data }: DatabaseNode): number[] {
    let postmaster: number
    try {
      postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    } catch {
      return []
    }
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    return [postmaster, ...children.trim().split(/\s+/).filter(Boolean).map(Number)]
  }

  serverProcesses(node: DatabaseNode): number[] {
    return this.#serverProcesses(node)
  }

  /** Kills every process of the PostgreSQL server with kill -9. Its Patroni survives. */
  killServer(node: DatabaseNode): void {
    killAll(this.#serverProcesses(node))
  }

  /** Kills everything on the machine with kill -9: PostgreSQL, Patroni and etcd. */
  killMachine(node: DatabaseNode): void {
    killAll([node.patroni.pid!, ...this.#serverProcesses(node), node.etcd.pid!])
  }

  startMachine(node: DatabaseNode): void {
    node.etcd = this.#startEtcd(node.machine)
    node.patroni = this.#startPatroni(node.machine)
  }

  killEtcd(node: DatabaseNode): void {
    killAll([node.etcd.pid!])
  }

  startEtcd(node: DatabaseNode): void {
    node.etcd = this.#startEtcd(node.machine)
  }

  /** The leader of etcd. */
  async etcdLeader(): Promise<DatabaseNode> {
    for (const node of this.nodes) {
      const reply = await ask(`http://${node.machine.address}:2379/v3/maintenance/status`, '{}')
      const status = reply && (JSON.parse(reply.text) as { leader?: string; header?: { member_id?: string } })
      if (status?.leader !== undefined && status.leader === status.header?.member_id) return node
    }
    return this.nodes[0]!
  }
}

/** The answer, or undefined after a few seconds. */
async function ask(url: string, body?: string): Promise<{ status: number; text: string } | undefined> {
  try {
    const reply = await fetch(url, {
      ...(body !== undefined && { method: 'POST', body }),
      signal: AbortSignal.timeout(3000),
    })
    return { status: reply.status, text: await reply.text() }
  } catch {
    return undefined
  }
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process had already ended.
    }
  }
}
