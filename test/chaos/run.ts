import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { migrate } from '#db/migrate.ts'
import { openPostgres } from '#db/wire/postgres.ts'
import { type Cluster, createCluster, serverBinaries } from '../kit/cluster.ts'
import { databaseUrl, onServer, TEMPLATE_DATABASE, TEST_SERVER } from '../kit/database.ts'

/**
 * `npm run test:chaos [-- --short] [--embedded | --server] [scenario …]`: tests the service under failures, first on the
 * embedded database, then on a PostgreSQL server. That is the one of TEST_DATABASE_URL, or a private one if PostgreSQL is
 * installed.
 */
const args = process.argv.slice(2)
const short = args.includes('--short')
const only = args.find((arg) => arg === '--embedded' || arg === '--server')
const wanted = args.filter((arg) => !arg.startsWith('--'))
const files = globSync('*.test.ts', { cwd: import.meta.dirname })
  .filter((file) => wanted.length === 0 || wanted.includes(basename(file).split('.', 1)[0]!))
  .map((file) => join(import.meta.dirname, file))
  .sort()
if (!short) process.env['RESGUARDO_CHAOS'] = 'long'

let passed = 0
let failed = 0
if (only !== '--server') await fire('the embedded database')
if (only !== '--embedded') await onPostgres()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function onPostgres(): Promise<void> {
  const given = process.env['TEST_DATABASE_URL']
  const binaries = serverBinaries()
  if (!given && !binaries) {
    console.log(
      '\nNo PostgreSQL server is installed here and TEST_DATABASE_URL names none: counted as a failure.',
    )
    failed += 1
    return
  }
  const cluster: Cluster | undefined = given ? undefined : await createCluster(binaries!)
  const server = given ?? cluster!.url('postgres')
  const template = `resguardo_chaos_template_${process.pid}`
  try {
    await onServer(server, `create database ${template}`)
    const engine = openPostgres(databaseUrl(server, template), 2)
    await migrate(engine)
    await engine.close()
    process.env[TEST_SERVER] = server
    process.env[TEMPLATE_DATABASE] = template
    await fire('a PostgreSQL server')
  } finally {
    if (given) await onServer(server, `drop database if exists ${template} with (force)`)
    await cluster?.remove()
  }
}

async function fire(database: string): Promise<void> {
  console.log(`\n── on ${database}`)
  const stream = run({ files, concurrency: 1 })
  stream.on('test:pass', ({ name, skip, details }) => {
    if (details.type === 'suite') return
    // A file without a reported scenario ended early and is reported under its own name.
    if (skip === undefined && !files.includes(name)) passed += 1
    else failed += 1
  })
  stream.on('test:fail', ({ details }) => {
    if (details.type !== 'suite') failed += 1
  })
  const report = stream.compose(new spec())
  report.pipe(process.stdout, { end: false })
  await finished(report)
}
