import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { emptyDatabase } from './database.ts'

/** A company's database for a connector: with people in it, and a read-only login. */
export interface CompanyDatabase {
  kind: 'postgresql' | 'mysql'
  host: string
  port: number
  database: string
  user: string
  password: string
  /** Runs as the owner. */
  run(sql: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

const TABLES = `
  create table people (id int primary key, email varchar(200), rut varchar(20), name varchar(200), balance decimal(10,2));
  insert into people values (1, 'ana@clientes.cl', '11.111.111-1', 'Ana Rojas', 10.50),
    (2, 'luis@clientes.cl', '22.222.222-2', 'Luis O''Higgins', 7);`

/** On the server of the tests. Undefined if they run on the embedded database. */
export async function companyPostgres(): Promise<CompanyDatabase | undefined> {
  const own = await emptyDatabase()
  if (!own.url) return undefined
  await own.engine.close()
  const url = new URL(own.url)
  const client = new pg.Client({ connectionString: own.url })
  await client.connect()
  const user = `reader_${Math.random().toString(36).slice(2, 10)}`
  await client.query(TABLES)
  await client.query(`create role ${user} login password 'solo-lectura'; grant select on people to ${user}`)
  return {
    kind: 'postgresql',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    database: url.pathname.slice(1),
    user,
    password: 'solo-lectura',
    run: async (sql) => (await client.query(sql)).rows,
    async close() {
      await client.query(`drop owned by ${user}`)
      await client.query(`drop role ${user}`)
      await client.end()
      await own.drop()
    },
  }
}

const SERVER = ['/usr/sbin/mariadbd', '/usr/sbin/mysqld', '/usr/libexec/mariadbd'].find((path) =>
  existsSync(path),
)
const INSTALL = ['/usr/bin/mariadb-install-db', '/usr/bin/mysql_install_db'].find((path) => existsSync(path))

/** A MariaDB in a temporary directory. Undefined if it is not installed. */
export async function companyMariadb(): Promise<CompanyDatabase | undefined> {
  if (!SERVER || !INSTALL) return undefined
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-mariadb-'))
  const data = join(directory, 'data')
  const isRoot = process.getuid?.() === 0
  const asUser = isRoot ? ['--user=mysql'] : []
  if (isRoot) spawnSync('chown', ['mysql', directory])
  const install = spawnSync(INSTALL, [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...asUser,
  ])
  if (install.status !== 0) throw new Error(String(install.stderr))
  const port = await freePort()
  const server = spawn(SERVER, [
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${join(directory, 'socket')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--innodb-buffer-pool-size=16M',
    '--skip-log-bin',
    ...asUser,
  ])
  server.stderr.resume()
  process.on('exit', () => server.kill('SIGKILL'))
  const owner = await whenUp(join(directory, 'socket'))
  await owner.query('create database shop')
  await owner.query('use shop')
  await owner.query(TABLES)
  await owner.query(
    `create user 'reader'@'%' identified by 'solo-lectura'; grant select on shop.* to 'reader'@'%'`,
  )
  return {
    kind: 'mysql',
    host: '127.0.0.1',
    port,
    database: 'shop',
    user: 'reader',
    password: 'solo-lectura',
    run: async (sql) => (await owner.query(sql))[0] as Record<string, unknown>[],
    async close() {
      await owner.end()
      server.kill('SIGTERM')
      await once(server, 'exit')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function whenUp(socketPath: string): Promise<mysql.Connection> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await mysql.createConnection({ socketPath, user: 'root', multipleStatements: true })
    } catch (error) {
      if (tries > 75) throw error
      await pause(200)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
