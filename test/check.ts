import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { readConfig } from '#src/config.ts'
import { describeApi } from '#src/describe.ts'
import { dumpSchema } from './kit/schema-dump.ts'

/** The whole gate: `npm run check`. Every part is looked at, so that one run tells everything there is to repair. */
const root = join(import.meta.dirname, '..')

const PARTS: [name: string, look: () => Promise<boolean> | boolean][] = [
  ['format and lint', () => tool('biome', 'check', '--error-on-warnings', '.')],
  ['types', () => tool('tsc')],
  ['dead code and dependencies', () => tool('knip')],
  ['migrations/schema.sql', schemaIsCurrent],
  ['description of the API', descriptionBuilds],
  ['tests', () => run(join(root, 'test/run.ts'))],
]

const failed: string[] = []
for (const [name, look] of PARTS) {
  console.log(`\n── ${name}`)
  const started = performance.now()
  const passed = await look()
  // The tests have the last word on their own.
  if (name !== 'tests')
    console.log(`${passed ? 'ok' : 'FAILED'}, ${((performance.now() - started) / 1000).toFixed(1)} s`)
  if (!passed) failed.push(name)
}
if (failed.length > 0) console.error(`\nTo repair: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

function run(file: string, ...args: string[]): boolean {
  return spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' }).status === 0
}

function tool(name: string, ...args: string[]): boolean {
  return run(realpathSync(join(root, 'node_modules/.bin', name)), ...args)
}

/** Writes what the migrations lead to; a difference is a failure, and the file to commit is already there. */
async function schemaIsCurrent(): Promise<boolean> {
  const file = join(root, 'migrations/schema.sql')
  const engine = await startEmbedded({})
  await migrate(engine)
  const schema = await dumpSchema(engine)
  await engine.close()
  if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) === schema) return true
  writeFileSync(file, schema)
  console.error('migrations/schema.sql was out of date and has been written anew: look at it and commit it.')
  return false
}

async function descriptionBuilds(): Promise<boolean> {
  try {
    const document = (await describeApi(readConfig({ APP_SECRET: 'x'.repeat(64) }))) as { paths: object }
    console.log(`${Object.keys(document.paths).length} paths`)
    return Object.keys(document.paths).length > 0
  } catch (error) {
    console.error(error)
    return false
  }
}
