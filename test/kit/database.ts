import { readFileSync } from 'node:fs'
import pg from 'pg'
import { startEmbedded } from '#db/embedded.ts'
import type { Engine } from '#db/engine.ts'
import { openPostgres } from '#db/postgres.ts'

/** Where the run left its migrated template (see test/run.ts): a file for the embedded one, a database on a server. */
export const TEMPLATE_FILE = 'RESGUARDO_TEST_TEMPLATE_FILE'
export const TEST_SERVER = 'RESGUARDO_TEST_SERVER'
export const TEMPLATE_DATABASE = 'RESGUARDO_TEST_TEMPLATE_DATABASE'

export interface TestDatabase {
  engine: Engine
  /** Set when the tests run against a PostgreSQL server. */
  url: string | undefined
  drop(): Promise<void>
}

/** A database of one's own, as the migrations left it: cloned, because building one takes seconds. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const server = process.env[TEST_SERVER]
  if (server) return createOnServer(server, process.env[TEMPLATE_DATABASE]!)
  const file = process.env[TEMPLATE_FILE]
  const engine = await startEmbedded(file ? { loadDataDir: new Blob([readFileSync(file)]) } : {})
  return { engine, url: undefined, drop: async () => {} }
}

/** A database without anything in it, for the migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const server = process.env[TEST_SERVER]
  if (server) return createOnServer(server, 'template0')
  return { engine: await startEmbedded({}), url: undefined, drop: async () => {} }
}

async function createOnServer(server: string, template: string): Promise<TestDatabase> {
  const name = `resguardo_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await onServer(server, `create database ${name} template ${template}`)
  const url = databaseUrl(server, name)
  const drop = () => onServer(server, `drop database if exists ${name} with (force)`)
  return { engine: openPostgres(url, 4), url, drop }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(server, 'postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
