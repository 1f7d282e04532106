import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { startEmbedded } from '#db/embedded/embedded.ts'
import type { Engine } from '#db/wire/engine.ts'
import { openPostgres } from '#db/wire/postgres.ts'

/**
 * Environment variables with the run's migrated template (see test/run.ts). For the embedded database a file to load into
 * memory and a directory, for a server a database.
 */
export const TEMPLATE_FILE = 'RESGUARDO_TEST_TEMPLATE_FILE'
export const TEMPLATE_DIRECTORY = 'RESGUARDO_TEST_TEMPLATE_DIRECTORY'
export const TEST_SERVER = 'RESGUARDO_TEST_SERVER'
export const TEMPLATE_DATABASE = 'RESGUARDO_TEST_TEMPLATE_DATABASE'

/** The tests run against a PostgreSQL server, which allows several sessions. */
export const hasServer = () => process.env[TEST_SERVER] !== undefined

export interface TestDatabase {
  engine: Engine
  /** Set when the tests run against a PostgreSQL server. */
  url: string | undefined
  drop(): Promise<void>
}

/** A private migrated database. It is cloned, because building one takes seconds. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const server = process.env[TEST_SERVER]
  if (server) return createOnServer(server, process.env[TEMPLATE_DATABASE]!)
  const file = process.env[TEMPLATE_FILE]
  const engine = await startEmbedded({ startParams: SMALL, ...(file && { loadDataDir: read(file) }) })
  return { engine, url: undefined, drop: async () => {} }
}

/** Filling 128 MB of buffers with zeros takes a third of the start. */
const SMALL = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

const templates = new Map<string, Blob>()

/** Files in one process share the template: it is read once and never copied. */
function read(file: string): Blob {
  const known = templates.get(file)
  if (known) return known
  const bytes = new Uint8Array(readFileSync(file)).buffer
  const template = Object.assign(new Blob([]), { arrayBuffer: async () => bytes })
  templates.set(file, template)
  return template
}

/** An empty database, for tests of the migrations. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const server = process.env[TEST_SERVER]
  if (server) return createOnServer(server, 'template0')
  return { engine: await startEmbedded({ startParams: SMALL }), url: undefined, drop: async () => {} }
}

async function createOnServer(server: string, template: string): Promise<TestDatabase> {
  const name = `resguardo_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
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
