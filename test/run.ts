import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { spec } from 'node:test/reporters'
import { inspect } from 'node:util'
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import type { Engine } from '#db/wire/engine.ts'
import { openPostgres } from '#db/wire/postgres.ts'
import { createQueue } from '#jobs/queue.ts'
import { buildPages } from '#pages/built.ts'
import { readConfig } from '#src/config.ts'
import { describeApi } from '#src/describe.ts'
import { jobsOf, MODULES } from '#src/modules.ts'
import { hasChromium } from './kit/chromium.ts'
import { DESCRIPTION_FILE } from './kit/contract.ts'
import {
  databaseUrl,
  onServer,
  TEMPLATE_DATABASE,
  TEMPLATE_DIRECTORY,
  TEMPLATE_FILE,
  TEST_SERVER,
} from './kit/database.ts'
import { SHORT_LIVED, type TestEvent, TestProcess } from './kit/test-process.ts'

/**
 * The one way to run the tests: `npm test [part of a path …]`. Builds a migrated database once; each file clones it.
 * `node --test` is not enough: a process per file costs more than most files do, and in one process for all a file that
 * hangs or crashes ends the others, and an error between two tests passes unseen.
 * With TEST_DATABASE_URL the same tests run against that PostgreSQL server, with TEST_REDIS_URL also against Redis.
 */
const root = join(import.meta.dirname, '..')
const server = process.env['TEST_DATABASE_URL']
/** About a server, or about no database at all: unless asked for by name, they run where a server is given. */
const LEFT_TO_THE_SERVER = [
  'test/copy.alone.test.ts',
  'test/openapi-quality.test.ts',
  // The embedded database lives in the process whose memory is measured.
  'src/modules/governance/inspection/memory.alone.test.ts',
  'test/chaos/soak.alone.test.ts',
]
/**
 * A file that starts processes, measures time or looks at its own process gets one of its own. All other files share a
 * few, one after another: to read the service and to compile the embedded database takes longer than most of them do.
 */
const ALONE = /\.(alone|browser)\.test\.ts$/
/** First those that take longest, so that the run does not end with one of them; the sizes of the others will do. */
const FIRST = [
  'test/copy.alone.test.ts',
  'src/cli.alone.test.ts',
  'test/process.alone.test.ts',
  'src/demo/demo.alone.test.ts',
  'src/modules/workflows/crash.alone.test.ts',
  'test/client.alone.test.ts',
  'test/chaos/disk.alone.test.ts',
  'test/chaos/kill.alone.test.ts',
  'src/outbound/webhooks.alone.test.ts',
  'test/outage.alone.test.ts',
]
/** node:test ends every file with a count of its own. */
const COUNT = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/
const REPORTED = ['test:pass', 'test:fail', 'test:stdout', 'test:stderr', 'test:diagnostic']
/** In a real browser. Where none can be had they are left out, which the run says; BROWSER=required makes it a failure. */
const IN_A_BROWSER = /\.browser\.test\.ts$/
const withBrowser = hasChromium()
const wanted = process.argv.slice(2)
const files = globSync('{src,test}/**/*.test.ts', { cwd: root })
  .filter((file) =>
    wanted.length === 0
      ? server !== undefined || !LEFT_TO_THE_SERVER.includes(file)
      : wanted.some((part) => file.includes(part)),
  )
  .filter((file) => withBrowser || !IN_A_BROWSER.test(file))
  .sort((a, b) => weight(b) - weight(a))

buildPages()
const workDir = mkdtempSync(join(tmpdir(), 'resguardo-run-'))
// Many processes load the whole service: what one has compiled the next need not.
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
  const directory = join(workDir, 'template')
  await (await startEmbedded({ dataDir: directory, loadDataDir: await dumpOf(engine) })).close()
  process.env[TEMPLATE_DIRECTORY] = directory
  // No test connects to these two, and every clone in memory would get their six hundred files.
  await engine.asOwner('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await engine.asOwner(`drop database ${name}`)
  process.env[TEMPLATE_FILE] = join(workDir, 'template.tar')
  writeFileSync(process.env[TEMPLATE_FILE], Buffer.from(await (await dumpOf(engine)).arrayBuffer()))
  await engine.close()
}

process.env[DESCRIPTION_FILE] = join(workDir, 'openapi.json')
const description = await describeApi(readConfig({ APP_SECRET: 'x'.repeat(64) }))
writeFileSync(process.env[DESCRIPTION_FILE]!, JSON.stringify(description))

async function dumpOf(engine: Embedded): Promise<Blob> {
  await engine.asOwner('checkpoint')
  return engine.pglite.dumpDataDir('none')
}

async function prepare(engine: Engine, url: string | undefined): Promise<void> {
  await migrate(engine)
  const queue = createQueue(engine, url, (error) => console.error(error))
  await queue.prepare(jobsOf(MODULES))
  await queue.stop()
}

const started = performance.now()
let passed = 0
let failed = 0
const spent: [file: string, ms: number][] = []
const report = new spec()
report.pipe(process.stdout)
const waiting = [...files]
// One more than there are cores: many tests wait for a process, a timer or a server.
await Promise.all(Array.from({ length: availableParallelism() + 1 }, drainQueue))
report.end()
await finished(report)
rmSync(workDir, { recursive: true, force: true })
if (server) await onServer(server, `drop database if exists ${template} with (force)`)

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const slowest = spent.sort(([, a], [, b]) => b - a).slice(0, 12)
for (const [file, ms] of slowest) console.log(`${seconds(ms).padStart(8)}  ${file}`)
const database = server ? 'PostgreSQL server' : 'embedded database'
console.log(`${files.length} files, ${seconds(performance.now() - started)}, ${database}`)
if (!withBrowser) {
  console.log('Left out: tests in a browser. Install Chromium, or name one with CHROME_PATH.')
  if (process.env['BROWSER'] === 'required') failed += 1
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

function weight(file: string): number {
  const place = FIRST.indexOf(file)
  if (place >= 0) return 2e9 - place
  return statSync(join(root, file)).size + (ALONE.test(file) ? 1e9 : 0)
}

async function drainQueue(): Promise<void> {
  let worker: TestProcess | undefined
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const began = performance.now()
    const alone = ALONE.test(file)
    if (alone) {
      worker?.end()
      worker = undefined
    }
    worker ??= new TestProcess(alone ? [SHORT_LIVED] : [])
    for (const event of await worker.run(join(root, file))) note(event)
    spent.push([file, performance.now() - began])
    if (!alone && worker.fit) continue
    worker.end()
    worker = undefined
  }
  worker?.end()
}

function note({ type, data }: TestEvent): void {
  if (REPORTED.includes(type) && !COUNT.test(data.message)) report.write({ type, data: withText(data) })
  if (data.details?.type === 'suite') return
  if (type === 'test:fail') failed += 1
  if (type !== 'test:pass') return
  if (data.skip === undefined && data.todo === undefined) passed += 1
  else failed += 1
}

/** The reporter shows what was thrown as it would show any value: this one shows itself as the text it is. */
function withText(data: TestEvent['data']): TestEvent['data'] {
  if (!data.details?.error) return data
  const { error } = data.details
  const cause = { [inspect.custom]: () => error.cause }
  return { ...data, details: { ...data.details, error: { ...error, cause } } }
}
