import { chmodSync, globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { spec } from 'node:test/reporters'
import { inspect, parseArgs } from 'node:util'
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import type { Engine } from '#db/wire/engine.ts'
import { openPostgres } from '#db/wire/postgres.ts'
import { createQueue } from '#jobs/queue.ts'
import { buildPages } from '#pages/built.ts'
import { readConfig } from '#src/config.ts'
import { describeApi } from '#src/describe.ts'
import { jobsOf, MODULES } from '#src/modules.ts'
import { buildService } from '../bin/build.ts'
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
import { startPostgres } from './kit/private-postgres.ts'
import { changedLately, takeShare, turnOf } from './kit/shares.ts'
import { SLOW_FILES } from './kit/slow-files.ts'
import { SHORT_LIVED, type TestEvent, TestProcess } from './kit/test-process.ts'

/**
 * Runs the tests: `npm test [part of a path …]`. It builds a migrated database once, and each file clones it.
 * `node --test` is not enough. A process per file costs more than most files do. With one process for all files, a file
 * that hangs or crashes ends the others, and an error between two tests stays unnoticed.
 * The database is the server of TEST_DATABASE_URL, else a private PostgreSQL if one is installed, else the embedded one.
 * `--embedded` selects the embedded one, and without parts of paths runs only the files that depend on the database.
 * Without parts of paths the quick files run. `--web` runs the files in a browser, `--long` those with their own process,
 * `--slow` the slow ones of the shared processes, and `--all` all files. `--share 2/4` takes every fourth of these files,
 * beginning with the second, plus as many of those that changed in the last day. `--share next/4` moves on with each
 * commit (docs/adr/0013-what-runs-when.md).
 * With TEST_REDIS_URL the tests also run against Redis.
 */
const root = join(import.meta.dirname, '..')
const { values: asked, positionals: wanted } = parseArgs({
  options: {
    embedded: { type: 'boolean', default: false },
    web: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    share: { type: 'string', default: '1/1' },
  },
  allowPositionals: true,
})
const askedForEmbedded = asked.embedded
const [turn, shares] = asked.share.split('/').map(Number) as [number, number]
const share = asked.share.startsWith('next/') ? turnOf(root, shares) : turn
if (!(share >= 1 && share <= shares)) throw new Error(`«--share ${asked.share}» is not like «2/4»`)
const workDir = mkdtempSync(join(tmpdir(), 'resguardo-run-'))
// The private server runs as another account.
chmodSync(workDir, 0o755)
const given = process.env['TEST_DATABASE_URL']
const own = askedForEmbedded || given ? undefined : await startPostgres(workDir)
process.once('exit', () => {
  own?.stop()
  rmSync(workDir, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const server = askedForEmbedded ? undefined : (given ?? own?.url)
/** Tests of a server, or of no database. On the embedded database they run only by name. */
const LEFT_TO_THE_SERVER = [
  'test/web/console-list.browser.test.ts',
  'test/web/console-looks.browser.test.ts',
  'test/web/console-walk.browser.test.ts',
  'test/copy.alone.test.ts',
  'test/openapi-quality.test.ts',
  // These measure memory of a process that would contain the embedded database.
  'src/modules/governance/inspection/memory.alone.test.ts',
  'test/chaos/soak.alone.test.ts',
]
/** Tests that depend on the database: the database layer, every endpoint once, the walks, and one story per main area. */
const TELLS_THEM_APART = [
  'src/cli.alone',
  'src/db/',
  'src/events/',
  'src/jobs/',
  'src/modules/imports/crash',
  'src/modules/search/',
  'test/backup',
  'test/chaos/',
  'test/contract',
  'test/isolation',
  'test/lists',
  'test/memory',
  'test/operations',
  'test/process',
  'test/records',
  'test/schema',
  'test/tour',
  'test/trips',
  'test/walk',
  'test/web/console-account',
  'test/web/console-dsar.',
  'test/web/console-flows',
  'test/web/console-home',
  'test/web/console.browser',
  'test/web/rights',
]
/**
 * A file that starts processes, measures time or inspects its own process runs in a process of its own. All other files
 * share a few processes in turn, because loading the service and compiling the embedded database takes longer than most
 * files.
 */
const ALONE = /\.alone\.test\.ts$/
/**
 * The slowest files start first, so that the run does not end with one of them. Then come the other files with their own
 * process, then those in a browser. Otherwise the order is by size.
 */
const FIRST = [
  'test/web/console-looks.browser.test.ts',
  'test/web/console-walk.browser.test.ts',
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
/** node:test ends every file with its own counts. */
const COUNT = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/
const REPORTED = ['test:pass', 'test:fail', 'test:stdout', 'test:stderr', 'test:diagnostic']
/** Tests in a real browser. Without one they are skipped, and the run says so. BROWSER=required makes that a failure. */
const IN_A_BROWSER = /\.browser\.test\.ts$/
const withBrowser = hasChromium()
const parts = askedForEmbedded && wanted.length === 0 ? TELLS_THEM_APART : wanted
const { taken: chosen, left } = takeShare(
  globSync('{src,test}/**/*.test.ts', { cwd: root })
    .filter((file) => wanted.length > 0 || server !== undefined || !LEFT_TO_THE_SERVER.includes(file))
    .filter((file) => (parts.length === 0 ? isAskedFor(file) : parts.some((part) => file.includes(part))))
    .sort((a, b) => weight(b) - weight(a)),
  { share, shares, lately: shares === 1 ? new Set() : changedLately(root) },
)
const files = chosen.filter((file) => withBrowser || !IN_A_BROWSER.test(file))

buildPages()
await buildService()
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
  // No test connects to these two, and every clone in memory would copy their six hundred files.
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
/** Failures are printed again at the end, because readers and logs often keep only the end. */
const failures: string[] = []
/**
 * If only a few files fail beside others, they run again alone. A file that then passes is reported as unsteady and must be
 * fixed: it relied on a time or an order that nothing guarantees.
 */
const MOST_AGAIN = 5
const again: { file: string; events: TestEvent[] }[] = []
const spent: [file: string, ms: number][] = []
const report = new spec()
report.pipe(process.stdout)
const waiting = [...files]
// One more than there are cores, because many tests wait for a process, a timer or a server.
await Promise.all(Array.from({ length: availableParallelism() + 1 }, drainQueue))
await runAgain()
report.end()
await finished(report)
if (given && server) await onServer(server, `drop database if exists ${template} with (force)`)

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const slowest = spent.sort(([, a], [, b]) => b - a).slice(0, 12)
if (process.env['TEST_TIMES']) writeFileSync(process.env['TEST_TIMES'], JSON.stringify(spent))
for (const [file, ms] of slowest) console.log(`${seconds(ms).padStart(8)}  ${file}`)
const database = server ? 'PostgreSQL server' : 'embedded database'
const ofAll = shares > 1 ? `, share ${share} of ${shares}` : ''
console.log(`${files.length} files, ${seconds(performance.now() - started)}, ${database}${ofAll}`)
if (left.length > 0)
  console.log(`Changed in the last day too, and not in this share: run them by name.\n  ${left.join('\n  ')}`)
if (files.length < chosen.length) {
  console.log('Left out: tests in a browser. Install Chromium, or name one with CHROME_PATH.')
  if (process.env['BROWSER'] === 'required') failed += 1
}
for (const text of failures) console.log(text)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

function isAskedFor(file: string): boolean {
  const kind = IN_A_BROWSER.test(file)
    ? 'web'
    : ALONE.test(file)
      ? 'long'
      : SLOW_FILES.has(file)
        ? 'slow'
        : 'quick'
  if (asked.all) return true
  return kind === 'quick' ? !asked.web && !asked.long && !asked.slow : asked[kind]
}

function weight(file: string): number {
  const place = FIRST.indexOf(file)
  if (place >= 0) return 3e9 - place
  const kind = ALONE.test(file) ? 2e9 : IN_A_BROWSER.test(file) ? 1e9 : 0
  return kind + statSync(join(root, file)).size
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
    const events = await worker.run(join(root, file))
    for (const event of events) show(event)
    if (events.some(isFailure)) again.push({ file, events })
    else events.forEach(count)
    spent.push([file, performance.now() - began])
    if (!alone && worker.fit) continue
    worker.end()
    worker = undefined
  }
  worker?.end()
}

async function runAgain(): Promise<void> {
  for (const { file, events } of again) {
    if (again.length > MOST_AGAIN) {
      events.forEach(count)
      continue
    }
    const worker = new TestProcess([SHORT_LIVED])
    const second = await worker.run(join(root, file))
    worker.end()
    for (const event of second) show(event)
    second.forEach(count)
    if (!second.some(isFailure))
      failures.push(...events.filter(isFailure).map((event) => `Unsteady: ${told(event)}`))
  }
}

function show({ type, data }: TestEvent): void {
  if (REPORTED.includes(type) && !COUNT.test(data.message)) report.write({ type, data: withText(data) })
}

/** A skipped test counts as failed. */
function isFailure({ type, data }: TestEvent): boolean {
  if (data.details?.type === 'suite') return false
  return (
    type === 'test:fail' || (type === 'test:pass' && (data.skip !== undefined || data.todo !== undefined))
  )
}

function count(event: TestEvent): void {
  if (isFailure(event)) {
    failed += 1
    failures.push(`✖ ${told(event)}`)
  } else if (event.type === 'test:pass' && event.data.details?.type !== 'suite') passed += 1
}

function told({ data }: TestEvent): string {
  const why: string = data.details?.error?.cause ?? 'it was left out'
  return `${data.name}\n  ${data.file}\n  ${why.slice(0, 2000).replaceAll('\n', '\n  ')}`
}

/** The reporter prints thrown values like any value. This one prints itself as plain text. */
function withText(data: TestEvent['data']): TestEvent['data'] {
  if (!data.details?.error) return data
  const { error } = data.details
  const cause = { [inspect.custom]: () => error.cause }
  return { ...data, details: { ...data.details, error: { ...error, cause } } }
}
