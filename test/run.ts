import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startEmbedded } from '#db/embedded.ts'
import type { Engine } from '#db/engine.ts'
import { migrate } from '#db/migrate.ts'
import { openPostgres } from '#db/postgres.ts'
import { MAIL_JOB } from '#jobs/mail.ts'
import { createQueue } from '#jobs/queue.ts'
import { readConfig } from '#src/config.ts'
import { describeApi } from '#src/describe.ts'
import { MODULES } from '#src/modules.ts'
import { DESCRIPTION_FILE } from './kit/contract.ts'
import { databaseUrl, onServer, TEMPLATE_DATABASE, TEMPLATE_FILE, TEST_SERVER } from './kit/database.ts'

/**
 * The one way to run the tests: `npm test [part of a path …]`. Builds a migrated database once; each file clones it.
 * With TEST_DATABASE_URL the same tests run against that PostgreSQL server, with TEST_REDIS_URL also against Redis.
 */
const root = join(import.meta.dirname, '..')
const server = process.env['TEST_DATABASE_URL']
/** About a server, or about no database at all: unless asked for by name, they run where a server is given. */
const LEFT_TO_THE_SERVER = ['test/copy.test.ts', 'test/openapi-quality.test.ts', 'test/chaos/soak.test.ts']
const wanted = process.argv.slice(2)
const files = globSync('{src,test}/**/*.test.ts', { cwd: root })
  .filter((file) =>
    wanted.length === 0
      ? server !== undefined || !LEFT_TO_THE_SERVER.includes(file)
      : wanted.some((part) => file.includes(part)),
  )
  .map((file) => join(root, file))
  .sort()

const workDir = mkdtempSync(join(tmpdir(), 'resguardo-run-'))
// Every file loads the whole service in a process of its own: what was compiled once need not be again.
process.env['NODE_COMPILE_CACHE'] = join(workDir, 'compiled')
const template = `resguardo_test_template_${process.pid}`
if (server) {
  process.env[TEST_SERVER] = server
  process.env[TEMPLATE_DATABASE] = template
  await onServer(server, `drop database if exists ${template} with (force)`)
  await onServer(server, `create database ${template}`)
  const url = databaseUrl(server, template)
  const engine = openPostgres(url, 2)
  await prepare(engine, url)
  await engine.close()
} else {
  const engine = await startEmbedded({})
  await prepare(engine, undefined)
  await engine.asOwner('checkpoint')
  const dump = await engine.pglite.dumpDataDir('none')
  const file = join(workDir, 'template.tar')
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()))
  process.env[TEMPLATE_FILE] = file
  await engine.close()
}

process.env[DESCRIPTION_FILE] = join(workDir, 'openapi.json')
const description = await describeApi(readConfig({ APP_SECRET: 'x'.repeat(64) }))
writeFileSync(process.env[DESCRIPTION_FILE]!, JSON.stringify(description))

async function prepare(engine: Engine, url: string | undefined): Promise<void> {
  await migrate(engine)
  const queue = createQueue(engine, url, (error) => console.error(error))
  await queue.prepare([MAIL_JOB, ...MODULES.flatMap(({ jobs }) => jobs ?? [])])
  await queue.stop()
}

const started = performance.now()
let passed = 0
let failed = 0
const spent: [file: string, ms: number][] = []
const stream = run({
  files,
  // One more than there are cores: many tests wait for a process, a timer or a server.
  concurrency: availableParallelism() + 1,
  timeout: 240_000,
  // A file lives for seconds: compiling the embedded database a second time, for speed, costs more than it brings.
  execArgv: ['--liftoff-only'],
})
stream.on('test:pass', ({ name, skip, todo, details }) => {
  if (details.type === 'suite') return
  // A file is reported under its own name when none of its tests was: it is empty, or ended before its time.
  const ran = skip === undefined && todo === undefined && !files.includes(name)
  if (ran) passed += 1
  else failed += 1
})
stream.on('test:fail', ({ details }) => {
  if (details.type !== 'suite') failed += 1
})
stream.on('test:complete', ({ name, details }) => {
  if (files.includes(name)) spent.push([name, details.duration_ms])
})
const report = stream.compose(new spec())
report.pipe(process.stdout)
await finished(report)
rmSync(workDir, { recursive: true, force: true })
if (server) await onServer(server, `drop database if exists ${template} with (force)`)

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const slowest = spent.sort(([, a], [, b]) => b - a).slice(0, 12)
for (const [file, ms] of slowest) console.log(`${seconds(ms).padStart(8)}  ${relative(root, file)}`)
const database = server ? 'PostgreSQL server' : 'embedded database'
console.log(`${files.length} files, ${seconds(performance.now() - started)}, ${database}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
